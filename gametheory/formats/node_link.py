"""State graphs as node-link JSON, for networkx and D3, with exact numbers.

Nodes are numbered in the order of the graph. Positions and moves are JSON as in `json_values`; probabilities and
payoffs are strings such as "1/3".
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import networkx as nx

from gametheory.formats.errors import FormatError
from gametheory.formats.graph_builder import (
    STRUCTURE_ERRORS,
    GraphEdge,
    GraphNode,
    build_graph,
    describe_error,
    joint_move_from_json,
)
from gametheory.formats.json_values import as_json, from_json, outcome_as_json, outcome_from_json
from gametheory.model.game import Game
from gametheory.numbers.rationals import parse_rational
from gametheory.storage.atomic_write import write_atomic

MAX_DIGITS = 20_000


def to_node_link(graph: nx.MultiDiGraph) -> str:
    """Return a state graph as node-link JSON, which `networkx.node_link_graph` and D3 read.

    A node has `id`, `position` and `outcome`: null, or an object with `name` and `payoffs`. An edge has `source`,
    `target`, `key`, `moves` and `probability`. `graph.start` is the id of the initial position. Cost: linear in the
    graph.

    Parameters
    ----------
    graph
        A state graph.

    Returns
    -------
    str
        One JSON document with one line for each node and each edge.

    Examples
    --------
    >>> from gametheory import Castle, state_graph
    >>> print(to_node_link(state_graph(Castle(1, 1, 1))))
    {"directed": true, "multigraph": true, "graph": {"start": 0}, "nodes": [
    {"id": 0, "position": [1, 0, 1], "outcome": null},
    {"id": 1, "position": [1, 0, 0], "outcome": {"name": "soldiers", "payoffs": []}}
    ], "edges": [
    {"source": 0, "target": 1, "key": 0, "moves": [[1, 0]], "probability": "1"}
    ]}
    """
    numbers = {position: number for number, position in enumerate(graph)}
    nodes = [
        {"id": number, "position": as_json(position), "outcome": outcome_as_json(graph.nodes[position]["outcome"])}
        for position, number in numbers.items()
    ]
    edges = [
        {
            "source": numbers[position],
            "target": numbers[successor],
            "key": key,
            "moves": [as_json(move) for move in data["moves"]],
            "probability": str(data["probability"]),
        }
        for position, successor, key, data in graph.edges(keys=True, data=True)
    ]
    head = {"directed": True, "multigraph": True, "graph": {"start": numbers[graph.graph["start"]]}}
    return f'{json.dumps(head)[:-1]}, "nodes": {_lines(nodes)}, "edges": {_lines(edges)}}}'


def read_node_link(text: str, game: Game[Any, Any] | None = None) -> nx.MultiDiGraph:
    """Parse a state graph that `to_node_link` has written: the same positions, outcomes, moves and exact numbers.

    Cost: linear in the text.

    Parameters
    ----------
    text
        Node-link JSON.
    game
        The game of the graph, if it is known; some solvers need it.

    Returns
    -------
    networkx.MultiDiGraph
        The state graph with its initial position.

    Raises
    ------
    FormatError
        If the text is not a state graph in this format.

    Examples
    --------
    >>> from gametheory import Castle, state_graph
    >>> graph = state_graph(Castle(1, 1, 1))
    >>> nx.utils.graphs_equal(read_node_link(to_node_link(graph), Castle(1, 1, 1)), graph)
    True
    """
    document = _parse_json(text)
    try:
        nodes = [
            GraphNode(node["id"], from_json(node["position"]), outcome_from_json(node["outcome"]))
            for node in document["nodes"]
        ]
        return build_graph(game, document["graph"]["start"], nodes, map(_edge, document["edges"]))
    except STRUCTURE_ERRORS as error:
        raise FormatError(f"JSON, but not a state graph: {describe_error(error)}", 1, 1) from error


def write_node_link(graph: nx.MultiDiGraph, path: Path) -> None:
    """Write a state graph to a file as node-link JSON, atomically.

    Raises
    ------
    OSError
        If the file cannot be written.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> from gametheory import Castle, state_graph
    >>> path = Path(mkdtemp()) / "castle.json"
    >>> write_node_link(state_graph(Castle(1, 2, 1)), path)
    >>> len(json.loads(path.read_text())["nodes"])
    3
    """
    write_atomic(path, to_node_link(graph) + "\n")


def _parse_json(text: str) -> Any:
    try:
        return json.loads(text, parse_int=_parse_int, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise FormatError(error.msg, error.lineno, error.colno) from error
    except (ValueError, RecursionError) as error:
        raise FormatError(f"this JSON cannot be read: {error}", 1, 1) from error


def _edge(edge: dict[str, Any]) -> GraphEdge:
    moves, probability = joint_move_from_json(edge["moves"]), parse_rational(edge["probability"])
    return GraphEdge(edge["source"], edge["target"], edge["key"], moves, probability)


def _parse_int(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise ValueError(f"a number of more than {MAX_DIGITS:,} digits")
    return int(digits)


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not an exact number")


def _lines(items: list[dict[str, Any]]) -> str:
    return "[\n" + ",\n".join(map(json.dumps, items)) + "\n]"
