"""Unfold the rules of a game into the explicit graph of its positions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import networkx as nx

from gametheory.model.array_graph import StateGraph
from gametheory.model.array_unfolding import unfold_layers
from gametheory.model.encoded_unfolding import unfold_rules
from gametheory.model.game import Distribution, Game, Move, Outcome, Position, RulesError
from gametheory.model.layers import LayeredGame
from gametheory.model.state_arrays import ArrayBuilder, StateArrays
from gametheory.model.symmetry import quotient
from gametheory.model.unfolding import PositionLimitExceeded

__all__ = [
    "PositionLimitExceeded",
    "StateGraph",
    "joint_moves",
    "outcome_of",
    "state_arrays",
    "state_graph",
    "transitions",
]


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


def state_graph(game: Game[Any, Any], limit: int = 1_000_000) -> StateGraph:
    """Unfold a game into the graph of all positions that play can reach, breadth first from the start.

    If the rules have a method `canonical`, the positions are representatives of symmetric ones: see `QuotientGame`.
    Large graphs of a game of the package may be unfolded by arrays, as `unfold_rules` says, with the same result. The
    graph is a `networkx.MultiDiGraph`. It is stored as arrays of integers; see `StateGraph`. Cost: linear in the
    number of moves, about as much as a loop over them that only numbers the positions. Memory: that of the positions,
    about 100 bytes for the place of a position in a dictionary, and 8 bytes for each move.

    Parameters
    ----------
    game : Game
        The rules.
    limit : int
        The greatest number of positions.

    Returns
    -------
    StateGraph
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
    game = quotient(game)
    arrays = unfold_layers(game, limit) if isinstance(game, LayeredGame) else unfold_rules(game, game, limit)
    return StateGraph(arrays, game=game, start=arrays.positions[0])


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
    arrays = graph.arrays if isinstance(graph, StateGraph) else None
    if arrays is not None:
        return arrays.joint_moves(arrays.index[position])
    distributions: dict[tuple[Move, ...], dict[Position, Fraction]] = {}
    for _, successor, edge in graph.out_edges(position, data=True):
        distributions.setdefault(edge["moves"], {})[successor] = edge["probability"]
    return distributions


def outcome_of(graph: nx.MultiDiGraph, position: Position) -> Outcome | None:
    """Return the outcome of a position of a state graph; None if play goes on.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        A state graph.
    position : hashable
        A position of the graph.

    Examples
    --------
    >>> from gametheory.games.castle import Castle
    >>> outcome_of(state_graph(Castle(1, 2, 1)), Castle(1, 2, 1).start())
    """
    arrays = graph.arrays if isinstance(graph, StateGraph) else None
    if arrays is None:
        outcome: Outcome | None = graph.nodes[position]["outcome"]
        return outcome
    code = arrays.outcome_of[arrays.index[position]]
    return arrays.outcomes[code] if code >= 0 else None


def state_arrays(graph: nx.MultiDiGraph) -> StateArrays:
    """Return the positions and moves of a state graph as arrays.

    Cost: none for a graph made by `state_graph`; the positions and edges for any other graph, and for one that was
    changed.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        A state graph.

    Examples
    --------
    >>> from gametheory.games.castle import Castle
    >>> state_arrays(state_graph(Castle(1, 2, 1)).copy()).successor.tolist()
    [1, 2, 1]
    """
    own = graph.arrays if isinstance(graph, StateGraph) else None
    arrays = _arrays_of_networkx(graph) if own is None else own
    # the attributes of a graph can be changed at any time
    game, start = graph.graph.get("game"), arrays.index.get(graph.graph.get("start"), -1)
    if arrays.game is not game:
        return replace(arrays, game=game, start=start, known_groups=None)
    return arrays if arrays.start == start else replace(arrays, start=start)


def _arrays_of_networkx(graph: nx.MultiDiGraph) -> StateArrays:
    """Return the arrays of a graph that is stored as dictionaries."""
    positions = list(graph)
    index = {position: number for number, position in enumerate(positions)}
    builder = ArrayBuilder(positions)
    for position, attributes in graph.nodes.items():
        moves: dict[int, list[tuple[int, Any]]] = {}
        for _, successor, edge in graph.out_edges(position, data=True):
            moves.setdefault(builder.moves.code(edge["moves"]), []).append((index[successor], edge.get("probability")))
        pairs = [pair for distribution in moves.values() for pair in distribution]
        spread = list(map(len, moves.values())), [probability for _, probability in pairs]
        certain = len(pairs) == len(moves) and all(probability == 1 for _, probability in pairs)
        outcome = attributes.get("outcome")
        end = -1 if outcome is None else builder.outcomes.code(outcome)
        builder.add([end], [len(moves)], list(moves), [number for number, _ in pairs], None if certain else spread)
    return builder.arrays(graph.graph.get("game"), -1, index)
