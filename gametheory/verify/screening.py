"""Clear the positions of a certificate in one pass over arrays, so that only the others are checked one by one.

A position is cleared if integers show that it satisfies every condition of the checker. All others are left to the
checker, which names what is wrong. Nothing is cleared, and so every position is checked, unless each joint move has one
successor of probability 1, the players and moves come from the rules of the graph itself, and the certificate is in the
form in which the solvers return it (`PositionMap`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias, TypeGuard

import numpy as np
from numpy.typing import NDArray

from gametheory.model.components import reachable
from gametheory.model.game import Outcome, Position
from gametheory.model.state_arrays import Integers, PositionMap, StateArrays
from gametheory.model.state_graph import StateGraph, game_of, state_arrays
from gametheory.numbers.rationals import is_exact

Cleared: TypeAlias = NDArray[np.bool_]


def unclear(graph: StateGraph, cleared: Cleared | None) -> Iterator[tuple[Position, Outcome | None]]:
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
    graph: StateGraph,
    terminal_payoffs: Mapping[Position, tuple[Fraction, ...]],
    payoffs: Mapping[Position, tuple[Fraction, ...]],
    strategy: Mapping[Position, tuple[Any, ...]],
) -> Cleared | None:
    """Return the positions that satisfy the conditions of `check_subgame_perfect`; None if none can be cleared."""
    arrays, players = state_arrays(graph), game_of(graph).players
    moves, maps = _certain_moves(arrays, strategy), _maps(arrays, terminal_payoffs, payoffs)
    if moves is None or maps is None or not all(len(row) == len(players) and _exact(row) for row in maps[1].table):
        return None
    table = list(map(tuple, maps[1].table))
    rows = list(dict.fromkeys(table))
    ranks = np.array([_ranks([row[index] for row in rows]) for index in range(len(players))], np.int32)
    label = _codes(rows, table)[maps[1].codes]
    active, own, after = moves.active[arrays.sources], label[arrays.sources], label[arrays.successor]
    wrong = (ranks[active, after] > ranks[active, own]) | (moves.chosen & (after != own))
    return _right_moves(arrays, moves, wrong) | _ends_as_due(arrays, maps[0], label, rows)


def clear_cyclic(
    graph: StateGraph,
    terminal_payoffs: Mapping[Position, tuple[Fraction, ...]],
    values: Mapping[Position, Fraction],
    strategy: Mapping[Position, tuple[Any, ...]],
    distances: Mapping[Position, int],
) -> Cleared | None:
    """Return the positions that satisfy the conditions of `check_cyclic_equilibrium`; None if none can be cleared."""
    arrays = state_arrays(graph)
    moves, maps = _certain_moves(arrays, strategy), _maps(arrays, terminal_payoffs, values, distances)
    if moves is None or maps is None or not _exact(maps[1].table) or not _counts(maps[2].table):
        return None
    different = list(dict.fromkeys([Fraction(0), *maps[1].table]))
    label, ranks = _codes(different, maps[1].table)[maps[1].codes], _ranks(different)
    # the value to the first player as a whole number of the same order and sign
    wrong = _wrong_values(arrays, moves, (ranks - ranks[0])[label], maps[2].codes)
    right = _right_moves(arrays, moves, wrong)
    return right | _ends_as_due(arrays, maps[0], label, [(value, -value) for value in different])


def _wrong_values(arrays: StateArrays, moves: _CertainMoves, values: Integers, distances: Integers) -> Cleared:
    """Return the moves that do not keep the value, are better, or do not come nearer to the end where they must."""
    sign, tails = 1 - 2 * moves.active[arrays.sources], arrays.sources
    lead, gain = sign * values[tails], sign * (values[arrays.successor] - values[tails])
    must = (gain == 0) & np.where(lead > 0, moves.chosen, lead < 0)
    after = distances[arrays.successor]
    wrong: Cleared = np.where(moves.chosen, gain != 0, gain > 0) | (must & ~((after >= 0) & (after < distances[tails])))
    return wrong


def _right_moves(arrays: StateArrays, moves: _CertainMoves, wrong: Cleared) -> Cleared:
    """Return the positions in which one player moves, one move is played, and none is wrong."""
    once = np.bincount(arrays.sources[moves.chosen], minlength=len(arrays)) == 1
    right: Cleared = once & (moves.active >= 0) & _without(arrays, wrong)
    return right


def clear_lower_bounds(graph: StateGraph, outcome: str, bounds: Mapping[Position, int]) -> Cleared | None:
    """Return the positions that satisfy the conditions of `check_distance_lower_bound`; None if none can be cleared.

    All successors count there, whatever their probability.

    Examples
    --------
    >>> from gametheory import Castle, unfold
    >>> graph = unfold(Castle(1, 2, 1))
    >>> clear_lower_bounds(graph, "castle", PositionMap(graph, np.array([3, 1, 0]), range(4)))
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
    graph: StateGraph,
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
    acyclic = allow_infinite_play or _among(followed, reached).order is not None
    return len(reached) if acyclic else None


