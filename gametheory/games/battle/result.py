"""Distribution of a battle: the result of every method, exact or in floats with an error bound."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from gametheory.numbers.printed import printed
from gametheory.numbers.short_repr import short_repr

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
    """Return a number of turns unchanged. Raises ValueError unless it is a whole number of at least 1.

    >>> require_turns(3)
    3
    """
    if not isinstance(turns, int) or isinstance(turns, bool) or turns < 1:
        raise ValueError(f"turns: {turns!r} is not a whole number of at least 1")
    return turns


@short_repr
@printed
@dataclass(frozen=True)
class OddsByTurn:
    """Distribution of the first turns of one battle.

    Attributes
    ----------
    turns
        Cumulative probabilities, from turn 1 to the last turn asked for.
    survivors
        The distributions of the armies left after that turn. A battle that has ended counts as it ended.
    error_bound
        A bound on the error of every probability here: 0 for exact rationals.
    """

    turns: tuple[Turn, ...]
    survivors: Survivors
    error_bound: Probability


@short_repr
@printed
@dataclass(frozen=True)
class BattleDistribution(OddsByTurn):
    """Distribution of one battle with its end. If no turns are asked for, `survivors` are those at the end."""

    eventual: Eventual
