"""Versions of built-in and package functions that accept symbolic numbers, and describe what they would return."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from math import isqrt
from types import CodeType
from typing import Any

from sympy import And, Ge, Le, Lt, Max, Min, true

from gametheory.prove.symbolic.path import UnsupportedOperation, current_path
from gametheory.prove.symbolic.values import Opaque, SymbolicInt, expression_of, is_symbolic, is_whole, symbolic

# The code of the functions whose single loop may run over a symbolic range; see `gametheory.prove.symbolic.code`.
FAMILIES: set[CodeType] = set()


class SymbolicRange(Opaque):
    """The integers from a lower to below an upper bound; a loop over them runs once, for any element."""

    __slots__ = ("lower", "upper")

    def __init__(self, lower: Any, upper: Any) -> None:
        self.lower, self.upper = lower, upper

    def __iter__(self) -> Iterator[SymbolicInt]:
        if sys._getframe(1).f_code not in FAMILIES:
            raise UnsupportedOperation("a loop over a symbolic range whose passes may depend on each other")
        yield SymbolicInt(current_path().element(expression_of(self.lower), expression_of(self.upper)))

    def __bool__(self) -> bool:
        return bool(self.lower < self.upper)


class Family(Opaque):
    """What a function yields for any element of a symbolic range; code on symbols cannot look into it."""

    __slots__ = ("items",)

    def __init__(self, items: list[Any]) -> None:
        self.items = items


def _symbolic_range(first: Any, *bounds: Any) -> Any:
    """Return a range, symbolic if a bound is; the step is 1."""
    if not any(map(is_symbolic, (first, *bounds))):
        return range(first, *bounds)
    if len(bounds) > 1 or not all(map(is_whole, (first, *bounds))):
        raise UnsupportedOperation("a symbolic range with a step or a bound that is not an integer")
    return SymbolicRange(first, *bounds) if bounds else SymbolicRange(0, first)


def symbolic_isqrt(number: Any) -> Any:
    """Return the floor of a square root: for a symbol, a new one with r >= 0 and r^2 <= number < (r + 1)^2."""
    if not is_symbolic(number):
        return isqrt(number)
    if not is_whole(number):
        raise UnsupportedOperation("isqrt of a number that is not an integer")
    if number < 0:
        raise ValueError
    square = expression_of(number)

    def meaning(root: Any) -> Any:
        return And(Ge(root, 0), Le(root**2, square, evaluate=False), Lt(square, (root + 1) ** 2, evaluate=False))

    return SymbolicInt(current_path().define("root", (square,), meaning))


def _extremum(of_numbers: Callable[..., Any], of_expressions: Any, *numbers: Any) -> Any:
    """Return the greatest or the least of several numbers."""
    if not any(map(is_symbolic, numbers)):
        return of_numbers(*numbers)
    return symbolic(of_expressions(*map(expression_of, numbers)))


def described(name: str) -> Callable[..., Any]:
    """Return a function to use in place of another one whose values are only described."""

    def call(*arguments: Any) -> SymbolicInt:
        return SymbolicInt(current_path().define(name, tuple(map(expression_of, arguments)), lambda _: true))

    return call


def _of_plain_value(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that refuses symbolic values."""

    def guarded(*arguments: Any) -> Any:
        if any(issubclass(type(argument), Opaque) for argument in arguments):
            raise UnsupportedOperation(f"{function.__name__} of a symbolic value")
        return function(*arguments)

    return guarded


BUILTINS: Mapping[str, Callable[..., Any]] = {
    "range": _symbolic_range,
    "max": partial(_extremum, max, Max),
    "min": partial(_extremum, min, Min),
    "type": _of_plain_value(type),
    "id": _of_plain_value(id),
    "callable": _of_plain_value(callable),
}
