"""Product games solved in floats, with a rigorous bound on the error."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

import numpy as np
from scipy.sparse import csr_array, vstack

from gametheory.numbers.format import short_repr
from gametheory.parallel.limits import available_cores
from gametheory.solvers.matrix_game.simplex_kernel import Floats
from gametheory.solvers.product_game.kernel import payoff_matrix, solve_stage_rows
from gametheory.solvers.product_game.stage import Stage, solve_rounds

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
    >>> from gametheory.solvers.product_game.stage import PlayerGraph
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
    >>> from gametheory.solvers.product_game.stage import PlayerGraph
    >>> graph = PlayerGraph(np.array([2]), np.zeros((1, 2), np.int64), np.array([[0, 1]]))
    >>> half = Stage(graph, graph, ((Fraction(1), Fraction(-1)), (Fraction(-1), Fraction(1))), Fraction(1, 2))
    >>> stage_matrix(half, 0, 0, later=np.array([[3.0]]))
    array([[2., 1.],
           [1., 2.]])
    """
    return _pair_matrix(stage, u, v, _weighted_payoffs(stage, later))


def _pair_matrix(stage: Stage, u: int, v: int, weighted: tuple[Floats, Floats]) -> Floats:
    row, column = stage.row, stage.column
    m, n = row.move_counts[u], column.move_counts[v]
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
    row, column, shape = stage.row, stage.column, (len(stage.row.move_counts), len(stage.column.move_counts))
    graphs = row.successors, row.payoff_indices, row.move_counts, column.successors, column.payoff_indices
    lower, upper = np.zeros(shape), np.zeros(shape)
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
    lower, upper, weighted = np.zeros(shape), np.zeros(shape), _weighted_payoffs(stage, later_values)
    packed: list[tuple[csr_array, csr_array]] = []
    for u in range(shape[0]):
        pairs = u + 1 if symmetric else shape[1]
        x, y = (np.zeros((pairs, graph.payoff_indices.shape[1])) for graph in (stage.row, stage.column))
        for v in range(pairs):
            payoffs = _pair_matrix(stage, u, v, weighted)
            row, column = x[v, : len(payoffs)], y[v, : payoffs.shape[1]]
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
