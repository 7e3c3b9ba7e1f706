"""Fractions at the border, flint's rationals inside: numbers of thousands of digits at speed."""

from __future__ import annotations

import re
from fractions import Fraction

from flint import fmpq

READABLE = 64  # bits above and below the line


def to_flint(number: Fraction | int | float) -> fmpq:
    """The same number for arithmetic; of a float, exactly what it stands for.

    >>> to_flint(Fraction(3, 4)), to_flint(0.5)
    (3/4, 1/2)
    """
    return fmpq(*number.as_integer_ratio())


def to_fraction(number: fmpq) -> Fraction:
    """The same number as a Fraction.

    >>> to_fraction(fmpq(3, 4))
    Fraction(3, 4)
    """
    return Fraction(int(number.p), int(number.q))


def to_float(number: fmpq | float) -> float:
    """The float nearest to a number, however many digits it has; a float as it is.

    >>> to_float(fmpq(10**400, 3 * 10**400)), to_float(0.25)
    (0.3333333333333333, 0.25)
    """
    return number if isinstance(number, float) else int(number.p) / int(number.q)


def simplify_for_display(number: fmpq | float) -> Fraction | float:
    """A number for a person: as a Fraction where it is short, else the float nearest to it.

    >>> simplify_for_display(fmpq(3, 4)), simplify_for_display(fmpq(1, 3**50)), simplify_for_display(0.25)
    (Fraction(3, 4), 1.3929555690985384e-24, 0.25)
    """
    if isinstance(number, fmpq) and max(number.p.bit_length(), number.q.bit_length()) <= READABLE:
        return to_fraction(number)
    return to_float(number)


MOST_SIGNS = 40_000


EXACT = re.compile(r"-?\d+(/0*[1-9]\d*)?", re.ASCII)


def ceiling_division(dividend: int, divisor: int) -> int:
    """The least whole number not below dividend / divisor.

    Raises ZeroDivisionError for the divisor 0.

    >>> ceiling_division(7, 2), ceiling_division(-7, 2), ceiling_division(6, 2)
    (4, -3, 3)
    """
    return -(-dividend // divisor)


def parse_rational(text: object) -> Fraction:
    """The number that text of a file stands for, a whole number or a quotient of two: what `str` makes of a Fraction.

    A Fraction can be made of "1e999999999" too, and then fills the memory. Raises ValueError for anything else, and for
    more than 40,000 signs.

    >>> parse_rational("-1/3"), parse_rational("2")
    (Fraction(-1, 3), Fraction(2, 1))
    """
    if not isinstance(text, str) or len(text) > MOST_SIGNS or not EXACT.fullmatch(text):
        raise ValueError(f"{text!r:.60} is no exact number such as 1/3")
    return Fraction(text)
