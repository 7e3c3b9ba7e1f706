"""Exact rational numbers: `fractions.Fraction` in the public API, flint's faster `fmpq` inside solvers."""

from __future__ import annotations

import re
from fractions import Fraction

from flint import fmpq

DISPLAY_BITS = 64
MAX_CHARACTERS = 40_000
RATIONAL = re.compile(r"-?\d+(/0*[1-9]\d*)?", re.ASCII)


def is_exact(number: object) -> bool:
    """Return whether a number is an integer or a Fraction of integers; a subclass can compare as it likes."""
    if type(number) is Fraction:
        return type(number.numerator) is int and type(number.denominator) is int
    return type(number) in (int, bool)


def to_flint(number: Fraction | int | float) -> fmpq:
    """Return a number as `fmpq`, exactly, also a float."""
    return fmpq(*number.as_integer_ratio())


def to_fraction(number: fmpq) -> Fraction:
    """Return an `fmpq` as `Fraction`, exactly."""
    return Fraction(int(number.p), int(number.q))


def to_float(number: fmpq | float) -> float:
    """Return the float nearest to a number."""
    # the quotient of two integers is rounded once, while float(p) / float(q) may overflow and rounds three times
    return number if isinstance(number, float) else int(number.p) / int(number.q)


def simplify_for_display(number: fmpq | float) -> Fraction | float:
    """Return a number for a person to read: a Fraction if it is short, else the nearest float."""
    if isinstance(number, fmpq) and max(number.p.bit_length(), number.q.bit_length()) <= DISPLAY_BITS:
        return to_fraction(number)
    return to_float(number)


def ceiling_division(dividend: int, divisor: int) -> int:
    """Return the least integer that is at least dividend / divisor.

    Parameters
    ----------
    dividend, divisor : int
        The numbers to divide.

    Raises
    ------
    ZeroDivisionError
        If the divisor is 0.

    Examples
    --------
    >>> ceiling_division(7, 2), ceiling_division(-7, 2), ceiling_division(6, 2)
    (4, -3, 3)
    """
    return -(-dividend // divisor)


def exact_text(number: Fraction | int) -> str:
    """Return a number as text, with all its digits; Python itself refuses to print more than 4,300 of them."""
    return str(to_flint(number))


def parse_rational(text: object) -> Fraction:
    """Parse the text of a rational number, an integer or a quotient of two, as `str` writes a Fraction.

    `Fraction` itself also accepts "1e999999999", which needs all memory; so files are read with this function.
    """
    if not isinstance(text, str) or len(text) > MAX_CHARACTERS or not RATIONAL.fullmatch(text):
        raise ValueError(f"{text!r:.60} is no exact number such as 1/3")
    return Fraction(text)
