"""Tic-tac-toe and Connect-3: sequential games with perfect information. A position is the text of the squares."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from gametheory.model.game import Outcome

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


@cache
def lines(rows: int, columns: int) -> list[list[int]]:
    """Return the squares of each line of three.

    >>> len(lines(3, 3)), lines(3, 3)[0]
    (8, [0, 1, 2])
    """
    starts = [(row, column, *step) for row in range(rows) for column in range(columns) for step in DIRECTIONS]
    cells = [[(row + k * down, column + k * right) for k in range(3)] for row, column, down, right in starts]
    inside = [line for line in cells if all(row < rows and 0 <= column < columns for row, column in line)]
    return [[row * columns + column for row, column in line] for line in inside]


@dataclass(frozen=True)
class TicTacToe:
    """Two players mark a square of a 3 x 3 board in turn. The first with three marks in a row wins."""

    rows: int = 3
    columns: int = 3
    players = ("X", "O")

    def start(self) -> str:
        """Return the empty board."""
        return "." * (self.rows * self.columns)

    def active(self, board: str) -> str:
        """Return whose turn it is."""
        return "X" if board.count("X") == board.count("O") else "O"

    def outcome(self, board: str) -> Outcome | None:
        """Return who has three in a row, or a draw if the board is full."""
        for line in lines(self.rows, self.columns):
            marks = {board[square] for square in line}
            if len(marks) == 1 and marks != {"."}:
                return Outcome(marks.pop())
        return None if "." in board else Outcome("draw")

    def moves(self, board: str, player: str) -> list[int]:
        """Return the squares that can be marked, counted from 0 in the top left corner."""
        return self.free(board) if player == self.active(board) else []

    def free(self, board: str) -> list[int]:
        """Return the empty squares."""
        return [square for square, mark in enumerate(board) if mark == "."]

    def after(self, board: str, square: int) -> str:
        """Return the board with one more mark."""
        return board[:square] + self.active(board) + board[square + 1 :]

    def picture(self, board: str) -> str:
        """Return the board as lines."""
        return "\n".join(board[left : left + self.columns] for left in range(0, len(board), self.columns))


@dataclass(frozen=True)
class Connect3(TicTacToe):
    """Two players drop a disc into a column of an upright board in turn. The first with three discs in a row wins."""

    rows: int = 3
    columns: int = 4

    def free(self, board: str) -> list[int]:
        """Return the lowest empty square of each column."""
        return [square for square in super().free(board) if "." not in board[square + self.columns :: self.columns]]
