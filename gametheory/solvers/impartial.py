"""Impartial games: both players have the same moves, and only the last move counts. Grundy values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import networkx as nx

from gametheory.model.game import Game, Outcome, Position, active_players
from gametheory.model.state_graph import joint_moves
from gametheory.solvers.backward_induction import reverse_topological_order


def grundy_values(graph: nx.MultiDiGraph, last_mover_wins: bool = True) -> dict[Position, int]:
    """Return the Grundy value of every position: the least natural number that no move leads to.

    In normal play (the last player to move wins), a position equals a Nim heap of its Grundy value in any sum of
    games, and its player loses exactly if the value is 0 (Sprague 1935, Grundy 1939). In misère play, terminal
    positions have the value 1, and again the player loses exactly if the value is 0 (Conway 1976, chapter 12).
    Cost: the edges.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        The state graph of an acyclic sequential game without chance moves. The function does not check that the game
        is impartial; `is_impartial` does.
    last_mover_wins : bool
        True for normal play, False for misère play.

    Returns
    -------
    dict
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
    values: dict[Position, int] = {}
    for position in reverse_topological_order(graph):
        if graph.nodes[position]["outcome"] is not None:
            values[position] = 0 if last_mover_wins else 1
            continue
        if any(len(after) > 1 or not moves for moves, after in joint_moves(graph, position).items()):
            raise ValueError(f"in {position} there is a chance move")
        values[position] = mex(values[successor] for successor in graph.successors(position))
    return values


def mex(numbers: Iterable[int]) -> int:
    """Return the minimum excluded value: the least natural number, 0 included, that is not among some numbers.

    Parameters
    ----------
    numbers : iterable of int
        Natural numbers.

    Examples
    --------
    >>> mex([0, 1, 3])
    2
    """
    present = set(numbers)
    return next(number for number in range(len(present) + 1) if number not in present)


def is_impartial(graph: nx.MultiDiGraph) -> bool:
    """Return whether both of two players have the same moves with the same effect in every position.

    The function recognizes games in which a position is a tuple that contains the name of the active player once. The
    game is impartial if `moves` and `after` give the same results when the two names are exchanged. The rules are
    called with the exchanged positions too, even if play cannot reach them; if they raise an error, the game is not
    impartial. Cost: about three times that of `state_graph`.

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
    if len(game.players) != 2 or not all(isinstance(node, tuple) and _names_one_player(game, node) for node in graph):
        return False
    ongoing = [node for node, end in graph.nodes(data="outcome") if end is None]
    try:
        return all(_same_moves(game, node) for node in ongoing)
    # rules may raise anything in a position that play cannot reach
    except Exception:
        return False


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
    game = graph.graph["game"]
    answers = {_last_mover_won(game, graph, node) for node, end in graph.nodes(data="outcome") if end is not None}
    return answers.pop() if len(answers) == 1 else None


def _last_mover_won(game: Game[Any, Any], graph: nx.MultiDiGraph, end: Position) -> bool | None:
    """Return whether the last player to move won; None if the winner or that player is not clear."""
    outcome: Outcome = graph.nodes[end]["outcome"]
    last = {active_players(game, position) for position in graph.predecessors(end)}
    if len(game.players) != 2 or outcome.name not in game.players or len(last) != 1:
        return None
    return last == {(outcome.name,)}


def _names_one_player(game: Game[Any, Any], position: tuple[Any, ...]) -> bool:
    """Return whether a position contains the name of one player, once."""
    return sum(entry in game.players for entry in position if isinstance(entry, str)) == 1


def _same_moves(game: Game[Any, Any], position: Any) -> bool:
    """Return whether the other player would have the same moves, with the same effect, in the same place."""
    player, *others = active_players(game, position)
    opponent = next(name for name in game.players if name != player)
    exchanged = _exchange_players(game, position)
    # the position must name its active player, and the exchanged position the other one
    if others or player not in position or active_players(game, exchanged) != (opponent,):
        return False
    moves = list(game.moves(position, player))
    if moves != list(game.moves(exchanged, opponent)):
        return False
    return all(_exchange_players(game, game.after(position, move)) == game.after(exchanged, move) for move in moves)


def _exchange_players(game: Game[Any, Any], position: Any) -> Any:
    """Return a position with the names of the two players exchanged."""
    first, second = game.players
    other = {first: second, second: first}
    entries = [other.get(entry, entry) if isinstance(entry, str) else entry for entry in position]
    return type(position)(*entries) if hasattr(position, "_fields") else tuple(entries)
