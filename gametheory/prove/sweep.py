"""Sweeps: check all cases in a range, count the failures and find the smallest one; in parallel if it has chunks.

Each chunk is checked by one worker. A case is any value with an order.
"""

from __future__ import annotations

import reprlib
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, Generic, Protocol, TypeVar

from gametheory.parallel.checkpoint import active_checkpoint
from gametheory.parallel.processes import in_worker, results
from gametheory.prove.extent import Coverage, Extent, Recording, case_text, extent_from_json, extent_of
from gametheory.prove.sides import both_sides

Chunk = TypeVar("Chunk")
MAX_LISTED = 1000  # cases that are stored to notice that one was counted twice; of whole ranges none is needed


class Ordered(Protocol):
    """A value with an order, such as a number or a tuple of numbers."""

    def __lt__(self, other: Any, /) -> bool:
        """Return whether this value is smaller than the other."""


Case = TypeVar("Case", bound=Ordered)


@dataclass(frozen=True)
class Sweep(Generic[Case]):
    """The result of a sweep."""

    cases: int = 0
    failures: int = 0
    first: Case | None = None
    extent: Extent | None = field(default=None, compare=False, repr=False)
    parts: tuple[Extent, ...] = field(default=(), compare=False, repr=False)  # of which every case ran
    listed: frozenset[Any] = field(default=frozenset(), compare=False, repr=False)  # cases of other parts, if few
    sides: str = field(default="", compare=False, repr=False)  # of the comparison that is false in the first case

    def __post_init__(self) -> None:
        if self.extent and self.extent.whole and self.extent.recorded:
            object.__setattr__(self, "parts", (self.extent,))

    def __add__(self, other: Sweep[Case]) -> Sweep[Case]:
        """Return the result of both parts together; their order does not matter."""
        for one, two in ((one, two) for one in self.parts for two in other.parts if one.overlaps(two)):
            raise ValueError(f"two parts of a sweep have cases in common: {one} and {two}")
        if twice := (self.listed & other.listed) or self._among(other.listed) or other._among(self.listed):
            raise ValueError(f"two parts of a sweep have cases in common: {case_text(min(twice))}")
        listed = self.listed | other.listed
        parts = [sweep for sweep in (self, other) if sweep.cases]
        failed = [sweep for sweep in parts if sweep.first is not None]
        least = min(failed, key=_first_failure, default=Sweep[Case]())
        extents = [sweep.extent for sweep in parts]
        extent = reduce(lambda one, two: one and two and one.joined(two), extents) if extents else None
        total = self.cases + other.cases, self.failures + other.failures, least.first
        few = listed if len(listed) <= MAX_LISTED else frozenset()
        return Sweep(*total, extent, self.parts + other.parts, few, least.sides)

    def _among(self, listed: Iterable[Any]) -> list[Any]:
        """Return which of some cases are in a whole range of this sweep."""
        return [case for case in listed if self.parts and any(map(extent_of([case]).overlaps, self.parts))]

    @property
    def coverage(self) -> Coverage | None:
        """What ran, for a verdict; None if `check_cases` has not run the cases."""
        failed = None if self.first is None else case_text(self.first)
        return Coverage(self.cases, self.extent, failed) if self.extent else None


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
    failures, first, listed = 0, None, list[Case]()
    recording = Recording(cases)
    for case in recording:
        if recording.count <= MAX_LISTED:
            listed.append(case)
        if not is_true(holds, case):
            failures += 1
            first = case if first is None else min(first, case)
    several = recording.extent.whole or recording.count > MAX_LISTED
    few = _set_of([] if several else listed)
    sides = both_sides(holds, first) if failures else ""
    return Sweep(recording.count, failures, first, recording.extent, listed=few, sides=sides)


def _set_of(cases: Iterable[Any]) -> frozenset[Any]:
    """Return cases as a set; an empty one if they have no hash."""
    try:
        return frozenset(cases)
    except TypeError:
        return frozenset()


def is_true(holds: Callable[[Any], bool], case: object) -> bool:
    """Return the truth value of a statement in a case."""
    try:
        value = holds(case)
    except Exception as error:
        error.add_note(f"in the case {reprlib.repr(case)}")
        raise
    numpy = sys.modules.get("numpy")  # it has truth values of its own
    if isinstance(value, bool) or (numpy and type(value) is numpy.bool_):
        return bool(value)
    raise TypeError(
        f"holds: it returned a {type(value).__name__} in the case {reprlib.repr(case)}; it must return True or False"
    )


def sweep(
    check_chunk: Callable[[Chunk], Sweep[Case]], chunks: Iterable[Chunk], workers: int | None = None
) -> Sweep[Case]:
    """Check all chunks of a range in parallel and add up the results.

    Progress is printed on a terminal. An exception of a check, or Ctrl-C, ends the sweep and drops unfinished chunks.
    If a worker is killed, another worker checks its chunk. Within `parallel.checkpoint.checkpointing`, the
    results of finished chunks are saved and reused by the next run, if JSON represents their smallest failing case
    exactly. Memory: the list of chunks, and in each worker the memory for one chunk.

    Parameters
    ----------
    check_chunk
        Function that checks one chunk. If the platform cannot fork and the function is not picklable, all chunks are
        checked in this process.
    chunks
        The chunks. Chunks and failing cases must be picklable.
    workers
        Number of processes; by default the executor of `use_executor`, or one process per core.

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
    checkpoint = active_checkpoint()
    saved = dict(_saved(check_chunk, chunks))
    remaining = [number for number in range(len(chunks)) if number not in saved]
    total = sum(saved.values(), Sweep[Case]())
    with closing(results(check_chunk, [chunks[number] for number in remaining], workers)) as checked:
        for index, outcome in _with_progress(checked, len(saved), len(chunks)):
            if checkpoint:
                extent = outcome.extent.as_json() if outcome.extent else None
                work = check_chunk, chunks[remaining[index]]
                checkpoint.add(work, [outcome.cases, outcome.failures, outcome.first, extent, outcome.sides])
            total += outcome
    return total


def _saved(check_chunk: Callable[[Chunk], Sweep[Any]], chunks: Sequence[Chunk]) -> Iterator[tuple[int, Sweep[Any]]]:
    """Yield the results saved by an earlier run, with the numbers of their chunks."""
    if checkpoint := active_checkpoint():
        for number, chunk in enumerate(chunks):
            if outcome := checkpoint.outcome((check_chunk, chunk)):
                cases, failures, first, extent, sides = outcome
                yield number, Sweep(cases, failures, first, extent_from_json(extent) if extent else None, sides=sides)


def _with_progress(checked: Iterable[Chunk], before: int, total: int) -> Iterator[Chunk]:
    """Print the number of finished chunks on a terminal, and nothing in a pipe."""
    if in_worker() or not sys.stderr.isatty():
        yield from checked
        return
    try:
        for done, result in enumerate(checked, 1 + before):
            print(f"\r\033[K{done} of {total} chunks", end="", file=sys.stderr, flush=True)
            yield result
    finally:
        print("\r\033[K", end="", file=sys.stderr, flush=True)


def _first_failure(sweep: Sweep[Any]) -> Any:
    """Return the first case that failed, by which sweeps are compared."""
    return sweep.first
