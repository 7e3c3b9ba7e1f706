"""The Wargame: two armies, two camps, two fields, and one battle that nobody knows the round of."""

from gametheory.games.wargame.army import Army, army_graph
from gametheory.games.wargame.equilibrium import Equilibrium, solve, solve_exactly
from gametheory.games.wargame.rules import Position, Wargame

__all__ = ["Army", "Equilibrium", "Position", "Wargame", "army_graph", "solve", "solve_exactly"]
