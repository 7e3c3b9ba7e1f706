"""Acyclic two-player zero-sum games with simultaneous moves: backward induction over matrix games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from flint import fmpq

from gametheory.model.game import Move, Position
from gametheory.model.payoffs import Payoffs, require_zero_sum
from gametheory.model.state_arrays import StateArrays
from gametheory.model.state_graph import StateGraph, game_of, state_arrays
from gametheory.numbers.rationals import to_flint, to_fraction
from gametheory.solvers.decision_rows import decision_rows
from gametheory.solvers.matrix_game.exact import MatrixSolution, solve_matrix
from gametheory.verify.graphs import players_in

Mixed: TypeAlias = dict[Move, Fraction]
Matrix: TypeAlias = tuple[tuple[fmpq, ...], ...]


class MixedSolution(NamedTuple):
    """The value of each position and optimal mixed strategies."""

    values: dict[Position, Fraction]
    strategies: dict[Position, dict[str, Mixed]]


def solve_simultaneous(graph: StateGraph, terminal_payoffs: Mapping[Position, Payoffs]) -> MixedSolution:
    """Return the exact value of each position and optimal mixed strategies of both players.

    Backward induction: the value of a position is that of the matrix game whose entries are the expected values after
    each joint move (von Neumann 1928; Shapley 1953). If only one player moves, the matrix has one row or one column.
    Equal matrices are solved once. Cost: the joint moves, and an exact matrix game for each different matrix.

    References
    ----------
    J. von Neumann, Zur Theorie der Gesellschaftsspiele (1928). L. S. Shapley, Stochastic games (1953).

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
    arrays, players = state_arrays(graph), game_of(graph).players
    require_zero_sum(players, terminal_payoffs)
    order = arrays.order
    if order is None:
        raise ValueError("play can cycle, so that it need not end")
    rows, values, games = decision_rows(arrays), dict[int, fmpq](), MatrixGames(arrays, players)
    ended = (arrays.outcome_of >= 0).tolist()
    strategies: dict[Position, dict[str, Mixed]] = {}
    for number in reversed(order.tolist()):
        position = arrays.positions[number]
        if ended[number]:
            values[number] = to_flint(terminal_payoffs[position][0])
        else:
            means = [rows.mean(move, values) for move in rows.moves(number)]
            values[number], strategies[position] = games.solve(number, means)
    exact = {position: to_fraction(values[number]) for number, position in enumerate(arrays.positions)}
    return MixedSolution(exact, {position: strategies[position] for position in exact if position in strategies})


class MatrixGames:
    """The zero-sum matrix games of the positions of two players; equal ones are solved once."""

    def __init__(self, arrays: StateArrays, players: tuple[str, ...]) -> None:
        self.arrays, self.players = arrays, players
        self._solved: dict[Matrix, MatrixSolution] = {}

    def solve(self, number: int, means: Sequence[fmpq]) -> tuple[fmpq, dict[str, Mixed]]:
        """Return the value of a position and optimal strategies, given the expected value after each joint move."""
        active = players_in(self.arrays, number)
        lists, matrix = self._matrix(number, active, means)
        if matrix not in self._solved:
            self._solved[matrix] = solve_matrix(matrix)
        value, *mixed, _ = self._solved[matrix]
        return value, {
            player: {moves[index]: to_fraction(share) for index, share in sorted(weights.items())}
            for player, moves, weights in zip(self.players, lists, mixed, strict=True)
            if player in active
        }

    def _matrix(self, number: int, active: tuple[str, ...], means: Sequence[fmpq]) -> tuple[list[list[Move]], Matrix]:
        """Return the moves of both players, None for a player who does not move, and the matrix of expected values."""
        seats = [active.index(player) if player in active else None for player in self.players]
        pairs = [
            tuple(None if seat is None else moves[seat] for seat in seats) for moves in self.arrays.moves_in(number)
        ]
        first, second = ([*dict.fromkeys(moves)] for moves in zip(*pairs, strict=True))
        after = dict(zip(pairs, means, strict=True))
        if not len(after) == len(pairs) == len(first) * len(second):
            position = self.arrays.positions[number]
            raise ValueError(f"in {position} not every pair of moves of the two players is one joint move")
        return [first, second], tuple(tuple(after[row, column] for column in second) for row in first)
