"""Many matrix games in one compiled loop, by QuantEcon; apart, since it need not be installed."""

from __future__ import annotations

from numba import njit
from quantecon.optimize.minmax import minmax


@njit
def minmax_over(games):  # type: ignore[no-untyped-def]
    """Optimal mixtures for each game."""
    found = []
    for payoffs in games:
        _, row, column = minmax(payoffs)
        found.append((row, column))
    return found
