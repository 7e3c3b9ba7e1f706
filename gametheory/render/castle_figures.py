"""Drawings of the plays of a castle game."""

from __future__ import annotations

import networkx as nx

from gametheory.render.svg.graph import draw_graph
from gametheory.render.svg.primitives import Drawing

# The colors of Okabe and Ito (2008) can be distinguished with any color vision; the dashes need no color.
STYLES = {
    "soldiers": ("#0072B2", "", "plays won by the soldiers"),
    "castle": ("#D55E00", "7 5", "plays won by the castle"),
    "tie": ("#009E73", "0.1 5", "the tie"),
}


def draw_plays(graph: nx.MultiDiGraph, title: str) -> Drawing:
    """Draw a graph of plays as an SVG, wave by wave, with one style for each winner.

    Parameters
    ----------
    graph
        A graph from `gametheory.games.castle.figures.play_graph` or `fastest_wins_graph`.
    title
        The title of the figure.

    Returns
    -------
    Drawing
        The text of the SVG; a notebook displays it.

    Examples
    --------
    >>> from gametheory.games.castle import Castle
    >>> from gametheory.games.castle.figures import play_graph
    >>> svg = draw_plays(play_graph(Castle(10, 11, 15)), "Test 0")
    >>> "plays won by the castle" in svg, "after wave 4" in svg
    (True, True)
    """
    return draw_graph(graph, STYLES, title)
