"""Which solver fits a game, what it finds, and the check that re-establishes it: facts as JSON, and sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametheory.model.classify import MoveOrder, classify
from gametheory.solvers.dispatch.multi_player import at_once, in_turn, in_turn_for_ever
from gametheory.solvers.dispatch.result import Answer, NoSolver, fraction_and_decimal, label
from gametheory.solvers.dispatch.single_player import by_chance, by_one, by_one_and_chance

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["Answer", "NoSolver", "fraction_and_decimal", "label", "solved"]


def solved(graph: nx.MultiDiGraph) -> Answer:
    """Solve the game of a graph by the solver that fits its kind, and check what it found.

    Raises NoSolver where none fits, and says why.
    """
    kind = classify(graph)
    if kind.movers is MoveOrder.NOBODY:
        return by_chance(graph, kind)
    if kind.movers is MoveOrder.ONE:
        return by_one_and_chance(graph, kind) if kind.chance else by_one(graph, kind)
    if kind.movers is MoveOrder.AT_ONCE:
        return at_once(graph, kind)
    return in_turn_for_ever(graph, kind) if kind.cyclic else in_turn(graph, kind)
