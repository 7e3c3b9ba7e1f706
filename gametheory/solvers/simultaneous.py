"""Acyclic two-player zero-sum games with simultaneous moves: backward induction over matrix games.

In a product game of finitely many rounds each player moves through a graph of their own. The players interact in two
ways only: in each round both choose a move simultaneously, and play then ends with a known probability and a payoff
that depends on both moves. Otherwise play continues from the pair of positions that follows. So every pair of positions
is a matrix game, whose entries are read from the values of the next round (Shapley 1953), and the large joint state
graph is never built.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np
from flint import fmpq
from numpy.typing import NDArray
from scipy.sparse import csr_array, vstack

from gametheory.model.classes import Payoffs, require_zero_sum
from gametheory.model.game import Move, Position
from gametheory.model.state_arrays import StateArrays
from gametheory.model.unfolding import StateGraph, game_of, state_arrays
from gametheory.numbers.format import short_repr
from gametheory.numbers.rationals import to_flint, to_float, to_fraction
from gametheory.parallel.limits import available_cores
from gametheory.solvers.arrays import decision_rows
from gametheory.solvers.matrix_game import MatrixSolution, solve_matrix
from gametheory.solvers.matrix_kernel import Floats, payoff_matrix, solve_stage_rows
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
    arrays = state_arrays(graph)
    players = game_of(graph).players
    require_zero_sum(players, terminal_payoffs)
    order = arrays.order
    if order is None:
        raise ValueError("play can cycle, so that it need not end")
    rows = decision_rows(arrays)
    values = dict[int, fmpq]()
    games = MatrixGames(arrays, players)
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


Round = TypeVar("Round")


@dataclass(frozen=True, eq=False, slots=True)
class PlayerGraph:
    """One round of one player's graph; the moves of every position are numbered from 0."""

    move_counts: NDArray[np.int64]
    successors: NDArray[np.int64]
    payoff_indices: NDArray[np.int64]


@dataclass(frozen=True, eq=False, slots=True)
class Stage:
    """One round: the moves of both players, the probability that play ends after it, and the payoffs if it does.

    In matching pennies the players have different goals:
    """

    row: PlayerGraph
    column: PlayerGraph
    payoffs: Sequence[Sequence[Fraction]]
    end_probability: Fraction

    @property
    def symmetric(self) -> bool:
        """Return whether exchanging the players only changes the sign of a value."""
        size = range(len(self.payoffs))
        return self.row is self.column and all(self.payoffs[i][j] == -self.payoffs[j][i] for i in size for j in size)


def solve_rounds(stages: Sequence[Stage], solve_stage: Callable[[Stage, Round | None, bool], Round]) -> Iterator[Round]:
    """Solve all rounds by backward induction, and yield their solutions from the last round to the first."""
    later, symmetric = None, True
    for stage in reversed(stages):
        # A symmetric round has to be solved in full if a later round treats the players differently.
        symmetric = symmetric and stage.symmetric
        later = solve_stage(stage, later, symmetric)
        yield later


UNIT_ROUNDOFF = float(np.finfo(np.float64).eps) / 2
BYTES_PER_BLOCK = 1 << 27  # of the unpacked strategies of one thread
BLOCKS = 16  # of the pairs of a round: later ones are larger, so that each thread gets several


@short_repr
@dataclass(frozen=True, eq=False, slots=True)
class RoundSolution:
    """The solution of one round: the values at [row position, column position], and optimal mixed strategies."""

    values: Floats
    row: csr_array  # a row for each pair that is solved: the probabilities of the moves that are played
    column: csr_array
    symmetric: bool
    error: float

    def mixed_strategies(self, u: int, v: int) -> tuple[dict[int, float], dict[int, float]]:
        """Return the mixed strategies of the row player and of the column player at a pair of positions."""
        if self.symmetric and u < v:
            column, row = self.mixed_strategies(v, u)
            return row, column
        pair = _pair_number(u, v, self.values.shape[1], self.symmetric)
        return _strategy(self.row, pair), _strategy(self.column, pair)


def _strategy(strategies: csr_array, pair: int) -> dict[int, float]:
    """Return the mixed strategy at a pair: the probability of each move that is played."""
    entries = slice(strategies.indptr[pair], strategies.indptr[pair + 1])
    return dict(zip(strategies.indices[entries].tolist(), strategies.data[entries].tolist(), strict=True))


