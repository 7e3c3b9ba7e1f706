"""One run of a function on symbols: what its comparisons said, and the values that it could only describe.

A comparison is decided without a fork only if the expanded difference of its sides is a number, or differs by a number
from one that is known on this path. No other simplification decides anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from sympy import And, Eq, Expr, Ge, Gt, Integer, Le, Lt, Ne, Not, Symbol, evaluate
from sympy.logic.boolalg import Boolean

MAX_DECISIONS = 200


class UnsupportedOperation(Exception):
    """An operation that a run on symbols cannot express; the message names it."""


@dataclass(frozen=True)
class Definition:
    """A value that the run only describes: a new symbol, and the relation that fixes its value."""

    symbol: Symbol
    operation: str
    arguments: tuple[Any, ...]
    meaning: Boolean


@dataclass(frozen=True)
class Element:
    """Any element of a range of integers, lower <= symbol < upper, for which the run stands."""

    symbol: Symbol
    lower: Expr
    upper: Expr

    @property
    def meaning(self) -> Boolean:
        """The relation lower <= symbol < upper."""
        return And(Le(self.lower, self.symbol, evaluate=False), Lt(self.symbol, self.upper, evaluate=False))


@dataclass
class Path:
    """The results of the comparisons of one run (a given prefix, then always true), and its descriptions.

    >>> n = Symbol("n", integer=True)
    >>> path = Path([False])
    >>> path.branch(n > 0), path.branch(n > 2), path.condition
    (False, False, [n <= 0])
    >>> path.define("root", (n,), lambda root: Eq(root**2, n)), path.definitions[0].meaning
    (root_1, Eq(root_1**2, n))
    >>> path.element(Integer(0), n), path.elements[0].meaning
    (element_2, (0 <= element_2) & (element_2 < n))
    >>> path.new("least")
    least_3
    """

    answers: list[bool]
    given: Sequence[Boolean] = ()
    taken: frozenset[str] = frozenset()
    prefix: str = ""
    condition: list[Boolean] = field(default_factory=list)
    definitions: list[Definition] = field(default_factory=list)
    elements: list[Element] = field(default_factory=list)
    # e + c < 0 (strict) or e + c <= 0 as the pair (c, strict) under e
    _bounds: dict[Expr, list[tuple[Expr, bool]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        with evaluate(True):
            for relation in self.given:
                self._learn(relation, True)

    def branch(self, relation: Boolean) -> bool:
        """Return the result of a comparison, and record it if it is not decided already."""
        # Inside `evaluate(False)` the sides are as the code wrote them, and not even 0 + 0 < 0 is decided.
        with evaluate(True):
            decided = self._decide(relation)
        if decided is not None:
            return decided
        if len(self.condition) == len(self.answers):
            if len(self.answers) == MAX_DECISIONS:
                raise UnsupportedOperation(f"a loop: one branch makes more than {MAX_DECISIONS} comparisons")
            self.answers.append(True)
        answer = self.answers[len(self.condition)]
        self.condition.append(relation if answer else Not(relation))
        with evaluate(True):
            self._learn(relation, answer)
        return answer

    def define(self, operation: str, arguments: tuple[Any, ...], meaning: Any) -> Symbol:
        """Return the symbol of a described value; the same operation on the same arguments has one symbol."""
        for known in self.definitions:
            if (known.operation, known.arguments) == (operation, arguments):
                return known.symbol
        symbol = self.new(operation)
        self.definitions.append(Definition(symbol, operation, arguments, meaning(symbol)))
        return symbol

    def element(self, lower: Expr, upper: Expr) -> Symbol:
        """Return a symbol for any integer from `lower` to `upper - 1`."""
        symbol = self.new("element")
        self.elements.append(Element(symbol, lower, upper))
        with evaluate(True):
            self._add_bound(_difference(lower, symbol), False)
            self._add_bound(_difference(symbol + 1, upper), False)
        return symbol

    def new(self, name: str) -> Symbol:
        """Return an integer symbol whose name is not in use."""
        number = len(self.definitions) + len(self.elements) + 1
        while (full := f"{self.prefix}{name}_{number}") in self.taken:
            number += 1
        return Symbol(full, integer=True)

    def _decide(self, relation: Boolean) -> bool | None:
        if isinstance(relation, Eq | Ne):
            answer = self._is_zero(_difference(*relation.args))
            return answer if answer is None or isinstance(relation, Eq) else not answer
        bound = _bound(relation)
        if self._implied(*bound):
            return True
        return False if self._implied(*_negated(*bound)) else None

    def _is_zero(self, difference: Expr) -> bool | None:
        if difference.is_Number:
            return bool(difference == 0)
        opposite = _opposite(difference)
        if self._implied(difference, False) and self._implied(opposite, False):
            return True
        return False if self._implied(difference, True) or self._implied(opposite, True) else None

    def _implied(self, low: Expr, strict: bool) -> bool:
        """Return whether low < 0 (strict) or low <= 0 is a fact about a number, or follows from one known bound."""
        constant, variable = _whole(low, strict).as_coeff_Add()
        strict = strict and not low.is_integer
        known = [(Integer(0), False)] if variable == 0 else self._bounds.get(variable, [])
        gaps = [(constant - other, other_strict) for other, other_strict in known]
        return any(gap < 0 or (gap == 0 and (other_strict or not strict)) for gap, other_strict in gaps)

    def _add_bound(self, low: Expr, strict: bool) -> None:
        constant, variable = _whole(low, strict).as_coeff_Add()
        self._bounds.setdefault(variable, []).append((constant, strict and not low.is_integer))

    def _learn(self, relation: Boolean, answer: bool) -> None:
        if isinstance(relation, Eq | Ne):
            if answer is isinstance(relation, Eq):
                difference = _difference(*relation.args)
                self._add_bound(difference, False)
                self._add_bound(_opposite(difference), False)
        else:
            bound = _bound(relation)
            self._add_bound(*(bound if answer else _negated(*bound)))


def _bound(relation: Boolean) -> tuple[Expr, bool]:
    """Return e and whether the relation is e < 0 rather than e <= 0."""
    left, right = relation.args
    if isinstance(relation, Lt | Le):
        return _difference(left, right), isinstance(relation, Lt)
    if isinstance(relation, Gt | Ge):
        return _difference(right, left), isinstance(relation, Gt)
    raise UnsupportedOperation(f"the relation {relation}")


def _negated(low: Expr, strict: bool) -> tuple[Expr, bool]:
    return _opposite(low), not strict


def _whole(low: Expr, strict: bool) -> Expr:
    """Return e + 1 for e < 0 if e is an integer, since that is e + 1 <= 0."""
    return low + 1 if strict and low.is_integer else low


def _opposite(difference: Expr) -> Expr:
    return (-difference).expand()


@lru_cache(4096)
def _difference(left: Expr, right: Expr) -> Expr:
    return (left.doit() - right.doit()).expand()


_PATHS: list[Path] = []


def current_path() -> Path:
    """Return the path of the run in progress."""
    if not _PATHS:
        raise UnsupportedOperation("a symbol outside a run")
    return _PATHS[-1]


@contextmanager
def following(path: Path) -> Iterator[Path]:
    """Run the body on a path."""
    _PATHS.append(path)
    try:
        yield path
    finally:
        _PATHS.pop()
