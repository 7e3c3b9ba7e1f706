"""A compiled loop over many matrix games, by this program."""

from __future__ import annotations

from numba import njit

from gametheory.solvers.matrix_kernel import simplex


@njit
def simplex_over(games):  # type: ignore[no-untyped-def]
    """Return the optimal strategies of each game; no cache between runs, so that the current code is timed."""
    solutions = []
    for payoffs in games:
        row, column, _, _ = simplex(payoffs, 0)
        solutions.append((row, column))
    return solutions
