"""Sweeps: check all cases in a range in parallel, count the failures and find the smallest one.

The range is divided into chunks, and each chunk is checked by one worker. A case is any value with an order.
"""

from __future__ import annotations

import reprlib
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from gametheory.parallel.checkpoint import active_checkpoint
from gametheory.parallel.choose import executor_with
from gametheory.parallel.executor import in_worker
from gametheory.parallel.function_hash import function_hash
from gametheory.storage.opened_files import Recorded, active_record


class Ordered(Protocol):
    """A value with an order, such as a number or a tuple of numbers."""

    def __lt__(self, other: Any, /) -> bool:
        """Return whether this value is smaller than the other."""


Case = TypeVar("Case", bound=Ordered)
Chunk = TypeVar("Chunk")


@dataclass(frozen=True)
class Sweep(Generic[Case]):
    """The result of a sweep.

    Attributes
    ----------
    cases
        Number of checked cases.
    failures
        Number of cases in which the statement is false.
    first
        The smallest of these, or None.
    """

    cases: int = 0
    failures: int = 0
    first: Case | None = None

    def __add__(self, other: Sweep[Case]) -> Sweep[Case]:
        """Return the result of both parts together; their order does not matter."""
        first = [sweep.first for sweep in (self, other) if sweep.first is not None]
        return Sweep(self.cases + other.cases, self.failures + other.failures, min(first, default=None))


def check_cases(holds: Callable[[Case], bool], cases: Iterable[Case]) -> Sweep[Case]:
    """Check cases one by one.

    Parameters
    ----------
    holds
        Whether the statement is true in a case.
    cases
        The cases in any order.

    Examples
    --------
    >>> check_cases(lambda number: number * number < 50, range(10, 0, -1))
    Sweep(cases=10, failures=3, first=8)
    """
    count = failures = 0
    first: Case | None = None
    for case in cases:
        count += 1
        try:
            is_true = holds(case)
        except Exception as error:
            error.add_note(f"in the case {reprlib.repr(case)}")
            raise
        if not is_true:
            failures += 1
            first = case if first is None else min(first, case)
    return Sweep(count, failures, first)


def sweep(
    check_chunk: Callable[[Chunk], Sweep[Case]], chunks: Iterable[Chunk], workers: int | None = None
) -> Sweep[Case]:
    """Check all chunks of a range in parallel and add up the results.

    Progress is printed on a terminal. An exception of a check, or Ctrl-C, ends the sweep and drops unfinished chunks.
    If a worker is killed, another worker checks its chunk. Within `parallel.checkpoint.checkpointing`, which
    `gametheory check` uses, the results of finished chunks are saved and reused by the next run, if JSON represents
    their smallest failing case exactly. Memory: the list of chunks, and in each worker the memory for one chunk.

    Parameters
    ----------
    check_chunk
        Function that checks one chunk. If the platform cannot fork and the function is not picklable, all chunks are
        checked in this process.
    chunks
        The chunks. Chunks and failing cases must be picklable.
    workers
        Number of processes; by default the current executor (`parallel.choose`), with one process per core.

    Raises
    ------
    WorkerCrashed
        If workers die too often.

    Examples
    --------
    >>> sweep(lambda chunk: check_cases(lambda n: n % 7 != 6, range(chunk, chunk + 10)), range(0, 100, 10))
    Sweep(cases=100, failures=14, first=6)
    """
    chunks = list(chunks)
    names = _names(check_chunk, chunks)
    saved = dict(_saved(names))
    remaining = [number for number in range(len(chunks)) if number not in saved]
    total = sum(saved.values(), Sweep[Case]())
    opened = active_record()
    check = Recorded(check_chunk, opened.folder if opened else Path(), tuple(opened.excluded) if opened else ())
    with closing(executor_with(workers).results(check, [chunks[number] for number in remaining])) as results:
        for index, (outcome, files) in _with_progress(results, len(saved), len(chunks)):
            if opened:
                opened.add(files)
            _save(names[remaining[index]], outcome)
            total += outcome
    return total


def _names(check_chunk: Callable[[Chunk], Sweep[Case]], chunks: Sequence[Chunk]) -> list[str | None]:
    """Return the name of each chunk in the checkpoint, or None if its result cannot be saved."""
    # A running number of the sweep within the claim would be wrong: sweeps that another claim has cached do not run.
    check = function_hash(check_chunk) if active_checkpoint() else None
    return [check and (own := function_hash(chunk)) and check + own for chunk in chunks]


def _saved(names: Sequence[str | None]) -> Iterator[tuple[int, Sweep[Any]]]:
    """Yield the results saved by an earlier run, with the numbers of their chunks."""
    if checkpoint := active_checkpoint():
        for number, name in enumerate(names):
            outcome = checkpoint.outcome(name) if name else None
            if isinstance(outcome, list) and len(outcome) == 3:
                yield number, Sweep(*outcome)


def _save(name: str | None, outcome: Sweep[Any]) -> None:
    if name and (checkpoint := active_checkpoint()):
        checkpoint.add(name, [outcome.cases, outcome.failures, outcome.first])


def _with_progress(results: Iterable[Chunk], before: int, total: int) -> Iterator[Chunk]:
    """Print the number of finished chunks on a terminal, and nothing in a pipe."""
    if in_worker() or not sys.stderr.isatty():
        yield from results
        return
    try:
        for done, result in enumerate(results, 1 + before):
            print(f"\r\033[K{done} of {total} chunks", end="", file=sys.stderr, flush=True)
            yield result
    finally:
        print("\r\033[K", end="", file=sys.stderr, flush=True)
