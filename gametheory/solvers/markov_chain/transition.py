"""A graph in which chance alone decides, read as a Markov chain: its steps, its ends, what is connected."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar

import networkx as nx
from flint import fmpq

from gametheory.model.game import Position

Number = TypeVar("Number", fmpq, float)
Edges: TypeAlias = dict[Any, list[tuple[Any, Number]]]


def never_absorbed(graph: nx.MultiDiGraph) -> set[Position]:
    """The positions from which play never ends, whatever happens: no end can be reached from them.

    Search backwards from the ends; cost: the number of edges.

    >>> from fractions import Fraction
    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> never_absorbed(state_graph(Battle(2, 1, Fraction(0), Fraction(0))))
    {Position(attackers=2, defenders=1)}
    """
    queue = absorbing_positions(graph)
    reached = set(queue)
    while queue:
        new = set(graph.predecessors(queue.pop())) - reached
        reached |= new
        queue.extend(new)
    return set(graph) - reached


def transition_matrix(graph: nx.MultiDiGraph, order: Sequence[Position] | None = None) -> list[list[Fraction]]:
    """The exact chances of one step: from order[i] to order[j] at [i][j]; where play is over, 1 to stay.

    Cost: the square of the number of positions. Raises ValueError where a player moves, and unless the order
    names every position of the graph once; without one it is that of the graph.

    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle, Position
    >>> transition_matrix(state_graph(Battle(1, 0)))
    [[Fraction(1, 1)]]
    """
    places = list(graph) if order is None else list(order)
    if len(places) != len(graph) or set(places) != set(graph):
        raise ValueError(f"order: not each of the {len(graph)} positions once")
    column = {position: index for index, position in enumerate(places)}
    matrix = [[Fraction(0)] * len(places) for _ in places]
    for position, steps in transition_lists(graph, lambda probability: probability).items():
        for following, probability in steps or [(position, Fraction(1))]:
            matrix[column[position]][column[following]] += probability
    return matrix


def transition_lists(graph: nx.MultiDiGraph, number: Callable[[Fraction], Any]) -> Edges[Any]:
    """What can follow each position, with its chance as such a number; nothing where play is over.

    Cost: the number of edges. Raises ValueError where a player moves.

    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle, Position
    >>> transition_lists(state_graph(Battle(1, 1)), float)[Position(1, 1)][0]
    (Position(attackers=1, defenders=1), 0.12)
    """
    edges: Edges[Any] = {position: [] for position in graph}
    for position, following, data in graph.edges(data=True):
        if data["moves"]:
            raise ValueError(f"in {position} a player moves: the game is not one of chance alone")
        edges[position].append((following, number(data["probability"])))
    return edges


def absorbing_positions(graph: nx.MultiDiGraph) -> list[Position]:
    """The positions in which play is over.

    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> absorbing_positions(state_graph(Battle(1, 0)))
    [Position(attackers=1, defenders=0)]
    """
    return [position for position, end in graph.nodes(data="outcome") if end is not None]


def components(graph: nx.MultiDiGraph) -> list[list[Position]]:
    """The positions from which play goes on and can end, by strongly connected component, first things first.

    Tarjan's algorithm (networkx); cost: the number of edges.

    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> components(state_graph(Battle(1, 1)))
    [[Position(attackers=1, defenders=1)]]
    """
    endless = never_absorbed(graph)
    ongoing = [node for node, end in graph.nodes(data="outcome") if end is None and node not in endless]
    parts = nx.condensation(graph.subgraph(ongoing))
    return [list(parts.nodes[part]["members"]) for part in nx.topological_sort(parts)]


def require_steps(steps: int) -> None:
    """Raise ValueError for what is no number of steps.

    >>> require_steps(-1)
    Traceback (most recent call last):
    ValueError: steps: -1 is not a whole number of at least 0
    """
    if not isinstance(steps, int) or isinstance(steps, bool) or steps < 0:
        raise ValueError(f"steps: {steps!r} is not a whole number of at least 0")
