"""Interrupts from outside: Ctrl-C and SIGTERM."""

from __future__ import annotations

import ctypes
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of prctl(2)


class Terminated(KeyboardInterrupt):
    """The system asked this process to end (SIGTERM); the cleanup is the same as after Ctrl-C."""


def outside_interrupt(error: BaseException) -> KeyboardInterrupt | None:
    """Return the KeyboardInterrupt that an exception is, or that compiled code has wrapped in it.

    In a thread or a process that receives no signals the result is None: there, the code that runs has raised it.
    """
    interrupt = error.__cause__ if isinstance(error, SystemError) else error
    is_main = threading.current_thread() is threading.main_thread()
    receives = is_main and any(callable(signal.getsignal(each)) for each in (signal.SIGINT, signal.SIGTERM))
    return interrupt if receives and isinstance(interrupt, KeyboardInterrupt) else None


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
    before = signal.signal(signal.SIGTERM, _terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _terminate(number: int, _: FrameType | None) -> None:
    signal.signal(number, signal.SIG_IGN)  # a second SIGTERM must not interrupt the cleanup
    raise Terminated
