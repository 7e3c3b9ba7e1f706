"""A sequential game with chance moves, whose payoffs are fractions with many different denominators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from bench.state_graphs import PLAYERS
from gametheory import Distribution, Outcome

SAFE, SIDES = 2, (1, 2, 3)


class Points(NamedTuple):
    """The number of turns so far, and the points of both players."""

    turns: int
    first: int
    second: int


@dataclass(frozen=True)
class Rolls:
    """Two players in turn take two points, or roll a die with three sides; at the end each gets its share of all."""

    rounds: int
    players = PLAYERS

    def start(self) -> Points:
        """Return no turns and no points."""
        return Points(0, 0, 0)

    def outcome(self, at: Points) -> Outcome | None:
        """Return the shares of the points after the last turn."""
        if at.turns < 2 * self.rounds:
            return None
        share = Fraction(at.first, at.first + at.second)
        return Outcome(f"{at.first} to {at.second}", (share, 1 - share))

    def moves(self, at: Points, player: str) -> Sequence[str]:
        """Return both moves for the player whose turn it is."""
        return ("take", "roll") if self.outcome(at) is None and player == PLAYERS[at.turns % 2] else ()

    def after(self, at: Points, move: str) -> Points | Distribution[Points]:
        """Return the position after two points, or the distribution after a roll."""
        if move == "take":
            return _with(at, SAFE)
        return Distribution({_with(at, points): Fraction(1, len(SIDES)) for points in SIDES})


def _with(at: Points, points: int) -> Points:
    """Return the position after the active player got some points."""
    first, second = (points, 0) if at.turns % 2 == 0 else (0, points)
    return Points(at.turns + 1, at.first + first, at.second + second)
