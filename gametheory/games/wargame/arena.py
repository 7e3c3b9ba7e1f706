"""An arena for bots of the Wargame: a bot is a function from a position, seen as player A, to a distribution.

>>> from gametheory.games.wargame.rules import Wargame
>>> def steady(position):
...     return {min(2, position.camp_a): 1}
>>> def late(position):
...     return {position.camp_a if position.round == 10 else 0: 1}
>>> expected_score(Wargame(20, 10), steady, late)
Fraction(4, 5)
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from numbers import Integral
from random import Random
from typing import TypeVar

from gametheory.games.wargame.analysis import expected_payoff, play_distribution
from gametheory.games.wargame.policies import Strategy
from gametheory.games.wargame.rules import Position, SentDistribution, Wargame, mirror

SUM_TOLERANCE = 1e-9

Value = TypeVar("Value")


def expected_score(game: Wargame, a: Strategy, b: Strategy) -> Fraction | float:
    """Return the expected payoff to bot `a`, as A, against bot `b`, as B: exact if both return exact probabilities."""
    score: Fraction | float = expected_payoff(game, play_distribution(game, *_sides(a, b)))
    return score


def play_game(game: Wargame, a: Strategy, b: Strategy, random: Random) -> Fraction:
    """Play one game between two bots and return the payoff to A."""
    position, sides = game.start(), _sides(a, b)
    while (outcome := game.outcome(position)) is None:
        sent = [sample(side(position), random) for side in sides]
        position = sample(game.after(position, *sent), random)
    return outcome.payoffs[0]


def sample(distribution: Mapping[Value, Fraction | float], random: Random) -> Value:
    """Return a random value of a distribution."""
    return random.choices(list(distribution), [float(probability) for probability in distribution.values()])[0]


def _sides(a: Strategy, b: Strategy) -> tuple[Strategy, Strategy]:
    """Return the strategies of A and B of two bots, which both see their own army as that of A."""
    return lambda position: _checked(a, position), lambda position: _checked(b, mirror(position))


def _checked(bot: Strategy, position: Position) -> SentDistribution:
    distribution = bot(position)
    legal = all(isinstance(sent, Integral) and 0 <= sent <= position.camp_a for sent in distribution)
    probabilities = list(distribution.values())
    sums_to_one = all(p >= 0 for p in probabilities) and abs(float(sum(probabilities)) - 1) <= SUM_TOLERANCE
    if not legal or not sums_to_one:
        why = f"not probabilities with sum 1 on the numbers from 0 to {position.camp_a}"
        raise ValueError(f"{bot} at {position}: {why}: {dict(distribution)}")
    return distribution
