"""A whole zero-sum matrix game in one call of compiled code: each further call would cost as much as a small game."""

from __future__ import annotations

import numpy as np

from gametheory.parallel.compiled import compiled
from gametheory.solvers.matrix_game.simplex_kernel import (
    LARGE,
    SLACK,
    Floats,
    best_column,
    best_row,
    double_oracle,
    eliminate_dominated,
    pure_guarantees,
    simplex,
    submatrix,
)


@compiled
def solve_game(payoffs: Floats, row: Floats, column: Floats) -> tuple[float, float, bool]:
    """Write optimal strategies to `row` and `column`, and return their guarantees in the whole matrix.

    If there is a saddle point, it is the solution. Otherwise dominated moves are removed, and `optimal_strategies`
    solves the rest.

    Parameters
    ----------
    payoffs
        Payoffs to the row player, of shape (m, n).
    row, column
        Zeros of lengths m and n; the strategies are written here.

    Returns
    -------
    tuple
        Guarantee of `row`; guarantee of `column`, both up to rounding; whether there is a saddle point.

    Examples
    --------
    >>> row, column = np.zeros(2), np.zeros(2)
    >>> lower, upper, saddle = solve_game(np.array([[3.0, -1.0], [-2.0, 4.0]]), row, column)
    >>> round(lower, 12), round(upper, 12), saddle, row.round(12).tolist()
    (1.0, 1.0, False, [0.6, 0.4])
    """
    i, j, least, most, _ = pure_guarantees(payoffs)
    if least == most:
        row[i], column[j] = 1, 1
        return least, most, True
    rows, columns = eliminate_dominated(payoffs)
    x, y = optimal_strategies(submatrix(payoffs, rows, columns))
    for a in range(len(rows)):
        row[rows[a]] = x[a]
    for b in range(len(columns)):
        column[columns[b]] = y[b]
    return best_column(payoffs, rows, x)[0], best_row(payoffs, columns, y)[0], False


@compiled
def optimal_strategies(payoffs: Floats) -> tuple[Floats, Floats]:
    """Return optimal strategies: by one program for a small matrix, by the double oracle if rounding leaves a gap.

    A large matrix is solved by the double oracle.

    Parameters
    ----------
    payoffs
        Payoffs to the row player, of shape (m, n), without a saddle point.

    Examples
    --------
    >>> row, column = optimal_strategies(np.array([[1.0, 0.0], [0.0, 2.0]]))
    >>> row.round(12).tolist(), column.round(12).tolist()
    ([0.666666666667, 0.333333333333], [0.666666666667, 0.333333333333])
    """
    m, n = payoffs.shape
    i, j, _, _, spread = pure_guarantees(payoffs)
    if m + n <= LARGE:
        x, y, _, _ = simplex(payoffs, 0)
        least, most = best_column(payoffs, np.arange(m), x)[0], best_row(payoffs, np.arange(n), y)[0]
        if most - least <= SLACK * spread:
            return x, y
    rows, columns, row, column = np.full(m, -1), np.full(n, -1), np.zeros(m), np.zeros(n)
    rows[0], columns[0] = i, j
    double_oracle(payoffs, spread, rows, columns, row, column)
    return row, column
