"""Closed forms of the castle game: who can win, and in how few waves, in exact integers of any size.

Every function takes whole numbers of at least 1: soldiers n, strength s and defenders per wave dpw. The number of
products that it computes grows with the number of their digits. U(t) = s + (t - 1) dpw - t n is the number of defenders
left alive on day t if the castle falls then. docs/theory/castle.md has the theorems and their proofs.

At the end are the Fibonacci numbers, and exact comparisons with multiples of the golden ratio phi.
"""

from __future__ import annotations

from math import isqrt

from gametheory.numbers.rationals import ceiling_division, least_satisfying


def case_of(soldiers: int, strength: int, defenders_per_wave: int) -> str:
    """Return the row of the closing table of CD3 that covers a game: "1", "2a", "2b", "2c" or "2d".

    A game with s = 2n and dpw >= n is 2d; the printed table omits it. The border between 2b and 2c is
    dpw + s = (phi + 1) n, that is x phi = n with x = s + dpw - 2n.
    """
    if strength <= soldiers:
        return "1"
    if defenders_per_wave < soldiers:
        return "2a"
    if strength >= 2 * soldiers:
        return "2d"
    left_alive = strength + defenders_per_wave - 2 * soldiers
    if compare_golden_multiple(left_alive, soldiers) < 0:
        return "2b"
    return "2c"


def battle_days(soldiers: int, defenders: int) -> int | None:
    """Return the days from the fall of the castle to the death of the last defender, or None if the soldiers lose.

    The result is the least k >= 0 with x F(2k + 1) <= n F(2k): by CD3 (def), x F(2k + 1) - n F(2k) defenders are alive
    on day k + 1. Such a k exists exactly when x phi < n. CD3 (6) states the same with logarithms. Cost: O(log k)
    products; k grows with the number of digits.
    """
    # As many defenders as this never die out; none are dead from the first day.
    if compare_golden_multiple(defenders, soldiers) >= 0:
        return 0 if defenders <= 0 else None
    return least_satisfying(lambda days: _defenders_dead(soldiers, defenders, days), 0)


def _defenders_dead(soldiers: int, defenders: int, days: int) -> bool:
    even, odd = fibonacci_pair(2 * days)
    return defenders * odd <= soldiers * even


def best_fall_day(soldiers: int, strength: int, defenders_per_wave: int) -> int:
    """Return the day T on which the castle falls in a fastest win of the soldiers.

    Theorem A of docs/theory/castle.md: T = 1 for s <= n and T = 2 for dpw >= n. Otherwise T is the least t >= 2 with
    U(t) <= rho, where rho is the floor of the positive root of x^2 + dpw x - n dpw (CD3 (12), one day later). If
    U(T) > dpw, then the castle falls on day T + 1, and the win is equally fast. Cost: one square root.
    """
    # One volley fells the castle before it sends anybody.
    if strength <= soldiers:
        return 1
    # More come out than can be shot, so that waiting never helps.
    if defenders_per_wave >= soldiers:
        return 2
    excess = strength - soldiers - most_left_alive(soldiers, defenders_per_wave)
    return max(2, 1 + ceiling_division(excess, soldiers - defenders_per_wave))


def most_left_alive(soldiers: int, defenders_per_wave: int) -> int:
    """Return the largest number of defenders left alive for which felling the castle today is at least as fast.

    It is the floor of the positive root of x^2 + dpw x - n dpw (CD3, the quadratic before (12)).

    Examples
    --------
    >>> most_left_alive(10, 8)
    5
    """
    root = isqrt(defenders_per_wave * (defenders_per_wave + 4 * soldiers))
    return (root - defenders_per_wave) // 2


def soldiers_fewest_waves(soldiers: int, strength: int, defenders_per_wave: int) -> int | None:
    """Return the fewest waves in which the soldiers can win, or None if they cannot.

    Theorem A of docs/theory/castle.md: T + k(n, U(T)) with T from `best_fall_day` and k from `battle_days`. They cannot
    win exactly when dpw >= n, s > n and (s + dpw - 2n) phi >= n (CD3, rows 2c and 2d).

    Examples
    --------
    >>> soldiers_fewest_waves(10, 43, 8), soldiers_fewest_waves(3820, 5000, 5000)
    (16, 7)
    >>> soldiers_fewest_waves(3819, 5000, 5000) is None
    True
    """
    day = best_fall_day(soldiers, strength, defenders_per_wave)
    left_alive = strength + (day - 1) * defenders_per_wave - day * soldiers
    days = battle_days(soldiers, left_alive)
    return None if days is None else day + days


def castle_fewest_waves(soldiers: int, strength: int, defenders_per_wave: int) -> int | None:
    """Return the fewest waves in which the castle can win, or None if it cannot.

    Theorem B of docs/theory/castle.md; for dpw >= n it solves the exercises 2b and 2c of CD3. All soldiers fire at the
    castle until the day t on which its strength would reach 0. If at least as many defenders as soldiers are left alive
    that day, the castle wins. Otherwise the volley leaves one point of strength (for dpw = 1 none), and the castle wins
    j days later or never. Cost: O(log t) and O(log j) products; t is at most about sqrt(2 n / dpw) + 2.

    Examples
    --------
    >>> castle_fewest_waves(10, 43, 8), castle_fewest_waves(3820, 5000, 5000), castle_fewest_waves(10, 12, 3)
    (3, 3, None)
    """
    if strength <= soldiers:
        return None
    game = soldiers, defenders_per_wave
    # On the last day all soldiers die even if every shot so far was at the castle.
    last = least_satisfying(lambda day: _soldiers_on(*game, day + 1) <= 0, 1, near=_about_last_day(*game))
    if strength > _shots_by(*game, last):
        return last

    def used_up_by(day: int) -> bool:
        return day >= last or _shots_by(*game, day) >= strength

    day = least_satisfying(used_up_by, 1)
    firing = _soldiers_on(*game, day)
    left_alive = (day - 1) * defenders_per_wave + strength - _shots_by(*game, day)
    if left_alive >= firing:
        return day
    more_days = None
    # If the castle falls without a defender left alive, the soldiers have won.
    if left_alive > 0:
        more_days = _days_with_one_point_left(firing, left_alive, defenders_per_wave)
    if more_days is None:
        return None
    return day + more_days