def moves_that_follow(arrays: StateArrays, player: str, strategy: Mapping[Position, Any]) -> StateArrays | None:
    """Return the arrays without the moves of a player that are not those of a strategy; None if they are not clear.

    Examples
    --------
    >>> from gametheory import Castle, unfold
    >>> arrays = unfold(Castle(1, 1, 1))
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


class _CertainMoves(NamedTuple):
    """The index of the active player, -1 where not one player moves, and whether each move is played."""

    active: Integers
    chosen: Cleared


def _certain_moves(arrays: StateArrays, strategy: Mapping[Position, Any]) -> _CertainMoves | None:
    """Return who moves and what is played in each position, if the moves of the strategy are those of the arrays."""
    maps = _maps(arrays, strategy, partial=True)
    if maps is None or maps[0].table is not arrays.moves or not arrays.deterministic or arrays.known_groups is None:
        return None
    groups, group_of = arrays.known_groups
    players = [] if arrays.game is None else list(arrays.game.players)
    indices = [players.index(group[0]) if len(group) == 1 else -1 for group in groups]
    chosen = arrays.move_of == maps[0].codes[arrays.sources]
    return _CertainMoves(np.array([*indices, -1], np.int32)[group_of], chosen)


def is_stored(labels: Mapping[Position, Any], arrays: StateArrays) -> TypeGuard[PositionMap[Any]]:
    """Return whether labels are stored as one code for each position of some arrays.

    A subclass could return other labels.

    Examples
    --------
    >>> from gametheory import Castle, unfold
    >>> arrays = unfold(Castle(1, 1, 1))
    >>> [is_stored(PositionMap(arrays, np.array(codes), ["one"]), arrays) for codes in ([0, -1], [0], [0, 1])]
    [True, False, False]
    """
    if type(labels) is not PositionMap or labels.arrays is not arrays or labels.codes.shape != (len(arrays),):
        return False
    return labels.codes.dtype.kind == "i" and int(labels.codes.max(initial=-1)) < len(labels.table)


def _maps(
    arrays: StateArrays, due: Mapping[Position, Any], *labels: Mapping[Position, Any], partial: bool = False
) -> list[PositionMap[Any]] | None:
    """Return mappings that are stored as arrays of the same positions, the second one with a label for each of them."""
    maps = [label for label in (due, *labels) if is_stored(label, arrays)]
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


def _codes(different: Sequence[Any], labels: Iterable[Any]) -> Integers:
    """Return the place of each label among different ones; -1 for one that is not among them."""
    place = {label: number for number, label in enumerate(different)}
    return np.array([place.get(label, -1) for label in labels], np.int32)


def _ends_as_due(
    arrays: StateArrays, due: PositionMap[Any], label: Integers, rows: Sequence[tuple[Fraction, ...]]
) -> Cleared:
    """Return the terminal positions whose label has the row of payoffs that is due there."""
    codes = _codes(rows, [*(tuple(row) if _exact(row) else None for row in due.table), None])
    as_due: Cleared = (arrays.outcome_of >= 0) & (due.codes >= 0) & (codes[due.codes] == label)
    return as_due
