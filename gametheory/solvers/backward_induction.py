"""Movers in turn, with or without chance, where play cannot go round: backward induction."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple, TypeAlias

import networkx as nx

from gametheory.model.game import Move, Position, active_players
from gametheory.model.state_graph import joint_moves

Payoffs: TypeAlias = tuple[Fraction, ...]


class SubgamePerfectSolution(NamedTuple):
    """What each player gets from each position on, and the move made there; an empty one where nobody moves."""

    payoffs: dict[Position, Payoffs]
    strategy: dict[Position, tuple[Move, ...]]


def backward_induction(graph: nx.MultiDiGraph, worth: Mapping[Position, Payoffs]) -> SubgamePerfectSolution:
    """A subgame-perfect equilibrium in pure strategies: from every position on, nobody gains by another move.

    Perfect information and finite play (Zermelo 1913; Kuhn 1953; Selten 1965), from the ends to the start, with means
    over chance. Of moves that are equally good for the mover the first counts; between two players whose payoffs add to
    nothing all of them have the same value. Cost: the edges, and `moves` once for each position and player.

    Raises ValueError where two move at once or play can go round, and KeyError for an ending without worth.

    >>> from gametheory import Castle, state_graph
    >>> graph = state_graph(Castle(2, 10, 1))
    >>> worth = {end: (Fraction(end.soldiers),) for end, outcome in graph.nodes(data="outcome") if outcome}
    >>> backward_induction(graph, worth).payoffs[graph.graph["start"]]
    (Fraction(2, 1),)
    """
    game = graph.graph["game"]
    values: dict[Position, Payoffs] = {}
    choice: dict[Position, tuple[Move, ...]] = {}
    for position in reverse_topological_order(graph):
        if graph.nodes[position]["outcome"] is not None:
            values[position] = worth[position]
            continue
        means = {moves: mean(law, values) for moves, law in joint_moves(graph, position).items()}
        moving = active_players(game, position)
        if len(moving) > 1:
            raise ValueError(f"in {position} {' and '.join(moving)} move at once")
        index = game.players.index(moving[0]) if moving else 0
        choice[position] = max(means, key=lambda moves: means[moves][index]) if moving else ()
        values[position] = means[choice[position]]
    return SubgamePerfectSolution(values, choice)


def best_moves(graph: nx.MultiDiGraph, position: Position, values: Mapping[Position, Payoffs]) -> list[Move]:
    """Every move in a position that gets its one mover the most, by the values of what follows, in their order.

    Cost: the edges from the position. Raises ValueError where not exactly one player moves.

    >>> from gametheory import Castle, state_graph
    >>> graph = state_graph(Castle(1, 2, 1))
    >>> best_moves(graph, graph.graph["start"], {position: (Fraction(0),) for position in graph})
    [Volley(at_castle=1, at_defenders=0)]
    """
    game = graph.graph["game"]
    moving = active_players(game, position)
    if len(moving) != 1:
        raise ValueError(f"in {position} not one player moves, but {len(moving)}")
    index = game.players.index(moving[0])
    means = {moves[0]: mean(law, values)[index] for moves, law in joint_moves(graph, position).items()}
    return [move for move in game.moves(position, moving[0]) if means[move] == max(means.values())]


def mean(law: Mapping[Position, Fraction], values: Mapping[Position, Payoffs]) -> Payoffs:
    """The expected payoffs over a law of positions.

    >>> mean({"a": Fraction(1, 4), "b": Fraction(3, 4)}, {"a": (Fraction(4),), "b": (Fraction(0),)})
    (Fraction(1, 1),)
    """
    if len(law) == 1:
        return values[next(iter(law))]
    terms = [[probability * value for value in values[following]] for following, probability in law.items()]
    return tuple(sum(column, Fraction(0)) for column in zip(*terms, strict=True))


def reverse_topological_order(graph: nx.MultiDiGraph) -> list[Position]:
    """The positions, each after all that can follow it; ValueError where play can go round.

    >>> from gametheory import Castle, state_graph
    >>> [tuple(position) for position in reverse_topological_order(state_graph(Castle(1, 1, 1)))]
    [(1, 0, 0), (1, 0, 1)]
    """
    try:
        return list(reversed(list(nx.topological_sort(graph))))
    except nx.NetworkXUnfeasible:
        raise ValueError("play can go round, so that it need not end") from None
