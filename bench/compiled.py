"""A compiled loop over many matrix games, by this program."""

from __future__ import annotations

import numpy as np
from numba import njit

from gametheory.solvers.matrix_game.game_kernel import solve_game


@njit
def simplex_over(games):  # type: ignore[no-untyped-def]
    """Return the optimal strategies of each game; no cache between runs, so that the current code is timed."""
    solutions = []
    for payoffs in games:
        row, column = np.zeros(payoffs.shape[0]), np.zeros(payoffs.shape[1])
        solve_game(payoffs, row, column)
        solutions.append((row, column))
    return solutions
