"""Check folders of claims, and return the results as one value."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from shlex import quote
from typing import Any, NamedTuple

from gametheory.claims.addresses import SEPARATOR, address, file_of, local_id
from gametheory.claims.audit import audit
from gametheory.claims.cluster import check_reachable
from gametheory.claims.declare import Claim, ClaimsError
from gametheory.claims.folder_check import AppendixSection, FolderRun, check_folder, list_folder
from gametheory.claims.folder_session import Options
from gametheory.claims.runner import Result
from gametheory.claims.selection import NothingSelected, Selection
from gametheory.claims.sources import claims_folder
from gametheory.claims.status import MEANINGS, Status
from gametheory.claims.targets import Asked, Target, asked
from gametheory.numbers.format import pluralize
from gametheory.parallel.cores import limit_cores
from gametheory.parallel.progress import Progress
from gametheory.prove.proof import NotProved

DEFAULT_FOLDER = Path("proofs")


@dataclass(frozen=True)
class CheckRun:
    """The results of checking a folder of claims.

    Attributes
    ----------
    folder
        The claims folder; of several folders, the one that contains them.
    deep
        Whether the checks covered larger ranges.
    results
        One result per claim, in the order of the files and of the claims in them.
    appendices
        The appendices with their evidence; empty unless they were requested.
    problems
        How the claims differ from those in the file of expected verdicts, and what was discharged from the stored
        certificates, in lines.
    not_checked
        Ids of the claims that were selected and not checked, because the run stopped.
    seconds
        How long the run took.

    Examples
    --------
    >>> from gametheory.claims import claim, run, verified
    >>> item = claim("S", "$1 + 1 = 2$", "p. 1")(lambda: verified("one case", 1))
    >>> checked = CheckRun(Path("proofs"), False, tuple(run([("Sums", item)])))
    >>> checked.all_match_expected, checked.cached, checked.awaiting_kernel, checked.counts["verified"]
    (True, 0, 0, 1)
    >>> checked.as_json()["claims"][0]["command"]
    'gametheory check -k S'
    >>> checked
    S  self-verified
    1 claim: 1 self-verified
    """

    folder: Path
    deep: bool
    results: tuple[Result, ...]
    appendices: tuple[AppendixSection, ...] = ()
    problems: tuple[str, ...] = ()
    not_checked: tuple[str, ...] = ()
    seconds: float = 0.0

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

    def __len__(self) -> int:
        return len(self.results)

    def __iter__(self) -> Iterator[Result]:
        return iter(self.results)

    def __repr__(self) -> str:
        notes = {True: "", False: ", unexpected"}
        lines = [f"{each.claim.id}  {each.verdict.label}{notes[each.matches_expected]}" for each in self]
        found = Counter(each.verdict.label for each in self)
        counts = ", ".join(f"{found[label]} {label}" for label in MEANINGS if found[label])
        return "\n".join([*lines, f"{pluralize(len(self), 'claim')}: {counts}"])

    def filter(
        self, select: str = "", *, status: str | None = None, unexpected: bool = False, file: str = ""
    ) -> CheckRun:
        """Return the results that fit, as a run.

        Parameters
        ----------
        select
            As for `check`: an id, or text, or several joined by `and`, `or`, `not` and parentheses. Dependencies are
            not added.
        status
            Only claims with this status, such as "refuted".
        unexpected
            Only claims whose verdict is not the expected one.
        file
            Only claims of this file, or source folder, in the claims folder.

        Raises
        ------
        ClaimsError
            If `select` has another form.
        ValueError
            If there is no such status.

        Examples
        --------
        >>> from gametheory.claims import claim, open_, run, verified
        >>> items = claim("S", "true", "")(lambda: verified("a case", 1)), claim("T", "?", "")(lambda: open_(""))
        >>> checked = CheckRun(Path("proofs"), False, tuple(run([("Sums", item) for item in items])))
        >>> checked.filter(status="open")
        T  open, unexpected
        1 claim: 1 open
        >>> len(checked.filter("s or t")), [each.claim.id for each in checked.filter("not T")]
        (2, ['S'])
        """
        wanted = Status(status) if status is not None else None
        matches = Selection([select] if select else []).matcher([(each.source, each.claim) for each in self.results])
        target = Target("", file.removesuffix("/"))
        found = tuple(
            each
            for each in self.results
            if matches(each.claim)
            and wanted in (None, each.verdict.status)
            and not (unexpected and each.matches_expected)
            and target.includes_file(file_of(each.claim))
        )
        return replace(self, results=found)

    def as_json(self) -> dict[str, Any]:
        """Return the keys `claims`, `counts`, `problems` and `not_checked` of `gametheory check --json`."""
        return {
            "claims": [result_as_json(each, self.folder, self.deep) for each in self.results],
            "counts": self.counts,
            "problems": list(self.problems),
            "not_checked": list(self.not_checked),
        }


def check(
    folder: str | Path | Sequence[str | Path] = DEFAULT_FOLDER,
    select: str | Sequence[str] | None = None,
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
    maxfail: int = 0,
    failed: str = "",
    capture: bool = True,
    finished: Callable[[Result], None] | None = None,
) -> CheckRun:
    """Check the claims of folders and files.

    Verdicts are cached in the user's cache folder. A claim is checked again if its file, the code it imports, a data
    file, another file that was opened, or an installed package has changed. Files are checked in parallel. With `deep`,
    the sweeps inside each check run in parallel instead, because a single sweep can then take most of the time.

    The code of the folder runs in child processes, if the platform can fork. A check that raises an error, calls
    `sys.exit`, crashes or does not end leaves its claim open, and the others are checked. A file that does not run to
    its end is one open claim, whose id is the name of the file, such as "castle_3/battle.py".

    Parameters
    ----------
    folder
        Folder with Python files that declare claims, or one source folder: a subfolder with an `__init__.py`; or one
        file, or a claim as "folder/file.py::id"; or several of these.
    select
        Id of a claim, or text to search for in ids and statements, or several joined by `and`, `or`, `not` and
        parentheses. Of several expressions, one must match. Dependencies of the selected claims are checked too.
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
        day) with `deep`. Without `deep`, checks on a cluster have no limit.
    outputs
        Files in the folder that are not data of the claims, for example earlier reports.
    appendices
        Whether to make the evidence of the appendices, which only reports need.
    progress
        Function that is called before each claim or appendix with its number, the total and its id.
    record
        Write the verdicts to the file of expected verdicts, `expected.tsv` in the claims folder, and the certificates
        to its folder `certificates`, if there is one; those of the selected claims only, if there is a selection.
    maxfail
        Stop after this number of unexpected verdicts; 0 for no limit.
    failed
        "only": check only the claims that failed when they were checked last, or all if there is none. "first": check
        these first.
    capture
        Whether what a check prints is saved as `Result.printed`. Otherwise it goes to standard error, and the claims
        are checked one after the other.
    finished
        Function that is called with each result.

    Returns
    -------
    CheckRun
        The results in the order of the claims.

    Raises
    ------
    ClaimsError
        If the folder cannot be checked: it is missing, has no claim, or an id occurs twice in a file; `NothingSelected`
        if no claim matches `select`. If the file of expected verdicts has another form, contradicts a claim, or cannot
        be written; or if `record` is set and a file does not run to its end, or a claim is open without expecting it.
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
    # Refuse a missing folder, or a name that no folder can have, before anything else.
    parts = asked([folder] if isinstance(folder, str | Path) else folder)
    if not parts:
        raise ClaimsError("folder: it is empty; it must be a path or several paths")
    expressions = [select] if isinstance(select, str) else list(select or ())
    if failed not in ("", "only", "first"):
        raise ClaimsError(f'failed: {failed!r} is not allowed; it must be "only" or "first"')
    began = time.perf_counter()
    if scheduler is not None:
        check_reachable(scheduler)
    options = Options(
        deep, fresh, timeout, tuple(map(Path, outputs)), appendices, progress, record, scheduler, 0, failed, capture
    )
    runs, nothing = list[FolderRun](), list[NothingSelected]()
    with limit_cores(workers):
        for part in parts:
            try:
                failures = sum(not result.matches_expected for run in runs for result in run.results)
                if maxfail and failures >= maxfail:
                    break
                left = options._replace(maxfail=maxfail and maxfail - failures, finished=_finished(part, finished))
                runs.append(check_folder(part, Selection(expressions), left))
            except NothingSelected as error:
                nothing.append(error)
    if not runs:
        raise nothing[0]
    return replace(_joined(runs, parts, deep), seconds=time.perf_counter() - began)


