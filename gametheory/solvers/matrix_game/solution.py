"""A zero-sum matrix game as an array of floats, and its solution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from gametheory.numbers.format import format_distribution, format_number, short_repr
from gametheory.numbers.table import Block, Printable
from gametheory.solvers.matrix_game.simplex_kernel import Floats

NO_MATRIX = "a matrix of payoffs has at least one row and one column, equal rows, and finite numbers"


def to_float_matrix(payoffs: Sequence[Sequence[Fraction | float]] | Floats) -> Floats:
    """Return payoffs as a contiguous array of finite floats."""
    try:
        matrix = np.ascontiguousarray(payoffs, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(f"not a matrix of payoffs: {error}") from None
    if matrix.ndim != 2 or not matrix.size or not np.isfinite(matrix).all():
        raise ValueError(NO_MATRIX)
    return matrix


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
