"""Product games solved in rationals: exact values and optimal mixed strategies at every pair of positions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from gametheory.numbers.format import short_repr
from gametheory.numbers.rationals import to_flint, to_float
from gametheory.solvers.matrix_game.exact import solve_matrix
from gametheory.solvers.product_game.stage import Stage, solve_rounds

ExactMixedStrategy = dict[int, fmpq]  # the probability of each move that is played


@short_repr
@dataclass(frozen=True, eq=False, slots=True)
class ExactRoundSolution:
    """The exact solution of one round: the value and both mixed strategies at (row position, column position).

    With `symmetric`, only the pairs with row >= column are stored; exchanging the players gives the others.
    """

    values: dict[tuple[int, int], fmpq]
    rows: dict[tuple[int, int], ExactMixedStrategy]
    columns: dict[tuple[int, int], ExactMixedStrategy]
    symmetric: bool

    def value(self, u: int, v: int) -> fmpq:
        """Return the value of a pair of positions to the row player."""
        return -self.values[v, u] if self.symmetric and u < v else self.values[u, v]

    def mixed_strategies(self, u: int, v: int) -> tuple[ExactMixedStrategy, ExactMixedStrategy]:
        """Return the mixed strategies of the row player and of the column player at a pair of positions."""
        if self.symmetric and u < v:
            return self.columns[v, u], self.rows[v, u]
        return self.rows[u, v], self.columns[u, v]


def solve_backward_exact(stages: Sequence[Stage]) -> Iterator[ExactRoundSolution]:
    """Solve all rounds in rationals by backward induction, and yield their solutions from the last round to the first.

    Cost: one exact matrix game (`matrix_game.exact`) for each pair of positions. The numbers grow: a value is a
    quotient of determinants of values of the next round, so it has about as many digits as all entries of one basis
    together. In the Wargame each round has about five times the digits of the round after it.

    >>> from gametheory.solvers.product_game.stage import PlayerGraph
    >>> graph = PlayerGraph(np.array([2]), np.zeros((1, 2), np.int64), np.array([[0, 1]]))
    >>> stage = Stage(graph, graph, ((Fraction(2), Fraction(-1)), (Fraction(-1), Fraction(1))), Fraction(1))
    >>> (solution,) = solve_backward_exact([stage])
    >>> solution.value(0, 0), solution.rows[0, 0]
    (1/5, {0: 2/5, 1: 3/5})
    """
    return solve_rounds(stages, _solve_stage)


def _solve_stage(stage: Stage, later: ExactRoundSolution | None, symmetric: bool) -> ExactRoundSolution:
    solution = ExactRoundSolution({}, {}, {}, symmetric)
    games = _StageGames(stage, later)
    for u in range(len(stage.row.move_counts)):
        for v in range(u + 1 if symmetric else len(stage.column.move_counts)):
            value, row, column, _ = solve_matrix(*games.payoff_matrix(u, v))
            solution.values[u, v], solution.rows[u, v], solution.columns[u, v] = value, row, column
    return solution


class _StageGames:
    """The payoff matrices of a round. Each entry is computed only once, since many matrices share it."""

    def __init__(self, stage: Stage, later: ExactRoundSolution | None) -> None:
        self.stage, self.later = stage, later
        self.end_probability = to_flint(stage.end_probability)
        self.entries: dict[tuple[Fraction, int, int], tuple[fmpq, float]] = {}

    def payoff_matrix(self, u: int, v: int) -> tuple[list[list[fmpq]], NDArray[np.float64]]:
        """Return the matrix game of a pair of positions, exactly and rounded to floats."""
        row, column, payoffs = self.stage.row, self.stage.column, self.stage.payoffs
        m, n = int(row.move_counts[u]), int(column.move_counts[v])
        columns = list(zip(column.payoff_indices[v, :n].tolist(), column.successors[v, :n].tolist(), strict=True))
        entries = [
            [self.entry(payoffs[i][j], next_u, next_v) for j, next_v in columns]
            for i, next_u in zip(row.payoff_indices[u, :m].tolist(), row.successors[u, :m].tolist(), strict=True)
        ]
        exact = [[number for number, _ in line] for line in entries]
        return exact, np.array([[rounded for _, rounded in line] for line in entries])

    def entry(self, payoff: Fraction, u: int, v: int) -> tuple[fmpq, float]:
        """Return the expected payoff if play either ends with `payoff` or continues from the pair (u, v)."""
        if (entry := self.entries.get((payoff, u, v))) is None:
            exact = self.end_probability * to_flint(payoff)
            if self.later is not None and self.end_probability != 1:
                exact += (1 - self.end_probability) * self.later.value(u, v)
            entry = self.entries[payoff, u, v] = exact, to_float(exact)
        return entry
