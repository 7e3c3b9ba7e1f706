"""The coefficients of complementary pivots: rational numbers, or polynomials in a small positive number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import Any, TypeAlias

from flint import fmpq, fmpq_poly, fmpz_poly

Coefficient: TypeAlias = Any  # Fraction or fmpq_poly
Whole: TypeAlias = Any  # int or fmpz_poly


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """Operations on coefficients, and on whole ones: those without denominators.

    Attributes
    ----------
    constant
        Return a rational number as a coefficient.
    whole
        Return a rational number that is an integer as a whole coefficient.
    without_denominators
        Return coefficients times their least common denominator as whole ones, and that denominator.
    sign
        Return an integer with the sign of a whole coefficient.
    gcd
        Return the greatest common divisor of whole coefficients, with positive sign.

    Examples
    --------
    >>> RATIONALS.without_denominators([Fraction(1, 2), Fraction(1, 3)])
    ([3, 2], 6)
    >>> epsilon = fmpq_poly([0, 1])
    >>> POLYNOMIALS.without_denominators([epsilon / 2, POLYNOMIALS.constant(Fraction(1, 3))])
    ([3*x, 2], 6)
    >>> RATIONALS.is_positive(Fraction(-1, 3)), POLYNOMIALS.is_positive(epsilon - 2 * epsilon**2)
    (False, True)
    """

    constant: Callable[[Fraction], Coefficient]
    whole: Callable[[int], Whole]
    without_denominators: Callable[[Sequence[Coefficient]], tuple[list[Whole], Whole]]
    sign: Callable[[Whole], int]
    gcd: Callable[..., Whole]

    def is_positive(self, coefficient: Coefficient) -> bool:
        """Return whether a coefficient is positive."""
        (whole,), _ = self.without_denominators([coefficient])
        return self.sign(whole) > 0


def lowest_coefficient(polynomial: fmpz_poly) -> int:
    """Return the lowest coefficient other than 0: it has the sign of the polynomial for all small positive numbers.

    >>> lowest_coefficient(fmpz_poly([0, -2, 5])), lowest_coefficient(fmpz_poly([]))
    (-2, 0)
    """
    return next((int(coefficient) for coefficient in polynomial.coeffs() if coefficient), 0)


def positive_gcd(*polynomials: fmpz_poly) -> fmpz_poly:
    """Return the greatest common divisor that is positive for all small positive numbers.

    >>> positive_gcd(fmpz_poly([0, 2, -2]), fmpz_poly([0, 4, -4]))
    (-2)*x^2 + 2*x
    """
    common = fmpz_poly([])
    for polynomial in polynomials:
        common = common.gcd(polynomial)
        if common.is_one():
            return common
    return -common if lowest_coefficient(common) < 0 else common


def _integers(coefficients: Sequence[Fraction]) -> tuple[list[int], int]:
    common = lcm(*(coefficient.denominator for coefficient in coefficients))
    return [int(coefficient * common) for coefficient in coefficients], common


def _integer_polynomials(coefficients: Sequence[fmpq_poly]) -> tuple[list[fmpz_poly], fmpz_poly]:
    common = lcm(*(int(coefficient.denom()) for coefficient in coefficients))
    return [(coefficient * common).numer() for coefficient in coefficients], fmpz_poly([common])


RATIONALS = Arithmetic(lambda number: number, lambda integer: integer, _integers, lambda integer: integer, gcd)
POLYNOMIALS = Arithmetic(
    lambda number: fmpq_poly([fmpq(number.numerator, number.denominator)]),
    lambda integer: fmpz_poly([integer]),
    _integer_polynomials,
    lowest_coefficient,
    positive_gcd,
)
