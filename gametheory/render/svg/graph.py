"""Draw a layered graph of plays as a standalone SVG.

Graphviz `dot` places boxes and curves (Gansner, Koutsofios, North and Vo 1993). The SVG is written here, so that screen
readers can read it and it adapts to dark pages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from html import escape
from itertools import groupby, pairwise
from typing import Any, TypeAlias

import networkx as nx

from gametheory.parallel.extras import library
from gametheory.render.svg.primitives import Drawing, Point, fmt, svg_document
from gametheory.render.svg.primitives import label as text

Style: TypeAlias = tuple[str, str, str]
Node: TypeAlias = Hashable
Edge: TypeAlias = tuple[Node, Node, str, str]  # from, to, label and kind

# Lengths are in SVG units, which are the points of Graphviz. Widths of text are those of a wide sans-serif.
MARGIN, HEADINGS, INDENT, TITLE = 16, 104, 54, 34
LINE, CAPTION_LINE, LETTER, TITLE_LETTER, ARROW = 16, 19, 7.6, 9.6, 8
LOOP, LOOP_GAP = 34, 8.5
LIGHT = {
    ".soft": "fill:#555",
    ".band": "fill:#f2f2f2",
    ".box": "stroke:#555;stroke-width:1.2",
    ".line": "fill:none;stroke-width:2;stroke-linecap:round",
    ".strong": "font-weight:600",
}
DARK = {".soft": "fill:#b4b4b4", ".band": "fill:#1e2126", ".box": "stroke:#a8a8a8"}


def draw_graph(
    graph: nx.MultiDiGraph[Any], styles: Mapping[str, Style], title: str, layer_name: str = "wave"
) -> Drawing:
    """Draw a graph in rows as an SVG, with edges of several kinds that differ in color and dashes.

    Made for figures 2, 3 and 4 of post CD2. Nodes have `label` (lines of text, of which the first names the outcome of
    a terminal position), `layer` (row, from 0) and `kind` (that of a terminal position, or None). Edges have `label`
    and `kind`. Lines of explanation are in `graph.graph["notes"]`. A style is a color, a dash pattern ("" for a solid
    line) and a text for the legend. The same input gives the same text.

    >>> graph = nx.MultiDiGraph()
    >>> graph.add_node(0, label="start", layer=0, kind=None)
    >>> graph.add_node(1, label="won", layer=1, kind="win")
    >>> _ = graph.add_edge(0, 1, label="go", kind="win")
    >>> svg = draw_graph(graph, {"win": ("#0072B2", "", "winning plays")}, "A short game", "move")
    >>> svg.startswith("<svg "), "after move 1" in svg, 'data-kind="win"' in svg
    (True, True, True)
    """
    if not graph:
        raise ValueError("a graph without nodes cannot be drawn")
    nodes: Any = graph.nodes(data="kind")
    lines: Any = graph.edges(data="kind")
    kinds = {kind for *_, kind in (*nodes, *lines)}
    if missing := sorted(str(kind) for kind in kinds - {None} - set(styles)):
        raise ValueError(f"no style for the kind {', '.join(missing)}; known: {', '.join(styles)}")
    edges = {(u, v, data["label"], data["kind"]): None for u, v, data in graph.edges(data=True)}
    order = sorted(edges, key=lambda edge: [*styles].index(edge[3]))
    counts = Counter(kind for *_, kind in order)
    rows = [
        [node for node, _ in row]
        for _, row in groupby(sorted(graph.nodes(data="layer"), key=lambda item: item[1]), lambda item: item[1])
    ]
    notes = list(graph.graph.get("notes", ()))
    caption = [*_legend(styles, counts, any(kind for _, kind in graph.nodes(data="kind")))]
    caption += [text(0, 0, note, "soft") for note in notes]
    plan = _layout(graph, order, rows)
    inside, height = map(float, plan.graph_attr["bb"].split(",")[2:])
    longest = [INDENT + LETTER * len(styles[kind][2]) for kind in counts] + [LETTER * len(note) for note in notes]
    width = max(HEADINGS + inside + 8, *longest, TITLE_LETTER * len(title), 420) + 2 * MARGIN
    top = TITLE + CAPTION_LINE * len(caption) + 8
    places = {node: _point(plan.get_node(name).attr["pos"], height) for node, name in _names(graph).items()}
    bands = _bands(graph, rows, places, width - 2 * MARGIN, layer_name)
    body = [*_lines(plan, order, _names(graph), styles, height), *_boxes(graph, places, styles)]
    parts = [
        f"<defs>{''.join(_arrowhead(styles[kind][0]) for kind in counts)}</defs>",
        *(_translate(MARGIN, TITLE + 8 + CAPTION_LINE * index, line) for index, line in enumerate(caption)),
        _translate(MARGIN, top, "\n".join(bands)),
        _translate((width + HEADINGS - 8 - inside) / 2, top, "\n".join(body)),
    ]
    size = f"{len(graph)} positions in {len(rows)} rows, from the start at the top"
    moves = ", ".join(f"{count} on {styles[kind][2]}" for kind, count in counts.items())
    description = ". ".join([size, f"Moves: {moves or 'none'}", *notes])
    return svg_document(title, (width, top + height + MARGIN + 4), parts, description, LIGHT, DARK, MARGIN)


def dot_curve(position: str, height: float) -> str:
    """Return the path of a curve that ends at the base of its arrowhead, from the position of an edge in `dot`."""
    first, *others = (" ".join(map(fmt, _point(point, height))) for point in position.split() if point[0] not in "es")
    return f"M{first}C{' '.join(others)}"


def _layout(graph: nx.MultiDiGraph[Any], edges: list[Edge], rows: list[list[Node]]) -> Any:
    """Return the graph with the places that `dot` finds, from sizes alone: they do not depend on installed fonts."""
    plan = library("pygraphviz", "draw").AGraph(directed=True, strict=False, nodesep=0.2, ranksep=0.28)
    plan.node_attr.update(shape="box", fixedsize="true", label="")
    plan.edge_attr.update(arrowsize=ARROW / 10)
    names, labelled = _names(graph), set()
    for node, name in names.items():
        width, height = _size(graph, node)
        plan.add_node(name, width=width / 72, height=height / 72)
    for row in rows:
        plan.add_subgraph([names[node] for node in row], rank="same")
    for key, (tail, head, words, _) in enumerate(edges):
        room = f'WIDTH="{LETTER * len(words) + (LOOP if tail == head else 10):.0f}" HEIGHT="{LINE + 4}"'
        new = (tail, head, words) not in labelled  # edges of several kinds share a label
        labelled.add((tail, head, words))
        label = f'<<TABLE BORDER="0" FIXEDSIZE="TRUE" {room}><TR><TD></TD></TR></TABLE>>' if new else ""
        plan.add_edge(names[tail], names[head], f"e{key}", label=label)
    for above, below in pairwise(rows):
        if not any(graph.has_edge(tail, head) for tail in above for head in below):
            plan.add_edge(names[above[0]], names[below[0]], "order", style="invis")
    plan.layout(prog="dot")
    return plan


def _names(graph: nx.MultiDiGraph[Any]) -> dict[Node, str]:
    return {node: f"n{index}" for index, node in enumerate(graph)}


def _size(graph: nx.MultiDiGraph[Any], node: Node) -> Point:
    lines = graph.nodes[node]["label"].split("\n")
    return LETTER * max(map(len, lines)) + 16, LINE * len(lines) + 8


def _point(position: str, height: float) -> Point:
    x, y = position.split(",")
    return float(x), height - float(y)  # the y axis points up in Graphviz and down in SVG


def _translate(x: float, y: float, content: str) -> str:
    return f'<g transform="translate({fmt(x)} {fmt(y)})">{content}</g>'


def _arrowhead(color: str) -> str:
    size = f'markerUnits="userSpaceOnUse" markerWidth="{ARROW}" markerHeight="6" refX="0" refY="3" orient="auto"'
    return f'<marker id="arrow-{color[1:]}" {size}><path d="M0 0L{ARROW} 3L0 6z" fill="{color}"/></marker>'


def _line(path: str, kind: str, style: Style) -> str:
    color, dashes, _ = style
    line = f'stroke="{color}" stroke-dasharray="{dashes or "none"}" marker-end="url(#arrow-{color[1:]})"'
    return f'<path class="line" data-kind="{escape(kind)}" d="{path}" {line}/>'


def _legend(styles: Mapping[str, Style], kinds: Iterator[str] | Counter[str], ends: bool) -> Iterator[str]:
    for kind in kinds:
        yield _line("M0 -4.5H36", kind, styles[kind]) + text(INDENT, 0, styles[kind][2])
    if ends:
        end = '<rect class="band box" x="4" y="-12" width="36" height="15" rx="7"/>'
        yield end + text(INDENT, 0, "terminal position with its outcome")


def _bands(
    graph: nx.MultiDiGraph[Any], rows: list[list[Node]], places: Mapping[Node, Point], width: float, layer_name: str
) -> Iterator[str]:
    for row in rows:
        layer, y = graph.nodes[row[0]]["layer"], places[row[0]][1]
        height = max(_size(graph, node)[1] for node in row) + 8
        place = f'y="{fmt(y - height / 2)}" width="{fmt(width)}" height="{fmt(height)}"'
        yield f'<rect class="band" {place} rx="4"/>'
        yield text(8, y + 4.5, f"after {layer_name} {layer}" if layer else "start", "soft")


def _lines(
    plan: Any, edges: list[Edge], names: Mapping[Node, str], styles: Mapping[str, Style], height: float
) -> Iterator[str]:
    reach: dict[Node, float] = {}
    for key, (tail, head, words, kind) in enumerate(edges):
        place = plan.get_edge(names[tail], names[head], f"e{key}").attr
        if tail == head:  # `dot` makes loops hardly longer than their arrowheads: these go around the ones before
            box = plan.get_node(names[tail]).attr
            (x, y), far = _point(box["pos"], height), reach.setdefault(tail, LOOP - LOOP_GAP)
            x += 36 * float(box["width"])
            outer = fmt(x + far * 4 / 3)  # a curve reaches 3/4 as far as its control points
            path = f"M{fmt(x)} {fmt(y - 10)}C{outer} {fmt(y - 26)} {outer} {fmt(y + 26)} {fmt(x + ARROW)} {fmt(y + 11)}"
            yield _line(path, kind, styles[kind]) + text(x + far + LOOP_GAP, y + 4.5, words)
            reach[tail] += LETTER * len(words) + 2 * LOOP_GAP
            continue
        yield _line(dot_curve(place["pos"], height), kind, styles[kind])
        if place["lp"]:
            x, y = _point(place["lp"], height)
            yield text(x, y + 4.5, words, "middle")


def _boxes(graph: nx.MultiDiGraph[Any], places: Mapping[Node, Point], styles: Mapping[str, Style]) -> Iterator[str]:
    for node, (x, y) in places.items():
        width, height = _size(graph, node)
        place = f'x="{fmt(x - width / 2)}" y="{fmt(y - height / 2)}" width="{fmt(width)}" height="{fmt(height)}"'
        kind = graph.nodes[node]["kind"]
        yield f'<rect class="paper box" {place} rx="{14 if kind else 2}"/>'
        if kind:
            color = styles[kind][0]
            tint = f'fill="{color}" fill-opacity=".2" stroke="{color}" stroke-width="2"'
            yield f'<rect {place} rx="14" {tint}/>'
        for index, line in enumerate(graph.nodes[node]["label"].split("\n"), 1):
            classes = "middle strong" if kind and index == 1 else "middle"
            yield text(x, y - height / 2 + LINE * index, line, classes)
