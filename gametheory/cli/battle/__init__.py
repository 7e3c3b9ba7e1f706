"""`gametheory battle`: odds of one battle, of all battles, the minimum number of attackers, and a simulation."""

from __future__ import annotations

from typing import Any

from gametheory.cli.arguments import add_game
from gametheory.cli.battle.odds import add_need, add_odds
from gametheory.cli.battle.simulate import add_simulate
from gametheory.cli.battle.table import add_table


def add_commands(commands: Any) -> None:
    """Add `battle` and its four commands."""
    description = "Battles: two armies shoot at each other, turn after turn, until one side is gone."
    actions = add_game(commands, "battle", description, "odds 40 25 --turns 5")
    add_odds(actions)
    add_need(actions)
    add_table(actions)
    add_simulate(actions)