def _pair_number(u: int, v: int, columns: int, symmetric: bool) -> int:
    """Return the index of a pair among the solved ones: row by row, up to the diagonal if that is enough."""
    return u * (u + 1) // 2 + v if symmetric else u * columns + v


Program = Callable[[Floats], tuple[Floats, Floats]]  # from a matrix game to optimal strategies of both players


def solve_backward(stages: Sequence[Stage], program: Program | None = None) -> Iterator[RoundSolution]:
    """Solve all rounds in floats by backward induction, and yield their solutions from the last round to the first.

    The value of each pair lies between two guarantees. So the error of a round is at most its largest gap between them,
    plus the rounding error of a mean (gamma(n), Higham 2002, section 3.1), plus the error of the next round times the
    probability that play continues. All cores work on rows of pairs; another `program` solves one pair after the other,
    with the same bound, since the guarantees are computed from the strategies that it returns.

    Cost: one matrix game of at most m x n moves for each pair of positions (for half of the pairs in a symmetric
    round), some microseconds each; memory for all values and for the moves that are played.

    >>> from fractions import Fraction
    >>> from gametheory.solvers.simultaneous import PlayerGraph
    >>> graph = PlayerGraph(np.array([2]), np.zeros((1, 2), np.int64), np.array([[0, 1]]))
    >>> pennies = Stage(graph, graph, ((Fraction(1), Fraction(-1)), (Fraction(-1), Fraction(1))), Fraction(1))
    >>> (solution,) = solve_backward([pennies])
    >>> row, _ = solution.mixed_strategies(0, 0)
    >>> solution.values.tolist(), {move: round(probability, 12) for move, probability in row.items()}
    ([[0.0]], {0: 0.5, 1: 0.5})
    """
    return solve_rounds(stages, partial(_solve_stage, program=program))


def stage_matrix(stage: Stage, u: int, v: int, later: Floats) -> Floats:
    """Return the matrix game of a pair of positions.

    >>> from fractions import Fraction
    >>> from gametheory.solvers.simultaneous import PlayerGraph
    >>> graph = PlayerGraph(np.array([2]), np.zeros((1, 2), np.int64), np.array([[0, 1]]))
    >>> half = Stage(graph, graph, ((Fraction(1), Fraction(-1)), (Fraction(-1), Fraction(1))), Fraction(1, 2))
    >>> stage_matrix(half, 0, 0, later=np.array([[3.0]]))
    array([[2., 1.],
           [1., 2.]])
    """
    return _pair_matrix(stage, u, v, _weighted_payoffs(stage, later))


def _pair_matrix(stage: Stage, u: int, v: int, weighted: tuple[Floats, Floats]) -> Floats:
    row, column = stage.row, stage.column
    m = row.move_counts[u]
    n = column.move_counts[v]
    row_moves = row.successors[u, :m], row.payoff_indices[u, :m]
    return payoff_matrix(*row_moves, column.successors[v, :n], column.payoff_indices[v, :n], *weighted)


def _weighted_payoffs(stage: Stage, later: Floats) -> tuple[Floats, Floats]:
    """Return the payoffs if play ends and the values if it continues, each times its probability."""
    end = stage.end_probability
    return float(end) * np.array(stage.payoffs, np.float64), float(1 - end) * later


def _solve_stage(
    stage: Stage, later: RoundSolution | None, symmetric: bool, program: Program | None = None
) -> RoundSolution:
    later_values, later_error = (later.values, later.error) if later else (_no_values(stage), 0.0)
    if program:
        lower, upper, row, column = _solve_pairs_by(program, stage, later_values, symmetric)
    else:
        lower, upper, row, column = _solve_pairs(stage, later_values, symmetric)
    if symmetric:
        lower, upper = _mirrored(lower, upper), _mirrored(upper, lower)
    values = (lower + upper) / 2
    largest_payoff = max(abs(float(payoff)) for line in stage.payoffs for payoff in line)
    moves = max(stage.row.payoff_indices.shape[1], stage.column.payoff_indices.shape[1])
    rounding = (2 * moves + 12) * UNIT_ROUNDOFF * largest_payoff
    gap = max(float((upper - values).max()), 0.0)
    error = 1.001 * (float(1 - stage.end_probability) * later_error + gap + rounding)
    return RoundSolution(values, row, column, symmetric, error)


