"""Verdicts: the status of a claim, its scope and its evidence.

Each constructor of `Verdict` requires evidence for its status: cases for verified, a witness for refuted, discharged
obligations for proved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeVar

from gametheory.claims.evidence import KINDS, Certificate, Evidence, Text, evidence_from_json
from gametheory.claims.validate import check_kind, check_text, items, shown, whole_number

Case = TypeVar("Case")


class Status(StrEnum):
    """The status of a claim after its check."""

    PROVED = "proved"
    VERIFIED = "verified"
    CORRECTED = "corrected"
    REFUTED = "refuted"
    OPEN = "open"

    @property
    def meaning(self) -> str:
        """A sentence for legends.

        >>> Status("verified").meaning
        'true in every case of the stated scope'
        """
        return MEANINGS[self]


MEANINGS = {
    Status.PROVED: "true for all values; two independent solvers confirmed every step",
    Status.VERIFIED: "true in every case of the stated scope",
    Status.CORRECTED: "false as printed; the corrected statement is proved",
    Status.REFUTED: "false as printed; the smallest counterexample is shown",
    Status.OPEN: "not decided",
}
EVIDENCE = "Text, Formula, Table, Figure, Certificate or LookupTable"


@dataclass(frozen=True)
class Witness:
    """The smallest counterexample to a statement.

    Attributes
    ----------
    case
        The case in which the statement fails.
    explanation
        What happens in that case.
    kind
        Kind of error, such as "misprint" or "false theorem"; can be empty.
    """

    case: str
    explanation: str
    kind: str = ""

    def __post_init__(self) -> None:
        for name in ("case", "explanation", "kind"):
            check_text(name, getattr(self, name))

    def as_json(self) -> dict[str, str]:
        """Return the value as a JSON object.

        >>> Witness("n = 3", "9 is odd", "misprint").as_json()
        {'case': 'n = 3', 'explanation': '9 is odd', 'kind': 'misprint'}
        """
        return {"case": self.case, "explanation": self.explanation, "kind": self.kind}


@dataclass(frozen=True)
class Correction:
    """The corrected version of a false statement, with its own verdict."""

    statement: str
    verdict: Verdict

    def __post_init__(self) -> None:
        check_text("statement", self.statement)
        check_kind("verdict", self.verdict, Verdict, "a Verdict")

    def as_json(self) -> dict[str, Any]:
        """Return the value as a JSON object.

        >>> Correction("$n > 3$", verified("n to 99", 96)).as_json()["statement"]
        '$n > 3$'
        """
        return {"statement": self.statement} | self.verdict.as_json()


@dataclass(frozen=True)
class Verdict:
    """The result of checking a claim.

    Attributes
    ----------
    status
        Whether the statement is proved, verified, corrected, refuted or open.
    scope
        Range of the statement that was checked, in words.
    cases
        Number of checked cases, or of discharged obligations for a proof.
    evidence
        Texts, formulas, tables, figures and certificates for the report.
    witness
        The smallest counterexample, if the statement is false.
    correction
        The corrected statement with its verdict, if there is one.

    Raises
    ------
    TypeError, ValueError
        If a value has another type, a number is negative, or UTF-8 cannot encode a text. Integers of numpy are allowed.

    Examples
    --------
    >>> Verdict(Status.VERIFIED, None, 3)
    Traceback (most recent call last):
    TypeError: scope: None is not text; it must be a str
    """

    status: Status
    scope: str
    cases: int
    evidence: tuple[Evidence, ...] = ()
    witness: Witness | None = None
    correction: Correction | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.status, Status):
            raise ValueError(f"status: {shown(self.status)} is not allowed; it must be one of {', '.join(Status)}")
        check_text("scope", self.scope)
        object.__setattr__(self, "cases", whole_number("cases", self.cases))
        evidence = items("evidence", self.evidence, EVIDENCE)
        for item in evidence:
            check_kind("evidence", item, tuple(KINDS.values()), EVIDENCE)
        object.__setattr__(self, "evidence", evidence)
        check_kind("witness", self.witness, (Witness, type(None)), "a Witness")
        check_kind("correction", self.correction, (Correction, type(None)), "a Correction")

    def as_json(self) -> dict[str, Any]:
        """Return the value as a JSON object.

        >>> verified("0 to 8", 9).as_json()["cases"]
        9
        """
        return {
            "status": self.status.value,
            "scope": self.scope,
            "cases": self.cases,
            "evidence": [item.as_json() for item in self.evidence],
            "witness": self.witness.as_json() if self.witness else None,
            "correction": self.correction.as_json() if self.correction else None,
        }


def verdict_from_json(data: dict[str, Any]) -> Verdict:
    """Convert the result of `Verdict.as_json` back to a verdict.

    Raises
    ------
    ValueError
        If the data do not describe a verdict.

    Examples
    --------
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
        raise ValueError(f"the data do not describe a verdict: {str(data)[:80]}") from error


