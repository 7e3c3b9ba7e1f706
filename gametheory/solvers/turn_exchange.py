"""Whether both players have the same moves with the same effect, on the arrays of a state graph."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gametheory.model.game import active_players
from gametheory.model.state_arrays import Integers, StateArrays


def same_moves_exchanged(arrays: StateArrays, ongoing: Integers, exchange: Callable[[Any], Any]) -> bool:
    """Return whether the other player would have the same moves, with the same effect, in each position.

    An exchanged position that play can reach is compared in the arrays; for any other, the rules are asked. Cost: one
    exchange for each position, and the moves.

    Parameters
    ----------
    arrays : StateArrays
        The arrays of a state graph without chance moves, in which one of two players moves in each ongoing position.
    ongoing : array of int
        The numbers of the positions in which play goes on.
    exchange : callable
        The same position with the turn of the other player.

    Examples
    --------
    >>> from gametheory import Outcome, state_graph
    >>> from gametheory.model.state_graph import state_arrays
    >>> class Heap:
    ...     players = ("first", "second")
    ...     def start(self): return (3, "first")
    ...     def outcome(self, at): return None if at[0] else Outcome("over")
    ...     def moves(self, at, player): return range(1, at[0] + 1) if player == at[1] else ()
    ...     def after(self, at, taken): return (at[0] - taken, "second" if at[1] == "first" else "first")
    >>> arrays, other = state_arrays(state_graph(Heap())), {"first": "second", "second": "first"}
    >>> same_moves_exchanged(arrays, np.flatnonzero(arrays.outcome_of < 0), lambda at: (at[0], other[at[1]]))
    True
    """
    try:
        numbers = (arrays.index.get(exchange(position), -1) for position in arrays.positions)
        exchanged = np.fromiter(numbers, np.int64, len(arrays))
        known = exchanged[ongoing] >= 0
        return _same_in_arrays(arrays, ongoing[known], exchanged) and all(
            _same_when_asked(arrays, number, exchange) for number in ongoing[~known].tolist()
        )
    # rules may raise anything in a position that play cannot reach, and so may a class of positions
    except Exception:
        return False


def _same_in_arrays(arrays: StateArrays, ongoing: Integers, exchanged: Integers) -> bool:
    """Compare some positions with their exchanged positions, all of which play can reach."""
    others = exchanged[ongoing]
    group_of, counts = arrays.groups[1], np.diff(arrays.first_move)
    different = (group_of[others] < 0) | (group_of[others] == group_of[ongoing]) | (counts[others] != counts[ongoing])
    if different.any():
        return False
    own, theirs = _joint_moves(arrays, ongoing), _joint_moves(arrays, others)
    kinds: dict[Any, int] = {}  # moves that are equal and have different types are the same
    kind_of = np.array([kinds.setdefault(move, len(kinds)) for move in arrays.single_moves], np.int64)
    same = (kind_of[arrays.move_of[own]] == kind_of[arrays.move_of[theirs]]) & (
        exchanged[arrays.successor[own]] == arrays.successor[theirs]
    )
    return bool(same.all())


def _joint_moves(arrays: StateArrays, positions: Integers) -> Integers:
    """Return the numbers of the joint moves of some positions, one position after another."""
    counts = np.diff(arrays.first_move)[positions]
    ends = np.cumsum(counts)
    within = np.arange(ends[-1] if len(ends) else 0) - np.repeat(ends - counts, counts)
    numbers: Integers = np.repeat(arrays.first_move[positions], counts) + within
    return numbers


def _same_when_asked(arrays: StateArrays, number: int, exchange: Callable[[Any], Any]) -> bool:
    """Compare a position with its exchanged position, which play cannot reach, by a call of the rules."""
    game: Any = arrays.game
    groups, group_of = arrays.groups
    exchanged = exchange(arrays.positions[number])
    [opponent] = (name for name in game.players if name != groups[group_of[number]][0])
    if active_players(game, exchanged) != (opponent,):
        return False
    moves = range(int(arrays.first_move[number]), int(arrays.first_move[number + 1]))
    own = {
        arrays.single_moves[arrays.move_of[joint]]: exchange(arrays.positions[arrays.successor[joint]])
        for joint in moves
    }
    return own == {move: game.after(exchanged, move) for move in game.moves(exchanged, opponent)}
