"""Where the boxes, curves and labels of a layered graph stand.

The positions are those of Graphviz `dot` (Gansner, Koutsofios, North and Vo 1993).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import pairwise
from math import dist
from typing import TypeAlias

import networkx as nx
import pygraphviz as pgv

from gametheory.render.svg.bezier import ARROW, Curve, Point, sample_points

Style: TypeAlias = tuple[str, str, str]
Node: TypeAlias = Hashable
Lane: TypeAlias = tuple[Node, Node, str]

# Lengths are in SVG units, which are the points of Graphviz. Widths of text are those of a wide sans-serif.
MARGIN, HEADINGS, INDENT = 16, 104, 54
LINE, LETTER = 16, 7.6
LOOP = 34


@dataclass(frozen=True)
class Layout:
    """Where everything stands: middles of nodes and labels (a loop's label begins there), a spline a lane."""

    width: float
    height: float
    nodes: dict[Node, Point]
    curves: dict[Lane, Curve]
    labels: dict[Lane, Point]


@dataclass(frozen=True)
class GraphFigure:
    """What `draw` was given, and what follows from it; Graphviz lays it out once.

    >>> graph = nx.MultiDiGraph(notes=["a note"])
    >>> graph.add_node(0, label="start", layer=0, kind=None)
    >>> graph.add_node(1, label="won", layer=1, kind="win")
    >>> _ = graph.add_edge(0, 1, label="go", kind="win")
    >>> figure = GraphFigure(graph, {"win": ("#0072B2", "", "winning ways")}, "A short game", "move")
    >>> figure.lanes, figure.layers, figure.ways, figure.notes
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
        """The kinds on each lane, in the order of the styles."""
        found: dict[Lane, set[str]] = {}
        for tail, head, data in self.graph.edges(data=True):
            found.setdefault((tail, head, data["label"]), set()).add(data["kind"])
        return {lane: [kind for kind in self.styles if kind in kinds] for lane, kinds in found.items()}

    @cached_property
    def layers(self) -> dict[int, list[Node]]:
        """The nodes of each row, from the top."""
        rows: dict[int, list[Node]] = {}
        for node, layer in sorted(self.graph.nodes(data="layer"), key=lambda item: item[1]):
            rows.setdefault(layer, []).append(node)
        return rows

    @cached_property
    def ways(self) -> dict[str, int]:
        """How many lanes each kind uses, for the kinds there are."""
        uses = {kind: sum(kind in kinds for kinds in self.lanes.values()) for kind in self.styles}
        return {kind: count for kind, count in uses.items() if count}

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """Lines of explanation that come with the graph."""
        return tuple(self.graph.graph.get("notes", ()))

    @cached_property
    def id(self) -> str:
        """A prefix for ids and style rules, which figures inlined in one page would else share."""
        content = (list(self.graph.nodes(data=True)), self.lanes, self.notes, dict(self.styles))
        return f"fig-{short_digest(repr((*content, self.title, self.layer_name)))}"

    @cached_property
    def layout(self) -> Layout:
        """The layout of the graph, computed once."""
        return _lay_out(self)

    @cached_property
    def width(self) -> float:
        """Room for the rows with their headings, and for the longest line of the legend."""
        legend = (INDENT + LETTER * len(self.styles[kind][2]) for kind in self.ways)
        notes = (LETTER * len(note) for note in self.notes)
        return max(HEADINGS + self.layout.width + 8, *legend, *notes, 420) + 2 * MARGIN

    def size(self, node: Node) -> Point:
        """Width and height of the box of a node."""
        lines = self.graph.nodes[node]["label"].split("\n")
        return LETTER * max(map(len, lines)) + 16, LINE * len(lines) + 8


def short_digest(text: str) -> str:
    """A name for a text that is the same in every run.

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
    loops = {lane: _loop(nodes[lane[0]], figure.size(lane[0])) for lane in keys if lane[0] == lane[1]}
    loop_labels = {lane: (curve[1][0], (curve[1][1] + curve[2][1]) / 2) for lane, curve in loops.items()}
    places = {lane: _label_place(curves[lane], labels[lane]) for lane in keys}
    return Layout(width, height, nodes, curves | loops, places | loop_labels)


def _plan(figure: GraphFigure, names: Mapping[Node, str], keys: Mapping[Lane, str]) -> pgv.AGraph:
    """The graph as `dot` gets it: sizes alone, no text, so that the fonts of a computer change nothing."""
    plan = pgv.AGraph(directed=True, strict=False, nodesep=0.2, ranksep=0.28)
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
    # Graphviz counts y upwards, SVG downwards.
    x, y = text.split(",")
    return float(x), height - float(y)


def _spline(text: str, height: float) -> Curve:
    """Control points up to the foot of the arrowhead."""
    return [_point(point, height) for point in text.split() if point[0] not in "es"]


def _loop(middle: Point, size: Point) -> Curve:
    # The loops of `dot` are hardly longer than their arrowheads.
    x, y = middle[0] + size[0] / 2, middle[1]
    return [(x, y - 10), (x + LOOP, y - 26), (x + LOOP, y + 26), (x + ARROW, y + 11)]


def _label_place(curve: Curve, reserved: Point) -> Point:
    """On the curve, clear of both ends, and between the rows where the layout keeps room for it."""
    points = [point for i in range(0, len(curve) - 1, 3) for point in sample_points(curve[i : i + 4])]
    inner = [point for point in points if dist(point, curve[0]) > 14 and dist(point, curve[-1]) > 14]
    return min(inner or points, key=lambda point: (round(abs(point[1] - reserved[1])), dist(point, reserved)))
