"""The castle game in closed form: who wins, and in how few waves, in exact integers of any size.

Every function takes whole numbers of at least 1 (soldiers n, strength s, defenders per wave dpw) and costs a
number of products that grows with the number of their digits. With U(t) = s + (t - 1) dpw - t n, the
theorems and their proofs are in docs/theory/castle.md.
"""

from __future__ import annotations

from math import isqrt

from gametheory.games.castle.fibonacci import compare_golden_multiple, fibonacci_pair
from gametheory.numbers.bisect import least_satisfying
from gametheory.numbers.rationals import ceiling_division


def case_of(soldiers: int, strength: int, defenders_per_wave: int) -> str:
    """The row of CD3's closing table that a game falls in; with s = 2n and dpw >= n it is 2d.

    The border between 2b and 2c is dpw + s = (phi + 1) n, that is x phi = n with x = s + dpw - 2n.

    >>> [case_of(*numbers) for numbers in ((5, 5, 9), (10, 43, 8), (10, 11, 15), (3, 5, 4), (3, 6, 3))]
    ['1', '2a', '2b', '2c', '2d']
    """
    if strength <= soldiers:
        return "1"
    if defenders_per_wave < soldiers:
        return "2a"
    if strength >= 2 * soldiers:
        return "2d"
    spared = strength + defenders_per_wave - 2 * soldiers
    return "2b" if compare_golden_multiple(spared, soldiers) < 0 else "2c"


def battle_days(soldiers: int, defenders: int) -> int | None:
    """Days from the fall of the castle to the last defender's, or None where the soldiers lose.

    `soldiers` stand and `defenders` are left alive by the volley that fells the castle. The least k >= 0 with
    x F(2k + 1) <= n F(2k): by CD3 (def) the defenders of day k + 1 are x F(2k + 1) - n F(2k). It exists exactly
    when x phi < n, and is what (6) says in logarithms. Cost: O(log k) products; k grows with the digits.

    >>> battle_days(3820, 2360), battle_days(3819, 2362), battle_days(10, 0)
    (5, None, 0)
    """
    if compare_golden_multiple(defenders, soldiers) >= 0:
        return 0 if defenders <= 0 else None
    return least_satisfying(lambda days: _shot_out(soldiers, defenders, days), 0)


def _shot_out(soldiers: int, defenders: int, days: int) -> bool:
    even, odd = fibonacci_pair(2 * days)
    return defenders * odd <= soldiers * even


def best_fall_day(soldiers: int, strength: int, defenders_per_wave: int) -> int:
    """The day T on which the soldiers who want to win soonest fell the castle.

    docs/theory/castle.md, Theorem A: for s <= n it is 1, for dpw >= n it is 2, and else the least t >= 2 with
    U(t) <= rho, where rho is the floor of the positive root of x^2 + dpw x - n dpw (CD3 (12), one day later).
    Where more than dpw defenders would be left alive on day T, the castle falls on T + 1, and the win takes no
    longer. Cost: one square root.

    >>> best_fall_day(10, 43, 8), best_fall_day(10, 11, 15), best_fall_day(10, 10, 1)
    (15, 2, 1)
    """
    if strength <= soldiers:
        return 1
    if defenders_per_wave >= soldiers:
        return 2
    excess = strength - soldiers - most_spared(soldiers, defenders_per_wave)
    return max(2, 1 + ceiling_division(excess, soldiers - defenders_per_wave))


def most_spared(soldiers: int, defenders_per_wave: int) -> int:
    """The most defenders for whose survival it pays to fell the castle today rather than tomorrow.

    The floor of the positive root of x^2 + dpw x - n dpw (CD3, the quadratic before (12)).

    >>> most_spared(10, 8)
    5
    """
    root = isqrt(defenders_per_wave * (defenders_per_wave + 4 * soldiers))
    return (root - defenders_per_wave) // 2


def soldiers_fewest_waves(soldiers: int, strength: int, defenders_per_wave: int) -> int | None:
    """Fewest waves in which the soldiers can win, or None where they cannot.

    docs/theory/castle.md, Theorem A: T + k(n, U(T)) with T of `best_fall_day` and k of `battle_days`. They
    cannot win exactly when dpw >= n, s > n and (s + dpw - 2n) phi >= n (CD3, rows 2c and 2d).

    >>> soldiers_fewest_waves(10, 43, 8), soldiers_fewest_waves(3820, 5000, 5000)
    (16, 7)
    >>> soldiers_fewest_waves(3819, 5000, 5000) is None
    True
    """
    day = best_fall_day(soldiers, strength, defenders_per_wave)
    days = battle_days(soldiers, strength + (day - 1) * defenders_per_wave - day * soldiers)
    return None if days is None else day + days


