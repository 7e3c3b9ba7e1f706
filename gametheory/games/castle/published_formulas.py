"""The formulas of CD3 as printed, evaluated exactly, so that they can be judged.

Nothing here is meant for use: `formulas` holds what is proved. Square roots and logarithms inside a ceiling are
decided in integers, so that a difference is the formula's and not the arithmetic's; only `float_battle_days`
computes as a reader's program would.
"""

from __future__ import annotations

from math import ceil, isqrt, log, sqrt

from gametheory.games.castle.closed_form import case_of
from gametheory.games.castle.fibonacci import compare_golden_multiple, fibonacci_pair
from gametheory.numbers.bisect import least_satisfying
from gametheory.numbers.rationals import ceiling_division

EXERCISE = "exercise"


def printed_fall_day(soldiers: int, strength: int, defenders_per_wave: int) -> int:
    """q of CD3 (12), "the minimum number of days it takes for the soldiers to kill the castle".

    The ceiling of (sqrt(dpw^2 + 4 n dpw) - dpw + 2n - 2s) / (2 (dpw - n)). For dpw < n that is the least q
    with sqrt(...) >= 2s - 2n + dpw - 2q (n - dpw), and a root is not below an integer exactly when its floor
    is not. Raises ValueError for dpw >= n, where the post does not use it.

    >>> printed_fall_day(10, 43, 8), printed_fall_day(2, 3, 1), printed_fall_day(4, 5, 3)
    (14, 0, -1)
    """
    if defenders_per_wave >= soldiers:
        raise ValueError(f"defenders_per_wave: {defenders_per_wave} is not below the {soldiers} soldiers")
    root = isqrt(defenders_per_wave**2 + 4 * soldiers * defenders_per_wave)
    excess = 2 * strength - 2 * soldiers + defenders_per_wave - root
    return ceiling_division(excess, 2 * (soldiers - defenders_per_wave))


def printed_battle_days(soldiers: int, defenders: int) -> int | None:
    """k of CD3 (6), the ceiling of log_phi((n + x / phi) / (n - x phi)) / 4; None without a logarithm.

    The least whole k, negative where x is, with phi^(4k) (n - x phi) >= n + x / phi, decided in Q(sqrt 5) as
    it stands there. There is a logarithm exactly when -n phi < x and x phi < n. Cost: O(log k) products.

    >>> printed_battle_days(3820, 2360), printed_battle_days(3819, 2362), printed_battle_days(4, -5)
    (5, None, -1)
    """
    below, above = (soldiers, -defenders), (soldiers - defenders, defenders)  # a + b phi as (a, b)
    if not (_is_positive(below) and _is_positive(above)):
        return None
    if defenders > 0:
        return least_satisfying(lambda days: _is_at_least(_grown(below, days), above), 1)
    return 1 - least_satisfying(lambda days: not _is_at_least(below, _grown(above, days)), 1)


def printed_row(soldiers: int, strength: int, defenders_per_wave: int) -> str | None:
    """The row of CD3's closing tables whose printed condition holds; None where none does.

    No two conditions hold at once. They are those of `case_of` but for 2d, printed with s > 2n.

    >>> printed_row(10, 43, 8), printed_row(3, 7, 4), printed_row(3, 6, 4)
    ('2a', '2d', None)
    """
    case = case_of(soldiers, strength, defenders_per_wave)
    return None if case == "2d" and strength == 2 * soldiers else case


def printed_soldiers_waves(soldiers: int, strength: int, defenders_per_wave: int) -> int | None:
    """The soldiers' fewest waves by the five rows of CD3, (14) and (15) included; None for "Can not win".

    Where no row applies, s = 2n with dpw >= n, it is what section 2.d says of s >= 2n: they cannot.

    >>> printed_soldiers_waves(10, 43, 8), printed_soldiers_waves(3820, 5000, 5000)
    (15, 7)
    """
    case = case_of(soldiers, strength, defenders_per_wave)
    if case == "1":
        return 1
    if case not in ("2a", "2b"):
        return None
    fallen, defenders = 2, strength + defenders_per_wave - 2 * soldiers
    if case == "2a":
        fallen = printed_fall_day(soldiers, strength, defenders_per_wave)
        defenders = strength + fallen * defenders_per_wave - (fallen + 1) * soldiers
    days = printed_battle_days(soldiers, defenders)
    return None if days is None else fallen + max(0, days)


def printed_castle_waves(soldiers: int, strength: int, defenders_per_wave: int) -> int | str | None:
    """The castle's fewest waves by CD3's final table: a number, None for "Can not win", or "exercise".

    Where no row applies, s = 2n with dpw >= n, it is what the remark under the table says of s >= 2n.

    >>> printed_castle_waves(10, 43, 8), printed_castle_waves(10, 20, 8), printed_castle_waves(10, 11, 15)
    (2, None, 'exercise')
    """
    case = case_of(soldiers, strength, defenders_per_wave)
    if case == "2a":
        return 2 if defenders_per_wave + strength > 3 * soldiers else None
    return {"1": None, "2b": EXERCISE, "2c": EXERCISE, "2d": 2}[case]


def float_battle_days(soldiers: int, defenders: int) -> int | None:
    """k of CD3 (6) as a reader would code it, in double precision; None where the logarithm does not exist.

    Where k is whole before it is rounded up, an error in the last digit adds a day. Raises OverflowError for
    numbers beyond the doubles.

    >>> float_battle_days(3820, 2360), float_battle_days(5, 3), printed_battle_days(5, 3)
    (5, 3, 2)
    """
    phi = (1 + sqrt(5)) / 2
    try:
        return ceil(log((soldiers + defenders / phi) / (soldiers - defenders * phi), phi) / 4)
    except (ValueError, ZeroDivisionError):
        return None


_PhiNumber = tuple[int, int]


def _grown(number: _PhiNumber, days: int) -> _PhiNumber:
    """The number times phi^(4 days), where phi^m = F(m - 1) + F(m) phi and phi^2 = phi + 1."""
    whole, multiple = number
    this, following = fibonacci_pair(4 * days)
    before = following - this
    return whole * before + multiple * this, whole * this + multiple * following


def _is_positive(number: _PhiNumber) -> bool:
    whole, multiple = number
    return compare_golden_multiple(multiple, -whole) > 0


def _is_at_least(number: _PhiNumber, other: _PhiNumber) -> bool:
    return compare_golden_multiple(number[1] - other[1], other[0] - number[0]) >= 0
