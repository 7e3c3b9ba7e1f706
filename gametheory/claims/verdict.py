"""Verdicts: the status of a claim, its scope and its evidence.

A status cannot be typed. *Proved* and *argued* require a record, whose constructor asks the solvers; *verified*
requires the record of a sweep, and *refuted* a witness. A verdict that is read from JSON is established again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from gametheory.claims.calculator import Calculator
from gametheory.claims.evidence import (
    Certificate,
    Evidence,
    Figure,
    Formula,
    Interactive,
    LookupTable,
    Table,
    Text,
    evidence_from_json,
)
from gametheory.claims.plain_values import Checked, PlainValue, check_kind, plain_fields
from gametheory.claims.record import (
    Record,
    answered,
    certificates,
    checked_as_json,
    checked_rows,
    count_of,
    record_as_json,
    record_from_json,
    scope_of,
)
from gametheory.claims.status import COUNTED, ESTABLISHED, MEANINGS, Status, fits
from gametheory.numbers.table import Block, Picture, Printable
from gametheory.prove.counterexample import Counterexample
from gametheory.prove.extent import Coverage
from gametheory.prove.proof import NotProved


@dataclass(frozen=True)
class Witness(PlainValue):
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


@dataclass(frozen=True)
class Correction(Checked):
    """The corrected version of a false statement, with its own verdict."""

    statement: str
    verdict: Verdict

    def as_json(self) -> dict[str, Any]:
        """Return the value as a JSON object.

        >>> Correction("$n > 3$", open_("not tried")).as_json()["statement"]
        '$n > 3$'
        """
        return {"statement": self.statement} | self.verdict.as_json()


@dataclass(frozen=True)
class Verdict(Checked, Printable):
    """The result of checking a claim.

    Attributes
    ----------
    status
        Whether the statement is proved, argued, verified, corrected, refuted or open.
    scope
        Range of the statement that was checked, in words: that of the record. Without a record, for *refuted*, it is
        that the claim itself has counted, and other words become a part of the note.
    cases
        Number of checked cases, or of discharged obligations for a proof or an argument.
    evidence
        Texts, formulas, tables, figures and certificates for the report.
    witness
        The smallest counterexample, if the statement is false.
    correction
        The corrected statement with its verdict, if there is one.
    record
        What was established: a `Proof` or a `KernelProof` for *proved*, an `Argument` for *argued*, the `Coverage` of
        a sweep for *verified*; otherwise a `Coverage`, a `Counterexample`, which is then the witness, or None.
    note
        What the checked cases are, in the words of the claim; empty for *proved* and *argued*.

    Raises
    ------
    TypeError, ValueError
        If a value has another type, a number is negative, UTF-8 cannot encode a text, or the record does not fit the
        status. Integers of numpy are allowed.

    Examples
    --------
    >>> Verdict(Status.OPEN, None, 3)
    Traceback (most recent call last):
    TypeError: scope: None is not text; it must be a str
    >>> Verdict(Status.VERIFIED, "all integers", 10**9)
    Traceback (most recent call last):
    TypeError: record: None is not allowed; it must be the sweep of a true statement, which `check_all` makes
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
    note: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if isinstance(self.record, Counterexample):
            object.__setattr__(self, "witness", Witness(self.record.case, self.record.explanation))
        if isinstance(self.record, Coverage) and not self.record.extent.recorded:
            object.__setattr__(self, "record", None)
        self._check_record()
        self._state_range()
        if self.status in (Status.VERIFIED, Status.REFUTED, Status.CORRECTED) and not self.cases:
            raise ValueError(f"cases: 0 is not allowed for {self.status.value}; at least one case must be checked")

    def view(self) -> Iterator[Block]:
        """Yield the status and what was checked, the counterexample, the correction, and the evidence."""
        facts = [("status", self.status.value), ("meaning", MEANINGS[self.status]), *self._checked()]
        if (witness := self.witness) is not None:
            facts.append(("counterexample", f"{witness.case}: {witness.explanation}"))
        if (correction := self.correction) is not None:
            facts.append(("correction", f"{correction.statement} ({correction.verdict.status})"))
            facts += [(f"correction: {name}", text) for name, text in correction.verdict._checked()]
        if self.record is not None and (answers := answered(self.record)):
            facts.append(("answers", answers))
        evidence = (*self.evidence, *self.certificates)
        yield Table(("", ""), [*facts, *(row for item in evidence if (row := _row(item)))])
        for item in evidence:
            if isinstance(item, Figure):
                yield Picture(item.svg, item.caption)
            elif isinstance(item, Table | LookupTable):
                yield from item.view()

    def _checked(self) -> list[tuple[str, str]]:
        """Return what was checked: the content of the record, otherwise the scope and the number of cases."""
        if isinstance(self.record, Counterexample):
            return [("what was checked", self.record.statement.latex)]
        if self.record is None or isinstance(self.record, Coverage):
            return [("what was checked", self.covered), ("cases", f"{self.cases:,} checked")]
        return checked_rows(checked_as_json(self.record))

    def _state_range(self) -> None:
        """Take the range from the record; without one, quote what is typed, also if that is a range."""
        scope, cases, note = self.scope, self.cases, self.note
        if self.record is not None:
            scope, cases = scope_of(self.record), count_of(self.record)
            note = note if isinstance(self.record, Coverage) else ""
        elif self.status is not Status.OPEN and scope != COUNTED:
            scope, note = COUNTED, "; ".join(filter(None, (scope, note)))
        for name, value in {"scope": scope, "cases": cases, "note": note}.items():
            object.__setattr__(self, name, value)

    @property
    def covered(self) -> str:
        """The scope, with the note of the claim in quotation marks.

        >>> from gametheory.prove.sweep import check_cases
        >>> record = check_cases(lambda number: True, range(9)).coverage
        >>> Verdict(Status.VERIFIED, "", 9, record=record, note="small numbers").covered
        '0 to 8: “small numbers”'
        """
        return covered(self.scope, self.note)

    def _check_record(self) -> None:
        if not fits(self.status, self.record):
            maker = {
                Status.PROVED: "a Proof, which `prove` makes",
                Status.ARGUED: "an Argument, which `argue` takes",
                Status.VERIFIED: "the sweep of a true statement, which `check_all` makes",
            }
            check_kind("record", self.record, (), maker.get(self.status, f"None for {self.status.value}"))
        corrected = self.correction is not None and self.correction.verdict.status in ESTABLISHED
        if self.status is Status.CORRECTED and not corrected:
            check_kind("correction", self.correction, (), "a Correction that is proved or argued")
        if self.status in (Status.CORRECTED, Status.REFUTED) and self.witness is None:
            check_kind("witness", self.witness, (), "a Witness")
        if self.witness and isinstance(self.record, Coverage) and self.witness.case != self.record.failed:
            raise ValueError(f"witness: {self.witness.case} is not the case that failed in the sweep")

    @property
    def certificates(self) -> tuple[Certificate, ...]:
        """The obligations of the record, each as a file that any SMT solver can check.

        >>> from gametheory.prove.proof import Proof
        >>> from gametheory.prove.statement import Statement
        >>> proof = Proof((Statement("a square", (("x", "Int"),), (), "(>= (* x x) x)"),))
        >>> [certificate.name for certificate in Verdict(Status.PROVED, "", 0, record=proof).certificates]
        ['a-square.smt2']
        >>> open_("no solver answers").certificates
        ()
        """
        return certificates(self.record) if self.record else ()

    def as_json(self) -> dict[str, Any]:
        """Return the value as a JSON object.

        >>> Verdict(Status.REFUTED, "", 9, witness=Witness("3", "3 is not less than 3")).as_json()["cases"]
        9
        """
        return {
            "status": self.status.value,
            "scope": self.scope,
            "note": self.note,
            "cases": self.cases,
            "evidence": [item.as_json() for item in (*self.evidence, *self.certificates)],
            "witness": plain_fields(self.witness) if self.witness else None,
            "correction": self.correction.as_json() if self.correction else None,
            **record_as_json(self.record),
        }


