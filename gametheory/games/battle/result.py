"""Distribution of a battle: the result of every method, exact or in floats with an error bound."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from gametheory.numbers.format import format_error_bound, format_probability, format_survivors, short_repr
from gametheory.numbers.table import Block, Printable, Table

Probability: TypeAlias = Fraction | float
MAX_ROWS = 12  # turns that are printed


class Turn(NamedTuple):
    """Probabilities to have won, lost or stopped by the end of a turn, and to be still fighting; they sum to 1."""

    turn: int
    win: Probability
    lose: Probability
    undecided: Probability
    stopped: Probability = Fraction(0)


class Eventual(NamedTuple):
    """Probabilities of each outcome after any number of turns; `never` if the battle need not end. They sum to 1."""

    win: Probability
    lose: Probability
    stopped: Probability = Fraction(0)
    never: Probability = Fraction(0)


class Survivors(NamedTuple):
    """Distributions of the armies left on each side, {count: probability}; attackers include their reserve."""

    attackers: Mapping[int, Probability]
    defenders: Mapping[int, Probability]


@short_repr
@dataclass(frozen=True)
class OddsByTurn(Printable):
    """Distribution of the first turns of one battle, and the survivors after a turn; in the end if it is None."""

    turns: tuple[Turn, ...]
    survivors: Survivors
    error_bound: Probability
    survivors_after: int | None

    def view(self) -> Iterator[Block]:
        """Return the cumulative probabilities by turn and at the end, the armies left, and the error bound."""
        names = [name for name in Turn._fields if name != "stopped" or any(turn.stopped for turn in self.turns)]
        rows = [_row(turn._asdict(), names) for turn in self.turns]
        if len(rows) > MAX_ROWS:
            rows[MAX_ROWS - 1 : -1] = [["...", *[""] * (len(names) - 1)]]
        if eventual := getattr(self, "eventual", None):
            rows.append(_row(eventual._asdict() | {"turn": "in the end", "undecided": eventual.never}, names))
        yield Table(["after turn", *names[1:]], rows, left=())
        for side, left in self.survivors._asdict().items():
            yield f"{side.capitalize()} left {self.when}: {format_survivors(left)}."
        yield format_error_bound(self.error_bound)

    @property
    def when(self) -> str:
        """When the survivors are counted, in words."""
        return f"after turn {self.survivors_after}" if self.survivors_after else "in the end"


def _row(values: Mapping[str, Any], names: list[str]) -> list[str]:
    return [str(values["turn"]), *(format_probability(values[name]) for name in names[1:])]


@short_repr
@dataclass(frozen=True)
class BattleDistribution(OddsByTurn):
    """Distribution of one battle with its end."""

    eventual: Eventual
