"""Goofspiel: simultaneous moves and chance moves."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from gametheory.model.game import Distribution, Outcome


class Position(NamedTuple):
    """The cards of both players, the prizes to come, the prize, and the points of left minus those of right."""

    left: tuple[int, ...]
    right: tuple[int, ...]
    prizes: tuple[int, ...]
    prize: int | None
    lead: int


@dataclass(frozen=True)
class Goofspiel:
    """Two players with the cards 1 to n bid one each, simultaneously, for prizes 1 to n that turn up in random order.

    The higher card wins the points of the prize; equal cards win nothing. Who has more points in the end wins.
    """

    cards: int = 3
    players = ("left", "right")

    def start(self) -> Position:
        """Return the position with all cards."""
        hand = tuple(range(1, self.cards + 1))
        return Position(hand, hand, hand, None, 0)

    def outcome(self, position: Position) -> Outcome | None:
        """Return who has more points, if no card is left."""
        if position.left:
            return None
        return Outcome("left" if position.lead > 0 else "right" if position.lead < 0 else "draw")

    def moves(self, position: Position, player: str) -> tuple[int, ...]:
        """Return the cards of a player, if there is a prize to bid for."""
        if not position.prize:
            return ()
        return position.left if player == "left" else position.right

    def after(self, position: Position, *bids: int) -> Position | Distribution[Position]:
        """Return the position after both bids, or the distribution of the next prize."""
        left, right, prizes, prize, lead = position
        if prize is None:
            share = Fraction(1, len(prizes))
            rest = {turned: tuple(p for p in prizes if p != turned) for turned in prizes}
            return Distribution({Position(left, right, rest[turned], turned, lead): share for turned in prizes})
        one, two = bids
        lead += prize * ((one > two) - (one < two))
        return Position(tuple(c for c in left if c != one), tuple(c for c in right if c != two), prizes, None, lead)
