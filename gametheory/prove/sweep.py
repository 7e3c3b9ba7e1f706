"""Exhaustive checks over a box, in parallel: how many cases, how many fail, and the smallest that does.

A box is cut into chunks, each checked by one process. Knows no game: a case is any value with an order.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing.context import BaseContext
from typing import Any, Generic, Protocol, TypeVar


class Ordered(Protocol):
    """What has an order, such as a number or a tuple of numbers."""

    def __lt__(self, other: Any, /) -> bool:
        """Whether it comes before the other."""


Case = TypeVar("Case", bound=Ordered)
Chunk = TypeVar("Chunk")


@dataclass(frozen=True)
class Sweep(Generic[Case]):
    """How many cases were checked, how many failed, and the smallest of those; None where all hold."""

    cases: int = 0
    failures: int = 0
    first: Case | None = None

    def __add__(self, other: Sweep[Case]) -> Sweep[Case]:
        """The sweep of both parts; the order of the parts does not matter."""
        found = [sweep.first for sweep in (self, other) if sweep.first is not None]
        return Sweep(self.cases + other.cases, self.failures + other.failures, min(found, default=None))


def check_cases(holds: Callable[[Case], bool], cases: Iterable[Case]) -> Sweep[Case]:
    """Check cases one by one, in any order.

    >>> check_cases(lambda number: number * number < 50, range(10, 0, -1))
    Sweep(cases=10, failures=3, first=8)
    """
    count = failures = 0
    first: Case | None = None
    for case in cases:
        count += 1
        if not holds(case):
            failures += 1
            first = case if first is None else min(first, case)
    return Sweep(count, failures, first)


def sweep(
    check_chunk: Callable[[Chunk], Sweep[Case]], chunks: Iterable[Chunk], workers: int | None = None
) -> Sweep[Case]:
    """Check every chunk of a box, spread over processes, and add up what was found.

    Arguments: the check of one chunk; the chunks; how many processes, by default one for each core. Chunks
    and failing cases travel between processes and must be picklable. Where processes can be forked the check
    may be any function; elsewhere one that cannot be pickled is run in this process. Progress is shown on a
    terminal. An exception of a check, and Ctrl-C, end the sweep; chunks not yet begun are dropped.

    >>> sweep(lambda chunk: check_cases(lambda n: n % 7 != 6, range(chunk, chunk + 10)), range(0, 100, 10))
    Sweep(cases=100, failures=14, first=6)
    """
    chunks = list(chunks)
    context = _context()
    workers = min(workers or os.cpu_count() or 1, len(chunks))
    results: Iterable[Sweep[Case]] = map(check_chunk, chunks)
    if workers > 1 and _can_be_sent(check_chunk, context):
        results = _in_parallel(check_chunk, chunks, workers, context)
    return sum(_with_progress(results, len(chunks)), Sweep[Case]())


def _context() -> BaseContext:
    """Forked processes where there are any: they know the functions of files that were loaded by path."""
    methods = multiprocessing.get_all_start_methods()
    return multiprocessing.get_context("fork" if "fork" in methods else None)


def _can_be_sent(check_chunk: Callable[..., Any], context: BaseContext) -> bool:
    if context.get_start_method() == "fork":
        return True
    try:
        pickle.dumps(check_chunk)
    except (pickle.PicklingError, AttributeError, TypeError):
        return False
    return True


def _in_parallel(
    check_chunk: Callable[[Chunk], Sweep[Case]], chunks: list[Chunk], workers: int, context: BaseContext
) -> Iterator[Sweep[Case]]:
    # The check goes to a worker when it is started, once: a forked one inherits it, whatever function it is.
    executor = ProcessPoolExecutor(workers, context, _start_worker, (check_chunk,))
    try:
        for future in as_completed([executor.submit(_run_check, chunk) for chunk in chunks]):
            yield future.result()
    finally:
        executor.shutdown(cancel_futures=True)


_check: Callable[[Any], Sweep[Any]]  # set in workers only


def _start_worker(check_chunk: Callable[[Any], Sweep[Any]]) -> None:
    global _check
    _check = check_chunk
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends a worker without a traceback


def _run_check(chunk: Any) -> Sweep[Any]:
    return _check(chunk)


def _with_progress(results: Iterable[Sweep[Case]], total: int) -> Iterator[Sweep[Case]]:
    """Count the chunks done on a terminal; say nothing in a pipe."""
    if not sys.stderr.isatty():
        yield from results
        return
    try:
        for done, result in enumerate(results, 1):
            print(f"\r\033[K{done} of {total} parts", end="", file=sys.stderr, flush=True)
            yield result
    finally:
        print("\r\033[K", end="", file=sys.stderr, flush=True)
