"""A whole zero-sum matrix game in one call of compiled code: each further call would cost as much as a small game."""

from __future__ import annotations

import numpy as np

from gametheory.parallel.compiled import compiled
from gametheory.solvers.matrix_game.simplex_kernel import (
    LARGE,
    SLACK,
    Floats,
    Ints,
    best_column,
    best_row,
    double_oracle,
    eliminate_dominated,
    pure_guarantees,
    simplex,
    submatrix,
)


@compiled
def solve_game(payoffs: Floats, row: Floats, column: Floats) -> tuple[float, float, float, bool]:
    """Write optimal strategies to `row` and `column`, and return their guarantees in the whole matrix.

    If there is a saddle point, it is the solution. A small game is one linear program. Its solution is taken if it is
    the only one, since this plays no dominated move, or if no dominated move is played in it. Otherwise dominated moves
    are removed, and `optimal_strategies` solves the rest.

    Parameters
    ----------
    payoffs
        Payoffs to the row player, of shape (m, n).
    row, column
        Zeros of lengths m and n; the strategies are written here.

    Returns
    -------
    tuple
        Guarantee of `row`; guarantee of `column`, both up to rounding; greatest minus least payoff; whether there is a
        saddle point. If a payoff is not finite, this difference is NaN; if it is NaN or infinite, nothing is solved.

    Examples
    --------
    >>> row, column = np.zeros(2), np.zeros(2)
    >>> lower, upper, spread, saddle = solve_game(np.array([[3.0, -1.0], [-2.0, 4.0]]), row, column)
    >>> round(lower, 12), round(upper, 12), spread, saddle, row.round(12).tolist()
    (1.0, 1.0, 6.0, False, [0.6, 0.4])
    """
    if not all_finite(payoffs):
        return np.nan, np.nan, np.nan, False
    m, n = payoffs.shape
    i, j, least, most, spread = pure_guarantees(payoffs)
    if np.isinf(spread):
        return least, most, spread, False
    if least == most:
        row[i], column[j] = 1, 1
        return least, most, spread, True
    solved, unique = False, False
    if m + n <= LARGE:
        x, y, _, _, unique = simplex(payoffs, 0)
        row[:], column[:] = x, y
        least, most = best_column(payoffs, np.arange(m), x)[0], best_row(payoffs, np.arange(n), y)[0]
        solved = most - least <= SLACK * spread
    if solved and unique:
        return least, most, spread, False
    rows, columns = eliminate_dominated(payoffs)
    if solved and _plays_only(row, rows) and _plays_only(column, columns):
        return least, most, spread, False
    x, y = optimal_strategies(submatrix(payoffs, rows, columns))
    row[:], column[:] = 0, 0
    for a in range(len(rows)):
        row[rows[a]] = x[a]
    for b in range(len(columns)):
        column[columns[b]] = y[b]
    return best_column(payoffs, rows, x)[0], best_row(payoffs, columns, y)[0], spread, False


@compiled
def all_finite(payoffs: Floats) -> bool:
    """Return whether no payoff is infinite or NaN.

    >>> all_finite(np.array([[1.0, np.inf]]))
    False
    """
    others = 0
    for i in range(payoffs.shape[0]):
        for j in range(payoffs.shape[1]):
            others += not abs(payoffs[i, j]) < np.inf
    return others == 0


@compiled
def _plays_only(weights: Floats, moves: Ints) -> bool:
    """Return whether no other move than `moves`, which rise, has a positive weight."""
    following = 0
    for move in range(len(weights)):
        if following < len(moves) and moves[following] == move:
            following += 1
        elif weights[move] > 0:
            return False
    return True


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
        x, y, _, _, _ = simplex(payoffs, 0)
        least, most = best_column(payoffs, np.arange(m), x)[0], best_row(payoffs, np.arange(n), y)[0]
        if most - least <= SLACK * spread:
            return x, y
    rows, columns, row, column = np.full(m, -1), np.full(n, -1), np.zeros(m), np.zeros(n)
    rows[0], columns[0] = i, j
    double_oracle(payoffs, spread, rows, columns, row, column)
    return row, column
