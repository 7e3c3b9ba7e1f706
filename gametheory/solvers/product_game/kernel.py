"""One round of a game of two at once, for all pairs of positions: compiled, and without the hold of the interpreter."""

from __future__ import annotations

import numpy as np
from numba import njit

from gametheory.solvers.matrix_game.simplex_kernel import Floats, Ints, contains, double_oracle, pure_guarantees


@njit(cache=True, nogil=True)
def matrix(
    row_following: Ints, row_shown: Ints, column_following: Ints, column_shown: Ints, ended: Floats, later: Floats
) -> Floats:
    """The matrix game of one pair of positions: what it is worth if play ends now, and if it goes on.

    >>> place, nothing = np.zeros(2, np.int64), np.zeros((1, 1))
    >>> pennies = np.array([[1.0, -1.0], [-1.0, 1.0]])
    >>> matrix(place, np.array([0, 1]), place, np.array([1, 0]), pennies, nothing)
    array([[-1.,  1.],
           [ 1., -1.]])
    """
    payoffs = np.empty((len(row_shown), len(column_shown)))
    for i in range(len(row_shown)):
        for j in range(len(column_shown)):
            payoffs[i, j] = ended[row_shown[i], column_shown[j]] + later[row_following[i], column_following[j]]
    return payoffs


@njit(cache=True, nogil=True)
def solve_stage_rows(
    first: int,
    beyond: int,
    square: bool,
    row_following: Ints,
    row_shown: Ints,
    row_moves: Ints,
    column_following: Ints,
    column_shown: Ints,
    column_moves: Ints,
    ended: Floats,
    later: Floats,
    lower: Floats,
    upper: Floats,
    x: Floats,
    y: Floats,
) -> None:
    """Solve the games of some positions of the row player with all of the column player, up to the same if `square`.

    Each begins with the moves that were played against the position before, and by the position before, which makes
    half as many steps as beginning with either. Guarantees go to `lower` and `upper`, mixtures to `x` and `y`, which
    begin at `first`.

    >>> here, shown, moves = np.zeros((1, 2), np.int64), np.array([[0, 1]]), np.array([2])
    >>> pennies, later = np.array([[1.0, -1.0], [-1.0, 1.0]]), np.zeros((1, 1))
    >>> low, high, x, y = np.zeros((1, 1)), np.zeros((1, 1)), np.zeros((1, 1, 2)), np.zeros((1, 1, 2))
    >>> solve_stage_rows(0, 1, False, here, shown, moves, here, shown, moves, pennies, later, low, high, x, y)
    >>> x.round(12).tolist(), bool(high[0, 0] - low[0, 0] < 1e-12)
    ([[[0.5, 0.5]]], True)
    """
    rows = np.full((len(column_moves), row_shown.shape[1]), -1)
    columns = np.full((len(column_moves), column_shown.shape[1]), -1)
    for u in range(first, beyond):
        m = row_moves[u]
        for v in range(u + 1 if square else len(column_moves)):
            n = column_moves[v]
            payoffs = matrix(
                row_following[u, :m], row_shown[u, :m], column_following[v, :n], column_shown[v, :n], ended, later
            )
            i, j, low, high, spread = pure_guarantees(payoffs)
            place, row, column = u - first, x[u - first, v, :m], y[u - first, v, :n]
            if low == high:
                x[place, v, i] = y[place, v, j] = 1
            else:
                taken = _both(rows[v], rows[max(v - 1, 0)], i, m), _both(columns[v], columns[max(v - 1, 0)], j, n)
                low, high = double_oracle(payoffs, spread, *taken, row, column)
                _played(row, rows[v])
                _played(column, columns[v])
            lower[u, v], upper[u, v] = low, high


@njit(cache=True, nogil=True)
def _both(moves: Ints, others: Ints, move: int, most: int) -> Ints:
    """The moves below `most` of two lists that end with -1, the same way, or one move where there are none."""
    taken, count = np.full(most, -1), 0
    for candidates in (moves, others):
        for candidate in candidates:
            if candidate < 0:
                break
            if candidate < most and not contains(taken[:count], candidate):
                taken[count] = candidate
                count += 1
    if count == 0:
        taken[0] = move
    return taken


@njit(cache=True, nogil=True)
def _played(weights: Floats, moves: Ints) -> None:
    """List the moves with a weight."""
    count = 0
    moves[:] = -1
    for move in range(len(weights)):
        if weights[move] > 0:
            moves[count] = move
            count += 1
