"""Beer or quiche: a signalling game."""

from __future__ import annotations

from fractions import Fraction

from gametheory.model.game import Distribution, Outcome

Position = tuple[str, ...]
TYPES = {"strong": Fraction(9, 10), "weak": Fraction(1, 10)}
LIKES = {"strong": "beer", "weak": "quiche"}


class BeerQuiche:
    """A sender, who is strong with probability 9/10, has beer or quiche for breakfast, and a receiver sees only that.

    The receiver fights or leaves, and gets 1 for a fight with a weak sender or for leaving a strong one. The sender
    gets 2 without a fight, and 1 for the breakfast that this type likes: the strong one beer, the weak one quiche. A
    position is the type, the breakfast and what the receiver does.
    """

    players = ("sender", "receiver")

    def start(self) -> Position:
        """Return the position before the type is drawn."""
        return ()

    def outcome(self, position: Position) -> Outcome | None:
        """Return both payoffs after the move of the receiver."""
        if len(position) < 3:
            return None
        kind, breakfast, answer = position
        fights = answer == "fight"
        payoffs = 2 * (not fights) + (breakfast == LIKES[kind]), int(fights == (kind == "weak"))
        return Outcome(" ".join(position), (Fraction(payoffs[0]), Fraction(payoffs[1])))

    def moves(self, position: Position, player: str) -> tuple[str, ...]:
        """Return the breakfasts of the sender, and then the answers of the receiver."""
        if not position or player != self.players[len(position) - 1]:
            return ()
        return ("beer", "quiche") if player == "sender" else ("fight", "leave")

    def after(self, position: Position, *moves: str) -> Position | Distribution[Position]:
        """Return the position after one more move, or the distribution of the type."""
        return (*position, *moves) if position else Distribution({(kind,): share for kind, share in TYPES.items()})

    def observation(self, position: Position, player: str) -> str:
        """Return the type to the sender, and the breakfast to the receiver."""
        return position[0] if player == "sender" else position[1]
