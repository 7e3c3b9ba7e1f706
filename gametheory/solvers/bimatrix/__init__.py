"""Nash equilibria of two-player games: all extreme equilibria, one equilibrium, and a cross-check with nashpy."""
