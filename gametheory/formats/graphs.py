"""State graphs as GraphML (yEd, Gephi, igraph) and as node-link JSON (networkx, D3), with exact numbers.

Positions are numbered in the order of the graph. Each, and each move, is also written as JSON, as `values` says.
Chances and payoffs are strings, "1/3".
"""

from __future__ import annotations

import json
import re
from collections.abc import Hashable, Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

import networkx as nx

from gametheory.formats.errors import FormatError
from gametheory.formats.json_values import as_json, from_json, outcome_as_json, outcome_from_json
from gametheory.formats.safe_xml import parse_xml
from gametheory.model.game import Game, Outcome
from gametheory.numbers.rationals import parse_rational
from gametheory.storage.atomic_write import write_atomic

NOT_IN_XML = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
MOST_DIGITS = 20_000
NO_GRAPH = (KeyError, TypeError, ValueError, AttributeError, RecursionError)  # what comes of data of another form


def to_node_link(graph: nx.MultiDiGraph) -> str:
    """A state graph as node-link JSON, which `networkx.node_link_graph` and D3 read.

    A node has `id`, `position` and `outcome`, null or an object of `name` and `payoffs`; an edge has `source`,
    `target`, `moves` and `probability`; `graph.start` is the id of the start. Cost: linear in the graph.

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
            "target": numbers[following],
            "key": key,
            "moves": [as_json(move) for move in data["moves"]],
            "probability": str(data["probability"]),
        }
        for position, following, key, data in graph.edges(keys=True, data=True)
    ]
    head = {"directed": True, "multigraph": True, "graph": {"start": numbers[graph.graph["start"]]}}
    return f'{json.dumps(head)[:-1]}, "nodes": {_lines(nodes)}, "edges": {_lines(edges)}}}'


def read_node_link(text: str, game: Game[Any, Any] | None = None) -> nx.MultiDiGraph:
    """The state graph that `to_node_link` wrote: the same positions, outcomes, moves and exact chances.

    The graph has a start, and the game that it was made from if that is given too. Cost: linear in the text. Raises
    FormatError where the text is not of that form.

    >>> from gametheory import Castle, state_graph
    >>> graph = state_graph(Castle(1, 1, 1))
    >>> nx.utils.graphs_equal(read_node_link(to_node_link(graph), Castle(1, 1, 1)), graph)
    True
    """
    try:
        document = json.loads(text, parse_int=_whole, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise FormatError(error.msg, error.lineno, error.colno) from error
    except (ValueError, RecursionError) as error:
        raise FormatError(f"no JSON that can be read: {error}", 1, 1) from error
    try:
        nodes = [
            _Node(node["id"], from_json(node["position"]), outcome_from_json(node["outcome"]))
            for node in document["nodes"]
        ]
        edges = [
            _Edge(
                edge["source"], edge["target"], edge["key"], _moves(edge["moves"]), parse_rational(edge["probability"])
            )
            for edge in document["edges"]
        ]
        return _rebuilt(game, document["graph"]["start"], nodes, edges)
    except NO_GRAPH as error:
        raise FormatError(f"JSON, but not of a state graph: {_said(error)}", 1, 1) from error


def to_graphml(graph: nx.MultiDiGraph) -> str:
    """A state graph as GraphML; all attributes are strings.

    A node has `position`, and `outcome` and `payoffs` where play is over; an edge has `moves` and `probability`; the
    graph has `start`, the id of a node. Cost: linear in the graph. Raises ValueError for the name of an outcome with a
    sign that XML cannot hold.

    >>> from gametheory import Castle, state_graph
    >>> "soldiers" in to_graphml(state_graph(Castle(1, 1, 1)))
    True
    """
    numbers = {position: f"n{number}" for number, position in enumerate(graph)}
    plain = nx.MultiDiGraph(start=numbers[graph.graph["start"]])
    for position, outcome in graph.nodes(data="outcome"):
        plain.add_node(numbers[position], position=json.dumps(as_json(position)), **_outcome_as_text(outcome))
    for position, following, key, data in graph.edges(keys=True, data=True):
        moves = json.dumps([as_json(move) for move in data["moves"]])
        ends = numbers[position], numbers[following]
        plain.add_edge(*ends, key, moves=moves, probability=str(data["probability"]))
    return "\n".join([*nx.generate_graphml(plain), ""])


def read_graphml(text: str, game: Game[Any, Any] | None = None) -> nx.MultiDiGraph:
    """The state graph that `to_graphml` wrote, as `read_node_link` does for JSON.

    >>> from gametheory import Castle, state_graph
    >>> graph = state_graph(Castle(1, 1, 1))
    >>> nx.utils.graphs_equal(read_graphml(to_graphml(graph), Castle(1, 1, 1)), graph)
    True
    """
    root = parse_xml(text)
    try:
        names = {key.attrib["id"]: key.get("attr.name") for key in root.findall("{*}key")}
        plain = root.find("{*}graph")
        if plain is None or plain.get("edgedefault") != "directed":
            raise ValueError("there is no directed graph")
        nodes = [_node(element.attrib["id"], _data(element, names)) for element in plain.findall("{*}node")]
        edges = [_edge(element, _data(element, names)) for element in plain.findall("{*}edge")]
        return _rebuilt(game, _data(plain, names)["start"], nodes, edges)
    except NO_GRAPH as error:
        raise FormatError(f"XML, but not of a state graph: {_said(error)}", 1, 1) from error


def write_node_link(graph: nx.MultiDiGraph, path: Path) -> None:
    """Write `to_node_link` to a file, whole or not at all; OSError where that fails.

    >>> from tempfile import mkdtemp
    >>> from gametheory import Castle, state_graph
    >>> path = Path(mkdtemp()) / "castle.json"
    >>> write_node_link(state_graph(Castle(1, 2, 1)), path)
    >>> len(json.loads(path.read_text())["nodes"])
    3
    """
    write_atomic(path, to_node_link(graph) + "\n")


def write_graphml(graph: nx.MultiDiGraph, path: Path) -> None:
    """Write `to_graphml` to a file, whole or not at all; OSError where that fails, else errors are those of it.

    >>> from tempfile import mkdtemp
    >>> from gametheory import Castle, state_graph
    >>> path = Path(mkdtemp()) / "castle.graphml"
    >>> write_graphml(state_graph(Castle(1, 2, 1)), path)
    >>> len(nx.read_graphml(path))
    3
    """
    write_atomic(path, to_graphml(graph))


class _Node(NamedTuple):
    id: Hashable
    position: Hashable
    outcome: Outcome | None


class _Edge(NamedTuple):
    source: Hashable
    target: Hashable
    key: Hashable
    moves: tuple[Hashable, ...]
    probability: Fraction


def _rebuilt(
    game: Game[Any, Any] | None, start: Hashable, nodes: Iterable[_Node], edges: Iterable[_Edge]
) -> nx.MultiDiGraph:
    """The graph of positions; what stands twice in a file is refused, since one of both would be lost."""
    graph, positions = nx.MultiDiGraph() if game is None else nx.MultiDiGraph(game=game), dict[Hashable, Hashable]()
    for node in nodes:
        if node.id in positions or node.position in graph:
            raise ValueError(f"the id or the position of node {node.id!r:.60} is that of another")
        positions[node.id] = node.position
        graph.add_node(node.position, outcome=node.outcome)
    for edge in edges:
        ends = positions[edge.source], positions[edge.target]
        if edge.key is not None and graph.has_edge(*ends, edge.key):
            raise ValueError(f"there are two edges {edge.key!r:.60} from {edge.source!r:.60} to {edge.target!r:.60}")
        graph.add_edge(*ends, edge.key, moves=edge.moves, probability=edge.probability)
    graph.graph["start"] = positions[start]
    return graph


def _moves(values: Any) -> tuple[Hashable, ...]:
    if not isinstance(values, list):
        raise ValueError("the moves of an edge are a list")
    return tuple(map(from_json, values))


def _data(element: Element, names: dict[str, str | None]) -> dict[str | None, str]:
    """The attributes of a node, of an edge or of the graph, by name."""
    return {names[data.attrib["key"]]: data.text or "" for data in element.findall("{*}data")}


def _node(id: str, data: dict[str | None, str]) -> _Node:
    name, payoffs = data.get("outcome", ""), data.get("payoffs")
    outcome = None if payoffs is None else outcome_from_json({"name": name, "payoffs": json.loads(payoffs)})
    return _Node(id, from_json(json.loads(data["position"])), outcome)


def _edge(element: Element, data: dict[str | None, str]) -> _Edge:
    key = element.get("id")
    ends = element.attrib["source"], element.attrib["target"]
    moves = _moves(json.loads(data["moves"]))
    return _Edge(*ends, None if key is None else int(key), moves, parse_rational(data["probability"]))


def _outcome_as_text(outcome: Outcome | None) -> dict[str, str]:
    if outcome is None:
        return {}
    if NOT_IN_XML.search(outcome.name):
        raise ValueError(f"the name of the outcome {outcome.name!r} has a sign that XML cannot hold")
    return {"outcome": outcome.name, "payoffs": json.dumps(list(map(str, outcome.payoffs)))}


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError(f"a number of more than {MOST_DIGITS:,} digits")
    return int(digits)


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no exact number")


def _lines(items: list[dict[str, Any]]) -> str:
    return "[\n" + ",\n".join(map(json.dumps, items)) + "\n]"
