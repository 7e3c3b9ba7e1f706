"""The solution of a zero-sum matrix game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gametheory.numbers.format import format_distribution, format_number, short_repr
from gametheory.numbers.table import Block, Printable


@short_repr
@dataclass(frozen=True, slots=True)
class MatrixSolution(Printable):
    """Value and optimal strategies of a zero-sum matrix game.

    All numbers are floats, or all are Fractions.
    """

    value: Any
    row: tuple[Any, ...]
    column: tuple[Any, ...]
    method: str
    gap: Any

    def view(self) -> Iterator[Block]:
        """Yield the value and both optimal strategies."""
        value, gap = map(format_number, (self.value, self.gap))
        yield f"Value {value} to the row player, by {self.method}; duality gap {gap}."
        for player, strategy in (("row", self.row), ("column", self.column)):
            yield f"{player}: {format_distribution(strategy)}"
