"""How many cores work may use: those that this process may run on, or as many as were chosen."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_most: ContextVar[int | None] = ContextVar("most cores", default=None)


def available_cores() -> int:
    """How many threads or processes are to work at the same time.

    All cores that the system lets this process run on, fewer than the machine has where `taskset` or a batch system
    says so; within `limit_cores`, the number chosen there.

    >>> with limit_cores(3):
    ...     available_cores()
    3
    """
    return _most.get() or (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


@contextmanager
def limit_cores(most: int | None) -> Iterator[None]:
    """Within it `available_cores` is this number; None leaves it as it is.

    >>> with limit_cores(2), limit_cores(None):
    ...     available_cores()
    2
    """
    before = _most.set(most or _most.get())
    try:
        yield
    finally:
        _most.reset(before)
