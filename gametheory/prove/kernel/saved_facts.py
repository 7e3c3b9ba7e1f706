"""Where facts of earlier runs are saved."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol


class Store(Protocol):
    """Facts of earlier runs, by key.

    Attributes
    ----------
    folder
        A folder that code of claims cannot write, in which files are compiled.
    """

    folder: Path

    def get(self, key: str) -> Any:
        """Return the value of a key, or None."""

    def put(self, key: str, value: Any) -> None:
        """Save a value."""
