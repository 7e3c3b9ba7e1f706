"""Unfold the rules of a game into the explicit graph of its positions."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from typing import Any

import networkx as nx

from gametheory.model.game import Distribution, Game, Move, Position, RulesError


class PositionLimitExceeded(Exception):
    """A game has more positions than the caller allowed.

    Parameters
    ----------
    count : int
        The number of positions found so far.
    limit : int
        The greatest number allowed.

    Examples
    --------
    >>> str(PositionLimitExceeded(7, 5))
    'the game has more than 5 positions: 7 found when unfolding stopped'
    """

    def __init__(self, count: int, limit: int) -> None:
        super().__init__(f"the game has more than {limit} positions: {count} found when unfolding stopped")
        self.count = count
        self.limit = limit


def transitions(game: Game[Any, Any], position: Position) -> Iterable[tuple[tuple[Move, ...], Distribution[Any]]]:
    """Return each joint move in a position with the distribution of the next position.

    A certain successor is a distribution with one position of probability 1. Cost: one call of `after` for each joint
    move, when it is read.

    Parameters
    ----------
    game : Game
        The rules.
    position : hashable
        A position of the game that is not terminal.

    Returns
    -------
    iterable of (tuple, Distribution)
        The moves of the active players, in the order of `players`, and the distribution; `()` at a chance node.

    Raises
    ------
    RulesError
        If no player has a move, the position is not terminal, and the rules name no chance event.

    Examples
    --------
    >>> from gametheory.games.towers import Towers
    >>> game = Towers(soldiers=2, towers=2, hits=1, kills=1)
    >>> for moves, distribution in transitions(game, game.start()):
    ...     print(moves, *(f"{tuple(position)} with {p}" for position, p in distribution.items()))
    () (1, (1,)) with 1/2 (2, ()) with 1/2
    """
    choices = [moves for player in game.players if (moves := tuple(game.moves(position, player)))]
    # the product of no choices is one empty joint move: the chance event
    for joint_move in product(*choices):
        result = game.after(position, *joint_move)
        if not choices and not isinstance(result, Distribution):
            raise RulesError(f"no player has a move in {position}, it has no outcome, and no chance event follows")
        yield joint_move, result if isinstance(result, Distribution) else Distribution({result: Fraction(1)})


def state_graph(game: Game[Any, Any], limit: int = 1_000_000) -> nx.MultiDiGraph:
    """Unfold a game into the graph of all positions that play can reach, breadth first from the start.

    Cost: time and memory grow with the number of edges.

    Parameters
    ----------
    game : Game
        The rules.
    limit : int
        The greatest number of positions.

    Returns
    -------
    networkx.MultiDiGraph
        The attributes of the graph are `game` and `start`. A node is a position, with the attribute `outcome` (None if
        play goes on). An edge has the attributes `moves`, one for each active player, and `probability`.

    Raises
    ------
    PositionLimitExceeded
        As soon as play reaches more than `limit` positions.
    RulesError
        If the rules contradict themselves; see `transitions`.

    Examples
    --------
    >>> from gametheory.games.castle import Castle
    >>> graph = state_graph(Castle(10, 11, 15))
    >>> len(graph), [outcome.name for _, outcome in graph.nodes(data="outcome") if outcome]
    (8, ['castle', 'castle', 'soldiers'])
    """
    start = game.start()
    graph = nx.MultiDiGraph(game=game, start=start)
    graph.add_node(start, outcome=game.outcome(start))
    queue = deque([start])
    while queue:
        position = queue.popleft()
        if graph.nodes[position]["outcome"] is not None:
            continue
        for moves, distribution in transitions(game, position):
            for successor, probability in distribution.items():
                if successor not in graph:
                    # checked before the position is added: the graph never grows beyond the limit
                    if len(graph) >= limit:
                        raise PositionLimitExceeded(len(graph) + 1, limit)
                    graph.add_node(successor, outcome=game.outcome(successor))
                    queue.append(successor)
                graph.add_edge(position, successor, moves=moves, probability=probability)
    return graph


def joint_moves(graph: nx.MultiDiGraph, position: Position) -> dict[tuple[Move, ...], dict[Position, Fraction]]:
    """Return each joint move in a position of a state graph with the distribution of the next position.

    Cost: the edges from the position.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        A state graph.
    position : hashable
        A position of the graph.

    Returns
    -------
    dict
        For each joint move, in the order of the edges, the probability of each successor; empty for a terminal
        position.

    Examples
    --------
    >>> from gametheory.games.castle import Castle
    >>> graph = state_graph(Castle(1, 1, 1))
    >>> joint_moves(graph, graph.graph["start"])
    {(Volley(at_castle=1, at_defenders=0),): {Position(soldiers=1, defenders=0, strength=0): Fraction(1, 1)}}
    """
    distributions: dict[tuple[Move, ...], dict[Position, Fraction]] = {}
    for _, successor, edge in graph.out_edges(position, data=True):
        distributions.setdefault(edge["moves"], {})[successor] = edge["probability"]
    return distributions
