"""Bargaining by turns: a pie that shrinks after each refusal."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from gametheory.model.game import Outcome


class Position(NamedTuple):
    """The refusals so far, the offer on the table, if any, and whether it was accepted."""

    refusals: int
    offer: int | None = None
    accepted: bool = False


@dataclass(frozen=True)
class Bargaining:
    """Two players share a pie of `size` pieces. In turn, one offers the other a number of pieces.

    The other accepts, or refuses and makes the next offer. Each refusal halves what a piece pays. After the last offer
    is refused both get nothing.
    """

    size: int = 8
    offers: int = 3
    players = ("first", "second")

    def start(self) -> Position:
        """Return the position before the first offer."""
        return Position(0)

    def active(self, position: Position) -> str:
        """Return who makes the offer or answers it."""
        return self.players[(position.refusals + (position.offer is not None)) % 2]

    def outcome(self, position: Position) -> Outcome | None:
        """Return the shares after an offer is accepted, or nothing after the last refusal."""
        refusals, offer, accepted = position
        if offer is None or not accepted:
            return Outcome("no agreement", (Fraction(0), Fraction(0))) if refusals == self.offers else None
        shares = Fraction(self.size - offer, 2**refusals), Fraction(offer, 2**refusals)
        return Outcome(f"offer {offer} after {refusals} refusals", shares[:: 1 - 2 * (refusals % 2)])

    def moves(self, position: Position, player: str) -> tuple[int | str, ...]:
        """Return all offers, or the two answers."""
        if player != self.active(position):
            return ()
        return tuple(range(self.size + 1)) if position.offer is None else ("accept", "refuse")

    def after(self, position: Position, move: int | str) -> Position:
        """Return the position after an offer or an answer."""
        if isinstance(move, int):
            return position._replace(offer=move)
        return position._replace(accepted=True) if move == "accept" else Position(position.refusals + 1)
