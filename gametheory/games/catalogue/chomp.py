"""Chomp: a sequential game. A position is the squares left in each row, from the top, and the active player."""

from __future__ import annotations

from dataclasses import dataclass

from gametheory.model.game import Outcome

Position = tuple[tuple[int, ...], str]
OTHER = {"first": "second", "second": "first"}


@dataclass(frozen=True)
class Chomp:
    """Two players eat from a bar of chocolate in turn: a square, and all squares below it and to its right.

    The square in the top left corner is poisoned. Whoever eats it loses.
    """

    rows: int = 3
    columns: int = 4
    players = ("first", "second")

    def start(self) -> Position:
        """Return the whole bar."""
        return (self.columns,) * self.rows, "first"

    def outcome(self, position: Position) -> Outcome | None:
        """Return the active player as the winner if the other has eaten the last square."""
        bar, active = position
        return None if bar else Outcome(active)

    def moves(self, position: Position, player: str) -> list[tuple[int, int]]:
        """Return squares as row and column, counted from 1."""
        bar, active = position
        squares = [(row + 1, column + 1) for row, length in enumerate(bar) for column in range(length)]
        return squares if player == active else []

    def after(self, position: Position, square: tuple[int, int]) -> Position:
        """Return what is left of the bar."""
        bar, active = position
        row, column = square
        left = (*bar[: row - 1], *(min(length, column - 1) for length in bar[row - 1 :]))
        return tuple(length for length in left if length), OTHER[active]

    def picture(self, position: Position) -> str:
        """Return the bar as lines; the poisoned square is the first."""
        bar, _ = position
        return "\n".join("#" * length for length in bar)
