"""A compiled loop over many matrix games, by QuantEcon; a file of its own, since QuantEcon is optional."""

from __future__ import annotations

from numba import njit
from quantecon.optimize.minmax import minmax


@njit
def minmax_over(games):  # type: ignore[no-untyped-def]
    """Return the optimal strategies of each game."""
    solutions = []
    for payoffs in games:
        _, row, column = minmax(payoffs)
        solutions.append((row, column))
    return solutions
