"""Which kind a game is: who moves, whether chance does, and whether play can go round."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import networkx as nx

from gametheory.model.game import active_players


class MoveOrder(StrEnum):
    """Who chooses in a game; chance may act beside them."""

    NOBODY = "chance alone"
    ONE = "one mover"
    IN_TURN = "movers in turn"
    AT_ONCE = "two or more at once"


@dataclass(frozen=True)
class GameClass:
    """What decides which solver fits a game.

    >>> print(GameClass(MoveOrder.ONE, chance=True, cyclic=False))
    one mover and chance, play cannot go round
    """

    movers: MoveOrder
    chance: bool
    cyclic: bool

    def __str__(self) -> str:
        """In words."""
        with_chance = " and chance" if self.chance and self.movers is not MoveOrder.NOBODY else ""
        return f"{self.movers}{with_chance}, play {'can' if self.cyclic else 'cannot'} go round"


def classify(graph: nx.MultiDiGraph) -> GameClass:
    """The kind of the game of a graph, from all its positions; where nobody ever moves, chance alone.

    Cost: the edges, and `moves` once for each position and player.

    >>> from gametheory import Castle, state_graph
    >>> print(classify(state_graph(Castle(10, 11, 15))))
    one mover, play cannot go round
    """
    game = graph.graph["game"]
    by_position = [active_players(game, position) for position, end in graph.nodes(data="outcome") if end is None]
    names = {name for moving in by_position for name in moving}
    chance = any(data["probability"] != 1 or not data["moves"] for *_, data in graph.edges(data=True))
    if any(len(moving) > 1 for moving in by_position):
        who = MoveOrder.AT_ONCE
    else:
        who = (MoveOrder.NOBODY, MoveOrder.ONE, MoveOrder.IN_TURN)[min(len(names), 2)]
    return GameClass(who, chance, not nx.is_directed_acyclic_graph(graph))
