"""Pieces of work spread over processes of this machine."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from multiprocessing import connection
from multiprocessing.context import BaseContext
from threading import Thread
from typing import Any

from gametheory.parallel.executor import Piece, Result, Results, Serial, WorkerCrashed, serial_worker

MOST_DEATHS = 4


class ProcessPool:
    """So many processes of this machine, of which none is left when the work ends, however it ends.

    Pieces and results travel between processes and must be picklable. Where processes can be forked the function may be
    any; elsewhere one that cannot be pickled is run in this process. A piece whose worker was killed is given to a new
    one; after `MOST_DEATHS` more such deaths WorkerCrashed is raised.

    >>> sorted(ProcessPool(2).results(lambda number: number * number, [3, 1, 2]))
    [(0, 9), (1, 1), (2, 4)]
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def results(self, function: Callable[[Piece], Result], pieces: Sequence[Piece]) -> Results[Result]:
        """The results as they come, each with the place of its piece."""
        context, workers = _context(), min(self.workers, len(pieces))
        if workers > 1 and _can_be_sent(function, context):
            return _in_parallel(function, pieces, workers, context)
        return Serial().results(function, pieces)


def _context() -> BaseContext:
    """Forked processes where there are any: they know the functions of files that were loaded by path."""
    methods = multiprocessing.get_all_start_methods()
    return multiprocessing.get_context("fork" if "fork" in methods else None)


def _can_be_sent(function: Callable[..., Any], context: BaseContext) -> bool:
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
    left = dict(enumerate(pieces))
    for _ in range(1 + MOST_DEATHS):
        for index, result in _until_one_dies(function, left, workers, context):
            del left[index]
            yield index, result
        if not left:
            return
    raise WorkerCrashed(
        f"worker processes died {1 + MOST_DEATHS} times, with {len(left)} of {len(pieces)} pieces of work left; "
        "they may have needed more memory than there is"
    )


def _until_one_dies(
    function: Callable[[Piece], Result], pieces: dict[int, Piece], workers: int, context: BaseContext
) -> Results[Result]:
    """The results of all pieces, or of those that were finished when a worker died."""
    # The function goes to a worker when it is started, once: a forked one inherits it, whatever function it is.
    pool = ProcessPoolExecutor(min(workers, len(pieces)), context, _start_worker, (function,))
    finished = False
    try:
        indices = {}
        try:
            for index, piece in pieces.items():
                indices[pool.submit(_work, piece)] = index
        except BrokenProcessPool:  # a worker died before all were handed out
            pass
        for future in as_completed(indices):
            if not isinstance(future.exception(), BrokenProcessPool):
                yield indices[future], future.result()
        finished = True
    finally:
        _end(pool, finished)


def _end(pool: ProcessPoolExecutor, finished: bool) -> None:
    """End the workers; where work is left they are killed, so that nobody waits for a piece that takes an hour."""
    if not finished:
        for process in list((pool._processes or {}).values()):
            process.kill()
    pool.shutdown(cancel_futures=True)


_function: Callable[[Any], Any]  # set in workers only
_for_ever = ExitStack()


def _start_worker(function: Callable[[Any], Any]) -> None:
    global _function
    _function = function
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends a worker without a traceback
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _for_ever.enter_context(serial_worker())
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A worker whose parent was killed would wait for work for ever."""
    if parent := multiprocessing.parent_process():
        connection.wait([parent.sentinel])
        os._exit(1)


def _work(piece: Any) -> Any:
    return _function(piece)
