"""The formulas of single statements of CD3, for any numbers, also where the conditions of the statement are false.

Each function is one formula as printed: the days, or None for “cannot win”. It raises ZeroDivisionError where the
formula divides by 0. Square roots and logarithms are decided in integers.
"""

from __future__ import annotations

from math import isqrt

from gametheory.games.castle.closed_form import compare_golden_multiple
from gametheory.games.castle.published_formulas import published_battle_days, published_fall_day
from gametheory.numbers.rationals import ceiling_division


def fall_day(n: int, s: int, dpw: int) -> int:
    """Return q of (12). For dpw > n the quotient has a positive denominator, so the root is rounded up."""
    if dpw < n:
        return published_fall_day(n, s, dpw)
    root = isqrt(dpw * dpw + 4 * n * dpw - 1) + 1
    return ceiling_division(root - dpw + 2 * n - 2 * s, 2 * (dpw - n))


def left_alive_by_row_2a(n: int, s: int, dpw: int) -> int:
    """Return x of row 2a: the defenders left alive when the castle falls."""
    q = fall_day(n, s, dpw)
    return s + q * dpw - (q + 1) * n


def row_2a(n: int, s: int, dpw: int) -> int | None:
    """Return q + max(0, k)."""
    days = published_battle_days(n, left_alive_by_row_2a(n, s, dpw))
    return None if days is None else fall_day(n, s, dpw) + max(0, days)


def row_2b(n: int, s: int, dpw: int) -> int | None:
    """Return 2 + max(0, k) with x = s + dpw - 2n."""
    days = published_battle_days(n, s + dpw - 2 * n)
    return None if days is None else 2 + max(0, days)


def castle_row_2a(n: int, s: int, dpw: int) -> int | None:
    """Return 2 if dpw + s > 3n; otherwise the castle cannot win."""
    return 2 if dpw + s > 3 * n else None


def exercise_2c(n: int, s: int, dpw: int) -> int:
    """Return 2 if s + dpw >= 3n, otherwise 3."""
    return 2 if s + dpw >= 3 * n else 3


def is_below_golden(n: int, s: int, dpw: int) -> bool:
    """Return whether dpw + s < (phi + 1) n, that is x phi < n with x = s + dpw - 2n."""
    return compare_golden_multiple(s + dpw - 2 * n, n) < 0
