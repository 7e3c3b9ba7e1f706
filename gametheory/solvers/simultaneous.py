"""Two movers at once, where play cannot go round and one gets what the other loses: one matrix game a position."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple, TypeAlias

import networkx as nx

from gametheory.model.game import Move, Position, active_players
from gametheory.model.state_graph import joint_moves
from gametheory.solvers.backward_induction import Payoffs, reverse_topological_order
from gametheory.solvers.matrix_game.exact import solve_matrix_exact

MoveDistribution: TypeAlias = dict[Move, Fraction]


class MixedSolution(NamedTuple):
    """What the first player gets on average from each position on, and the chance of each move of each player."""

    values: dict[Position, Fraction]
    strategies: dict[Position, dict[str, MoveDistribution]]


def solve_simultaneous(graph: nx.MultiDiGraph, worth: Mapping[Position, Payoffs]) -> MixedSolution:
    """The value of every position for the first of two players, and optimal mixtures of moves for both, exactly.

    Backward induction over matrix games: a position is worth the value of the matrix of what its joint moves are
    worth (von Neumann 1928; Shapley 1953 for play with positions). A position in which one player moves is a matrix of
    one row or column. Moves of chance 0 are left out. Cost: an exact matrix game for each position.

    Raises ValueError where play can go round, there are not two players, or payoffs do not add to nothing.

    >>> from gametheory import Outcome, state_graph
    >>> class Pennies:
    ...     players = ("even", "odd")
    ...     def start(self): return "toss"
    ...     def outcome(self, at): return None if at == "toss" else Outcome(at)
    ...     def moves(self, at, player): return ("heads", "tails")
    ...     def after(self, at, one, other): return "even" if one == other else "odd"
    >>> ends = {"even": (Fraction(1), Fraction(-1)), "odd": (Fraction(-1), Fraction(1))}
    >>> solve_simultaneous(state_graph(Pennies()), ends).strategies["toss"]["odd"]
    {'heads': Fraction(1, 2), 'tails': Fraction(1, 2)}
    """
    game = graph.graph["game"]
    if len(game.players) != 2 or any(len(payoffs) != 2 or sum(payoffs) != 0 for payoffs in worth.values()):
        raise ValueError("not a game in which one of two players gets what the other loses")
    values: dict[Position, Fraction] = {}
    mixtures: dict[Position, dict[str, MoveDistribution]] = {}
    for position in reverse_topological_order(graph):
        if graph.nodes[position]["outcome"] is not None:
            values[position] = worth[position][0]
            continue
        moving = active_players(game, position)
        rows, columns = (_own(game.moves(position, player)) if player in moving else [()] for player in game.players)
        laws = joint_moves(graph, position)
        matrix = [[_mean(laws[row + column], values) for column in columns] for row in rows]
        solution = solve_matrix_exact(matrix)
        values[position] = Fraction(solution.value)
        found = zip(game.players, ((rows, solution.row), (columns, solution.column)), strict=True)
        mixtures[position] = {
            player: {move[0]: Fraction(chance) for move, chance in zip(moves, chances, strict=True) if chance}
            for player, (moves, chances) in found
            if player in moving
        }
    return MixedSolution(values, mixtures)


def _own(moves: object) -> list[tuple[Move, ...]]:
    return [(move,) for move in moves]  # type: ignore[attr-defined]


def _mean(law: Mapping[Position, Fraction], values: Mapping[Position, Fraction]) -> Fraction:
    return sum((probability * values[following] for following, probability in law.items()), Fraction(0))
