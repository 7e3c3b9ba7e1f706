"""How chances and armies left are told, to a person and to a program."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

Probability = Fraction | float


def number(value: Probability) -> str | float:
    """A probability for JSON: exact ones as strings, others as floats."""
    return str(value) if isinstance(value, Fraction) else float(value)


def shown(value: Probability) -> str:
    """A probability for a person: six places, and what is nearly 0 or 1 by its distance from it.

    >>> [shown(value) for value in (0.44022022, 1e-9, 1 - 1e-9, 0, 1)]
    ['0.440220', '1.0e-09', '1 - 1.0e-09', '0', '1']
    """
    if value in (0, 1):
        return str(int(value))
    if value < 1e-5:
        return f"{float(value):.1e}"
    return f"1 - {float(1 - value):.1e}" if 1 - value < 1e-5 else f"{float(value):.6f}"


def armies_left(left: Mapping[int, Probability]) -> str:
    """A law of armies in words: the mean, and the numbers between which nine in ten battles end.

    >>> armies_left({0: Fraction(1, 2), 4: Fraction(1, 2)})
    '2.0 on average, from 0 to 4 in nine battles of ten'
    """
    mean = float(sum(count * value for count, value in left.items()))
    return f"{mean:.1f} on average, from {_quantile(left, 0.05)} to {_quantile(left, 0.95)} in nine battles of ten"


def _quantile(left: Mapping[int, Probability], share: float) -> int:
    total = 0.0
    for count in sorted(left):
        total += float(left[count])
        if total >= share - 1e-9:
            return count
    return max(left)


def bound_in_words(bound: Probability) -> str:
    """What can be said of the error of the numbers shown."""
    return "Computed exactly, shown rounded." if bound == 0 else f"No probability is off by more than {bound:.1e}."
