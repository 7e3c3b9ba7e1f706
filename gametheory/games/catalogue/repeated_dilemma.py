"""The prisoner's dilemma, played a number of times: simultaneous moves, and payoffs that add up."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from gametheory.model.game import Outcome

PAYOFFS = {
    ("cooperate", "cooperate"): (3, 3),
    ("cooperate", "defect"): (0, 5),
    ("defect", "cooperate"): (5, 0),
    ("defect", "defect"): (1, 1),
}
Position = tuple[int, int, int]


@dataclass(frozen=True)
class Dilemma:
    """The prisoner's dilemma is played a known number of times, and the payoffs of all rounds add up.

    A position is the number of rounds left, and the payoffs of row and column so far.
    """

    rounds: int = 3
    players = ("row", "column")

    def start(self) -> Position:
        """Return the position before the first round."""
        return self.rounds, 0, 0

    def outcome(self, position: Position) -> Outcome | None:
        """Return the sums of payoffs after the last round."""
        left, row, column = position
        return None if left else Outcome("over", (Fraction(row), Fraction(column)))

    def moves(self, position: Position, player: str) -> tuple[str, str]:  # noqa: ARG002 - of the protocol
        """Return the two moves of both players."""
        return "cooperate", "defect"

    def after(self, position: Position, *moves: str) -> Position:
        """Return the position after one more round."""
        left, row, column = position
        one, other = PAYOFFS[moves[0], moves[1]]
        return left - 1, row + one, column + other
