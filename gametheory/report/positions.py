"""Draw the graph of any game: its positions in rows by the moves that lead to them, and the moves told as best."""

from __future__ import annotations

from collections.abc import Callable, Set
from typing import Any

import networkx as nx

from gametheory.report.draw import Style, draw
from gametheory.showing import Drawing

MOST_POSITIONS, MOST_EDGES = 150, 400
STYLES: dict[str, Style] = {
    "best move": ("#0072B2", "", "best moves"),
    "other move": ("#8a8a8a", "3 4", "other moves"),
    "chance": ("#CC79A7", "7 4", "chance, with its probability"),
}
ENDS = ("#009E73", "#D55E00", "#E69F00", "#56B4E9", "#0072B2", "#CC79A7")


def draw_positions(graph: nx.MultiDiGraph, best: Set[Any], title: str, shown: Callable[[object], str] = str) -> Drawing:
    """A complete SVG of a state graph; `best` holds the (position, joint move) pairs to draw as best moves.

    `shown` writes a position or a move. Raises ValueError where there are more than 150 positions or 400 moves, which
    nobody could read.

    >>> from gametheory import Castle, state_graph
    >>> svg = draw_positions(state_graph(Castle(1, 2, 1)), set(), "A castle")
    >>> svg.startswith("<svg"), "other moves" in svg
    (True, True)
    """
    if len(graph) > MOST_POSITIONS or graph.number_of_edges() > MOST_EDGES:
        raise ValueError(
            f"the figure would show {len(graph):,} positions and {graph.number_of_edges():,} moves; "
            f"the limits are {MOST_POSITIONS} and {MOST_EDGES}"
        )
    layers, note = _rows(graph)
    figure = nx.MultiDiGraph(notes=(note,))
    names: list[str] = []
    for position, end in graph.nodes(data="outcome"):
        text = shown(position)
        if end is not None and end.name not in names:
            names.append(end.name)
        label = text if end is None else f"{end.name}\n{text}"
        figure.add_node(position, label=label, layer=layers[position], kind=None if end is None else _end(end.name))
    for position, following, data in graph.edges(data=True):
        moves, probability = data["moves"], data["probability"]
        kind = "chance" if not moves else "best move" if (position, moves) in best else "other move"
        told = [*map(shown, moves), *([str(probability)] if probability != 1 or not moves else [])]
        figure.add_edge(position, following, label=" ".join(told), kind=kind)
    ends = {_end(name): (ENDS[index % len(ENDS)], "", name) for index, name in enumerate(names)}
    return draw(figure, STYLES | ends, title, "move")


def _rows(graph: nx.MultiDiGraph) -> tuple[dict[Any, int], str]:
    """The row of each position: every move leads down where play cannot go round."""
    start = graph.graph["start"]
    if not nx.is_directed_acyclic_graph(graph):
        fewest = nx.single_source_shortest_path_length(graph, start)
        return fewest, "A position stands in the row of the fewest moves that lead to it."
    most = {start: 0}
    for position in nx.topological_sort(graph):
        for following in graph.successors(position):
            most[following] = max(most.get(following, 0), most[position] + 1)
    return most, "A position stands in the row of the most moves that lead to it."


def _end(name: str) -> str:
    """A kind of node; an outcome may be named as a kind of move is."""
    return f"end: {name}"
