"""One round of a product game, and backward induction over all rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Round = TypeVar("Round")


@dataclass(frozen=True, eq=False, slots=True)
class PlayerGraph:
    """One round of one player's graph; the moves of every position are numbered from 0."""

    move_counts: NDArray[np.int64]
    successors: NDArray[np.int64]
    payoff_indices: NDArray[np.int64]


@dataclass(frozen=True, eq=False, slots=True)
class Stage:
    """One round: the moves of both players, the probability that play ends after it, and the payoffs if it does.

    In matching pennies the players have different goals:
    """

    row: PlayerGraph
    column: PlayerGraph
    payoffs: Sequence[Sequence[Fraction]]
    end_probability: Fraction

    @property
    def symmetric(self) -> bool:
        """Return whether exchanging the players only changes the sign of a value."""
        size = range(len(self.payoffs))
        return self.row is self.column and all(self.payoffs[i][j] == -self.payoffs[j][i] for i in size for j in size)


def solve_rounds(stages: Sequence[Stage], solve_stage: Callable[[Stage, Round | None, bool], Round]) -> Iterator[Round]:
    """Solve all rounds by backward induction, and yield their solutions from the last round to the first."""
    later, symmetric = None, True
    for stage in reversed(stages):
        # A symmetric round has to be solved in full if a later round treats the players differently.
        symmetric = symmetric and stage.symmetric
        later = solve_stage(stage, later, symmetric)
        yield later
