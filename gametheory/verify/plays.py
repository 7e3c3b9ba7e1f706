"""A way to an outcome, and that there is no shorter one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import networkx as nx

from gametheory.model.game import Distribution, Game, Move, Position, active_players
from gametheory.verify.errors import CertificateError


def check_play(game: Game[Any, Any], moves: Iterable[Sequence[Move]], outcome: str) -> int:
    """Replay joint moves by the rules alone and return their number; the last must end in the named outcome.

    Raises CertificateError at a move that is not allowed, after the end, by chance, or with another ending.

    >>> from gametheory import Castle
    >>> from gametheory.games.castle import Volley
    >>> check_play(Castle(1, 1, 1), [(Volley(1, 0),)], "soldiers")
    1
    """
    position, length = game.start(), 0
    for joint in moves:
        moving = active_players(game, position)
        if game.outcome(position) is not None or len(moving) != len(joint):
            raise CertificateError(f"move {length + 1}: {joint} cannot be played in {position}")
        for player, move in zip(moving, joint, strict=True):
            if move not in list(game.moves(position, player)):
                raise CertificateError(f"move {length + 1}: {move} is not allowed in {position}")
        position = game.after(position, *joint)
        if isinstance(position, Distribution):
            raise CertificateError(f"move {length + 1}: what follows {joint} is left to chance")
        length += 1
    end = game.outcome(position)
    if end is None or end.name != outcome:
        raise CertificateError(f"play ends in {position} with {end.name if end else 'no outcome'}, not {outcome}")
    return length


def check_distances(graph: nx.MultiDiGraph, outcome: str, bounds: Mapping[Position, int]) -> int | None:
    """Return a lower bound on the moves from the start to an outcome; None when it is out of reach.

    `bounds` labels positions with a number; unlabelled ones are claimed to be out of reach. The labels prove
    the bound by induction on the length of a way: every end has a label of at most 0, and along every move
    from u to a labelled v, u is labelled with at most one more than v.

    Raises CertificateError at the first position or move where that fails.

    >>> from gametheory import Castle, state_graph
    >>> graph = state_graph(Castle(1, 2, 1))
    >>> start, met, lost = graph
    >>> check_distances(graph, "castle", {start: 2, met: 1, lost: 0})
    2
    >>> check_distances(graph, "castle", {start: 3, met: 1, lost: 0})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: the labels of ... and its successor ... do not fit
    """
    for position, end in graph.nodes(data="outcome"):
        if end is not None and end.name == outcome and bounds.get(position, 1) > 0:
            raise CertificateError(f"{position} ends with {outcome} and is not labelled 0")
    for position, following in graph.edges():
        if following in bounds and (position not in bounds or bounds[position] > bounds[following] + 1):
            raise CertificateError(f"the labels of {position} and its successor {following} do not fit")
    return bounds.get(graph.graph["start"])
