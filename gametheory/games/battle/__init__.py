"""Battle of the question "Warlight battle": armies shoot at each other until one side is gone."""

from gametheory.games.battle.result import BattleDistribution, OddsByTurn, Turn
from gametheory.games.battle.rules import Battle, Position

__all__ = ["Battle", "BattleDistribution", "OddsByTurn", "Position", "Turn"]
