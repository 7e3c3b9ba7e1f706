"""The dependency map: claims as linked boxes, with arrows from each claim to the claims that depend on it.

The style sheet of the page gives the colors of the statuses; the symbol of a status needs no color. Graphviz `dot`
places the boxes (Gansner, Koutsofios, North and Vo 1993).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from typing import Any, NamedTuple
from urllib.parse import quote

import networkx as nx

from gametheory.parallel.extras import library
from gametheory.render.graphs import dot_curve
from gametheory.render.manifest import STATUS_SYMBOLS, has_unmet_dependency

# Lengths are in SVG units, which are the points of Graphviz.
LETTER, HEIGHT, MARGIN = 7.3, 24, 6
MAX_CLAIMS = 150


class ClaimMap(NamedTuple):
    """A drawing of the claims with dependencies or dependents."""

    svg: str
    connected: int
    unconnected: list[str]


def dependency_map(claims: Iterable[dict[str, Any]], element_id: Callable[[str], str] = str) -> ClaimMap:
    """Draw the dependency map of the claims of a manifest.

    The map omits arrows that a longer path implies (transitive reduction; Aho, Garey and Ullman 1972).
    """
    by_id = {item["id"]: item for item in claims}
    graph = nx.DiGraph((used, item["id"]) for item in by_id.values() for used in item["uses"])
    unconnected = [name for name in by_id if name not in graph]
    if not graph or len(graph) > MAX_CLAIMS:
        return ClaimMap("", len(graph), unconnected)
    return ClaimMap(_draw(nx.transitive_reduction(graph), by_id, element_id), len(graph), unconnected)


def _draw(graph: nx.DiGraph[Any], claims: dict[str, dict[str, Any]], element_id: Callable[[str], str]) -> str:
    order = [name for name in claims if name in graph]
    plan = library("pygraphviz", "draw").AGraph(directed=True, rankdir="LR", nodesep=0.09, ranksep=0.32)
    plan.node_attr.update(shape="box", fixedsize="true", label="")
    for name in order:
        plan.add_node(name, width=LETTER * (len(name) + 5) / 72, height=HEIGHT / 72)
    for name in order:
        for dependent in (other for other in order if graph.has_edge(name, other)):
            plan.add_edge(name, dependent)
    plan.layout(prog="dot")
    *_, width, height = map(float, plan.graph_attr["bb"].split(","))
    arrows = [_arrow(plan.get_edge(*edge).attr["pos"], height, edge) for edge in plan.edges()]
    nodes = [_node(claims[name], plan.get_node(name).attr, height, element_id) for name in order]
    box = f"{-MARGIN} {-MARGIN} {width + 2 * MARGIN:g} {height + 2 * MARGIN:g}"
    return (
        f'<svg class="map" viewBox="{box}" width="{width + 2 * MARGIN:g}" height="{height + 2 * MARGIN:g}" '
        'role="group" aria-label="Dependencies: an arrow points from a claim to a claim that depends on it"><defs>'
        '<marker id="map-arrow" viewBox="0 0 8 8" refX="0" refY="4" markerWidth="7" markerHeight="7" '
        'markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>'
        f"{''.join(arrows)}{''.join(nodes)}</svg>"
    )


def _node(claim: dict[str, Any], place: Any, height: float, element_id: Callable[[str], str]) -> str:
    name, symbol = escape(claim["id"]), STATUS_SYMBOLS[claim["status"]].symbol
    (x, y), width = map(float, place["pos"].split(",")), 72 * float(place["width"])
    unmet = has_unmet_dependency(claim)
    text = escape(f"{claim['id']}, {claim['status']}{', not established' if unmet else ''}")
    box = f'x="{x - width / 2:g}" y="{height - y - HEIGHT / 2:g}" width="{width:g}" height="{HEIGHT}" rx="4"'
    return (
        f'<a href="#{quote(element_id(claim["id"]))}" class="node {claim["status"]}{" unmet" if unmet else ""}" '
        f'data-claim="{name}" aria-label="{text}"><title>{text}</title><rect class="shape" {box}/>'
        f'<text x="{x:g}" y="{height - y + 4:g}">{symbol} {name}</text></a>'
    )


def _arrow(position: str, height: float, edge: tuple[str, str]) -> str:
    data = f'data-from="{escape(edge[0])}" data-to="{escape(edge[1])}"'
    return f'<path class="arrow" {data} d="{dot_curve(position, height)}" marker-end="url(#map-arrow)"/>'
