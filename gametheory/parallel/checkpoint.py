"""Checkpoints of a sweep: saved results of finished parts, so that an interrupted sweep can resume."""

from __future__ import annotations

import json
import math
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property
from pathlib import Path
from typing import Any

from gametheory.storage.opened_files import active_record
from gametheory.storage.store import DiskStore, digest

SECONDS_BETWEEN_WRITES = 1.0  # an interrupted sweep repeats at most this much work


class SweepCheckpoint:
    """Results of the finished parts of one sweep: JSON values by name, in a store of their own.

    Results are written once a second, several to a file, and read on first use. Results are ignored if a file that was
    opened before they were written has changed.

    Parameters
    ----------
    store
        A store for this sweep only.
    key
        A string that changes whenever a result could change.
    fresh
        Ignore saved results, but save new ones.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> store = DiskStore(Path(mkdtemp()))
    >>> first = SweepCheckpoint(store, "squares, version 1")
    >>> first.add("first half", 50)
    >>> first.write()
    >>> SweepCheckpoint(store, "squares, version 1").outcome("first half")
    50
    >>> SweepCheckpoint(store, "squares, version 2").outcome("first half") is None
    True
    """

    def __init__(self, store: DiskStore, key: str, fresh: bool = False) -> None:
        self._store, self._key, self._fresh = store, key, fresh
        self._waiting: dict[str, Any] = {}
        self._uses = Counter[str]()
        self._written = time.monotonic()

    def next_name(self, name: str) -> str:
        """Return a name with the number of its use: a part that is checked again can see other values of its globals.

        >>> checkpoint = SweepCheckpoint(DiskStore(Path("not written")), "squares, version 1")
        >>> checkpoint.next_name("first half") == checkpoint.next_name("first half")
        False
        """
        self._uses[name] += 1
        return f"{name} {self._uses[name]}"

    def outcome(self, name: str) -> Any | None:
        """Return the result of a part from an earlier run, or None if the part was not finished."""
        return self._saved.get(digest(self._key, name))

    def add(self, name: str, outcome: object) -> None:
        """Save the result of a part, if JSON can represent it exactly."""
        if not is_plain(outcome):
            return
        self._waiting[digest(self._key, name)] = outcome
        if time.monotonic() - self._written >= SECONDS_BETWEEN_WRITES:
            self.write()

    def write(self) -> None:
        """Write all results that are not on disk yet."""
        if self._waiting:
            opened = active_record()
            files, folder = (opened.hashes, str(opened.folder)) if opened else ({}, "")
            value = {"results": self._waiting, "opened": files, "folder": folder}
            self._store.put(digest(*self._waiting), value)
        self._waiting, self._written = {}, time.monotonic()

    @cached_property
    def _saved(self) -> dict[str, Any]:
        saved: dict[str, Any] = {}
        opened, hashes = active_record(), dict[Path, str]()
        for entry in () if self._fresh else self._store.values():
            if not isinstance(entry, dict) or not {"results", "opened", "folder"} <= entry.keys():
                continue
            if opened and not opened.unchanged(entry["opened"], Path(entry["folder"]), hashes):
                continue
            saved |= entry["results"]
            if opened:  # the verdict depends on the files that these results depend on
                opened.add(entry["opened"])
        return saved


_active: ContextVar[SweepCheckpoint | None] = ContextVar("checkpoint", default=None)


def active_checkpoint() -> SweepCheckpoint | None:
    """Return the checkpoint of the current sweep, or None if results are not saved.

    Examples
    --------
    >>> with checkpointing(None):
    ...     active_checkpoint() is None
    True
    """
    return _active.get()


@contextmanager
def checkpointing(checkpoint: SweepCheckpoint | None) -> Iterator[None]:
    """Context manager: sweeps save the result of each part and reuse results saved by an earlier run.

    Parameters
    ----------
    checkpoint
        Where to save the results; None turns saving off.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> store = DiskStore(Path(mkdtemp()))
    >>> with checkpointing(SweepCheckpoint(store, "squares, version 1")) as _:
    ...     active_checkpoint().add("first half", 50)
    >>> SweepCheckpoint(store, "squares, version 1").outcome("first half")
    50
    """
    before = _active.set(checkpoint)
    try:
        yield
    finally:
        _active.reset(before)
        if checkpoint:
            checkpoint.write()


def is_plain(value: object) -> bool:
    """Return whether JSON represents a value exactly.

    Examples
    --------
    >>> is_plain([1, {"a": None}]), is_plain({1: "a"}), is_plain((1, 2)), is_plain(float("nan"))
    (True, False, False, False)
    """
    if type(value) is list:
        return all(map(is_plain, value))
    if type(value) is dict:
        return all(type(key) is str for key in value) and is_plain([*value, *value.values()])
    if type(value) is float:
        return math.isfinite(value)
    if type(value) not in (int, str, bool, type(None)):
        return False
    try:
        return bool(json.dumps(value, ensure_ascii=False).encode())
    except ValueError:  # a lone surrogate, or an integer with more digits than Python prints
        return False
