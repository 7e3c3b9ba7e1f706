"""Sealed bids of two bidders who know only their own value: first-price and second-price auctions."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from gametheory.model.game import Distribution, Outcome

Position = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True)
class FirstPrice:
    """Two bidders bid for one good. Each value of a bidder has the same probability, and the other does not know it.

    The higher bid wins and is paid; a coin decides between equal bids. A position is the two values and the two bids.
    """

    values: tuple[int, ...] = (0, 2, 4)
    players = ("left", "right")

    def start(self) -> Position:
        """Return the position before the values are drawn."""
        return (), ()

    def price(self, bids: tuple[int, ...]) -> int:
        """Return what the winner pays: the higher bid."""
        return max(bids)

    def outcome(self, position: Position) -> Outcome | None:
        """Return the expected gain of each bidder, if both have bid."""
        values, bids = position
        if not bids:
            return None
        share = {bid: Fraction(bid == max(bids), bids.count(bid)) for bid in bids}
        gains = (share[bid] * (value - self.price(bids)) for value, bid in zip(values, bids, strict=True))
        return Outcome(f"values {values}, bids {bids}", tuple(gains))

    def moves(self, position: Position, player: str) -> range:  # noqa: ARG002 - of the protocol
        """Return the bids, the same for both and all values."""
        return range(max(self.values) + 1) if position[0] else range(0)

    def after(self, position: Position, *bids: int) -> Position | Distribution[Position]:
        """Return the position with both bids, or the distribution of the values."""
        values, _ = position
        if values:
            return values, bids
        return Distribution({(pair, ()): Fraction(1, len(self.values) ** 2) for pair in product(self.values, repeat=2)})

    def observation(self, position: Position, player: str) -> int:
        """Return the own value."""
        return position[0][self.players.index(player)]


@dataclass(frozen=True)
class SecondPrice(FirstPrice):
    """The higher of two sealed bids wins, and the winner pays the other bid.

    The two bidders and their values are those of the first-price auction.
    """

    def price(self, bids: tuple[int, ...]) -> int:
        """Return what the winner pays: the lower bid."""
        return min(bids)
