"""All branches of a function, run on symbols instead of numbers.

The rules of a game are written once, as ordinary code on integers. To prove something of them for all
integers, the same code is run with symbolic integers: every comparison it makes forks the run, and each run
ends with a condition and a value. Nothing of the rules is written a second time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from sympy import Expr, Integer, Not, sympify
from sympy.logic.boolalg import Boolean


@dataclass(frozen=True)
class Branch:
    """One run: what the comparisons along it assumed, and the value it returned, as sympy expressions."""

    condition: tuple[Boolean, ...]
    value: Any


class _Run:
    """The answers given to the comparisons of one run: those of a prefix, then always yes."""

    def __init__(self, answers: list[bool]) -> None:
        self.answers = answers
        self.condition: list[Boolean] = []

    def decide(self, relation: Boolean) -> bool:
        if relation in (True, False):
            return bool(relation)
        if len(self.condition) == len(self.answers):
            self.answers.append(True)
        answer = self.answers[len(self.condition)]
        self.condition.append(relation if answer else Not(relation))
        return answer


class SymbolicInt:
    """A symbolic integer that adds, subtracts and multiplies, and forks the run when compared."""

    def __init__(self, expression: Expr, run: _Run) -> None:
        self.expression = sympify(expression)
        self.run = run

    def _with(self, other: Any, operation: Callable[[Expr, Expr], Expr]) -> SymbolicInt:
        return SymbolicInt(operation(self.expression, _expression(other)), self.run)

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
        return self.run.decide(self.expression > _expression(other))

    def __ge__(self, other: Any) -> bool:
        return self.run.decide(self.expression >= _expression(other))

    def __lt__(self, other: Any) -> bool:
        return self.run.decide(self.expression < _expression(other))

    def __le__(self, other: Any) -> bool:
        return self.run.decide(self.expression <= _expression(other))


def run_symbolically(function: Callable[..., Any], *symbols: Expr) -> Iterator[Branch]:
    """Every branch of a function of integers, called with the given symbols.

    Depth-first over the answers to its comparisons; the conditions of the branches exclude each other and
    cover everything. Ends if the function makes finitely many comparisons on every branch. A tuple of numbers
    is returned as a tuple of expressions.

    >>> from sympy import Symbol
    >>> for branch in run_symbolically(lambda x: max(x, 0), Symbol("x", integer=True)):
    ...     print(branch.condition, branch.value)
    (x < 0,) 0
    (x >= 0,) x
    """
    answers: list[bool] = []
    while True:
        run = _Run(answers)
        value = function(*(SymbolicInt(symbol, run) for symbol in symbols))
        yield Branch(tuple(run.condition), _plain(value))
        while answers and not answers[-1]:
            answers.pop()
        if not answers:
            return
        answers[-1] = False


def _expression(value: Any) -> Expr:
    return value.expression if isinstance(value, SymbolicInt) else Integer(value)


def _plain(value: Any) -> Any:
    return tuple(map(_plain, value)) if isinstance(value, tuple) else _expression(value)
