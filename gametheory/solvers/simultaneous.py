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
from itertools import chain
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
from gametheory.parallel.limits import available_cores, has_threads
from gametheory.parallel.steps import begin_step
from gametheory.solvers.arrays import Mixed, decision_rows
from gametheory.solvers.matrix_game import MatrixSolution, solve_matrix
from gametheory.solvers.matrix_kernel import Floats, payoff_matrix, solve_stage_rows
from gametheory.verify.graphs import players_in

Round = TypeVar("Round")
Program = Callable[[Floats], tuple[Floats, Floats]]  # from a matrix game to optimal strategies of both players
ExactMixedStrategy = dict[int, fmpq]  # the probability of each move that is played
Matrix: TypeAlias = tuple[tuple[fmpq, ...], ...]

UNIT_ROUNDOFF = float(np.finfo(np.float64).eps) / 2
BYTES_PER_BLOCK = 1 << 27  # of the unpacked strategies of one thread
BLOCKS = 16  # of the pairs of a round: later ones are larger, so that each thread gets several


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
    begin_step("a matrix game in every position")
    arrays = state_arrays(graph)
    players = game_of(graph).players
    require_zero_sum(players, terminal_payoffs)
    order = arrays.order
    if order is None:
        raise ValueError("play can cycle, so that it need not end")
    rows = decision_rows(arrays)
    games = MatrixGames(arrays, players)
    values: dict[int, fmpq] = {}
    mixed: dict[Position, dict[str, Mixed]] = {}
    ended = (arrays.outcome_of >= 0).tolist()
    for number in reversed(order.tolist()):
        position = arrays.positions[number]
        if ended[number]:
            values[number] = to_flint(terminal_payoffs[position][0])
        else:
            means = [rows.mean(move, values) for move in rows.moves(number)]
            values[number], mixed[position] = games.solve(number, means)
    # both in the order of the graph
    exact = {position: to_fraction(values[number]) for number, position in enumerate(arrays.positions)}
    strategies = {position: mixed[position] for position in exact if position in mixed}
    return MixedSolution(exact, strategies)


class MatrixGames:
    """The zero-sum matrix games of the positions of two players; equal ones are solved once."""

    def __init__(self, arrays: StateArrays, players: tuple[str, ...]) -> None:
        self.arrays, self.players = arrays, players
        self._solved: dict[Matrix, MatrixSolution] = {}

    def solve(self, number: int, means: Sequence[fmpq]) -> tuple[fmpq, dict[str, Mixed]]:
        """Return the value of a position and optimal strategies, given the expected value after each joint move."""
        active = players_in(self.arrays, number)
        moves, matrix = self._matrix(number, active, means)
        if matrix not in self._solved:
            self._solved[matrix] = solve_matrix(matrix)
        solved = self._solved[matrix]
        strategies = {}
        for player, own_moves, weights in zip(self.players, moves, (solved.row, solved.column), strict=True):
            if player in active:
                strategies[player] = {own_moves[index]: to_fraction(share) for index, share in sorted(weights.items())}
        return solved.value, strategies

    def _matrix(self, number: int, active: tuple[str, ...], means: Sequence[fmpq]) -> tuple[list[list[Move]], Matrix]:
        """Return the moves of both players, None for a player who does not move, and the matrix of expected values."""
        joint_moves = self.arrays.moves_in(number)
        columns: list[list[Move]] = []  # the move of each player in each joint move
        for player in self.players:
            if player in active:
                seat = active.index(player)
                columns.append([moves[seat] for moves in joint_moves])
            else:
                columns.append([None] * len(joint_moves))
        pairs = list(zip(*columns, strict=True))
        first, second = (list(dict.fromkeys(column)) for column in columns)
        after = dict(zip(pairs, means, strict=True))
        if not len(after) == len(pairs) == len(first) * len(second):
            position = self.arrays.positions[number]
            raise ValueError(f"in {position} not every pair of moves of the two players is one joint move")
        lines = []
        for row in first:
            lines.append(tuple(after[row, column] for column in second))
        return [first, second], tuple(lines)


