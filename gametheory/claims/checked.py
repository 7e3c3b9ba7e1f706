"""What was checked, as a report shows it: the statements of a record in text and in LaTeX.

Renderers print these values and compute nothing. They are made from the terms that the solvers have read.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gametheory.prove.argument import Argument
from gametheory.prove.kernel.fact import Fact
from gametheory.prove.kernel.proof import KernelProof
from gametheory.prove.proof import Proof
from gametheory.prove.readable import as_latex, as_text
from gametheory.prove.statement import Statement
from gametheory.prove.terms import parse


def checked_as_json(record: Proof | Argument | KernelProof) -> dict[str, Any]:
    """Return the JSON key `checked` of a verdict.

    Every statement and term has the keys `text` and `latex`. In `latex`, formulas are between dollar signs.

    Examples
    --------
    >>> square = Statement("a square", (("x", "Int"),), ("(> x 1)",), "(> (* x x) x)")
    >>> checked_as_json(Proof((square,)))["statements"][0]["latex"]
    'for all integers $x$ with $x > 1$: $x^{2} > x$'
    """
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
