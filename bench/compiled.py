"""A compiled loop over many matrix games, by this program."""

from __future__ import annotations

import numpy as np
from numba import njit

from gametheory.solvers.matrix_game.simplex_kernel import double_oracle, pure_guarantees


@njit
def simplex_over(games):  # type: ignore[no-untyped-def]
    """Return the optimal strategies of each game; no cache between runs, so that the current code is timed."""
    solutions = []
    for payoffs in games:
        m, n = payoffs.shape
        row, column = np.zeros(m), np.zeros(n)
        i, j, lower, upper, spread = pure_guarantees(payoffs)
        if lower == upper:
            row[i], column[j] = 1, 1
        else:
            rows, columns = np.full(m, -1), np.full(n, -1)
            rows[0], columns[0] = i, j
            double_oracle(payoffs, spread, rows, columns, row, column)
        solutions.append((row, column))
    return solutions
