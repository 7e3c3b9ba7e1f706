"""Verdicts: the status of a claim, its scope and its evidence.

A status cannot be typed. *Proved* and *argued* require a record, whose constructor asks the solvers; *verified*
requires cases, and *refuted* a witness. A verdict that is read from JSON is established again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, TypeVar

from gametheory.claims.evidence import KINDS, Certificate, Evidence, Text, evidence_from_json
from gametheory.claims.explain import why_false
from gametheory.claims.raised import case_note
from gametheory.claims.record import Record, certificates, count_of, record_as_json, record_from_json, scope_of
from gametheory.claims.validate import check_kind, check_text, items, shown, whole_number
from gametheory.prove.argument import Argument
from gametheory.prove.kernel.proof import KernelProof
from gametheory.prove.proof import NotProved, Proof
from gametheory.prove.statement import Statement

Case = TypeVar("Case")


class HasStatement(Protocol):
    """A value from which a statement of record is made, such as an `Obligation`."""

    @property
    def statement(self) -> Statement:
        """The statement of record."""


class Status(StrEnum):
    """The status of a claim after its check."""

    PROVED = "proved"
    ARGUED = "argued"
    VERIFIED = "verified"
    CORRECTED = "corrected"
    REFUTED = "refuted"
    OPEN = "open"

    @property
    def meaning(self) -> str:
        """A sentence for legends.

        >>> Status("verified").meaning
        'true in every case of the stated finite scope'
        """
        return MEANINGS[self]


MEANINGS = {
    Status.PROVED: "the formal statement shown is established as a whole, for all its values",
    Status.ARGUED: "two independent solvers discharged every step; text joins the steps",
    Status.VERIFIED: "true in every case of the stated finite scope",
    Status.CORRECTED: "false as printed; the corrected statement is proved or argued, as shown",
    Status.REFUTED: "false as printed; the smallest counterexample is shown",
    Status.OPEN: "not decided",
}
ESTABLISHED = (Status.PROVED, Status.ARGUED)
TRUE = (*ESTABLISHED, Status.VERIFIED)
RECORD_TYPES: dict[Status, tuple[type, ...]] = {Status.PROVED: (Proof, KernelProof), Status.ARGUED: (Argument,)}
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
        Whether the statement is proved, argued, verified, corrected, refuted or open.
    scope
        Range of the statement that was checked, in words.
    cases
        Number of checked cases, or of discharged obligations for a proof or an argument.
    evidence
        Texts, formulas, tables, figures and certificates for the report.
    witness
        The smallest counterexample, if the statement is false.
    correction
        The corrected statement with its verdict, if there is one.
    record
        What was established: a `Proof` or a `KernelProof` for *proved*, an `Argument` for *argued*, otherwise None.

    Raises
    ------
    TypeError, ValueError
        If a value has another type, a number is negative, UTF-8 cannot encode a text, or the record does not fit the
        status. Integers of numpy are allowed.

    Examples
    --------
    >>> Verdict(Status.VERIFIED, None, 3)
    Traceback (most recent call last):
    TypeError: scope: None is not text; it must be a str
    >>> Verdict(Status.PROVED, "all integers", 1)
    Traceback (most recent call last):
    TypeError: record: None is not allowed; it must be a Proof, which `prove` makes
    """

    status: Status
    scope: str
    cases: int
    evidence: tuple[Evidence, ...] = ()
    witness: Witness | None = None
    correction: Correction | None = None
    record: Record | None = None

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
        self._check_record()
        if self.record is not None:  # its range cannot be typed
            object.__setattr__(self, "scope", scope_of(self.record))
            object.__setattr__(self, "cases", count_of(self.record))

    def _check_record(self) -> None:
        # A subclass could have a constructor of its own, which asks no solver.
        allowed = RECORD_TYPES.get(self.status, (type(None),))
        if type(self.record) not in allowed:
            maker = {Status.PROVED: "a Proof, which `prove` makes", Status.ARGUED: "an Argument, which `argue` takes"}
            check_kind("record", self.record, (), maker.get(self.status, f"None for {self.status.value}"))
        corrected = self.correction is not None and self.correction.verdict.status in ESTABLISHED
        if self.status is Status.CORRECTED and not corrected:
            check_kind("correction", self.correction, (), "a Correction that is proved or argued")
        if self.status in (Status.CORRECTED, Status.REFUTED) and self.witness is None:
            check_kind("witness", self.witness, (), "a Witness")

    @property
    def certificates(self) -> tuple[Certificate, ...]:
        """The obligations of the record, each as a file that any SMT solver can check.

        >>> square = Statement("a square", (("x", "Int"),), (), "(>= (* x x) x)")
        >>> [certificate.name for certificate in prove(square).certificates]
        ['a-square.smt2']
        >>> verified("0 to 8", 9).certificates
        ()
        """
        return certificates(self.record) if self.record else ()

    def as_json(self) -> dict[str, Any]:
        """Return the value as a JSON object.

        >>> verified("0 to 8", 9).as_json()["cases"]
        9
        """
        return {
            "status": self.status.value,
            "scope": self.scope,
            "cases": self.cases,
            "evidence": [item.as_json() for item in (*self.evidence, *self.certificates)],
            "witness": self.witness.as_json() if self.witness else None,
            "correction": self.correction.as_json() if self.correction else None,
            **record_as_json(self.record),
        }


