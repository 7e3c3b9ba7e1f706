"""Numbers and distributions as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from math import log10
from typing import Any

LOG10_OF_2 = log10(2)
MAX_FRACTION_BITS = 64  # of the numerator or denominator
SHOWN = 5  # names in a list


def format_number(value: Any) -> str:
    """Return a number as text: short fractions and integers exactly, any other number to six digits."""
    if isinstance(value, Fraction | int) and not isinstance(value, bool):
        if max(value.numerator.bit_length(), value.denominator.bit_length()) <= MAX_FRACTION_BITS:
            return str(value)
        return f"≈ {_rounded(value):.6g}"
    return f"{value:.6g}" if isinstance(value, float) else cell_text(value)


def format_decimal(value: Fraction, places: int = 60) -> str:
    """Return a number as an exact decimal, if it has one with few places; otherwise as a fraction."""
    digits = next((n for n in range(places + 1) if 10**n % value.denominator == 0), None)
    if digits is None:
        return str(value)
    text = str(abs(value.numerator) * (10**digits // value.denominator)).zfill(digits + 1)
    sign = "-" if value < 0 else ""
    return f"{sign}{text[:-digits]}.{text[-digits:]}" if digits else f"{sign}{text}"


def format_size(number: int) -> str:
    """Return a positive integer as text for a message: all digits up to 12 of them, then a power of ten."""
    digits = len(str(number)) if number.bit_length() < 10_000 else int((number.bit_length() - 1) * LOG10_OF_2) + 1
    return f"{number:,}" if digits <= 12 else f"about 10^{digits - 1}"


def pluralize(count: int, singular: str, plural: str = "") -> str:
    """Return a count with its noun."""
    return f"{count:,} {singular if count == 1 else plural or f'{singular}s'}"


def listed(names: Sequence[str], singular: str) -> str:
    """Return a count with its noun, and the first five names."""
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return f"{pluralize(len(names), singular)} ({', '.join(names[:SHOWN])}{more})"


def integer_ranges(numbers: Iterable[int]) -> list[str]:
    """Return integers as text in rising order, with three or more consecutive ones as one range."""
    numbered = enumerate(sorted(set(numbers)))
    runs = [[number for _, number in run] for _, run in groupby(numbered, lambda pair: pair[1] - pair[0])]
    return [text for run in runs for text in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run))]


def format_distribution(probabilities: Mapping[Any, Any] | Sequence[Any]) -> str:
    """Return a probability distribution in one line, without entries that are 0."""
    pairs = probabilities.items() if isinstance(probabilities, Mapping) else enumerate(probabilities)
    return ", ".join(f"{name}: {format_number(probability)}" for name, probability in pairs if probability)


def cell_text(value: Any) -> str:
    """Return the text of a table cell: a dash for None, yes or no for a truth value."""
    if value is None:
        return "–"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _rounded(value: Fraction | int) -> float | Decimal:
    """Return the nearest float, or a Decimal if it would overflow or underflow."""
    try:
        near = value.numerator / value.denominator
    except OverflowError:
        near = 0.0
    return near or (Decimal(value.numerator) / Decimal(value.denominator)).normalize()
