"""Fractions at the border, flint's rationals inside: numbers of thousands of digits at speed."""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq

READABLE = 64  # bits above and below the line


def rational(number: Fraction | int | float) -> fmpq:
    """The same number for arithmetic; of a float, exactly what it stands for.

    >>> rational(Fraction(3, 4)), rational(0.5)
    (3/4, 1/2)
    """
    return fmpq(*number.as_integer_ratio())


def fraction(number: fmpq) -> Fraction:
    """The same number as a Fraction.

    >>> fraction(fmpq(3, 4))
    Fraction(3, 4)
    """
    return Fraction(int(number.p), int(number.q))


def nearest(number: fmpq | float) -> float:
    """The float nearest to a number, however many digits it has; a float as it is.

    >>> nearest(fmpq(10**400, 3 * 10**400)), nearest(0.25)
    (0.3333333333333333, 0.25)
    """
    return number if isinstance(number, float) else int(number.p) / int(number.q)


def readable(number: fmpq | float) -> Fraction | float:
    """A number for a person: as a Fraction where it is short, else the float nearest to it.

    >>> readable(fmpq(3, 4)), readable(fmpq(1, 3**50)), readable(0.25)
    (Fraction(3, 4), 1.3929555690985384e-24, 0.25)
    """
    if isinstance(number, fmpq) and max(number.p.bit_length(), number.q.bit_length()) <= READABLE:
        return fraction(number)
    return nearest(number)
