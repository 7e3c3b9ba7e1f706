"""The rules of a Warlight battle: both sides shoot at once, turn after turn. One screen, no solving."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import NamedTuple

from gametheory.model.game import Distribution, Outcome

WIN = Outcome("win")
LOSE = Outcome("lose")
STOPPED = Outcome("stopped")
SIDES = ("attacker", "defender")


class Position(NamedTuple):
    """The armies on each side; `attackers` counts those held in reserve as well."""

    attackers: int
    defenders: int


@dataclass(frozen=True, order=True)
class Battle:
    """A battle of `attackers` against `defenders`, in which chance alone decides (WB, the rules).

    In a turn each attacking army hits one army with chance `attacker_hits` and each defending army with chance
    `defender_hits`, both sides at once. Outcomes are the attacker's: no defender left is "win", no army left
    to attack with "lose". `both_dead` names the side that wins when both are wiped out in one turn.

    Of the attackers, `reserve` armies stay behind: they do not shoot, cannot be hit, and win nothing alone, so that
    the battle is over when they alone are left. With `stop_when_outnumbered` a turn is fought only while the
    armies there, reserve included, outnumber the defenders, the first turn too; else play ends as "stopped".
    (WB.7 is `reserve=1, stop_when_outnumbered=True`.) Where nobody can hit, the battle never ends.

    Raises ValueError for a count that is negative or not whole, a chance that is not an exact number from 0
    to 1, a reserve as large as the army, and a side of another name.

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
            _require_count(name, getattr(self, name))
        for name in ("attacker_hits", "defender_hits"):
            object.__setattr__(self, name, _exact_chance(name, getattr(self, name)))
        if self.both_dead not in SIDES:
            raise ValueError(f"both_dead: {self.both_dead!r} is not one of {', '.join(SIDES)}")
        if 0 < self.reserve >= self.attackers:
            raise ValueError(f"reserve: {self.reserve} leaves none of {self.attackers} attackers to fight")

    def __str__(self) -> str:
        """As a player says it: attackers v defenders."""
        return f"{self.attackers} v {self.defenders}"

    def start(self) -> Position:
        """Both sides at full strength."""
        return Position(self.attackers, self.defenders)

    def outcome(self, position: Position) -> Outcome | None:
        """Who has won; "stopped" where both sides stand and the attacker may not go on.

        >>> Battle(3, 2).outcome(Position(0, 0)), Battle(3, 2, both_dead="defender").outcome(Position(0, 0)).name
        (Outcome(name='win', payoffs=()), 'lose')
        >>> Battle(3, 2).outcome(Position(1, 2)) is None
        True
        """
        fights = position.attackers > self.reserve
        if position.defenders == 0:
            return WIN if fights or self.both_dead == "attacker" else LOSE
        if not fights:
            return LOSE
        return STOPPED if self.stop_when_outnumbered and position.attackers <= position.defenders else None

    def moves(self, position: Position, player: str = "") -> Iterator[None]:  # noqa: ARG002
        """Nobody chooses anything.

        >>> list(Battle(3, 2).moves(Position(3, 2)))
        []
        """
        return iter(())

    def after(self, position: Position) -> Distribution[Position]:
        """One turn: a' = max(0, a - Binomial(d, q)) and d' = max(0, d - Binomial(a, p)), independent of each other."""
        fighting = position.attackers - self.reserve
        attackers = survivors(fighting, position.defenders, self.defender_hits)
        defenders = survivors(position.defenders, fighting, self.attacker_hits)
        return Distribution(
            {Position(self.reserve + a, d): x * y for a, x in attackers.items() for d, y in defenders.items()}
        )


def survivors(standing: int, shooters: int, hits: Fraction) -> dict[int, Fraction]:
    """The law of max(0, standing - Binomial(shooters, hits)), most survivors first, without what cannot be.

    >>> survivors(1, 2, Fraction(3, 5))
    {1: Fraction(4, 25), 0: Fraction(21, 25)}
    """
    law: dict[int, Fraction] = {}
    for count in range(shooters + 1):
        chance = comb(shooters, count) * hits**count * (1 - hits) ** (shooters - count)
        if chance:
            left = max(standing - count, 0)
            law[left] = law.get(left, Fraction(0)) + chance
    return law


def _require_count(name: str, value: object) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(f"{name}: {value!r} is not a whole number of at least 0")


def _exact_chance(name: str, value: object) -> Fraction:
    if not isinstance(value, Fraction | int) or isinstance(value, bool) or not 0 <= value <= 1:
        raise ValueError(f"{name}: {value} is not an exact number (Fraction) from 0 to 1")
    return Fraction(value)
