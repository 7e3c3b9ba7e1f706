"""Backward induction for acyclic sequential games, with or without chance moves."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import NamedTuple

import networkx as nx
import numpy as np

from gametheory.model.components import topological_order
from gametheory.model.game import Move, Position, active_players
from gametheory.model.payoffs import ExactRows, Payoffs, expected_payoffs
from gametheory.model.state_arrays import Integers, PositionMap, StateArrays
from gametheory.model.state_graph import game_of, joint_moves, state_arrays
from gametheory.numbers.format import short_repr
from gametheory.solvers._kernels import positions
from gametheory.solvers.active_index import CHANCE, SEVERAL, active_indices, strategy_map, terminal_codes
from gametheory.solvers.array_results import MoveSet
from gametheory.solvers.expected_payoffs import induce_expected
from gametheory.verify.joint_moves import players_in


@short_repr
class SubgamePerfectSolution(NamedTuple):
    """A subgame-perfect equilibrium in pure strategies."""

    payoffs: PositionMap[Payoffs]
    strategy: PositionMap[tuple[Move, ...]]


def backward_induction(graph: nx.MultiDiGraph, terminal_payoffs: Mapping[Position, Payoffs]) -> SubgamePerfectSolution:
    """Return a subgame-perfect equilibrium in pure strategies of an acyclic sequential game.

    Backward induction with expected payoffs at chance nodes (Zermelo 1913; Kuhn 1953; Selten 1965). Of several best
    moves the first one is chosen. In a two-player zero-sum game the payoffs do not depend on that choice. Cost: the
    positions and edges, in a compiled loop if there are many; with chance moves, if their payoffs are machine
    integers over common denominators.

    References

    ----------
    E. Zermelo, Über eine Anwendung der Mengenlehre auf die Theorie des Schachspiels (1913).
    H. W. Kuhn, Extensive games and the problem of information (1953).
    R. Selten, Spieltheoretische Behandlung eines Oligopolmodells mit Nachfrageträgheit (1965).

    >>> from fractions import Fraction
    >>> from gametheory import Castle, state_graph
    >>> graph = state_graph(Castle(2, 10, 1))
    >>> payoffs = {end: (Fraction(end.soldiers),) for end, outcome in graph.nodes(data="outcome") if outcome}
    >>> backward_induction(graph, payoffs).payoffs[graph.graph["start"]]
    (Fraction(2, 1),)
    """
    arrays = state_arrays(graph)
    players = game_of(graph).players
    order = _order(arrays)
    active = active_indices(arrays, players)
    for number in np.flatnonzero(active == SEVERAL).tolist():
        raise ValueError(
            f"in {arrays.positions[number]} {' and '.join(players_in(arrays, number))} move simultaneously"
        )
    codes, table = terminal_codes(arrays, terminal_payoffs)
    if not arrays.deterministic or (active == CHANCE).any():
        found = induce_expected(arrays, order, active, (codes, table))
        rows = ExactRows(found.columns, found.best)
        values = PositionMap(arrays, np.arange(len(arrays), dtype=np.int32), rows)
        return SubgamePerfectSolution(values, strategy_map(arrays, found.chosen))
    chosen = np.full(len(arrays), -1, np.int32)
    # of the payoffs of one player, a greater number is a greater payoff
    ranks = [{payoff: rank for rank, payoff in enumerate(sorted(set(column)))} for column in zip(*table, strict=True)]
    rank = np.array([[ranks[index][row[index]] for row in table] for index in range(len(ranks))], np.int32)
    inputs = (arrays.first_move, arrays.successor, arrays.move_of, active, rank.ravel(), len(table), order)
    positions.choose_best(*inputs, codes, chosen)
    return SubgamePerfectSolution(PositionMap(arrays, codes, table), PositionMap(arrays, chosen, arrays.moves))


def _order(arrays: StateArrays) -> Integers:
    """Return the numbers of the positions, each before its successors; raise ValueError if play can cycle."""
    order = topological_order(arrays)
    if order is None:
        raise ValueError("play can cycle, so that it need not end")
    return order


def best_moves(graph: nx.MultiDiGraph, position: Position, payoffs: Mapping[Position, Payoffs]) -> list[Move]:
    """Return every move in a position that maximizes the expected payoff of its active player.

    Cost: the edges from the position.
    """
    game = game_of(graph)
    active = active_players(game, position)
    if len(active) != 1:
        raise ValueError(f"in {position} {len(active)} players move, not one")
    index = game.players.index(active[0])
    expected = {
        moves[0]: expected_payoffs(after, payoffs)[index] for moves, after in joint_moves(graph, position).items()
    }
    return [move for move in game.moves(position, active[0]) if expected[move] == max(expected.values())]


def optimal_moves(
    graph: nx.MultiDiGraph, payoffs: Mapping[Position, Payoffs]
) -> Set[tuple[Position, tuple[Move, ...]]]:
    """Return every pair of a position and a best move in it, given the payoffs of backward induction.

    Cost: the positions and edges.

    >>> from fractions import Fraction
    >>> from gametheory import Castle, state_graph
    >>> graph = state_graph(Castle(2, 5, 1))
    >>> zero = {end: (Fraction(0),) for end, outcome in graph.nodes(data="outcome") if outcome}
    >>> len(optimal_moves(graph, backward_induction(graph, zero).payoffs)) == graph.number_of_edges()
    True
    """
    arrays = state_arrays(graph)
    if isinstance(payoffs, PositionMap) and payoffs.arrays is arrays and isinstance(payoffs.table, ExactRows):
        some = np.array([bool(moves) for moves in arrays.moves], bool)[arrays.move_of]
        return MoveSet(arrays, payoffs.table.best & some)
    active = active_indices(arrays, game_of(graph).players)
    if not arrays.deterministic or not isinstance(payoffs, PositionMap) or payoffs.arrays is not arrays:
        playing = (arrays.positions[number] for number in np.flatnonzero(active >= 0).tolist())
        return frozenset((position, (move,)) for position in playing for move in best_moves(graph, position, payoffs))
    best = np.zeros(len(arrays.successor), bool)
    own = active[arrays.sources]
    for index in range(len(payoffs.table[0])):
        # equal payoffs have equal codes
        code = {payoff: rank for rank, payoff in enumerate({row[index] for row in payoffs.table})}
        rank = np.array([code[row[index]] for row in payoffs.table])[payoffs.codes]
        best |= (own == index) & (rank[arrays.successor] == rank[arrays.sources])
    return MoveSet(arrays, best)
