"""Records: what a proof, an argument or a sweep has established, as values, as JSON and as certificates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from gametheory.claims.evidence import Certificate
from gametheory.prove.argument import Argument
from gametheory.prove.counterexample import Counterexample, counterexample_from_json
from gametheory.prove.extent import Coverage, coverage_from_json
from gametheory.prove.kernel.proof import STEP_READERS, Fact, KernelProof, kernel_proof_from_json
from gametheory.prove.proof import Proof
from gametheory.prove.readable import as_latex, as_text
from gametheory.prove.solvers import remembered, versions
from gametheory.prove.statement import Statement
from gametheory.prove.terms import parse

Record: TypeAlias = Proof | Argument | KernelProof | Coverage | Counterexample
READERS: dict[str, Callable[[Mapping[str, Any]], Record]] = {
    **STEP_READERS,
    "kernel": kernel_proof_from_json,
    "counterexample": counterexample_from_json,
    "sweep": coverage_from_json,
}
HOW_TO_CHECK = "z3 FILE or cvc5 FILE must answer unsat"


def certificates(record: Record) -> tuple[Certificate, ...]:
    """Return each obligation of a record as an SMT-LIB file; none for a sweep or a counterexample."""
    obligations = () if isinstance(record, Coverage | Counterexample) else record.obligations()
    return tuple(Certificate(entry.file_name, entry.script(), HOW_TO_CHECK) for entry in obligations)


def scope_of(record: Record) -> str:
    """Return the range of a record in words."""
    if isinstance(record, Coverage):
        return str(record.extent)
    if isinstance(record, Counterexample):
        return record.statement.range
    if isinstance(record, KernelProof):
        return "as the theorem states"
    if len(record.statements) == 1:
        return record.statements[0].range
    kind = "steps" if isinstance(record, Argument) else "statements"
    return f"{len(record.statements)} {kind}, each for all values of its variables"


def count_of(record: Record) -> int:
    """Return the number of obligations of a record, and of its theorems; for a sweep, that of its cases."""
    if isinstance(record, Coverage | Counterexample):
        return record.cases if isinstance(record, Coverage) else 1
    return len(_theorems(record)) + len(list(record.obligations()))


def answered(record: Record) -> str:
    """Return what each solver has answered in this process to the obligations of a record, and in what time.

    It is empty for a sweep, and for a record of an earlier run.
    """
    if isinstance(record, Coverage):
        return ""
    asked = [record.statement] if isinstance(record, Counterexample) else list(record.obligations())
    found = [remembered(statement.script()) for statement in asked]
    texts = []
    for solver in found[0] if all(found) and found else ():
        said = dict.fromkeys(answers[solver].text for answers in found)
        seconds = sum(answers[solver].seconds for answers in found)
        texts.append(f"{solver}: {' and '.join(said)} in {seconds:.2f} s")
    return ", ".join(texts)


def _theorems(record: Record) -> tuple[Fact, ...]:
    return record.theorems if isinstance(record, KernelProof) else ()


def record_as_json(record: Record | None) -> dict[str, Any]:
    """Return the JSON keys `record`, `formal`, `checked` and `certificates` of a verdict; of a record also its range.

    `record` is what `record_from_json` reads; `formal` is the same for a person, and `checked` for a report. The keys
    of the range are `scope` and `cases`. A counterexample has also the key `witness`.
    """
    nothing: dict[str, Any] = {"record": None, "formal": None, "checked": None, "certificates": []}
    if record is None:
        return nothing
    scope = {"scope": scope_of(record), "cases": count_of(record)}
    if isinstance(record, Coverage):
        return nothing | {"record": record.as_json()} | scope
    if isinstance(record, Counterexample):
        witness = {"case": record.case, "explanation": record.explanation, "kind": ""}
        return nothing | {"record": record.as_json(), "formal": record.statement.text, "witness": witness} | scope
    by_solvers = [f"{name} {number}" for name, number in versions().items()]
    accepted = [(f"rocq/{fact.theorem.rpartition('.')[0]}.v", [fact.kernel]) for fact in _theorems(record)]
    accepted += [(entry.file_name, by_solvers) for entry in record.obligations()]
    return {
        "record": record.as_json(),
        "formal": record.text,
        "checked": checked_as_json(record),
        "certificates": [{"file": file, "accepted": programs} for file, programs in accepted],
    } | scope


def record_from_json(data: Mapping[str, Any] | None) -> Record | None:
    """Establish a record again from its JSON form."""
    return None if data is None else READERS[data["kind"]](data)


def checked_as_json(record: Proof | Argument | KernelProof) -> dict[str, Any]:
    """Return what was checked, as a report shows it: every statement in text, and in LaTeX between dollar signs."""
    if isinstance(record, KernelProof):
        return {
            "theorems": [_theorem(fact) for fact in record.theorems],
            "by_solvers": checked_as_json(record.steps) if record.steps else None,
        }
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


def _theorem(fact: Fact) -> dict[str, Any]:
    definitions = [{"file": file, "text": text} for file, text in fact.definitions]
    return {"name": fact.theorem, "text": fact.statement, "definitions": definitions, "accepted": [fact.kernel]}


def _terms(terms: Iterable[str]) -> list[dict[str, str]]:
    parsed = map(parse, terms)
    return [{"text": as_text(term), "latex": f"${as_latex(term)}$"} for term in parsed]


def checked_rows(shown: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the theorems, statements or steps of `checked_as_json` in rows of a table."""
    if "theorems" in shown:
        theorems = [("what was checked", f"{each['name']}: {each['text']}") for each in shown["theorems"]]
        accepted = dict.fromkeys(kernel for each in shown["theorems"] for kernel in each["accepted"])
        by_solvers = checked_rows(shown["by_solvers"]) if shown["by_solvers"] else []
        solvers = [(f"by solvers: {name}", text) for name, text in by_solvers]
        return [*theorems, ("accepted by", f"the kernel of {' and '.join(accepted)}, without an assumption"), *solvers]
    if "statements" in shown:
        return [("what was checked", statement["latex"]) for statement in shown["statements"]]
    steps = [(f"step {number}", f"{step['says']}\n{step['latex']}") for number, step in enumerate(shown["steps"], 1)]
    return [*steps, ("joined by", "text, which no program has checked")]
