"""A drawing of a small castle game, next to a counterexample."""

from __future__ import annotations

from gametheory.claims.evidence import Figure
from gametheory.games.castle import Castle
from gametheory.games.castle.figures import fastest_wins_graph, play_graph
from gametheory.render.figures import draw_plays

MOST = 12  # positions in a drawing that is read at a glance


def drawn(game: Castle) -> Figure:
    """Draw all plays of a small game, and of a larger game one fastest win of each side."""
    caption = f"The game {game}: {{}}, wave by wave."
    try:
        graph, caption = play_graph(game, MOST), caption.format("every play that a side wins")
    except ValueError:  # too many positions
        graph, caption = fastest_wins_graph(game), caption.format("one fastest win of each side that can win")
    return Figure(draw_plays(graph, f"{game}"), caption)
