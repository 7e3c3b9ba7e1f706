"""A signal ends the work also if code that cannot raise an exception has received it."""

from __future__ import annotations

import ctypes
import os
import signal
import threading
import time

import pytest

from gametheory.parallel import signals
from gametheory.parallel.signals import Terminated, interrupt_cause, terminable


@pytest.mark.skipif(os.name != "posix", reason="os.kill ends the process")
@pytest.mark.parametrize(("number", "raised"), [(signal.SIGTERM, Terminated), (signal.SIGINT, KeyboardInterrupt)])
def test_a_signal_that_a_callback_drops_is_sent_again(number: int, raised: type[BaseException]) -> None:
    receive = ctypes.CFUNCTYPE(None)(lambda: os.kill(os.getpid(), number))  # as LLVM calls Python for each function
    found = None
    try:
        with terminable():
            receive()
            receive()
            time.sleep(10)
    except KeyboardInterrupt as error:
        found = error
    assert type(found) is raised


def test_other_exceptions_of_callbacks_are_reported_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    reported: list[object] = []
    monkeypatch.setattr("sys.unraisablehook", reported.append)
    with terminable():
        ctypes.CFUNCTYPE(None)(lambda: 1 / 0)()
    assert [type(each.exc_value) for each in reported] == [ZeroDivisionError]


@pytest.mark.skipif(os.name != "posix", reason="os.kill ends the process")
def test_an_error_after_a_dropped_signal_is_that_signal(monkeypatch: pytest.MonkeyPatch) -> None:
    """As numba's, if it is interrupted while it stores a compiled function, and fails before the signal comes again."""
    monkeypatch.setattr(signals, "SECONDS_BEFORE_AGAIN", 600.0)
    assert interrupt_cause(RuntimeError("no compiled object")) is None
    before = threading.active_count()
    with pytest.raises(RuntimeError) as found, terminable():
        interrupted_library()
    assert threading.active_count() == before, "the signal would come again after the work, and end this process"
    assert isinstance(interrupt_cause(found.value), Terminated)


def interrupted_library() -> None:
    ctypes.CFUNCTYPE(None)(lambda: os.kill(os.getpid(), signal.SIGTERM))()
    raise RuntimeError("no compiled object")
