"""The duel of three: a sequential game of three players with chance moves, in which play can cycle."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from gametheory.model.game import Distribution, Outcome


class Position(NamedTuple):
    """Who is alive, and who shoots."""

    alive: str
    active: str


@dataclass(frozen=True)
class Truel:
    """A, B and C shoot in turn, each at a chosen opponent or into the air, until one is left.

    `a`, `b` and `c` are their probabilities of a hit.
    """

    a: Fraction = Fraction(3, 10)
    b: Fraction = Fraction(1)
    c: Fraction = Fraction(1, 2)
    players = ("A", "B", "C")

    def start(self) -> Position:
        """Return the position in which A shoots at B or C."""
        return Position("ABC", "A")

    def outcome(self, position: Position) -> Outcome | None:
        """Return who is left alone."""
        return Outcome(position.alive) if len(position.alive) == 1 else None

    def moves(self, position: Position, player: str) -> tuple[str, ...]:
        """Return the targets of the player who shoots."""
        if player != position.active:
            return ()
        return ("air", *(f"at {other}" for other in position.alive if other != player))

    def after(self, position: Position, move: str) -> Position | Distribution[Position]:
        """Return who is alive after a shot into the air, or the distribution after another."""
        alive, active = position
        missed = Position(alive, self.next(alive, active))
        if move == "air":
            return missed
        left, hits = alive.replace(move[-1], ""), {"A": self.a, "B": self.b, "C": self.c}[active]
        return Distribution({Position(left, self.next(left, active)): hits, missed: 1 - hits})

    def next(self, alive: str, active: str) -> str:
        """Return who shoots after a player."""
        return min((player for player in alive if player > active), default=alive[0])