def castle_min_winning_strength(soldiers: int, defenders_per_wave: int) -> int:
    """Return the least strength with which the castle can win; it can also win with every greater strength.

    The threshold of Theorem B in docs/theory/castle.md: let t >= 2 be the first day on which the castle wins if all
    (t - 1) dpw defenders are left alive and its strength is almost used up. The least strength is the one that is used
    up on day t, not on day t - 1, with the fewest defenders left alive that still win. No search is needed: t is the
    whole part of the square root of 2 n / dpw, or the next number. Cost: some products and square roots.
    """
    game = soldiers, defenders_per_wave
    point = _point_left(defenders_per_wave)

    def soldiers_less_fresh(day: int) -> int:  # m of Theorem B
        return _soldiers_on(*game, day) - point * defenders_per_wave

    def wins(day: int) -> bool:
        left_alive = (day - 1) * defenders_per_wave - point
        return compare_golden_multiple(left_alive, soldiers_less_fresh(day)) > 0

    near = max(2, isqrt(2 * soldiers // defenders_per_wave))
    day = near if wins(near) else near + 1
    left = soldiers_less_fresh(day)
    if left < 0:
        enough = 1
    else:
        # The least number x of defenders with (x - point) phi > left.
        enough = (isqrt(5 * left * left) - left) // 2 + 1 + point
    used_up = _shots_by(*game, day) - (day - 1) * defenders_per_wave + enough
    return max(_shots_by(*game, day - 1) + 1, used_up)


def _soldiers_on(soldiers: int, defenders_per_wave: int, day: int) -> int:
    """Return the soldiers at the start of a day if every shot so far was at the castle."""
    return soldiers - defenders_per_wave * ((day - 1) * (day - 2) // 2)


def _shots_by(soldiers: int, defenders_per_wave: int, day: int) -> int:
    """Return the shots fired by the end of a day if all were at the castle: the sum of the soldiers of each day."""
    killed = day * (day - 1) * (day - 2) // 6  # soldiers of earlier days, for each defender in a wave
    return soldiers * day - defenders_per_wave * killed


def _about_last_day(soldiers: int, defenders_per_wave: int) -> int:
    """Return an estimate of the day on which the last soldier dies if all fire at the castle, to start a search."""
    return isqrt(2 * soldiers // defenders_per_wave)


def _point_left(defenders_per_wave: int) -> int:
    """Return the strength that the volley leaves so that fresh defenders come out; one defender is too few to gain."""
    return 0 if defenders_per_wave == 1 else 1


def _days_with_one_point_left(firing: int, left_alive: int, defenders_per_wave: int) -> int | None:
    """Return the days j >= 1 from the day of the almost used-up castle to its win, or None if it never wins.

    The least j with x F(2j + 2) - m F(2j + 1) >= dpw - 1, where x defenders are left alive and m + dpw soldiers fire
    (m soldiers for dpw = 1). It exists exactly when x phi > m.
    """
    point = _point_left(defenders_per_wave)
    alive = left_alive - point
    left = firing - point * defenders_per_wave
    if compare_golden_multiple(alive, left) <= 0:
        return None

    def castle_wins_after(days: int) -> bool:
        odd, even = fibonacci_pair(2 * days + 1)
        return alive * even - left * odd >= defenders_per_wave - 1

    return least_satisfying(castle_wins_after, 1)


def fibonacci_pair(index: int) -> tuple[int, int]:
    """Return the Fibonacci numbers F(index) and F(index + 1), with F(0) = 0 and F(1) = 1.

    Method: fast doubling, F(2m) = F(m) (2 F(m + 1) - F(m)) and F(2m + 1) = F(m)^2 + F(m + 1)^2. Cost: three products
    for each binary digit of the index.
    """
    if index < 0:
        raise ValueError(f"index: {index} is negative")
    this, following = 0, 1
    for digit in f"{index:b}":
        doubled = this * (2 * following - this)
        following = this * this + following * following
        this = doubled
        # A digit 1 moves the pair on by one.
        if digit == "1":
            this, following = following, this + following
    return this, following


def fibonacci(index: int) -> int:
    """Return the Fibonacci number F(index), with F(0) = 0 and F(1) = 1.

    Cost and errors are those of `fibonacci_pair`.
    """
    return fibonacci_pair(index)[0]


def compare_golden_multiple(factor: int, number: int) -> int:
    """Return the sign (-1, 0 or 1) of factor x phi - number, where phi = (1 + sqrt 5) / 2.

    Twice the difference is factor x sqrt 5 - (2 number - factor). The map t -> t abs(t) is increasing, so comparing the
    signed squares of the two terms gives the same sign in integers. Since phi is irrational, the sign is 0 only for
    factor = number = 0.
    """
    remainder = 2 * number - factor
    root_part = 5 * factor * abs(factor)
    whole_part = remainder * abs(remainder)
    return (root_part > whole_part) - (root_part < whole_part)
