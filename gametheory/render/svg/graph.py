"""Draw a layered graph of plays as a standalone SVG.

Graphviz `dot` places boxes and curves (Gansner, Koutsofios, North and Vo 1993). The SVG is written here, so that screen
readers can read it, it adapts to dark pages, and several drawings can share a page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from textwrap import wrap

import networkx as nx

from gametheory.render.svg.bezier import ARROW, Curve, connect_to_boxes, parallel_curve
from gametheory.render.svg.layout import HEADINGS, INDENT, LETTER, LINE, MARGIN, GraphFigure, Style, short_digest
from gametheory.render.svg.primitives import Drawing, fmt

TITLE_LETTER = 9.6  # the width of a letter of the title, as in `layout`
LANE_SPACING = 7.0


def draw_graph(graph: nx.MultiDiGraph, styles: Mapping[str, Style], title: str, layer_name: str = "wave") -> Drawing:
    """Draw a graph in rows as an SVG, with edges of several kinds that differ in color and dashes.

    Made for figures 2, 3 and 4 of post CD2. Edges with the same ends and the same label share a curve in the layout; if
    they are of several kinds, each kind gets its own parallel line. The same input gives the same text.

    Parameters
    ----------
    graph
        Nodes with `label` (lines of text), `layer` (row, from 0) and `kind` (the kind of a terminal position, or None);
        edges with `label` and `kind`; lines of explanation in `graph.graph["notes"]`. The first line of the label of a
        terminal position names its outcome.
    styles
        From kind to color, dash pattern ("" for a solid line) and legend text.
    title
        The title of the drawing.
    layer_name
        The name of a step from one row to the next.

    Returns
    -------
    Drawing
        The text of the SVG.

    Raises
    ------
    ValueError
        If the graph is empty or a kind has no style.

    Examples
    --------
    >>> graph = nx.MultiDiGraph()
    >>> graph.add_node(0, label="start", layer=0, kind=None)
    >>> graph.add_node(1, label="won", layer=1, kind="win")
    >>> _ = graph.add_edge(0, 1, label="go", kind="win")
    >>> svg = draw_graph(graph, {"win": ("#0072B2", "", "winning plays")}, "A short game", "move")
    >>> svg.startswith("<svg "), "after move 1" in svg, 'data-kind="win"' in svg
    (True, True, True)
    """
    _check(graph, styles)
    return Drawing("\n".join(_parts(GraphFigure(graph, styles, title, layer_name))) + "\n")


def _check(graph: nx.MultiDiGraph, styles: Mapping[str, Style]) -> None:
    if not graph:
        raise ValueError("a graph without nodes cannot be drawn")
    kinds = {kind for _, kind in graph.nodes(data="kind")} | {kind for *_, kind in graph.edges(data="kind")}
    if missing := sorted(str(kind) for kind in kinds - {None} - set(styles)):
        raise ValueError(f"no style for the kind {', '.join(missing)}; known: {', '.join(styles)}")


def _parts(figure: GraphFigure) -> Iterator[str]:
    caption = list(_caption(figure))
    top = MARGIN + 19 * len(caption) + 14
    height = top + figure.layout.height + MARGIN + 4
    yield _opening(figure, height)
    yield f'<title id="{figure.id}-title">{escape(figure.title)}</title>'
    yield f'<desc id="{figure.id}-desc">{escape(_description(figure))}</desc>'
    yield f"<style>{_css(figure.id)}</style>"
    yield f"<defs>{''.join(_marker(figure, kind) for kind in figure.lane_counts)}</defs>"
    yield f'<rect class="paper" width="{fmt(figure.width)}" height="{fmt(height)}"/>'
    for index, line in enumerate(caption):
        yield _translate(MARGIN, MARGIN + 13 + 19 * index, line)
    yield _translate(MARGIN, top, "\n".join(_rows(figure)))
    left = (figure.width + HEADINGS - 8 - figure.layout.width) / 2
    yield _translate(left, top, "\n".join([*_lane_lines(figure), *_lane_labels(figure), *_boxes(figure)]))
    yield "</svg>"


def _translate(x: float, y: float, content: str) -> str:
    return f'<g transform="translate({fmt(x)} {fmt(y)})">{content}</g>'


def _opening(figure: GraphFigure, height: float) -> str:
    width = fmt(figure.width)
    size = f'viewBox="0 0 {width} {fmt(height)}" width="{width}" height="{fmt(height)}"'
    accessible = f'role="img" aria-labelledby="{figure.id}-title {figure.id}-desc"'
    scaled = 'style="max-width:100%;height:auto"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" id="{figure.id}" {size} {scaled} {accessible}>'


def _description(figure: GraphFigure) -> str:
    """Return a description for screen readers."""
    size = f"{len(figure.graph)} positions in {len(figure.layers)} rows, from the start at the top"
    moves = ", ".join(f"{count} on {figure.styles[kind][2]}" for kind, count in figure.lane_counts.items())
    return ". ".join([size, f"Moves: {moves or 'none'}", *figure.notes])


LIGHT = {
    "": "font:13px system-ui,'Segoe UI','Helvetica Neue',Arial,sans-serif",
    ".paper": "fill:#fff",
    ".ink": "fill:#1b1b1b",
    ".soft": "fill:#555",
    ".band": "fill:#f2f2f2",
    ".box": "stroke:#555;stroke-width:1.2",
    ".line": "fill:none;stroke-width:2;stroke-linecap:round",
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
    """Return the style rules of this figure. The dark ones apply to screens only: print stays black on white."""
    dark = f"@media screen and (prefers-color-scheme:dark){{{_rules(figure_id, DARK)}}}"
    return _rules(figure_id, LIGHT) + dark


def _rules(figure_id: str, rules: Mapping[str, str]) -> str:
    return "".join(f"#{figure_id} {selector}{{{rule}}}" for selector, rule in rules.items())


def _marker(figure: GraphFigure, kind: str) -> str:
    size = f'markerUnits="userSpaceOnUse" markerWidth="{ARROW}" markerHeight="6" refX="0" refY="3"'
    head = f'<path d="M0 0L{ARROW} 3L0 6z" fill="{figure.styles[kind][0]}"/>'
    return f'<marker id="{figure.id}-{short_digest(kind)}" {size} orient="auto">{head}</marker>'


def _text(x: float, y: float, text: str, classes: str) -> str:
    return f'<text x="{fmt(x)}" y="{fmt(y)}" class="{classes}">{escape(text)}</text>'


def _line(figure: GraphFigure, kind: str, curve: Curve) -> str:
    color, dashes, _ = figure.styles[kind]
    first, *rest = (f"{fmt(x)} {fmt(y)}" for x, y in curve)
    line = f'stroke="{color}" stroke-dasharray="{dashes or "none"}"'
    head = f'marker-end="url(#{figure.id}-{short_digest(kind)})"'
    return f'<path class="line" data-kind="{escape(kind)}" d="M{first}C{" ".join(rest)}" {line} {head}/>'


def _caption(figure: GraphFigure) -> Iterator[str]:
    """Return the lines above the drawing: the title, the legend and the notes."""
    for line in wrap(figure.title, int((figure.width - 2 * MARGIN) / TITLE_LETTER)):
        yield _text(0, 0, line, "ink title")
    for kind in figure.lane_counts:
        sample: Curve = [(0, -4.5), (12, -4.5), (24, -4.5), (36, -4.5)]
        yield _line(figure, kind, sample) + _text(INDENT, 0, figure.styles[kind][2], "ink")
    if any(kind for _, kind in figure.graph.nodes(data="kind")):
        end = '<rect class="band box" x="4" y="-12" width="36" height="15" rx="7"/>'
        yield end + _text(INDENT, 0, "terminal position with its outcome", "ink")
    for note in figure.notes:
        yield _text(0, 0, note, "soft")


def _rows(figure: GraphFigure) -> Iterator[str]:
    for layer, nodes in figure.layers.items():
        y = figure.layout.nodes[nodes[0]][1]
        height = max(figure.size(node)[1] for node in nodes) + 8
        place = f'y="{fmt(y - height / 2)}" width="{fmt(figure.width - 2 * MARGIN)}" height="{fmt(height)}"'
        yield f'<rect class="band" {place} rx="4"/>'
        yield _text(8, y + 4.5, f"after {figure.layer_name} {layer}" if layer else "start", "soft")


def _lane_lines(figure: GraphFigure) -> Iterator[str]:
    for lane, kinds in figure.lanes.items():
        for index, kind in enumerate(kinds):
            offset = LANE_SPACING * ((len(kinds) - 1) / 2 - index)
            curve = parallel_curve(figure.layout.curves[lane], offset)
            yield _line(figure, kind, connect_to_boxes(curve, figure.layout.nodes[lane[1]], figure.size(lane[1])))


def _lane_labels(figure: GraphFigure) -> Iterator[str]:
    for lane, (x, y) in figure.layout.labels.items():
        tail, head, label = lane
        if tail == head:
            yield _text(x, y + 4.5, label, "ink")
            continue
        # The outer two of three parallel lines leave room for a label of one digit.
        width = LETTER * len(label) + (3 if len(figure.lanes[lane]) > 1 else 7)
        place = f'x="{fmt(x - width / 2)}" y="{fmt(y - 8)}" width="{fmt(width)}" height="16"'
        yield f'<rect class="paper" {place} rx="5"/>' + _text(x, y + 4.5, label, "ink middle")


def _boxes(figure: GraphFigure) -> Iterator[str]:
    for node, (x, y) in figure.layout.nodes.items():
        width, height = figure.size(node)
        place = f'x="{fmt(x - width / 2)}" y="{fmt(y - height / 2)}" width="{fmt(width)}" height="{fmt(height)}"'
        kind = figure.graph.nodes[node]["kind"]
        yield f'<rect class="paper box" {place} rx="{14 if kind else 2}"/>'
        if kind:
            color = figure.styles[kind][0]
            tint = f'fill="{color}" fill-opacity=".2" stroke="{color}" stroke-width="2"'
            yield f'<rect {place} rx="14" {tint}/>'
        for index, line in enumerate(figure.graph.nodes[node]["label"].split("\n"), 1):
            classes = "ink middle strong" if kind and index == 1 else "ink middle"
            yield _text(x, y - height / 2 + LINE * index, line, classes)
