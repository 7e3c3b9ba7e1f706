"""The tower game told in the first paragraph of "Castle Defense" I."""

from gametheory.games.towers.law import TowersLaw, towers_law
from gametheory.games.towers.rules import AIMS, Position, Towers

__all__ = ["AIMS", "Position", "Towers", "TowersLaw", "towers_law"]
