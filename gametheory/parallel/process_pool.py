"""Executor that uses processes on this machine."""

from __future__ import annotations

import multiprocessing
import pickle
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from multiprocessing.context import BaseContext
from typing import Any

from gametheory.parallel.child import become_child
from gametheory.parallel.executor import Piece, Result, Results, Serial, WorkerCrashed, serial_worker

MAX_CRASHES = 4


class ProcessPool:
    """Run pieces of work on processes of this machine. All processes end when the work ends, also after an error.

    Pieces and results must be picklable. If the platform can fork, the function can be any callable. Otherwise a
    function that cannot be pickled runs in this process. If a worker is killed, a new worker receives its piece; after
    `MAX_CRASHES` further deaths, WorkerCrashed is raised.

    Parameters
    ----------
    workers
        Number of processes.

    Examples
    --------
    >>> sorted(ProcessPool(2).results(lambda number: number * number, [3, 1, 2]))
    [(0, 9), (1, 1), (2, 4)]
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def results(self, function: Callable[[Piece], Result], pieces: Sequence[Piece]) -> Results[Result]:
        """Yield each result, as soon as it is ready, with the index of its piece."""
        context, workers = _context(), min(self.workers, len(pieces))
        if workers > 1 and _is_picklable_for(function, context):
            return _in_parallel(function, pieces, workers, context)
        return Serial().results(function, pieces)


def _context() -> BaseContext:
    """Prefer fork: forked processes already have the modules that were loaded by path."""
    methods = multiprocessing.get_all_start_methods()
    return multiprocessing.get_context("fork" if "fork" in methods else None)


def _is_picklable_for(function: Callable[..., Any], context: BaseContext) -> bool:
    if context.get_start_method() == "fork":
        return True
    try:
        pickle.dumps(function)
    except (pickle.PicklingError, AttributeError, TypeError):
        return False
    return True


def _in_parallel(
    function: Callable[[Piece], Result], pieces: Sequence[Piece], workers: int, context: BaseContext
) -> Results[Result]:
    remaining = dict(enumerate(pieces))
    for _ in range(1 + MAX_CRASHES):
        for index, result in _until_one_dies(function, remaining, workers, context):
            del remaining[index]
            yield index, result
        if not remaining:
            return
    raise WorkerCrashed(
        f"worker processes died {1 + MAX_CRASHES} times, with {len(remaining)} of {len(pieces)} pieces of work left; "
        "they may have run out of memory"
    )


def _until_one_dies(
    function: Callable[[Piece], Result], pieces: dict[int, Piece], workers: int, context: BaseContext
) -> Results[Result]:
    """Yield the results of all pieces, or of the pieces finished before a worker died."""
    # The initializer sends the function once per worker. A forked worker inherits it, so it need not be picklable.
    pool = ProcessPoolExecutor(min(workers, len(pieces)), context, _start_worker, (function,))
    finished = False
    try:
        indices = {}
        try:
            for index, piece in pieces.items():
                indices[pool.submit(_work, piece)] = index
        except BrokenProcessPool:  # a worker died before all pieces were submitted
            pass
        for future in as_completed(indices):
            if not isinstance(future.exception(), BrokenProcessPool):
                yield indices[future], future.result()
        finished = True
    finally:
        _end(pool, finished)


def _end(pool: ProcessPoolExecutor, finished: bool) -> None:
    """Stop the workers. Kill them if work is left, because a piece can take an hour."""
    if not finished:
        for process in list((pool._processes or {}).values()):
            process.kill()
    pool.shutdown(cancel_futures=True)


_function: Callable[[Any], Any]  # set in workers only
_worker_lifetime = ExitStack()


def _start_worker(function: Callable[[Any], Any]) -> None:
    global _function
    _function = function
    _worker_lifetime.enter_context(serial_worker())
    become_child()


def _work(piece: Any) -> Any:
    return _function(piece)
