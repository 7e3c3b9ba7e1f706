"""Strategies as functions of the position: what two of them play, round by round, and an arena for bots.

An arena for bots of the Wargame: a bot is a function from a position, seen as player A, to a distribution.

>>> from gametheory.games.wargame.rules import Wargame
>>> def steady(position):
...     return {min(2, position.camp_a): 1}
>>> def late(position):
...     return {position.camp_a if position.round == 10 else 0: 1}
>>> expected_score(Wargame(20, 10), steady, late)
Fraction(4, 5)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from random import Random
from typing import TypeAlias

from gametheory.games.wargame.equilibrium import WargameEquilibrium
from gametheory.games.wargame.rules import Position, SentDistribution, Wargame, mirror
from gametheory.numbers.rationals import to_fraction
from gametheory.solvers.playing import check_distribution, sample, turns

Number: TypeAlias = Fraction | float  # the former if both strategies are exact
Strategy: TypeAlias = Callable[[Position], SentDistribution]


def equilibrium_strategies(equilibrium: WargameEquilibrium) -> tuple[Strategy, Strategy]:
    """Return the strategies of A and B in an equilibrium, in floats, or in Fractions if it is exact."""

    def distribution(position: Position, player: int) -> SentDistribution:
        mixed = equilibrium.mixed_strategies(position)[player]
        if not equilibrium.exact:
            return mixed
        return {sent: to_fraction(probability) for sent, probability in mixed.items()}

    return partial(distribution, player=0), partial(distribution, player=1)


@dataclass
class SideAverages:
    """Averages of one army in one round: soldiers in camp before sending and in the field after it.

    `sent` is the probability of each number of soldiers sent.
    """

    camp: Number = Fraction(0)
    in_field: Number = Fraction(0)
    sent: dict[int, Number] = field(default_factory=dict)

    @property
    def mean_sent(self) -> Number:
        """The mean number of soldiers sent."""
        return sum(number * probability for number, probability in self.sent.items())

    def add(self, camp: int, in_field: int, distribution: SentDistribution, weight: Number) -> None:
        """Add a position of probability `weight`: its camp, its field, and the distribution of soldiers sent."""
        self.camp += weight * camp
        for sent, conditional in distribution.items():
            probability = weight * conditional
            self.in_field += probability * (in_field + sent)
            self.sent[sent] = self.sent.get(sent, 0) + probability


@dataclass
class RoundSummary:
    """One round of the play of two strategies."""

    number: int
    positions: dict[Position, Number]
    battle_probability: Fraction
    a: SideAverages = field(default_factory=SideAverages)
    b: SideAverages = field(default_factory=SideAverages)
    outcome_probabilities: list[Number] = field(default_factory=lambda: [Fraction(0)] * 3)


def play_distribution(game: Wargame, a: Strategy, b: Strategy) -> list[RoundSummary]:
    """Return a summary of each round when two strategies play against each other.

    The distribution of positions is propagated forward. Since the battle does not depend on the moves, one distribution
    per round is enough. Rounds that are never played are omitted.

    Cost: one step for each position that occurs and each pair of moves played there.

    Parameters
    ----------
    game
        The rules.
    a, b
        The strategies of A and B.

    Returns
    -------
    list of RoundSummary
        Exact if both strategies are.

    Examples
    --------
    >>> def two(position): return {2 - position.field_a: 1}
    >>> def four(position): return {4 - position.field_b: 1}
    >>> for round in play_distribution(Wargame(20, 3), two, four):
    ...     camps, fields = (round.a.camp, round.b.camp), (round.a.in_field, round.b.in_field)
    ...     print(round.number, *camps, *fields, *round.outcome_probabilities)
    1 20 20 2 4 0 0 1
    2 18 16 2 4 0 0 1
    3 17 14 2 4 0 0 1
    """
    rounds: list[RoundSummary] = []
    reached = Fraction(1)
    positions: dict[Position, Number] = {game.start(): Fraction(1)}
    for number, battle in enumerate(game.battle_chances, 1):
        summary = RoundSummary(number, positions, reached * battle)
        positions = _play_round(game, summary, a, b)
        rounds.append(summary)
        reached *= 1 - battle
        # The battle has surely begun by now.
        if not reached:
            break
    return rounds


def _play_round(game: Wargame, summary: RoundSummary, a: Strategy, b: Strategy) -> dict[Position, Number]:
    """Fill in a round, and return the distribution of positions of the next one."""
    successors: dict[Position, Number] = {}
    for position, weight in summary.positions.items():
        _, camp_a, field_a, camp_b, field_b, _ = position
        distribution_a = a(position)
        distribution_b = b(position)
        summary.a.add(camp_a, field_a, distribution_a, weight)
        summary.b.add(camp_b, field_b, distribution_b, weight)
        for i, p in distribution_a.items():
            for j, q in distribution_b.items():
                probability = weight * p * q
                sum_a = field_a + i
                sum_b = field_b + j
                # The index of a win of A, of a draw, and of a loss, as in the payoffs of the game.
                outcome = 1 - (sum_a > sum_b) + (sum_a < sum_b)
                summary.outcome_probabilities[outcome] += probability
                left_a = game.survivors[sum_a]
                left_b = game.survivors[sum_b]
                after = Position(summary.number + 1, camp_a - i, left_a, camp_b - j, left_b)
                successors[after] = successors.get(after, 0) + probability
    return successors


def expected_payoff(game: Wargame, rounds: list[RoundSummary]) -> Number:
    """Return the expected payoff to A, given the result of `play_distribution`.

    Parameters
    ----------
    game
        The rules.
    rounds
        The summaries of all rounds, by `play_distribution`.

    Examples
    --------
    >>> def late(position): return {position.camp_a if position.round == 10 else 0: 1}
    >>> def steady(position): return {min(2, position.camp_b): 1}
    >>> game = Wargame(20, 10)
    >>> expected_payoff(game, play_distribution(game, late, steady))
    Fraction(-4, 5)
    """
    payoff: Number = 0
    for summary in rounds:
        for probability, paid in zip(summary.outcome_probabilities, game.payoffs, strict=True):
            payoff += summary.battle_probability * probability * paid
    return payoff


def expected_score(game: Wargame, a: Strategy, b: Strategy) -> Fraction | float:
    """Return the expected payoff to bot `a`, as A, against bot `b`, as B: exact if both return exact probabilities."""
    rounds = play_distribution(game, *_sides(a, b))
    score: Fraction | float = expected_payoff(game, rounds)
    return score


def play_game(game: Wargame, a: Strategy, b: Strategy, random: Random) -> Fraction:
    """Play one game between two bots and return the payoff to A."""
    sides = dict(zip(game.players, _sides(a, b), strict=True))

    def choose(position: Position, player: str, _: object) -> int:
        sent: int = sample(sides[player](position), random)
        return sent

    *_, last = turns(game, choose, random)
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
