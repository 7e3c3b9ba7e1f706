"""Sweeps: check all cases in a range in parallel, count the failures and find the smallest one.

The range is divided into chunks, and each chunk is checked by one worker. A case is any value with an order.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

from gametheory.parallel.checkpoint import active_checkpoint
from gametheory.parallel.choose import executor_with
from gametheory.parallel.executor import in_worker
from gametheory.parallel.function_hash import function_hash
from gametheory.prove.cases import Case, Sweep, check_cases
from gametheory.prove.extent import extent_from_json
from gametheory.storage.opened_files import Recorded, active_record

Chunk = TypeVar("Chunk")
__all__ = ["Sweep", "check_cases", "sweep"]


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
    checkpoint = active_checkpoint()
    if not checkpoint or not (check := function_hash(check_chunk)):
        return [None] * len(chunks)
    return [checkpoint.next_name(check + own) if (own := function_hash(chunk)) else None for chunk in chunks]


def _saved(names: Sequence[str | None]) -> Iterator[tuple[int, Sweep[Any]]]:
    """Yield the results saved by an earlier run, with the numbers of their chunks."""
    if checkpoint := active_checkpoint():
        for number, name in enumerate(names):
            outcome = checkpoint.outcome(name) if name else None
            if isinstance(outcome, list) and len(outcome) == 4:
                cases, failures, first, extent = outcome
                yield number, Sweep(cases, failures, first, extent_from_json(extent) if extent else None)


def _save(name: str | None, outcome: Sweep[Any]) -> None:
    if name and (checkpoint := active_checkpoint()):
        extent = outcome.extent.as_json() if outcome.extent else None
        checkpoint.add(name, [outcome.cases, outcome.failures, outcome.first, extent])


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
