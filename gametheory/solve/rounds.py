"""One round of a game of two at once, for all pairs of positions: compiled, and without the hold of the interpreter."""

from __future__ import annotations

import numpy as np
from numba import njit

from gametheory.solve.simplex import Floats, Ints, mixtures, pure_guarantees


@njit(cache=True, nogil=True)
def matrix(
    row_following: Ints, row_shown: Ints, column_following: Ints, column_shown: Ints, ended: Floats, later: Floats
) -> Floats:
    """The matrix game of one pair of positions: what it is worth if play ends now, and if it goes on."""
    payoffs = np.empty((len(row_shown), len(column_shown)))
    for i in range(len(row_shown)):
        for j in range(len(column_shown)):
            payoffs[i, j] = ended[row_shown[i], column_shown[j]] + later[row_following[i], column_following[j]]
    return payoffs


@njit(cache=True, nogil=True)
def solve_rows(
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

    Each begins with the moves that were played in the one before. Guarantees go to `lower` and `upper`, mixtures to `x`
    and `y`, which begin at `first`.
    """
    rows, columns = np.full(row_shown.shape[1], -1), np.full(column_shown.shape[1], -1)
    for u in range(first, beyond):
        m, rows[0] = row_moves[u], -1
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
                if rows[0] < 0:
                    rows[:] = columns[:] = -1
                    rows[0], columns[0] = i, j
                low, high = mixtures(payoffs, spread, rows, columns, row, column)
                played(row, rows)
                played(column, columns)
            lower[u, v], upper[u, v] = low, high


@njit(cache=True, nogil=True)
def played(weights: Floats, moves: Ints) -> None:
    """List the moves with a weight."""
    count = 0
    moves[:] = -1
    for move in range(len(weights)):
        if weights[move] > 0:
            moves[count] = move
            count += 1
