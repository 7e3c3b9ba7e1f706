"""Compiled kernel: solve the matrix games of all pairs of positions of one round, without the interpreter's lock."""

from __future__ import annotations

import numpy as np

from gametheory.parallel.compiled import compiled
from gametheory.solvers.matrix_game.simplex_kernel import Floats, Ints, pure_guarantees, simplex

SLACK = 1e-13  # of the spread of the payoffs: a smaller gap between two guarantees is one of rounding


@compiled
def payoff_matrix(
    row_successors: Ints,
    row_payoff_indices: Ints,
    column_successors: Ints,
    column_payoff_indices: Ints,
    end_payoffs: Floats,
    continuation_values: Floats,
) -> Floats:
    """Return the matrix game of one pair of positions."""
    payoffs = np.empty((len(row_payoff_indices), len(column_payoff_indices)))
    for i in range(len(row_payoff_indices)):
        for j in range(len(column_payoff_indices)):
            at_end = end_payoffs[row_payoff_indices[i], column_payoff_indices[j]]
            payoffs[i, j] = at_end + continuation_values[row_successors[i], column_successors[j]]
    return payoffs


@compiled
def solve_stage_rows(
    first: int,
    end: int,
    triangular: bool,
    row_successors: Ints,
    row_payoff_indices: Ints,
    row_move_counts: Ints,
    column_successors: Ints,
    column_payoff_indices: Ints,
    column_move_counts: Ints,
    end_payoffs: Floats,
    continuation_values: Floats,
    lower: Floats,
    upper: Floats,
    x: Floats,
    y: Floats,
) -> None:
    """Solve the games of the row positions from `first` to `end` - 1 with all column positions.

    >>> successors, indices, counts = np.zeros((1, 2), np.int64), np.array([[0, 1]]), np.array([2])
    >>> pennies, later = np.array([[1.0, -1.0], [-1.0, 1.0]]), np.zeros((1, 1))
    >>> low, high, x, y = np.zeros((1, 1)), np.zeros((1, 1)), np.zeros((1, 1, 2)), np.zeros((1, 1, 2))
    >>> graph = successors, indices, counts
    >>> solve_stage_rows(0, 1, False, *graph, *graph, pennies, later, low, high, x, y)
    >>> x.round(12).tolist(), bool(high[0, 0] - low[0, 0] < 1e-12)
    ([[[0.5, 0.5]]], True)
    """
    for u in range(first, end):
        m = row_move_counts[u]
        for v in range(u + 1 if triangular else len(column_move_counts)):
            n = column_move_counts[v]
            payoffs = payoff_matrix(
                row_successors[u, :m],
                row_payoff_indices[u, :m],
                column_successors[v, :n],
                column_payoff_indices[v, :n],
                end_payoffs,
                continuation_values,
            )
            i, j, low, high, spread = pure_guarantees(payoffs)
            row, column = x[u - first, v, :m], y[u - first, v, :n]
            if low == high:  # a saddle point: no mixing is needed
                row[i] = column[j] = 1
            else:
                low, high = _mixed(payoffs, spread, row, column)
            lower[u, v], upper[u, v] = low, high


@compiled
def _mixed(payoffs: Floats, spread: float, row: Floats, column: Floats) -> tuple[float, float]:
    """Write optimal strategies of both players, and return what they guarantee in the whole matrix."""
    low, high = -np.inf, np.inf
    for refactorizations in range(3):  # each time with fewer rounding errors
        row[:], column[:], _, _ = simplex(payoffs, refactorizations)
        low, high = _guarantees(payoffs, row, column)
        if high - low <= SLACK * spread:
            break
    return low, high


@compiled
def _guarantees(payoffs: Floats, row: Floats, column: Floats) -> tuple[float, float]:
    """Return what both strategies guarantee: the least mean of a column, and the greatest mean of a row."""
    means, high = np.zeros(len(column)), -np.inf
    for i in range(len(row)):
        mean = 0.0
        for j in range(len(column)):
            means[j] += row[i] * payoffs[i, j]
            mean += column[j] * payoffs[i, j]
        high = max(high, mean)
    low = means[0]
    for mean in means:
        low = min(low, mean)
    return low, high
