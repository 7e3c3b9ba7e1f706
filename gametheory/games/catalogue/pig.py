"""Pig: a sequential game with chance moves, in which play can cycle."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from gametheory.model.game import Distribution, Outcome

OTHER = {"first": "second", "second": "first"}


class Position(NamedTuple):
    """The points of the active player, those of the other, those of this turn, and who is active."""

    own: int
    other: int
    turn: int
    active: str


@dataclass(frozen=True)
class Pig:
    """Two players roll a die in turn, as often as they dare, and the points of a turn add up.

    A player who holds scores them. A 1 ends the turn and takes its points. The first with the goal wins.
    """

    goal: int = 10
    sides: int = 6
    players = ("first", "second")

    def start(self) -> Position:
        """Return the position without points."""
        return Position(0, 0, 0, "first")

    def outcome(self, position: Position) -> Outcome | None:
        """Return the other player as the winner if that player has the goal."""
        return Outcome(OTHER[position.active]) if position.other >= self.goal else None

    def moves(self, position: Position, player: str) -> tuple[str, ...]:
        """Return that the active player may roll, and hold if there are points to score."""
        if player != position.active:
            return ()
        return ("roll", "hold") if position.turn else ("roll",)

    def after(self, position: Position, move: str) -> Position | Distribution[Position]:
        """Return the position after the points are scored, or its distribution after a roll."""
        own, other, turn, active = position
        if move == "hold":
            return Position(other, own + turn, 0, OTHER[active])
        results = {Position(other, own, 0, OTHER[active]): Fraction(1, self.sides)}
        for points in range(2, self.sides + 1):
            won = own + turn + points >= self.goal
            after = Position(other, self.goal, 0, OTHER[active]) if won else Position(own, other, turn + points, active)
            results[after] = results.get(after, Fraction(0)) + Fraction(1, self.sides)
        return Distribution(results)
