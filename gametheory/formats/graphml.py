"""State graphs as GraphML, for yEd, Gephi and igraph, with exact numbers.

Nodes are numbered in the order of the graph. Positions and moves are JSON as in `json_values`; probabilities and
payoffs are strings such as "1/3".
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

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
from gametheory.formats.json_values import as_json, from_json, outcome_from_json
from gametheory.formats.safe_xml import parse_xml
from gametheory.model.game import Game, Outcome
from gametheory.numbers.rationals import parse_rational
from gametheory.storage.atomic_write import write_atomic

NOT_IN_XML = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def to_graphml(graph: nx.MultiDiGraph) -> str:
    """Return a state graph as GraphML; all attributes are strings.

    A node has `position`, and at terminal positions `outcome` and `payoffs`. An edge has `moves` and `probability`. The
    graph has `start`, the id of the initial position. Cost: linear in the graph.

    Parameters
    ----------
    graph
        A state graph.

    Returns
    -------
    str
        One GraphML document.

    Raises
    ------
    ValueError
        If the name of an outcome has a character that XML does not allow.

    Examples
    --------
    >>> from gametheory import Castle, state_graph
    >>> "soldiers" in to_graphml(state_graph(Castle(1, 1, 1)))
    True
    """
    numbers = {position: f"n{number}" for number, position in enumerate(graph)}
    document = nx.MultiDiGraph(start=numbers[graph.graph["start"]])
    for position, outcome in graph.nodes(data="outcome"):
        document.add_node(numbers[position], position=json.dumps(as_json(position)), **_outcome_as_text(outcome))
    for position, successor, key, data in graph.edges(keys=True, data=True):
        moves = json.dumps([as_json(move) for move in data["moves"]])
        source, target = numbers[position], numbers[successor]
        document.add_edge(source, target, key, moves=moves, probability=str(data["probability"]))
    return "\n".join([*nx.generate_graphml(document), ""])


def read_graphml(text: str, game: Game[Any, Any] | None = None) -> nx.MultiDiGraph:
    """Parse a state graph that `to_graphml` has written: the same positions, outcomes, moves and exact numbers.

    Cost: linear in the text.

    Parameters
    ----------
    text
        A GraphML document.
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
    >>> nx.utils.graphs_equal(read_graphml(to_graphml(graph), Castle(1, 1, 1)), graph)
    True
    """
    root = parse_xml(text)
    try:
        names = {key.attrib["id"]: key.get("attr.name") for key in root.findall("{*}key")}
        document = root.find("{*}graph")
        if document is None or document.get("edgedefault") != "directed":
            raise ValueError("there is no directed graph")
        nodes = [_node(element.attrib["id"], _data(element, names)) for element in document.findall("{*}node")]
        edges = [_edge(element, _data(element, names)) for element in document.findall("{*}edge")]
        return build_graph(game, _data(document, names)["start"], nodes, edges)
    except STRUCTURE_ERRORS as error:
        raise FormatError(f"XML, but not a state graph: {describe_error(error)}", 1, 1) from error


def write_graphml(graph: nx.MultiDiGraph, path: Path) -> None:
    """Write a state graph to a file as GraphML, atomically.

    Raises
    ------
    OSError
        If the file cannot be written.
    ValueError
        As `to_graphml`.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> from gametheory import Castle, state_graph
    >>> path = Path(mkdtemp()) / "castle.graphml"
    >>> write_graphml(state_graph(Castle(1, 2, 1)), path)
    >>> len(nx.read_graphml(path))
    3
    """
    write_atomic(path, to_graphml(graph))


def _data(element: Element, names: dict[str, str | None]) -> dict[str | None, str]:
    """Return the attributes of a node, of an edge or of the graph, by name."""
    return {names[data.attrib["key"]]: data.text or "" for data in element.findall("{*}data")}


def _node(id: str, data: dict[str | None, str]) -> GraphNode:
    name, payoffs = data.get("outcome", ""), data.get("payoffs")
    outcome = None if payoffs is None else outcome_from_json({"name": name, "payoffs": json.loads(payoffs)})
    return GraphNode(id, from_json(json.loads(data["position"])), outcome)


def _edge(element: Element, data: dict[str | None, str]) -> GraphEdge:
    key, source, target = element.get("id"), element.attrib["source"], element.attrib["target"]
    moves, probability = joint_move_from_json(json.loads(data["moves"])), parse_rational(data["probability"])
    return GraphEdge(source, target, None if key is None else int(key), moves, probability)


def _outcome_as_text(outcome: Outcome | None) -> dict[str, str]:
    if outcome is None:
        return {}
    if NOT_IN_XML.search(outcome.name):
        raise ValueError(f"the name of the outcome {outcome.name!r} has a character that XML does not allow")
    return {"outcome": outcome.name, "payoffs": json.dumps(list(map(str, outcome.payoffs)))}
