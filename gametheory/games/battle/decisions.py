"""Minimum number of attackers for a win probability.

More attackers never win less: fight both battles with the same hits, and let the additional armies shoot apart; then
the larger army always has at least as many attackers left, against at most as many defenders. In the same way more
defenders never lose more. So the minimum number of attackers is found by bisection.

No float decides: a probability within its error bound of the required one is computed again in exact rationals.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from gametheory.games.battle.distribution import battle_distribution
from gametheory.games.battle.exact import exact_distribution
from gametheory.games.battle.rules import Battle
from gametheory.numbers.rationals import ceiling_division, least_satisfying

MAX_EXACT = 2000  # attackers x defenders; beyond it, exact rationals take minutes
MAX_POSITIONS, MAX_ATTACKERS = 25_000_000, 20_000  # beyond either, a distribution takes gigabytes


class TooClose(ArithmeticError):
    """A probability is too close to the required one for floats, in a battle too large for exact rationals."""

    def __init__(self, battle: Battle, win: Fraction) -> None:
        super().__init__(f"{battle}: the win probability is too close to {win} to be decided in a battle of this size")


@dataclass(frozen=True)
class MinimumAttackers:
    """Minimum number of attackers for a win probability."""

    attackers: int
    win: float
    win_before: float | None
    error_bound: float


def minimum_attackers(battle: Battle, win: Fraction, turns: int | None = None) -> MinimumAttackers:
    """Return the minimum number of attackers that win with a probability of at least `win`.

    Bisection from the square law's number on, with `battle_distribution` for each probability. Cost: about ten
    distributions.

    >>> minimum_attackers(Battle(1, 25), Fraction(7, 10)).attackers
    29
    """
    _require_reachable(battle, win, turns)
    first = battle.reserve + 1 if battle.reserve else 0
    near = _square_law_guess(battle) if win else first
    most = min(MAX_POSITIONS // (battle.defenders + 1), MAX_ATTACKERS)

    def enough(count: int) -> bool:
        if count > most:
            raise ValueError(
                f"win: more than {most:,} attackers may be needed; hits are too rare to compute the number"
            )
        return wins_at_least(replace(battle, attackers=count), win, turns)

    attackers = least_satisfying(enough, first, near)
    probability, bound = win_probability(replace(battle, attackers=attackers), turns)
    if attackers == first:
        return MinimumAttackers(attackers, probability, None, bound)
    before, bound_before = win_probability(replace(battle, attackers=attackers - 1), turns)
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
    """
    if win == 0:
        return True
    if win == 1:
        return wins_surely(battle, turns)
    probability, bound = win_probability(battle, turns)
    if abs(Fraction(probability) - win) > Fraction(bound):
        return probability > win
    if battle.attackers * battle.defenders > MAX_EXACT:
        raise TooClose(battle, win)
    distribution = exact_distribution(battle, turns)
    return (distribution.turns[-1].win if turns else distribution.eventual.win) >= win


@lru_cache  # a search asks twice for the numbers that it reports
def win_probability(battle: Battle, turns: int | None = None) -> tuple[float, float]:
    """Return the probability to win by a turn, or in the end, and a bound on its error.

    Cost: that of `battle_distribution`.
    """
    distribution = battle_distribution(battle, turns)
    win = distribution.turns[-1].win if turns else distribution.eventual.win
    return float(win), float(distribution.error_bound)


def wins_surely(battle: Battle, turns: int | None = None) -> bool:
    """Return whether a battle is won with a probability of exactly 1, by the rules alone.

    If defenders can hit and attackers can miss, all attackers may miss and be hit. If all attackers hit, they win in
    the first turn or may be hit first; if no defender hits, the win is only a question of time.
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
