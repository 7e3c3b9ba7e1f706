"""Layout of a layered graph: positions of boxes, curves and labels, from Graphviz `dot`.

Gansner, Koutsofios, North and Vo, A technique for drawing directed graphs (1993).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import pairwise
from math import dist
from typing import Any, TypeAlias

import networkx as nx

from gametheory.parallel.extras import library
from gametheory.render.svg.bezier import ARROW, Curve, Point, sample_points

Style: TypeAlias = tuple[str, str, str]
Node: TypeAlias = Hashable
Lane: TypeAlias = tuple[Node, Node, str]

# Lengths are in SVG units, which are the points of Graphviz. Widths of text are those of a wide sans-serif.
MARGIN, HEADINGS, INDENT = 16, 104, 54
LINE, LETTER = 16, 7.6
LOOP, LOOP_GAP = 34, 8.5


@dataclass(frozen=True)
class Layout:
    """Centers of nodes and labels (for a loop, the left end of its label), and a spline for each lane."""

    width: float
    height: float
    nodes: dict[Node, Point]
    curves: dict[Lane, Curve]
    labels: dict[Lane, Point]


@dataclass(frozen=True)
class GraphFigure:
    """A graph to draw, with derived data; Graphviz lays it out once.

    A lane is a curve in the layout: all edges with the same ends and the same label share one.

    >>> graph = nx.MultiDiGraph(notes=["a note"])
    >>> graph.add_node(0, label="start", layer=0, kind=None)
    >>> graph.add_node(1, label="won", layer=1, kind="win")
    >>> _ = graph.add_edge(0, 1, label="go", kind="win")
    >>> figure = GraphFigure(graph, {"win": ("#0072B2", "", "winning plays")}, "A short game", "move")
    >>> figure.lanes, figure.layers, figure.lane_counts, figure.notes
    ({(0, 1, 'go'): ['win']}, {0: [0], 1: [1]}, {'win': 1}, ('a note',))
    >>> figure.layout.nodes[0][1] < figure.layout.nodes[1][1], figure.size(0), figure.width, len(figure.id)
    (True, (54.0, 24), 452, 14)
    """

    graph: nx.MultiDiGraph
    styles: Mapping[str, Style]
    title: str
    layer_name: str

    @cached_property
    def lanes(self) -> dict[Lane, list[str]]:
        """The kinds of edges on each lane, in the order of the styles."""
        lanes: dict[Lane, set[str]] = {}
        for tail, head, data in self.graph.edges(data=True):
            lanes.setdefault((tail, head, data["label"]), set()).add(data["kind"])
        return {lane: [kind for kind in self.styles if kind in kinds] for lane, kinds in lanes.items()}

    @cached_property
    def layers(self) -> dict[int, list[Node]]:
        """The nodes of each row, from the top."""
        rows: dict[int, list[Node]] = {}
        for node, layer in sorted(self.graph.nodes(data="layer"), key=lambda item: item[1]):
            rows.setdefault(layer, []).append(node)
        return rows

    @cached_property
    def lane_counts(self) -> dict[str, int]:
        """The number of lanes of each kind that has some."""
        uses = {kind: sum(kind in kinds for kinds in self.lanes.values()) for kind in self.styles}
        return {kind: count for kind, count in uses.items() if count}

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """Lines of explanation stored with the graph."""
        return tuple(self.graph.graph.get("notes", ()))

    @cached_property
    def id(self) -> str:
        """A prefix for ids and style rules, so that figures embedded in one page do not share them."""
        content = (list(self.graph.nodes(data=True)), self.lanes, self.notes, dict(self.styles))
        return f"fig-{short_digest(repr((*content, self.title, self.layer_name)))}"

    @cached_property
    def layout(self) -> Layout:
        """The layout of the graph, computed once."""
        return _lay_out(self)

    @cached_property
    def width(self) -> float:
        """Width of the drawing: the rows with their headings, and the longest line of the legend."""
        legend = (INDENT + LETTER * len(self.styles[kind][2]) for kind in self.lane_counts)
        notes = (LETTER * len(note) for note in self.notes)
        return max(HEADINGS + self.layout.width + 8, *legend, *notes, 420) + 2 * MARGIN

    def size(self, node: Node) -> Point:
        """Return the width and height of the box of a node."""
        lines = self.graph.nodes[node]["label"].split("\n")
        return LETTER * max(map(len, lines)) + 16, LINE * len(lines) + 8


def short_digest(text: str) -> str:
    """Return a short hash of a text, the same in every run.

    >>> short_digest("win")
    '823a3180da'
    """
    return sha256(text.encode()).hexdigest()[:10]


def _lay_out(figure: GraphFigure) -> Layout:
    names = {node: f"n{index}" for index, node in enumerate(figure.graph)}
    keys = {lane: f"e{index}" for index, lane in enumerate(figure.lanes)}
    plan = _plan(figure, names, keys)
    plan.layout(prog="dot")
    _, _, width, height = map(float, plan.graph_attr["bb"].split(","))
    nodes = {node: _point(plan.get_node(name).attr["pos"], height) for node, name in names.items()}
    edges = {lane: plan.get_edge(names[lane[0]], names[lane[1]], key).attr for lane, key in keys.items()}
    curves = {lane: _spline(edge["pos"], height) for lane, edge in edges.items()}
    labels = {lane: _point(edge["lp"], height) for lane, edge in edges.items()}
    loops, loop_labels = {}, {}
    for lane, reach in _loops(keys):
        right = nodes[lane[0]][0] + figure.size(lane[0])[0] / 2, nodes[lane[0]][1]
        loops[lane], loop_labels[lane] = _loop(right, reach), (right[0] + reach + LOOP_GAP, right[1])
    places = {lane: _label_position(curves[lane], labels[lane]) for lane in keys}
    return Layout(width, height, nodes, curves | loops, places | loop_labels)


def _plan(figure: GraphFigure, names: Mapping[Node, str], keys: Mapping[Lane, str]) -> Any:
    """Return the graph for `dot`: sizes without text, so that the layout does not depend on installed fonts."""
    plan = library("pygraphviz", "draw").AGraph(directed=True, strict=False, nodesep=0.2, ranksep=0.28)
    plan.node_attr.update(shape="box", fixedsize="true", label="")
    plan.edge_attr.update(arrowsize=ARROW / 10)
    for node, name in names.items():
        width, height = figure.size(node)
        plan.add_node(name, width=width / 72, height=height / 72)
    for layer in figure.layers.values():
        plan.add_subgraph([names[node] for node in layer], rank="same")
    for lane, key in keys.items():
        plan.add_edge(names[lane[0]], names[lane[1]], key, label=_room(lane))
    for above, below in pairwise(figure.layers.values()):
        if not any(figure.graph.has_edge(tail, head) for tail in above for head in below):
            plan.add_edge(names[above[0]], names[below[0]], "order", style="invis")
    return plan


def _room(lane: Lane) -> str:
    tail, head, label = lane
    width = LETTER * len(label) + (LOOP if tail == head else 10)
    size = f'WIDTH="{width:.0f}" HEIGHT="{LINE + 4}"'
    return f'<<TABLE BORDER="0" FIXEDSIZE="TRUE" {size}><TR><TD></TD></TR></TABLE>>'


def _point(text: str, height: float) -> Point:
    # The y axis points up in Graphviz and down in SVG.
    x, y = text.split(",")
    return float(x), height - float(y)


def _spline(text: str, height: float) -> Curve:
    """Return the control points of a curve that ends at the base of the arrowhead."""
    return [_point(point, height) for point in text.split() if point[0] not in "es"]


def _loops(lanes: Iterable[Lane]) -> Iterator[tuple[Lane, float]]:
    """Yield each loop and how far it reaches to the right: around the other loops of its node and their labels."""
    reach: dict[Node, float] = {}
    for lane in lanes:
        tail, head, label = lane
        if tail == head:
            yield lane, reach.setdefault(tail, LOOP - LOOP_GAP)
            reach[tail] += LETTER * len(label) + 2 * LOOP_GAP


def _loop(start: Point, reach: float) -> Curve:
    # `dot` makes loops hardly longer than their arrowheads, so loops are drawn here. Control points are 4/3 as far as
    # the curve reaches.
    (x, y), outer = start, reach * 4 / 3
    return [(x, y - 10), (x + outer, y - 26), (x + outer, y + 26), (x + ARROW, y + 11)]


def _label_position(curve: Curve, reserved: Point) -> Point:
    """Return the position of a label: on the curve, away from both ends, near the space that `dot` reserved."""
    points = [point for i in range(0, len(curve) - 1, 3) for point in sample_points(curve[i : i + 4])]
    inner = [point for point in points if dist(point, curve[0]) > 14 and dist(point, curve[-1]) > 14]
    return min(inner or points, key=lambda point: (round(abs(point[1] - reserved[1])), dist(point, reserved)))
