"""The Wargame: two armies, two camps, two fields, and one battle in a round that neither player knows."""

from gametheory.games.wargame.armies import Army, army_graph
from gametheory.games.wargame.equilibrium import Equilibrium, solve_wargame, solve_wargame_exact
from gametheory.games.wargame.rules import Position, Wargame

__all__ = [
    "Army",
    "Equilibrium",
    "Position",
    "Wargame",
    "army_graph",
    "solve_wargame",
    "solve_wargame_exact",
]
