"""Stand-in for pygraphviz in a browser, where Graphviz is not to be had: boxes in rows, joined by curves.

It has what drawings of this package use. A node is near the middle of its neighbors in the row before (the barycenter
method of Sugiyama, Tagawa and Toda 1981). Lengths are in points, and widths of nodes in inches, as in Graphviz.
"""

from __future__ import annotations

import re
from typing import Any

import networkx as nx

INCH = 72
SWEEPS = 8


class Element:
    """A node or an edge with its attributes; one that is not set is empty."""

    def __init__(self, **attributes: Any) -> None:
        self.attr: dict[str, Any] = {"lp": "", "xlp": "", **attributes}


class AGraph:
    """A graph whose layout puts each node into a row."""

    def __init__(self, rankdir: str = "TB", nodesep: float = 0.2, ranksep: float = 0.3, **_: object) -> None:
        self.graph_attr: dict[str, str] = {}
        self.node_attr: dict[str, str] = {}
        self.edge_attr: dict[str, str] = {}
        self._across = rankdir == "LR"  # rows are columns then
        self._gap, self._step = nodesep * INCH, ranksep * INCH
        self._nodes: dict[str, Element] = {}
        self._edges: dict[tuple[str, str, str], Element] = {}
        self._rows: list[list[str]] = []

    def add_node(self, name: str, width: float, height: float) -> None:
        """Add a node of this size."""
        self._nodes[name] = Element(width=width, height=height)

    def add_subgraph(self, names: list[str], rank: str) -> None:  # noqa: ARG002
        """Add a row of nodes below those that were added before."""
        self._rows.append(list(names))

    def add_edge(self, tail: str, head: str, key: str = "", label: str = "", xlabel: str = "", style: str = "") -> None:
        """Add an edge; an invisible one only orders rows, which have their order already."""
        if not style:
            self._edges[tail, head, key] = Element(label=label or xlabel)

    def get_node(self, name: str) -> Element:
        """Return a node."""
        return self._nodes[name]

    def get_edge(self, tail: str, head: str, key: str = "") -> Element:
        """Return an edge."""
        return self._edges[tail, head, key]

    def edges(self) -> list[tuple[str, str]]:
        """Return the ends of all edges."""
        return [(tail, head) for tail, head, _ in self._edges]

    def layout(self, prog: str) -> None:  # noqa: ARG002
        """Place all nodes and edges."""
        graph = nx.Graph(self.edges())
        graph.add_nodes_from(self._nodes)
        rows = self._rows or [*nx.topological_generations(nx.DiGraph(self.edges()))]
        rows = _ordered(graph, [list(row) for row in rows])
        places = self._places(rows)
        self._draw_edges(places)
        farthest = [max(place[side] + self._size(name)[side] / 2 for name, place in places.items()) for side in (0, 1)]
        width, height = farthest if not self._across else farthest[::-1]
        self.graph_attr["bb"] = f"0,0,{width},{height}"
        for name, place in places.items():
            self._nodes[name].attr["pos"] = self._point(place, height)
        for edge in self._edges.values():
            points = edge.attr.pop("points")
            edge.attr["pos"] = " ".join(self._point(point, height) for point in points)
            if edge.attr["label"]:
                edge.attr["lp"] = self._point(edge.attr.pop("middle"), height)

    def _size(self, name: str) -> tuple[float, float]:
        """Return how long a node is in its row, and how thick."""
        attributes = self._nodes[name].attr
        width, height = INCH * attributes["width"], INCH * attributes["height"]
        return (height, width) if self._across else (width, height)

    def _places(self, rows: list[list[str]]) -> dict[str, tuple[float, float]]:
        """Return the middle of each node, with the rows centered: how far along its row, and how far down."""
        widest = max(map(self._label_width, self._edges.values()), default=0)
        gap = self._gap + widest
        lengths = [sum(self._size(name)[0] + gap for name in row) - gap for row in rows]
        places = {}
        down = 0.0
        for row, length in zip(rows, lengths, strict=True):
            thickness = max(self._size(name)[1] for name in row)
            along = (max(lengths) - length) / 2
            for name in row:
                size = self._size(name)[0]
                places[name] = (along + size / 2, down + thickness / 2)
                along += size + gap
            down += thickness + 2 * self._step + (30 if widest else 0)
        return places

    def _draw_edges(self, places: dict[str, tuple[float, float]]) -> None:
        """Give each edge four points of a curve; edges between the same nodes are apart."""
        seen: dict[frozenset[str], int] = {}
        for (tail, head, _), edge in self._edges.items():
            number = seen[frozenset((tail, head))] = seen.get(frozenset((tail, head)), -1) + 1
            aside = 16 * ((number + 1) // 2) * (1 if number % 2 else -1)
            (x, y), (to, bottom) = places[tail], places[head]
            # from the side of one box to the side of the other, which the arrowhead ends at
            turn = 1 if bottom > y else -1
            y += turn * self._size(tail)[1] / 2
            bottom -= turn * (self._size(head)[1] / 2 + 8)
            third = (bottom - y) / 3
            edge.attr["points"] = [(x, y), (x + aside, y + third), (to + aside, bottom - third), (to, bottom)]
            # to the right of the line, in its middle
            shift = aside if self._across else aside + self._label_width(edge) / 2 + 2
            edge.attr["middle"] = ((x + to) / 2 + shift, (y + bottom) / 2)

    def _label_width(self, edge: Element) -> float:
        found = re.search(r'WIDTH="(\d+)"', edge.attr["label"])
        return float(found[1]) if found else 0

    def _point(self, place: tuple[float, float], height: float) -> str:
        """Return a point with the y axis upward, as Graphviz has it."""
        x, y = place[::-1] if self._across else place
        return f"{x:.1f},{height - y:.1f}"


def _ordered(graph: nx.Graph[str], rows: list[list[str]]) -> list[list[str]]:
    """Return rows in an order with fewer crossings: down and up, each row by the middle of its neighbors."""
    for sweep in range(SWEEPS):
        ahead = rows if sweep % 2 == 0 else rows[::-1]
        share: dict[str, float] = {}
        for row in ahead:
            own = {name: (number + 0.5) / len(row) for number, name in enumerate(row)}
            for name in row:
                before = [share[other] for other in graph[name] if other in share]
                own[name] = sum(before) / len(before) if before else own[name]
            row.sort(key=own.__getitem__)
            share |= {name: (number + 0.5) / len(row) for number, name in enumerate(row)}
    return rows
