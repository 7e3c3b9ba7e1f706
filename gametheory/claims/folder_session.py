"""A claims folder in use: its claims, which are collected once, and their verdicts, which are computed on request."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeAlias

from gametheory.claims.addresses import file_of
from gametheory.claims.cache import VerdictCache
from gametheory.claims.declare import Claim
from gametheory.claims.expected import Expectations
from gametheory.claims.kernel import ask_kernel, lift
from gametheory.claims.opened_folder import OpenedFolder, Work
from gametheory.claims.parallel import check_by_file
from gametheory.claims.runner import CheckedClaim, Result, run
from gametheory.claims.selection import asked_for
from gametheory.claims.sources import possible_files
from gametheory.claims.stored_certificates import StoredCertificates
from gametheory.claims.targets import Asked
from gametheory.claims.verdict import open_
from gametheory.parallel.confined import can_confine
from gametheory.parallel.cores import available_cores
from gametheory.parallel.executor import Serial, selected_executor, use_executor
from gametheory.parallel.process_pool import ProcessPool
from gametheory.parallel.progress import Progress
from gametheory.parallel.start import can_fork

Checker: TypeAlias = Callable[[Sequence[Claim]], Iterator[CheckedClaim]]
TIMEOUT = 600.0  # the slowest claim of proofs/ takes about ten seconds
DEEP_TIMEOUT = 86_400.0


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


class FolderSession:
    """The claims of a folder that were asked for, and their verdicts.

    Parameters
    ----------
    asked
        The folder, and the files and claims of it that were asked for.
    options
        The options of the run.

    Attributes
    ----------
    collection
        The claims with their dependencies, and what they are expected to be.
    cache
        The cache of the folder.

    Raises
    ------
    ClaimsError
        In the same cases as `gametheory.check`.

    Examples
    --------
    >>> from contextlib import closing
    >>> from tempfile import mkdtemp
    >>> from gametheory.claims.targets import asked
    >>> folder = Path(mkdtemp())
    >>> _ = (folder / "a.py").write_text("from gametheory import *; claim('A', '', '')(lambda: verified('a', 1))")
    >>> with closing(FolderSession(asked([folder])[0], Options())) as session:
    ...     with session.results(session.collection.claims) as results:
    ...         found = list(results)
    ...     session.compared(found, complete=True)[1], found[0].verdict.cases
    ((), 1)
    >>> session.close()  # ending it twice does no harm
    """

    def __init__(self, asked: Asked, options: Options) -> None:
        self._asked, self._options = asked, options
        self._expectations = Expectations(asked.place, options.record)
        self.cache = VerdictCache(asked.folder, options.deep, options.outputs, options.fresh)
        self.cache.remove_abandoned()
        self._opened = _opened(asked, options, self.cache)
        try:
            self._opened.collect(_wanted(asked, self._expectations))
            self._everything = self._opened.collection(", ".join(target.text for target in asked.targets))
            self.collection = self._expectations.applied(asked_for(self._everything, asked))
        except BaseException:
            self._opened.close()
            raise
        self.cache.save_imports()

    def close(self) -> None:
        """End the processes of the claims."""
        self._opened.close()

    @contextmanager
    def results(self, claims: Sequence[tuple[str, Claim]]) -> Iterator[Iterator[Result]]:
        """Context manager: check claims, and return an iterator over the results in the order of their dependencies.

        Parameters
        ----------
        claims
            Claims of the collection, with all claims that they depend on.
        """
        asked, options, cache = self._asked, self._options, self.cache
        claims = self._opened.as_declared(claims, _processes())
        # What an earlier run has saved is believed only if no claim could write it.
        fresh = options.fresh or not (self._opened.is_isolated and can_confine())
        ask_kernel(asked.place.path, [item for _, item in claims], cache.theorems, fresh, options.progress)
        cache.ask_again(item for _, item in claims if not item.skip)
        checker = partial(_check_each, _checker(asked, options, cache, self._opened), self.collection.broken)
        with _cluster(options), closing(run(claims, options.deep, cache, checker, lift)) as results:
            yield (
                replace(result, printed=self._opened.printed(result.claim), folder=asked.place.path)
                for result in results
            )

    def compared(self, found: Sequence[Result], complete: bool) -> tuple[tuple[Result, ...], tuple[str, ...]]:
        """Return results and how they differ from the recorded verdicts and certificates; or record them.

        Parameters
        ----------
        found
            The results.
        complete
            Whether they are those of all claims that were asked for.
        """
        whole = complete and self._asked.is_whole
        compared, problems = self._expectations.compared(found, self._everything, whole)
        stored = StoredCertificates(self._asked.place, compared, whole or (complete and self._asked.is_one_source))
        if self._options.record:
            stored.write()
        return compared, (
            *problems,
            *stored.problems(),
            *self._opened.disagreements(self._files(found, complete), _processes()),
        )

    def _files(self, found: Sequence[Result], complete: bool) -> set[str]:
        """Return the names of the files that were asked for; those of the results only, if these are not complete."""
        if not complete:
            return {file_of(each.claim) for each in found}
        targets = self._asked.targets
        return {name for name in self._everything.files if any(target.includes_file(name) for target in targets)}


def _opened(asked: Asked, options: Options, cache: VerdictCache) -> OpenedFolder:
    # With deep, the sweeps inside the checks run on the cluster. Each process of claims has its own connection to it.
    scheduler = _scheduler(options) if options.deep else None
    isolated = can_fork() and (scheduler is not None or not options.deep or not _on_cluster(options))
    work = Work(cache, options.deep, _limit(options), isolated, options.fresh, options.capture, scheduler)
    return OpenedFolder(asked.folder, asked.place, work)


def _on_cluster(options: Options) -> bool:
    return options.scheduler is not None or not isinstance(selected_executor(), ProcessPool | Serial | None)


def _scheduler(options: Options) -> str | None:
    """Return the address of the scheduler of the Dask cluster that does the work, or None."""
    return options.scheduler or getattr(selected_executor(), "address", None)


def _checker(asked: Asked, options: Options, cache: VerdictCache, opened: OpenedFolder) -> Checker:
    if _on_cluster(options) and not options.deep:
        return check_by_file(asked.folder, options.fresh, options.outputs, cache)
    # With deep, single sweeps take longest: then their chunks are spread over the processes, not the files.
    in_order = options.deep or not options.capture
    return partial(opened.check, processes=1 if in_order else _processes())


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
def _cluster(options: Options) -> Iterator[None]:
    """Context manager: use the Dask cluster of a scheduler, or leave the executor unchanged.

    With deep, the processes of the claims use it. This one does not: what comes from workers that have run code of
    claims is pickled, and could run code here.
    """
    if options.scheduler is None or (options.deep and can_fork()):
        yield
    else:
        from gametheory.parallel import dask  # distributed is optional and slow to import

        with dask.DaskCluster(options.scheduler, dask.SECONDS) as cluster, use_executor(cluster):
            yield
