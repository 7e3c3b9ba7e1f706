"""Clear the positions of a certificate in one pass over arrays, so that only the others are checked one by one.

A position is cleared if integers show that it satisfies every condition of the checker. All others are left to the
checker, which names what is wrong. Nothing is cleared, and so every position is checked, unless each joint move has one
successor of probability 1, the players and moves come from the rules of the graph itself, and the certificate is in the
form in which the solvers return it (`PositionMap`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from gametheory.model.components import reachable, topological_order
from gametheory.model.game import Outcome, Position
from gametheory.model.state_arrays import Integers, PositionMap, StateArrays
from gametheory.model.state_graph import state_arrays
from gametheory.numbers.rationals import is_exact

Cleared: TypeAlias = NDArray[np.bool_]


def unclear(graph: nx.MultiDiGraph, cleared: Cleared | None) -> Iterator[tuple[Position, Outcome | None]]:
    """Yield each position that is not cleared, with its outcome.

    Examples
    --------
    >>> from gametheory import Castle, state_graph
    >>> list(unclear(state_graph(Castle(1, 1, 1)), np.array([True, False])))
    [(Position(soldiers=1, defenders=0, strength=0), Outcome(name='soldiers', payoffs=()))]
    """
    arrays = state_arrays(graph)
    left = np.arange(len(arrays)) if cleared is None else np.flatnonzero(~cleared)
    outcomes = [*arrays.outcomes, None]
    return ((arrays.positions[number], outcomes[arrays.outcome_of[number]]) for number in left.tolist())


def clear_subgame_perfect(
    graph: nx.MultiDiGraph,
    terminal_payoffs: Mapping[Position, tuple[Fraction, ...]],
    payoffs: Mapping[Position, tuple[Fraction, ...]],
    strategy: Mapping[Position, tuple[Any, ...]],
) -> Cleared | None:
    """Return the positions that satisfy the conditions of `check_subgame_perfect`; None if none can be cleared."""
    arrays, players = state_arrays(graph), graph.graph["game"].players
    certain, maps = _certain_moves(arrays, strategy), _maps(arrays, terminal_payoffs, payoffs)
    if certain is None or maps is None or not all(len(row) == len(players) and _exact(row) for row in maps[1].table):
        return None
    cleared: Cleared = certain.active >= 0
    for index in range(len(players)):
        rank = _ranks([row[index] for row in maps[1].table])[maps[1].codes]
        gains = (rank[arrays.successor] > rank[arrays.sources]) & (certain.active[arrays.sources] == index)
        cleared &= (rank[certain.chosen] == rank) & _without(arrays, gains)
    cleared |= _ends_as_due(arrays, maps[0], maps[1].codes, maps[1].table)
    return cleared


def clear_cyclic(
    graph: nx.MultiDiGraph,
    terminal_payoffs: Mapping[Position, tuple[Fraction, ...]],
    values: Mapping[Position, Fraction],
    strategy: Mapping[Position, tuple[Any, ...]],
    distances: Mapping[Position, int],
) -> Cleared | None:
    """Return the positions that satisfy the conditions of `check_cyclic_equilibrium`; None if none can be cleared."""
    arrays = state_arrays(graph)
    certain, maps = _certain_moves(arrays, strategy), _maps(arrays, terminal_payoffs, values, distances)
    if certain is None or maps is None or not _exact(maps[1].table) or not _counts(maps[2].table):
        return None
    ranks = _ranks([*maps[1].table, Fraction(0)])
    # the value to the first player as a whole number of the same order and sign
    rank = (ranks[:-1] - ranks[-1])[maps[1].codes]
    wrong = _wrong_moves(arrays, certain, rank, maps[2].codes)
    cleared: Cleared = (certain.active >= 0) & (rank[certain.chosen] == rank) & _without(arrays, wrong)
    cleared |= _ends_as_due(arrays, maps[0], maps[1].codes, [(value, -value) for value in maps[1].table])
    return cleared


def _wrong_moves(arrays: StateArrays, certain: _Certain, rank: Integers, length: Integers) -> Cleared:
    """Return the moves that improve on the value, or that have to come nearer to the end and do not."""
    sources, successor = arrays.sources, arrays.successor
    sign = np.where(certain.active == 0, 1, -1).astype(np.int8)
    own = (sign * rank)[sources]  # 32 bits, as the rank: in a large game the moves take most of the memory
    gain = sign[sources] * (rank[successor] - rank[sources])
    nearer = (length[successor] >= 0) & (length[successor] < length[sources])
    # the winner's own move and all the loser's replies have to come nearer to the end
    must = ((successor == certain.chosen[sources]) & (own > 0)) | ((gain == 0) & (own < 0))
    wrong: Cleared = (gain > 0) | (must & ~nearer)
    return wrong


def clear_lower_bounds(graph: nx.MultiDiGraph, outcome: str, bounds: Mapping[Position, int]) -> Cleared | None:
    """Return the positions that satisfy the conditions of `check_distance_lower_bound`; None if none can be cleared.

    All successors count there, whatever their probability.

    Examples
    --------
    >>> from gametheory import Castle, state_graph
    >>> graph = state_graph(Castle(1, 2, 1))
    >>> clear_lower_bounds(graph, "castle", PositionMap(graph.arrays, np.array([3, 1, 0]), range(3)))
    array([False,  True,  True])
    """
    arrays = state_arrays(graph)
    maps = _maps(arrays, bounds, partial=True)
    if maps is None or not _counts(maps[0].table):
        return None
    bound = maps[0].codes.astype(np.int64)
    labeled, due = bound >= 0, [end.name == outcome for end in arrays.outcomes]
    fits = labeled[arrays.sources] & (bound[arrays.sources] <= bound[arrays.successor] + 1)
    cleared: Cleared = (bound == 0) | ~np.array([*due, False])[arrays.outcome_of]
    cleared &= _without(arrays, labeled[arrays.successor] & ~fits)
    return cleared


def clear_strategy(
    graph: nx.MultiDiGraph,
    player: str,
    strategy: Mapping[Position, Any],
    outcomes: Collection[str | Outcome],
    allow_infinite_play: bool,
) -> int | None:
    """Return the result of `check_strategy` if all positions that play can reach are cleared, otherwise None."""
    arrays = state_arrays(graph)
    followed = moves_that_follow(arrays, player, strategy)
    if followed is None or isinstance(outcomes, str):
        return None
    reached = reachable(followed)
    ended, stuck = arrays.outcome_of[reached], np.diff(followed.first_move)[reached] == 0
    good = np.array([end.name in outcomes or end in outcomes for end in arrays.outcomes] + [True])
    if not good[ended].all() or (stuck & (ended < 0)).any():
        return None
    acyclic = allow_infinite_play or topological_order(_among(followed, reached)) is not None
    return len(reached) if acyclic else None


def moves_that_follow(arrays: StateArrays, player: str, strategy: Mapping[Position, Any]) -> StateArrays | None:
    """Return the arrays without the moves of a player that are not those of a strategy; None if they are not clear.

    Examples
    --------
    >>> from gametheory import Castle, state_graph
    >>> arrays = state_arrays(state_graph(Castle(1, 1, 1)))
    >>> moves_that_follow(arrays, "soldiers", PositionMap(arrays, np.array([0, -1]), arrays.single_moves)).successor
    array([1], dtype=int32)
    """
    maps, (groups, group_of) = _maps(arrays, strategy, partial=True), arrays.groups
    one_player = arrays.deterministic and arrays.known_groups is not None and all(len(group) == 1 for group in groups)
    if maps is None or not one_player or maps[0].table is not arrays.single_moves:
        return None
    own = np.array([*(group == (player,) for group in groups), False])[group_of][arrays.sources]
    return arrays.with_moves(~own | (arrays.move_of == maps[0].codes[arrays.sources]))


def _among(arrays: StateArrays, reached: Integers) -> StateArrays:
    """Return the arrays with only the moves of some positions."""
    included = np.zeros(len(arrays), bool)
    included[reached] = True
    return arrays.with_moves(included[arrays.sources])


class _Certain(NamedTuple):
    """The index of the active player and the successor after the chosen move; -1 where they are not clear."""

    active: Integers
    chosen: Integers


def _certain_moves(arrays: StateArrays, strategy: Mapping[Position, Any]) -> _Certain | None:
    """Return who moves and where the chosen moves lead, if the moves of the strategy are those of the arrays."""
    maps = _maps(arrays, strategy, partial=True)
    if maps is None or maps[0].table is not arrays.moves or not arrays.deterministic or arrays.known_groups is None:
        return None
    groups, group_of = arrays.known_groups
    players = [] if arrays.game is None else list(arrays.game.players)
    indices = [players.index(group[0]) if len(group) == 1 else -1 for group in groups]
    picked = arrays.move_of == maps[0].codes[arrays.sources]
    chosen = np.full(len(arrays), -1, np.int32)
    chosen[arrays.sources[picked]] = arrays.successor[picked]
    once = np.bincount(arrays.sources[picked], minlength=len(arrays)) == 1
    return _Certain(np.where(once, np.array([*indices, -1], np.int32)[group_of], -1), chosen)


def _maps(
    arrays: StateArrays, due: Mapping[Position, Any], *labels: Mapping[Position, Any], partial: bool = False
) -> list[PositionMap[Any]] | None:
    """Return mappings that are stored as arrays of the same positions, the second one with a label for each of them."""
    maps = [label for label in (due, *labels) if isinstance(label, PositionMap) and label.arrays is arrays]
    if len(maps) <= len(labels) or not (partial or (maps[1].codes >= 0).all()):
        return None
    return maps


def _counts(table: Sequence[Any]) -> bool:
    """Return whether each value of a table is its index, so that the codes of a mapping are its values."""
    return isinstance(table, range) and table == range(len(table))


def _exact(numbers: Sequence[Any]) -> bool:
    return all(map(is_exact, numbers))


def _ranks(numbers: Sequence[Any]) -> Integers:
    """Return whole numbers in the same order as some exact numbers, equal for equal ones."""
    rank = {number: place for place, number in enumerate(sorted(set(numbers)))}
    return np.array([rank[number] for number in numbers], np.int32)


def _without(arrays: StateArrays, wrong: Cleared) -> Cleared:
    """Return the positions none of whose moves is wrong."""
    right = np.ones(len(arrays), bool)
    right[arrays.sources[wrong]] = False
    return right


def _ends_as_due(
    arrays: StateArrays, due: PositionMap[Any], codes: Integers, table: Sequence[tuple[Fraction, ...]]
) -> Cleared:
    """Return the terminal positions whose label is the payoffs that are due there."""
    ends = np.flatnonzero((arrays.outcome_of >= 0) & (due.codes >= 0))
    as_due: Cleared = np.zeros(len(arrays), bool)
    rows = [tuple(row) if _exact(row) else () for row in due.table]
    equal = np.array([[row == label for label in table] for row in rows], bool)
    as_due[ends] = equal.reshape(len(due.table), len(table))[due.codes[ends], codes[ends]]
    return as_due
