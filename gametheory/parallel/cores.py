"""The cores for parallel work, and one compiled function on all of them, in plain threads."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Thread
from typing import TypeAlias

SERIAL_BELOW = 20_000  # units of work; with fewer, starting threads takes longer than the work


def run_on_threads(work: Callable[..., None], size: int, *arguments: object) -> None:
    """Call `work(thread, threads, *arguments)` once for each thread, all at the same time, and wait for them.

    `work` must release the interpreter's lock to gain anything. Plain threads sleep while they wait, and none is left
    afterwards: the threads of numba's parallel loops spin, so that they take many times longer on a busy machine, and
    they do not survive a fork.
    """
    count = available_cores() if size > SERIAL_BELOW else 1
    threads = [Thread(target=work, args=(thread, count, *arguments)) for thread in range(1, count)]
    for thread in threads:
        thread.start()
    work(0, count, *arguments)
    for thread in threads:
        thread.join()


# Called with the number of a piece of work, the total, and the name of the piece.
Progress: TypeAlias = Callable[[int, int, str], None]


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
