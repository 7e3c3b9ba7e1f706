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

    >>> str(PositionLimitExceeded(7, 5))
    'the game has more than 5 positions: 7 found when unfolding stopped'
    """

    def __init__(self, found: int, limit: int) -> None:
        super().__init__(f"the game has more than {limit} positions: {found} found when unfolding stopped")
        self.found = found
        self.limit = limit


def transitions(game: Game[Any, Any], position: Position) -> Iterable[tuple[tuple[Move, ...], Distribution[Any]]]:
    """Every joint move of the players who may move in a position, with the law of what follows.

    A certain successor is a law with one position of probability 1. Raises RulesError where nobody may move,
    the game is not over, and the rules name no chance event.

    >>> from gametheory.games.towers import Towers
    >>> game = Towers(soldiers=2, towers=2, hits=1, kills=1)
    >>> for moves, law in transitions(game, game.start()):
    ...     print(moves, *(f"{tuple(position)} with {chance}" for position, chance in law.items()))
    () (1, (1,)) with 1/2 (2, ()) with 1/2
    """
    choices = [moves for player in game.players if (moves := tuple(game.moves(position, player)))]
    for joint in product(*choices):
        following = game.after(position, *joint)
        if not choices and not isinstance(following, Distribution):
            raise RulesError(f"nobody may move in {position}, it has no outcome, and no chance event follows")
        yield joint, following if isinstance(following, Distribution) else Distribution({following: Fraction(1)})


def state_graph(game: Game[Any, Any], limit: int = 1_000_000) -> nx.MultiDiGraph:
    """Unfold a game into the graph of all positions that play can reach.

    Breadth-first from the start. The graph carries `game` and `start`; a node is a position with the attribute
    `outcome` (None while play goes on); an edge has `moves`, one for each player who moves there, and
    `probability`. Time and memory grow with the number of edges.

    Raises PositionLimitExceeded as soon as more than `limit` positions are found.

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
        for moves, law in transitions(game, position):
            for following, probability in law.items():
                if following not in graph:
                    if len(graph) >= limit:
                        raise PositionLimitExceeded(len(graph) + 1, limit)
                    graph.add_node(following, outcome=game.outcome(following))
                    queue.append(following)
                graph.add_edge(position, following, moves=moves, probability=probability)
    return graph


def joint_moves(graph: nx.MultiDiGraph, position: Position) -> dict[tuple[Move, ...], dict[Position, Fraction]]:
    """Each joint move in a position of a state graph, in the order of its edges, with the law of what follows.

    >>> from gametheory.games.castle import Castle
    >>> graph = state_graph(Castle(1, 1, 1))
    >>> joint_moves(graph, graph.graph["start"])
    {(Volley(at_castle=1, at_defenders=0),): {Position(soldiers=1, defenders=0, strength=0): Fraction(1, 1)}}
    """
    found: dict[tuple[Move, ...], dict[Position, Fraction]] = {}
    for _, following, data in graph.out_edges(position, data=True):
        found.setdefault(data["moves"], {})[following] = data["probability"]
    return found
