"""Interrupts from outside: Ctrl-C and SIGTERM."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Terminated(KeyboardInterrupt):
    """The system asked this process to end (SIGTERM); the cleanup is the same as after Ctrl-C."""


def unwrap_interrupt(error: BaseException) -> KeyboardInterrupt | None:
    """Return the KeyboardInterrupt that an exception is or wraps, or None.

    Compiled code raises SystemError with the KeyboardInterrupt as its cause.

    Examples
    --------
    >>> unwrap_interrupt(ValueError()) is None, unwrap_interrupt(Terminated())
    (True, Terminated())
    """
    interrupt = error.__cause__ if isinstance(error, SystemError) else error
    return interrupt if isinstance(interrupt, KeyboardInterrupt) else None


def outside_interrupt(error: BaseException) -> KeyboardInterrupt | None:
    """Return the KeyboardInterrupt that an exception is or wraps, if it can come from the user.

    In a thread or a process that receives no signals, the code that runs has raised it by itself.

    Examples
    --------
    >>> outside_interrupt(KeyboardInterrupt()), outside_interrupt(SystemExit())
    (KeyboardInterrupt(), None)
    """
    interrupt = unwrap_interrupt(error)
    return interrupt if interrupt and _receives_signals() else None


def _receives_signals() -> bool:
    if threading.current_thread() is not threading.main_thread():
        return False
    return any(callable(signal.getsignal(number)) for number in (signal.SIGINT, signal.SIGTERM))


@contextmanager
def terminable() -> Iterator[None]:
    """Context manager: raise Terminated on SIGTERM, once.

    Outside the main thread it does nothing, because only the main thread receives signals.

    Examples
    --------
    >>> import os
    >>> try:
    ...     with terminable():
    ...         os.kill(os.getpid(), signal.SIGTERM)
    ... except Terminated:
    ...     print("terminated")
    terminated
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
