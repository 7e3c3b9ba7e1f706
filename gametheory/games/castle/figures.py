"""Graphs of the plays of a castle game, wave by wave, with labels, for a renderer to draw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import networkx as nx

from gametheory.games.castle.plays import fastest_play
from gametheory.games.castle.rules import Castle, Position
from gametheory.model.game import PositionLimitExceeded, RulesError
from gametheory.model.unfolding import state_graph
from gametheory.solvers.shortest_paths import Step, cycle_edges, distance_to_outcome

NOTES = (
    "S soldiers, D defenders, CH castle hits left",
    "Number on an arrow: soldiers who fire at defenders",
)

MAX_WAVES_DRAWN = 30
MAX_NUMBER_DRAWN = 10**30


def play_graph(game: Castle, limit: int = 150) -> nx.MultiDiGraph[object]:
    """Return all plays that a side wins, and the tie, as a graph of the positions after each wave.

    The graph is the state graph unrolled by wave: a node is (wave, position), so a position that occurs after two
    numbers of waves has two nodes. A play is a path from the start to a node whose `kind` is the winner. The endless
    move of a tie leads back to its own node. CD2, figures 2, 3 and 4, show such graphs.
    """
    too_many = f"the figure would show more than {limit} positions, wave by wave"
    try:
        positions = state_graph(game, limit)
    except (PositionLimitExceeded, RulesError) as error:
        raise ValueError(too_many) from error
    picture: nx.MultiDiGraph[Any] = nx.MultiDiGraph(notes=NOTES)
    for node in _positions_by_wave(positions):
        _add_node(picture, game, node)
    # A position counts once for each number of waves after which it occurs.
    if len(picture) > limit:
        raise ValueError(too_many)
    reaching = _positions_reaching(positions)
    for wave, position in list(picture):
        for step in _steps(positions, [position]):
            # The endless move of a tie stays in its wave, where it leads back to its own node.
            next_wave = wave if step.successor == position else wave + 1
            for kind in _kinds(step, reaching):
                picture.add_edge((wave, position), (next_wave, step.successor), label=_edge_label(step), kind=kind)
    return picture


def fastest_wins_graph(game: Castle) -> nx.MultiDiGraph[object]:
    """Return an excerpt of `play_graph` for a game of any size: one fastest win of each side that can win.

    The plays are those of `fastest_play`. A longer play is cut after 30 waves.
    """
    if max(game.soldiers, game.strength, game.defenders_per_wave) >= MAX_NUMBER_DRAWN:
        raise ValueError("a figure has no room for numbers of more than 30 digits")
    picture: nx.MultiDiGraph[object] = nx.MultiDiGraph()
    extent = ""
    for side in ("soldiers", "castle"):
        play = fastest_play(game, side, MAX_WAVES_DRAWN)
        if play is None:
            continue
        # Cut there: the play may go on.
        if len(play.waves) == MAX_WAVES_DRAWN:
            extent = f"the first {MAX_WAVES_DRAWN} waves of "
        before = (0, game.start())
        _add_node(picture, game, before)
        for wave in play.waves:
            after = (wave.number, wave.position)
            _add_node(picture, game, after)
            picture.add_edge(before, after, label=f"{wave.volley.at_defenders}", kind=side)
            before = after
    picture.graph["notes"] = (*NOTES, f"An excerpt: {extent}one fastest win of each side")
    return picture


def _add_node(picture: nx.MultiDiGraph[object], game: Castle, node: tuple[int, Position]) -> None:
    wave, position = node
    end = game.outcome(position)
    kind = end.name if end else None
    numbers = f"S={position.soldiers}\nD={position.defenders}\nCH={position.strength}"
    label = f"{kind}\n{numbers}" if kind else numbers
    picture.add_node(node, layer=wave, label=label, kind=kind)


def _positions_by_wave(positions: nx.MultiDiGraph[object]) -> Iterator[tuple[int, Position]]:
    """Yield every position with each number of waves after which it can occur; the endless move is not followed."""
    layer = [positions.graph["start"]]
    wave = 0
    while layer:
        yield from ((wave, position) for position in layer)
        successors = (step.successor for step in _steps(positions, layer) if step.successor != step.position)
        layer = list(dict.fromkeys(successors))
        wave += 1


def _steps(positions: nx.MultiDiGraph[object], layer: Iterable[Position]) -> Iterator[Step]:
    moves: object
    for position, successor, moves in positions.out_edges(layer, data="moves"):
        yield Step(position, moves, successor)


def _positions_reaching(positions: nx.MultiDiGraph[object]) -> dict[str, set[Position]]:
    """Return, for each kind of play, the positions from which its end can be reached."""
    reaching: dict[str, Any] = {side: set(distance_to_outcome(positions, side)) for side in ("soldiers", "castle")}
    # A tie ends nowhere: from these positions on a wave can repeat forever.
    tied = {step.position for step in cycle_edges(positions)}
    before_tie = (nx.ancestors(positions, position) for position in tied)
    return reaching | {"tie": tied.union(*before_tie)}


def _kinds(step: Step, reaching: dict[str, set[Position]]) -> list[str]:
    if step.position == step.successor:
        return ["tie"]
    return [kind for kind, positions in reaching.items() if step.successor in positions]


def _edge_label(step: Step) -> str:
    volley: Any = step.moves[0]
    repeats = ", repeats forever" if step.position == step.successor else ""
    return f"{volley.at_defenders}{repeats}"
