"""What chance leads to, alone or with one mover."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import networkx as nx

from gametheory.model.game import Move, Position, active_players
from gametheory.model.state_graph import joint_moves
from gametheory.verify.errors import CertificateError, require


def check_absorption_probability(graph: nx.MultiDiGraph, labels: Mapping[Position, Fraction], outcome: str) -> Fraction:
    """Return the exact chance of an outcome from the start of a game of chance alone.

    `labels` gives every position its chance of the outcome. They prove it: ends are labelled 1 or 0; any other
    label is the mean of those that follow, weighted by their chances; and a position from which no end can be
    reached is labelled 0. From all others play ends, or comes to such a position, with probability 1, so that only
    one such labelling exists.

    Raises CertificateError at the first position where that fails, or where a player moves.

    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> from gametheory.solvers.markov_chain import absorption_probabilities
    >>> graph = state_graph(Battle(2, 1))
    >>> check_absorption_probability(graph, absorption_probabilities(graph, "win"), "win")
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


def check_mdp_policy(
    graph: nx.MultiDiGraph,
    worth: Mapping[Position, Fraction],
    values: Mapping[Position, Fraction],
    choice: Mapping[Position, tuple[Move, ...]],
) -> Fraction:
    """Return the greatest expected worth of the ending from the start, for one mover with or without chance.

    Endless play is worth 0. `values` is what `choice` attains: the mean over what follows, `worth` at an end, and 0
    where the choice never ends. No other way to play gets more: no move has a greater mean; and the mover cannot stay
    for ever in positions of negative value, so that what is left of the value in the long run is not below 0.

    Raises CertificateError at the first position where that fails, and where two move. Cost: the edges; more where play
    can go round at a loss.

    >>> from gametheory import Castle, state_graph
    >>> graph = state_graph(Castle(1, 1, 1))
    >>> start, fallen = graph
    >>> shoot, two = {start: graph.edges[start, fallen, 0]["moves"]}, Fraction(2)
    >>> check_mdp_policy(graph, {fallen: two}, {start: two, fallen: two}, shoot)
    Fraction(2, 1)
    >>> check_mdp_policy(graph, {fallen: two}, {start: two - 1, fallen: two}, shoot)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: (Volley(...),) in Position(...) is worth 2, not 1
    """
    game, kept = graph.graph["game"], nx.MultiDiGraph()
    movers_seen: set[str] = set()
    for position, end in graph.nodes(data="outcome"):
        kept.add_node(position, outcome=end)
        if end is not None:
            require(values[position] == worth[position], f"the end {position} is not valued {worth[position]}")
            continue
        movers_seen |= set(active_players(game, position))
        laws = joint_moves(graph, position)
        require(len(movers_seen) < 2 and choice[position] in laws, f"the choice in {position} is not allowed")
        for moves, law in laws.items():
            value = sum(p * values[following] for following, p in law.items())
            require(value <= values[position], f"{moves} in {position} is worth {value}, not {values[position]}")
            require(
                moves != choice[position] or value == values[position], f"the choice in {position} is worth {value}"
            )
        kept.add_edges_from((position, following) for following in laws[choice[position]])
    never = set(graph) - _can_end(kept)
    require(all(values[position] == 0 for position in never), "a position from which the choice never ends is not 0")
    losing = {position for position, value in values.items() if value < 0 and graph.nodes[position]["outcome"] is None}
    while left := {u for u in losing if not any(losing >= law.keys() for law in joint_moves(graph, u).values())}:
        losing -= left
    require(not losing, "the mover can stay for ever in positions of negative value")
    return values[graph.graph["start"]]
