"""Counterexamples as values: to make a `Counterexample` is to check it, by substitution in exact numbers.

A solver finds the point, and the check does not rely on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from gametheory.parallel.extras import library
from gametheory.prove.algebraic import Number, Root, sign
from gametheory.prove.readable import as_text
from gametheory.prove.solvers import z3_solver
from gametheory.prove.statement import Statement, statement_from_json
from gametheory.prove.terms import INTEGER, RELATIONS, Term, parse


@dataclass(frozen=True)
class Counterexample:
    """A point at which the hypotheses of a statement are true and its conclusion is false.

    >>> grows = Statement("grows", (("x", "Real"),), (), "(>= (* x x) x)")
    >>> half = Counterexample(grows, (Fraction(1, 2),))
    >>> half.case, half.explanation
    ('x = 1/2', 'x² ≥ x is false')
    >>> Counterexample(grows, (Fraction(2),))
    Traceback (most recent call last):
    ValueError: grows: x = 2 is no counterexample
    """

    statement: Statement
    point: tuple[Number, ...]

    def __post_init__(self) -> None:
        values = dict(zip(self._names, self.point, strict=True))
        integers = [values[name] for name, sort in self.statement.variables if sort == INTEGER]
        whole = all(isinstance(value, Fraction) and value.denominator == 1 for value in integers)
        given = all(is_true(parse(term), values) for term in self.statement.hypotheses)
        if not whole or not given or is_true(parse(self.statement.conclusion), values):
            raise ValueError(f"{self.statement.name}: {self.case} is no counterexample")

    @property
    def _names(self) -> list[str]:
        return [name for name, _ in self.statement.variables]

    @property
    def case(self) -> str:
        """The values of the variables."""
        pairs = zip(self._names, self.point, strict=True)
        texts = (value.as_text(name) if isinstance(value, Root) else f"{name} = {value}" for name, value in pairs)
        return ", ".join(texts) or "no value is needed"

    @property
    def explanation(self) -> str:
        """What is false at the point."""
        return f"{as_text(parse(self.statement.conclusion))} is false"

    def as_json(self) -> dict[str, Any]:
        """Return the counterexample as a JSON object."""
        point = [
            {"root": value.index, "of": list(value.coefficients)} if isinstance(value, Root) else str(value)
            for value in self.point
        ]
        return {"kind": "counterexample", "statement": self.statement.as_json(), "point": point}


def counterexample_from_json(data: Mapping[str, Any]) -> Counterexample:
    """Check again what the result of `Counterexample.as_json` states."""
    point = (
        Root(tuple(entry["of"]), entry["root"]) if isinstance(entry, dict) else Fraction(str(entry))
        for entry in data["point"]
    )
    return Counterexample(statement_from_json(data["statement"]), tuple(point))


@cache
def find_counterexample(statement: Statement) -> Counterexample | None:
    """Return the point at which z3 finds a statement false, if it is false there."""
    z3, solver = library("z3", "prove"), z3_solver(statement.script())
    if solver.check() != z3.sat:
        return None
    model = solver.model()
    values = {str(symbol): model[symbol] for symbol in model}
    try:
        point = tuple(_number(values.get(name)) for name, _ in statement.variables)
        return Counterexample(statement, point)
    except ValueError:
        return None


def _number(value: Any) -> Number:
    """Return a number of z3; what it does not mention can have any value."""
    if value is None:
        return Fraction(0)
    if hasattr(value, "poly"):
        return Root(tuple(int(str(number)) for number in value.poly()), value.index())
    return Fraction(str(value))


def is_true(term: Term, point: Mapping[str, Number]) -> bool:
    """Return whether a statement is true at a point."""
    if isinstance(term, str):
        return term == "true"
    operator, *parts = term
    if operator in RELATIONS:
        left, right = (_without_cases(part, point) for part in parts)
        difference = sign(("-", left, right), point)
        return {"=": difference == 0, "<": difference < 0, "<=": difference <= 0, ">": difference > 0}.get(
            str(operator), difference >= 0
        )
    if operator == "ite":
        return is_true(parts[1] if is_true(parts[0], point) else parts[2], point)
    truths = [is_true(part, point) for part in parts]
    if operator == "not":
        return not truths[0]
    if operator == "=>":
        return not truths[0] or truths[1]
    return all(truths) if operator == "and" else any(truths)


def _without_cases(term: Term, point: Mapping[str, Number]) -> Term:
    """Return a number with the case that is true at a point in place of each case distinction."""
    if isinstance(term, str):
        return term
    if term[0] == "ite":
        return _without_cases(term[2] if is_true(term[1], point) else term[3], point)
    return (term[0], *(_without_cases(part, point) for part in term[1:]))
