"""The simplest rational number of an interval, and decimals rounded to one side."""

from __future__ import annotations

from fractions import Fraction


def simplest_between(low: Fraction, high: Fraction) -> Fraction:
    """Return the rational number with the least denominator of an interval; of several the one nearest to 0.

    Continued fractions of the two ends, as far as they agree (Stern 1858, Brocot 1861).
    """
    if low > high:
        raise ValueError(f"{low} is greater than {high}")
    if low <= 0 <= high:
        return Fraction(0)
    if high < 0:
        return -simplest_between(-high, -low)
    terms: list[int] = []
    while True:
        whole = low.numerator // low.denominator
        if whole == low or whole + 1 <= high:
            found = Fraction(whole + (whole != low))
            for term in reversed(terms):
                found = term + 1 / found
            return found
        terms.append(whole)
        low, high = 1 / (high - whole), 1 / (low - whole)


def round_outward(low: Fraction, high: Fraction, denominator: int) -> tuple[Fraction, Fraction]:
    """Return the bounds of an interval rounded to multiples of a unit fraction, so that the interval grows."""
    lower, upper = low * denominator, high * denominator
    return (
        Fraction(lower.numerator // lower.denominator, denominator),
        Fraction(-(-upper.numerator // upper.denominator), denominator),
    )