def list_claims(
    folder: str | Path | Sequence[str | Path] = DEFAULT_FOLDER,
    select: str | Sequence[str] | None = None,
    *,
    failed: str = "",
    fresh: bool = False,
) -> list[ListedClaim]:
    """Return the claims that `check` with the same arguments would check, without checking them.

    Parameters
    ----------
    folder, select, failed, fresh
        As for `check`.

    Raises
    ------
    ClaimsError
        In the same cases as `check`.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> folder = Path(mkdtemp())
    >>> _ = (folder / "a.py").write_text("from gametheory import *; claim('A', '', '')(lambda: verified('a', 1))")
    >>> [(each.source, each.claim.id) for each in list_claims(folder)]
    [('a', 'A')]
    """
    parts = asked([folder] if isinstance(folder, str | Path) else folder)
    expressions = [select] if isinstance(select, str) else list(select or ())
    found, nothing = list[ListedClaim](), list[NothingSelected]()
    for part in parts:
        try:
            pairs = list_folder(part, Selection(expressions), Options(failed=failed, fresh=fresh))
        except NothingSelected as error:
            nothing.append(error)
            continue
        found += [ListedClaim((part.place.path / address(item)).as_posix(), source, item) for source, item in pairs]
    if nothing and not found:
        raise nothing[0]
    return found


