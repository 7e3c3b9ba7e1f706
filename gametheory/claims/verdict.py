"""What a check established.

The constructors of `Verdict` demand what they assert: cases for verified, a witness for refuted, discharged
obligations for proved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from gametheory.claims.evidence import Certificate, Evidence, Text, evidence_from_json
from gametheory.render.notebook import evidence_html

Case = TypeVar("Case")


class Status(StrEnum):
    """What a check established."""

    PROVED = "proved"
    VERIFIED = "verified"
    CORRECTED = "corrected"
    REFUTED = "refuted"
    OPEN = "open"

    @property
    def meaning(self) -> str:
        """One sentence for legends.

        >>> Status("verified").meaning
        'holds in every case of the stated scope'
        """
        return MEANINGS[self]


MEANINGS = {
    Status.PROVED: "holds for all values; every obligation was discharged by two solvers",
    Status.VERIFIED: "holds in every case of the stated scope",
    Status.CORRECTED: "false as printed; the corrected statement is proved",
    Status.REFUTED: "false as printed; the smallest counterexample is shown",
    Status.OPEN: "nothing was established",
}


@dataclass(frozen=True)
class Witness:
    """The smallest case in which a statement fails, in words what happens there, and the kind of error.

    The kind tells a misprint from a false theorem, say; it may be left out.
    """

    case: str
    explanation: str
    kind: str = ""

    def as_json(self) -> dict[str, str]:
        """For the manifest.

        >>> Witness("n = 3", "9 is odd", "misprint").as_json()
        {'case': 'n = 3', 'explanation': '9 is odd', 'kind': 'misprint'}
        """
        return {"case": self.case, "explanation": self.explanation, "kind": self.kind}


@dataclass(frozen=True)
class Correction:
    """What holds instead of a false statement, with the verdict on it."""

    statement: str
    verdict: Verdict

    def as_json(self) -> dict[str, Any]:
        """For the manifest.

        >>> Correction("$n > 3$", verified("n to 99", 96)).as_json()["statement"]
        '$n > 3$'
        """
        return {"statement": self.statement} | self.verdict.as_json()


@dataclass(frozen=True)
class Verdict:
    """What was established, over which scope, on how many cases, and what shows it."""

    status: Status
    scope: str
    cases: int
    evidence: tuple[Evidence, ...] = ()
    witness: Witness | None = None
    correction: Correction | None = None

    def as_json(self) -> dict[str, Any]:
        """For the manifest.

        >>> verified("0 to 8", 9).as_json()["cases"]
        9
        """
        return {
            "status": self.status.value,
            "scope": self.scope,
            "cases": self.cases,
            "evidence": [exhibit.as_json() for exhibit in self.evidence],
            "witness": self.witness.as_json() if self.witness else None,
            "correction": self.correction.as_json() if self.correction else None,
        }

    def _repr_html_(self) -> str:
        """The facts, where it fails, what holds instead, and the evidence."""
        facts = [("status", str(self.status)), ("scope", self.scope), ("cases", f"{self.cases:,} checked")]
        if (witness := self.witness) is not None:
            facts.append(("fails at", f"{witness.case}: {witness.explanation}"))
        if (right := self.correction) is not None:
            facts.append(("instead", f"{right.statement} ({right.verdict.status}: {right.verdict.scope})"))
        return evidence_html(facts, self.evidence)


def verdict_from_json(data: dict[str, Any]) -> Verdict:
    """The verdict that was written as JSON.

    Raises ValueError where the data are those of no verdict.

    >>> verdict = check_all(range(10), lambda number: number < 3, "0 to 9")
    >>> verdict_from_json(verdict.as_json()) == verdict
    True
    """
    try:
        witness, correction = data["witness"], data["correction"]
        return Verdict(
            Status(data["status"]),
            data["scope"],
            data["cases"],
            tuple(map(evidence_from_json, data["evidence"])),
            Witness(**witness) if witness else None,
            Correction(correction["statement"], verdict_from_json(correction)) if correction else None,
        )
    except (KeyError, TypeError) as error:
        raise ValueError(f"these are the data of no verdict: {str(data)[:80]}") from error


def verified(scope: str, cases: int, *evidence: Evidence) -> Verdict:
    """The statement holds in every case of a scope that was swept whole.

    A sweep over no case establishes nothing: the verdict is then open.

    >>> verified("the empty box", 0).status
    <Status.OPEN: 'open'>
    """
    if cases < 1:
        return open_(f"the check covered no case of: {scope}")
    return Verdict(Status.VERIFIED, scope, cases, evidence)


def proved(scope: str, certificates: Sequence[Certificate], *evidence: Evidence) -> Verdict:
    """The statement holds for all values; each certificate is an obligation that was discharged.

    >>> proved("all integers", []).status
    <Status.OPEN: 'open'>
    """
    if not certificates:
        return open_("no obligation was discharged")
    return Verdict(Status.PROVED, scope, len(certificates), (*evidence, *certificates))


def refuted(
    scope: str, cases: int, witness: Witness, *evidence: Evidence, instead: Correction | None = None
) -> Verdict:
    """The statement fails; with a proved correction the status is corrected, else refuted.

    Without a case and a witness nothing was refuted: the verdict is then open.

    >>> refuted("the empty box", 0, Witness("", "")).status
    <Status.OPEN: 'open'>
    """
    if cases < 1 or not witness:
        return open_(f"no counterexample in: {scope}")
    fixed = instead is not None and instead.verdict.status is Status.PROVED
    return Verdict(Status.CORRECTED if fixed else Status.REFUTED, scope, cases, evidence, witness, instead)


def open_(reason: str, *evidence: Evidence) -> Verdict:
    """Nothing was established, and why.

    >>> open_("no solver answers").evidence
    (Text(text='no solver answers'),)
    """
    return Verdict(Status.OPEN, "", 0, (Text(reason), *evidence))


def check_all(
    cases: Iterable[Case],
    holds: Callable[[Case], bool],
    scope: str,
    explain: Callable[[Case], str] = lambda _: "the statement fails here",
    *evidence: Evidence,
    instead: Correction | None = None,
) -> Verdict:
    """Sweep cases in the given order: verified on all, or refuted by the first that fails.

    Give the cases smallest first and the witness is the smallest counterexample. `instead` is what holds where
    the statement does not; with a proved one a refuted statement is corrected.

    >>> check_all(range(10), lambda number: number * number < 50, "0 to 9").witness.case
    '8'
    """
    count = 0
    for count, case in enumerate(cases, 1):
        if not holds(case):
            return refuted(scope, count, Witness(str(case), explain(case)), *evidence, instead=instead)
    return verified(scope, count, *evidence)
