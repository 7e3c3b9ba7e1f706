"""Kuhn poker: a game with hidden information. A position is the two cards and the letters of the actions so far."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from gametheory.model.game import Distribution, Outcome

Position = tuple[tuple[int, ...], str]


@dataclass(frozen=True)
class Kuhn:
    """Two players put one chip into the pot, and each gets one of three cards that only this player sees.

    In turn, each passes or bets one chip. After a bet, a player who passes gives up the pot. After two passes or two
    bets the higher card wins it.
    """

    cards: int = 3
    players = ("first", "second")

    def start(self) -> Position:
        """Return the position before the deal."""
        return (), ""

    def outcome(self, position: Position) -> Outcome | None:
        """Return what the first player wins, if the betting is over."""
        cards, bets = position
        if bets in ("bp", "pbp"):
            won = 1 if bets == "bp" else -1
        elif bets in ("pp", "bb", "pbb"):
            won = (1 if cards[0] > cards[1] else -1) * (2 if "bb" in bets else 1)
        else:
            return None
        return Outcome(f"first {'wins' if won > 0 else 'loses'} {abs(won)}", (Fraction(won), Fraction(-won)))

    def moves(self, position: Position, player: str) -> tuple[str, ...]:
        """Return that the player whose turn it is passes or bets."""
        cards, bets = position
        return ("pass", "bet") if cards and player == self.players[len(bets) % 2] else ()

    def after(self, position: Position, *moves: str) -> Position | Distribution[Position]:
        """Return the betting so far, or the distribution of the deal."""
        cards, bets = position
        if cards:
            return cards, bets + moves[0][0]
        deals = [*permutations(range(1, self.cards + 1), 2)]
        return Distribution({(deal, ""): Fraction(1, len(deals)) for deal in deals})

    def observation(self, position: Position, player: str) -> tuple[int, str]:
        """Return the own card and the betting so far."""
        cards, bets = position
        return cards[self.players.index(player)], bets
