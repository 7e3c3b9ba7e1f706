"""Strategies of the Wargame, as functions of the position."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from gametheory.games.wargame.equilibrium import WargameEquilibrium
from gametheory.games.wargame.rules import Position, SentDistribution
from gametheory.numbers.rationals import to_fraction

Strategy: TypeAlias = Callable[[Position], SentDistribution]


def equilibrium_strategies(equilibrium: WargameEquilibrium) -> tuple[Strategy, Strategy]:
    """Return the strategies of A and B in an equilibrium, in floats, or in Fractions if it is exact."""

    def distribution(position: Position, player: int) -> SentDistribution:
        mixed = equilibrium.mixed_strategies(position)[player]
        return {sent: to_fraction(probability) for sent, probability in mixed.items()} if equilibrium.exact else mixed

    return partial(distribution, player=0), partial(distribution, player=1)
