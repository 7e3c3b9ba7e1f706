"""Which solver fits a game, what it finds, and the check that re-establishes it: facts as JSON, and sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametheory.cli.solved.alone import by_chance, by_one, by_one_and_chance
from gametheory.cli.solved.answer import Answer, NoSolver, both, shown
from gametheory.cli.solved.together import at_once, in_turn, in_turn_for_ever
from gametheory.solve.kinds import Movers, kind_of

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["Answer", "NoSolver", "both", "shown", "solved"]


def solved(graph: nx.MultiDiGraph) -> Answer:
    """Solve the game of a graph by the solver that fits its kind, and check what it found.

    Raises NoSolver where none fits, and says why.
    """
    kind = kind_of(graph)
    if kind.movers is Movers.NOBODY:
        return by_chance(graph, kind)
    if kind.movers is Movers.ONE:
        return by_one_and_chance(graph, kind) if kind.chance else by_one(graph, kind)
    if kind.movers is Movers.AT_ONCE:
        return at_once(graph, kind)
    return in_turn_for_ever(graph, kind) if kind.cyclic else in_turn(graph, kind)
