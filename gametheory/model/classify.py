"""The class of a game: who chooses moves, whether there are chance moves, and whether play can cycle."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from gametheory.model.game import Exploration
from gametheory.model.state_graph import StateGraph, state_arrays


class MoveOrder(StrEnum):
    """The order of moves: which players choose a move in a position."""

    CHANCE = "chance"
    SINGLE_PLAYER = "single-player"
    SEQUENTIAL = "sequential"
    SIMULTANEOUS = "simultaneous"


@dataclass(frozen=True)
class GameClass:
    """The class of a game, which decides the solver.

    >>> print(GameClass(MoveOrder.SINGLE_PLAYER, chance=True, cyclic=False))
    single-player with chance moves, acyclic
    """

    order: MoveOrder
    chance: bool
    cyclic: bool | None

    def __str__(self) -> str:
        """Return the class in words."""
        with_chance = " with chance moves" if self.chance and self.order is not MoveOrder.CHANCE else ""
        cycles = {True: ", cyclic", False: ", acyclic", None: ""}[self.cyclic]
        return f"{self.order}{with_chance}{cycles}"


def classify(graph: StateGraph) -> GameClass:
    """Return the class of the game of a state graph, from all its positions.

    Cost: the positions and edges.

    >>> from gametheory import Castle, state_graph
    >>> print(classify(state_graph(Castle(10, 11, 15))))
    single-player, acyclic
    """
    arrays = state_arrays(graph)
    groups, _ = arrays.groups
    # One certain successor without a player's move is a chance move too: an event with one possible result.
    chance = arrays.probability_of is not None or not all(arrays.moves)
    return GameClass(_order(set(groups)), chance, arrays.order is None)


def class_so_far(exploration: Exploration) -> GameClass:
    """Return the class of a game as far as it is unfolded. Whether play can cycle is not known before the end.

    >>> print(class_so_far(Exploration(7, 3, 6, [("one",), ("two",)], False, [])))
    sequential
    """
    return GameClass(_order(set(exploration.groups)), exploration.chance, None)


def _order(groups: set[tuple[str, ...]]) -> MoveOrder:
    """Return the order of moves, given the groups of players who move at the same time somewhere."""
    if any(len(group) > 1 for group in groups):
        return MoveOrder.SIMULTANEOUS
    players = {player for group in groups for player in group}
    if len(players) > 1:
        return MoveOrder.SEQUENTIAL
    return MoveOrder.SINGLE_PLAYER if players else MoveOrder.CHANCE
