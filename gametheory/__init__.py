"""Formal game-theory analysis: explicit state graphs, exact solutions, claims checked like tests."""

from gametheory.core import state_graph
from gametheory.games.castle import Castle

__all__ = ["Castle", "state_graph"]
