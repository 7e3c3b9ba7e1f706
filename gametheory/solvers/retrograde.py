"""Retrograde analysis: cyclic two-player zero-sum games with sequential moves and without chance moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametheory.model.game import Move, Position
from gametheory.model.payoffs import Payoffs, require_zero_sum
from gametheory.model.state_arrays import Integers, PositionMap, StateArrays
from gametheory.model.state_graph import StateGraph, state_arrays
from gametheory.numbers.format import short_repr
from gametheory.solvers._kernels import positions
from gametheory.solvers.array_results import TERMINAL, active_indices, terminal_codes

FAR = 2**31 - 1  # more moves and positions than there are
SORTED_FROM = 1024  # positions of a layer


@short_repr
class RetrogradeSolution(NamedTuple):
    """The value of each position, optimal moves, and the distance to a forced end."""

    values: PositionMap[Fraction]
    strategy: PositionMap[tuple[Move, ...]]
    distance: PositionMap[int]


def retrograde_analysis(graph: StateGraph, terminal_payoffs: Mapping[Position, Payoffs]) -> RetrogradeSolution:
    """Return the value of each position to the first of two players; play without end is a draw and pays 0.

    For each positive payoff of a player, from the greatest down, the solver finds the attractor of the terminal
    positions with that payoff: the positions from which the player can force play into them. A position of the player
    needs one move into the attractor; in a position of the opponent all moves must lead into it. A position from which
    neither player can force a positive payoff is a draw. The winner shortens play, and the loser prolongs it. (Zermelo
    1913 and König 1927 on the length of a win; retrograde analysis of chess endings, Ströhlein 1970.) Cost: the
    positions and edges, in a compiled loop if there are many.

    References
    ----------
    E. Zermelo, Über eine Anwendung der Mengenlehre auf die Theorie des Schachspiels (1913).
    D. König, Über eine Schlussweise aus dem Endlichen ins Unendliche (1927).
    T. Ströhlein, Untersuchungen über kombinatorische Spiele (1970).

    >>> from gametheory import Outcome, state_graph
    >>> class Race:
    ...     players = ("first", "second")
    ...     def start(self): return (0, "first")
    ...     def outcome(self, at): return Outcome("first" if at[1] == "second" else "second") if at[0] == 3 else None
    ...     def moves(self, at, player): return (1, 2, -1) if player == at[1] else ()
    ...     def after(self, at, by): return (min(max(at[0] + by, 0), 3), "second" if at[1] == "first" else "first")
    >>> graph = state_graph(Race())
    >>> payoffs = {(3, "second"): (Fraction(1), Fraction(-1)), (3, "first"): (Fraction(-1), Fraction(1))}
    >>> retrograde_analysis(graph, payoffs).values[0, "first"]
    Fraction(0, 1)
    """
    arrays = state_arrays(graph)
    players = arrays.game.players if arrays.game is not None else ()
    require_zero_sum(players, terminal_payoffs)
    active = _active_players(arrays, players)
    codes, table = terminal_codes(arrays, terminal_payoffs)
    layer, values, begins = _layers(arrays, active, codes, table)
    chosen = np.full(len(arrays), -1, np.int32)
    loop_inputs = (arrays.first_move, arrays.successor, arrays.move_of, active, layer)
    positions.choose_by_layer(*loop_inputs, chosen)
    value_of = np.repeat(np.arange(len(values), dtype=np.int32), np.diff(begins))
    distance_of = (np.arange(begins[-1]) - begins[value_of]).astype(np.int32)
    distance_of[0] = -1
    distance = distance_of[layer]
    distance[codes >= 0] = 0
    return RetrogradeSolution(
        PositionMap(arrays, value_of[layer], values),
        PositionMap(arrays, chosen, arrays.moves),
        PositionMap(arrays, distance, range(len(arrays) + 1)),
    )


def _layers(
    arrays: StateArrays, active: Integers, codes: Integers, table: list[Payoffs]
) -> tuple[Integers, list[Fraction], Integers]:
    """Return the layer of each position, the values, and the first layer of each value with the number of all layers.

    A layer has the positions of one value and one distance. Layer 0 has the draws.
    """
    layer, depth = np.zeros(len(arrays), np.int32), 1
    values, begins = [Fraction(0)], [0]
    for side in (0, 1):
        wins = sorted({payoffs[side] for payoffs in table if payoffs[side] > 0}, reverse=True)
        first, depth = _attract(arrays, active == side, _goals(codes, table, side, wins), depth, layer)
        values += [win if side == 0 else -win for win in wins]
        begins += first.tolist()
    return layer, values, np.array([*begins, depth])


def _goals(codes: Integers, table: list[Payoffs], side: int, wins: list[Fraction]) -> tuple[Integers, Integers]:
    """Return the terminal positions in which a side wins, the greatest win first, and where each win begins."""
    # the greatest payoff first: a player who can force it does not settle for less
    level_of = np.array([wins.index(payoffs[side]) if payoffs[side] > 0 else len(wins) for payoffs in table], np.int32)
    ends = np.flatnonzero(codes >= 0)
    level = level_of[codes[ends]]
    order = np.argsort(level, kind="stable")
    levels = np.searchsorted(level[order], np.arange(len(wins) + 1))
    return ends[order[: levels[-1]]].astype(np.int32), levels


def _attract(
    arrays: StateArrays, own: NDArray[np.bool_], goals: tuple[Integers, Integers], depth: int, layer: Integers
) -> tuple[Integers, int]:
    """Number the layers from which a side can force play into goals; return the first of each level, and the next one.

    Breadth-first search backward. The goals of one level are added when everything from which a better one can be
    forced is done. So the last successor of an opponent's position that joins the attractor is the one that prolongs
    play most. The order within a layer is free: a large one is sorted, so that its rows are read as they are stored.
    """
    starts, sources = arrays.predecessors
    left = np.diff(arrays.first_move).astype(np.int32)
    left[own] = 1
    left[arrays.outcome_of >= 0] = FAR
    queue, begins = np.zeros(len(arrays), np.int32), np.zeros(len(goals[1]) - 1, np.int64)
    at = (0, 0, 0, depth)
    while True:
        inputs = (starts, sources, *goals, SORTED_FROM, *at)
        at = _, done, found, depth = positions.attract(*inputs, left, layer, queue, begins)
        if done == found:
            return begins, depth
        queue[done:found].sort(kind="stable")  # it consists of sorted runs


def _active_players(arrays: StateArrays, players: Sequence[str]) -> Integers:
    """Return which of the two players moves in each position; -1 if it is terminal."""
    active = active_indices(arrays, players)
    wrong = active < TERMINAL
    if not arrays.deterministic:
        edges = np.ones(len(arrays.successor), bool) if arrays.probability_of is None else arrays.probability_of != 0
        wrong[arrays.sources[edges]] = True
        wrong &= active != TERMINAL
    if wrong.any():
        raise ValueError(f"in {arrays.positions[int(np.argmax(wrong))]} there is a chance move")
    return active
