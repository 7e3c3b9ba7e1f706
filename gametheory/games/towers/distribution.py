"""Exact distribution of the tower game: by round, in the end, its duration, and the soldiers left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from gametheory.games.towers.rules import Towers
from gametheory.model.unfolding import unfold
from gametheory.numbers.format import format_probability, format_survivors, short_repr
from gametheory.numbers.rationals import require_whole
from gametheory.numbers.table import Block, Printable, Table
from gametheory.solvers.markov_chain.distribution import (
    absorption_distribution,
    expected_duration,
    outcome_distributions,
)


class Round(NamedTuple):
    """Probabilities to have won or lost by the end of a round, and that play continues; they sum to 1."""

    round: int
    win: Fraction
    lose: Fraction
    undecided: Fraction


@short_repr
@dataclass(frozen=True)
class TowersDistribution(Printable):
    """Distribution of one tower game."""

    rounds: tuple[Round, ...]
    win: Fraction
    lose: Fraction
    expected_rounds: Fraction
    soldiers: dict[int, Fraction]

    def view(self) -> Iterator[Block]:
        """Return the probabilities by round and in the end, the mean number of rounds, and the soldiers left."""
        rows = [(str(row.round), *map(format_probability, row[1:])) for row in self.rounds]
        rows.append(("in the end", format_probability(self.win), format_probability(self.lose), "0"))
        yield Table(("after round", "win", "lose", "undecided"), rows, left=())
        yield f"{float(self.expected_rounds):.6f} rounds on average{_exactly(self.expected_rounds)}."
        yield f"The soldiers win with probability {format_probability(self.win)}{_exactly(self.win)}."
        yield f"Soldiers left in the end: {format_survivors(self.soldiers)}."


def _exactly(value: Fraction) -> str:
    """Return an exact number if it is short enough to read."""
    return f", exactly {value}" if value.denominator.bit_length() <= 100 else ", computed exactly, shown rounded"


def towers_distribution(game: Towers, rounds: int) -> TowersDistribution:
    """Return the exact distribution of a tower game, by round and in the end.

    The absorbing Markov chain of its positions (Kemeny and Snell 1960), in which the order of the towers is ignored.
    Every play ends with probability 1: a round in which no tower is hit, possible with aim "anywhere", kills soldiers
    or is followed in the end by one that hits. Cost: the edges of the graph for each round, in rationals; the graph has
    up to C(hits + towers, towers) positions for each number of soldiers left, and at most that many edges each.
    """
    require_whole("rounds", rounds, 1)
    graph = unfold(game)
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
