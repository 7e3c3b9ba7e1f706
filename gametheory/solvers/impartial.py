"""Impartial games: both movers have the same moves, and only who moves last counts. Grundy values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import networkx as nx

from gametheory.model.game import Game, Outcome, Position, active_players
from gametheory.model.state_graph import joint_moves
from gametheory.solvers.backward_induction import reverse_topological_order


def grundy_values(graph: nx.MultiDiGraph, last_mover_wins: bool = True) -> dict[Position, int]:
    """The Grundy value of every position: the least number that no move leads to.

    Where the last mover wins, a position is worth as much as a heap of Nim of that size in any sum of games, and its
    mover loses exactly at 0 (Sprague 1935, Grundy 1939). Where the last mover loses, endings count 1, and the mover
    again loses exactly at 0 (misère Grundy values; Conway, On Numbers and Games, 1976, chapter 12). Cost: the edges.

    Raises ValueError where chance acts or play can go round. Whether the game is impartial is for `is_impartial`.

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
        if any(len(law) > 1 or not moves for moves, law in joint_moves(graph, position).items()):
            raise ValueError(f"in {position} chance acts")
        values[position] = mex(values[following] for following in graph.successors(position))
    return values


def mex(numbers: Iterable[int]) -> int:
    """The least whole number of at least 0 that is not among some.

    >>> mex([0, 1, 3])
    2
    """
    present = set(numbers)
    return next(number for number in range(len(present) + 1) if number not in present)


def is_impartial(graph: nx.MultiDiGraph) -> bool:
    """Whether both of two players, moving in turn, have the same moves wherever play gets, with the same effect.

    Where the rules show it: a position is a tuple in which the name of the player to move stands once, and `moves` and
    `after` answer alike when the two names change places. The rules are asked in the changed positions too, reached
    or not; those that refuse them are not impartial. Cost: some three times that of unfolding the game.

    >>> from gametheory import Castle, state_graph
    >>> is_impartial(state_graph(Castle(1, 2, 1)))
    False
    """
    game = graph.graph["game"]
    if len(game.players) != 2 or not all(isinstance(node, tuple) and _named(game, node) for node in graph):
        return False
    ongoing = [node for node, end in graph.nodes(data="outcome") if end is None]
    try:
        return all(_same_moves(game, node) for node in ongoing)
    except Exception:
        return False


def last_mover_wins(graph: nx.MultiDiGraph) -> bool | None:
    """Whether whoever makes the last move always wins (True), or always loses (False); None where it is neither.

    Two players, and an outcome has the winner's name. Cost: the edges.

    >>> from gametheory import Castle, state_graph
    >>> last_mover_wins(state_graph(Castle(1, 2, 1)))
    """
    game = graph.graph["game"]
    found = {_won_by_last(game, graph, end) for end in graph if graph.nodes[end]["outcome"] is not None}
    return found.pop() if len(found) == 1 else None


def _won_by_last(game: Game[Any, Any], graph: nx.MultiDiGraph, end: Position) -> bool | None:
    outcome: Outcome = graph.nodes[end]["outcome"]
    last = {active_players(game, position) for position in graph.predecessors(end)}
    if len(game.players) != 2 or outcome.name not in game.players or len(last) != 1:
        return None
    return last == {(outcome.name,)}


def _named(game: Game[Any, Any], position: tuple[Any, ...]) -> bool:
    return sum(entry in game.players for entry in position if isinstance(entry, str)) == 1


def _same_moves(game: Game[Any, Any], position: Any) -> bool:
    mover, *others = active_players(game, position)
    other = next(player for player in game.players if player != mover)
    turned = _turned(game, position)
    moves = list(game.moves(position, mover))
    if (
        others
        or mover not in position
        or active_players(game, turned) != (other,)
        or moves != list(game.moves(turned, other))
    ):
        return False
    return all(_turned(game, game.after(position, move)) == game.after(turned, move) for move in moves)


def _turned(game: Game[Any, Any], position: Any) -> Any:
    """The position in which the other of the two players is named."""
    first, second = game.players
    names = {first: second, second: first}
    entries = [names.get(entry, entry) if isinstance(entry, str) else entry for entry in position]
    return type(position)(*entries) if hasattr(position, "_fields") else tuple(entries)
