"""The map of what rests on what: claims as linked shapes, arrows from each claim to those that rest on it.

It is drawn for a page that has the colours of the statuses in its style sheet; Graphviz `dot` places the shapes
(Gansner, Koutsofios, North and Vo 1993).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import Any, NamedTuple
from urllib.parse import quote

import networkx as nx
import pygraphviz as pgv

from gametheory.render.status_symbols import STATUS_SYMBOLS, has_unmet_dependency

# Lengths are in SVG units, which are the points of Graphviz.
LETTER, HEIGHT, MARGIN, ARROW = 7.3, 24, 6, 7
INSETS = {"box": 9, "ellipse": 17, "hexagon": 17, "octagon": 14, "diamond": 26}
MOST = 150


class ClaimMap(NamedTuple):
    """A drawing of the claims that are joined by reasons, and the ids of those that are not.

    `svg` is empty where nothing is joined, and where more is than anybody could read.
    """

    svg: str
    joined: int
    alone: list[str]


def dependency_map(claims: Iterable[dict[str, Any]], anchor: Any = str) -> ClaimMap:
    """The map of the claims of a manifest; `anchor` makes the id of a claim one of an element.

    An arrow that a longer way already implies is left out (transitive reduction; Aho, Garey and Ullman 1972).

    >>> first = {"id": "A", "status": "proved", "uses": [], "grounded": True}
    >>> drawn = dependency_map([first, first | {"id": "B", "uses": ["A"]}, first | {"id": "C"}])
    >>> drawn.joined, drawn.alone, 'href="#B"' in drawn.svg
    (2, ['C'], True)
    """
    by_id = {item["id"]: item for item in claims}
    graph = nx.DiGraph((used, item["id"]) for item in by_id.values() for used in item["uses"])
    alone = [name for name in by_id if name not in graph]
    if not graph or len(graph) > MOST:
        return ClaimMap("", len(graph), alone)
    return ClaimMap(_drawn(nx.transitive_reduction(graph), by_id, anchor), len(graph), alone)


def status_swatch(status: str) -> str:
    """The shape of a status for a legend.

    >>> status_swatch("verified").startswith('<svg class="status_swatch verified"')
    True
    """
    return (
        f'<svg class="swatch {status}" viewBox="0 0 40 {HEIGHT}" width="40" height="{HEIGHT}" aria-hidden="true">'
        f"{_shape(STATUS_SYMBOLS[status].shape, 20, HEIGHT / 2, 36)}"
        f'<text x="20" y="{HEIGHT / 2 + 4:g}">{STATUS_SYMBOLS[status].symbol}</text></svg>'
    )


def _drawn(graph: nx.DiGraph, claims: dict[str, dict[str, Any]], anchor: Any) -> str:
    order = [name for name in claims if name in graph]
    plan = pgv.AGraph(directed=True, rankdir="LR", nodesep=0.09, ranksep=0.32)
    plan.node_attr.update(shape="box", fixedsize="true", label="")
    for name in order:
        plan.add_node(name, width=_width(claims[name]) / 72, height=HEIGHT / 72)
    for name in order:
        for above in (above for above in order if graph.has_edge(name, above)):
            plan.add_edge(name, above)
    plan.layout(prog="dot")
    *_, width, height = map(float, plan.graph_attr["bb"].split(","))
    arrows = [_arrow(plan.get_edge(*edge).attr["pos"], height, edge) for edge in plan.edges()]
    nodes = [_node(claims[name], plan.get_node(name).attr["pos"], height, anchor) for name in order]
    box = f"{-MARGIN} {-MARGIN} {width + 2 * MARGIN:g} {height + 2 * MARGIN:g}"
    return (
        f'<svg class="map" viewBox="{box}" width="{width + 2 * MARGIN:g}" height="{height + 2 * MARGIN:g}" '
        'role="group" aria-label="What rests on what: an arrow leads from a claim to one that rests on it"><defs>'
        f'<marker id="map-arrow" viewBox="0 0 8 8" refX="0" refY="4" markerWidth="{ARROW}" markerHeight="{ARROW}" '
        'markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>'
        f"{''.join(arrows)}{''.join(nodes)}</svg>"
    )


def _width(claim: dict[str, Any]) -> float:
    return LETTER * len(claim["id"]) + 2 * INSETS[STATUS_SYMBOLS[claim["status"]].shape]


def _node(claim: dict[str, Any], place: str, height: float, anchor: Any) -> str:
    x, y = _point(place, height)
    told = f"{claim['id']}, {claim['status']}{', not grounded' if has_unmet_dependency(claim) else ''}"
    classes = f"node {claim['status']}{' has_unmet_dependency' if has_unmet_dependency(claim) else ''}"
    return (
        f'<a href="#{quote(anchor(claim["id"]))}" class="{classes}" data-claim="{escape(claim["id"])}" '
        f'aria-label="{escape(told)}"><title>{escape(told)}</title>'
        f"{_shape(STATUS_SYMBOLS[claim['status']].shape, x, y, _width(claim))}"
        f'<text x="{x:g}" y="{y + 4:g}">{escape(claim["id"])}</text></a>'
    )


def _shape(shape: str, x: float, y: float, width: float) -> str:
    if shape == "ellipse":
        return f'<rect class="shape" {_at(x, y, width)} rx="{HEIGHT / 2:g}"/>'
    if shape == "box":
        return f'<rect class="shape" {_at(x, y, width)}/>'
    points = " ".join(
        f"{x + right * width / 2 - inner:g},{y + down * HEIGHT / 2:g}" for right, inner, down in _corners(shape)
    )
    return f'<polygon class="shape" points="{points}"/>'


def _at(x: float, y: float, width: float) -> str:
    return f'x="{x - width / 2:g}" y="{y - HEIGHT / 2:g}" width="{width:g}" height="{HEIGHT}"'


def _corners(shape: str) -> Iterator[tuple[int, float, float]]:
    """The corners of a shape: to which side, how far inside of it, and how far down."""
    if shape == "hexagon":
        yield from ((-1, -9, -1), (1, 9, -1), (1, 0, 0), (1, 9, 1), (-1, -9, 1), (-1, 0, 0))
    elif shape == "octagon":
        yield from (
            (-1, -7, -1),
            (1, 7, -1),
            (1, 0, -0.4),
            (1, 0, 0.4),
            (1, 7, 1),
            (-1, -7, 1),
            (-1, 0, 0.4),
            (-1, 0, -0.4),
        )
    else:
        yield from ((0, 0, -1), (1, 0, 0), (0, 0, 1), (-1, 0, 0))


def _arrow(text: str, height: float, edge: tuple[str, str]) -> str:
    first, *others = (_point(point, height) for point in text.split() if point[0] not in "es")
    path = " ".join(f"{x:g} {y:g}" for x, y in others)
    ends = f'data-from="{escape(edge[0])}" data-to="{escape(edge[1])}"'
    return f'<path class="arrow" {ends} d="M{first[0]:g} {first[1]:g}C{path}" marker-end="url(#map-arrow)"/>'


def _point(text: str, height: float) -> tuple[float, float]:
    # Graphviz counts y upwards, SVG downwards.
    x, y = text.split(",")
    return round(float(x), 1), round(height - float(y), 1)
