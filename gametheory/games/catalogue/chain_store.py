"""The chain store, and entry in one town: threats that a rational player would not carry out."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from gametheory.model.game import Outcome

Position = tuple[str, ...]
PAYOFFS = {"out": (5, 1), "shared": (2, 2), "fought": (0, 0)}


@dataclass(frozen=True)
class ChainStore:
    """A chain store meets one possible entrant in each town, one after another.

    An entrant stays out, or enters; then the store shares the market of the town, or fights. Staying out pays 5 to the
    store and 1 to the entrant. Sharing pays 2 to both, and a fight nothing. A position is what happened in each town.
    """

    towns: int = 3

    @property
    def players(self) -> tuple[str, ...]:
        """The store, and one entrant for each town."""
        return ("store", *(f"entrant {town}" for town in range(1, self.towns + 1)))

    def start(self) -> Position:
        """Return the position before the first town."""
        return ()

    def active(self, position: Position) -> str:
        """Return the store after an entry, and otherwise the next entrant."""
        return "store" if position[-1:] == ("in",) else f"entrant {len(position) + 1}"

    def outcome(self, position: Position) -> Outcome | None:
        """Return the payoffs if the last town is settled; the store gets the sum."""
        if len(position) < self.towns or position[-1] == "in":
            return None
        store, entrants = zip(*(PAYOFFS[each] for each in position), strict=True)
        return Outcome(", ".join(position), (Fraction(sum(store)), *map(Fraction, entrants)))

    def moves(self, position: Position, player: str) -> tuple[str, ...]:
        """Return in or out for an entrant, and shared or fought for the store."""
        if player != self.active(position):
            return ()
        return ("shared", "fought") if player == "store" else ("out", "in")

    def after(self, position: Position, move: str) -> Position:
        """Return the position after one more move; the answer of the store replaces the entry."""
        return (*position[:-1], move) if position[-1:] == ("in",) else (*position, move)


@dataclass(frozen=True)
class Entry(ChainStore):
    """A firm stays out of a market, or enters it; then the incumbent shares the market or fights.

    It is the game of the chain store in one town.
    """

    towns: int = 1
