"""One-card poker: the smallest game in which bluffing pays."""

from __future__ import annotations

from fractions import Fraction

from gametheory.model.game import Distribution, Outcome

Position = tuple[str, ...]
WON = {"fold": -1, "pass": 1}


class OneCardPoker:
    """Two players put one chip each into the pot, and only the first sees a card, an ace or a king.

    The first folds or bets one more chip. The second passes or calls. After a call the ace wins and the king loses.
    A position is the card, the move of the first and the move of the second.
    """

    players = ("first", "second")

    def start(self) -> Position:
        """Return the position before the deal."""
        return ()

    def outcome(self, position: Position) -> Outcome | None:
        """Return what the first player wins."""
        if position[2:] == ("call",):
            won = 2 if position[0] == "ace" else -2
        elif position and position[-1] in WON:
            won = WON[position[-1]]
        else:
            return None
        return Outcome(f"first wins {won}", (Fraction(won), Fraction(-won)))

    def moves(self, position: Position, player: str) -> tuple[str, ...]:
        """Return fold or bet for the first player, and pass or call for the second."""
        if not position or player != self.players[len(position) - 1]:
            return ()
        return ("fold", "bet") if player == "first" else ("pass", "call")

    def after(self, position: Position, *moves: str) -> Position | Distribution[Position]:
        """Return the position with one more move, or the distribution of the card."""
        return (*position, *moves) if position else Distribution({(c,): Fraction(1, 2) for c in ("ace", "king")})

    def observation(self, position: Position, player: str) -> str:
        """Return the card to the first player, and only that there was a bet to the second."""
        return position[0] if player == "first" else "bet"
