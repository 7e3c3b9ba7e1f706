"""Battle of the question "Warlight battle": armies shoot at each other until one side is gone."""

from gametheory.games.battle.rules import Battle, BattleDistribution, OddsByTurn, Position, Turn

__all__ = ["Battle", "BattleDistribution", "OddsByTurn", "Position", "Turn"]
