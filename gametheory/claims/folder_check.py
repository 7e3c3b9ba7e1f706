"""Check the claims of one folder: collect, select, use the cache, and check files in parallel."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from gametheory.claims.cache import VerdictCache
from gametheory.claims.declare import Appendix, Claim, topological_order
from gametheory.claims.evidence import Evidence
from gametheory.claims.expected import Expectations
from gametheory.claims.kernel import ask_kernel, lift
from gametheory.claims.opened_folder import OpenedFolder, Work
from gametheory.claims.parallel import check_by_file
from gametheory.claims.runner import CheckedClaim, Result, run
from gametheory.claims.selection import Selection, asked_for, selected
from gametheory.claims.sources import possible_files
from gametheory.claims.stored_certificates import StoredCertificates
from gametheory.claims.targets import Asked
from gametheory.claims.verdict import open_
from gametheory.parallel.child import can_fork
from gametheory.parallel.cores import available_cores
from gametheory.parallel.executor import Serial, selected_executor, use_executor
from gametheory.parallel.process_pool import ProcessPool

Progress: TypeAlias = Callable[[int, int, str], None]
Checker: TypeAlias = Callable[[Sequence[Claim]], Iterator[CheckedClaim]]
TIMEOUT = 600.0  # the slowest claim of proofs/ takes about ten seconds
DEEP_TIMEOUT = 86_400.0


class AppendixSection(NamedTuple):
    """The evidence of an appendix, with the name of its source."""

    source: str
    appendix: Appendix
    evidence: Sequence[Evidence]


class Options(NamedTuple):
    """The options of a run, as for `gametheory.check`."""

    deep: bool = False
    fresh: bool = False
    timeout: float | None = None
    outputs: Sequence[Path] = ()
    appendices: bool = False
    progress: Progress | None = None
    record: bool = False
    scheduler: str | None = None


class FolderRun(NamedTuple):
    """The results of one claims folder, the folder in which its files are, and the rest as for `CheckRun`."""

    folder: Path
    results: tuple[Result, ...]
    appendices: tuple[AppendixSection, ...]
    problems: tuple[str, ...]


def check_folder(asked: Asked, selection: Selection, options: Options) -> FolderRun:
    """Check the selected claims of a folder.

    Parameters
    ----------
    asked
        The folder, and the files and claims of it that were asked for.
    selection
        Which claims of these are checked.
    options
        The options of the run.

    Raises
    ------
    ClaimsError
        In the same cases as `gametheory.check`.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> from gametheory.claims.targets import asked
    >>> folder = Path(mkdtemp())
    >>> _ = (folder / "a.py").write_text("from gametheory import *; claim('A', '', '')(lambda: verified('a', 1))")
    >>> [result.verdict.cases for result in check_folder(asked([folder])[0], Selection(), Options()).results]
    [1]
    """
    place, deep = asked.place, options.deep
    expectations = Expectations(place, options.record)
    cache = VerdictCache(asked.folder, deep, options.outputs, options.fresh)
    executor = selected_executor()
    on_cluster = options.scheduler is not None or not isinstance(executor, ProcessPool | Serial | None)
    # A forked process cannot use the connection to a cluster; with deep, the sweeps inside the checks need it.
    work = Work(cache, deep, _limit(options), can_fork() and not (deep and on_cluster), options.fresh)
    with closing(OpenedFolder(asked.folder, place, work)) as opened:
        opened.collect(_wanted(asked, expectations))
        everything = opened.collection(", ".join(target.text for target in asked.targets))
        collection = expectations.applied(asked_for(everything, asked))
        claims = selected(collection, selection, asked.folder)
        by_cluster = (
            check_by_file(asked.folder, options.fresh, options.outputs, cache) if on_cluster and not deep else None
        )
        local = partial(opened.check, processes=1 if deep else _processes())
        checker = partial(_check_each, by_cluster or local, collection.broken)
        with opened.paused():  # a thread of a claims file could change what the kernel reads and answers
            ask_kernel(place.path, [item for _, item in claims], cache.theorems, options.fresh, options.progress)
        with _cluster(options.scheduler), closing(run(claims, deep, cache, checker, lift)) as results:
            done = {item.id: next(results) for _, item in _announced(topological_order(claims), options.progress)}
        sections = _announced(collection.appendices, options.progress) if options.appendices else ()
        made = tuple(AppendixSection(source, item, cache.evidence(item)) for source, item in sections)
        cache.save_imports()
    found, whole = [done[item.id] for _, item in claims], selection.is_everything and asked.is_whole
    compared, problems = expectations.compared(found, everything, whole)
    stored = StoredCertificates(place, compared, whole or (selection.is_everything and asked.is_one_source))
    if options.record:
        stored.write()
    return FolderRun(place.path, compared, made, (*problems, *stored.problems()))


def _limit(options: Options) -> float:
    if options.timeout is not None:
        return options.timeout
    return DEEP_TIMEOUT if options.deep else TIMEOUT


def _wanted(asked: Asked, expectations: Expectations) -> set[str] | None:
    """Return the names of the files whose claims must be known; None for all.

    A file of expected verdicts lists all claims, and the ids of some depend on those of the others.
    """
    if asked.is_whole or expectations.exist:
        return None
    names = (name for source in possible_files(asked.place) for name in source)
    return {name for name in names if any(target.includes_file(name) for target in asked.targets)}


def _processes() -> int:
    # With deep, single sweeps take longest: then their chunks are spread over the processes, not the files.
    executor = selected_executor()
    if isinstance(executor, ProcessPool):
        return executor.workers
    return 1 if executor else available_cores()


def _check_each(checker: Checker, broken: Mapping[str, str], claims: Sequence[Claim]) -> Iterator[CheckedClaim]:
    """Check claims; those that stand for broken files are open already."""
    for item in claims:
        if item.id in broken:
            yield item, open_(broken[item.id]), 0.0
    if others := [item for item in claims if item.id not in broken]:
        yield from checker(others)


@contextmanager
def _cluster(scheduler: str | None) -> Iterator[None]:
    """Context manager: use the Dask cluster of a scheduler, or leave the executor unchanged."""
    if scheduler is None:
        yield
        return
    from gametheory.parallel import dask  # distributed is optional and slow to import

    with dask.DaskCluster(scheduler, dask.SECONDS) as cluster, use_executor(cluster):
        yield


def _announced(items: Sequence[tuple[str, Any]], progress: Progress | None) -> Iterator[tuple[str, Any]]:
    for number, (source, item) in enumerate(items, 1):
        if progress:
            progress(number, len(items), item.id)
        yield source, item