def _no_values(stage: Stage) -> Floats:
    """Return zeros as the values after the last round, large enough for the successors that it states."""
    return np.zeros((stage.row.successors.max() + 1, stage.column.successors.max() + 1))


def _solve_pairs(stage: Stage, later_values: Floats, symmetric: bool) -> tuple[Floats, Floats, csr_array, csr_array]:
    """Return the guarantees of both optimal strategies at every pair, and the strategies."""
    row = stage.row
    column = stage.column
    shape = (len(stage.row.move_counts), len(stage.column.move_counts))
    graphs = row.successors, row.payoff_indices, row.move_counts, column.successors, column.payoff_indices
    lower = np.zeros(shape)
    upper = np.zeros(shape)
    weighted = _weighted_payoffs(stage, later_values)
    most_rows = BYTES_PER_BLOCK // (8 * shape[1] * row.payoff_indices.shape[1])
    height = max(1, min(most_rows, -(-shape[0] // BLOCKS)))

    def solve_block(first: int) -> tuple[csr_array, csr_array]:
        end = min(first + height, shape[0])
        x = np.zeros((end - first, shape[1], row.payoff_indices.shape[1]))
        y = np.zeros((end - first, shape[1], column.payoff_indices.shape[1]))
        solve_stage_rows(first, end, symmetric, *graphs, column.move_counts, *weighted, lower, upper, x, y)
        solved = np.arange(first, end)[:, None] >= np.arange(shape[1]) if symmetric else np.full(x.shape[:2], True)
        return csr_array(x[solved]), csr_array(y[solved])

    nothing = np.zeros((0, 1, 1))  # the loop is compiled here, where Ctrl-C can end it, and not in a thread
    solve_stage_rows(0, 0, symmetric, *graphs, column.move_counts, *weighted, lower, upper, nothing, nothing)
    with ThreadPoolExecutor(available_cores()) as threads:
        # In a symmetric round the last blocks have the most pairs, so they go first.
        packed = list(threads.map(solve_block, reversed(range(0, shape[0], height))))[::-1]
    return lower, upper, *(vstack(blocks, format="csr") for blocks in zip(*packed, strict=True))


def _solve_pairs_by(
    program: Program, stage: Stage, later_values: Floats, symmetric: bool
) -> tuple[Floats, Floats, csr_array, csr_array]:
    """Do the same as `_solve_pairs`, with another program for each matrix game."""
    shape = len(stage.row.move_counts), len(stage.column.move_counts)
    lower = np.zeros(shape)
    upper = np.zeros(shape)
    weighted = _weighted_payoffs(stage, later_values)
    packed: list[tuple[csr_array, csr_array]] = []
    for u in range(shape[0]):
        pairs = u + 1 if symmetric else shape[1]
        x, y = (np.zeros((pairs, graph.payoff_indices.shape[1])) for graph in (stage.row, stage.column))
        for v in range(pairs):
            payoffs = _pair_matrix(stage, u, v, weighted)
            row = x[v, : len(payoffs)]
            column = y[v, : payoffs.shape[1]]
            row[:], column[:] = program(payoffs)
            lower[u, v], upper[u, v] = (row @ payoffs).min(), (payoffs @ column).max()
        packed.append((csr_array(x), csr_array(y)))
    return lower, upper, *(vstack(blocks, format="csr") for blocks in zip(*packed, strict=True))


def _mirrored(bound: Floats, opposite: Floats) -> Floats:
    """Return a bound that is solved below the diagonal; above it is minus the opposite bound of the exchanged pair."""
    mirrored: Floats = np.tril(bound) - np.tril(opposite, -1).T
    diagonal = np.diag(bound) - np.diag(opposite)
    # The value of two equal positions is 0, so both bounds get the same absolute value.
    np.fill_diagonal(mirrored, np.sign(diagonal) * np.maximum(np.abs(np.diag(bound)), np.abs(np.diag(opposite))))
    return mirrored


ExactMixedStrategy = dict[int, fmpq]  # the probability of each move that is played


@short_repr
@dataclass(frozen=True, eq=False, slots=True)
class ExactRoundSolution:
    """The exact solution of one round: the value and both mixed strategies at (row position, column position).

    With `symmetric`, only the pairs with row >= column are stored; exchanging the players gives the others.
    """

    values: dict[tuple[int, int], fmpq]
    rows: dict[tuple[int, int], ExactMixedStrategy]
    columns: dict[tuple[int, int], ExactMixedStrategy]
    symmetric: bool

    def value(self, u: int, v: int) -> fmpq:
        """Return the value of a pair of positions to the row player."""
        return -self.values[v, u] if self.symmetric and u < v else self.values[u, v]

    def mixed_strategies(self, u: int, v: int) -> tuple[ExactMixedStrategy, ExactMixedStrategy]:
        """Return the mixed strategies of the row player and of the column player at a pair of positions."""
        if self.symmetric and u < v:
            return self.columns[v, u], self.rows[v, u]
        return self.rows[u, v], self.columns[u, v]


def solve_backward_exact(stages: Sequence[Stage]) -> Iterator[ExactRoundSolution]:
    """Solve all rounds in rationals by backward induction, and yield their solutions from the last round to the first.

    Cost: one exact matrix game (`matrix_game.exact`) for each pair of positions. The numbers grow: a value is a
    quotient of determinants of values of the next round, so it has about as many digits as all entries of one basis
    together. In the Wargame each round has about five times the digits of the round after it.

    >>> from gametheory.solvers.simultaneous import PlayerGraph
    >>> graph = PlayerGraph(np.array([2]), np.zeros((1, 2), np.int64), np.array([[0, 1]]))
    >>> stage = Stage(graph, graph, ((Fraction(2), Fraction(-1)), (Fraction(-1), Fraction(1))), Fraction(1))
    >>> (solution,) = solve_backward_exact([stage])
    >>> solution.value(0, 0), solution.rows[0, 0]
    (1/5, {0: 2/5, 1: 3/5})
    """
    return solve_rounds(stages, _solve_stage_exactly)


def _solve_stage_exactly(stage: Stage, later: ExactRoundSolution | None, symmetric: bool) -> ExactRoundSolution:
    solution = ExactRoundSolution({}, {}, {}, symmetric)
    games = _StageGames(stage, later)
    for u in range(len(stage.row.move_counts)):
        for v in range(u + 1 if symmetric else len(stage.column.move_counts)):
            value, row, column, _ = solve_matrix(*games.payoff_matrix(u, v))
            solution.values[u, v], solution.rows[u, v], solution.columns[u, v] = value, row, column
    return solution


class _StageGames:
    """The payoff matrices of a round. Each entry is computed only once, since many matrices share it."""

    def __init__(self, stage: Stage, later: ExactRoundSolution | None) -> None:
        self.stage, self.later = stage, later
        self.end_probability = to_flint(stage.end_probability)
        self.entries: dict[tuple[Fraction, int, int], tuple[fmpq, float]] = {}

    def payoff_matrix(self, u: int, v: int) -> tuple[list[list[fmpq]], NDArray[np.float64]]:
        """Return the matrix game of a pair of positions, exactly and rounded to floats."""
        row = self.stage.row
        column = self.stage.column
        payoffs = self.stage.payoffs
        m = int(row.move_counts[u])
        n = int(column.move_counts[v])
        columns = list(zip(column.payoff_indices[v, :n].tolist(), column.successors[v, :n].tolist(), strict=True))
        entries = [
            [self.entry(payoffs[i][j], next_u, next_v) for j, next_v in columns]
            for i, next_u in zip(row.payoff_indices[u, :m].tolist(), row.successors[u, :m].tolist(), strict=True)
        ]
        exact = [[number for number, _ in line] for line in entries]
        return exact, np.array([[rounded for _, rounded in line] for line in entries])

    def entry(self, payoff: Fraction, u: int, v: int) -> tuple[fmpq, float]:
        """Return the expected payoff if play either ends with `payoff` or continues from the pair (u, v)."""
        if (entry := self.entries.get((payoff, u, v))) is None:
            exact = self.end_probability * to_flint(payoff)
            if self.later is not None and self.end_probability != 1:
                exact += (1 - self.end_probability) * self.later.value(u, v)
            entry = self.entries[payoff, u, v] = exact, to_float(exact)
        return entry
