"""Zero-sum games of two at once over a finite number of rounds, where each player walks a graph of his own.

The players never touch before the end: in each round either picks a move in his own position, then play ends with a
known chance, with a payoff that depends on what both then show, or goes on. So the game of a pair of positions is a
gather from the values of the pairs that may follow (Shapley 1953, by backward induction), and a round is solved for all
pairs at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import numpy as np
from numpy.typing import NDArray

from gametheory.claims.evidence import Table
from gametheory.numbers.format import format_number
from gametheory.parallel.cores import available_cores
from gametheory.solvers.matrix_game.simplex_kernel import Floats, Ints
from gametheory.solvers.product_game.checkpoint import RoundCheckpoint, load_or_compute
from gametheory.solvers.product_game.kernel import matrix, solve_stage_rows

SHOWN = 8  # positions of each player, in a notebook
UNIT = float(np.finfo(np.float64).eps) / 2
BYTES_A_PIECE = 1 << 27  # of mixtures that one thread holds in full before they are packed
PIECES = 16  # the same on any number of cores, since of several optimal mixtures one is found from where a piece begins


@dataclass(frozen=True, eq=False, slots=True)
class PlayerGraph:
    """One round of one player's own graph: moves are numbered from 0 in every position.

    `moves` is their number, at [position]; `following` the position of the next round, by its place there, and `shown`
    what the payoff depends on, both at [position, move]; places beyond the number of moves hold anything.
    """

    moves: Ints
    following: Ints
    shown: Ints


@dataclass(frozen=True, eq=False, slots=True)
class Stage:
    """One round: what each player may do, the chance that play ends after it, and the payoff to the row player then.

    `payoffs` is at [shown by the row player][shown by the column player].

    >>> walk = PlayerGraph(np.array([2]), np.zeros((1, 2), np.int64), np.array([[0, 1]]))
    >>> pennies = Stage(walk, walk, ((Fraction(1), Fraction(-1)), (Fraction(-1), Fraction(1))), Fraction(1))
    >>> pennies.symmetric  # who matches wins, so that the players are not in the same situation
    False
    """

    row: PlayerGraph
    column: PlayerGraph
    payoffs: Sequence[Sequence[Fraction]]
    ends: Fraction

    @property
    def symmetric(self) -> bool:
        """Whether both players are in the same situation, so that exchanging them changes the sign of a value."""
        size = range(len(self.payoffs))
        return self.row is self.column and all(self.payoffs[i][j] == -self.payoffs[j][i] for i in size for j in size)


@dataclass(frozen=True, eq=False, slots=True)
class Mixtures:
    """The mixtures of one player at many pairs of positions, packed: those moves that are played, pair after pair.

    >>> Mixtures(np.array([0, 2, 3]), np.array([0, 4, 1], np.uint16), np.array([0.25, 0.75, 1.0])).at(0)
    {0: 0.25, 4: 0.75}
    """

    first: NDArray[np.int64]
    moves: NDArray[np.uint16]
    weights: Floats

    def at(self, pair: int) -> dict[int, float]:
        """The moves that are played at a pair, with their probabilities."""
        place = slice(self.first[pair], self.first[pair + 1])
        return dict(zip(self.moves[place].tolist(), self.weights[place].tolist(), strict=True))


@dataclass(frozen=True, eq=False, slots=True)
class RoundSolution:
    """A round solved: the values at [row position, column position], and optimal mixtures.

    `error` bounds how much less than the value the row player's strategy, here and later, guarantees against any play,
    and how much more the column player's allows. With `symmetric`, pairs with row < column are those exchanged.

    >>> one = Mixtures(np.array([0, 1]), np.array([3], np.uint16), np.array([1.0]))
    >>> RoundSolution(np.zeros((1, 1)), one, one, symmetric=True, error=0.0).mixtures(0, 0)
    ({3: 1.0}, {3: 1.0})
    """

    values: Floats
    row: Mixtures
    column: Mixtures
    symmetric: bool
    error: float

    def mixtures(self, u: int, v: int) -> tuple[dict[int, float], dict[int, float]]:
        """The mixtures of the row and of the column player at a pair of positions."""
        if self.symmetric and u < v:
            column, row = self.mixtures(v, u)
            return row, column
        pair = _pair_number(u, v, self.values.shape[1], self.symmetric)
        return self.row.at(pair), self.column.at(pair)

    def _repr_html_(self) -> str:
        """The values at the first pairs of positions."""
        (m, n), part = self.values.shape, self.values[:SHOWN, :SHOWN].tolist()
        caption = f"Values at {m:,} x {n:,} pairs of positions, each within {self.error:.1e}"
        rows = [(u, *map(format_number, row)) for u, row in enumerate(part)]
        return Table(["", *map(str, range(min(n, SHOWN)))], rows, caption)._repr_html_()


def _pair_number(u: int, v: int, columns: int, symmetric: bool) -> int:
    """The place of a pair among those that are solved: row by row, up to the diagonal where that is enough."""
    return u * (u + 1) // 2 + v if symmetric else u * columns + v


def solve_backward(
    stages: Sequence[Stage], rounds: RoundCheckpoint[RoundSolution] | None = None
) -> Iterator[RoundSolution]:
    """Solve all rounds, from the last to the first, in floats; those that are kept in `rounds` are not solved again.

    Each value is between two guarantees, so that the errors of a round are its greatest gap, the roundings of a mean
    (gamma(n), Higham 2002, section 3.1), and the errors of the round after it times the chance of going on; together
    they bound what any other play gains. All cores solve rows of pairs. Cost: a game of at most m x n moves for each
    pair of positions, or for half of them where the players are in the same situation, some microseconds each; memory
    for all values and for the moves played.

    >>> walk = PlayerGraph(np.array([2]), np.zeros((1, 2), np.int64), np.array([[0, 1]]))
    >>> pennies = Stage(walk, walk, ((Fraction(1), Fraction(-1)), (Fraction(-1), Fraction(1))), Fraction(1))
    >>> (solved,) = solve_backward([pennies])
    >>> solved.values.tolist(), {move: round(chance, 12) for move, chance in solved.mixtures(0, 0)[0].items()}
    ([[0.0]], {0: 0.5, 1: 0.5})
    """
    shape = (1, 1) if not stages else (stages[-1].row.following.max() + 1, stages[-1].column.following.max() + 1)
    values, error = np.zeros(shape), 0.0
    same = True
    for number, stage in reversed(list(enumerate(stages, 1))):
        same = same and stage.symmetric
        solved = load_or_compute(rounds, number, partial(_solve, stage, values, error, same))
        values, error = solved.values, solved.error
        yield solved


def stage_matrix(stage: Stage, u: int, v: int, later: Floats) -> Floats:
    """The matrix game of a pair of positions, given the values of the next round.

    >>> walk = PlayerGraph(np.array([2]), np.zeros((1, 2), np.int64), np.array([[0, 1]]))
    >>> half = Stage(walk, walk, ((Fraction(1), Fraction(-1)), (Fraction(-1), Fraction(1))), Fraction(1, 2))
    >>> stage_matrix(half, 0, 0, later=np.array([[3.0]]))
    array([[2., 1.],
           [1., 2.]])
    """
    row, column, (ended, going_on) = stage.row, stage.column, _parts(stage, later)
    m, n = row.moves[u], column.moves[v]
    return matrix(row.following[u, :m], row.shown[u, :m], column.following[v, :n], column.shown[v, :n], ended, going_on)


def _parts(stage: Stage, later: Floats) -> tuple[Floats, Floats]:
    """What play is worth if it ends, and if it goes on, each times its chance."""
    return float(stage.ends) * np.array(stage.payoffs, np.float64), float(1 - stage.ends) * later


def _solve(stage: Stage, later: Floats, error: float, symmetric: bool) -> RoundSolution:
    row, column, shape = stage.row, stage.column, (len(stage.row.moves), len(stage.column.moves))
    lower, upper = np.zeros(shape), np.zeros(shape)
    parts = _parts(stage, later)
    height = max(1, min(BYTES_A_PIECE // (8 * shape[1] * row.shown.shape[1]), -(-shape[0] // PIECES)))

    def piece(first: int) -> tuple[Mixtures, Mixtures]:
        beyond = min(first + height, shape[0])
        x = np.zeros((beyond - first, shape[1], row.shown.shape[1]))
        y = np.zeros((beyond - first, shape[1], column.shown.shape[1]))
        walks = row.following, row.shown, row.moves, column.following, column.shown, column.moves
        solve_stage_rows(first, beyond, symmetric, *walks, *parts, lower, upper, x, y)
        solved = np.arange(first, beyond)[:, None] >= np.arange(shape[1]) if symmetric else np.full(x.shape[:2], True)
        return _packed(x[solved]), _packed(y[solved])

    with ThreadPoolExecutor(available_cores()) as threads:
        packed = list(threads.map(piece, reversed(range(0, shape[0], height))))[::-1]
    if symmetric:
        lower, upper = _mirrored(lower, upper), _mirrored(upper, lower)
    values = (lower + upper) / 2
    size = max(abs(float(payoff)) for line in stage.payoffs for payoff in line)
    roundings = (2 * max(row.shown.shape[1], column.shown.shape[1]) + 12) * UNIT * size
    error = 1.001 * (float(1 - stage.ends) * error + max(float((upper - values).max()), 0.0) + roundings)
    return RoundSolution(values, _joined([x for x, _ in packed]), _joined([y for _, y in packed]), symmetric, error)


def _mirrored(bound: Floats, opposite: Floats) -> Floats:
    """A bound on the values below the diagonal, and above it the opposite one with the players exchanged."""
    found: Floats = np.tril(bound) - np.tril(opposite, -1).T
    diagonal = np.diag(bound) - np.diag(opposite)
    np.fill_diagonal(found, np.sign(diagonal) * np.maximum(np.abs(np.diag(bound)), np.abs(np.diag(opposite))))
    return found


def _packed(weights: Floats) -> Mixtures:
    """Mixtures at [pair, move], without the moves that are not played."""
    pairs, moves = np.nonzero(weights)
    first = np.searchsorted(pairs, np.arange(len(weights) + 1))
    return Mixtures(first, moves.astype(np.uint16), weights[pairs, moves])


def _joined(pieces: Sequence[Mixtures]) -> Mixtures:
    """Packed mixtures of pairs that follow each other."""
    starts = np.cumsum([0, *(len(piece.moves) for piece in pieces)])
    first = [piece.first[:-1] + start for piece, start in zip(pieces, starts[:-1], strict=True)]
    return Mixtures(
        np.concatenate([*first, starts[-1:]]),
        np.concatenate([piece.moves for piece in pieces]),
        np.concatenate([piece.weights for piece in pieces]),
    )
