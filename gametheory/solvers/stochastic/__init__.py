"""Stochastic games: chance moves and cycles, with two or more players."""
