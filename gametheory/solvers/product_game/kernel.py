"""Compiled kernel: solve the matrix games of all pairs of positions of one round, without the interpreter's lock."""

from __future__ import annotations

import numpy as np

from gametheory.parallel.compiled import compiled
from gametheory.solvers.matrix_game.game_kernel import double_oracle
from gametheory.solvers.matrix_game.simplex_kernel import Floats, Ints, contains, pure_guarantees


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

    Each game starts the double oracle method with the moves played one row position before and one column position
    before: with both, it takes half as many steps as with either.

    >>> successors, indices, counts = np.zeros((1, 2), np.int64), np.array([[0, 1]]), np.array([2])
    >>> pennies, later = np.array([[1.0, -1.0], [-1.0, 1.0]]), np.zeros((1, 1))
    >>> low, high, x, y = np.zeros((1, 1)), np.zeros((1, 1)), np.zeros((1, 1, 2)), np.zeros((1, 1, 2))
    >>> graph = successors, indices, counts
    >>> solve_stage_rows(0, 1, False, *graph, *graph, pennies, later, low, high, x, y)
    >>> x.round(12).tolist(), bool(high[0, 0] - low[0, 0] < 1e-12)
    ([[[0.5, 0.5]]], True)
    """
    row_support = np.full((len(column_move_counts), row_payoff_indices.shape[1]), -1)
    column_support = np.full((len(column_move_counts), column_payoff_indices.shape[1]), -1)
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
                # At this point [v] is the support of the row position before, [v - 1] of the column position before.
                rows = _union(row_support[v], row_support[max(v - 1, 0)], i, m)
                columns = _union(column_support[v], column_support[max(v - 1, 0)], j, n)
                low, high = double_oracle(payoffs, spread, rows, columns, row, column)
                _write_support(row, row_support[v])
                _write_support(column, column_support[v])
            lower[u, v], upper[u, v] = low, high


@compiled
def _union(moves: Ints, others: Ints, default: int, count: int) -> Ints:
    """Return the moves below `count` of two lists that end with -1, as such a list; [default] if there are none."""
    union, size = np.full(count, -1), 0
    for candidates in (moves, others):
        for candidate in candidates:
            if candidate < 0:
                break
            if candidate < count and not contains(union[:size], candidate):
                union[size] = candidate
                size += 1
    if size == 0:
        union[0] = default
    return union


@compiled
def _write_support(probabilities: Floats, moves: Ints) -> None:
    """Write the moves with a positive probability to `moves`, followed by -1."""
    size = 0
    moves[:] = -1
    for move in range(len(probabilities)):
        if probabilities[move] > 0:
            moves[size] = move
            size += 1
