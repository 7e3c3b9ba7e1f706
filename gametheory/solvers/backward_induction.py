"""Backward induction for acyclic sequential games, with or without chance moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from gametheory.model.game import Move, Position
from gametheory.model.payoffs import ExactRows, Payoffs
from gametheory.model.state_arrays import PositionMap
from gametheory.model.state_graph import StateGraph, game_of, state_arrays
from gametheory.numbers.format import short_repr
from gametheory.solvers._kernels import positions
from gametheory.solvers.array_results import (
    CHANCE,
    MoveSet,
    active_indices,
    strategy_map,
    terminal_codes,
)
from gametheory.solvers.expected_payoffs import induce_expected


@short_repr
class SubgamePerfectSolution(NamedTuple):
    """A subgame-perfect equilibrium in pure strategies, and all moves that are as good as those of the strategies."""

    payoffs: PositionMap[Payoffs]
    strategy: PositionMap[tuple[Move, ...]]
    optimal: MoveSet


def backward_induction(graph: StateGraph, terminal_payoffs: Mapping[Position, Payoffs]) -> SubgamePerfectSolution:
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
    order = arrays.order
    if order is None:
        raise ValueError("play can cycle, so that it need not end")
    active = active_indices(arrays, game_of(graph).players)
    codes, table = terminal_codes(arrays, terminal_payoffs)
    if not arrays.deterministic or (active == CHANCE).any():
        columns, joint, best = induce_expected(arrays, order, active, (codes, table))
        values = PositionMap(arrays, np.arange(len(arrays), dtype=np.int32), ExactRows(columns))
        some = np.array([*map(bool, arrays.moves)], bool)[arrays.move_of]
        return SubgamePerfectSolution(values, strategy_map(arrays, joint), MoveSet(arrays, best & some))
    chosen = np.full(len(arrays), -1, np.int32)
    # of the payoffs of one player, a greater number is a greater payoff
    ranks = [{payoff: rank for rank, payoff in enumerate(sorted(set(column)))} for column in zip(*table, strict=True)]
    rank = np.array([[ranks[index][row[index]] for row in table] for index in range(len(ranks))], np.int32)
    inputs = (arrays.first_move, arrays.successor, arrays.move_of, active, rank.ravel(), len(table), order)
    positions.choose_best(*inputs, codes, chosen)
    player_of, before, after = active[arrays.sources], codes[arrays.sources], codes[arrays.successor]
    optimal = MoveSet(arrays, rank[player_of, after] == rank[player_of, before])
    return SubgamePerfectSolution(PositionMap(arrays, codes, table), PositionMap(arrays, chosen, arrays.moves), optimal)
