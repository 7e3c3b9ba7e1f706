"""Selten's horse: a game of three players that separates subgame-perfect from perfect equilibria."""

from __future__ import annotations

from fractions import Fraction

from gametheory.model.game import Outcome

Position = tuple[str, ...]
PAYOFFS = {
    ("across", "across"): (1, 1, 1),
    ("across", "down", "left"): (4, 4, 0),
    ("across", "down", "right"): (0, 0, 1),
    ("down", "left"): (3, 3, 2),
    ("down", "right"): (0, 0, 0),
}


class SeltensHorse:
    """Players 1 and 2 go across or down in turn. After both go across, all three get 1.

    If one of them goes down, player 3 chooses left or right without knowing which. A position is the moves so far.
    """

    players = ("1", "2", "3")

    def start(self) -> Position:
        """Return the position before the first move."""
        return ()

    def active(self, position: Position) -> str:
        """Return player 3 after a move down, and otherwise player 1 and then player 2."""
        return "3" if "down" in position else self.players[len(position)]

    def outcome(self, position: Position) -> Outcome | None:
        """Return the payoffs of a finished play."""
        payoffs = PAYOFFS.get(position)
        return Outcome(" ".join(position), tuple(map(Fraction, payoffs))) if payoffs else None

    def moves(self, position: Position, player: str) -> tuple[str, ...]:
        """Return the moves of the active player."""
        if player != self.active(position):
            return ()
        return ("left", "right") if player == "3" else ("across", "down")

    def after(self, position: Position, move: str) -> Position:
        """Return the position with one more move."""
        return (*position, move)

    def observation(self, position: Position, player: str) -> str:  # noqa: ARG002 - of the protocol
        """Return only that it is the player's turn: players 1 and 2 have one position each, and player 3 has two."""
        return player
