"""The exact law of the tower game: by round, in the end, how long it takes, and how many soldiers are left."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from gametheory.games.towers.rules import Towers
from gametheory.model.state_graph import state_graph
from gametheory.solvers.markov_chain import absorption_distribution, expected_duration, outcome_distributions


class Round(NamedTuple):
    """The chances to have won or lost by the end of a round, and that it goes on; they sum to 1."""

    round: int
    win: Fraction
    lose: Fraction
    undecided: Fraction


@dataclass(frozen=True)
class TowersDistribution:
    """The law of one tower game: `rounds` is cumulative; `soldiers` is the law of the soldiers left in the end."""

    rounds: tuple[Round, ...]
    win: Fraction
    lose: Fraction
    expected_rounds: Fraction
    soldiers: dict[int, Fraction]


def towers_distribution(game: Towers, rounds: int) -> TowersDistribution:
    """The exact law of a tower game, by round up to so many rounds or to the last one there can be, and in the end.

    The Markov chain of its positions (Kemeny and Snell 1960), towers up to order. Every play ends with
    probability 1: a round in which no tower is hit, possible with aim "anywhere", kills soldiers or is
    followed in the end by one that hits. Cost: the edges of the graph for each round, in rationals; the graph has up to
    C(hits + towers, towers) positions for each number of soldiers that can be left, and at most that many edges each.

    Raises ValueError for a number of rounds below 1.

    >>> law = towers_distribution(Towers(soldiers=2, towers=2, hits=1, kills=1), rounds=5)
    >>> [str(chance) for chance in law.rounds[0]], str(law.win), str(law.expected_rounds)
    (['1', '1/2', '0', '1/2'], '1', '3/2')
    """
    if rounds < 1:
        raise ValueError(f"rounds: {rounds} is not at least 1")
    graph = state_graph(game)
    by_round: list[Round] = []
    for number, law in enumerate(islice(outcome_distributions(graph), 1, rounds + 1), 1):
        by_round.append(Round(number, law.get("win", Fraction(0)), law.get("lose", Fraction(0)), law[None]))
        if not law[None]:
            break
    ends = absorption_distribution(graph)
    win = sum((chance for end, chance in ends.items() if not end.towers), Fraction(0))
    soldiers: dict[int, Fraction] = {}
    for end, chance in ends.items():
        soldiers[end.soldiers] = soldiers.get(end.soldiers, Fraction(0)) + chance
    return TowersDistribution(
        tuple(by_round), win, 1 - win, _certain(expected_duration(graph)), dict(sorted(soldiers.items()))
    )


def _certain(steps: Fraction | None) -> Fraction:
    if steps is None:
        raise ArithmeticError("play need not end")
    return steps
