"""Checkpoints of long sweeps: the results of finished chunks, so that an interrupted sweep can resume."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from gametheory.parallel.hashes import function_hash, package_hash


class Checkpoint:
    """JSON values by the hash of what they are the result of: a file with a line for each."""

    def __init__(self, path: Path) -> None:
        self._path, self._saved = path, dict[str, Any]()
        with suppress(FileNotFoundError):
            for line in path.read_bytes().splitlines():
                with suppress(ValueError, TypeError):  # the line that was being written when the process was killed
                    key, outcome = json.loads(line)
                    self._saved[key] = outcome

    def outcome(self, work: object) -> Any | None:
        """Return the result of work that an earlier run has finished, or None."""
        return self._saved.get(self._key(work))

    def add(self, work: object, outcome: object) -> None:
        """Save the result of work if JSON represents it exactly."""
        with suppress(TypeError, ValueError):
            if key := self._key(work):
                line = json.dumps([key, outcome])
                if json.loads(line)[1] == outcome:
                    with self._path.open("a", encoding="ascii") as file:
                        file.write(f"\n{line}")  # the line before it can be incomplete

    def _key(self, work: object) -> str:
        return function_hash((package_hash(), work)) or ""


_active: ContextVar[Checkpoint | None] = ContextVar("checkpoint", default=None)


def active_checkpoint() -> Checkpoint | None:
    """Return the checkpoint of the current sweep, or None if results are not saved."""
    return _active.get()


@contextmanager
def checkpointing(path: Path) -> Iterator[None]:
    """Context manager: sweeps save the result of each chunk in a file, and reuse those that an earlier run has saved.

    A result is reused if this package and the function that checks a chunk are as they were. Other code that it calls
    is not compared: remove the file when that has changed.
    """
    before = _active.set(Checkpoint(path))
    try:
        yield
    finally:
        _active.reset(before)