def verdict_from_json(data: Mapping[str, Any]) -> Verdict:
    """Convert the result of `Verdict.as_json` back to a verdict, and establish its record again.

    The status is that of what is established now: open if the solvers do not discharge the record, and refuted or
    corrected according to the correction.

    Raises
    ------
    ValueError
        If the data do not describe a verdict.

    Examples
    --------
    >>> verdict = Verdict(Status.REFUTED, "", 4, witness=Witness("3", "3 is not less than 3"))
    >>> verdict_from_json(verdict.as_json()) == verdict
    True
    """
    try:
        derived = {entry["file"] for entry in data["certificates"]}
        evidence = tuple(
            item
            for item in map(evidence_from_json, data["evidence"])
            if not (isinstance(item, Certificate) and item.name in derived)
        )
        status, witness, correction = Status(data["status"]), data["witness"], _correction(data["correction"])
        if status in (Status.REFUTED, Status.CORRECTED):
            status = refuted_or_corrected(correction)
        try:
            record = record_from_json(data["record"])
        except NotProved as error:
            return not_proved(error, evidence)
        return Verdict(
            status,
            data["scope"],
            data["cases"],
            evidence,
            Witness(**witness) if witness else None,
            correction,
            record,
            data["note"],
        )
    except (AttributeError, LookupError, TypeError) as error:
        raise ValueError(f"the data do not describe a verdict: {str(data)[:80]}") from error


def _correction(data: Mapping[str, Any] | None) -> Correction | None:
    return Correction(data["statement"], verdict_from_json(data)) if data else None


def refuted_or_corrected(correction: Correction | None) -> Status:
    """Return the status of a false statement: corrected if its correction is proved or argued."""
    return Status.CORRECTED if correction and correction.verdict.status in ESTABLISHED else Status.REFUTED


def not_proved(error: NotProved, evidence: Iterable[Evidence]) -> Verdict:
    """Return the verdict *refuted* if a statement is false at a point, and otherwise *open* with the reasons."""
    if error.counterexample is None:
        return open_(str(error), *evidence)
    return Verdict(Status.REFUTED, "", 0, tuple(evidence), record=error.counterexample)


def covered(scope: str, note: str) -> str:
    """Return a scope with the note of the claim in quotation marks."""
    return f"{scope}: “{note}”" if note else scope


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


def _row(item: Evidence) -> tuple[str, str] | None:
    """Return evidence that fits in a row below the facts."""
    match item:
        case Text():
            return "", item.text
        case Formula():
            return {True: "true", False: "false", None: ""}[item.correct], f"${item.latex}$ {item.note}"
        case Interactive():
            return "in the report", item.caption
        case Certificate():
            return "certificate", f"{item.name}: {item.how}"
        case Calculator():
            return "calculator", f"{item.caption} The HTML report contains it."
    return None
