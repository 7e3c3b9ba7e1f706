"""Executor that uses processes on this machine."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from typing import Any

from gametheory.parallel.by_value import pickled, pickled_by_value, unpickled
from gametheory.parallel.child import become_child
from gametheory.parallel.executor import Piece, Result, Results, Serial, WorkerCrashed, serial_worker
from gametheory.parallel.start import fork, is_fork_safe, new_interpreter

MAX_CRASHES = 4


class ProcessPool:
    """Run pieces of work on processes of this machine. All processes end when the work ends, also after an error.

    Pieces and results must be picklable; the function can be any callable. Where a fork is impossible or unsafe, it is
    sent with its code, and one that cannot be sent, for example with an open file, runs in this process. If a worker is
    killed, a new worker receives its piece; after `MAX_CRASHES` further deaths, WorkerCrashed is raised.

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
        workers = min(self.workers, len(pieces))
        if workers <= 1:
            return Serial().results(function, pieces)
        if is_fork_safe():
            return _in_parallel(function, pieces, workers)
        try:
            sent, *sent_pieces = map(_ByValue, pickled_by_value([function, *pieces]))
        except (pickle.PicklingError, AttributeError, TypeError):
            return Serial().results(function, pieces)
        return _in_parallel(sent, sent_pieces, workers)


class _ByValue:
    """A pickle with code. It arrives in another process as the value itself."""

    def __init__(self, text: bytes) -> None:
        self._text = text

    def __reduce__(self) -> tuple[Callable[[bytes], Any], tuple[bytes]]:
        return unpickled, (self._text,)


def _in_parallel(function: Any, pieces: Sequence[Any], workers: int) -> Results[Any]:
    remaining = dict(enumerate(pieces))
    for _ in range(1 + MAX_CRASHES):
        for index, result in _until_one_dies(function, remaining, workers):
            del remaining[index]
            yield index, result
        if not remaining:
            return
    raise WorkerCrashed(
        f"worker processes died {1 + MAX_CRASHES} times, with {len(remaining)} of {len(pieces)} pieces of work left; "
        "they may have run out of memory"
    )


def _until_one_dies(function: Any, pieces: dict[int, Any], workers: int) -> Results[Any]:
    """Yield the results of all pieces, or of the pieces finished before a worker died."""
    # The initializer sends the function once per worker. A forked worker inherits it, so it need not be picklable.
    is_sent, given = isinstance(function, _ByValue), (function, sys.get_int_max_str_digits())
    context, work = (new_interpreter(), _work_by_value) if is_sent else (fork(), _work)
    pool = ProcessPoolExecutor(min(workers, len(pieces)), context, _start_worker, given)
    finished = False
    try:
        indices = {}
        try:
            for index, piece in pieces.items():
                indices[pool.submit(work, piece)] = index
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


def _start_worker(function: Callable[[Any], Any], digits: int) -> None:
    global _function
    _function = function
    sys.set_int_max_str_digits(digits)
    _worker_lifetime.enter_context(serial_worker())
    become_child()


def _work(piece: Any) -> Any:
    return _function(piece)


def _work_by_value(piece: Any) -> _ByValue:
    return _ByValue(pickled(_function(piece)))
