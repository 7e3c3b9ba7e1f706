"""Sweeps over boxes of games: the closed forms against the exact solver, and the printed rows against both.

A box holds all n <= most, s ≤ 6n, dpw ≤ 3n; its order is that of (n, s, dpw).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from gametheory import Castle
from gametheory.claims import Correction, Verdict, Witness, refuted, verified
from gametheory.claims.evidence import Evidence, Text
from gametheory.games.castle import Volley
from gametheory.games.castle.closed_form import (
    battle_days,
    castle_can_win_from,
    castle_fewest_waves,
    soldiers_fewest_waves,
)
from gametheory.games.castle.dynamic_programming import solve_box
from gametheory.games.castle.fibonacci import compare_golden_multiple
from gametheory.games.castle.published_formulas import float_battle_days, printed_battle_days
from gametheory.games.castle.rules import Position
from gametheory.prove.sweep import Sweep, check_cases, sweep

PLAIN, DEEP = 20, 60
Predicate = Callable[[int, int, int], bool]


class Game(NamedTuple):
    """Soldiers, strength, defenders per wave."""

    n: int
    s: int
    dpw: int

    def __str__(self) -> str:
        return f"{self.n}/{self.s}/{self.dpw}"


def most(deep: bool) -> int:
    """The bound on n of the box in use."""
    return DEEP if deep else PLAIN


def games(n: int) -> Iterator[Game]:
    """The games of a box with n soldiers, smallest first."""
    return (Game(n, s, dpw) for s in range(1, 6 * n + 1) for dpw in range(1, 3 * n + 1))


def survey(bound: int, holds: Predicate, applies: Predicate) -> Sweep[Game]:
    """How many games of a box a statement is about, how many it fails on, and the smallest of those."""

    def check(n: int) -> Sweep[Game]:
        return check_cases(lambda game: holds(*game), (game for game in games(n) if applies(*game)))

    return sweep(check, range(bound, 0, -1))


def false_row(
    applies: Predicate,
    holds: Predicate,
    explain: Callable[[int, int, int], str],
    instead: Correction,
    bound: int,
    *evidence: Evidence,
    kind: str = "A false theorem",
) -> Verdict:
    """A printed statement with its smallest counterexample and how many games of the box it fails on."""
    found = survey(bound, holds, applies)
    scope = f"the {found.cases:,} games it is about with n ≤ {bound}, s ≤ 6n, dpw ≤ 3n"
    if found.first is None:
        return verified(scope, found.cases, *evidence)
    count = Text(f"{kind}: it fails on {found.failures:,} of {scope}, the smallest {found.first}.")
    witness = Witness(str(found.first), explain(*found.first), kind)
    return refuted(scope, found.cases, witness, count, *evidence, instead=instead)


def closed_forms(bound: int) -> Sweep[Game]:
    """Closed forms and threshold against the exact solver, on every game of a box."""
    return sweep(partial(_closed_forms_with, bound), range(3 * bound, 0, -1))


def _closed_forms_with(bound: int, dpw: int) -> Sweep[Game]:
    cases = failures = 0
    first: Game | None = None
    for n, s, _, soldiers, castle in solve_box(dpw, bound):
        right = soldiers == soldiers_fewest_waves(n, s, dpw) and castle == castle_fewest_waves(n, s, dpw)
        cases += 1
        if not (right and (castle is not None) == (s >= castle_can_win_from(n, dpw))):
            failures += 1
            first = min(first or Game(n, s, dpw), Game(n, s, dpw))
    return Sweep(cases, failures, first)


def waves(number: int | None) -> str:
    """A number of waves in words."""
    return "never" if number is None else f"{number} waves"


def played(castle: Castle, volleys: list[Volley]) -> list[Position]:
    """The positions after each of some volleys, by the rules."""
    positions = [castle.start()]
    for volley in volleys:
        positions.append(castle.after(positions[-1], volley))
    return positions[1:]


def earliest_fall(castle: Castle) -> int:
    """The least day on which any play brings the strength to zero, by search."""
    day, layer = 0, {castle.start()}
    while not any(position.strength == 0 for position in layer):
        layer = {castle.after(position, volley) for position in layer for volley in castle.moves(position)}
        day += 1
    return day


def fourth_days(castle: Castle) -> Iterator[tuple[int, int, Position]]:
    """x_2, x_3 and what day 4 begins with, over all plays that leave castle and soldiers standing."""
    after = castle.after(castle.start(), Volley(castle.soldiers, 0))
    for second in castle.moves(after):
        third_day = castle.after(after, second)
        if castle.outcome(third_day) or not third_day.strength:
            continue
        for third in castle.moves(third_day):
            fourth_day = castle.after(third_day, third)
            if not castle.outcome(fourth_day) and fourth_day.strength:
                yield after.defenders - second.at_defenders, third_day.defenders - third.at_defenders, fourth_day


def point_kept_waves(n: int, s: int, dpw: int) -> int | None:
    """Waves of a castle win that spares as many as it can while one point is left, until the wave that ends it."""
    position, day = Position(n, 0, s), 1
    while (left := position.defenders + position.strength - position.soldiers) > 0:
        if min(position.defenders, left) >= position.soldiers:
            return day
        spared = min(position.defenders, left - 1)
        following = Position(position.soldiers - spared, spared + dpw, left - spared)
        if following == position:
            return None
        position, day = following, day + 1
    return None


def hold_days(n: int, s: int, dpw: int) -> Iterator[tuple[int, int]]:
    """U(t) and U(t+1) for the days t >= 2 that leave a battle the soldiers would win, dpw < n < s."""
    spared = s + dpw - 2 * n
    while spared > 0:
        if compare_golden_multiple(spared, n) < 0:
            yield spared, spared + dpw - n
        spared += dpw - n


def printed_says_wait(n: int, spared: int, later: int) -> bool:
    """Inequality (10) as printed, with its extra phi, decided in integers."""
    return compare_golden_multiple(2 * n * spared, n * n + n * later - spared * later) > 0


def rounding(bound: int) -> Sweep[Game]:
    """(6) in double precision against (6) exactly, for x defenders and n soldiers, on all x phi < n <= bound."""

    def check(n: int) -> Sweep[Game]:
        cases = (Game(n, x, 0) for x in range(1, n) if compare_golden_multiple(x, n) < 0)
        return check_cases(lambda game: float_battle_days(game.n, game.s) == printed_battle_days(game.n, game.s), cases)

    return sweep(check, range(1, bound + 1), workers=1)


def ceiling_is_least(bound: int) -> Sweep[Game]:
    """(6) exactly, and not below 0, against the least k with d_k <= 0."""

    def check(n: int) -> Sweep[Game]:
        cases = (Game(n, x, 0) for x in range(1, n) if compare_golden_multiple(x, n) < 0)
        return check_cases(lambda game: printed_battle_days(game.n, game.s) == battle_days(game.n, game.s), cases)

    return sweep(check, range(1, bound + 1), workers=1)
