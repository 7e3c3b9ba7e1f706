"""Acyclic two-player zero-sum games with simultaneous moves: backward induction over matrix games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

import networkx as nx

from gametheory.model.game import Move, Position, active_players
from gametheory.model.payoffs import Payoffs, expected_value, is_zero_sum
from gametheory.model.state_graph import joint_moves
from gametheory.numbers.short_repr import short_repr
from gametheory.solvers.backward_induction import reverse_topological_order
from gametheory.solvers.matrix_game.exact import solve_matrix_exact

MixedStrategy: TypeAlias = dict[Move, Fraction]


@short_repr
class MixedSolution(NamedTuple):
    """The value of each position and optimal mixed strategies.

    Parameters
    ----------
    values : dict
        The value of each position to the first player.
    strategies : dict
        In each position that is not terminal, the probability of each move of each active player. Moves of
        probability 0 are absent.
    """

    values: dict[Position, Fraction]
    strategies: dict[Position, dict[str, MixedStrategy]]


def solve_simultaneous(graph: nx.MultiDiGraph, terminal_payoffs: Mapping[Position, Payoffs]) -> MixedSolution:
    """Return the exact value of each position and optimal mixed strategies of both players.

    Backward induction: the value of a position is that of the matrix game whose entries are the expected values after
    each joint move (von Neumann 1928; Shapley 1953). If only one player moves, the matrix has one row or one column.
    Cost: an exact matrix game for each position.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        The state graph of an acyclic game of two players.
    terminal_payoffs : mapping
        The payoffs of both players in each terminal position. Their sum must be 0.

    Returns
    -------
    MixedSolution
        Values and strategies: a certificate for `verify.check_simultaneous_equilibrium`.

    Raises
    ------
    ValueError
        If play can cycle, or the game is not a zero-sum game of two players.
    KeyError
        If a terminal position has no payoffs.

    References
    ----------
    J. von Neumann, Zur Theorie der Gesellschaftsspiele (1928). L. S. Shapley, Stochastic games (1953).

    Examples
    --------
    >>> from gametheory import Outcome, state_graph
    >>> class Pennies:
    ...     players = ("even", "odd")
    ...     def start(self): return "toss"
    ...     def outcome(self, at): return None if at == "toss" else Outcome(at)
    ...     def moves(self, at, player): return ("heads", "tails")
    ...     def after(self, at, one, other): return "even" if one == other else "odd"
    >>> payoffs = {"even": (Fraction(1), Fraction(-1)), "odd": (Fraction(-1), Fraction(1))}
    >>> solve_simultaneous(state_graph(Pennies()), payoffs).strategies["toss"]["odd"]
    {'heads': Fraction(1, 2), 'tails': Fraction(1, 2)}
    """
    game = graph.graph["game"]
    if len(game.players) != 2 or not is_zero_sum(terminal_payoffs):
        raise ValueError("not a zero-sum game of two players")
    values: dict[Position, Fraction] = {}
    strategies: dict[Position, dict[str, MixedStrategy]] = {}
    for position in reverse_topological_order(graph):
        if graph.nodes[position]["outcome"] is not None:
            values[position] = terminal_payoffs[position][0]
        else:
            values[position], strategies[position] = _solve_stage(graph, position, values)
    return MixedSolution(values, strategies)


def _solve_stage(
    graph: nx.MultiDiGraph, position: Position, values: Mapping[Position, Fraction]
) -> tuple[Fraction, dict[str, MixedStrategy]]:
    """Solve the matrix game of one position, given the values of its successors."""
    game, after = graph.graph["game"], joint_moves(graph, position)
    active = active_players(game, position)
    # an inactive player has one row or column, without a move
    rows, columns = (
        [(move,) for move in game.moves(position, player)] if player in active else [()] for player in game.players
    )
    matrix = [[expected_value(after[row + column], values) for column in columns] for row in rows]
    solution = solve_matrix_exact(matrix)
    mixed = dict(zip(game.players, (_mixed(rows, solution.row), _mixed(columns, solution.column)), strict=True))
    return Fraction(solution.value), {player: mixed[player] for player in game.players if player in active}


def _mixed(moves: Sequence[tuple[Any, ...]], probabilities: Sequence[Any]) -> MixedStrategy:
    """Return the probability of each move that is played; empty if there is no move to choose."""
    return {move[0]: Fraction(p) for move, p in zip(moves, probabilities, strict=True) if p and move}
