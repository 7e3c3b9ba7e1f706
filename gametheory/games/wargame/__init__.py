"""The Wargame: two armies, two camps, two fields, and one battle in a round that neither player knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametheory.games.wargame.armies import Army, army_graph
from gametheory.games.wargame.equilibrium import WargameEquilibrium, solve_wargame, solve_wargame_exact
from gametheory.games.wargame.rules import Position, Wargame
from gametheory.model.encoding import encodes

if TYPE_CHECKING:
    from gametheory.model.encoded_game import EncodedGame

__all__ = [
    "Army",
    "Position",
    "Wargame",
    "WargameEquilibrium",
    "army_graph",
    "solve_wargame",
    "solve_wargame_exact",
]


@encodes(Wargame)
def _encoded(game: Wargame) -> EncodedGame:
    from gametheory.games.wargame.encoded_rules import EncodedWargame  # here, because small games need no arrays

    return EncodedWargame(game)
