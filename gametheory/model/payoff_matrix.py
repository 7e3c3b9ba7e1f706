"""Payoff matrices and mixed strategies of two-player games: their types, and exact payoffs from numbers of any kind."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from numbers import Rational
from typing import Any, TypeAlias

PayoffMatrix: TypeAlias = Sequence[Sequence[Fraction]]  # by row strategy, then by column strategy
MixedStrategy: TypeAlias = tuple[Fraction, ...]  # the probability of each pure strategy

NUMBER = re.compile(r"[+-]?(\d+(/\d+|\.\d*)?|\.\d+)", re.ASCII)
MAX_DIGITS = 2_000  # of a payoff as text


def exact_payoffs(payoffs: Iterable[Iterable[Any]]) -> tuple[tuple[Fraction, ...], ...]:
    """Return a payoff matrix as Fractions, without rounding.

    >>> exact_payoffs([[1, "1/3"], [0.5, "-0.1"]])
    ((Fraction(1, 1), Fraction(1, 3)), (Fraction(1, 2), Fraction(-1, 10)))
    >>> exact_payoffs([[1, 2], [3]])
    Traceback (most recent call last):
    ValueError: row 1 has 1 payoffs, and row 0 has 2
    """
    rows = [_row(index, row) for index, row in enumerate(_entries(payoffs, "the payoff matrix"))]
    if not rows or not rows[0]:
        raise ValueError("a payoff matrix needs at least one row and one column")
    for index, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise ValueError(f"row {index} has {len(row)} payoffs, and row 0 has {len(rows[0])}")
    return tuple(rows)


def _row(index: int, row: object) -> tuple[Fraction, ...]:
    return tuple(_payoff(index, column, value) for column, value in enumerate(_entries(row, f"row {index}")))


def _entries(values: Any, name: str) -> Iterable[Any]:
    # Text is iterable too, but "12" is not a row of two payoffs.
    with suppress(TypeError):
        if not isinstance(values, str | bytes):
            return list(values)  # a numpy array without dimensions only looks iterable
    raise ValueError(f"{name} is {values!r:.60}, not a sequence")


def _payoff(row: int, column: int, value: Any) -> Fraction:
    try:
        if isinstance(value, str):
            return _number(value)
        if isinstance(value, Rational):
            return Fraction(int(value.numerator), int(value.denominator))
        return Fraction(*value.as_integer_ratio())
    except (AttributeError, ArithmeticError, ValueError) as error:
        raise ValueError(f"row {row}, column {column}: {value!r:.60} is not a finite number") from error


def _number(text: str) -> Fraction:
    """Return the number that text stands for; exponents are refused, since a short one can fill the memory."""
    if len(text) > MAX_DIGITS or not NUMBER.fullmatch(text.strip()):
        raise ValueError
    return Fraction(text.strip())