def verdict_from_json(data: dict[str, Any]) -> Verdict:
    """Convert the result of `Verdict.as_json` back to a verdict, and establish its record again.

    Raises
    ------
    ValueError
        If the data do not describe a verdict, or if the solvers do not discharge its record.

    Examples
    --------
    >>> verdict = check_all(range(10), lambda number: number < 3, "0 to 9")
    >>> verdict_from_json(verdict.as_json()) == verdict
    True
    """
    try:
        witness, correction = data["witness"], data["correction"]
        record = record_from_json(data["record"])
        derived = {item.name for item in certificates(record)} if record else set()
        evidence = map(evidence_from_json, data["evidence"])
        return Verdict(
            Status(data["status"]),
            data["scope"],
            data["cases"],
            tuple(item for item in evidence if not (isinstance(item, Certificate) and item.name in derived)),
            Witness(**witness) if witness else None,
            Correction(correction["statement"], verdict_from_json(correction)) if correction else None,
            record,
        )
    except NotProved as error:
        raise ValueError(f"the record is not established: {error}") from error
    except (AttributeError, KeyError, TypeError) as error:
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


def prove(
    statements: Statement | HasStatement | Iterable[Statement | HasStatement],
    *evidence: Evidence,
    lemmas: Iterable[Statement | HasStatement] = (),
) -> Verdict:
    """Return the verdict *proved* if both solvers discharge the statements, otherwise *open* with the reasons.

    Parameters
    ----------
    statements
        The statements of record, made by `for_all`; the report shows them as what was checked.
    *evidence
        Texts, tables and figures for the report.
    lemmas
        Statements that help, with the same names of variables; see `gametheory.prove.proof.Proof`.

    Examples
    --------
    >>> from sympy import Symbol
    >>> from gametheory.prove.smt import for_all
    >>> x = Symbol("x", integer=True)
    >>> prove(for_all([x], [], x**2 >= x)).status
    <Status.PROVED: 'proved'>
    >>> prove(for_all([x], [], x**2 > x)).status
    <Status.OPEN: 'open'>
    >>> prove(for_all([x], [x > 1, x < 1], x > 5)).status
    <Status.OPEN: 'open'>
    """
    several = [statements] if isinstance(statements, Statement) or hasattr(statements, "statement") else statements
    stated, helping = _statements("statements", several), _statements("lemmas", lemmas)
    return _established(lambda: Proof(stated, helping), Status.PROVED, evidence)


def argue(make: Callable[[], Argument], *evidence: Evidence) -> Verdict:
    """Return the verdict *argued* if the argument is accepted, otherwise *open* with the reasons.

    Parameters
    ----------
    make
        Function that returns the argument, for example a call of `gametheory.prove.composer.compose`.
    *evidence
        The text that joins the steps, and tables and figures for the report.

    Examples
    --------
    >>> from sympy import Eq, symbols
    >>> from gametheory.prove.composer import Step, compose
    >>> from gametheory.prove.smt import Obligation
    >>> n, m = symbols("n m", integer=True)
    >>> larger = Step("the next number is at least 2", Obligation("next", (n >= 1, Eq(m, n + 1)), m >= 2))
    >>> argue(lambda: compose([n >= 1], [larger], {"the next number": [Eq(m, n + 1)]})).status
    <Status.ARGUED: 'argued'>
    >>> argue(lambda: compose([n >= 1], [larger])).status
    <Status.OPEN: 'open'>
    """
    if not callable(make):
        check_kind("make", make, (), "a function that returns an Argument")
    return _established(make, Status.ARGUED, evidence)


def _established(make: Callable[[], Record], status: Status, evidence: Sequence[Evidence]) -> Verdict:
    try:
        record = make()
    except NotProved as error:
        return open_(str(error), *evidence)
    return Verdict(status, "", 0, tuple(evidence), record=record)  # the record states its range


def _statements(name: str, entries: Any) -> tuple[Statement, ...]:
    found = []
    for entry in items(name, entries, "a sequence of statements"):
        found.append(getattr(entry, "statement", entry))
        check_kind(name, found[-1], Statement, "a statement made by for_all")
    return tuple(found)


def refuted(
    scope: str, cases: int, witness: Witness, *evidence: Evidence, correction: Correction | None = None
) -> Verdict:
    """Return the verdict *refuted*, or *corrected* if the correction is proved or argued: the statement is false.

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
    if witness is None or not whole_number("cases", cases):
        return open_(f"no counterexample in: {scope}")
    check_kind("correction", correction, (Correction, type(None)), "a Correction")
    corrected = correction is not None and correction.verdict.status in ESTABLISHED
    status = Status.CORRECTED if corrected else Status.REFUTED
    return Verdict(status, scope, cases, evidence, witness, correction)


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
    explain: Callable[[Case], str] | None = None,
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
        What happens in the case that fails. By default, the comparison that `holds` returns, with both sides.
    *evidence
        Texts, tables and figures for the report.
    correction
        The corrected statement with its verdict. If it is proved or argued, a refuted statement becomes
        *corrected*.

    Examples
    --------
    >>> check_all(range(10), lambda number: number * number < 50, "0 to 9").witness.case
    '8'
    """
    count = 0
    for count, case in enumerate(cases, 1):
        try:
            is_true = holds(case)
        except Exception as error:
            error.add_note(case_note(case))
            raise
        if not is_true:
            explanation = explain(case) if explain else why_false(holds, case) or "the statement fails here"
            return refuted(scope, count, Witness(str(case), explanation), *evidence, correction=correction)
    return verified(scope, count, *evidence)
