"""Minimum number of attackers for a win probability.

More attackers never win less: fight both battles with the same hits, and let the additional armies shoot apart; then
the larger army always has at least as many attackers left, against at most as many defenders. In the same way more
defenders never lose more. So the minimum number of attackers is found by bisection.

No float decides: a probability within its error bound of the required one is computed again in exact rationals.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

import numpy as np

from gametheory.games.battle._kernels.binomial import Bools, Ints
from gametheory.games.battle.distribution import battle_distribution
from gametheory.games.battle.exact import exact_distribution
from gametheory.games.battle.rules import Battle
from gametheory.games.battle.table import OddsTable, odds_table
from gametheory.numbers.bisect import least_satisfying
from gametheory.numbers.rationals import ceiling_division

HALF = Fraction(1, 2)
MAX_EXACT = 2000  # attackers x defenders; beyond it, exact rationals take minutes
MAX_POSITIONS, MAX_ATTACKERS = 25_000_000, 20_000  # beyond either, a distribution takes gigabytes


class TooClose(ArithmeticError):
    """A probability is too close to the required one for floats, in a battle too large for exact rationals."""

    def __init__(self, battle: Battle, win: Fraction) -> None:
        super().__init__(f"{battle}: the win probability is too close to {win} to be decided in a battle of this size")


@dataclass(frozen=True)
class MinimumAttackers:
    """Minimum number of attackers for a win probability.

    Attributes
    ----------
    attackers
        The minimum.
    win
        The win probability with them.
    win_before
        The win probability with one attacker less; None if there cannot be one less.
    error_bound
        A bound on the error of both probabilities.
    """

    attackers: int
    win: float
    win_before: float | None
    error_bound: float


def minimum_attackers(battle: Battle, win: Fraction, turns: int | None = None) -> MinimumAttackers:
    """Return the minimum number of attackers that win with a probability of at least `win`.

    Bisection from the square law's number on, with `battle_distribution` for each probability. Cost: about ten
    distributions.

    Parameters
    ----------
    battle
        The defenders and the rules; its number of attackers is ignored.
    win
        The required win probability, from 0 to 1.
    turns
        The turn by which the battle must be won; None for the end.

    Returns
    -------
    MinimumAttackers
        The minimum, decided exactly.

    Raises
    ------
    ValueError
        If `win` is not from 0 to 1, or if no number of attackers reaches it, or only one that is too large.
    TooClose
        If a probability cannot be distinguished from `win`.

    Examples
    --------
    >>> minimum_attackers(Battle(1, 25), Fraction(7, 10)).attackers
    29
    """
    _require_reachable(battle, win, turns)
    first = battle.reserve + 1 if battle.reserve else 0
    near = _square_law_guess(battle) if win else first
    most = min(MAX_POSITIONS // (battle.defenders + 1), MAX_ATTACKERS)
    probability_of = cache(win_probability)  # the last two are reported

    def enough(count: int) -> bool:
        if count > most:
            raise ValueError(
                f"win: more than {most:,} attackers may be needed; hits are too rare to compute the number"
            )
        return _wins_at_least(replace(battle, attackers=count), win, turns, probability_of)

    attackers = least_satisfying(enough, first, near)
    probability, bound = probability_of(replace(battle, attackers=attackers), turns)
    if attackers == first:
        return MinimumAttackers(attackers, probability, None, bound)
    before, bound_before = probability_of(replace(battle, attackers=attackers - 1), turns)
    return MinimumAttackers(attackers, probability, before, max(bound, bound_before))


def _square_law_guess(battle: Battle) -> int:
    if not battle.attacker_hits:
        return battle.defenders
    ratio = math.sqrt(battle.defender_hits / battle.attacker_hits)
    return battle.reserve + 1 + round(ratio * battle.defenders)


def _require_reachable(battle: Battle, win: Fraction, turns: int | None) -> None:
    """Raise ValueError unless some number of attackers reaches `win`."""
    # Every probability below 1 is reached if attackers can hit, since many of them hit all defenders in one turn.
    if not 0 <= win <= 1:
        raise ValueError(f"win: {win} is not a probability from 0 to 1")
    if win and battle.defenders and not battle.attacker_hits:
        raise ValueError(f"win: attackers who cannot hit never win with a probability of {win}")
    many = replace(battle, attackers=battle.defenders + battle.reserve + 1)
    if win == 1 and not wins_surely(many, turns):
        raise ValueError("win: no number of attackers wins with a probability of 1")


def wins_at_least(battle: Battle, win: Fraction, turns: int | None = None) -> bool:
    """Return whether a battle is won with a probability of at least `win`; floats decide only outside their bound.

    Cost: a distribution in floats, and in exact rationals if the two probabilities are close.

    Parameters
    ----------
    battle
        The battle.
    win
        The probability to reach, from 0 to 1.
    turns
        The number of turns; None for the end of the battle.

    Raises
    ------
    TooClose
        If both probabilities are close in a battle of more than 2000 pairs of armies.

    Examples
    --------
    >>> wins_at_least(Battle(1, 1), Fraction(15, 22)), wins_at_least(Battle(2, 1), Fraction(180, 187))
    (True, True)
    """
    return _wins_at_least(battle, win, turns, win_probability)


def _wins_at_least(
    battle: Battle,
    win: Fraction,
    turns: int | None,
    probability_of: Callable[[Battle, int | None], tuple[float, float]],
) -> bool:
    if win == 0:
        return True
    if win == 1:
        return wins_surely(battle, turns)
    probability, bound = probability_of(battle, turns)
    if abs(Fraction(probability) - win) > Fraction(bound):
        return probability > win
    if battle.attackers * battle.defenders > MAX_EXACT:
        raise TooClose(battle, win)
    distribution = exact_distribution(battle, turns)
    return (distribution.turns[-1].win if turns else distribution.eventual.win) >= win


def win_probability(battle: Battle, turns: int | None = None) -> tuple[float, float]:
    """Return the probability to win by a turn, or in the end, and a bound on its error.

    Cost: that of `battle_distribution`.

    Parameters
    ----------
    battle
        The battle.
    turns
        The number of turns; None for the end of the battle.

    Returns
    -------
    tuple of float
        The probability, and the bound.

    Examples
    --------
    >>> round(win_probability(Battle(40, 25), 1)[0], 3)
    0.44
    """
    distribution = battle_distribution(battle, turns)
    win = distribution.turns[-1].win if turns else distribution.eventual.win
    return float(win), float(distribution.error_bound)


def wins_surely(battle: Battle, turns: int | None = None) -> bool:
    """Return whether a battle is won with a probability of exactly 1, by the rules alone.

    If defenders can hit and attackers can miss, all attackers may miss and be hit. If all attackers hit, they win in
    the first turn or may be hit first; if no defender hits, the win is only a question of time.

    Parameters
    ----------
    battle
        The battle.
    turns
        The number of turns; None for the end of the battle.

    Examples
    --------
    >>> wins_surely(Battle(3, 3, Fraction(1))), wins_surely(Battle(2, 3, Fraction(1))), wins_surely(Battle(9, 3))
    (True, False, False)
    """
    fighting, defenders = battle.attackers - battle.reserve, battle.defenders
    if not defenders:
        return fighting > 0 or battle.both_dead == "attacker"
    stopped = battle.stop_when_outnumbered and battle.attackers <= defenders
    if stopped or not fighting or not battle.attacker_hits:
        return False
    if battle.attacker_hits < 1:
        return not battle.defender_hits and turns is None
    if not battle.defender_hits:
        return turns is None or ceiling_division(defenders, fighting) <= turns
    return fighting >= defenders + (battle.both_dead == "defender")


def win_probability_at_least(table: OddsTable, win: Fraction) -> Bools:
    """Return for each battle of a table whether the attacker wins with a probability of at least `win`, exactly.

    Cost: exact rationals for the entries close to `win`.

    Parameters
    ----------
    table
        The odds of all battles up to a size.
    win
        The probability to reach.

    Returns
    -------
    numpy.ndarray of bool
        At [attackers, defenders]; False if no attacker fights.

    Raises
    ------
    ValueError
        Unless 0 < win < 1.
    TooClose
        As in `wins_at_least`.

    Examples
    --------
    >>> bool(win_probability_at_least(odds_table(29, 25), Fraction(7, 10))[29, 25])
    True
    """
    if not 0 < win < 1:
        raise ValueError(f"win: {win} is not a probability between 0 and 1")
    # A little more than the bound, since `win` is rounded to a float for the comparison of the whole table.
    required, bound = float(win), 1.01 * table.error_bound + 1e-15
    enough: Bools = table.win > required
    for attackers, defenders in np.argwhere(np.abs(table.win - required) <= bound).tolist():
        if attackers > table.largest.reserve:
            battle = replace(table.largest, attackers=attackers, defenders=defenders)
            enough[attackers, defenders] = wins_at_least(battle, win, table.turns)
    enough[: table.largest.reserve + 1] = False
    return enough


def minimum_attackers_by_defenders(battle: Battle, win: Fraction = HALF, turns: int | None = None) -> Ints:
    """Return the minimum number of attackers against 0, 1, ... up to the defenders of a battle.

    With `win` 1/2 this is the break-even curve. It takes one table up to the number for the most defenders. Cost and
    errors are those of `minimum_attackers`, `odds_table` and `win_probability_at_least`.

    Parameters
    ----------
    battle
        The rules, and the largest number of defenders; the number of attackers has no effect.
    win
        The probability to reach.
    turns
        The number of turns; None for the end of the battle.

    Returns
    -------
    numpy.ndarray of int
        The number of attackers at [defenders].

    Examples
    --------
    >>> minimum_attackers_by_defenders(Battle(1, 8)).tolist()
    [1, 1, 2, 4, 5, 6, 7, 8, 9]
    """
    most = max(minimum_attackers(battle, win, turns).attackers, battle.reserve + 1)
    rules = battle.attacker_hits, battle.defender_hits, battle.both_dead, battle.reserve, battle.stop_when_outnumbered
    table = odds_table(most, max(battle.defenders, 1), turns, *rules)
    first: Ints = np.argmax(win_probability_at_least(table, win)[:, : battle.defenders + 1], axis=0)
    return first
