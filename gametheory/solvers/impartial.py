"""Impartial games: both players have the same moves, and only the last move counts. Grundy values."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from gametheory.model.game import Position
from gametheory.model.layers import LayeredGame
from gametheory.model.state_arrays import PositionMap, StateArrays
from gametheory.model.state_graph import StateGraph, game_of, state_arrays
from gametheory.solvers._kernels import positions
from gametheory.solvers.turn_markers import exchanges, same_moves_exchanged


def grundy_values(graph: StateGraph, last_mover_wins: bool = True) -> Mapping[Position, int]:
    """Return the Grundy value of every position: the least natural number that no move leads to.

    In normal play (the last player to move wins), a position equals a Nim heap of its Grundy value in any sum of
    games, and its player loses exactly if the value is 0 (Sprague 1935, Grundy 1939). In misère play, terminal
    positions have the value 1, and again the player loses exactly if the value is 0 (Conway 1976, chapter 12).
    Cost: the positions and edges, in a compiled loop if there are many.

    References
    ----------
    R. Sprague, Über mathematische Kampfspiele (1935). P. M. Grundy, Mathematics and games (1939).
    J. H. Conway, On Numbers and Games (1976).

    >>> from gametheory import Outcome, state_graph
    >>> class Heap:
    ...     players = ("first", "second")
    ...     def start(self): return (3, "first")
    ...     def outcome(self, at): return None if at[0] else Outcome("second" if at[1] == "first" else "first")
    ...     def moves(self, at, player): return range(1, at[0] + 1) if player == at[1] else ()
    ...     def after(self, at, taken): return (at[0] - taken, "second" if at[1] == "first" else "first")
    >>> grundy_values(state_graph(Heap()))[3, "first"]
    3
    """
    arrays = state_arrays(graph)
    order = arrays.order
    if order is None:
        raise ValueError("play can cycle, so that it need not end")
    ended = arrays.outcome_of >= 0
    for number in np.flatnonzero(_chance_moves(arrays) & ~ended).tolist():
        raise ValueError(f"in {arrays.positions[number]} there is a chance move")
    values = np.zeros(len(arrays), np.int32)
    seen = np.full(int(np.diff(arrays.first_move).max()) + 3, -1, np.int64)
    inputs = (arrays.first_move, arrays.successor, ended, 0 if last_mover_wins else 1, order)
    positions.grundy(*inputs, values, seen)
    return PositionMap(arrays, values, range(len(seen)))


def _chance_moves(arrays: StateArrays) -> NDArray[np.bool_]:
    """Return which positions have a joint move without a player or with several successors."""
    empty = np.array([not moves for moves in arrays.moves])[arrays.move_of]
    several = False if arrays.first_successor is None else np.diff(arrays.first_successor) > 1
    chance = np.zeros(len(arrays), bool)
    chance[np.repeat(np.arange(len(arrays)), np.diff(arrays.first_move))[empty | several]] = True
    return chance


def is_impartial(graph: StateGraph) -> bool:
    """Return whether both of two players have the same moves with the same effect in every position.

    The function recognizes games in which some part of a position marks whose turn it is; `turn_markers` says how. The
    game is impartial if `moves` and `after` give the same results when only this mark is exchanged. The rules are
    called only with exchanged positions that play cannot reach; if they raise an error, the game is not impartial.
    Positions that are whole numbers, as in a `LayeredGame`, have no parts: such a game counts as not impartial. Cost:
    one exchange for each position and for each part that can be the mark, and a call of the rules for each move of an
    exchanged position that play cannot reach.
    """
    game, arrays = game_of(graph), state_arrays(graph)
    if len(game.players) != 2 or isinstance(game, LayeredGame) or not arrays.deterministic:
        return False
    groups, group_of = arrays.groups
    if any(len(group) != 1 for group in groups):
        return False
    ongoing = np.flatnonzero(arrays.outcome_of < 0).tolist()
    active = [groups[code][0] for code in group_of[ongoing].tolist()]
    marked = exchanges([arrays.positions[number] for number in ongoing], active, game.players)
    return any(same_moves_exchanged(arrays, ongoing, exchange) for exchange in marked)


def last_mover_wins(graph: StateGraph) -> bool | None:
    """Return whether the player who makes the last move always wins (True) or always loses (False).

    Cost: the edges.
    """
    arrays, players = state_arrays(graph), game_of(graph).players
    if len(players) != 2:
        return None
    groups, group_of = arrays.groups
    ended = arrays.outcome_of >= 0
    into_end = ended[arrays.successor]
    ends, group = arrays.successor[into_end], group_of[arrays.sources[into_end]]
    last = np.full(len(arrays), -1)
    last[ends] = group
    # whose the last move is must be clear in every end, and so must be the winner
    names = [arrays.outcomes[code].name for code in np.unique(arrays.outcome_of[ended]).tolist()]
    if not names or not set(names) <= set(players) or (last[ended] < 0).any() or (last[ends] != group).any():
        return None
    alone = [groups.index((end.name,)) if (end.name,) in groups else -1 for end in arrays.outcomes]
    won = last[ended] == np.array(alone)[arrays.outcome_of[ended]]
    return bool(won.all()) if won.all() or not won.any() else None
