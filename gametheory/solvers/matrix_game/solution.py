"""The solution of a zero-sum matrix game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gametheory.numbers.printed import printed
from gametheory.numbers.short_repr import short_repr


@printed
@short_repr
@dataclass(frozen=True, slots=True)
class MatrixSolution:
    """Value and optimal strategies of a zero-sum matrix game.

    All numbers are floats, or all are Fractions.

    Attributes
    ----------
    value
        Payoff to the row player under optimal play. In floats: the middle between the guarantees of the two strategies,
        which is off by at most `gap`.
    row
        Probability of each row.
    column
        Probability of each column.
    method
        Method that found the strategies.
    gap
        Duality gap: the guarantee of `column` minus the guarantee of `row`, both scaled to the sum 1. In floats: an
        upper bound on it for the payoffs as floats, whatever rounding did; 0 for a saddle point. 0 in exact solutions.
    """

    value: Any
    row: tuple[Any, ...]
    column: tuple[Any, ...]
    method: str
    gap: Any
