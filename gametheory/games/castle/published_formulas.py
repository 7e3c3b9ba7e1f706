"""The formulas of CD3 as printed, evaluated exactly, for comparison with the proved ones.

Use `gametheory.games.castle.closed_form` to solve games; several formulas here are wrong. Square roots and logarithms
inside a ceiling are decided in integers, so a difference comes from the formula and not from rounding. Only
`float_battle_days` computes in floating point, as a reader's program would.
"""

from __future__ import annotations

from math import ceil, isqrt, log, sqrt

from gametheory.games.castle.closed_form import case_of, compare_golden_multiple, fibonacci_pair
from gametheory.numbers.rationals import ceiling_division, least_satisfying


def published_fall_day(soldiers: int, strength: int, defenders_per_wave: int) -> int:
    """Return q of CD3 (12), "the minimum number of days it takes for the soldiers to kill the castle".

    q is the ceiling of (sqrt(dpw^2 + 4 n dpw) - dpw + 2n - 2s) / (2 (dpw - n)). For dpw < n it is the least q with
    sqrt(...) >= 2s - 2n + dpw - 2q (n - dpw). A root is at least an integer exactly when its floor is.

    Raises
    ------
    ValueError
        If dpw >= n, where the post does not use the formula.

    Examples
    --------
    >>> published_fall_day(10, 43, 8), published_fall_day(2, 3, 1), published_fall_day(4, 5, 3)
    (14, 0, -1)
    """
    if defenders_per_wave >= soldiers:
        raise ValueError(f"defenders_per_wave: {defenders_per_wave} is not below the {soldiers} soldiers")
    root = isqrt(defenders_per_wave**2 + 4 * soldiers * defenders_per_wave)
    excess = 2 * strength - 2 * soldiers + defenders_per_wave - root
    return ceiling_division(excess, 2 * (soldiers - defenders_per_wave))


def published_battle_days(soldiers: int, defenders: int) -> int | None:
    """Return k of CD3 (6), the ceiling of log_phi((n + x / phi) / (n - x phi)) / 4, or None without a logarithm.

    k is the least whole number, negative for negative x, with phi^(4k) (n - x phi) >= n + x / phi. The comparison is
    exact, in Q(sqrt 5). The logarithm exists exactly when -n phi < x and x phi < n. Cost: O(log k) products.
    """
    # A number a + b phi is the pair (a, b). Since 1 / phi = phi - 1, n + x / phi is n - x + x phi.
    below: _PhiNumber = (soldiers, -defenders)
    above: _PhiNumber = (soldiers - defenders, defenders)
    # Without this the logarithm in (6) does not exist.
    if not (_is_positive(below) and _is_positive(above)):
        return None
    if defenders > 0:
        return least_satisfying(lambda days: _is_at_least(_times_phi_power(below, days), above), 1)
    # A negative k has phi^(4 |k|) on the other side: find the first |k| with which the inequality fails.
    return 1 - least_satisfying(lambda days: not _is_at_least(below, _times_phi_power(above, days)), 1)


def published_row(soldiers: int, strength: int, defenders_per_wave: int) -> str | None:
    """Return the row of the closing tables of CD3 whose printed condition is true, or None if no row applies.

    At most one condition is true. They are those of `case_of`, except that 2d is printed with s > 2n.
    """
    case = case_of(soldiers, strength, defenders_per_wave)
    if case == "2d" and strength == 2 * soldiers:
        return None
    return case


def published_soldiers_waves(soldiers: int, strength: int, defenders_per_wave: int) -> int | None:
    """Return the fewest waves of the soldiers by the five rows of CD3, with (14) and (15); None for "Can not win".

    No row covers s = 2n with dpw >= n. There the result follows section 2.d, which covers s >= 2n: they cannot win.

    Examples
    --------
    >>> published_soldiers_waves(10, 43, 8), published_soldiers_waves(3820, 5000, 5000)
    (15, 7)
    """
    case = case_of(soldiers, strength, defenders_per_wave)
    if case == "1":
        return 1
    if case == "2a":
        fall_day = published_fall_day(soldiers, strength, defenders_per_wave)
        defenders = strength + fall_day * defenders_per_wave - (fall_day + 1) * soldiers
    elif case == "2b":
        fall_day = 2
        defenders = strength + defenders_per_wave - 2 * soldiers
    else:
        return None
    days = published_battle_days(soldiers, defenders)
    if days is None:
        return None
    return fall_day + max(0, days)


def float_battle_days(soldiers: int, defenders: int) -> int | None:
    """Return k of CD3 (6) in double precision, as a reader would code it, or None if the logarithm does not exist.

    If k is a whole number before the ceiling, an error in the last digit can add a day.
    """
    phi = (1 + sqrt(5)) / 2
    above = soldiers + defenders / phi
    below = soldiers - defenders * phi
    try:
        return ceil(log(above / below, phi) / 4)
    except (ValueError, ZeroDivisionError):
        return None


_PhiNumber = tuple[int, int]


def _times_phi_power(number: _PhiNumber, days: int) -> _PhiNumber:
    """Multiply a number by phi^(4 days), with phi^m = F(m - 1) + F(m) phi and phi^2 = phi + 1."""
    whole, multiple = number
    this, following = fibonacci_pair(4 * days)
    before = following - this
    new_whole = whole * before + multiple * this
    new_multiple = whole * this + multiple * following
    return new_whole, new_multiple


def _is_positive(number: _PhiNumber) -> bool:
    whole, multiple = number
    return compare_golden_multiple(multiple, -whole) > 0


def _is_at_least(number: _PhiNumber, other: _PhiNumber) -> bool:
    whole, multiple = number
    other_whole, other_multiple = other
    return compare_golden_multiple(multiple - other_multiple, other_whole - whole) >= 0
