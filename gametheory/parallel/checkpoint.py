"""What is finished of a piece of work, kept so that work which was stopped goes on where it was."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property
from typing import Any

from gametheory.storage.store import DiskStore, digest

EVERY = 1.0  # seconds between writing: what is done in less is done again


class SweepCheckpoint:
    """The outcomes of parts of one piece of work, JSON values by name, in a store of its own.

    They are written once a second, several to a file, and read when the first one is asked for. Arguments: the store; a
    key that is another one whenever an outcome could be; with `fresh` nothing is read, and what is done is kept.

    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> store = DiskStore(Path(mkdtemp()))
    >>> first = SweepCheckpoint(store, "squares, version 1")
    >>> first.add("first half", 50)
    >>> first.write()
    >>> SweepCheckpoint(store, "squares, version 1").outcome("first half"), SweepCheckpoint(store, "version 2").outcome("first half")
    (50, None)
    """

    def __init__(self, store: DiskStore, key: str, fresh: bool = False) -> None:
        self._store, self._key, self._fresh = store, key, fresh
        self._waiting: dict[str, Any] = {}
        self._written = time.monotonic()

    def outcome(self, name: str) -> Any | None:
        """What a part came to in an earlier run; None where it was not finished."""
        return self._found.get(digest(self._key, name))

    def add(self, name: str, outcome: object) -> None:
        """Keep what a part came to, if JSON gives it back exactly."""
        if not is_plain(outcome):
            return
        self._waiting[digest(self._key, name)] = outcome
        if time.monotonic() - self._written >= EVERY:
            self.write()

    def write(self) -> None:
        """Write what has not been written yet."""
        if self._waiting:
            self._store.put(digest(*self._waiting), self._waiting)
        self._waiting, self._written = {}, time.monotonic()

    @cached_property
    def _found(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if not self._fresh:
            for outcomes in self._store.values():
                found |= outcomes if isinstance(outcomes, dict) else {}
        return found


_under_way: ContextVar[SweepCheckpoint | None] = ContextVar("progress", default=None)


def active_checkpoint() -> SweepCheckpoint | None:
    """The progress of the work under way, if it is kept.

    >>> with checkpointing(None):
    ...     active_checkpoint() is None
    True
    """
    return _under_way.get()


@contextmanager
def checkpointing(progress: SweepCheckpoint | None) -> Iterator[None]:
    """Within it sweeps keep the outcome of each part, and take up what an earlier run has kept; with None they do not.

    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> store = DiskStore(Path(mkdtemp()))
    >>> with checkpointing(SweepCheckpoint(store, "squares, version 1")) as _:
    ...     active_checkpoint().add("first half", 50)
    >>> SweepCheckpoint(store, "squares, version 1").outcome("first half")
    50
    """
    before = _under_way.set(progress)
    try:
        yield
    finally:
        _under_way.reset(before)
        if progress:
            progress.write()


def is_plain(value: object) -> bool:
    """Whether JSON gives a value back exactly.

    >>> is_plain([1, "a", None]), is_plain((1, 2)), is_plain(float("nan"))
    (True, False, False)
    """
    if type(value) is list:
        return all(map(is_plain, value))
    if type(value) is float:
        return math.isfinite(value)
    if type(value) not in (int, str, bool, type(None)):
        return False
    try:
        return bool(json.dumps(value, ensure_ascii=False).encode())
    except ValueError:  # half a surrogate pair, or an integer of more digits than may be written
        return False
