"""Checks with variables: values are expressions of sympy as written, which become statements of record.

In these, a quotient is a new variable q, with the hypotheses that the denominator is not 0 and that its product with q
is the numerator, since SMT-LIB lets x/0 be any number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import count
from typing import Any

import sympy

from gametheory.prove.smt import obligation
from gametheory.prove.statement import CONSTANTS, Statement
from gametheory.texts.expressions import Undecided

MOST_POWER, MOST_SIZE = 60, 4000
OPERATIONS = {
    "+": sympy.Add,
    "*": sympy.Mul,
    "==": sympy.Eq,
    "!=": sympy.Ne,
    "<": sympy.Lt,
    "<=": sympy.Le,
    ">": sympy.Gt,
    ">=": sympy.Ge,
    "and": sympy.And,
    "or": sympy.Or,
    "not": sympy.Not,
    "abs": sympy.Abs,
    "min": sympy.Min,
    "max": sympy.Max,
}


class Symbols:
    """The variables of a check, and what defines those of quotients.

    >>> symbols = Symbols({"x": "real"})
    >>> x = symbols.values["x"]
    >>> symbols.statement("ratio", [], symbols.apply("<", [0, symbols.apply("/", [x, x])])).text
    'for all real numbers q1, x with x ≠ 0; x q1 = x: 0 < q1'
    """

    def __init__(self, kinds: Mapping[str, str]) -> None:
        for name in kinds:
            if name.rstrip("_") in CONSTANTS:
                raise Undecided(f"{name} cannot be the name of a variable: a proof prints it as a number")
        self.values = {name: _symbol(name, kind) for name, kind in kinds.items()}
        self.hypotheses = list[Any]()
        self._quotients = dict[tuple[sympy.Basic, sympy.Basic], sympy.Symbol]()

    def apply(self, name: str, values: Sequence[object]) -> Any:
        """Return the result of an operator or a function, of which a value has a variable."""
        first = values[0]
        last = values[-1]
        # as written: sympy would make 1 of x/x, and the statement would lose that x must not be 0
        with sympy.evaluate(False):
            match name:
                case "neg":
                    result = sympy.Mul(-1, first)
                case "-":
                    result = sympy.Add(first, sympy.Mul(-1, last))
                case "/":
                    result = self._quotient(sympy.sympify(first), sympy.sympify(last))
                case "**":
                    result = self._power(first, last)
                case _ if name in OPERATIONS:
                    result = OPERATIONS[name](*map(sympy.sympify, values))
                case _:
                    raise Undecided(f"{name} is not expressed for a variable, only for numbers")
        if isinstance(result, sympy.Basic) and _size(result) > MOST_SIZE:
            raise Undecided(f"the statement has more than {MOST_SIZE:,} parts")
        return result

    def _quotient(self, top: object, below: Any) -> object:
        # a number has an inverse, or is 0 for all values of the variables
        if below.is_Rational:
            if not below:
                raise Undecided("the check divides by 0")
            return sympy.Mul(sympy.sympify(1 / Fraction(below.p, below.q)), top)
        if (top, below) not in self._quotients:
            # the author may have a variable q1
            taken = {*self.values, *map(str, self._quotients.values())}
            names = (f"q{number}" for number in count(1))
            quotient = sympy.Symbol(next(name for name in names if name not in taken))
            self._quotients[top, below] = quotient
            self.hypotheses += [sympy.Ne(below, 0), sympy.Eq(sympy.Mul(below, quotient), top)]
        return self._quotients[top, below]

    def _power(self, base: object, exponent: Any) -> object:
        # a statement has no powers: this one is written out as a product
        has_variable = isinstance(exponent, sympy.Basic)
        if has_variable or max(abs(exponent), exponent.denominator) > MOST_POWER:
            allowed = f"it must be a number up to {MOST_POWER}"
            raise Undecided(f"the exponent {exponent} is not expressed; {allowed}")
        if not exponent:
            return 1  # as in Python, also of 0
        if abs(exponent) == 1:
            power = base
        else:
            power = sympy.Pow(base, sympy.sympify(abs(exponent)))
        if exponent < 0:
            return self._quotient(sympy.sympify(1), power)
        return power

    def statement(self, name: str, conditions: Sequence[object], conclusion: object) -> Statement:
        """Return the statement that the conditions imply the conclusion if all quotients exist."""
        forms = [conclusion]
        if isinstance(conclusion, sympy.Rel) and conclusion not in conditions:
            # Refused are statements with equal sides, and what defines a quotient.
            with sympy.evaluate(False):
                forms.append(conclusion.func(sympy.Add(conclusion.lhs, sympy.Mul(-1, conclusion.rhs)), 0))
        for form in forms:
            try:
                return obligation(name, (*conditions, *self.hypotheses), form)
            except ValueError as error:
                reason = str(error)
        raise Undecided(reason)


def _symbol(name: str, kind: str) -> Any:
    if kind == "integer":
        return sympy.Symbol(name, integer=True)
    return sympy.Symbol(name)


@lru_cache(maxsize=10_000)  # a part of an expression is a part of many others
def _size(node: Any) -> int:
    """Return the number of parts in a statement, in which powers and cases are written out."""
    sizes: int = sum(map(_size, node.args)) + 1
    if isinstance(node, sympy.Pow) and node.exp.is_Rational:
        return int(abs(node.exp.p)) * sizes
    if isinstance(node, sympy.Max | sympy.Min | sympy.Abs):
        return int(sizes * 2 ** len(node.args))
    return sizes
