"""One round of a product game, and backward induction over all rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import numpy as np
from numpy.typing import NDArray

from gametheory.solvers.product_game.checkpoint import Round, RoundCheckpoint, load_or_compute


@dataclass(frozen=True, eq=False, slots=True)
class PlayerGraph:
    """One round of one player's graph; the moves of every position are numbered from 0.

    Parameters
    ----------
    move_counts
        The number of moves, at [position].
    successors
        The index of the next round's position, at [position, move].
    payoff_indices
        The row or column of the payoff table that a move selects, at [position, move].

    Entries of the last two beyond the number of moves are arbitrary.
    """

    move_counts: NDArray[np.int64]
    successors: NDArray[np.int64]
    payoff_indices: NDArray[np.int64]


@dataclass(frozen=True, eq=False, slots=True)
class Stage:
    """One round: the moves of both players, the probability that play ends after it, and the payoffs if it does.

    Parameters
    ----------
    row, column
        This round of the graphs of the row player and of the column player.
    payoffs
        The payoff to the row player, at [payoff index of the row player][payoff index of the column player].
    end_probability
        The probability that play ends after this round.

    Examples
    --------
    In matching pennies the players have different goals:

    >>> graph = PlayerGraph(np.array([2]), np.zeros((1, 2), np.int64), np.array([[0, 1]]))
    >>> pennies = Stage(graph, graph, ((Fraction(1), Fraction(-1)), (Fraction(-1), Fraction(1))), Fraction(1))
    >>> pennies.symmetric
    False
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


def solve_rounds(
    stages: Sequence[Stage],
    solve_stage: Callable[[Stage, Round | None, bool], Round],
    checkpoint: RoundCheckpoint[Round] | None = None,
) -> Iterator[Round]:
    """Solve all rounds by backward induction, and yield their solutions from the last round to the first.

    Parameters
    ----------
    stages
        The rounds, the first one first.
    solve_stage
        Solves a round, given the solution of the next round (None after the last) and whether exchanging the players
        only changes the sign of a value, in this round and in all later ones.
    checkpoint
        Rounds that it contains are loaded, all others are saved there.

    Examples
    --------
    >>> graph = PlayerGraph(np.array([1]), np.zeros((1, 1), np.int64), np.zeros((1, 1), np.int64))
    >>> stages = [Stage(graph, graph, ((Fraction(payoff),),), Fraction(1)) for payoff in (0, 1)]
    >>> list(solve_rounds(stages, lambda stage, later, symmetric: (stage.payoffs[0][0], later, symmetric)))
    [(Fraction(1, 1), None, False), (Fraction(0, 1), (Fraction(1, 1), None, False), False)]
    """
    later, symmetric = None, True
    for number, stage in reversed(list(enumerate(stages, 1))):
        # A symmetric round has to be solved in full if a later round treats the players differently.
        symmetric = symmetric and stage.symmetric
        later = load_or_compute(checkpoint, number, partial(solve_stage, stage, later, symmetric))
        yield later
