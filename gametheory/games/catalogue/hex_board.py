"""Hex: a sequential game that no play can draw. A position is the text of the board, row by row."""

from __future__ import annotations

from dataclasses import dataclass

from gametheory.model.game import Outcome

NEIGHBORS = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))


@dataclass(frozen=True)
class Hex:
    """Two players put stones on a rhombus of hexagons in turn. A player wins by connecting the own two sides.

    X connects top and bottom, O connects left and right. The neighbors of a cell are the two in its row, the one above
    and the one above to the right, the one below and the one below to the left.
    """

    size: int = 3
    players = ("X", "O")

    def start(self) -> str:
        """Return the empty board."""
        return "." * self.size**2

    def active(self, board: str) -> str:
        """Return whose turn it is."""
        return "X" if board.count("X") == board.count("O") else "O"

    def outcome(self, board: str) -> Outcome | None:
        """Return the player who has connected both sides."""
        return next((Outcome(player) for player in self.players if self.connected(board, player)), None)

    def connected(self, board: str, player: str) -> bool:
        """Return whether the stones of a player connect the two sides."""
        own = {divmod(cell, self.size) for cell, stone in enumerate(board) if stone == player}
        along = self.players.index(player)
        reached = [cell for cell in own if cell[along] == 0]
        own -= {*reached}
        for row, column in reached:
            found = own & {(row + down, column + right) for down, right in NEIGHBORS}
            own -= found
            reached += found
        return any(cell[along] == self.size - 1 for cell in reached)

    def moves(self, board: str, player: str) -> list[int]:
        """Return the empty cells, from 0 in the top left corner."""
        return [cell for cell, stone in enumerate(board) if stone == "."] if player == self.active(board) else []

    def after(self, board: str, cell: int) -> str:
        """Return the board with one more stone."""
        return board[:cell] + self.active(board) + board[cell + 1 :]

    def picture(self, board: str) -> str:
        """Return the rhombus as lines."""
        rows = (board[row * self.size : (row + 1) * self.size] for row in range(self.size))
        return "\n".join(" " * indent + " ".join(row) for indent, row in enumerate(rows))
