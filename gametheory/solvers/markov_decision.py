"""One mover, and chance: the most that play can be worth on average, and how to play for it, exactly."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

import networkx as nx

from gametheory.model.game import Move, Outcome, Position, active_players
from gametheory.model.state_graph import joint_moves
from gametheory.solvers.markov_chain import expected_values

Law: TypeAlias = Mapping[Position, Fraction]
Options: TypeAlias = dict[Position, dict[tuple[Move, ...], dict[Position, Fraction]]]
Policy: TypeAlias = dict[Position, tuple[Move, ...] | None]


class MDPSolution(NamedTuple):
    """What each position is worth, and the move to make there; an empty one where nobody moves."""

    values: dict[Position, Fraction]
    policy: dict[Position, tuple[Move, ...]]


def solve_mdp(graph: nx.MultiDiGraph, worth: Law) -> MDPSolution:
    """The greatest expected worth of the ending from every position, and moves that attain it; endless play has 0.

    A Markov decision process (Bellman 1957). One strongly connected component after another, from the ends: where
    play cannot go round that is backward induction, and elsewhere Howard's policy iteration (1960) in rationals. A move
    is changed only for one that is strictly better, so that no policy comes twice. Cost: the edges, and for each
    round of policy iteration a linear system of the size of the component; there may be exponentially many in theory.

    Raises ValueError where two players move at once or two different ones ever do, and KeyError for an ending without
    worth.

    >>> from gametheory import Castle, state_graph
    >>> graph = state_graph(Castle(10, 43, 8))
    >>> ends = {end: outcome for end, outcome in graph.nodes(data="outcome") if outcome}
    >>> solve_mdp(graph, {end: Fraction(end.soldiers) for end in ends}).values[graph.graph["start"]]
    Fraction(10, 1)
    """
    _require_one_mover(graph)
    open_ = {node: joint_moves(graph, node) for node, end in graph.nodes(data="outcome") if end is None}
    values = {node: worth[node] for node, end in graph.nodes(data="outcome") if end is not None}
    choice: dict[Position, tuple[Move, ...]] = {}
    parts = nx.condensation(graph.subgraph(open_))
    for part in reversed(list(nx.topological_sort(parts))):
        _settle({node: open_[node] for node in parts.nodes[part]["members"]}, values, choice)
    return MDPSolution(values, choice)


def indicator_payoff(graph: nx.MultiDiGraph, outcome: str) -> dict[Position, Fraction]:
    """Worth 1 to the endings with the named outcome, 0 to others: the best worth is then the best chance of it.

    >>> from gametheory import Castle, state_graph
    >>> list(map(int, indicator_payoff(state_graph(Castle(10, 11, 15)), "castle").values()))
    [1, 1, 0]
    """
    ends = ((node, end) for node, end in graph.nodes(data="outcome") if end is not None)
    return {node: Fraction(int(end.name == outcome)) for node, end in ends}


def _settle(part: Options, values: dict[Position, Fraction], choice: dict[Position, tuple[Move, ...]]) -> None:
    """Find the values and moves of one component, from those of all that can follow it."""
    staying = _can_stay(part)
    policy: Policy = {node: None if node in staying else next(iter(moves)) for node, moves in part.items()}
    while True:
        found = values | _evaluated(part, policy, values)
        better = {}
        for node, moves in part.items():
            best = max(moves, key=lambda move: _mean(moves[move], found))
            if _mean(moves[best], found) > found[node]:
                better[node] = best
        if not better:
            break
        policy |= better
    for node in part:
        values[node] = found[node]
        chosen = policy[node]
        choice[node] = staying[node] if chosen is None else chosen


def _can_stay(part: Options) -> dict[Position, tuple[Move, ...]]:
    """A move with which play never leaves, in each position of the greatest set of positions that has such moves."""
    inside = set(part)
    while True:
        moves = {n: next((m for m, law in part[n].items() if inside >= law.keys()), None) for n in inside}
        found = {node: move for node, move in moves.items() if move is not None}
        if len(found) == len(inside):
            return found
        inside = set(found)


def _evaluated(part: Options, policy: Policy, values: Law) -> dict[Position, Fraction]:
    """What the positions of a component are worth under a policy, which may stay for ever: a linear system."""
    if len(part) == 1 and all(node not in law for node, moves in part.items() for law in moves.values()):
        return {node: _mean(_law(moves, policy[node]), values) for node, moves in part.items()}
    chain = nx.MultiDiGraph()
    worth: dict[Position, Fraction] = {}
    for node, moves in part.items():
        law = _law(moves, policy[node])
        chain.add_node(node, outcome=None if law else Outcome("stays"))
        worth[node] = Fraction(0)
        for following, probability in law.items():
            if following not in part:
                chain.add_node(following, outcome=Outcome("leaves"))
                worth[following] = values[following]
            chain.add_edge(node, following, moves=(), probability=probability)
    labels = expected_values(chain, worth)
    return {node: labels[node] for node in part}


def _law(moves: Mapping[tuple[Move, ...], Law], chosen: tuple[Move, ...] | None) -> Law:
    return {} if chosen is None else moves[chosen]


def _mean(law: Law, values: Law) -> Fraction:
    return sum((probability * values[following] for following, probability in law.items()), Fraction(0))


def _require_one_mover(graph: nx.MultiDiGraph) -> None:
    game: Any = graph.graph["game"]
    moving = {active_players(game, node) for node, end in graph.nodes(data="outcome") if end is None} - {()}
    if len(moving) > 1 or any(len(names) > 1 for names in moving):
        raise ValueError(f"not one mover: {' / '.join(sorted(', '.join(names) for names in moving))}")
