"""How work is interrupted from outside: by Ctrl-C, or by the signal that asks a process to end."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Terminated(KeyboardInterrupt):
    """The system asked this process to end (SIGTERM); what Ctrl-C would undo is undone."""


def unwrap_interrupt(error: BaseException) -> KeyboardInterrupt | None:
    """The interrupt that an exception is, or stands for: compiled code hands one over as the cause of a SystemError.

    >>> unwrap_interrupt(ValueError()) is None, unwrap_interrupt(Terminated())
    (True, Terminated())
    """
    found = error.__cause__ if isinstance(error, SystemError) else error
    return found if isinstance(found, KeyboardInterrupt) else None


@contextmanager
def terminable() -> Iterator[None]:
    """Within it SIGTERM raises Terminated, once; in a thread other than the main one, which alone gets it, nothing.

    >>> import os
    >>> try:
    ...     with terminable():
    ...         os.kill(os.getpid(), signal.SIGTERM)
    ... except Terminated:
    ...     print("asked to end")
    asked to end
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
    signal.signal(number, signal.SIG_IGN)  # what is undone now is not interrupted again
    raise Terminated
