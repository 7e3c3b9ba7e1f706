"""Isolated work: a piece of work that ends or blocks its process does not affect the others."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Generic

from gametheory.parallel.child import SECONDS_BETWEEN_LOOKS, Child, ChildEnded
from gametheory.parallel.executor import Piece, Result, serial_worker
from gametheory.parallel.json_connection import send


@dataclass
class _Worker(Generic[Piece]):
    """A child process, the piece it works on, and the rest of its group."""

    child: Child
    rest: deque[Piece] = field(default_factory=deque)
    piece: Piece | None = None
    began: float = 0.0


def isolated_results(
    function: Callable[[Piece], Result], groups: Sequence[Sequence[Piece]], processes: int, timeout: float = 0
) -> Iterator[tuple[Piece, Result | ChildEnded, float]]:
    """Apply a function to each piece in forked processes, and go on if a piece ends or blocks its process.

    The pieces of a group run one after the other in one process, so that they share cached computations; each group,
    and after a crash the rest of a group, runs in a new process. Results come as JSON, so that reading them runs no
    code. All processes end when the work ends. With several processes, each one is a serial worker.

    Parameters
    ----------
    function
        The function; its results must be JSON values.
    groups
        The pieces by group. Pieces must be picklable.
    processes
        Number of processes.
    timeout
        Seconds after which a piece is given up; 0 for no limit.

    Yields
    ------
    tuple
        A piece, its result or how its process ended, and the seconds since its start.

    Examples
    --------
    >>> import os
    >>> found = isolated_results(lambda number: os._exit(3) if number == 2 else -number, [[1, 2, 3]], 1)
    >>> [(piece, str(result)) for piece, result, seconds in found]
    [(1, '-1'), (2, 'ended its process with exit status 3'), (3, '-3')]
    """
    waiting = deque(deque(group) for group in groups if group)
    count = min(processes, len(waiting))

    def serve(connection: Connection) -> None:
        with serial_worker() if count > 1 else nullcontext():
            while True:
                send(connection, function(connection.recv()))

    workers = [_Worker[Piece](Child(serve), waiting.popleft()) for _ in range(count)]
    try:
        while workers := [worker for worker in workers if _is_busy(worker, waiting, serve)]:
            wait([worker.child.connection for worker in workers], _seconds_left(workers, timeout))
            for worker in workers:
                ended = _ended(worker, timeout)
                if ended is None and not worker.child.connection.poll() and not worker.child.has_ended():
                    continue
                result: Result | ChildEnded
                try:
                    if ended:
                        raise ended
                    result = worker.child.receive(timeout, worker.began)
                except ChildEnded as error:
                    result = error
                    worker.child.kill()
                piece, worker.piece = worker.piece, None
                assert piece is not None
                yield piece, result, time.monotonic() - worker.began
                if isinstance(result, ChildEnded) and worker.rest:
                    worker.child = Child(serve)
    finally:
        for worker in workers:
            worker.child.kill()


def _is_busy(worker: _Worker[Piece], waiting: deque[deque[Piece]], serve: Callable[[Connection], None]) -> bool:
    """Give an idle worker its next piece. End it and return False if there is none."""
    if worker.piece is not None:
        return True
    if not worker.rest:
        worker.child.kill()
        if not waiting:
            return False
        worker.rest, worker.child = waiting.popleft(), Child(serve)
    worker.piece, worker.began = worker.rest.popleft(), time.monotonic()
    with suppress(OSError):  # it can have ended between two pieces; receiving tells how
        worker.child.connection.send(worker.piece)
    return True


def _seconds_left(workers: Sequence[_Worker[Piece]], timeout: float) -> float:
    if not timeout:
        return SECONDS_BETWEEN_LOOKS
    first = min(worker.began for worker in workers) + timeout - time.monotonic()
    return min(SECONDS_BETWEEN_LOOKS, max(0.0, first))


def _ended(worker: _Worker[Piece], timeout: float) -> ChildEnded | None:
    if timeout and time.monotonic() - worker.began > timeout and not worker.child.connection.poll():
        return ChildEnded(f"did not end within {timeout:g} seconds")
    return None
