"""The exact law of the tower game: by round, in the end, how long it takes, and how many soldiers are left."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from gametheory.core import state_graph
from gametheory.evidence import Table
from gametheory.games.towers.rules import Towers
from gametheory.showing import law_text, number_text
from gametheory.solve.chain import ending_law, expected_steps, outcome_laws


class Round(NamedTuple):
    """The chances to have won or lost by the end of a round, and that it goes on; they sum to 1."""

    round: int
    win: Fraction
    lose: Fraction
    undecided: Fraction


@dataclass(frozen=True)
class TowersLaw:
    """The law of one tower game: `rounds` is cumulative; `soldiers` is the law of the soldiers left in the end."""

    rounds: tuple[Round, ...]
    win: Fraction
    lose: Fraction
    expected_rounds: Fraction
    soldiers: dict[int, Fraction]

    def _repr_html_(self) -> str:
        """The chances by round and in the end."""
        rows = [(by.round, *map(number_text, by[1:])) for by in self.rounds]
        rows.append(("in the end", number_text(self.win), number_text(self.lose), "0"))
        caption = f"{number_text(self.expected_rounds)} rounds on average; soldiers left {law_text(self.soldiers)}"
        return Table(("round", "win", "lose", "undecided"), rows, caption)._repr_html_()


def towers_law(game: Towers, rounds: int) -> TowersLaw:
    """The exact law of a tower game, by round up to so many rounds or to the last one there can be, and in the end.

    The Markov chain of its positions (Kemeny and Snell 1960), towers up to order. Every play ends with
    probability 1: a round in which no tower is hit, possible with aim "anywhere", kills soldiers or is
    followed in the end by one that hits. Cost: the edges of the graph for each round, in rationals; the graph has up to
    C(hits + towers, towers) positions for each number of soldiers that can be left, and at most that many edges each.

    Raises ValueError for a number of rounds below 1.

    >>> law = towers_law(Towers(soldiers=2, towers=2, hits=1, kills=1), rounds=5)
    >>> [str(chance) for chance in law.rounds[0]], str(law.win), str(law.expected_rounds)
    (['1', '1/2', '0', '1/2'], '1', '3/2')
    """
    if rounds < 1:
        raise ValueError(f"rounds: {rounds} is not at least 1")
    graph = state_graph(game)
    by_round: list[Round] = []
    for number, law in enumerate(islice(outcome_laws(graph), 1, rounds + 1), 1):
        by_round.append(Round(number, law.get("win", Fraction(0)), law.get("lose", Fraction(0)), law[None]))
        if not law[None]:
            break
    ends = ending_law(graph)
    win = sum((chance for end, chance in ends.items() if not end.towers), Fraction(0))
    soldiers: dict[int, Fraction] = {}
    for end, chance in ends.items():
        soldiers[end.soldiers] = soldiers.get(end.soldiers, Fraction(0)) + chance
    return TowersLaw(tuple(by_round), win, 1 - win, _certain(expected_steps(graph)), dict(sorted(soldiers.items())))


def _certain(steps: Fraction | None) -> Fraction:
    if steps is None:
        raise ArithmeticError("play need not end")
    return steps
