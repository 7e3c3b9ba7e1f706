"""Checkers only: what a solver found is re-checked here by the rules and exact arithmetic, without the solver.

Small enough to read in one sitting. Every function raises CertificateError, with the place where the
certificate breaks, or returns what the certificate establishes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import networkx as nx

from gametheory.core import Chance, Game, Move, Position


class CertificateError(Exception):
    """A certificate does not establish what it claims."""


def check_way(game: Game[Any, Any], moves: Iterable[Sequence[Move]], outcome: str) -> int:
    """Replay joint moves by the rules alone and return their number; the last must end in the named outcome.

    Raises CertificateError at a move that is not allowed, after the end, by chance, or with another ending.

    >>> from gametheory import Castle
    >>> from gametheory.games.castle import Volley
    >>> check_way(Castle(1, 1, 1), [(Volley(1, 0),)], "soldiers")
    1
    """
    position, length = game.start(), 0
    for joint in moves:
        movers = [player for player in game.players if any(True for _ in game.moves(position, player))]
        if game.outcome(position) is not None or len(movers) != len(joint):
            raise CertificateError(f"move {length + 1}: {joint} cannot be played in {position}")
        for player, move in zip(movers, joint, strict=True):
            if move not in list(game.moves(position, player)):
                raise CertificateError(f"move {length + 1}: {move} is not allowed in {position}")
        position = game.after(position, *joint)
        if isinstance(position, Chance):
            raise CertificateError(f"move {length + 1}: what follows {joint} is left to chance")
        length += 1
    end = game.outcome(position)
    if end is None or end.name != outcome:
        raise CertificateError(f"play ends in {position} with {end.name if end else 'no outcome'}, not {outcome}")
    return length


def check_fewest(graph: nx.MultiDiGraph, outcome: str, bounds: Mapping[Position, int]) -> int | None:
    """Return a lower bound on the moves from the start to an outcome; None when it is out of reach.

    `bounds` labels positions with a number; unlabelled ones are claimed to be out of reach. The labels prove
    the bound by induction on the length of a way: every end has a label of at most 0, and along every move
    from u to a labelled v, u is labelled with at most one more than v.

    Raises CertificateError at the first position or move where that fails.
    """
    for position, end in graph.nodes(data="outcome"):
        if end is not None and end.name == outcome and bounds.get(position, 1) > 0:
            raise CertificateError(f"{position} ends with {outcome} and is not labelled 0")
    for position, following in graph.edges():
        if following in bounds and (position not in bounds or bounds[position] > bounds[following] + 1):
            raise CertificateError(f"the labels of {position} and its successor {following} do not fit")
    return bounds.get(graph.graph["start"])


def check_law(graph: nx.MultiDiGraph, labels: Mapping[Position, Fraction], outcome: str) -> Fraction:
    """Return the exact chance of an outcome from the start of a game of chance alone.

    `labels` gives every position its chance of the outcome. They prove it: ends are labelled 1 or 0; any other
    label is the mean of those that follow, weighted by their chances; and a position from which no end can be
    reached is labelled 0. From all others play ends, or comes to such a position, with probability 1, so that only
    one such labelling exists.

    Raises CertificateError at the first position where that fails, or where a player moves.

    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> from gametheory.solve.chain import absorption_labels
    >>> graph = state_graph(Battle(2, 1))
    >>> check_law(graph, absorption_labels(graph, "win"), "win")
    Fraction(180, 187)
    """
    ending = _can_end(graph)
    for position, end in graph.nodes(data="outcome"):
        steps = [(v, data["probability"]) for _, v, data in graph.out_edges(position, data=True) if not data["moves"]]
        if len(steps) < graph.out_degree(position):
            raise CertificateError(f"in {position} a player moves")
        if position not in labels or any(following not in labels for following, _ in steps):
            raise CertificateError(f"{position} or what follows it is not labelled")
        due = int(end.name == outcome) if end is not None else sum(p * labels[v] for v, p in steps)
        if labels[position] != (due if position in ending else 0):
            raise CertificateError(f"{position} is labelled {labels[position]}, not {due if position in ending else 0}")
    return labels[graph.graph["start"]]


def _can_end(graph: nx.MultiDiGraph) -> set[Position]:
    """The positions from which some end can be reached."""
    found = {position for position, end in graph.nodes(data="outcome") if end is not None}
    queue = list(found)
    while queue:
        new = set(graph.predecessors(queue.pop())) - found
        found |= new
        queue.extend(new)
    return found
