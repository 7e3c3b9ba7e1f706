"""Impartial games: both players have the same moves, and only the last move counts. Grundy values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from gametheory.model.components import topological_order
from gametheory.model.game import Game, Position, active_players
from gametheory.model.state_arrays import PositionMap, StateArrays
from gametheory.model.state_graph import state_arrays
from gametheory.parallel.loops import run_loop
from gametheory.solvers._kernels import positions
from gametheory.solvers.turn_markers import exchanges


def grundy_values(graph: nx.MultiDiGraph, last_mover_wins: bool = True) -> Mapping[Position, int]:
    """Return the Grundy value of every position: the least natural number that no move leads to.

    In normal play (the last player to move wins), a position equals a Nim heap of its Grundy value in any sum of
    games, and its player loses exactly if the value is 0 (Sprague 1935, Grundy 1939). In misère play, terminal
    positions have the value 1, and again the player loses exactly if the value is 0 (Conway 1976, chapter 12).
    Cost: the positions and edges, in a compiled loop if there are many.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        The state graph of an acyclic sequential game without chance moves. The function does not check that the game
        is impartial; `is_impartial` does.
    last_mover_wins : bool
        True for normal play, False for misère play.

    Returns
    -------
    mapping
        The Grundy value of each position.

    Raises
    ------
    ValueError
        If a chance move exists or play can cycle.

    References
    ----------
    R. Sprague, Über mathematische Kampfspiele (1935). P. M. Grundy, Mathematics and games (1939).
    J. H. Conway, On Numbers and Games (1976).

    Examples
    --------
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
    order = topological_order(arrays)
    if order is None:
        raise ValueError("play can cycle, so that it need not end")
    ended = arrays.outcome_of >= 0
    for number in np.flatnonzero(_chance_moves(arrays) & ~ended).tolist():
        raise ValueError(f"in {arrays.positions[number]} there is a chance move")
    values = np.zeros(len(arrays), np.int32)
    seen = np.full(int(np.diff(arrays.first_move).max()) + 3, -1, np.int64)
    inputs = (arrays.first_move, arrays.successor, ended, 0 if last_mover_wins else 1, order)
    run_loop(positions.grundy, len(arrays) + len(arrays.successor), inputs, (values, seen))
    return PositionMap(arrays, values, range(len(seen)))


def _chance_moves(arrays: StateArrays) -> NDArray[np.bool_]:
    """Return which positions have a joint move without a player or with several successors."""
    empty = np.array([not moves for moves in arrays.moves])[arrays.move_of]
    several = False if arrays.first_successor is None else np.diff(arrays.first_successor) > 1
    chance = np.zeros(len(arrays), bool)
    chance[np.repeat(np.arange(len(arrays)), np.diff(arrays.first_move))[empty | several]] = True
    return chance


def is_impartial(graph: nx.MultiDiGraph) -> bool:
    """Return whether both of two players have the same moves with the same effect in every position.

    The function recognizes games in which some part of a position marks whose turn it is; `turn_markers` says how. The
    game is impartial if `moves` and `after` give the same results when only this mark is exchanged. The rules are
    called with the exchanged positions too, even if play cannot reach them; if they raise an error, the game is not
    impartial. Cost: about three times that of `state_graph` for each part that can be the mark.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        A state graph.

    Examples
    --------
    >>> from gametheory import Castle, state_graph
    >>> is_impartial(state_graph(Castle(1, 2, 1)))
    False
    """
    game = graph.graph["game"]
    ongoing = [node for node, end in graph.nodes(data="outcome") if end is None]
    active = {node: active_players(game, node) for node in ongoing}
    if len(game.players) != 2 or any(len(names) != 1 for names in active.values()):
        return False
    marked = exchanges({node: name for node, (name,) in active.items()}, game.players)
    return any(_is_symmetric(game, ongoing, exchange) for exchange in marked)


def last_mover_wins(graph: nx.MultiDiGraph) -> bool | None:
    """Return whether the player who makes the last move always wins (True) or always loses (False).

    Cost: the edges.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        The state graph of a game of two players. An outcome has the winner's name.

    Returns
    -------
    bool or None
        None if neither is true.

    Examples
    --------
    >>> from gametheory import Castle, state_graph
    >>> last_mover_wins(state_graph(Castle(1, 2, 1))) is None
    True
    """
    arrays, players = state_arrays(graph), graph.graph["game"].players
    if len(players) != 2:
        return None
    groups, group_of = arrays.groups
    starts, sources = arrays.predecessors
    answers = set()
    for end in np.flatnonzero(arrays.outcome_of >= 0).tolist():
        winner = arrays.outcomes[arrays.outcome_of[end]].name
        last = {groups[code] for code in set(group_of[sources[starts[end] : starts[end + 1]]].tolist())}
        # None if the winner or the last player to move is not clear
        answers.add(last == {(winner,)} if winner in players and len(last) == 1 else None)
        if len(answers) > 1:
            return None
    return next(iter(answers), None)


def _is_symmetric(game: Game[Any, Any], ongoing: list[Position], exchange: Callable[[Any], Any]) -> bool:
    """Return whether both players have the same moves in all positions; False if the rules raise an error."""
    try:
        return all(_same_moves(game, node, exchange) for node in ongoing)
    # rules may raise anything in a position that play cannot reach
    except Exception:
        return False


def _same_moves(game: Game[Any, Any], position: Any, exchange: Callable[[Any], Any]) -> bool:
    """Return whether the other player would have the same moves, with the same effect, in the same place."""
    (player,) = active_players(game, position)
    (opponent,) = (name for name in game.players if name != player)
    exchanged = exchange(position)
    if active_players(game, exchanged) != (opponent,):
        return False
    moves = list(game.moves(position, player))
    if moves != list(game.moves(exchanged, opponent)):
        return False
    return all(exchange(game.after(position, move)) == game.after(exchanged, move) for move in moves)
