"""The double oracle method for zero-sum matrix games in one call of compiled code."""

from __future__ import annotations

import numpy as np

from gametheory.parallel.compiled import compiled, compiled_above
from gametheory.solvers.matrix_game.simplex_kernel import Floats, Ints, contains, simplex

SLACK = 1e-13  # of the spread of the payoffs: a smaller gain justifies no further row or column
MAX_REFACTORIZATIONS = 2  # of a subgame, then of the whole matrix
LARGE = 64  # rows and columns; smaller matrices are solved in subgames to the end
SUBGAMES = 8  # the whole matrix is solved when the subgame has this part of its moves


@compiled_above(5_000)
def double_oracle(
    payoffs: Floats, spread: float, rows: Ints, columns: Ints, row: Floats, column: Floats
) -> tuple[float, float]:
    """Write optimal strategies to `row` and `column`, and return their guarantees.

    The double oracle method: solve the subgame of a few rows and columns, add the best responses from the whole matrix,
    and repeat until no response gains more than SLACK of the spread. As soon as the subgame of a large matrix has an
    eighth of its moves, the whole matrix is solved. If rounding spoils the solution of the last
    subgame, its tableau is refactorized; if that does not help, the whole matrix is solved. Cost: O(k (m + n)) for k
    moves in the last subgame, and at most k linear programs of at most k x k, or one for the whole matrix.

    >>> payoffs, row, column = np.array([[1.0, 0.0], [0.0, 2.0]]), np.zeros(2), np.zeros(2)
    >>> least, most = double_oracle(payoffs, 2.0, np.array([0, -1]), np.array([0, -1]), row, column)
    >>> row.round(12).tolist(), round(float(least), 12)
    ([0.666666666667, 0.333333333333], 0.666666666667)

    References

    ----------
    H. B. McMahan, G. J. Gordon and A. Blum, Planning in the presence of cost functions controlled by an adversary,
    ICML (2003).
    """
    height, width, slack, refactorizations = _count_moves(rows), _count_moves(columns), SLACK * spread, 0
    while True:
        x, y, _, _, _ = simplex(submatrix(payoffs, rows[:height], columns[:width]), refactorizations)
        least, worst = best_column(payoffs, rows[:height], x)
        most, best = best_row(payoffs, columns[:width], y)
        if most - least <= slack:
            break
        before = height + width
        if not contains(rows[:height], best):
            rows[height] = best
            height += 1
        if not contains(columns[:width], worst):
            columns[width] = worst
            width += 1
        if height + width == before:
            # Both best responses are already in the subgame: the gap comes from rounding in its solution.
            refactorizations += 1
            if refactorizations == MAX_REFACTORIZATIONS:
                rows, columns = np.arange(len(row)), np.arange(len(column))
                height, width = len(row), len(column)
            elif refactorizations > 2 * MAX_REFACTORIZATIONS:
                break
        elif len(row) + len(column) > LARGE and SUBGAMES * (height + width) > len(row) + len(column):
            # many moves are played: one program for the whole matrix costs less than a program for each further move
            rows, columns = np.arange(len(row)), np.arange(len(column))
            height, width = len(row), len(column)
    for a in range(height):
        row[rows[a]] = x[a]
    for b in range(width):
        column[columns[b]] = y[b]
    return least, most


@compiled
def submatrix(payoffs: Floats, rows: Ints, columns: Ints) -> Floats:
    """Return the payoffs of some rows and columns."""
    entries = np.empty((len(rows), len(columns)))
    for a in range(len(rows)):
        for b in range(len(columns)):
            entries[a, b] = payoffs[rows[a], columns[b]]
    return entries


@compiled
def _count_moves(moves: Ints) -> int:
    """Return the number of moves before the first -1."""
    for count in range(len(moves)):
        if moves[count] < 0:
            return count
    return len(moves)


@compiled
def best_column(payoffs: Floats, rows: Ints, weights: Floats) -> tuple[float, int]:
    """Return the least expected payoff of a column against a strategy on `rows`, and this column."""
    means = np.zeros(payoffs.shape[1])
    for a in range(len(rows)):
        if weights[a] > 0:
            for j in range(len(means)):
                means[j] += weights[a] * payoffs[rows[a], j]
    best = 0
    for j in range(len(means)):
        if means[j] < means[best]:
            best = j
    return means[best], best


@compiled
def best_row(payoffs: Floats, columns: Ints, weights: Floats) -> tuple[float, int]:
    """Return the greatest expected payoff of a row against a strategy on `columns`, and this row."""
    best, most = 0, -np.inf
    for i in range(payoffs.shape[0]):
        mean = 0.0
        for b in range(len(columns)):
            mean += weights[b] * payoffs[i, columns[b]]
        if mean > most:
            best, most = i, mean
    return most, best
