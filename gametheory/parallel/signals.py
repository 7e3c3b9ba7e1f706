"""Interrupts from outside: Ctrl-C and SIGTERM."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import FrameType
from typing import Any

SECONDS_BEFORE_AGAIN = 0.1
_dropped: list[KeyboardInterrupt] = []  # since `terminable` began
_timers: list[threading.Timer] = []


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


def interrupt_cause(error: BaseException) -> KeyboardInterrupt | None:
    """Return the interrupt that led to an exception, or None.

    A library that is interrupted where it cannot raise fails later with another exception.

    Examples
    --------
    >>> try:
    ...     try:
    ...         raise Terminated
    ...     finally:
    ...         raise RuntimeError("no compiled object")
    ... except RuntimeError as error:
    ...     interrupt_cause(error)
    Terminated()
    """
    each: BaseException | None = error
    while each is not None:
        if isinstance(each, KeyboardInterrupt):
            return each
        each = each.__cause__ or each.__context__
    return _dropped[-1] if _dropped else None


@contextmanager
def terminable() -> Iterator[None]:
    """Context manager: raise Terminated on SIGTERM, once, and let no code drop it or a Ctrl-C.

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
    before, hook = signal.signal(signal.SIGTERM, _terminate), sys.unraisablehook
    sys.unraisablehook = partial(_send_again, hook)
    _dropped.clear()
    try:
        yield
    finally:
        sys.unraisablehook = hook
        try:
            _stop_timers()
        finally:
            signal.signal(signal.SIGTERM, before)


def _stop_timers() -> None:
    """Wait for their ends: the signal of a timer that is not stopped in time would end the process afterwards."""
    while _timers:
        timer = _timers.pop()
        timer.cancel()
        timer.join()


def _send_again(report: Callable[[sys.UnraisableHookArgs], Any], dropped: sys.UnraisableHookArgs) -> None:
    """Send a signal again whose exception was dropped, because C code had called Python, as LLVM does to compile."""
    if not isinstance(dropped.exc_value, KeyboardInterrupt) or not _receives_signals():
        report(dropped)
        return
    _dropped.append(dropped.exc_value)
    number = signal.SIGTERM if isinstance(dropped.exc_value, Terminated) else signal.SIGINT
    if number == signal.SIGTERM:
        signal.signal(number, _terminate)
    _timers.append(threading.Timer(SECONDS_BEFORE_AGAIN, _send, [number]))
    _timers[-1].daemon = True
    _timers[-1].start()


def _send(number: int) -> None:
    """Send a signal to the main thread, so that it stops waiting; Windows can only send it to this thread."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, number)
    else:
        signal.raise_signal(number)


def _terminate(number: int, _: FrameType | None) -> None:
    signal.signal(number, signal.SIG_IGN)  # a second SIGTERM must not interrupt the cleanup
    raise Terminated
