"""The Wargame: two armies, two camps, two fields, and one battle in a round that neither player knows."""

from __future__ import annotations

from gametheory.games.wargame.equilibrium import (
    Army,
    WargameEquilibrium,
    army_graph,
    solve_wargame,
    solve_wargame_exact,
)
from gametheory.games.wargame.rules import Position, Wargame

__all__ = [
    "Army",
    "Position",
    "Wargame",
    "WargameEquilibrium",
    "army_graph",
    "solve_wargame",
    "solve_wargame_exact",
]
