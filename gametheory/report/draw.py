"""Draw a layered graph of plays as a standalone SVG.

The positions of boxes and curves are those of Graphviz `dot` (Gansner, Koutsofios, North and Vo 1993); the
SVG is written here, so that it can be read aloud, follow a dark page, and stand beside others in one page.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from html import escape
from itertools import pairwise
from math import dist
from textwrap import wrap
from typing import TypeAlias

import networkx as nx
import pygraphviz as pgv

from gametheory.report.curves import ARROW, Curve, Point, beside, joined, points_on
from gametheory.showing import Drawing

Style: TypeAlias = tuple[str, str, str]
Node: TypeAlias = Hashable
Lane: TypeAlias = tuple[Node, Node, str]

# Lengths are in SVG units, which are the points of Graphviz. Widths of text are those of a wide sans-serif.
MARGIN, HEADINGS, INDENT = 16, 104, 54
LINE, LETTER, TITLE_LETTER = 16, 7.6, 9.6
APART, LOOP = 7.0, 34


def draw(graph: nx.MultiDiGraph, styles: Mapping[str, Style], title: str, layer_name: str = "wave") -> Drawing:
    """A complete SVG of a graph in rows, with edges told apart by colour and by dashes.

    Made for CD2, figures 2, 3 and 4. Graphviz lays out one lane for all edges that share their ends and
    label; where several kinds of way use a lane, each gets its own line, side by side. The text is the same
    whenever it is drawn anew.

    Arguments: `graph` with `label` (lines of text), `layer` (row, from 0) and `kind` (of an end of play, or
    None) on nodes, `label` and `kind` on edges, and lines of explanation in `graph.graph["notes"]`;
    `styles` from kind to colour, dash pattern ("" for a solid line) and legend text; the title; and what
    leads from one row to the next. The first line of the label of an end of play says how it ended.
    Raises ValueError where the graph is empty or a kind has no style.

    >>> graph = nx.MultiDiGraph()
    >>> graph.add_node(0, label="start", layer=0, kind=None)
    >>> graph.add_node(1, label="won", layer=1, kind="win")
    >>> _ = graph.add_edge(0, 1, label="go", kind="win")
    >>> svg = draw(graph, {"win": ("#0072B2", "", "winning ways")}, "A short game", "move")
    >>> svg.startswith("<svg "), "after move 1" in svg, 'data-kind="win"' in svg
    (True, True, True)
    """
    _check(graph, styles)
    return Drawing("\n".join(_parts(_Figure(graph, styles, title, layer_name))) + "\n")


def _check(graph: nx.MultiDiGraph, styles: Mapping[str, Style]) -> None:
    if not graph:
        raise ValueError("a graph without nodes cannot be drawn")
    kinds = {kind for _, kind in graph.nodes(data="kind")} | {kind for *_, kind in graph.edges(data="kind")}
    if missing := sorted(str(kind) for kind in kinds - {None} - set(styles)):
        raise ValueError(f"no style for the kind {', '.join(missing)}; known: {', '.join(styles)}")


@dataclass(frozen=True)
class _Layout:
    """Where everything stands: middles of nodes and labels (a loop's label begins there), a spline a lane."""

    width: float
    height: float
    nodes: dict[Node, Point]
    curves: dict[Lane, Curve]
    labels: dict[Lane, Point]


@dataclass(frozen=True)
class _Figure:
    """What `draw` was given, and what follows from it."""

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
        return f"fig-{_digest(repr((*content, self.title, self.layer_name)))}"

    @cached_property
    def layout(self) -> _Layout:
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


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:10]


# Layout.


def _lay_out(figure: _Figure) -> _Layout:
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
    return _Layout(width, height, nodes, curves | loops, places | loop_labels)


def _plan(figure: _Figure, names: Mapping[Node, str], keys: Mapping[Lane, str]) -> pgv.AGraph:
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
    points = [point for i in range(0, len(curve) - 1, 3) for point in points_on(curve[i : i + 4])]
    inner = [point for point in points if dist(point, curve[0]) > 14 and dist(point, curve[-1]) > 14]
    return min(inner or points, key=lambda point: (round(abs(point[1] - reserved[1])), dist(point, reserved)))


