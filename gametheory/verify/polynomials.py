"""Polynomials in a positive number ε that tends to 0, for the checkers of refinements: signs and limits are exact."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import TypeAlias

from gametheory.verify.errors import require

Polynomial: TypeAlias = Sequence[int | Fraction]  # the coefficients, that of ε^0 first


def add(one: Polynomial, other: Polynomial) -> Polynomial:
    """Return the sum.

    >>> add([1, 2], [0, 0, 3])
    [1, 2, 3]
    """
    return [a + b for a, b in zip_longest(one, other, fillvalue=0)]


def multiply(one: Polynomial, other: Polynomial) -> Polynomial:
    """Return the product.

    >>> multiply([1, 1], [1, -1])
    [1, 0, -1]
    """
    product: list[int | Fraction] = [0] * (len(one) + len(other))
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            product[i + j] += a * b
    return product[:-1]


def order(polynomial: Polynomial) -> int:
    """Return the lowest power of ε with a coefficient other than 0; the number of coefficients if there is none.

    >>> order([0, 0, 5, 1]), order([0, 0])
    (2, 2)
    """
    return next((power for power, coefficient in enumerate(polynomial) if coefficient), len(polynomial))


def sign(polynomial: Polynomial) -> int:
    """Return 1, 0 or -1: the sign for all small positive ε, which is that of the lowest coefficient.

    >>> sign([0, 1, -100]), sign([0, 0]), sign([-1, 5])
    (1, 0, -1)
    """
    lowest = next((coefficient for coefficient in polynomial if coefficient), 0)
    return (lowest > 0) - (lowest < 0)


def is_less(one: Polynomial, other: Polynomial) -> bool:
    """Return whether one polynomial is less than another for all small positive ε.

    >>> is_less([1, -1], [1]), is_less([1], [1])
    (True, False)
    """
    return sign(add(one, [-coefficient for coefficient in other])) < 0


def limit(numerator: Polynomial, denominator: Polynomial) -> Fraction:
    """Return the limit of a quotient.

    Raises
    ------
    CertificateError
        If the denominator is 0, or if the quotient has no finite limit.

    Examples
    --------
    >>> limit([0, 1, 7], [0, 3]), limit([0, 0, 1], [0, 3])
    (Fraction(1, 3), Fraction(0, 1))
    """
    power = order(denominator)
    require(power < len(denominator), "a weight is 0")
    require(order(numerator) >= power, "a probability has no limit")
    return Fraction(numerator[power] if power < len(numerator) else 0) / denominator[power]
