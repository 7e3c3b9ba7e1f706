"""Numbers and distributions as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from math import log10
from typing import Any

LOG10_OF_2 = log10(2)


LONGEST_FRACTION = 64  # bits of the numerator or denominator


def format_number(value: Any) -> str:
    """A number as it is shown in a table: a short fraction as it is, any other number to six digits.

    >>> format_number(Fraction(2, 3)), format_number(Fraction(2**100, 3**70)), format_number(0.1 + 0.2), format_number(None)
    ('2/3', '≈ 0.000506421', '0.3', '–')
    """
    if isinstance(value, Fraction | int) and not isinstance(value, bool):
        if max(value.numerator.bit_length(), value.denominator.bit_length()) <= LONGEST_FRACTION:
            return str(value)
        return f"≈ {_rounded(value):.6g}"
    return f"{value:.6g}" if isinstance(value, float) else cell_text(value)


def format_size(number: int) -> str:
    """A whole number above zero for a message: to the last digit while that can be read, then its power of ten.

    >>> format_size(20_000), format_size(3 * 10**12), format_size(1 << 10**6)
    ('20,000', 'about 10^12', 'about 10^301029')
    """
    digits = len(str(number)) if number.bit_length() < 10_000 else int((number.bit_length() - 1) * LOG10_OF_2) + 1
    return f"{number:,}" if digits <= 12 else f"about 10^{digits - 1}"


def format_distribution(chances: Mapping[Any, Any] | Sequence[Any]) -> str:
    """Chances in a line, each with what it is the chance of; what has none is left out.

    >>> format_distribution([Fraction(2, 3), 0, Fraction(1, 3)]), format_distribution({"left": 1.0})
    ('0: 2/3, 2: 1/3', 'left: 1')
    """
    pairs = chances.items() if isinstance(chances, Mapping) else enumerate(chances)
    return ", ".join(f"{name}: {format_number(chance)}" for name, chance in pairs if chance)


def cell_text(value: Any) -> str:
    """The text of a table cell: None is a dash, a truth value yes or no.

    >>> cell_text(None), cell_text(True), cell_text(3)
    ('–', 'yes', '3')
    """
    if value is None:
        return "–"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _rounded(value: Fraction | int) -> float | Decimal:
    """A float where one is near, which is fast; else a decimal, whose exponent has room."""
    try:
        near = value.numerator / value.denominator
    except OverflowError:
        near = 0.0
    return near or (Decimal(value.numerator) / Decimal(value.denominator)).normalize()