# SVG.


def _parts(figure: _Figure) -> Iterator[str]:
    caption = list(_caption(figure))
    top = MARGIN + 19 * len(caption) + 14
    height = top + figure.layout.height + MARGIN + 4
    yield _opening(figure, height)
    yield f'<title id="{figure.id}-title">{escape(figure.title)}</title>'
    yield f'<desc id="{figure.id}-desc">{escape(_description(figure))}</desc>'
    yield f"<style>{_css(figure.id)}</style>"
    yield f"<defs>{''.join(_marker(figure, kind) for kind in figure.ways)}</defs>"
    yield f'<rect class="paper" width="{_n(figure.width)}" height="{_n(height)}"/>'
    for index, line in enumerate(caption):
        yield _moved(MARGIN, MARGIN + 13 + 19 * index, line)
    yield _moved(MARGIN, top, "\n".join(_rows(figure)))
    left = (figure.width + HEADINGS - 8 - figure.layout.width) / 2
    yield _moved(left, top, "\n".join([*_lines(figure), *_lane_labels(figure), *_boxes(figure)]))
    yield "</svg>"


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")


def _moved(x: float, y: float, content: str) -> str:
    return f'<g transform="translate({_n(x)} {_n(y)})">{content}</g>'


def _opening(figure: _Figure, height: float) -> str:
    width = _n(figure.width)
    size = f'viewBox="0 0 {width} {_n(height)}" width="{width}" height="{_n(height)}"'
    spoken = f'role="img" aria-labelledby="{figure.id}-title {figure.id}-desc"'
    scaled = 'style="max-width:100%;height:auto"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" id="{figure.id}" {size} {scaled} {spoken}>'


def _description(figure: _Figure) -> str:
    """What a reader who cannot see the figure is told."""
    found = f"{len(figure.graph)} positions in {len(figure.layers)} rows, from the start at the top"
    moves = ", ".join(f"{count} on {figure.styles[kind][2]}" for kind, count in figure.ways.items())
    return ". ".join([found, f"Moves: {moves or 'none'}", *figure.notes])


LIGHT = {
    "": "font:13px system-ui,'Segoe UI','Helvetica Neue',Arial,sans-serif",
    ".paper": "fill:#fff",
    ".ink": "fill:#1b1b1b",
    ".soft": "fill:#555",
    ".band": "fill:#f2f2f2",
    ".box": "stroke:#555;stroke-width:1.2",
    ".way": "fill:none;stroke-width:2;stroke-linecap:round",
    ".middle": "text-anchor:middle",
    ".title": "font-size:15px;font-weight:600",
    ".strong": "font-weight:600",
}
DARK = {
    ".paper": "fill:#16181c",
    ".ink": "fill:#ececec",
    ".soft": "fill:#b4b4b4",
    ".band": "fill:#1e2126",
    ".box": "stroke:#a8a8a8",
}


def _css(figure_id: str) -> str:
    """Rules for this figure alone; the dark ones are for screens, so that print keeps to black on white."""
    dark = f"@media screen and (prefers-color-scheme:dark){{{_rules(figure_id, DARK)}}}"
    return _rules(figure_id, LIGHT) + dark


def _rules(figure_id: str, rules: Mapping[str, str]) -> str:
    return "".join(f"#{figure_id} {selector}{{{rule}}}" for selector, rule in rules.items())


def _marker(figure: _Figure, kind: str) -> str:
    size = f'markerUnits="userSpaceOnUse" markerWidth="{ARROW}" markerHeight="6" refX="0" refY="3"'
    head = f'<path d="M0 0L{ARROW} 3L0 6z" fill="{figure.styles[kind][0]}"/>'
    return f'<marker id="{figure.id}-{_digest(kind)}" {size} orient="auto">{head}</marker>'


