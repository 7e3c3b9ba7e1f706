"""Rules of a Warlight battle: both sides shoot simultaneously, turn after turn.

Distribution of a battle: the result of every method, exact or in floats with an error bound.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any, NamedTuple, TypeAlias

from gametheory.model.game import Distribution, Outcome
from gametheory.numbers.format import format_error_bound, format_probability, format_survivors, short_repr
from gametheory.numbers.rationals import require_whole
from gametheory.numbers.table import Block, Printable, Table

WIN = Outcome("win")
LOSE = Outcome("lose")
STOPPED = Outcome("stopped")
SIDES = ("attacker", "defender")


class Position(NamedTuple):
    """Armies on each side; `attackers` includes those in reserve."""

    attackers: int
    defenders: int


@dataclass(frozen=True, order=True)
class Battle:
    """Battle of attackers against defenders, a game of chance alone (WB, the rules).

    In each turn every attacking army hits one army with probability `attacker_hits` and every defending army with
    probability `defender_hits`, both sides simultaneously. Outcomes are the attacker's: "win" if no defender is left,
    else "lose" if no army is left to attack with. If no army can hit, the battle never ends.

    Parameters
    ----------
    attackers, defenders
        The number of armies on each side.
    attacker_hits, defender_hits
        The hit probability of one army, exact.
    both_dead
        The side that wins if both are wiped out in one turn, "attacker" or "defender".
    reserve
        The number of attackers held in reserve: they do not shoot, cannot be hit, and do not win alone, so that the
        battle is over when only they are left.
    stop_when_outnumbered
        Fight a turn, the first one included, only if the attackers, reserve included, outnumber the defenders; else
        play ends as "stopped". (WB.7 is `reserve=1, stop_when_outnumbered=True`.)

    Raises
    ------
    ValueError
        If a count is negative or not whole, a probability is not an exact number from 0 to 1, the reserve is as large
        as the army, or `both_dead` names no side.

    Examples
    --------
    >>> game = Battle(2, 1)
    >>> game.after(game.start())[Position(1, 0)]
    Fraction(147, 250)
    """

    attackers: int
    defenders: int
    attacker_hits: Fraction = Fraction(3, 5)
    defender_hits: Fraction = Fraction(7, 10)
    both_dead: str = "attacker"
    reserve: int = 0
    stop_when_outnumbered: bool = False
    players = ()

    def __post_init__(self) -> None:
        for name in ("attackers", "defenders", "reserve"):
            require_whole(name, getattr(self, name), 0)
        for name in ("attacker_hits", "defender_hits"):
            object.__setattr__(self, name, _require_probability(name, getattr(self, name)))
        if self.both_dead not in SIDES:
            raise ValueError(f"both_dead: {self.both_dead!r} is not one of {', '.join(SIDES)}")
        if 0 < self.reserve >= self.attackers:
            raise ValueError(f"reserve: {self.reserve} leaves none of {self.attackers} attackers to fight")

    def __str__(self) -> str:
        """Return "attackers v defenders"."""
        return f"{self.attackers} v {self.defenders}"

    @property
    def fighting(self) -> int:
        """The number of attackers who fight: all but the reserve."""
        return self.attackers - self.reserve

    def start(self) -> Position:
        """Return both sides at full strength."""
        return Position(self.attackers, self.defenders)

    def outcome(self, position: Position) -> Outcome | None:
        """Return the attacker's outcome; "stopped" if both sides have armies and the attacker may not continue.

        >>> Battle(3, 2).outcome(Position(0, 0)), Battle(3, 2, both_dead="defender").outcome(Position(0, 0)).name
        (Outcome(name='win', payoffs=()), 'lose')
        >>> Battle(3, 2).outcome(Position(1, 2)) is None
        True
        """
        fights = position.attackers > self.reserve
        if position.defenders == 0:
            if fights or self.both_dead == "attacker":
                return WIN
            return LOSE
        # A reserve alone does not win.
        if not fights:
            return LOSE
        if self.stop_when_outnumbered and position.attackers <= position.defenders:
            return STOPPED
        return None

    def moves(self, position: Position, player: str = "") -> Iterator[None]:  # noqa: ARG002
        """Return no moves: chance alone decides.

        >>> list(Battle(3, 2).moves(Position(3, 2)))
        []
        """
        return iter(())

    def after(self, position: Position) -> Distribution[Position]:
        """Return the distribution after one turn, a - Binomial(d, q) and d - Binomial(a, p), both at least 0."""
        fighting = position.attackers - self.reserve
        attackers = survivor_distribution(fighting, position.defenders, self.defender_hits)
        defenders = survivor_distribution(position.defenders, fighting, self.attacker_hits)
        # Both sides shoot simultaneously, so that their losses are independent.
        after = {}
        for attackers_left, x in attackers.items():
            for defenders_left, y in defenders.items():
                after[Position(self.reserve + attackers_left, defenders_left)] = x * y
        return Distribution(after)


def survivor_distribution(armies: int, shooters: int, hits: Fraction) -> dict[int, Fraction]:
    """Return the distribution of max(0, armies - Binomial(shooters, hits)), most survivors first, without zeros."""
    distribution: dict[int, Fraction] = {}
    misses = 1 - hits
    for count in range(shooters + 1):
        probability = comb(shooters, count) * hits**count * misses ** (shooters - count)
        if probability:
            # More hits than armies leave none.
            left = max(armies - count, 0)
            distribution[left] = distribution.get(left, Fraction(0)) + probability
    return distribution


def _require_probability(name: str, value: Any) -> Fraction:
    is_exact = isinstance(value, Fraction | int) and not isinstance(value, bool)
    if not is_exact or not 0 <= value <= 1:
        raise ValueError(f"{name}: {value} is not an exact number (Fraction) from 0 to 1")
    return Fraction(value)


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
        outcomes = ["win", "lose", "undecided"]
        if any(turn.stopped for turn in self.turns):
            outcomes.append("stopped")
        rows = [_row(turn.turn, turn._asdict(), outcomes) for turn in self.turns]
        if len(rows) > MAX_ROWS:
            # The first turns and the last one.
            rows[MAX_ROWS - 1 : -1] = [["..."] + [""] * len(outcomes)]
        eventual = getattr(self, "eventual", None)
        if eventual:
            rows.append(_row("in the end", eventual._asdict() | {"undecided": eventual.never}, outcomes))
        yield Table(["after turn", *outcomes], rows, left=())
        for side, left in self.survivors._asdict().items():
            yield f"{side.capitalize()} left {self.when}: {format_survivors(left)}."
        yield format_error_bound(self.error_bound)

    @property
    def when(self) -> str:
        """When the survivors are counted, in words."""
        if self.survivors_after:
            return f"after turn {self.survivors_after}"
        return "in the end"


def _row(turn: int | str, probabilities: Mapping[str, Any], outcomes: list[str]) -> list[str]:
    return [str(turn)] + [format_probability(probabilities[outcome]) for outcome in outcomes]


@short_repr
@dataclass(frozen=True)
class BattleDistribution(OddsByTurn):
    """Distribution of one battle with its end."""

    eventual: Eventual
