"""Symbolic execution: run a function on symbols and collect all its branches.

The rules of a game are ordinary code on integers. To prove a property of the rules for all integers, the same code runs
with symbolic integers. Every comparison forks the run, and each run ends with a path condition and a value. So the
proof does not need a second copy of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from sympy import Expr, Integer, Not, evaluate, sympify
from sympy.logic.boolalg import Boolean


@dataclass(frozen=True)
class Branch:
    """One run: the path condition (the results of its comparisons) and the returned value, as sympy expressions."""

    condition: tuple[Boolean, ...]
    value: Any


class _PathCondition:
    """The results of the comparisons of one run: a given prefix, then always true."""

    def __init__(self, answers: list[bool]) -> None:
        self.answers = answers
        self.condition: list[Boolean] = []

    def branch(self, relation: Boolean) -> bool:
        # Inside `evaluate(False)` the relation is as the code wrote it, so that it must be simplified to be decided.
        with evaluate(True):
            decided = relation.doit()
        if decided in (True, False):
            return bool(decided)
        if len(self.condition) == len(self.answers):
            self.answers.append(True)
        answer = self.answers[len(self.condition)]
        self.condition.append(relation if answer else Not(relation))
        return answer


class SymbolicInt:
    """A symbolic integer that adds, subtracts and multiplies, and forks the run when compared."""

    def __init__(self, expression: Expr, path: _PathCondition) -> None:
        self.expression = sympify(expression)
        self.path = path

    def _with(self, other: Any, operation: Callable[[Expr, Expr], Expr]) -> SymbolicInt:
        return SymbolicInt(operation(self.expression, _expression(other)), self.path)

    def __add__(self, other: Any) -> SymbolicInt:
        return self._with(other, lambda a, b: a + b)

    __radd__ = __add__

    def __sub__(self, other: Any) -> SymbolicInt:
        return self._with(other, lambda a, b: a - b)

    def __rsub__(self, other: Any) -> SymbolicInt:
        return self._with(other, lambda a, b: b - a)

    def __mul__(self, other: Any) -> SymbolicInt:
        return self._with(other, lambda a, b: a * b)

    def __gt__(self, other: Any) -> bool:
        return self.path.branch(self.expression > _expression(other))

    def __ge__(self, other: Any) -> bool:
        return self.path.branch(self.expression >= _expression(other))

    def __lt__(self, other: Any) -> bool:
        return self.path.branch(self.expression < _expression(other))

    def __le__(self, other: Any) -> bool:
        return self.path.branch(self.expression <= _expression(other))


def run_symbolically(function: Callable[..., Any], *symbols: Expr) -> Iterator[Branch]:
    """Yield every branch of a function of integers.

    The search is depth-first over the results of the comparisons. The conditions of the branches exclude each other and
    cover all cases. It ends if the function makes finitely many comparisons on every branch. A tuple of numbers becomes
    a tuple of expressions.

    Parameters
    ----------
    function
        Function that adds, subtracts, multiplies and compares its arguments.
    *symbols
        Its arguments: integer symbols or expressions of them.

    Examples
    --------
    >>> from sympy import Symbol
    >>> for branch in run_symbolically(lambda x: max(x, 0), Symbol("x", integer=True)):
    ...     print(branch.condition, branch.value)
    (x < 0,) 0
    (x >= 0,) x
    """
    answers: list[bool] = []
    while True:
        path = _PathCondition(answers)
        value = function(*(SymbolicInt(symbol, path) for symbol in symbols))
        yield Branch(tuple(path.condition), _plain(value))
        while answers and not answers[-1]:
            answers.pop()
        if not answers:
            return
        answers[-1] = False


def _expression(value: Any) -> Expr:
    return value.expression if isinstance(value, SymbolicInt) else Integer(value)


def _plain(value: Any) -> Any:
    return tuple(map(_plain, value)) if isinstance(value, tuple) else _expression(value)