@dataclass(frozen=True, eq=False, slots=True)
class PlayerGraph:
    """One round of one player's graph; the moves of every position are numbered from 0."""

    move_counts: NDArray[np.int64]
    successors: NDArray[np.int64]
    payoff_indices: NDArray[np.int64]

    def moves(self, position: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return where each move of a position leads, and the index of its payoffs."""
        count = self.move_counts[position]
        return self.successors[position, :count], self.payoff_indices[position, :count]


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
        if self.row is not self.column:
            return False
        mirrored = []
        for column in zip(*self.payoffs, strict=True):
            mirrored.append(tuple(-payoff for payoff in column))
        return mirrored == list(map(tuple, self.payoffs))


def solve_rounds(stages: Sequence[Stage], solve_stage: Callable[[Stage, Round | None, bool], Round]) -> Iterator[Round]:
    """Solve all rounds by backward induction, and yield their solutions from the last round to the first."""
    later, symmetric = None, True
    for stage in reversed(stages):
        # A symmetric round has to be solved in full if a later round treats the players differently.
        symmetric = symmetric and stage.symmetric
        later = solve_stage(stage, later, symmetric)
        yield later


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
    first, end = strategies.indptr[pair : pair + 2]
    moves = strategies.indices[first:end]
    probabilities = strategies.data[first:end]
    return dict(zip(moves.tolist(), probabilities.tolist(), strict=True))


def _pair_number(u: int, v: int, columns: int, symmetric: bool) -> int:
    """Return the index of a pair among the solved ones: row by row, up to the diagonal if that is enough."""
    if symmetric:
        before = u * (u + 1) // 2
    else:
        before = u * columns
    return before + v


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
    return payoff_matrix(*stage.row.moves(u), *stage.column.moves(v), *weighted)


def _weighted_payoffs(stage: Stage, later: Floats) -> tuple[Floats, Floats]:
    """Return the payoffs if play ends and the values if it continues, each times its probability."""
    end = stage.end_probability
    at_end = float(end) * np.array(stage.payoffs, np.float64)
    return at_end, float(1 - end) * later


def _solve_stage(
    stage: Stage, later: RoundSolution | None, symmetric: bool, program: Program | None = None
) -> RoundSolution:
    if later is None:
        # zeros after the last round, as many as the successors that it states
        pairs = stage.row.successors.max() + 1, stage.column.successors.max() + 1
        later_values, later_error = np.zeros(pairs), 0.0
    else:
        later_values, later_error = later.values, later.error
    if program:
        lower, upper, row, column = _solve_pairs_by(program, stage, later_values, symmetric)
    else:
        lower, upper, row, column = _solve_pairs(stage, later_values, symmetric)
    if symmetric:
        lower, upper = _mirrored(lower, upper), _mirrored(upper, lower)
    values = (lower + upper) / 2
    largest_payoff = float(max(map(abs, chain(*stage.payoffs))))
    moves = max(stage.row.payoff_indices.shape[1], stage.column.payoff_indices.shape[1])
    # gamma(n) of a mean, and some operations more
    rounding = (2 * moves + 12) * UNIT_ROUNDOFF * largest_payoff
    gap = max(float((upper - values).max()), 0.0)
    # the factor covers the rounding of this sum itself
    error = 1.001 * (float(1 - stage.end_probability) * later_error + gap + rounding)
    return RoundSolution(values, row, column, symmetric, error)


def _solve_pairs(stage: Stage, later_values: Floats, symmetric: bool) -> tuple[Floats, Floats, csr_array, csr_array]:
    """Return the guarantees of both optimal strategies at every pair, and the strategies."""
    row, column = stage.row, stage.column
    rows = len(row.move_counts)
    columns = len(column.move_counts)
    row_moves = row.payoff_indices.shape[1]
    column_moves = column.payoff_indices.shape[1]
    lower = np.zeros((rows, columns))
    upper = np.zeros((rows, columns))
    of_row = row.successors, row.payoff_indices, row.move_counts
    of_column = column.successors, column.payoff_indices, column.move_counts
    inputs = *of_row, *of_column, *_weighted_payoffs(stage, later_values), lower, upper
    most_rows = BYTES_PER_BLOCK // (8 * columns * row_moves)
    height = max(1, min(most_rows, -(-rows // BLOCKS)))

    def solve_block(first: int) -> tuple[csr_array, csr_array]:
        end = min(first + height, rows)
        x = np.zeros((end - first, columns, row_moves))
        y = np.zeros((end - first, columns, column_moves))
        solve_stage_rows(first, end, symmetric, *inputs, x, y)
        solved = np.full((end - first, columns), True)
        if symmetric:
            solved = np.arange(first, end)[:, None] >= np.arange(columns)
        return csr_array(x[solved]), csr_array(y[solved])

    nothing = np.zeros((0, 1, 1))  # the loop is compiled here, where Ctrl-C can end it, and not in a thread
    solve_stage_rows(0, 0, symmetric, *inputs, nothing, nothing)
    # In a symmetric round the last blocks have the most pairs, so they go first.
    blocks = reversed(range(0, rows, height))
    if has_threads():
        with ThreadPoolExecutor(available_cores()) as threads:
            packed = list(threads.map(solve_block, blocks))
    else:
        packed = list(map(solve_block, blocks))
    return lower, upper, *_stacked(packed[::-1])


def _stacked(packed: Sequence[tuple[csr_array, csr_array]]) -> tuple[csr_array, csr_array]:
    """Return the strategies of both players of all pairs, given those of successive blocks of pairs."""
    row_blocks, column_blocks = zip(*packed, strict=True)
    return vstack(row_blocks, format="csr"), vstack(column_blocks, format="csr")


def _solve_pairs_by(
    program: Program, stage: Stage, later_values: Floats, symmetric: bool
) -> tuple[Floats, Floats, csr_array, csr_array]:
    """Do the same as `_solve_pairs`, with another program for each matrix game."""
    rows = len(stage.row.move_counts)
    columns = len(stage.column.move_counts)
    lower = np.zeros((rows, columns))
    upper = np.zeros((rows, columns))
    weighted = _weighted_payoffs(stage, later_values)
    packed: list[tuple[csr_array, csr_array]] = []
    for u in range(rows):
        pairs = u + 1 if symmetric else columns
        x = np.zeros((pairs, stage.row.payoff_indices.shape[1]))
        y = np.zeros((pairs, stage.column.payoff_indices.shape[1]))
        for v in range(pairs):
            payoffs = _pair_matrix(stage, u, v, weighted)
            row, column = program(payoffs)
            x[v, : len(row)] = row
            y[v, : len(column)] = column
            # what the strategies guarantee bounds the value, however wrong the program may be
            lower[u, v] = (row @ payoffs).min()
            upper[u, v] = (payoffs @ column).max()
        packed.append((csr_array(x), csr_array(y)))
    return lower, upper, *_stacked(packed)


def _mirrored(bound: Floats, opposite: Floats) -> Floats:
    """Return a bound that is solved below the diagonal; above it is minus the opposite bound of the exchanged pair."""
    mirrored: Floats = np.tril(bound) - np.tril(opposite, -1).T
    of_pair = np.diag(bound)
    of_opposite = np.diag(opposite)
    # The value of two equal positions is 0, so both bounds get the same absolute value.
    largest = np.maximum(np.abs(of_pair), np.abs(of_opposite))
    np.fill_diagonal(mirrored, np.sign(of_pair - of_opposite) * largest)
    return mirrored


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
        if self.symmetric and u < v:
            return -self.values[v, u]
        return self.values[u, v]

    def mixed_strategies(self, u: int, v: int) -> tuple[ExactMixedStrategy, ExactMixedStrategy]:
        """Return the mixed strategies of the row player and of the column player at a pair of positions."""
        if self.symmetric and u < v:
            return self.columns[v, u], self.rows[v, u]
        return self.rows[u, v], self.columns[u, v]


def solve_backward_exact(stages: Sequence[Stage]) -> Iterator[ExactRoundSolution]:
    """Solve all rounds in rationals by backward induction, and yield their solutions from the last round to the first.

    Cost: one exact matrix game (`solve_matrix`) for each pair of positions. The numbers grow: a value is a
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
        if symmetric:
            pairs = u + 1
        else:
            pairs = len(stage.column.move_counts)
        for v in range(pairs):
            solved = solve_matrix(*games.payoff_matrix(u, v))
            solution.values[u, v] = solved.value
            solution.rows[u, v] = solved.row
            solution.columns[u, v] = solved.column
    return solution


class _StageGames:
    """The payoff matrices of a round. Each entry is computed only once, since many matrices share it."""

    def __init__(self, stage: Stage, later: ExactRoundSolution | None) -> None:
        self.stage, self.later = stage, later
        self.end_probability = to_flint(stage.end_probability)
        self.entries: dict[tuple[Fraction, int, int], tuple[fmpq, float]] = {}

    def payoff_matrix(self, u: int, v: int) -> tuple[list[list[fmpq]], NDArray[np.float64]]:
        """Return the matrix game of a pair of positions, exactly and rounded to floats."""
        row_moves = [numbers.tolist() for numbers in self.stage.row.moves(u)]
        column_moves = [numbers.tolist() for numbers in self.stage.column.moves(v)]
        exact, rounded = [], []
        for next_u, i in zip(*row_moves, strict=True):
            payoffs = self.stage.payoffs[i]
            entries = [self.entry(payoffs[j], next_u, next_v) for next_v, j in zip(*column_moves, strict=True)]
            exact.append([number for number, _ in entries])
            rounded.append([number for _, number in entries])
        return exact, np.array(rounded)

    def entry(self, payoff: Fraction, u: int, v: int) -> tuple[fmpq, float]:
        """Return the expected payoff if play either ends with `payoff` or continues from the pair (u, v)."""
        key = (payoff, u, v)
        if key not in self.entries:
            exact = self.end_probability * to_flint(payoff)
            if self.later is not None and self.end_probability != 1:
                exact += (1 - self.end_probability) * self.later.value(u, v)
            self.entries[key] = exact, to_float(exact)
        return self.entries[key]
