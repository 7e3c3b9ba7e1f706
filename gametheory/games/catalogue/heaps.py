"""Nim, Kayles and Dawson's Kayles: impartial games. A position is the heaps, largest first, and the active player."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gametheory.model.game import Outcome

Heaps = tuple[int, ...]
Position = tuple[Heaps, str]
OTHER = {"first": "second", "second": "first"}


@dataclass(frozen=True)
class Nim:
    """Two players take any number of stones from one of several heaps in turn. Whoever takes the last stone wins."""

    heaps: Heaps = (3, 4, 5)
    players = ("first", "second")

    def start(self) -> Position:
        """Return the heaps, with the first player active."""
        return tuple(sorted(self.heaps, reverse=True)), "first"

    def outcome(self, position: Position) -> Outcome | None:
        """Return the other player as the winner if no move is left."""
        heaps, active = position
        return None if any(self.splits(heap) for heap in heaps) else Outcome(OTHER[active])

    def moves(self, position: Position, player: str) -> list[tuple[int, Heaps]]:
        """Return pairs of a heap and what it becomes."""
        heaps, active = position
        return [(heap, left) for heap in sorted({*heaps}) for left in self.splits(heap)] if player == active else []

    def after(self, position: Position, move: tuple[int, Heaps]) -> Position:
        """Return the heaps after one of them was replaced."""
        heaps, active = position
        heap, left = move
        place = heaps.index(heap)
        return tuple(sorted((*heaps[:place], *heaps[place + 1 :], *left), reverse=True)), OTHER[active]

    def splits(self, heap: int) -> list[Heaps]:
        """Return the heaps that a move can leave of one heap."""
        return [(left,) if left else () for left in range(heap)]

    def label(self, position: Position) -> str:
        """Return a position as text, such as 5 3 1, first."""
        heaps, active = position
        return f"{' '.join(map(str, heaps)) or 'nothing'}, {active}"

    def label_move(self, position: Position, move: tuple[int, Heaps]) -> str:  # noqa: ARG002 - of the protocol
        """Return a move as text, such as 5 to 2 and 1."""
        heap, left = move
        return f"{heap} to {' and '.join(map(str, left)) or 'nothing'}"

    def picture(self, position: Position) -> str:
        """Return a line for each heap."""
        heaps, _ = position
        return "\n".join("|" * heap for heap in heaps)


@dataclass(frozen=True)
class Kayles(Nim):
    """Two players knock down one pin or two neighboring pins of a row in turn. Whoever knocks down the last pin wins.

    A heap is a row of pins without a gap. `heaps` are the rows at the start.
    """

    heaps: Heaps = (11, 1)

    def splits(self, heap: int) -> list[Heaps]:
        """Return the rows that a move can leave of one row."""
        return list(dict.fromkeys(rows for taken in (1, 2) for rows in _rows(heap - taken)))


@dataclass(frozen=True)
class Dawson(Nim):
    """Two players remove two neighboring pins of a row in turn. A player who cannot move loses (Dawson's Kayles).

    Dawson's chess with n files is this game with n + 1 pins.
    """

    heaps: Heaps = (10,)

    def splits(self, heap: int) -> list[Heaps]:
        """Return the rows that a move can leave of one row."""
        return list(_rows(heap - 2))


def _rows(pins: int) -> Iterator[Heaps]:
    """Yield the ways to leave a number of pins on both sides of a gap, longest row first."""
    for short in range(pins // 2 + 1):
        yield tuple(row for row in (pins - short, short) if row)