def castle_fewest_waves(soldiers: int, strength: int, defenders_per_wave: int) -> int | None:
    """Fewest waves in which the castle can win, or None where it cannot.

    docs/theory/castle.md, Theorem B; for dpw >= n it solves the exercises 2b and 2c of CD3. All fire at the
    castle, until on day t its strength would be used up: if the defenders spared are no fewer than the
    soldiers it wins that day; else one point of strength is left (for dpw = 1 none), and j more days decide.
    Cost: O(log t) and O(log j) products; t is at most of the size of sqrt(2 n / dpw) + 2.

    >>> castle_fewest_waves(10, 43, 8), castle_fewest_waves(3820, 5000, 5000), castle_fewest_waves(10, 12, 3)
    (3, 3, None)
    """
    if strength <= soldiers:
        return None
    game = soldiers, defenders_per_wave
    last = least_satisfying(lambda day: _soldiers_on(*game, day + 1) <= 0, 1, near=_about_last_day(*game))
    if strength > _shots_by(*game, last):
        return last
    day = least_satisfying(lambda day: day >= last or _shots_by(*game, day) >= strength, 1)
    standing = _soldiers_on(*game, day)
    spared = (day - 1) * defenders_per_wave + strength - _shots_by(*game, day)
    if spared >= standing:
        return day
    more = _days_with_one_point_left(standing, spared, defenders_per_wave) if spared > 0 else None
    return None if more is None else day + more


def castle_can_win_from(soldiers: int, defenders_per_wave: int) -> int:
    """The least strength with which the castle can win; with any greater strength it can as well.

    docs/theory/castle.md, the threshold of Theorem B: let t >= 2 be the first day on which sparing all
    (t - 1) dpw defenders, with the castle all but used up, wins. The least strength is the one used up on t with
    the least number spared that wins, and not yet on t - 1. Cost: O(log n) products.

    >>> castle_can_win_from(10, 8), castle_can_win_from(3820, 5000), castle_can_win_from(1, 1)
    (15, 3821, 2)
    """
    game = soldiers, defenders_per_wave
    kept = _point_kept(defenders_per_wave)

    def advantage(day: int) -> int:  # what the soldiers have left against what is spared, as in Theorem B
        return _soldiers_on(*game, day) - kept * defenders_per_wave

    def wins(day: int) -> bool:
        return compare_golden_multiple((day - 1) * defenders_per_wave - kept, advantage(day)) > 0

    day = least_satisfying(wins, 2, near=_about_last_day(*game))
    left = advantage(day)
    enough = 1 if left < 0 else (isqrt(5 * left * left) - left) // 2 + 1 + kept
    used_up = _shots_by(*game, day) - (day - 1) * defenders_per_wave + enough
    return max(_shots_by(*game, day - 1) + 1, used_up)


def _soldiers_on(soldiers: int, defenders_per_wave: int, day: int) -> int:
    """Soldiers at the start of a day when all have fired at the castle so far."""
    return soldiers - defenders_per_wave * ((day - 1) * (day - 2) // 2)


def _shots_by(soldiers: int, defenders_per_wave: int, day: int) -> int:
    """Shots by the end of a day when all fire at the castle: the sum of the soldiers of each day."""
    return soldiers * day - defenders_per_wave * (day * (day - 1) * (day - 2) // 6)


def _about_last_day(soldiers: int, defenders_per_wave: int) -> int:
    """Close to the day after which no soldier stands when all fire at the castle: a place to begin a search."""
    return isqrt(2 * soldiers // defenders_per_wave)


def _point_kept(defenders_per_wave: int) -> int:
    """The point of strength that lets the castle send fresh defenders; a single one is not worth it."""
    return 0 if defenders_per_wave == 1 else 1


def _days_with_one_point_left(standing: int, spared: int, defenders_per_wave: int) -> int | None:
    """Days j >= 1 until the castle wins after the day on which it was all but used up, None if it never does.

    The least j with x F(2j + 2) - m F(2j + 1) >= dpw - 1, where x are the defenders spared and m + dpw (for
    dpw = 1: m) the soldiers; it exists exactly when x phi > m.
    """
    kept = _point_kept(defenders_per_wave)
    alive, left = spared - kept, standing - kept * defenders_per_wave
    if compare_golden_multiple(alive, left) <= 0:
        return None

    def over(days: int) -> bool:
        odd, even = fibonacci_pair(2 * days + 1)
        return alive * even - left * odd >= defenders_per_wave - 1

    return least_satisfying(over, 1)
