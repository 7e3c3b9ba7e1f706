"""Check the claims of one folder: collect, select, use the cache, and check files in parallel."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from gametheory.claims.addresses import SEPARATOR, address
from gametheory.claims.cache import VerdictCache
from gametheory.claims.collect import Collection
from gametheory.claims.declare import Appendix, Claim, topological_order
from gametheory.claims.evidence import Evidence
from gametheory.claims.expected import Expectations
from gametheory.claims.kernel import ask_kernel, lift
from gametheory.claims.last_failed import LastFailed
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
    maxfail: int = 0
    failed: str = ""
    capture: bool = True
    finished: Callable[[Result], None] | None = None


class FolderRun(NamedTuple):
    """The results of one claims folder, the folder in which its files are, and the rest as for `CheckRun`."""

    folder: Path
    results: tuple[Result, ...]
    appendices: tuple[AppendixSection, ...]
    problems: tuple[str, ...]
    not_checked: tuple[str, ...] = ()


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
    failures = LastFailed(cache.index, place.path)
    with closing(_opened(asked, options, cache)) as opened:
        everything = _collected(asked, opened, expectations)
        collection = expectations.applied(asked_for(everything, asked))
        claims = selected(collection, _with_failures(selection, options, failures, collection), asked.folder)
        with opened.paused():  # a thread of a claims file could change what the kernel reads and answers
            ask_kernel(place.path, [item for _, item in claims], cache.theorems, options.fresh, options.progress)
        checker = partial(_check_each, _checker(asked, options, cache, opened), collection.broken)
        first = set(failures.addresses) if options.failed == "first" else set[str]()
        ordered = sorted(claims, key=lambda pair: address(pair[1]) not in first)
        with _cluster(options.scheduler), closing(run(ordered, deep, cache, checker, lift)) as results:
            done = _until_maxfail(results, topological_order(ordered), options, opened)
        sections = _announced(collection.appendices, options.progress) if options.appendices else ()
        made = tuple(AppendixSection(source, item, cache.evidence(item)) for source, item in sections)
        cache.save_imports()
    failures.update(done.values())
    found = [done[item.id] for _, item in claims if item.id in done]
    complete = selection.is_everything and options.failed != "only" and len(found) == len(claims)
    whole = complete and asked.is_whole
    compared, problems = expectations.compared(found, everything, whole)
    stored = StoredCertificates(place, compared, whole or (complete and asked.is_one_source))
    if options.record:
        stored.write()
    left = tuple(item.id for _, item in claims if item.id not in done)
    return FolderRun(place.path, compared, made, (*problems, *stored.problems()), left)


def list_folder(asked: Asked, selection: Selection, options: Options) -> list[tuple[str, Claim]]:
    """Return the selected claims of a folder without checking them, each with the name of its source.

    Parameters
    ----------
    asked, selection, options
        As for `check_folder`.

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
    >>> [item.id for _, item in list_folder(asked([folder])[0], Selection(), Options())]
    ['A']
    """
    expectations = Expectations(asked.place)
    cache = VerdictCache(asked.folder, options.deep, options.outputs, options.fresh)
    failures = LastFailed(cache.index, asked.place.path)
    with closing(_opened(asked, options, cache)) as opened:
        collection = expectations.applied(asked_for(_collected(asked, opened, expectations), asked))
        cache.save_imports()
        return selected(collection, _with_failures(selection, options, failures, collection), asked.folder)


def _collected(asked: Asked, opened: OpenedFolder, expectations: Expectations) -> Collection:
    opened.collect(_wanted(asked, expectations))
    return opened.collection(", ".join(target.text for target in asked.targets))


def _opened(asked: Asked, options: Options, cache: VerdictCache) -> OpenedFolder:
    # A forked process cannot use the connection to a cluster; with deep, the sweeps inside the checks need it.
    isolated = can_fork() and not (options.deep and _on_cluster(options))
    work = Work(cache, options.deep, _limit(options), isolated, options.fresh, options.capture)
    return OpenedFolder(asked.folder, asked.place, work)


def _on_cluster(options: Options) -> bool:
    return options.scheduler is not None or not isinstance(selected_executor(), ProcessPool | Serial | None)


def _checker(asked: Asked, options: Options, cache: VerdictCache, opened: OpenedFolder) -> Checker:
    if _on_cluster(options) and not options.deep:
        return check_by_file(asked.folder, options.fresh, options.outputs, cache)
    # With deep, single sweeps take longest: then their chunks are spread over the processes, not the files.
    in_order = options.deep or not options.capture
    return partial(opened.check, processes=1 if in_order else _processes())


def _with_failures(selection: Selection, options: Options, failures: LastFailed, collection: Collection) -> Selection:
    """Return the selection without the claims that did not fail last, if only the others are to be checked."""
    existing = {address(item) for _, item in collection.claims} | collection.broken.keys()
    failed = {name for name in failures.addresses if name in existing or _is_file(name)}
    return replace(selection, addresses=failed) if options.failed == "only" and failed else selection


def _is_file(name: str) -> bool:
    """Return whether an address is that of a claim that stands for a file."""
    file, _, id = name.partition(SEPARATOR)
    return file == id


def _until_maxfail(
    results: Iterator[Result], ordered: Sequence[tuple[str, Claim]], options: Options, opened: OpenedFolder
) -> dict[str, Result]:
    """Return the results by id, up to the greatest number of failures."""
    done: dict[str, Result] = {}
    failures = 0
    for _, item in _announced(ordered, options.progress):
        result = next(results)
        done[item.id] = result = replace(result, printed=opened.printed(item))
        if options.finished:
            options.finished(result)
        failures += not result.matches_expected
        if failures == options.maxfail > 0:
            break
    return done


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