def _text(x: float, y: float, text: str, classes: str) -> str:
    return f'<text x="{_n(x)}" y="{_n(y)}" class="{classes}">{escape(text)}</text>'


def _way(figure: _Figure, kind: str, curve: Curve) -> str:
    colour, dashes, _ = figure.styles[kind]
    first, *rest = (f"{_n(x)} {_n(y)}" for x, y in curve)
    line = f'stroke="{colour}" stroke-dasharray="{dashes or "none"}"'
    head = f'marker-end="url(#{figure.id}-{_digest(kind)})"'
    return f'<path class="way" data-kind="{escape(kind)}" d="M{first}C{" ".join(rest)}" {line} {head}/>'


def _caption(figure: _Figure) -> Iterator[str]:
    """The lines above the picture: the title, the legend and the notes."""
    for line in wrap(figure.title, int((figure.width - 2 * MARGIN) / TITLE_LETTER)):
        yield _text(0, 0, line, "ink title")
    for kind in figure.ways:
        sample: Curve = [(0, -4.5), (12, -4.5), (24, -4.5), (36, -4.5)]
        yield _way(figure, kind, sample) + _text(INDENT, 0, figure.styles[kind][2], "ink")
    if any(kind for _, kind in figure.graph.nodes(data="kind")):
        end = '<rect class="band box" x="4" y="-12" width="36" height="15" rx="7"/>'
        yield end + _text(INDENT, 0, "end of play, and how it ended", "ink")
    for note in figure.notes:
        yield _text(0, 0, note, "soft")


def _rows(figure: _Figure) -> Iterator[str]:
    for layer, nodes in figure.layers.items():
        y = figure.layout.nodes[nodes[0]][1]
        height = max(figure.size(node)[1] for node in nodes) + 8
        place = f'y="{_n(y - height / 2)}" width="{_n(figure.width - 2 * MARGIN)}" height="{_n(height)}"'
        yield f'<rect class="band" {place} rx="4"/>'
        yield _text(8, y + 4.5, f"after {figure.layer_name} {layer}" if layer else "start", "soft")


def _lines(figure: _Figure) -> Iterator[str]:
    for lane, kinds in figure.lanes.items():
        for index, kind in enumerate(kinds):
            offset = APART * ((len(kinds) - 1) / 2 - index)
            curve = beside(figure.layout.curves[lane], offset)
            yield _way(figure, kind, joined(curve, figure.layout.nodes[lane[1]], figure.size(lane[1])))


def _lane_labels(figure: _Figure) -> Iterator[str]:
    for lane, (x, y) in figure.layout.labels.items():
        tail, head, label = lane
        if tail == head:
            yield _text(x, y + 4.5, label, "ink")
            continue
        # The outer two of three parallel lines pass beside a number of one digit.
        width = LETTER * len(label) + (3 if len(figure.lanes[lane]) > 1 else 7)
        place = f'x="{_n(x - width / 2)}" y="{_n(y - 8)}" width="{_n(width)}" height="16"'
        yield f'<rect class="paper" {place} rx="5"/>' + _text(x, y + 4.5, label, "ink middle")


def _boxes(figure: _Figure) -> Iterator[str]:
    for node, (x, y) in figure.layout.nodes.items():
        width, height = figure.size(node)
        place = f'x="{_n(x - width / 2)}" y="{_n(y - height / 2)}" width="{_n(width)}" height="{_n(height)}"'
        kind = figure.graph.nodes[node]["kind"]
        yield f'<rect class="paper box" {place} rx="{14 if kind else 2}"/>'
        if kind:
            colour = figure.styles[kind][0]
            tint = f'fill="{colour}" fill-opacity=".2" stroke="{colour}" stroke-width="2"'
            yield f'<rect {place} rx="14" {tint}/>'
        for index, line in enumerate(figure.graph.nodes[node]["label"].split("\n"), 1):
            classes = "ink middle strong" if kind and index == 1 else "ink middle"
            yield _text(x, y - height / 2 + LINE * index, line, classes)
