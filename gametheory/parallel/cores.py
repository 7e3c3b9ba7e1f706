"""Number of cores for parallel work: all cores available to this process, or a chosen limit."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_limit: ContextVar[int | None] = ContextVar("core limit", default=None)


def available_cores() -> int:
    """Return how many threads or processes should run in parallel.

    Without a limit, this is the number of cores that the system gives this process. `taskset` or a batch system can
    make it smaller than the number of cores of the machine. Within `limit_cores`, it is the limit.
    """
    # macOS and Windows have no sched_getaffinity
    return _limit.get() or (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


@contextmanager
def limit_cores(limit: int | None) -> Iterator[None]:
    """Context manager: set the result of `available_cores`."""
    before = _limit.set(limit or _limit.get())
    try:
        yield
    finally:
        _limit.reset(before)
