"""Two-player games in normal form: all extreme equilibria, one equilibrium, and a cross-check with nashpy."""
