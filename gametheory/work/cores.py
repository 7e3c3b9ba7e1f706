"""How many cores work may use: those that this process may run on, or as many as were chosen."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_most: ContextVar[int | None] = ContextVar("most cores", default=None)


def cores() -> int:
    """How many threads or processes are to work at the same time.

    All cores that the system lets this process run on, fewer than the machine has where `taskset` or a batch system
    says so; within `limited`, the number chosen there.

    >>> with limited(3):
    ...     cores()
    3
    """
    return _most.get() or (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


@contextmanager
def limited(most: int | None) -> Iterator[None]:
    """Within it `cores` is this number; None leaves it as it is.

    >>> with limited(2), limited(None):
    ...     cores()
    2
    """
    before = _most.set(most or _most.get())
    try:
        yield
    finally:
        _most.reset(before)
