"""A data set of games: all equilibria with their certificates, and what other programs answer to the same files."""
