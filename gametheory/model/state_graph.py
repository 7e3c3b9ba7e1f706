"""The graph of the positions of a game: as an ordinary networkx graph, to look at and to hand on, or as arrays."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeAlias

import networkx as nx

from gametheory.model.game import Game, Move, Outcome, Position
from gametheory.model.state_arrays import ArrayBuilder, StateArrays
from gametheory.model.unfolding import unfold

# What `unfold` and what `state_graph` return: solvers and checkers read either.
StateGraph: TypeAlias = "StateArrays | nx.MultiDiGraph[Any]"


def state_graph(game: Game[Any, Any], limit: int = 1_000_000) -> nx.MultiDiGraph[Any]:
    """Unfold a game into the graph of all positions that play can reach, breadth first from the start.

    If the rules have a method `canonical`, the positions are representatives of symmetric ones: see `QuotientGame`.
    Cost: that of `unfold`, and about a microsecond and 1 kB for each edge of the networkx graph. Solvers take this
    graph, or what `unfold` returns, which is smaller and faster.

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
        If the rules contradict themselves.

    Examples
    --------
    >>> from gametheory.games.castle import Castle
    >>> graph = state_graph(Castle(10, 11, 15))
    >>> len(graph), [outcome.name for _, outcome in graph.nodes(data="outcome") if outcome]
    (8, ['castle', 'castle', 'soldiers'])
    """
    return networkx_graph(unfold(game, limit))


def networkx_graph(arrays: StateArrays) -> nx.MultiDiGraph[Any]:
    """Return the graph that `state_graph` describes, given its arrays.

    >>> from gametheory import unfold
    >>> from gametheory.games.castle import Castle
    >>> list(networkx_graph(unfold(Castle(1, 2, 1))).edges(data="probability"))[0]
    (Position(soldiers=1, defenders=0, strength=2), Position(soldiers=1, defenders=1, strength=1), Fraction(1, 1))
    """
    graph: nx.MultiDiGraph[Any] = nx.MultiDiGraph(game=arrays.game, start=arrays.start_position)
    positions, outcomes = arrays.positions, [*arrays.outcomes, None]
    for position, code in zip(positions, arrays.outcome_of.tolist(), strict=True):
        graph.add_node(position, outcome=outcomes[code])
    probability_of = arrays.probability_of
    joints = zip(arrays.sources, arrays.joint_move_of_edge(), arrays.successor, strict=True)
    for edge, (source, joint, successor) in enumerate(joints):
        graph.add_edge(
            positions[source],
            positions[successor],
            moves=arrays.moves[arrays.move_of[joint]],
            probability=Fraction(1) if probability_of is None else arrays.probabilities[probability_of[edge]],
        )
    return graph


def game_of(graph: StateGraph) -> Any:
    """Return the rules of a state graph."""
    return graph.game if isinstance(graph, StateArrays) else graph.graph["game"]


def start_of(graph: StateGraph) -> Position:
    """Return the first position of a state graph."""
    start: Position = graph.start_position if isinstance(graph, StateArrays) else graph.graph["start"]
    return start


def joint_moves(graph: StateGraph, position: Position) -> dict[tuple[Move, ...], dict[Position, Fraction]]:
    """Return each joint move in a position of a state graph with the distribution of the next position.

    Cost: the edges from the position.

    >>> from gametheory.games.castle import Castle
    >>> graph = state_graph(Castle(1, 1, 1))
    >>> joint_moves(graph, graph.graph["start"])
    {(Volley(at_castle=1, at_defenders=0),): {Position(soldiers=1, defenders=0, strength=0): Fraction(1, 1)}}
    """
    if isinstance(graph, StateArrays):
        return graph.joint_moves(graph.index[position])
    distributions: dict[tuple[Move, ...], dict[Position, Fraction]] = {}
    for _, successor, edge in graph.out_edges(position, data=True):
        distributions.setdefault(edge["moves"], {})[successor] = edge["probability"]
    return distributions


def outcome_of(graph: StateGraph, position: Position) -> Outcome | None:
    """Return the outcome of a position of a state graph; None if play goes on.

    >>> from gametheory.games.castle import Castle
    >>> outcome_of(state_graph(Castle(1, 2, 1)), Castle(1, 2, 1).start())
    """
    if isinstance(graph, StateArrays):
        code = graph.outcome_of[graph.index[position]]
        return graph.outcomes[code] if code >= 0 else None
    outcome: Outcome | None = graph.nodes[position]["outcome"]
    return outcome


def state_arrays(graph: StateGraph) -> StateArrays:
    """Return the positions and moves of a state graph as arrays: as they are, or from a networkx graph.

    Cost: none, or the positions and edges.

    >>> from gametheory import unfold
    >>> from gametheory.games.castle import Castle
    >>> unfold(Castle(1, 2, 1)).successor.tolist()
    [1, 2, 1]
    """
    if isinstance(graph, StateArrays):
        return graph
    positions = list(graph)
    index = {position: number for number, position in enumerate(positions)}
    builder = ArrayBuilder(positions)
    for position, attributes in graph.nodes.items():
        moves: dict[int, list[tuple[int, Any]]] = {}
        for _, successor, edge in graph.out_edges(position, data=True):
            moves.setdefault(builder.moves[edge["moves"]], []).append((index[successor], edge.get("probability")))
        pairs = [pair for distribution in moves.values() for pair in distribution]
        spread = list(map(len, moves.values())), [probability for _, probability in pairs]
        outcome = attributes.get("outcome")
        end = -1 if outcome is None else builder.outcomes[outcome]
        builder.add([end], [-1], [len(moves)], list(moves), [number for number, _ in pairs], spread)
    start = index.get(graph.graph.get("start"), -1)
    return builder.arrays(graph.graph.get("game"), start, index)
