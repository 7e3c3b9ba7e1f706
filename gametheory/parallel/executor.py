"""Executor interface, and the executor that runs everything in this process."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol, TypeAlias, TypeVar

from gametheory.parallel.checkpoint import checkpointing
from gametheory.parallel.cores import limit_cores

Piece = TypeVar("Piece")
Result = TypeVar("Result")
Results: TypeAlias = Generator[tuple[int, Result], None, None]


class WorkerCrashed(RuntimeError):
    """Workers died or became unreachable more often than the executor retries."""


class Executor(Protocol):
    """Apply a function to each piece of work once, in any order."""

    def results(self, function: Callable[[Piece], Result], pieces: Sequence[Piece]) -> Results[Result]:
        """Yield each result, as soon as it is ready, with the index of its piece.

        If a worker dies, another worker receives its piece. An exception of the function ends the work and is raised
        here.

        Raises
        ------
        WorkerCrashed
            If workers die too often.
        """


class Serial:
    """Run all pieces in this process, one after the other.

    Examples
    --------
    >>> list(Serial().results(abs, [-3, 2]))
    [(0, 3), (1, 2)]
    """

    def results(self, function: Callable[[Piece], Result], pieces: Sequence[Piece]) -> Results[Result]:
        """Yield the results in the order of the pieces."""
        for number, piece in enumerate(pieces):  # `map` would end at a StopIteration of the function, and hide the rest
            yield number, function(piece)


_selected: ContextVar[Executor | None] = ContextVar("executor", default=None)


def selected_executor() -> Executor | None:
    """Return the executor set by `use_executor`, or None outside of it.

    Examples
    --------
    >>> selected_executor() is None
    True
    """
    return _selected.get()


def in_worker() -> bool:
    """Return whether this code runs in a worker, which neither starts further workers nor prints progress.

    Examples
    --------
    >>> with use_executor(Serial()):
    ...     in_worker()
    True
    """
    return isinstance(_selected.get(), Serial)


@contextmanager
def use_executor(executor: Executor) -> Iterator[None]:
    """Context manager: use this executor for all parallel work.

    Parameters
    ----------
    executor
        For example ``ProcessPool(4)``, ``DaskCluster("tcp://10.0.0.1:8786")`` or ``Serial()``.

    Examples
    --------
    >>> from gametheory.parallel.choose import current_executor
    >>> with use_executor(Serial()):
    ...     list(current_executor().results(abs, [-3, 2]))
    [(0, 3), (1, 2)]
    """
    before = _selected.set(executor)
    try:
        yield
    finally:
        _selected.reset(before)


@contextmanager
def serial_worker() -> Iterator[None]:
    """Context manager: run everything in this process on one thread, because other workers use the other cores.

    Examples
    --------
    >>> from gametheory.parallel.cores import available_cores
    >>> with serial_worker():
    ...     available_cores(), in_worker()
    (1, True)
    """
    with limit_cores(1), use_executor(Serial()), checkpointing(None):
        yield
