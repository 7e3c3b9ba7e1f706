"""Run one compiled function on all cores, in plain threads."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread

from gametheory.parallel.cores import available_cores

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
