"""Exhaustive checks over a box, in parallel: how many cases, how many fail, and the smallest that does.

A box is cut into chunks, each checked by one worker. Knows no game: a case is any value with an order.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from gametheory.parallel.checkpoint import active_checkpoint
from gametheory.parallel.executor import executor_with, in_worker
from gametheory.parallel.function_hash import function_hash


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
    """Check every chunk of a box, spread over workers, and add up what was found.

    Arguments: the check of one chunk; the chunks; how many processes, by default those of the executor in use
    (`parallel.executor`), one for each core unless another was chosen. Chunks and failing cases travel between processes
    and must be picklable. Where processes can be forked the check may be any function; elsewhere one that cannot be
    pickled is run in this process. Progress is shown on a terminal. An exception of a check, and Ctrl-C, end the sweep;
    chunks under way are dropped. A chunk whose worker was killed is checked by another.

    Within `parallel.checkpoint.checkpointing`, as under `gametheory check`, the outcomes of finished chunks are kept, unless JSON
    could not give back their first failing case exactly, and such chunks are not checked again. Memory: all chunks,
    and in each worker what one takes. Raises WorkerCrashed where workers are killed again and again.

    >>> sweep(lambda chunk: check_cases(lambda n: n % 7 != 6, range(chunk, chunk + 10)), range(0, 100, 10))
    Sweep(cases=100, failures=14, first=6)
    """
    chunks = list(chunks)
    names = _names(check_chunk, chunks)
    found = dict(_kept(names))
    left = [number for number in range(len(chunks)) if number not in found]
    total = sum(found.values(), Sweep[Case]())
    with closing(executor_with(workers).results(check_chunk, [chunks[number] for number in left])) as results:
        for place, outcome in _with_progress(results, len(found), len(chunks)):
            _keep(names[left[place]], outcome)
            total += outcome
    return total


def _names(check_chunk: Callable[[Chunk], Sweep[Case]], chunks: Sequence[Chunk]) -> list[str | None]:
    """What the outcomes of chunks are kept under, None where they are not kept.

    Not the number of the sweep within the claim: a sweep that another claim has cached is not run, and would be
    mistaken for the next one.
    """
    check = function_hash(check_chunk) if active_checkpoint() else None
    return [check and (own := function_hash(chunk)) and check + own for chunk in chunks]


def _kept(names: Sequence[str | None]) -> Iterator[tuple[int, Sweep[Any]]]:
    """The outcomes that an earlier run has kept, with the numbers of their chunks."""
    if progress := active_checkpoint():
        for number, name in enumerate(names):
            outcome = progress.outcome(name) if name else None
            if isinstance(outcome, list) and len(outcome) == 3:
                yield number, Sweep(*outcome)


def _keep(name: str | None, outcome: Sweep[Any]) -> None:
    if name and (progress := active_checkpoint()):
        progress.add(name, [outcome.cases, outcome.failures, outcome.first])


def _with_progress(results: Iterable[Chunk], before: int, total: int) -> Iterator[Chunk]:
    """Count the chunks done on a terminal; say nothing in a pipe."""
    if in_worker() or not sys.stderr.isatty():
        yield from results
        return
    try:
        for done, result in enumerate(results, 1 + before):
            print(f"\r\033[K{done} of {total} parts", end="", file=sys.stderr, flush=True)
            yield result
    finally:
        print("\r\033[K", end="", file=sys.stderr, flush=True)
