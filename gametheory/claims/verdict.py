"""Verdicts: the status of a claim, the record that this status requires, and the evidence that a card shows.

A status cannot be typed. *Proved* and *argued* require a record, whose constructor asks the solvers; *verified*
requires the record of a sweep, and *refuted* a witness. `fits` decides which record a status may have. A record is
written as JSON and as certificates, and a verdict that is read from JSON is established again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from gametheory.claims.evidence import (
    Calculator,
    Certificate,
    Checked,
    Evidence,
    Figure,
    Formula,
    Interactive,
    LookupTable,
    PlainValue,
    Table,
    Text,
    check_kind,
    evidence_from_json,
    plain_fields,
)
from gametheory.numbers.format import JsonObject
from gametheory.numbers.table import Block, Picture, Printable
from gametheory.prove.acl2 import LISP
from gametheory.prove.argument import Argument
from gametheory.prove.induction import Induction, induction_from_json
from gametheory.prove.kernel import STEP_READERS, Fact, KernelProof, kernel_proof_from_json
from gametheory.prove.proof import Counterexample, NotProved, Proof, counterexample_from_json, remembered, versions
from gametheory.prove.statement import Statement, as_latex, as_text, parse
from gametheory.prove.sweep import Coverage, coverage_from_json


class Status(StrEnum):
    """The status of a claim after its check."""

    PROVED = "proved"
    ARGUED = "argued"
    VERIFIED = "verified"
    CORRECTED = "corrected"
    REFUTED = "refuted"
    OPEN = "open"


COUNTED = "counted by the claim itself"  # the scope of what is refuted without a sweep
MEANINGS: dict[str, str] = {
    Status.PROVED: "the formal statement shown is proved for all its values",
    Status.ARGUED: "two solvers proved every step; a written argument joins the steps",
    Status.VERIFIED: "true in every case of the stated finite scope",
    Status.CORRECTED: "false as printed; the corrected statement is proved or argued, as shown",
    Status.REFUTED: "false as printed; the counterexample is shown",
    Status.OPEN: "not decided",
}
SYMBOLS: dict[str, str] = {
    Status.PROVED: "∀",
    Status.ARGUED: "∴",
    Status.VERIFIED: "✓",
    Status.CORRECTED: "✎",
    Status.REFUTED: "✗",
    Status.OPEN: "?",
}
ESTABLISHED = (Status.PROVED, Status.ARGUED)
TRUE = (*ESTABLISHED, Status.VERIFIED)
FALSE = (Status.REFUTED, Status.CORRECTED)  # a corrected statement is false as it is printed
RECORD_TYPES: dict[Status, tuple[type, ...]] = {
    Status.PROVED: (Proof, Induction, KernelProof),
    Status.ARGUED: (Argument,),
    Status.VERIFIED: (Coverage,),
    Status.CORRECTED: (Coverage, type(None)),
    Status.REFUTED: (Coverage, Counterexample, type(None)),
    Status.OPEN: (type(None),),
}


def fits(status: Status, record: Record | None) -> bool:
    """Return whether a record is one that a status requires; a sweep in which a case failed verifies nothing."""
    # A subclass could have a constructor of its own, which asks no solver.
    if type(record) not in RECORD_TYPES[status]:
        return False
    return not isinstance(record, Coverage) or (record.failed is None) is (status is Status.VERIFIED)


Record: TypeAlias = Proof | Induction | Argument | KernelProof | Coverage | Counterexample
READERS: dict[str, Callable[[JsonObject], Record]] = {
    **STEP_READERS,
    "induction": induction_from_json,
    "kernel": kernel_proof_from_json,
    "counterexample": counterexample_from_json,
    "sweep": coverage_from_json,
}
MAKERS: dict[Status, str] = {
    Status.PROVED: "a Proof, which `prove` makes",
    Status.ARGUED: "an Argument, which `argue` takes",
    Status.VERIFIED: "the sweep of a true statement, which `check_all` makes",
}
HOW_TO_CHECK = "z3 FILE or cvc5 FILE must answer unsat"


def certificates(record: Record) -> tuple[Certificate, ...]:
    """Return each obligation of a record as an SMT-LIB file; none for a sweep or a counterexample."""
    if isinstance(record, Coverage | Counterexample):
        return ()  # nothing that a solver could answer again
    obligations = record.obligations()
    return tuple(Certificate(entry.file_name, entry.script(), HOW_TO_CHECK) for entry in obligations)


def scope_of(record: Record) -> str:
    """Return the range of a record in words."""
    if isinstance(record, Coverage):
        return str(record.extent)
    if isinstance(record, Counterexample):
        return record.statement.range
    if isinstance(record, KernelProof):
        return "as the theorem states"
    if isinstance(record, Induction):
        return record.range
    if len(record.statements) == 1:
        return record.statements[0].range
    kind = "steps" if isinstance(record, Argument) else "statements"
    return f"{len(record.statements)} {kind}, each for all values of its variables"


def count_of(record: Record) -> int:
    """Return the number of obligations of a record, and of its theorems; for a sweep, that of its cases."""
    if isinstance(record, Coverage):
        return record.cases
    if isinstance(record, Counterexample):
        return 1
    return len(_theorems(record)) + len(list(record.obligations()))


def answered(record: Record) -> str:
    """Return what each solver has answered in this process to the obligations of a record, and in what time.

    It is empty for a sweep, and for a record of an earlier run.
    """
    if isinstance(record, Coverage):
        return ""
    if isinstance(record, Counterexample):
        obligations = [record.statement]
    else:
        obligations = list(record.obligations())
    answers = [remembered(statement.script()) for statement in obligations]
    if not answers or not all(answers):  # some were answered in an earlier run: a sum would be too small
        return ""
    texts = []
    for solver in answers[0]:
        of_solver = [each[solver] for each in answers]
        words = dict.fromkeys(answer.text for answer in of_solver)
        seconds = sum(answer.seconds for answer in of_solver)
        texts.append(f"{solver}: {' and '.join(words)} in {seconds:.2f} s")
    return ", ".join(texts)


def _theorems(record: Record) -> tuple[Fact, ...]:
    return record.theorems if isinstance(record, KernelProof) else ()


def record_as_json(record: Record | None) -> dict[str, object]:
    """Return the JSON keys `record`, `formal`, `checked` and `certificates` of a verdict; of a record also its range.

    `record` is what `record_from_json` reads; `formal` is the same for a person, and `checked` for a report. The keys
    of the range are `scope` and `cases`. A counterexample has also the key `witness`.
    """
    nothing: dict[str, object] = {"record": None, "formal": None, "checked": None, "certificates": []}
    if record is None:
        return nothing
    data = nothing | {"record": record.as_json(), "scope": scope_of(record), "cases": count_of(record)}
    if isinstance(record, Coverage):
        return data
    if isinstance(record, Counterexample):
        data["formal"] = record.statement.text
        data["witness"] = {"case": record.case, "explanation": record.explanation, "kind": ""}
        return data
    data["formal"] = record.text
    data["checked"] = checked_as_json(record)
    data["certificates"] = list(_accepted(record))
    return data


def _accepted(record: Proof | Induction | Argument | KernelProof) -> Iterator[dict[str, object]]:
    """Yield the file of each theorem and of each obligation, with the programs that accepted it."""
    for fact in _theorems(record):
        module = fact.theorem.rpartition(".")[0]
        is_lisp = fact.theorem.endswith(LISP)
        file = f"acl2/{fact.theorem}" if is_lisp else f"rocq/{module}.v"
        yield {"file": file, "accepted": [fact.kernel]}
    solvers = [f"{name} {number}" for name, number in versions().items()]
    for entry in record.obligations():
        yield {"file": entry.file_name, "accepted": solvers}


def record_from_json(data: JsonObject | None) -> Record | None:
    """Establish a record again from its JSON form."""
    if data is None:
        return None
    return READERS[data["kind"]](data)


def checked_as_json(record: Proof | Induction | Argument | KernelProof) -> JsonObject:
    """Return what was checked, as a report shows it: every statement in text, and in LaTeX between dollar signs."""
    if isinstance(record, KernelProof):
        return {
            "theorems": [_theorem(fact) for fact in record.theorems],
            "by_solvers": checked_as_json(record.steps) if record.steps else None,
        }
    if isinstance(record, Induction):
        whole = {"name": record.name, "text": record.text, "latex": record.latex}
        return {"induction": whole, "statements": list(map(_statement, record.obligations())), "lemmas": []}
    if isinstance(record, Proof):
        return {
            "statements": list(map(_statement, record.statements)),
            "lemmas": list(map(_statement, record.lemmas)),
        }
    return {
        "given": _terms(record.given),
        "settings": [{"label": label, "terms": _terms(terms)} for label, terms in record.settings],
        "splits": list(map(_terms, record.splits)),
        "steps": [{"says": step.says, "uses": list(step.uses)} | _statement(step.statement) for step in record.steps],
    }


def _statement(statement: Statement) -> dict[str, str]:
    return {"name": statement.name, "text": statement.text, "latex": statement.latex}


def _theorem(fact: Fact) -> JsonObject:
    definitions = [{"file": file, "text": text} for file, text in fact.definitions]
    return {"name": fact.theorem, "text": fact.statement, "definitions": definitions, "accepted": [fact.kernel]}


def _terms(terms: Iterable[str]) -> list[dict[str, str]]:
    parsed = map(parse, terms)
    return [{"text": as_text(term), "latex": f"${as_latex(term)}$"} for term in parsed]


def checked_rows(shown: JsonObject) -> list[tuple[str, str]]:
    """Return the theorems, statements or steps of `checked_as_json` in rows of a table."""
    if "theorems" in shown:
        return list(_kernel_rows(shown))
    if "induction" in shown:
        obligations = [
            (f"by induction, {number}", entry["latex"]) for number, entry in enumerate(shown["statements"], 1)
        ]
        return [("what was checked", shown["induction"]["latex"]), *obligations]
    if "statements" in shown:
        return [("what was checked", statement["latex"]) for statement in shown["statements"]]
    rows = []
    for number, step in enumerate(shown["steps"], 1):
        rows.append((f"step {number}", f"{step['says']}\n{step['latex']}"))
    return [*rows, ("joined by", "text, which no program has checked")]


def _kernel_rows(shown: JsonObject) -> Iterator[tuple[str, str]]:
    """Yield the theorems and the kernels that accepted them; then what the solvers have checked of the steps."""
    provers: dict[str, None] = {}
    for theorem in shown["theorems"]:
        yield "what was checked", f"{theorem['name']}: {theorem['text']}"
        for prover in theorem["accepted"]:
            provers[prover if theorem["name"].endswith(LISP) else f"the kernel of {prover}"] = None
    yield "accepted by", f"{' and '.join(provers)}, without an assumption"
    if shown["by_solvers"]:
        for name, text in checked_rows(shown["by_solvers"]):
            yield f"by solvers: {name}", text


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

    def as_json(self) -> JsonObject:
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
        What was established: a `Proof`, an `Induction` or a `KernelProof` for *proved*, an `Argument` for *argued*,
        the `Coverage` of a sweep for *verified*; otherwise a `Coverage`, a `Counterexample`, which is then the witness,
        or None.
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
            witness = Witness(self.record.case, self.record.explanation)
            object.__setattr__(self, "witness", witness)
        # An extent that was not recorded says nothing, and so supports no status.
        if isinstance(self.record, Coverage) and not self.record.extent.recorded:
            object.__setattr__(self, "record", None)
        self._check_record()
        self._state_range()
        if self.status in (Status.VERIFIED, Status.REFUTED, Status.CORRECTED) and not self.cases:
            raise ValueError(f"cases: 0 is not allowed for {self.status.value}; at least one case must be checked")

    def view(self) -> Iterator[Block]:
        """Yield the status and what was checked, the counterexample, the correction, and the evidence."""
        evidence = (*self.evidence, *self.certificates)
        rows = [*self._facts(), *filter(None, map(_row, evidence))]
        yield Table(("", ""), rows)
        for item in evidence:  # what is too large for a row
            if isinstance(item, Figure):
                yield Picture(item.svg, item.caption)
            elif isinstance(item, Table | LookupTable):
                yield from item.view()

    def _facts(self) -> Iterator[tuple[str, str]]:
        yield "status", self.status.value
        yield "meaning", MEANINGS[self.status]
        yield from self._checked()
        if self.witness is not None:
            yield "counterexample", f"{self.witness.case}: {self.witness.explanation}"
        if self.correction is not None:
            verdict = self.correction.verdict
            yield "correction", f"{self.correction.statement} ({verdict.status})"
            for name, text in verdict._checked():
                yield f"correction: {name}", text
        if self.record is None:
            answers = ""
        else:
            answers = answered(self.record)
        if answers:
            yield "answers", answers

    def _checked(self) -> list[tuple[str, str]]:
        """Return what was checked: the content of the record, otherwise the scope and the number of cases."""
        if isinstance(self.record, Counterexample):
            return [("what was checked", self.record.statement.latex)]
        if self.record is None or isinstance(self.record, Coverage):
            return [("what was checked", self.covered), ("cases", f"{self.cases:,} checked")]
        return checked_rows(checked_as_json(self.record))

    def _state_range(self) -> None:
        """Take the range from the record; without one, quote what is typed, also if that is a range."""
        scope = self.scope
        cases = self.cases
        note = self.note
        if self.record is not None:
            scope = scope_of(self.record)
            cases = count_of(self.record)
            if not isinstance(self.record, Coverage):
                note = ""  # a proof states its range itself, and other words could claim more
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
            needed = MAKERS.get(self.status, f"None for {self.status.value}")
            check_kind("record", self.record, (), needed)
        corrected = self.correction is not None and self.correction.verdict.status in ESTABLISHED
        if self.status is Status.CORRECTED and not corrected:
            check_kind("correction", self.correction, (), "a Correction that is proved or argued")
        if self.status in FALSE and self.witness is None:
            check_kind("witness", self.witness, (), "a Witness")
        # The reader could otherwise be shown a case that the sweep has found true.
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

    def as_json(self) -> JsonObject:
        """Return the value as a JSON object.

        >>> Verdict(Status.REFUTED, "", 9, witness=Witness("3", "3 is not less than 3")).as_json()["cases"]
        9
        """
        evidence = (*self.evidence, *self.certificates)
        data: JsonObject = {"status": self.status.value, "scope": self.scope, "note": self.note}
        data |= {"cases": self.cases, "evidence": [item.as_json() for item in evidence]}
        data["witness"] = plain_fields(self.witness) if self.witness else None
        data["correction"] = self.correction.as_json() if self.correction else None
        return data | record_as_json(self.record)


def verdict_from_json(data: JsonObject) -> Verdict:
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
        evidence = tuple(_written_evidence(data))
        status = Status(data["status"])
        witness = data["witness"]
        correction = _correction(data["correction"])
        if status in FALSE:
            # The correction was established again, and this can have another result than the one written.
            status = refuted_or_corrected(correction)
        try:
            record = record_from_json(data["record"])
        except NotProved as error:
            return not_proved(error, evidence)
        scope = data["scope"]
        cases = data["cases"]
        note = data["note"]
        case = Witness(**witness) if witness else None
        return Verdict(status, scope, cases, evidence, case, correction, record, note)
    except (AttributeError, LookupError, TypeError) as error:
        raise ValueError(f"the data do not describe a verdict: {str(data)[:80]}") from error


def _written_evidence(data: JsonObject) -> Iterator[Evidence]:
    """Yield the evidence of a written verdict without the certificates, which its record yields again."""
    derived = {entry["file"] for entry in data["certificates"]}
    for item in map(evidence_from_json, data["evidence"]):
        if not (isinstance(item, Certificate) and item.name in derived):
            yield item


def _correction(data: JsonObject | None) -> Correction | None:
    if data:
        return Correction(data["statement"], verdict_from_json(data))
    return None


def refuted_or_corrected(correction: Correction | None) -> Status:
    """Return the status of a false statement: corrected if its correction is proved or argued."""
    if correction and correction.verdict.status in ESTABLISHED:
        return Status.CORRECTED
    return Status.REFUTED


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
            correct = {True: "true", False: "false", None: ""}[item.correct]
            return correct, f"${item.latex}$ {item.note}"
        case Interactive():
            return "in the report", item.caption
        case Certificate():
            return "certificate", f"{item.name}: {item.how}"
        case Calculator():
            return "calculator", f"{item.caption} The HTML report contains it."
    return None
