"""Sweeps over boxes of castle games: the closed forms against the exact solver, and the printed rows against both.

A box contains all games with n ≤ a bound, s ≤ 6n and dpw ≤ 3n, in the order of (n, s, dpw).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from _drawn import drawn

from gametheory import Castle
from gametheory.claims import Correction, Verdict, swept
from gametheory.claims.evidence import Evidence, Text
from gametheory.games.castle import Volley
from gametheory.games.castle.closed_form import (
    battle_days,
    castle_fewest_waves,
    castle_min_winning_strength,
    compare_golden_multiple,
    soldiers_fewest_waves,
)
from gametheory.games.castle.dynamic_programming import solve_box
from gametheory.games.castle.published_formulas import float_battle_days, published_battle_days
from gametheory.games.castle.rules import Position
from gametheory.prove.sweep import Sweep, check_cases, sweep

PLAIN, DEEP = 20, 60
Predicate = Callable[[int, int, int], bool]


class Game(NamedTuple):
    """A game: soldiers, strength, defenders per wave."""

    n: int
    s: int
    dpw: int

    def __str__(self) -> str:
        return f"{self.n}/{self.s}/{self.dpw}"


def bound_on_n(deep: bool) -> int:
    """Return the bound on n of the box to check."""
    return DEEP if deep else PLAIN


def games(n: int) -> Iterator[Game]:
    """Yield the games of a box with n soldiers, smallest first."""
    return (Game(n, s, dpw) for s in range(1, 6 * n + 1) for dpw in range(1, 3 * n + 1))


def sweep_games(bound: int, holds: Predicate, applies: Predicate) -> Sweep[Game]:
    """Count the games of a box that a statement covers and those that contradict it, with the smallest of these."""

    def check(n: int) -> Sweep[Game]:
        return check_cases(lambda game: holds(*game), (game for game in games(n) if applies(*game)))

    return sweep(check, range(bound, 0, -1))


def check_row(
    applies: Predicate,
    holds: Predicate,
    explain: Callable[[int, int, int], str],
    correction: Correction,
    bound: int,
    *evidence: Evidence,
    kind: str = "A false theorem",
) -> Verdict:
    """Check a printed statement on a box; the verdict has its smallest counterexample and the number of failures."""
    result = sweep_games(bound, holds, applies)
    note = f"the {result.cases:,} games that it covers with n ≤ {bound}, s ≤ 6n, dpw ≤ 3n"
    if result.first is not None:
        count = Text(f"{kind}: it fails on {result.failures:,} of {note}; the smallest is {result.first}.")
        evidence = (count, drawn(Castle(*result.first)), *evidence)
    return swept(result, note, lambda game: explain(*game), *evidence, kind=kind, correction=correction)


def closed_forms(bound: int) -> Sweep[Game]:
    """Compare the closed forms and the threshold with the exact solver on every game of a box."""
    return sweep(partial(_closed_forms_with, bound), range(3 * bound, 0, -1))


def _closed_forms_with(bound: int, dpw: int) -> Sweep[Game]:
    solved = {Game(n, s, dpw): (soldiers, castle) for n, s, _, soldiers, castle in solve_box(dpw, bound)}

    def agree(game: Game) -> bool:
        soldiers, castle = solved[game]
        equal = soldiers == soldiers_fewest_waves(*game) and castle == castle_fewest_waves(*game)
        return equal and (castle is not None) == (game.s >= castle_min_winning_strength(game.n, dpw))

    return check_cases(agree, solved)


def is_2a(n: int, s: int, dpw: int) -> bool:
    """Return whether a game satisfies the condition of row 2a."""
    return dpw < n < s


def is_2b_or_2c(n: int, s: int, dpw: int) -> bool:
    """Return whether a game satisfies the common condition of rows 2b and 2c."""
    return n < s < 2 * n and dpw >= n


def waves_text(number: int | None) -> str:
    """Return a number of waves in words."""
    return "never" if number is None else f"{number} waves"


def earliest_fall(castle: Castle) -> int:
    """Return the earliest day on which some play brings the strength to zero, by search."""
    day, layer = 0, {castle.start()}
    while not any(position.strength == 0 for position in layer):
        layer = {castle.after(position, volley) for position in layer for volley in castle.moves(position)}
        day += 1
    return day


def fourth_days(castle: Castle) -> Iterator[tuple[int, int, Position]]:
    """Yield x_2, x_3 and the position at the start of day 4, for all plays with soldiers and strength left."""
    after = castle.after(castle.start(), Volley(castle.soldiers, 0))
    for second in castle.moves(after):
        third_day = castle.after(after, second)
        if castle.outcome(third_day) or not third_day.strength:
            continue
        for third in castle.moves(third_day):
            fourth_day = castle.after(third_day, third)
            if not castle.outcome(fourth_day) and fourth_day.strength:
                yield after.defenders - second.at_defenders, third_day.defenders - third.at_defenders, fourth_day


def one_point_left_waves(n: int, s: int, dpw: int) -> int | None:
    """Return the waves of the castle win that leaves as many defenders alive as one point of strength allows."""
    position, day = Position(n, 0, s), 1
    while (left := position.defenders + position.strength - position.soldiers) > 0:
        if min(position.defenders, left) >= position.soldiers:
            return day
        alive = min(position.defenders, left - 1)
        successor = Position(position.soldiers - alive, alive + dpw, left - alive)
        if successor == position:
            return None
        position, day = successor, day + 1
    return None


def battles_by_fall_day(n: int, s: int, dpw: int) -> Iterator[tuple[int, int]]:
    """Yield U(t) and U(t+1) for the fall days t >= 2 after which the soldiers win the battle, for dpw < n < s."""
    alive = s + dpw - 2 * n
    while alive > 0:
        if compare_golden_multiple(alive, n) < 0:
            yield alive, alive + dpw - n
        alive += dpw - n


def published_says_wait(n: int, today: int, tomorrow: int) -> bool:
    """Return whether inequality (10) as printed, with its extra phi, is true for x_q and x_(q+1)."""
    return compare_golden_multiple(2 * n * today, n * n + n * tomorrow - today * tomorrow) > 0


def rounding(bound: int) -> Sweep[Game]:
    """Compare (6) in double precision with (6) in exact arithmetic, for all x phi < n <= bound."""

    def check(n: int) -> Sweep[Game]:
        cases = (Game(n, x, 0) for x in range(1, n) if compare_golden_multiple(x, n) < 0)
        return check_cases(
            lambda game: float_battle_days(game.n, game.s) == published_battle_days(game.n, game.s), cases
        )

    return sweep(check, range(1, bound + 1), workers=1)


def ceiling_is_least(bound: int) -> Sweep[Game]:
    """Compare (6) in exact arithmetic with the least k >= 0 for which d_k <= 0."""

    def check(n: int) -> Sweep[Game]:
        cases = (Game(n, x, 0) for x in range(1, n) if compare_golden_multiple(x, n) < 0)
        return check_cases(lambda game: published_battle_days(game.n, game.s) == battle_days(game.n, game.s), cases)

    return sweep(check, range(1, bound + 1), workers=1)
