"""Tower game of the first paragraph of "Castle Defense" I."""

from gametheory.games.towers.distribution import TowersDistribution, towers_distribution
from gametheory.games.towers.rules import AIMS, Position, Towers

__all__ = ["AIMS", "Position", "Towers", "TowersDistribution", "towers_distribution"]
