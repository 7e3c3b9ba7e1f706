"""The steps of a solver, by name: a command that waits for an answer can say what the solver is at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_listener: ContextVar[Callable[[str], None] | None] = ContextVar("listener to steps", default=None)


def begin_step(name: str) -> None:
    """Name the step that begins now, in the words of a user; without a listener nothing happens."""
    listener = _listener.get()
    if listener is not None:
        listener(name)


@contextmanager
def listen_to_steps(listener: Callable[[str], None]) -> Iterator[None]:
    """Context manager: call a function with the name of each step that begins."""
    before = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(before)
