"""Exact distribution of the tower game: by round, in the end, its duration, and the soldiers left."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from gametheory.games.towers.rules import Towers
from gametheory.model.state_graph import state_graph
from gametheory.numbers.printed import printed
from gametheory.numbers.short_repr import short_repr
from gametheory.solvers.markov_chain import absorption_distribution, expected_duration, outcome_distributions


class Round(NamedTuple):
    """Probabilities to have won or lost by the end of a round, and that play continues; they sum to 1."""

    round: int
    win: Fraction
    lose: Fraction
    undecided: Fraction


@short_repr
@printed
@dataclass(frozen=True)
class TowersDistribution:
    """Distribution of one tower game.

    Attributes
    ----------
    rounds
        Cumulative probabilities by round.
    win, lose
        The probabilities in the end.
    expected_rounds
        The expected number of rounds.
    soldiers
        The distribution of the soldiers left in the end.
    """

    rounds: tuple[Round, ...]
    win: Fraction
    lose: Fraction
    expected_rounds: Fraction
    soldiers: dict[int, Fraction]


def towers_distribution(game: Towers, rounds: int) -> TowersDistribution:
    """Return the exact distribution of a tower game, by round and in the end.

    The absorbing Markov chain of its positions (Kemeny and Snell 1960), in which the order of the towers is ignored.
    Every play ends with probability 1: a round in which no tower is hit, possible with aim "anywhere", kills soldiers
    or is followed in the end by one that hits. Cost: the edges of the graph for each round, in rationals; the graph has
    up to C(hits + towers, towers) positions for each number of soldiers left, and at most that many edges each.

    Parameters
    ----------
    game
        The game.
    rounds
        The last round to report; there are fewer if play has surely ended before.

    Returns
    -------
    TowersDistribution
        All probabilities as fractions.

    Raises
    ------
    ValueError
        If `rounds` is below 1.

    Examples
    --------
    >>> distribution = towers_distribution(Towers(soldiers=2, towers=2, hits=1, kills=1), rounds=5)
    >>> [str(number) for number in distribution.rounds[0]], str(distribution.win), str(distribution.expected_rounds)
    (['1', '1/2', '0', '1/2'], '1', '3/2')
    """
    if rounds < 1:
        raise ValueError(f"rounds: {rounds} is not at least 1")
    graph = state_graph(game)
    by_round: list[Round] = []
    for number, outcomes in enumerate(islice(outcome_distributions(graph), 1, rounds + 1), 1):
        win, lose = (outcomes.get(name, Fraction(0)) for name in ("win", "lose"))
        by_round.append(Round(number, win, lose, outcomes[None]))
        if not outcomes[None]:
            break
    terminal = absorption_distribution(graph)
    win = sum((probability for position, probability in terminal.items() if not position.towers), Fraction(0))
    soldiers: dict[int, Fraction] = {}
    for position, probability in terminal.items():
        soldiers[position.soldiers] = soldiers.get(position.soldiers, Fraction(0)) + probability
    return TowersDistribution(
        tuple(by_round), win, 1 - win, _require_finite(expected_duration(graph)), dict(sorted(soldiers.items()))
    )


def _require_finite(steps: Fraction | None) -> Fraction:
    if steps is None:
        raise ArithmeticError("play need not end")
    return steps
