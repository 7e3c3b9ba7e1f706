"""The dependency map: claims as linked shapes, with arrows from each claim to the claims that depend on it.

The style sheet of the page gives the colors of the statuses. Graphviz `dot` places the shapes (Gansner, Koutsofios,
North and Vo 1993).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from html import escape
from typing import Any, NamedTuple
from urllib.parse import quote

import networkx as nx

from gametheory.parallel.extras import library
from gametheory.render.status_symbols import STATUS_SYMBOLS, has_unmet_dependency

# Lengths are in SVG units, which are the points of Graphviz.
LETTER, HEIGHT, MARGIN, ARROW = 7.3, 24, 6, 7
INSETS = {"box": 9, "note": 12, "ellipse": 17, "parallelogram": 15, "hexagon": 17, "octagon": 14, "diamond": 26}
MAX_CLAIMS = 150


class ClaimMap(NamedTuple):
    """A drawing of the claims with dependencies or dependents.

    Attributes
    ----------
    svg
        The drawing; empty if there are no dependencies, or more than 150 claims with some.
    connected
        The number of claims with dependencies or dependents.
    unconnected
        The ids of the other claims.
    """

    svg: str
    connected: int
    unconnected: list[str]


def dependency_map(claims: Iterable[dict[str, Any]], element_id: Callable[[str], str] = str) -> ClaimMap:
    """Draw the dependency map of the claims of a manifest.

    The map omits arrows that a longer path implies (transitive reduction; Aho, Garey and Ullman 1972).

    Parameters
    ----------
    claims
        The claims of the manifest.
    element_id
        A function from the id of a claim to the id of its HTML element, for the links.

    Examples
    --------
    >>> first = {"id": "A", "status": "proved", "label": "proved", "uses": [], "grounded": True}
    >>> claim_map = dependency_map([first, first | {"id": "B", "uses": ["A"]}, first | {"id": "C"}])
    >>> claim_map.connected, claim_map.unconnected, 'href="#B"' in claim_map.svg
    (2, ['C'], True)
    """
    by_id = {item["id"]: item for item in claims}
    graph = nx.DiGraph((used, item["id"]) for item in by_id.values() for used in item["uses"])
    unconnected = [name for name in by_id if name not in graph]
    if not graph or len(graph) > MAX_CLAIMS:
        return ClaimMap("", len(graph), unconnected)
    return ClaimMap(_draw(nx.transitive_reduction(graph), by_id, element_id), len(graph), unconnected)


def status_swatch(label: str) -> str:
    """Return the shape of a label as an SVG for a legend.

    >>> status_swatch("verified").startswith('<svg class="swatch verified"')
    True
    """
    return (
        f'<svg class="swatch {label}" viewBox="0 0 40 {HEIGHT}" width="40" height="{HEIGHT}" aria-hidden="true">'
        f"{_shape(STATUS_SYMBOLS[label].shape, 20, HEIGHT / 2, 36)}"
        f'<text x="20" y="{HEIGHT / 2 + 4:g}">{STATUS_SYMBOLS[label].symbol}</text></svg>'
    )


def _draw(graph: nx.DiGraph, claims: dict[str, dict[str, Any]], element_id: Callable[[str], str]) -> str:
    order = [name for name in claims if name in graph]
    plan = library("pygraphviz", "draw").AGraph(directed=True, rankdir="LR", nodesep=0.09, ranksep=0.32)
    plan.node_attr.update(shape="box", fixedsize="true", label="")
    for name in order:
        plan.add_node(name, width=_width(claims[name]) / 72, height=HEIGHT / 72)
    for name in order:
        for dependent in (other for other in order if graph.has_edge(name, other)):
            plan.add_edge(name, dependent)
    plan.layout(prog="dot")
    *_, width, height = map(float, plan.graph_attr["bb"].split(","))
    arrows = [_arrow(plan.get_edge(*edge).attr["pos"], height, edge) for edge in plan.edges()]
    nodes = [_node(claims[name], plan.get_node(name).attr["pos"], height, element_id) for name in order]
    box = f"{-MARGIN} {-MARGIN} {width + 2 * MARGIN:g} {height + 2 * MARGIN:g}"
    return (
        f'<svg class="map" viewBox="{box}" width="{width + 2 * MARGIN:g}" height="{height + 2 * MARGIN:g}" '
        'role="group" aria-label="Dependencies: an arrow points from a claim to a claim that depends on it"><defs>'
        f'<marker id="map-arrow" viewBox="0 0 8 8" refX="0" refY="4" markerWidth="{ARROW}" markerHeight="{ARROW}" '
        'markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>'
        f"{''.join(arrows)}{''.join(nodes)}</svg>"
    )


def _width(claim: dict[str, Any]) -> float:
    return LETTER * len(claim["id"]) + 2 * INSETS[STATUS_SYMBOLS[claim["label"]].shape]


def _node(claim: dict[str, Any], place: str, height: float, element_id: Callable[[str], str]) -> str:
    x, y = _point(place, height)
    text = f"{claim['id']}, {claim['label']}{', not established' if has_unmet_dependency(claim) else ''}"
    classes = f"node {claim['label']}{' unmet' if has_unmet_dependency(claim) else ''}"
    return (
        f'<a href="#{quote(element_id(claim["id"]))}" class="{classes}" data-claim="{escape(claim["id"])}" '
        f'aria-label="{escape(text)}"><title>{escape(text)}</title>'
        f"{_shape(STATUS_SYMBOLS[claim['label']].shape, x, y, _width(claim))}"
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
    """Return the corners of a shape: side (-1 left, 1 right), inset from that side, and height (-1 top, 1 bottom)."""
    if shape == "parallelogram":
        yield from ((-1, -9, -1), (1, 0, -1), (1, 9, 1), (-1, 0, 1))
    elif shape == "note":
        yield from ((-1, 0, -1), (1, 8, -1), (1, 0, -0.4), (1, 0, 1), (-1, 0, 1))
    elif shape == "hexagon":
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
    data = f'data-from="{escape(edge[0])}" data-to="{escape(edge[1])}"'
    return f'<path class="arrow" {data} d="M{first[0]:g} {first[1]:g}C{path}" marker-end="url(#map-arrow)"/>'


def _point(text: str, height: float) -> tuple[float, float]:
    # The y axis points up in Graphviz and down in SVG.
    x, y = text.split(",")
    return round(float(x), 1), round(height - float(y), 1)
