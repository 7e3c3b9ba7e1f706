"""Two-player games in extensive form, in realization plans: all equilibria, one equilibrium, exact values."""
