"""Who works on the pieces of a whole: one interface for this process, for many, and for a cluster."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol, TypeAlias, TypeVar

from gametheory.parallel.checkpoint import checkpointing
from gametheory.parallel.cores import available_cores, limit_cores

Piece = TypeVar("Piece")
Result = TypeVar("Result")
Results: TypeAlias = Generator[tuple[int, Result], None, None]


class WorkerCrashed(RuntimeError):
    """Workers died, or could not be reached, more often than work is begun again."""


class Executor(Protocol):
    """Whoever applies a function to pieces, each once, in any order."""

    def results(self, function: Callable[[Piece], Result], pieces: Sequence[Piece]) -> Results[Result]:
        """The results as they come, each with the place of its piece.

        A piece whose worker dies is given to another one. An exception of the function ends the work and is raised
        here. Raises WorkerCrashed.
        """


class Serial:
    """This process alone, piece after piece.

    >>> list(Serial().results(abs, [-3, 2]))
    [(0, 3), (1, 2)]
    """

    def results(self, function: Callable[[Piece], Result], pieces: Sequence[Piece]) -> Results[Result]:
        """The results in the order of the pieces."""
        yield from enumerate(map(function, pieces))


_chosen: ContextVar[Executor | None] = ContextVar("executor", default=None)


def current_executor() -> Executor:
    """The executor in use: the one of `use_executor`, else a process for each of the `available_cores`; in a worker `Serial`.

    >>> with use_executor(Serial()):
    ...     current_executor().__class__.__name__
    'Serial'
    """
    from gametheory.parallel.processes import ProcessPool  # takes time to import, and is not always needed

    return _chosen.get() or ProcessPool(available_cores())


def executor_with(workers: int | None) -> Executor:
    """The executor in use, or so many processes of this machine where a number is given; in a worker `Serial`.

    >>> with use_executor(Serial()):
    ...     executor_with(8).__class__.__name__
    'Serial'
    """
    from gametheory.parallel.processes import ProcessPool

    return current_executor() if workers is None or in_worker() else ProcessPool(workers)


def in_worker() -> bool:
    """Whether this is a worker, which leaves it to others to do what else there is, and to tell how far they are.

    >>> with use_executor(Serial()):
    ...     in_worker()
    True
    """
    return isinstance(_chosen.get(), Serial)


@contextmanager
def use_executor(executor: Executor) -> Iterator[None]:
    """Within it this executor is the one in use.

    >>> with use_executor(Serial()):
    ...     list(current_executor().results(abs, [-3, 2]))
    [(0, 3), (1, 2)]
    """
    before = _chosen.set(executor)
    try:
        yield
    finally:
        _chosen.reset(before)


@contextmanager
def serial_worker() -> Iterator[None]:
    """Within it work is done in this process, by one thread: how a worker works, since there are others beside it.

    >>> with serial_worker():
    ...     available_cores(), current_executor().__class__.__name__
    (1, 'Serial')
    """
    with limit_cores(1), use_executor(Serial()), checkpointing(None):
        yield
