"""Results: claims with their verdicts, and the JSON of `gametheory check --json`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from shlex import quote
from typing import Any, NamedTuple

from gametheory.claims.addresses import address, local_id
from gametheory.claims.declare import Appendix, Claim
from gametheory.claims.evidence import Evidence, Text
from gametheory.claims.kernel import awaited_status
from gametheory.claims.sources import claims_folder
from gametheory.claims.status import TRUE, Status
from gametheory.claims.verdict import Verdict
from gametheory.numbers.format import pluralize, visible
from gametheory.numbers.table import Block, Printable, Table
from gametheory.texts.marks import is_text

DEFAULT_FOLDER = Path("proofs")


@dataclass(frozen=True)
class Result(Printable):
    """A claim with its verdict.

    Attributes
    ----------
    claim
        The claim.
    source
        Name of its source.
    verdict
        The result of its check.
    dependencies_hold
        Whether the claim and all its dependencies are established: proved, argued, verified or corrected.
    seconds
        Time that the check took, in this run or in an earlier one.
    cached
        Whether the verdict is from an earlier run.
    folder
        The claims folder of a claim; None if it was checked by itself.
    printed
        What the check printed in this run.
    checked_on
        The day on which the claim was checked, in this run or in an earlier one, such as "2026-11-22", in UTC.
    not_shown
        Why a report cannot show some of its formulas and drawings; empty if it can, or if there is no report.
    """

    claim: Claim
    source: str
    verdict: Verdict
    dependencies_hold: bool
    seconds: float
    cached: bool = False
    folder: Path | None = None
    printed: str = ""
    checked_on: str = ""
    not_shown: tuple[str, ...] = ()

    def view(self) -> Iterator[Block]:
        """Yield the claim and its verdict."""
        yield Table(
            ("", ""), [("claim", self.claim.id), ("statement", self.claim.statement), ("earlier run", self.cached)]
        )
        yield from self.verdict.view()

    @property
    def matches_expected(self) -> bool:
        """Whether the status equals the expected one; without one, whether the claim and all its dependencies are true.

        A claim that is skipped matches. One that a report cannot show does not.
        """
        item, status = self.claim, self.verdict.status
        if self.not_shown or item.skip:
            return not self.not_shown
        if item.expected is None:
            return self.dependencies_hold and status in TRUE
        # A recorded verdict can rest on a kernel that this machine does not have.
        return item.expected in (status, awaited_status(self.verdict, item))

    @property
    def awaits_kernel(self) -> bool:
        """Whether the claim has a Rocq proof that this machine cannot run."""
        return awaited_status(self.verdict, self.claim) is not None


def holds(verdict: Verdict) -> bool:
    """Return whether other claims may depend on a verdict."""
    return verdict.status in (*TRUE, Status.CORRECTED)


def today() -> str:
    """Return the date in UTC."""
    return datetime.now(UTC).date().isoformat()


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
    >>> from gametheory.claims import check_all, claim, run
    >>> item = claim("S", "$1 + 1 = 2$", "p. 1")(lambda: check_all([1], lambda n: n + n == 2))
    >>> checked = CheckRun(Path("proofs"), False, tuple(run([("Sums", item)])))
    >>> checked.all_match_expected, checked.cached, checked.awaiting_kernel, checked.counts["verified"]
    (True, 0, 0, 1)
    >>> checked.as_json()["claims"][0]["command"]
    'gametheory check -k S'
    >>> checked
    S  verified
    1 claim: 1 verified
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
        return not self.problems and not self.not_checked and all(result.matches_expected for result in self.results)

    @property
    def counts(self) -> dict[str, int]:
        """Number of claims by status, in the order of `Status`."""
        numbers = Counter(result.verdict.status for result in self.results)
        return {status.value: numbers[status] for status in Status}

    @property
    def cached(self) -> int:
        """Number of verdicts from an earlier run."""
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
        lines = [f"{each.claim.id}  {each.verdict.status}{notes[each.matches_expected]}" for each in self]
        counts = ", ".join(f"{number} {status}" for status, number in self.counts.items() if number)
        return "\n".join([*lines, f"{pluralize(len(self), 'claim')}: {counts}"])

    def as_json(self) -> dict[str, Any]:
        """Return the keys `claims`, `counts`, `problems` and `not_checked` of `gametheory check --json`."""
        return {
            "claims": [result_as_json(each, self.folder, self.deep) for each in self.results],
            "counts": self.counts,
            "problems": list(self.problems),
            "not_checked": list(self.not_checked),
        }


def result_as_json(result: Result, folder: Path, deep: bool) -> dict[str, Any]:
    """Return a result as JSON values; the keys are those of a claim in `gametheory check --json`."""
    item = result.claim
    return {
        "id": item.id,
        "address": full_address(result),
        "source": result.source,
        "statement": item.statement,
        "where": item.where,
        **result.verdict.as_json(),
        "expected": item.expected.value if item.expected else None,
        "matches_expected": result.matches_expected,
        "not_shown": list(result.not_shown),
        "code": item.code.shown_in(folder) if item.code else None,
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


def explained(result: Result) -> str:
    """Return the statement of a claim and why its verdict is not the expected one."""
    item, verdict = result.claim, result.verdict
    lines = [f"{item.id}: {item.statement}"]
    if item.expected is not None:
        lines.append(f"expected {item.expected}, found {verdict.status}")
    elif verdict.status in TRUE:
        lines.append(f"{verdict.status}, but a dependency is not established")
    else:
        lines.append(f"{verdict.status} (expected: proved, argued or verified)")
    if verdict.witness:
        lines.append(f"counterexample {verdict.witness.case}: {verdict.witness.explanation}")
    if verdict.status is Status.OPEN:
        lines += [each.text for each in verdict.evidence if isinstance(each, Text)]
    return visible("\n".join(lines))


def full_address(result: Result) -> str | None:
    """Return a claim as an argument of `gametheory check`; None if no file declares it."""
    if result.folder is None or not result.claim.file:
        return None
    return (result.folder / address(result.claim)).as_posix()


def _arguments(result: Result, folder: Path) -> str:
    """Return the arguments that select a claim: its id, or its address if other files have the same id."""
    id, where = result.claim.id, full_address(result)
    if where and (id != local_id(result.claim) or is_text(result.claim.file)):
        return f" {quote(where)}"
    checked = folder if result.folder in (None, claims_folder(folder).path) else result.folder
    return f"{'' if checked == DEFAULT_FOLDER else f' {quote(str(checked))}'} -k {quote(id)}"
