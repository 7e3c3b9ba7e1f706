"""The limits of this process: its cores, its memory, and interrupts from outside. Every command imports this file."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Thread
from types import FrameType
from typing import TypeAlias

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

SERIAL_BELOW = 20_000  # units of work; with fewer, starting threads takes longer than the work


def run_on_threads(work: Callable[..., None], size: int, *arguments: object) -> None:
    """Call `work(thread, threads, *arguments)` once for each thread, all at the same time, and wait for them.

    `work` must release the interpreter's lock to gain anything. Plain threads sleep while they wait, and none is left
    afterwards: the threads of numba's parallel loops spin, so that they take many times longer on a busy machine, and
    they do not survive a fork.
    """
    count = available_cores() if size > SERIAL_BELOW else 1
    threads = []
    for number in range(1, count):
        thread = Thread(target=work, args=(number, count, *arguments))
        thread.start()
        threads.append(thread)
    work(0, count, *arguments)
    for thread in threads:
        thread.join()


# Called with the number of a piece of work, the total, and the name of the piece.
Progress: TypeAlias = Callable[[int, int, str], None]


_limit: ContextVar[int | None] = ContextVar("core limit", default=None)


def has_threads() -> bool:
    """Return whether this process can start threads; Python in a browser cannot."""
    browser = getattr(sys, "_emscripten_info", None)
    return browser is None or bool(browser.pthreads)


def has_processes() -> bool:
    """Return whether this process can start others; Python in a browser cannot."""
    return sys.platform not in ("emscripten", "wasi")


def available_cores() -> int:
    """Return how many threads or processes should run in parallel.

    Without a limit, this is the number of cores that the system gives this process. `taskset` or a batch system can
    make it smaller than the number of cores of the machine. Within `limit_cores`, it is the limit. In a browser, it
    is 1.
    """
    if not has_threads():
        return 1
    limit = _limit.get()
    if limit:
        return limit
    if hasattr(os, "sched_getaffinity"):  # not on macOS and Windows
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def limit_cores(limit: int | None) -> Iterator[None]:
    """Context manager: set the result of `available_cores`."""
    # without a limit, one from outside stays
    before = _limit.set(limit or _limit.get())
    try:
        yield
    finally:
        _limit.reset(before)


def free_memory() -> float:
    """Return the number of bytes available without swapping, infinity where the system does not tell."""
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            for line in file:
                name, kilobytes, *_ = line.split()
                if name == "MemAvailable:":
                    return 1024.0 * int(kilobytes)
    except OSError:  # not Linux
        pass
    return float("inf")


@contextmanager
def within_free_memory() -> Iterator[None]:
    """Context manager: raise MemoryError where more memory is needed than is free now.

    Otherwise Linux promises memory that it does not have, and ends a process when it is used.
    """
    free = free_memory()
    if resource is None or free == float("inf"):
        yield
        return
    with open("/proc/self/statm", encoding="ascii") as file:
        _, _, _, _, _, pages_of_data, *_ = map(int, file.read().split())
    used = pages_of_data * os.sysconf("SC_PAGE_SIZE")
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    # the limit counts what is used already; one that the user has set stays if it is lower
    lowest = int(used + free)
    for limit in (soft, hard):
        if limit != resource.RLIM_INFINITY:
            lowest = min(lowest, limit)
    resource.setrlimit(resource.RLIMIT_DATA, (lowest, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of prctl(2)


class Terminated(KeyboardInterrupt):
    """The system asked this process to end (SIGTERM); the cleanup is the same as after Ctrl-C."""


def outside_interrupt(error: BaseException) -> KeyboardInterrupt | None:
    """Return the KeyboardInterrupt that an exception is, or that compiled code has wrapped in it.

    In a thread or a process that receives no signals the result is None: there, the code that runs has raised it.
    """
    interrupt = error.__cause__ if isinstance(error, SystemError) else error
    is_main = threading.current_thread() is threading.main_thread()
    handlers = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    receives = is_main and any(map(callable, handlers))
    if receives and isinstance(interrupt, KeyboardInterrupt):
        return interrupt
    return None


def interrupt_cause(error: BaseException) -> KeyboardInterrupt | None:
    """Return the interrupt that led to an exception, or None.

    A library that is interrupted where it cannot raise fails later with another exception.
    """
    cause: BaseException | None = error
    while cause is not None and not isinstance(cause, KeyboardInterrupt):
        cause = cause.__cause__ or cause.__context__
    return cause


def end_with_parent() -> None:
    """Let this process end with its parent, also if that is killed; only Linux has a signal for this."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PARENT_DEATH_SIGNAL, signal.SIGKILL)


@contextmanager
def terminable() -> Iterator[None]:
    """Context manager: raise Terminated on SIGTERM, once.

    Outside the main thread it does nothing, because only the main thread receives signals.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    # without a handler the process would end immediately, and leave its workers and temporary files behind
    before = signal.signal(signal.SIGTERM, _terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _terminate(number: int, _: FrameType | None) -> None:
    signal.signal(number, signal.SIG_IGN)  # a second SIGTERM must not interrupt the cleanup
    raise Terminated
