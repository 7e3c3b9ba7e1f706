"""Liar's dice with one die each (Dudo): hidden information, and bids that can only rise."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from gametheory.model.game import Distribution, Outcome

Bid = tuple[int, int]
Bids = tuple[Bid, ...]


class Position(NamedTuple):
    """The two dice, the bids so far, and whether the last one was doubted."""

    dice: tuple[int, ...]
    bids: Bids = ()
    doubted: bool = False


@dataclass(frozen=True)
class LiarsDice:
    """Two players roll a die each, and see their own only. In turn they bid how many dice show a face, or doubt.

    A 1 counts as every face. A bid is higher with more dice, or with the same number and a higher face; the face 1 is
    the highest. After a doubt the last bid wins if it is true, and otherwise the doubt wins. To solve the game with six
    sides takes minutes; with three sides, a second.
    """

    sides: int = 6
    players = ("first", "second")

    def start(self) -> Position:
        """Return the position before the dice are rolled."""
        return Position(())

    def all_bids(self) -> list[Bid]:
        """Return all bids as number of dice and face, lowest first."""
        return [(number, face) for number in (1, 2) for face in (*range(2, self.sides + 1), 1)]

    def outcome(self, position: Position) -> Outcome | None:
        """Return who wins after a doubt."""
        dice, bids, doubted = position
        if not doubted:
            return None
        number, face = bids[-1]
        is_true = sum(die in (1, face) for die in dice) >= number
        return Outcome(self.players[(len(bids) - is_true) % 2])

    def moves(self, position: Position, player: str) -> list[Bid | str]:
        """Return all higher bids, and doubt if there is a bid."""
        dice, bids, _ = position
        if not dice or player != self.players[len(bids) % 2]:
            return []
        everything = self.all_bids()
        return [*everything[everything.index(bids[-1]) + 1 :], "doubt"] if bids else [*everything]

    def after(self, position: Position, *moves: Bid | str) -> Position | Distribution[Position]:
        """Return the position after a bid or a doubt, or the distribution of the dice."""
        dice, bids, _ = position
        if not dice:
            rolls = [*product(range(1, self.sides + 1), repeat=2)]
            return Distribution({Position(roll): Fraction(1, len(rolls)) for roll in rolls})
        [move] = moves
        return Position(dice, bids, True) if isinstance(move, str) else Position(dice, (*bids, move))

    def observation(self, position: Position, player: str) -> tuple[int, Bids]:
        """Return the own die and the bids."""
        return position.dice[self.players.index(player)], position.bids
