"""Tic-tac-toe: a sequential game with perfect information. A position is the text of the nine squares."""

from __future__ import annotations

from gametheory.model.game import Outcome

ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class TicTacToe:
    """Two players mark a square of a 3 x 3 board in turn. The first with three marks in a row wins."""

    players = ("X", "O")

    def start(self) -> str:
        """Return the empty board."""
        return "." * 9

    def active(self, board: str) -> str:
        """Return whose turn it is."""
        return "X" if board.count("X") == board.count("O") else "O"

    def outcome(self, board: str) -> Outcome | None:
        """Return who has three in a row, or a draw if the board is full."""
        for row in ROWS:
            marks = {board[square] for square in row}
            if len(marks) == 1 and marks != {"."}:
                return Outcome(marks.pop())
        return None if "." in board else Outcome("draw")

    def moves(self, board: str, player: str) -> list[int]:
        """Return the empty squares, from 0 in the top left corner to 8."""
        return [square for square in range(9) if board[square] == "."] if player == self.active(board) else []

    def after(self, board: str, square: int) -> str:
        """Return the board with one more mark."""
        return board[:square] + self.active(board) + board[square + 1 :]

    def picture(self, board: str) -> str:
        """Return the board as three lines."""
        return "\n".join(board[row : row + 3] for row in (0, 3, 6))
