"""State graphs as GraphML (yEd, Gephi, igraph) and as node-link JSON (networkx, D3), with exact numbers.

Positions are numbered in the order of the graph. Each, and each move, is also written as JSON: whole numbers, text,
true, false and null as they are, a tuple as a list, a fraction as {"fraction": "1/3"}, a frozen set as {"set": [...]},
and any other value as {"text": its repr}. Reading restores all but the last kind, which comes back as that text; a
named tuple comes back as the plain tuple it is equal to. Chances and payoffs are strings, "1/3".
"""

from __future__ import annotations

import json
import re
from collections.abc import Hashable
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import ParseError

import networkx as nx

from gametheory.core import Game, Outcome
from gametheory.formats.errors import FormatError
from gametheory.writing import write_whole

NOT_IN_XML = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
EXACT = re.compile(r"-?\d+(/0*[1-9]\d*)?", re.ASCII)


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
        {"id": number, "position": _as_json(position), "outcome": _outcome_as_json(graph.nodes[position]["outcome"])}
        for position, number in numbers.items()
    ]
    edges = [
        {
            "source": numbers[position],
            "target": numbers[following],
            "key": key,
            "moves": [_as_json(move) for move in data["moves"]],
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
        document = json.loads(text, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise FormatError(error.msg, error.lineno, error.colno) from error
    except (ValueError, RecursionError) as error:
        raise FormatError(f"no JSON that can be read: {error}", 1, 1) from error
    try:
        graph, positions = nx.MultiDiGraph() if game is None else nx.MultiDiGraph(game=game), {}
        for node in document["nodes"]:
            positions[node["id"]] = _from_json(node["position"])
            graph.add_node(positions[node["id"]], outcome=_outcome_from_json(node["outcome"]))
        for edge in document["edges"]:
            ends = positions[edge["source"]], positions[edge["target"]]
            moves = tuple(_from_json(move) for move in edge["moves"])
            graph.add_edge(*ends, edge["key"], moves=moves, probability=_exact(edge["probability"]))
        graph.graph["start"] = positions[document["graph"]["start"]]
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise FormatError(f"JSON, but not of a state graph: {type(error).__name__}: {error}", 1, 1) from error
    return graph


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
        plain.add_node(numbers[position], position=json.dumps(_as_json(position)), **_outcome_as_text(outcome))
    for position, following, key, data in graph.edges(keys=True, data=True):
        moves = json.dumps([_as_json(move) for move in data["moves"]])
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
    try:
        plain = nx.parse_graphml(text, force_multigraph=True)
    except ParseError as error:
        raise FormatError(f"no XML: {error.msg}", *error.position) from error
    except (nx.NetworkXError, KeyError, ValueError, TypeError, AttributeError) as error:
        raise FormatError(f"XML, but not of a graph: {type(error).__name__}: {error}", 1, 1) from error
    try:
        graph, positions = nx.MultiDiGraph() if game is None else nx.MultiDiGraph(game=game), {}
        for node, data in plain.nodes(data=True):
            positions[node] = _from_json(json.loads(data["position"]))
            graph.add_node(positions[node], outcome=_outcome_from_text(data))
        for start, end, key, data in plain.edges(keys=True, data=True):
            moves = tuple(_from_json(move) for move in json.loads(data["moves"]))
            ends = positions[start], positions[end]
            graph.add_edge(*ends, int(key), moves=moves, probability=_exact(data["probability"]))
        graph.graph["start"] = positions[plain.graph["start"]]
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise FormatError(f"GraphML, but not of a state graph: {type(error).__name__}: {error}", 1, 1) from error
    return graph


def write_node_link(graph: nx.MultiDiGraph, path: Path) -> None:
    """Write `to_node_link` to a file, whole or not at all; OSError where that fails."""
    write_whole(path, to_node_link(graph) + "\n")


def write_graphml(graph: nx.MultiDiGraph, path: Path) -> None:
    """Write `to_graphml` to a file, whole or not at all; OSError where that fails, else errors are those of it."""
    write_whole(path, to_graphml(graph))


def _as_json(value: Hashable) -> Any:
    """A position or a move as JSON."""
    if value is None or isinstance(value, bool | str) or type(value) is int:
        return value
    if isinstance(value, tuple):
        return [_as_json(part) for part in value]
    if isinstance(value, Fraction):
        return {"fraction": str(value)}
    if isinstance(value, frozenset):
        return {"set": sorted((_as_json(part) for part in value), key=json.dumps)}
    return {"text": repr(value)}


def _from_json(value: Any) -> Hashable:
    """A position or a move from JSON."""
    if value is None or isinstance(value, bool | str | int):
        return value
    if isinstance(value, list):
        return tuple(map(_from_json, value))
    if isinstance(value, dict) and len(value) == 1:
        (kind, content), *_ = value.items()
        if kind == "fraction":
            return _exact(content)
        if kind == "set":
            return frozenset(map(_from_json, content))
        if kind == "text" and isinstance(content, str):
            return content
    raise ValueError(f"{value!r:.60} stands for no value of a position or a move")


def _outcome_as_json(outcome: Outcome | None) -> Any:
    return outcome and {"name": outcome.name, "payoffs": list(map(str, outcome.payoffs))}


def _outcome_from_json(value: Any) -> Outcome | None:
    return None if value is None else Outcome(str(value["name"]), tuple(map(_exact, value["payoffs"])))


def _outcome_as_text(outcome: Outcome | None) -> dict[str, str]:
    if outcome is None:
        return {}
    if NOT_IN_XML.search(outcome.name):
        raise ValueError(f"the name of the outcome {outcome.name!r} has a sign that XML cannot hold")
    return {"outcome": outcome.name, "payoffs": json.dumps(list(map(str, outcome.payoffs)))}


def _outcome_from_text(data: dict[str, str]) -> Outcome | None:
    if "payoffs" not in data:
        return None
    return Outcome(data.get("outcome", ""), tuple(map(_exact, json.loads(data["payoffs"]))))


def _exact(text: Any) -> Fraction:
    if not isinstance(text, str) or not EXACT.fullmatch(text):
        raise ValueError(f"{text!r:.60} is no exact number such as 1/3")
    return Fraction(text)


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no exact number")


def _lines(items: list[dict[str, Any]]) -> str:
    return "[\n" + ",\n".join(map(json.dumps, items)) + "\n]"
