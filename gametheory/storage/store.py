"""Values kept between runs: JSON files in a folder that may be deleted at any time.

A file holds the SHA-256 sum of its text before the text, so that one which was damaged is noticed and left aside.
"""

from __future__ import annotations

import contextlib
import json
import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from gametheory.storage.atomic_write import write_atomic

FOLDER = ".gametheory_cache"
IGNORED = "# Made by gametheory; safe to delete.\n*\n"


def digest(*parts: object) -> str:
    """A key for what can be written as JSON: the SHA-256 sum of that.

    >>> digest("CD2.9", True) == digest("CD2.9", True) != digest("CD2.9", False)
    True
    """
    return sha256(json.dumps(parts, default=str).encode()).hexdigest()


class DiskStore:
    """A folder of kept values. Where it cannot be written nothing is kept, and nothing else changes.

    >>> from tempfile import mkdtemp
    >>> store = DiskStore(Path(mkdtemp()) / "kept")
    >>> store.get("ab") is None
    True
    >>> store.put("ab", {"cases": 12})
    >>> store.get("ab")
    {'cases': 12}
    >>> list(store.values())
    [{'cases': 12}]
    >>> store.clear()
    >>> list(store.values())
    []
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get(self, key: str) -> Any | None:
        """The value kept under a key; None where there is none, or where its file was damaged."""
        return _read(self._path(key))

    def put(self, key: str, value: object) -> None:
        """Keep a value that can be written as JSON; what JSON has no form for is kept as its text."""
        path = self._path(key)
        with contextlib.suppress(OSError, ValueError):  # an integer too long to print, text that UTF-8 has no bytes for
            text = json.dumps(value, default=str, ensure_ascii=False)
            path.parent.mkdir(parents=True, exist_ok=True)
            if not (self.folder / ".gitignore").exists():
                write_atomic(self.folder / ".gitignore", IGNORED)
            write_atomic(path, f"{sha256(text.encode()).hexdigest()}\n{text}")

    def values(self) -> Iterator[Any]:
        """All values kept in the folder, in any order, but for damaged ones."""
        found = map(_read, self.folder.glob("??/*.json"))
        return (value for value in found if value is not None)

    def clear(self) -> None:
        """Remove the folder with all that is kept in it."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key}.json"


def _read(path: Path) -> Any | None:
    try:
        written, _, text = path.read_text(encoding="utf-8").partition("\n")
        return json.loads(text) if written == sha256(text.encode()).hexdigest() else None
    except (OSError, ValueError, RecursionError):
        return None
