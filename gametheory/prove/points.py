"""Small counterexamples: a statement of sympy, evaluated exactly at points with small integer coordinates.

sympy substitutes some thousand points in a second, and solvers look for a model, not for the smallest one. Here a
statement is translated once into functions of Python, which compute with integers and fractions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from operator import eq, ge, gt, le, lt, mod, ne
from typing import Any, TypeAlias

import sympy
from sympy import Basic, Integer, Piecewise, Rational, Symbol
from sympy.logic.boolalg import Boolean, BooleanFalse, BooleanTrue

MOST_POINTS = 3000
MOST_EXPONENT = 10_000

Point: TypeAlias = Mapping[Basic, int]
Evaluator: TypeAlias = Callable[[Point], Any]


def smallest_point(hypotheses: Sequence[Boolean], conclusion: Boolean, symbols: Sequence[Symbol]) -> Point | None:
    """Return the integers of the least sum of sizes for which the hypotheses are true and the conclusion is not.

    Where a part has no exact value, as with a division by zero, a point is passed over.

    >>> n = Symbol("n", integer=True)
    >>> smallest_point([n >= 2], sympy.Eq(n**2 % 3, 1), [n])
    {n: 3}
    """
    given = list(map(evaluator, hypotheses))
    is_true = evaluator(conclusion)
    for numbers in _small_points(len(symbols)):
        point: Point = dict(zip(symbols, numbers, strict=True))
        try:
            if all(hypothesis(point) for hypothesis in given) and not is_true(point):
                return point
        except (ArithmeticError, ValueError):
            continue
    return None


def evaluator(node: Basic) -> Evaluator:
    """Return the function that computes a relation or an expression at a point; it never rounds.

    >>> n = Symbol("n", integer=True)
    >>> evaluator(n / 6 + sympy.floor(n / 2))({n: 5})
    Fraction(17, 6)
    """
    if isinstance(node, Integer):
        return _constant(int(node))
    if isinstance(node, Rational):
        return _constant(Fraction(node.p, node.q))
    if isinstance(node, BooleanTrue | BooleanFalse):
        return _constant(isinstance(node, BooleanTrue))
    if isinstance(node, Symbol):
        return lambda point: point[node]
    if isinstance(node, Piecewise):
        return _first_case(node)
    parts = list(map(evaluator, node.args))
    operation = OPERATIONS.get(type(node))
    if operation is None:
        raise ValueError(f"{node} has no exact value at a point")
    return lambda point: operation(*[part(point) for part in parts])


def _constant(value: int | Fraction) -> Evaluator:
    return lambda _: value


def _first_case(node: Piecewise) -> Evaluator:
    cases = [(evaluator(condition), evaluator(value)) for value, condition in node.args]

    def value_at(point: Point) -> Any:
        for condition, value in cases:
            if condition(point):
                return value(point)
        raise ValueError(f"{node} has no value at {point}")

    return value_at


def _power(base: int | Fraction, exponent: int | Fraction) -> int | Fraction:
    # A root can be irrational, and a tower of powers too long to write down.
    if exponent.denominator != 1 or not -MOST_EXPONENT <= exponent <= MOST_EXPONENT:
        raise ValueError(f"{base} to the power {exponent} is not computed")
    whole = int(exponent)
    if whole < 0:
        return Fraction(base) ** whole
    return base**whole


OPERATIONS: dict[type[Basic], Callable[..., Any]] = {
    sympy.Add: lambda *terms: sum(terms),
    sympy.Mul: lambda *factors: math.prod(factors),
    sympy.Pow: _power,
    sympy.Mod: mod,
    sympy.floor: math.floor,
    sympy.ceiling: math.ceil,
    sympy.Abs: abs,
    sympy.Max: max,
    sympy.Min: min,
    sympy.Eq: eq,
    sympy.Ne: ne,
    sympy.Lt: lt,
    sympy.Le: le,
    sympy.Gt: gt,
    sympy.Ge: ge,
    sympy.And: lambda *truths: all(truths),
    sympy.Or: lambda *truths: any(truths),
    sympy.Not: lambda truth: not truth,
    sympy.Implies: lambda given, stated: not given or stated,
    sympy.ITE: lambda condition, then, otherwise: then if condition else otherwise,
}


def _small_points(dimension: int) -> Iterator[tuple[int, ...]]:
    """Yield points with integer coordinates, those of the least sum of sizes first, positive before negative."""
    count, size = 0, 0
    while count < MOST_POINTS:
        for point in _points_of_size(dimension, size):
            yield point
            count += 1
        size += 1
        if not dimension:
            return


def _points_of_size(dimension: int, size: int) -> Iterator[tuple[int, ...]]:
    if dimension == 0:
        if size == 0:
            yield ()
        return
    for first in range(size, -1, -1):
        if dimension == 1 and first != size:
            return
        for rest in _points_of_size(dimension - 1, size - first):
            yield (first, *rest)
            if first:
                yield (-first, *rest)