def verified(scope: str, cases: int, *evidence: Evidence) -> Verdict:
    """Return the verdict *verified*: the statement is true in every case of the scope, and every case was checked.

    Parameters
    ----------
    scope
        The checked range in words.
    cases
        Number of checked cases. With 0 cases the verdict is open.
    *evidence
        Texts, tables and figures for the report.

    Examples
    --------
    >>> verified("the empty box", 0).status
    <Status.OPEN: 'open'>
    """
    verdict = Verdict(Status.VERIFIED, scope, cases, evidence)
    return verdict if verdict.cases else open_(f"the check covered no case of: {scope}")


def proved(scope: str, certificates: Sequence[Certificate], *evidence: Evidence) -> Verdict:
    """Return the verdict *proved*: the statement is true for all values in the scope.

    Parameters
    ----------
    scope
        The range of the proof in words.
    certificates
        One certificate per discharged obligation. Without any, the verdict is open.
    *evidence
        Texts, tables and figures for the report.

    Examples
    --------
    >>> proved("all integers", []).status
    <Status.OPEN: 'open'>
    """
    certificates = items("certificates", certificates, "a sequence of Certificate")
    for item in certificates:
        check_kind("certificates", item, Certificate, "a Certificate")
    verdict = Verdict(Status.PROVED, scope, len(certificates), (*evidence, *certificates))
    return verdict if certificates else open_("no obligation was discharged")


def refuted(
    scope: str, cases: int, witness: Witness, *evidence: Evidence, correction: Correction | None = None
) -> Verdict:
    """Return the verdict *refuted*, or *corrected* if `correction` is proved: the statement is false.

    Parameters
    ----------
    scope
        The checked range in words.
    cases
        Number of checked cases. With 0 cases the verdict is open.
    witness
        The smallest counterexample. Without one the verdict is open.
    *evidence
        Texts, tables and figures for the report.
    correction
        The corrected statement with its verdict.

    Examples
    --------
    >>> refuted("the empty box", 0, Witness("", "")).status
    <Status.OPEN: 'open'>
    """
    verdict = Verdict(Status.REFUTED, scope, cases, evidence, witness, correction)
    if not verdict.cases or witness is None:
        return open_(f"no counterexample in: {scope}")
    corrected = correction is not None and correction.verdict.status is Status.PROVED
    return replace(verdict, status=Status.CORRECTED) if corrected else verdict


def open_(reason: str, *evidence: Evidence) -> Verdict:
    """Return the verdict *open*: the statement is neither proved nor refuted.

    Parameters
    ----------
    reason
        Why the statement was not decided.
    *evidence
        Further evidence for the report.

    Examples
    --------
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
    correction: Correction | None = None,
) -> Verdict:
    """Check a statement case by case: *verified* if it is true in all of them, *refuted* by the first that fails.

    Parameters
    ----------
    cases
        The cases, smallest first, so that the witness is the smallest counterexample.
    holds
        Whether the statement is true in a case.
    scope
        The range of the cases in words.
    explain
        What happens in the case that fails.
    *evidence
        Texts, tables and figures for the report.
    correction
        The corrected statement with its verdict. If it is proved, a refuted statement becomes *corrected*.

    Examples
    --------
    >>> check_all(range(10), lambda number: number * number < 50, "0 to 9").witness.case
    '8'
    """
    count = 0
    for count, case in enumerate(cases, 1):
        if not holds(case):
            return refuted(scope, count, Witness(str(case), explain(case)), *evidence, correction=correction)
    return verified(scope, count, *evidence)
