"""The law of a battle: what every way of computing it returns, exact or in floats with a bound."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeAlias

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


def require_turns(turns: object) -> int:
    """A number of turns as it is. Raises ValueError unless it is a whole number of at least 1.

    >>> require_turns(3)
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


@dataclass(frozen=True)
class BattleDistribution(OddsByTurn):
    """The law of one battle with its end. Where no turns are asked for, `survivors` is the law of those at the end."""

    eventual: Eventual