class ListedClaim(NamedTuple):
    """A claim that was found and not checked: its address, the name of its source, and the claim."""

    address: str
    source: str
    claim: Claim

    def as_json(self) -> dict[str, Any]:
        """Return the value as a JSON object.

        >>> from gametheory.claims import claim, open_
        >>> item = claim("A", "a statement", "p. 1")(lambda: open_(""))
        >>> ListedClaim("a.py::A", "Sums", item).as_json()["address"]
        'a.py::A'
        """
        item = self.claim
        return {
            "id": item.id,
            "address": self.address,
            "source": self.source,
            "statement": item.statement,
            "where": item.where,
            "expected": item.expected.value if item.expected else None,
            "uses": list(item.uses),
        }


def _finished(part: Asked, finished: Callable[[Result], None] | None) -> Callable[[Result], None] | None:
    return finished and (lambda result: finished(replace(result, folder=part.place.path)))


def _joined(runs: Sequence[FolderRun], parts: Sequence[Asked], deep: bool) -> CheckRun:
    """Return the runs of several folders as one; an id that two folders have gets the name of its folder."""
    folder = (
        parts[0].folder if len(parts) == 1 else Path(os.path.commonpath([part.folder.absolute() for part in parts]))
    )
    counts = Counter(result.claim.id for run in runs for result in run.results)
    return CheckRun(
        folder,
        deep,
        tuple(_renamed(result, run.folder, counts) for run in runs for result in run.results),
        tuple(section for run in runs for section in run.appendices),
        tuple(problem for run in runs for problem in run.problems),
        tuple(id for run in runs for id in run.not_checked),
    )


def _renamed(result: Result, folder: Path, counts: Mapping[str, int]) -> Result:
    """Return a result with its folder; ids that claims of other folders have are addresses."""

    def name(id: str, file: str) -> str:
        if counts[id] < 2:
            return id
        return (folder / (id if SEPARATOR in id else f"{file}{SEPARATOR}{id}")).as_posix()

    item, file = result.claim, file_of(result.claim)
    uses = tuple(name(id, file) for id in item.uses)
    return replace(result, claim=replace(item, id=name(item.id, file), uses=uses), folder=folder)


def result_as_json(result: Result, folder: Path, deep: bool) -> dict[str, Any]:
    """Return a result as JSON values; the keys are those of a claim in `gametheory check --json`.

    Parameters
    ----------
    result
        The result of one claim.
    folder, deep
        The folder and the option of the run, for the command that repeats the check.

    Raises
    ------
    ClaimsError
        If the record of the verdict does not establish what it says, through a fault of this program.

    Examples
    --------
    >>> from gametheory.claims import claim, run, verified
    >>> item = claim("S", "$1 + 1 = 2$", "p. 1")(lambda: verified("one case", 1))
    >>> (result,) = run([("Sums", item)])
    >>> result_as_json(result, Path("other"), deep=True)["command"]
    'gametheory check other -k S --deep'
    """
    item, verdict = result.claim, result.verdict.as_json()
    try:
        audit(verdict)
    except NotProved as error:
        raise ClaimsError(f"{item.id}: what would be shown is not established: {error}") from error
    return {
        "id": item.id,
        "address": full_address(result),
        "source": result.source,
        "statement": item.statement,
        "where": item.where,
        **verdict,
        "expected": item.expected.value if item.expected else None,
        "matches_expected": result.matches_expected,
        "code": item.code.as_json(folder) if item.code else None,
        "uses": list(item.uses),
        "grounded": result.dependencies_hold,
        "seconds": round(result.seconds, 3),
        "skipped": item.skip or None,
        "kept": result.cached,
        "checked_on": result.checked_on,
        "printed": result.printed,
        "theorems": list(item.theorems),
        "awaits_kernel": result.awaits_kernel,
        "command": f"gametheory check{_arguments(result, folder)}{' --deep' if deep else ''}",
    }


def full_address(result: Result) -> str | None:
    """Return a claim as an argument of `gametheory check`; None if no file declares it.

    >>> from gametheory.claims import claim, run, verified
    >>> item = claim("S", "a statement", "p. 1")(lambda: verified("one case", 1))
    >>> [full_address(result) for result in run([("Sums", item)])]
    [None]
    """
    if result.folder is None or not file_of(result.claim):
        return None
    return (result.folder / address(result.claim)).as_posix()


def _arguments(result: Result, folder: Path) -> str:
    """Return the arguments that select a claim: its id, or its address if other files have the same id."""
    id, where = result.claim.id, full_address(result)
    if where and id != local_id(result.claim):
        return f" {quote(where)}"
    own = folder if result.folder in (None, claims_folder(folder).path) else result.folder
    return f"{'' if own == DEFAULT_FOLDER else f' {quote(str(own))}'} -k {quote(id)}"
