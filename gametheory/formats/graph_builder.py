"""State graphs from the nodes and edges of a file, whatever its format."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from fractions import Fraction
from typing import Any, NamedTuple

import networkx as nx

from gametheory.formats.json_values import from_json
from gametheory.model.game import Game, Outcome

# What Python raises when a document does not have the expected structure.
STRUCTURE_ERRORS = (KeyError, TypeError, ValueError, AttributeError, RecursionError)


class GraphNode(NamedTuple):
    """A node of a file: its id there, its position, and the outcome if the position is terminal."""

    id: Hashable
    position: Hashable
    outcome: Outcome | None


class GraphEdge(NamedTuple):
    """An edge of a file: ids of its nodes, key among parallel edges, joint move, and probability."""

    source: Hashable
    target: Hashable
    key: Hashable
    moves: tuple[Hashable, ...]
    probability: Fraction


def build_graph(
    game: Game[Any, Any] | None, start: Hashable, nodes: Iterable[GraphNode], edges: Iterable[GraphEdge]
) -> nx.MultiDiGraph:
    """Return the state graph of the nodes and edges of a file.

    Parameters
    ----------
    game
        The game of the graph, if it is known.
    start
        Id of the node of the initial position.
    nodes, edges
        The contents of the file.

    Raises
    ------
    ValueError
        For a second node with the same id or position, and for a second edge with the same nodes and key: the graph
        would silently lose one of them.
    KeyError
        If `start` or an edge refers to an unknown node.

    Examples
    --------
    >>> list(build_graph(None, 0, [GraphNode(0, "here", None)], []))
    ['here']
    """
    graph, positions = nx.MultiDiGraph() if game is None else nx.MultiDiGraph(game=game), dict[Hashable, Hashable]()
    for node in nodes:
        if node.id in positions or node.position in graph:
            raise ValueError(f"node {node.id!r:.60} has the id or the position of another node")
        positions[node.id] = node.position
        graph.add_node(node.position, outcome=node.outcome)
    for edge in edges:
        source, target = positions[edge.source], positions[edge.target]
        if edge.key is not None and graph.has_edge(source, target, edge.key):
            raise ValueError(f"there are two edges {edge.key!r:.60} from {edge.source!r:.60} to {edge.target!r:.60}")
        graph.add_edge(source, target, edge.key, moves=edge.moves, probability=edge.probability)
    graph.graph["start"] = positions[start]
    return graph


def joint_move_from_json(values: Any) -> tuple[Hashable, ...]:
    """Return the joint move of an edge.

    Raises
    ------
    ValueError, TypeError
        If the value is not a list of moves.

    Examples
    --------
    >>> joint_move_from_json([1, "left"])
    (1, 'left')
    """
    if not isinstance(values, list):
        raise ValueError("the moves of an edge are not a list")
    return tuple(map(from_json, values))


def describe_error(error: Exception) -> str:
    """Return the type and the message of an error.

    Examples
    --------
    >>> describe_error(KeyError("start"))
    "KeyError: 'start'"
    """
    return f"{type(error).__name__}: {error}"
