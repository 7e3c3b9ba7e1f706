"""The centipede: backward induction against the gain of both players."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from gametheory.model.game import Outcome

Position = tuple[int, str]


@dataclass(frozen=True)
class Centipede:
    """Two heaps have 4 coins and 1 coin. In turn, a player takes the large heap and leaves the small one, or passes.

    Both heaps double after each pass. After the last pass the next player gets the large heap. A position is the number
    of passes, and whether the heap was taken.
    """

    turns: int = 6
    players = ("first", "second")

    def start(self) -> Position:
        """Return the position without passes."""
        return 0, ""

    def outcome(self, position: Position) -> Outcome | None:
        """Return the heaps of both players, if one was taken or there is no turn left."""
        passes, taken = position
        if not taken and passes < self.turns:
            return None
        heaps = Fraction(4 * 2**passes), Fraction(2**passes)
        return Outcome(f"taken after {passes} passes" if taken else "never taken", heaps[:: 1 - 2 * (passes % 2)])

    def moves(self, position: Position, player: str) -> tuple[str, ...]:
        """Return that the player whose turn it is takes or passes."""
        return ("take", "pass") if player == self.players[position[0] % 2] else ()

    def after(self, position: Position, move: str) -> Position:
        """Return the position after one more turn."""
        passes, _ = position
        return (passes, "taken") if move == "take" else (passes + 1, "")
