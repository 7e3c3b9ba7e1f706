"""The law of a battle: what every way of computing it returns, exact or in floats with a bound."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from gametheory.claims.evidence import Table
from gametheory.numbers.format import format_number

Probability: TypeAlias = Fraction | float


class Turn(NamedTuple):
    """The chances to have won, lost or stopped by the end of a turn, and to be fighting on; they sum to 1."""

    turn: int
    win: Probability
    lose: Probability
    undecided: Probability
    stopped: Probability = Fraction(0)


class Eventual(NamedTuple):
    """The chances of each end however long it takes; `never` where the battle need not end. They sum to 1."""

    win: Probability
    lose: Probability
    stopped: Probability = Fraction(0)
    never: Probability = Fraction(0)


class Survivors(NamedTuple):
    """The law of the armies left on each side: count -> probability; attackers count their reserve as well."""

    attackers: Mapping[int, Probability]
    defenders: Mapping[int, Probability]


def at_least_one_turn(turns: object) -> int:
    """A number of turns as it is. Raises ValueError unless it is a whole number of at least 1.

    >>> at_least_one_turn(3)
    3
    """
    if not isinstance(turns, int) or isinstance(turns, bool) or turns < 1:
        raise ValueError(f"turns: {turns!r} is not a whole number of at least 1")
    return turns


@dataclass(frozen=True)
class OddsByTurn:
    """The law of the first turns of one battle.

    `turns` is cumulative, from turn 1 to the last turn asked for; `survivors` is the law of the armies left after it.
    Both count a battle that is over as it ended. `error_bound` is at least the error of every probability here: 0 for
    exact rationals.
    """

    turns: tuple[Turn, ...]
    survivors: Survivors
    error_bound: Probability

    def _repr_html_(self) -> str:
        """The chances by turn, and in the end where they are known."""
        shown = self._rows()
        stops = any(row[-1] for row in shown)
        rows = [(row[0], *map(format_number, row[1:] if stops else row[1:-1])) for row in shown]
        headings = ("turn", "win", "lose", "undecided", *(["stopped"] if stops else []))
        bound = f"within {float(self.error_bound):.1e}" if self.error_bound else "exact"
        return Table(headings, rows, f"Chances by turn, {bound}")._repr_html_()

    def _rows(self) -> list[tuple[Any, ...]]:
        return list(self.turns)


@dataclass(frozen=True)
class BattleDistribution(OddsByTurn):
    """The law of one battle with its end. Where no turns are asked for, `survivors` is the law of those at the end."""

    eventual: Eventual

    def _rows(self) -> list[tuple[Any, ...]]:
        win, lose, stopped, never = self.eventual
        return [*self.turns, ("in the end", win, lose, never, stopped)]
