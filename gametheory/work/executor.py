"""Who works on the pieces of a whole: one interface for this process, for many, and for a cluster."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol, TypeAlias, TypeVar

from gametheory.work.cores import cores, limited
from gametheory.work.resume import resuming

Piece = TypeVar("Piece")
Result = TypeVar("Result")
Results: TypeAlias = Generator[tuple[int, Result], None, None]


class WorkersLost(RuntimeError):
    """Workers died, or could not be reached, more often than work is begun again."""


class Executor(Protocol):
    """Whoever applies a function to pieces, each once, in any order."""

    def results(self, function: Callable[[Piece], Result], pieces: Sequence[Piece]) -> Results[Result]:
        """The results as they come, each with the place of its piece.

        A piece whose worker dies is given to another one. An exception of the function ends the work and is raised
        here. Raises WorkersLost.
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


def current() -> Executor:
    """The executor in use: the one of `using`, else a process for each of the `cores`; in a worker `Serial`.

    >>> with using(Serial()):
    ...     current().__class__.__name__
    'Serial'
    """
    from gametheory.work.processes import Processes  # takes time to import, and is not always needed

    return _chosen.get() or Processes(cores())


def at_most(workers: int | None) -> Executor:
    """The executor in use, or so many processes of this machine where a number is given; in a worker `Serial`.

    >>> with using(Serial()):
    ...     at_most(8).__class__.__name__
    'Serial'
    """
    from gametheory.work.processes import Processes

    return current() if workers is None or in_worker() else Processes(workers)


def in_worker() -> bool:
    """Whether this is a worker, which leaves it to others to do what else there is, and to tell how far they are.

    >>> with using(Serial()):
    ...     in_worker()
    True
    """
    return isinstance(_chosen.get(), Serial)


@contextmanager
def using(executor: Executor) -> Iterator[None]:
    """Within it this executor is the one in use.

    >>> with using(Serial()):
    ...     list(current().results(abs, [-3, 2]))
    [(0, 3), (1, 2)]
    """
    before = _chosen.set(executor)
    try:
        yield
    finally:
        _chosen.reset(before)


@contextmanager
def alone() -> Iterator[None]:
    """Within it work is done in this process, by one thread: how a worker works, since there are others beside it.

    >>> with alone():
    ...     cores(), current().__class__.__name__
    (1, 'Serial')
    """
    with limited(1), using(Serial()), resuming(None):
        yield
