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

from fractions import Fraction
from random import Random

from gametheory.games.wargame.analysis import Strategy, expected_payoff, play_distribution
from gametheory.games.wargame.rules import Position, SentDistribution, Wargame, mirror
from gametheory.solvers.playing.match import check_distribution, sample, turns


def expected_score(game: Wargame, a: Strategy, b: Strategy) -> Fraction | float:
    """Return the expected payoff to bot `a`, as A, against bot `b`, as B: exact if both return exact probabilities."""
    score: Fraction | float = expected_payoff(game, play_distribution(game, *_sides(a, b)))
    return score


def play_game(game: Wargame, a: Strategy, b: Strategy, random: Random) -> Fraction:
    """Play one game between two bots and return the payoff to A."""
    sides = dict(zip(game.players, _sides(a, b), strict=True))
    *_, last = turns(game, lambda position, player, _: sample(sides[player](position), random), random)
    outcome = game.outcome(last.after)
    assert outcome is not None
    return outcome.payoffs[0]


def _sides(a: Strategy, b: Strategy) -> tuple[Strategy, Strategy]:
    """Return the strategies of A and B of two bots, which both see their own army as that of A."""
    return lambda position: _checked(a, position), lambda position: _checked(b, mirror(position))


def _checked(bot: Strategy, position: Position) -> SentDistribution:
    distribution = bot(position)
    allowed = f"the numbers from 0 to {position.camp_a}"
    check_distribution(distribution, range(position.camp_a + 1), f"{bot} at {position}", allowed)
    return distribution
