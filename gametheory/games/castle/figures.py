"""The castle game as a picture: which positions to show, wave by wave, and whose ways lead through them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

import networkx as nx

from gametheory.games.castle.rules import Castle, Position, Volley
from gametheory.games.castle.solution import fastest_play
from gametheory.model.game import Outcome
from gametheory.model.state_graph import PositionLimitExceeded, state_graph
from gametheory.solvers.shortest_paths import Step, cycle_edges, distance_to_outcome

# The colours of Okabe and Ito (2008) are told apart with any colour vision; the dashes do without colour.
STYLES = {
    "soldiers": ("#0072B2", "", "the soldiers’ winning ways"),
    "castle": ("#D55E00", "7 5", "the castle’s winning ways"),
    "tie": ("#009E73", "0.1 5", "the tie"),
}
NOTES = (
    "S soldiers, D defenders, CH castle hits left",
    "Number on an arrow: soldiers who fire at defenders",
)

# Games with more positions than this are not unfolded just to say how many the figure would have.
MOST_COUNTED = 10_000
MOST_WAVES = 30
MOST_SHOWN = 10**30


def play_graph(game: Castle, limit: int = 150) -> nx.MultiDiGraph:
    """All ways to win and to the tie, as a graph of the positions after each wave, ready to be drawn.

    The state graph unrolled by wave: a node is (wave, position), so that a position reached in two waves is
    shown twice, and a way is a path from the start to a node whose `kind` says who has won. An edge is of
    every kind that can still be reached at its end (CD2, figures 2, 3 and 4).
    Nodes have `label`, `layer` (the wave) and `kind` (None while play goes on, else "soldiers" or "castle").
    Edges, one for each kind of way that takes them, have `label` (how many soldiers fire at defenders) and
    `kind` ("soldiers", "castle", "tie"). The endless move leads back to its own node.

    Arguments: the game, and how many nodes a legible figure may have.
    Raises ValueError with their number where there are more.

    >>> picture = play_graph(Castle(10, 11, 15))
    >>> [node for node, kind in picture.nodes(data="kind") if kind == "soldiers"]
    [(4, Position(soldiers=2, defenders=0, strength=0))]
    """
    positions = _unfold(game, limit)
    picture = nx.MultiDiGraph(notes=NOTES)
    for wave, position in _reached(positions):
        picture.add_node((wave, position), layer=wave, **_shown(positions, position))
    if len(picture) > limit:
        raise ValueError(_too_many(f"{len(picture)}", limit))
    leading = _leading(positions)
    for wave, position in list(picture):
        for step in _steps(positions, [position]):
            following = wave + (step.following != position), step.following
            for kind in _kinds(step, leading):
                picture.add_edge((wave, position), following, label=_shots(step), kind=kind)
    return picture


def fastest_wins_graph(game: Castle) -> nx.MultiDiGraph:
    """An excerpt of `play_graph` for a game of any size: one fastest win of each side that can win.

    The plays are those of the theorem (`solution.fastest_play`); of a long one the first 30 waves are shown. Raises
    ValueError where a number has more than 30 digits, which no figure has room for.

    >>> picture = fastest_wins_graph(Castle(10, 43, 8))
    >>> max(wave for wave, _ in picture), picture.graph["notes"][-1]
    (16, 'An excerpt: one fastest win of each side')
    """
    if max(game.soldiers, game.strength, game.defenders_per_wave) >= MOST_SHOWN:
        raise ValueError("a figure has no room for numbers of more than 30 digits")
    plays = {side: play for side in ("soldiers", "castle") if (play := fastest_play(game, side, MOST_WAVES))}
    cut = any(len(play.waves) == MOST_WAVES for play in plays.values())
    rule = f"the first {MOST_WAVES} waves of one fastest win of each side" if cut else "one fastest win of each side"
    picture = nx.MultiDiGraph(notes=(*NOTES, f"An excerpt: {rule}"))
    for side, play in plays.items():
        before = (0, game.start())
        _show(picture, game, before)
        for wave in play.waves:
            after = (wave.number, wave.position)
            _show(picture, game, after)
            picture.add_edge(before, after, label=f"{wave.volley.at_defenders}", kind=side)
            before = after
    return picture


def _show(picture: nx.MultiDiGraph, game: Castle, node: tuple[int, Position]) -> None:
    wave, position = node
    picture.add_node(node, layer=wave, **_labelled(position, game.outcome(position)))


def _unfold(game: Castle, limit: int) -> nx.MultiDiGraph:
    if _second_volleys(game) > max(limit, MOST_COUNTED):
        raise ValueError(_too_many(f"more than {MOST_COUNTED}", limit))
    try:
        return state_graph(game, max(limit, MOST_COUNTED))
    except PositionLimitExceeded as error:
        raise ValueError(_too_many(f"more than {error.limit}", limit)) from error


def _second_volleys(game: Castle) -> int:
    # No two lead to the same position: a floor for their number where even one wave is too large to unfold.
    fewest_at_defenders = max(2 * game.soldiers - game.strength, 0)
    return min(game.soldiers, game.defenders_per_wave) - fewest_at_defenders + 1


def _too_many(found: str, limit: int) -> str:
    return f"the figure would show {found} positions, wave by wave; the limit is {limit}"


def _reached(positions: nx.MultiDiGraph) -> Iterator[tuple[int, Position]]:
    """Every position with each wave after which it can be reached; nobody waits in the endless move."""
    layer, wave = [positions.graph["start"]], 0
    while layer:
        yield from ((wave, position) for position in layer)
        moved = (step.following for step in _steps(positions, layer) if step.following != step.position)
        layer, wave = list(dict.fromkeys(moved)), wave + 1


def _steps(positions: nx.MultiDiGraph, layer: Iterable[Position]) -> Iterator[Step]:
    for position, following, moves in positions.out_edges(layer, data="moves"):
        yield Step(position, moves, following)


def _leading(positions: nx.MultiDiGraph) -> dict[str, set[Position]]:
    """The positions from which each kind of way can go on to its end."""
    tied = {step.position for step in cycle_edges(positions)}
    before_tie = (nx.ancestors(positions, position) for position in tied)
    wins = {side: set(distance_to_outcome(positions, side)) for side in ("soldiers", "castle")}
    return cast(dict[str, set[Position]], wins | {"tie": tied.union(*before_tie)})


def _kinds(step: Step, leading: dict[str, set[Position]]) -> list[str]:
    if step.position == step.following:
        return ["tie"]
    return [kind for kind, reaching in leading.items() if step.following in reaching]


def _shown(positions: nx.MultiDiGraph, position: Position) -> dict[str, str | None]:
    return _labelled(position, positions.nodes[position]["outcome"])


def _labelled(position: Position, end: Outcome | None) -> dict[str, str | None]:
    winner = f"{end.name}\n" if end else ""
    label = f"{winner}S={position.soldiers}\nD={position.defenders}\nCH={position.strength}"
    return {"label": label, "kind": end.name if end else None}


def _shots(step: Step) -> str:
    volley = cast(Volley, step.moves[0])
    repeats = ", repeats for ever" if step.position == step.following else ""
    return f"{volley.at_defenders}{repeats}"
