"""Check a folder of claims: collect, select, use the cache, and check files in parallel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from shlex import quote
from typing import Any, NamedTuple, TypeAlias

from gametheory.claims.cache import VerdictCache
from gametheory.claims.collect import Collection, collect_all
from gametheory.claims.declare import Appendix, Claim, ClaimsError, topological_order, with_dependencies
from gametheory.claims.declare import select as select_claims
from gametheory.claims.evidence import Evidence
from gametheory.claims.expected import Expectations
from gametheory.claims.host import Host
from gametheory.claims.kernel import ask_kernel, lift
from gametheory.claims.parallel import check_by_file
from gametheory.claims.registry import forget_modules
from gametheory.claims.runner import CheckedClaim, Result, check_serially, run
from gametheory.claims.sources import ClaimsFolder, claims_folder, source_paths
from gametheory.claims.stored_certificates import StoredCertificates
from gametheory.claims.verdict import Status, open_
from gametheory.parallel.child import can_fork
from gametheory.parallel.cores import available_cores, limit_cores
from gametheory.parallel.executor import Serial, selected_executor, use_executor
from gametheory.parallel.process_pool import ProcessPool

Progress: TypeAlias = Callable[[int, int, str], None]
Checker: TypeAlias = Callable[[Sequence[Claim]], Iterator[CheckedClaim]]
DEFAULT_FOLDER = Path("proofs")
TIMEOUT = 600.0  # the slowest claim of proofs/ takes about ten seconds
DEEP_TIMEOUT = 86_400.0


class NothingSelected(ClaimsError):
    """No claim matches the selection."""


class AppendixSection(NamedTuple):
    """The evidence of an appendix, with the name of its source."""

    source: str
    appendix: Appendix
    evidence: Sequence[Evidence]


@dataclass(frozen=True)
class CheckRun:
    """The results of checking a folder of claims.

    Attributes
    ----------
    folder
        The claims folder.
    deep
        Whether the checks covered larger ranges.
    results
        One result per claim, in the order of the files and of the claims in them.
    appendices
        The appendices with their evidence; empty unless they were requested.
    problems
        How the claims differ from those in the file of expected verdicts, and what was discharged from the stored
        certificates, in lines.

    Examples
    --------
    >>> from gametheory.claims import claim, verified
    >>> item = claim("S", "$1 + 1 = 2$", "p. 1")(lambda: verified("one case", 1))
    >>> checked = CheckRun(Path("proofs"), False, tuple(run([("Sums", item)])))
    >>> checked.all_match_expected, checked.cached, checked.awaiting_kernel, checked.counts["verified"]
    (True, 0, 0, 1)
    >>> checked.as_json()["claims"][0]["command"]
    'gametheory check -k S'
    """

    folder: Path
    deep: bool
    results: tuple[Result, ...]
    appendices: tuple[AppendixSection, ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def all_match_expected(self) -> bool:
        """Whether every verdict matches the expected one, and the stored verdicts and certificates match, too."""
        return not self.problems and all(result.matches_expected for result in self.results)

    @property
    def counts(self) -> dict[str, int]:
        """Number of claims by status, in the order of `Status`."""
        found = Counter(result.verdict.status for result in self.results)
        return {status.value: found[status] for status in Status}

    @property
    def cached(self) -> int:
        """Number of verdicts from the cache."""
        return sum(result.cached for result in self.results)

    @property
    def awaiting_kernel(self) -> int:
        """Number of claims with a Rocq proof that this machine cannot run."""
        return sum(result.awaits_kernel for result in self.results)

    def __getitem__(self, id: str) -> Result:
        """Return the result of the claim with this id; KeyError if there is none."""
        for result in self.results:
            if result.claim.id == id:
                return result
        raise KeyError(id)

    def as_json(self) -> dict[str, Any]:
        """Return the keys `claims`, `counts` and `problems` of `gametheory check --json`."""
        return {
            "claims": [result_as_json(each, self.folder, self.deep) for each in self.results],
            "counts": self.counts,
            "problems": list(self.problems),
        }


def check(
    folder: str | Path = DEFAULT_FOLDER,
    select: str | None = None,
    *,
    deep: bool = False,
    fresh: bool = False,
    workers: int | None = None,
    scheduler: str | None = None,
    timeout: float | None = None,
    outputs: Sequence[str | Path] = (),
    appendices: bool = False,
    progress: Progress | None = None,
    record: bool = False,
) -> CheckRun:
    """Check the claims of a folder.

    Verdicts are cached in the user's cache folder. A claim is checked again if its file, the code it imports, a data
    file, another file that was opened, or an installed package has changed. Files are checked in parallel. With `deep`,
    the sweeps inside each check run in parallel instead, because a single sweep can then take most of the time.

    The code of the folder runs in child processes, if the platform can fork. A check that raises an error, calls
    `sys.exit`, crashes or does not end leaves its claim open, and the others are checked. A file that does not run to
    its end is one open claim, whose id is the name of the file, such as "castle_3/battle.py".

    Parameters
    ----------
    folder
        Folder with Python files that declare claims, or one source folder: a subfolder with an `__init__.py`.
    select
        Id of a claim, or text to search for in ids and statements. Dependencies of the selected claims are checked too.
    deep
        Let checks cover larger ranges, which is slow.
    fresh
        Ignore cached verdicts.
    workers
        Number of parallel workers; by default all available cores.
    scheduler
        Address of a Dask scheduler, such as "tcp://10.0.0.1:8786". Then the workers of that cluster do the work.
    timeout
        Seconds after which a check is stopped and its claim is open; 0 for no limit. The default is 600, and 86,400 (a
        day) with `deep`. A cluster has no limit.
    outputs
        Files in the folder that are not data of the claims, for example earlier reports.
    appendices
        Whether to make the evidence of the appendices, which only reports need.
    progress
        Function that is called before each claim or appendix with its number, the total and its id.
    record
        Write the verdicts to the file of expected verdicts, `expected.tsv` in the claims folder, and the certificates
        to its folder `certificates`, if there is one; those of the selected claims only, if there is a selection.

    Returns
    -------
    CheckRun
        The results in the order of the claims.

    Raises
    ------
    ClaimsError
        If the folder cannot be checked: it is missing, has no claim, or an id occurs twice; `NothingSelected` if no
        claim matches `select`. If the file of expected verdicts has another form, contradicts a claim, or cannot be
        written; or if `record` is set and a file does not run to its end, or a claim is open without expecting it.
    WorkerCrashed
        If workers of a cluster die too often.
    ClusterUnreachable
        If the Dask cluster is not usable.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> folder = Path(mkdtemp())
    >>> lines = ["'Sums.'", "from gametheory import claim, verified"]
    >>> lines += ["sum = claim('S', '$1 + 1 = 2$', 'p. 1')(lambda: verified('one case', 1))"]
    >>> _ = (folder / "sums.py").write_text("\\n".join(lines))
    >>> run = check(folder)
    >>> run["S"].verdict.status.value, run.counts["verified"], run.all_match_expected
    ('verified', 1, True)
    """
    folder, written = Path(folder), [Path(path) for path in outputs]
    place = claims_folder(folder)
    source_paths(place)  # refuse a missing folder, or a name that no folder can have, before anything else
    expectations = Expectations(place, record)
    cache = VerdictCache(folder, deep, written, fresh)
    limit = (DEEP_TIMEOUT if deep else TIMEOUT) if timeout is None else timeout
    on_cluster = scheduler is not None or not isinstance(selected_executor(), ProcessPool | Serial | None)
    # A forked process cannot use the connection to a cluster; with deep, the sweeps inside the checks need it.
    with limit_cores(workers), _opened(folder, cache, deep, limit, can_fork() and not (deep and on_cluster)) as opened:
        collection = expectations.applied(_of_source(opened.collection, place))
        claims = collection.claims if select is None else _selected(collection, select, folder)
        by_cluster = check_by_file(folder, fresh, written, cache) if on_cluster and not deep else None
        checker = partial(_check_each, by_cluster or opened.check, collection.broken)
        with opened.paused():  # a thread of a claims file could change what the kernel reads and answers
            ask_kernel(place.path, [item for _, item in claims], cache.theorems, fresh, progress)
        with _cluster(scheduler), closing(run(claims, deep, cache, checker, lift)) as results:
            done = {item.id: next(results) for _, item in _announced(topological_order(claims), progress)}
        sections = _announced(collection.appendices, progress) if appendices else ()
        made = tuple(AppendixSection(source, item, cache.evidence(item)) for source, item in sections)
    found = [done[item.id] for _, item in claims]
    compared, problems = expectations.compared(found, opened.collection, whole=select is None and not place.source)
    stored = StoredCertificates(place, compared, whole=select is None)
    if record:
        stored.write()
    return CheckRun(folder, deep, compared, made, (*problems, *stored.problems()))


class _Opened(NamedTuple):
    """The claims of a folder, and the function that checks them on this machine."""

    collection: Collection
    check: Checker
    paused: Callable[[], AbstractContextManager[None]] = nullcontext


@contextmanager
def _opened(folder: Path, cache: VerdictCache, deep: bool, timeout: float, isolated: bool) -> Iterator[_Opened]:
    """Context manager: collect the claims, in a child process if they are to be isolated."""
    if not isolated:
        forget_modules(claims_folder(folder).path)  # they can be outdated
        with cache.recording():
            collection = collect_all(folder)
        yield _Opened(collection, lambda claims: check_serially(claims, deep, cache))
        return
    with closing(Host(folder, cache, deep, timeout)) as host:
        yield _Opened(host.collection, lambda claims: host.check(claims, 1 if deep else _processes()), host.paused)


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


def result_as_json(result: Result, folder: Path, deep: bool) -> dict[str, Any]:
    """Return a result as JSON values; the keys are those of a claim in `gametheory check --json`.

    Parameters
    ----------
    result
        The result of one claim.
    folder, deep
        The folder and the option of the run, for the command that repeats the check.

    Examples
    --------
    >>> from gametheory.claims import claim, verified
    >>> item = claim("S", "$1 + 1 = 2$", "p. 1")(lambda: verified("one case", 1))
    >>> (result,) = run([("Sums", item)])
    >>> result_as_json(result, Path("other"), deep=True)["command"]
    'gametheory check other -k S --deep'
    """
    item = result.claim
    argument = "" if folder == DEFAULT_FOLDER else f" {quote(str(folder))}"
    return {
        "id": item.id,
        "source": result.source,
        "statement": item.statement,
        "where": item.where,
        **result.verdict.as_json(),
        "expected": item.expected.value if item.expected else None,
        "matches_expected": result.matches_expected,
        "code": item.code.as_json(folder) if item.code else None,
        "uses": list(item.uses),
        "grounded": result.dependencies_hold,
        "seconds": round(result.seconds, 3),
        "kept": result.cached,
        "theorems": list(item.theorems),
        "awaits_kernel": result.awaits_kernel,
        "command": f"gametheory check{argument} -k {quote(item.id)}{' --deep' if deep else ''}",
    }


def _of_source(collection: Collection, place: ClaimsFolder) -> Collection:
    """Return the claims of the source that was asked for, with their dependencies."""
    own = {item.id for _, item in collection.claims if item.declared and place.has(item.declared.file)}
    if not own:
        raise ClaimsError(f"{place.path / place.source}: no claim found; a claim is a function decorated with @claim")
    needed = with_dependencies(collection.claims, own)
    return Collection(
        [pair for pair in collection.claims if pair[1].id in needed],
        [pair for pair in collection.appendices if pair[1].declared and place.has(pair[1].declared.file)],
        {id: reason for id, reason in collection.broken.items() if id in needed},
    )


def _selected(collection: Collection, text: str, folder: Path) -> Sequence[tuple[str, Claim]]:
    """Select claims; files that do not run to their end are always included, because they can contain the claim."""
    selected = {item.id for _, item in select_claims(collection.claims, text)} | collection.broken.keys()
    if selected:
        return [pair for pair in collection.claims if pair[1].id in selected]
    raise NothingSelected(f"{text}: no claim in {folder} has that id or contains that text")


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
