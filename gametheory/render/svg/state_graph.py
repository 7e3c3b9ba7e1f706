"""Draw the graph of any game: its positions in rows by the moves that lead to them, and the moves told as best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Set
from typing import Any

import networkx as nx

from gametheory.render.svg.graph import draw_graph
from gametheory.render.svg.layout import Style
from gametheory.render.svg.primitives import Drawing

MOST_POSITIONS, MOST_EDGES, MOST_IN_A_ROW = 150, 400, 24
STYLES: dict[str, Style] = {
    "best move": ("#0072B2", "", "best moves"),
    "other move": ("#8a8a8a", "3 4", "other moves"),
    "chance": ("#CC79A7", "7 4", "chance, with its probability"),
}
ENDS = ("#009E73", "#D55E00", "#E69F00", "#56B4E9", "#0072B2", "#CC79A7")


def draw_state_graph(
    graph: nx.MultiDiGraph, best: Set[Any], title: str, shown: Callable[[object], str] = str
) -> Drawing:
    """A complete SVG of a state graph; `best` holds the (position, joint move) pairs to draw as best moves.

    `shown` writes a position or a move. Where there are more than 150 positions, 24 in a row or 400 moves, which nobody
    could read, an excerpt is drawn, and its rule stands in the figure: the positions within so many moves of the start.
    Raises ValueError where one move alone leads to more.

    >>> from gametheory import Castle, state_graph
    >>> svg = draw_state_graph(state_graph(Castle(1, 2, 1)), set(), "A castle")
    >>> svg.startswith("<svg"), "other moves" in svg
    (True, True)
    """
    whole = graph
    graph, rule = _excerpt(whole)
    layers, note = _rows(graph)
    figure = nx.MultiDiGraph(notes=(note, *rule))
    names: list[str] = []
    for position, end in graph.nodes(data="outcome"):
        text = shown(position)
        if end is not None and end.name not in names:
            names.append(end.name)
        label = f"{end.name}\n{text}" if end else f"{text} …" if _cut(whole, graph, position) else text
        figure.add_node(position, label=label, layer=layers[position], kind=None if end is None else _end(end.name))
    for position, following, data in graph.edges(data=True):
        moves, probability = data["moves"], data["probability"]
        kind = "chance" if not moves else "best move" if (position, moves) in best else "other move"
        told = [*map(shown, moves), *([str(probability)] if probability != 1 or not moves else [])]
        figure.add_edge(position, following, label=" ".join(told), kind=kind)
    ends = {_end(name): (ENDS[index % len(ENDS)], "", name) for index, name in enumerate(names)}
    return draw_graph(figure, STYLES | ends, title, "move")


def _excerpt(graph: nx.MultiDiGraph) -> tuple[nx.MultiDiGraph, list[str]]:
    """The graph, or where it is too large that of the positions near the start, with the rule by which it was cut."""
    if _legible(graph):
        return graph, []
    fewest = nx.single_source_shortest_path_length(graph, graph.graph["start"])
    near = sorted(fewest, key=fewest.__getitem__)[: MOST_POSITIONS + 1]
    for most in range(fewest[near[-1]] - 1, 0, -1):
        part = graph.subgraph(position for position in near if fewest[position] <= most)
        if _legible(part):
            moves = "one move leads" if most == 1 else f"{most} moves lead"
            return part, [f"An excerpt: what at most {moves} to, {len(part)} of {len(graph):,} positions; … goes on"]
    raise ValueError(
        f"one move leads to more than can be shown; the limits are {MOST_POSITIONS} positions, {MOST_IN_A_ROW} in a "
        f"row and {MOST_EDGES} moves"
    )


def _legible(graph: nx.MultiDiGraph) -> bool:
    if len(graph) > MOST_POSITIONS or graph.number_of_edges() > MOST_EDGES:
        return False
    rows, _ = _rows(graph)
    return max(Counter(rows.values()).values()) <= MOST_IN_A_ROW


def _cut(whole: nx.MultiDiGraph, part: nx.MultiDiGraph, position: Any) -> bool:
    return any(following not in part for following in whole.successors(position))


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
