"""Backward induction for acyclic sequential games, with or without chance moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import networkx as nx

from gametheory.model.game import Move, Position, active_players
from gametheory.model.payoffs import Payoffs, expected_payoffs
from gametheory.model.state_graph import joint_moves


class SubgamePerfectSolution(NamedTuple):
    """A subgame-perfect equilibrium in pure strategies.

    Parameters
    ----------
    payoffs : dict
        The payoffs of all players from each position on, in the order of `players`.
    strategy : dict
        The joint move in each position that is not terminal; `()` at a chance node.
    """

    payoffs: dict[Position, Payoffs]
    strategy: dict[Position, tuple[Move, ...]]


def backward_induction(graph: nx.MultiDiGraph, terminal_payoffs: Mapping[Position, Payoffs]) -> SubgamePerfectSolution:
    """Return a subgame-perfect equilibrium in pure strategies of an acyclic sequential game.

    Backward induction with expected payoffs at chance nodes (Zermelo 1913; Kuhn 1953; Selten 1965). Of several best
    moves the first one is chosen. In a two-player zero-sum game the payoffs do not depend on that choice. Cost: the
    edges, and one call of `moves` for each position and player.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        The state graph of an acyclic game in which at most one player moves at a time.
    terminal_payoffs : mapping
        The payoffs of all players in each terminal position, as `model.payoffs.terminal_payoffs` returns them.

    Returns
    -------
    SubgamePerfectSolution
        Payoffs and strategy: a certificate for `verify.check_subgame_perfect`.

    Raises
    ------
    ValueError
        If two players move simultaneously or play can cycle.
    KeyError
        If a terminal position has no payoffs.

    References
    ----------
    E. Zermelo, Über eine Anwendung der Mengenlehre auf die Theorie des Schachspiels (1913).
    H. W. Kuhn, Extensive games and the problem of information (1953).
    R. Selten, Spieltheoretische Behandlung eines Oligopolmodells mit Nachfrageträgheit (1965).

    Examples
    --------
    >>> from fractions import Fraction
    >>> from gametheory import Castle, state_graph
    >>> graph = state_graph(Castle(2, 10, 1))
    >>> payoffs = {end: (Fraction(end.soldiers),) for end, outcome in graph.nodes(data="outcome") if outcome}
    >>> backward_induction(graph, payoffs).payoffs[graph.graph["start"]]
    (Fraction(2, 1),)
    """
    game = graph.graph["game"]
    payoffs: dict[Position, Payoffs] = {}
    strategy: dict[Position, tuple[Move, ...]] = {}
    for position in reverse_topological_order(graph):
        if graph.nodes[position]["outcome"] is not None:
            payoffs[position] = terminal_payoffs[position]
            continue
        expected = {moves: expected_payoffs(after, payoffs) for moves, after in joint_moves(graph, position).items()}
        active = active_players(game, position)
        if len(active) > 1:
            raise ValueError(f"in {position} {' and '.join(active)} move simultaneously")
        index = game.players.index(active[0]) if active else 0
        # a chance node has one joint move, the empty one
        strategy[position] = max(expected, key=lambda moves: expected[moves][index]) if active else ()
        payoffs[position] = expected[strategy[position]]
    return SubgamePerfectSolution(payoffs, strategy)


def best_moves(graph: nx.MultiDiGraph, position: Position, payoffs: Mapping[Position, Payoffs]) -> list[Move]:
    """Return every move in a position that maximizes the expected payoff of its active player.

    Cost: the edges from the position.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        A state graph.
    position : hashable
        A position in which one player moves.
    payoffs : mapping
        The payoffs from each successor on, such as those of `backward_induction`.

    Returns
    -------
    list
        The moves, in the order of the rules.

    Raises
    ------
    ValueError
        If no player or more than one moves in the position.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from gametheory import Castle, state_graph
    >>> graph = state_graph(Castle(1, 2, 1))
    >>> best_moves(graph, graph.graph["start"], {position: (Fraction(0),) for position in graph})
    [Volley(at_castle=1, at_defenders=0)]
    """
    game = graph.graph["game"]
    active = active_players(game, position)
    if len(active) != 1:
        raise ValueError(f"in {position} {len(active)} players move, not one")
    index = game.players.index(active[0])
    expected = {
        moves[0]: expected_payoffs(after, payoffs)[index] for moves, after in joint_moves(graph, position).items()
    }
    return [move for move in game.moves(position, active[0]) if expected[move] == max(expected.values())]


def reverse_topological_order(graph: nx.MultiDiGraph) -> list[Position]:
    """Return the positions of an acyclic game, each after all its successors.

    Cost: the positions and edges.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        A state graph.

    Raises
    ------
    ValueError
        If play can cycle.

    Examples
    --------
    >>> from gametheory import Castle, state_graph
    >>> [tuple(position) for position in reverse_topological_order(state_graph(Castle(1, 1, 1)))]
    [(1, 0, 0), (1, 0, 1)]
    """
    try:
        return list(reversed(list(nx.topological_sort(graph))))
    except nx.NetworkXUnfeasible:
        raise ValueError("play can cycle, so that it need not end") from None
