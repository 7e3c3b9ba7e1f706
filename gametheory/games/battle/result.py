"""Distribution of a battle: the result of every method, exact or in floats with an error bound."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from gametheory.numbers.format import format_number, short_repr
from gametheory.numbers.table import Block, Printable, Table

Probability: TypeAlias = Fraction | float


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


def require_turns(turns: object) -> int:
    """Return a number of turns unchanged. Raises ValueError unless it is a whole number of at least 1."""
    if not isinstance(turns, int) or isinstance(turns, bool) or turns < 1:
        raise ValueError(f"turns: {turns!r} is not a whole number of at least 1")
    return turns


@short_repr
@dataclass(frozen=True)
class OddsByTurn(Printable):
    """Distribution of the first turns of one battle."""

    turns: tuple[Turn, ...]
    survivors: Survivors
    error_bound: Probability

    def view(self) -> Iterable[Block]:
        """Return the cumulative probabilities by turn."""
        return [self._table(())]

    def _table(self, end: Iterable[tuple[Any, ...]]) -> Table:
        turns = [*self.turns, *end]
        columns = 5 if any(row[-1] for row in turns) else 4  # stopped battles: only with the rule to stop
        rows = [(row[0], *map(format_number, row[1:columns])) for row in turns]
        bound = f"within {float(self.error_bound):.1e}" if self.error_bound else "exact"
        headings = ("turn", "win", "lose", "undecided", "stopped")[:columns]
        return Table(headings, rows, f"Probabilities by turn, {bound}")


@short_repr
@dataclass(frozen=True)
class BattleDistribution(OddsByTurn):
    """Distribution of one battle with its end. If no turns are asked for, `survivors` are those at the end."""

    eventual: Eventual

    def view(self) -> Iterable[Block]:
        """Return the cumulative probabilities by turn and those at the end."""
        win, lose, stopped, never = self.eventual
        return [self._table([("at the end", win, lose, never, stopped)])]
