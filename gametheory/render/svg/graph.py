"""Draw a layered graph of plays as a standalone SVG.

The positions of boxes and curves are those of Graphviz `dot` (Gansner, Koutsofios, North and Vo 1993); the
SVG is written here, so that it can be read aloud, follow a dark page, and stand beside others in one page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from textwrap import wrap

import networkx as nx

from gametheory.render.svg.bezier import ARROW, Curve, connect_to_boxes, parallel_curve
from gametheory.render.svg.layout import HEADINGS, INDENT, LETTER, LINE, MARGIN, GraphFigure, Style, short_digest
from gametheory.render.svg.primitives import Drawing

TITLE_LETTER = 9.6  # the width of a letter of the title, as widths are in `layout`
APART = 7.0


def draw_graph(graph: nx.MultiDiGraph, styles: Mapping[str, Style], title: str, layer_name: str = "wave") -> Drawing:
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
    >>> svg = draw_graph(graph, {"win": ("#0072B2", "", "winning ways")}, "A short game", "move")
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


def _opening(figure: GraphFigure, height: float) -> str:
    width = _n(figure.width)
    size = f'viewBox="0 0 {width} {_n(height)}" width="{width}" height="{_n(height)}"'
    spoken = f'role="img" aria-labelledby="{figure.id}-title {figure.id}-desc"'
    scaled = 'style="max-width:100%;height:auto"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" id="{figure.id}" {size} {scaled} {spoken}>'


def _description(figure: GraphFigure) -> str:
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


def _marker(figure: GraphFigure, kind: str) -> str:
    size = f'markerUnits="userSpaceOnUse" markerWidth="{ARROW}" markerHeight="6" refX="0" refY="3"'
    head = f'<path d="M0 0L{ARROW} 3L0 6z" fill="{figure.styles[kind][0]}"/>'
    return f'<marker id="{figure.id}-{short_digest(kind)}" {size} orient="auto">{head}</marker>'


def _text(x: float, y: float, text: str, classes: str) -> str:
    return f'<text x="{_n(x)}" y="{_n(y)}" class="{classes}">{escape(text)}</text>'


def _way(figure: GraphFigure, kind: str, curve: Curve) -> str:
    colour, dashes, _ = figure.styles[kind]
    first, *rest = (f"{_n(x)} {_n(y)}" for x, y in curve)
    line = f'stroke="{colour}" stroke-dasharray="{dashes or "none"}"'
    head = f'marker-end="url(#{figure.id}-{short_digest(kind)})"'
    return f'<path class="way" data-kind="{escape(kind)}" d="M{first}C{" ".join(rest)}" {line} {head}/>'


def _caption(figure: GraphFigure) -> Iterator[str]:
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


def _rows(figure: GraphFigure) -> Iterator[str]:
    for layer, nodes in figure.layers.items():
        y = figure.layout.nodes[nodes[0]][1]
        height = max(figure.size(node)[1] for node in nodes) + 8
        place = f'y="{_n(y - height / 2)}" width="{_n(figure.width - 2 * MARGIN)}" height="{_n(height)}"'
        yield f'<rect class="band" {place} rx="4"/>'
        yield _text(8, y + 4.5, f"after {figure.layer_name} {layer}" if layer else "start", "soft")


def _lines(figure: GraphFigure) -> Iterator[str]:
    for lane, kinds in figure.lanes.items():
        for index, kind in enumerate(kinds):
            offset = APART * ((len(kinds) - 1) / 2 - index)
            curve = parallel_curve(figure.layout.curves[lane], offset)
            yield _way(figure, kind, connect_to_boxes(curve, figure.layout.nodes[lane[1]], figure.size(lane[1])))


def _lane_labels(figure: GraphFigure) -> Iterator[str]:
    for lane, (x, y) in figure.layout.labels.items():
        tail, head, label = lane
        if tail == head:
            yield _text(x, y + 4.5, label, "ink")
            continue
        # The outer two of three parallel lines pass beside a number of one digit.
        width = LETTER * len(label) + (3 if len(figure.lanes[lane]) > 1 else 7)
        place = f'x="{_n(x - width / 2)}" y="{_n(y - 8)}" width="{_n(width)}" height="16"'
        yield f'<rect class="paper" {place} rx="5"/>' + _text(x, y + 4.5, label, "ink middle")


def _boxes(figure: GraphFigure) -> Iterator[str]:
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
