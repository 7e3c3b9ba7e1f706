"""Zero-sum matrix games at speed: the simplex method on a part of the matrix that grows where it must.

Compiled. Nothing here is trusted: a caller gets mixtures with what they guarantee in the whole matrix, and a basis
from which `matrix` finds the exact solution. Numba keeps what it compiled by file: a change here is not noticed by
callers in other files, such as `rounds`, until their `__pycache__` is deleted.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SMALLEST_PIVOT = 1e-9  # entries are from 1 to 2 at first; what is smaller later is rounding
LEAST_GAIN = 1e-11
TIE = 1e-13  # between two ratios
SLACK = 1e-13  # of the spread of the payoffs: less than that is not worth another row or column
CAREFUL = 40  # pivots for each row and column, after which Bland's rule keeps the method from going in a circle
RENEWALS = 2  # of a part, then of the whole matrix


@njit(cache=True, nogil=True)
def pure_guarantees(payoffs: Floats) -> tuple[int, int, float, float, float]:
    """The row with the greatest minimum, the column with the least maximum, both, and the spread of all payoffs.

    Where the two are equal, they are the value, and the row and the column a saddle point (von Neumann 1928). Cost:
    O(m n).

    >>> pure_guarantees(np.array([[1.0, 2.0], [0.0, 5.0]]))
    (0, 0, 1.0, 1.0, 5.0)
    """
    row, lower, lowest = 0, -np.inf, np.inf
    highest = np.empty(payoffs.shape[1])
    highest[:] = -np.inf
    for i in range(payoffs.shape[0]):
        least = np.inf
        for j in range(payoffs.shape[1]):
            least = min(least, payoffs[i, j])
            highest[j] = max(highest[j], payoffs[i, j])
        if least > lower:
            row, lower = i, least
        lowest = min(lowest, least)
    column, above = 0, highest[0]
    for j in range(len(highest)):
        above = max(above, highest[j])
        if highest[j] < highest[column]:
            column = j
    return row, column, lower, highest[column], above - lowest


@njit(cache=True, nogil=True)
def double_oracle(
    payoffs: Floats, spread: float, rows: Ints, columns: Ints, row: Floats, column: Floats
) -> tuple[float, float]:
    """Write optimal mixtures to `row` and `column`, which hold zeros, and return what they guarantee.

    The double oracle method (McMahan, Gordon and Blum 2003): solve the game of a few rows and columns, add the best
    answers from the whole matrix, and begin again, until no answer gains more than SLACK of the spread. `rows` and
    `columns` list the moves to begin with, then -1 up to their number in all, and are filled in. Where the last part is
    not solved that well, its tableau is made anew from the basis, and if that does not help, the whole matrix is
    solved. Cost: O(k (m + n)) for k moves taken in, and a part of k x k solved as often.

    >>> payoffs, row, column = np.array([[1.0, 0.0], [0.0, 2.0]]), np.zeros(2), np.zeros(2)
    >>> least, most = double_oracle(payoffs, 2.0, np.array([0, -1]), np.array([0, -1]), row, column)
    >>> row.round(12).tolist(), round(least, 12)
    ([0.666666666667, 0.333333333333], 0.666666666667)
    """
    height, width, slack, renewals = _listed(rows), _listed(columns), SLACK * spread, 0
    while True:
        x, y, _, _ = simplex(_part(payoffs, rows[:height], columns[:width]), renewals)
        least, worst = _best_column(payoffs, rows[:height], x)
        most, best = _best_row(payoffs, columns[:width], y)
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
            renewals += 1
            if renewals == RENEWALS:
                rows, columns = np.arange(len(row)), np.arange(len(column))
                height, width = len(row), len(column)
            elif renewals > 2 * RENEWALS:
                break
    for a in range(height):
        row[rows[a]] = x[a]
    for b in range(width):
        column[columns[b]] = y[b]
    return least, most


@njit(cache=True, nogil=True)
def _part(payoffs: Floats, rows: Ints, columns: Ints) -> Floats:
    """The payoffs of some of the rows and columns."""
    chosen = np.empty((len(rows), len(columns)))
    for a in range(len(rows)):
        for b in range(len(columns)):
            chosen[a, b] = payoffs[rows[a], columns[b]]
    return chosen


@njit(cache=True, nogil=True)
def _listed(moves: Ints) -> int:
    """How many moves a list holds before its first -1."""
    for count in range(len(moves)):
        if moves[count] < 0:
            return count
    return len(moves)


@njit(cache=True, nogil=True)
def contains(moves: Ints, move: int) -> bool:
    """Whether a list holds a move.

    >>> contains(np.array([4, 2]), 2), contains(np.array([4, 2]), 3)
    (True, False)
    """
    for other in moves:  # noqa: SIM110 - compiled in a fraction of the time of an array expression
        if other == move:
            return True
    return False


@njit(cache=True, nogil=True)
def _best_column(payoffs: Floats, rows: Ints, weights: Floats) -> tuple[float, int]:
    """The column with the least mean against a mixture of rows, and that mean."""
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


@njit(cache=True, nogil=True)
def _best_row(payoffs: Floats, columns: Ints, weights: Floats) -> tuple[float, int]:
    """The row with the greatest mean against a mixture of columns, and that mean."""
    best, most = 0, -np.inf
    for i in range(payoffs.shape[0]):
        mean = 0.0
        for b in range(len(columns)):
            mean += weights[b] * payoffs[i, columns[b]]
        if mean > most:
            best, most = i, mean
    return most, best


@njit(cache=True, nogil=True)
def simplex(payoffs: Floats, renewals: int) -> tuple[Floats, Floats, Ints, Ints]:
    """Optimal mixtures of both players, and the rows and columns of the last basis.

    Dantzig's simplex method on Tucker's condensed tableau, for max sum y, B y <= 1, y >= 0, where B are the payoffs
    mapped to [1, 2], so that the tolerances mean the same for payoffs of any size (a constant matrix is apart). The
    rows of the basis are those whose slack has left it. A renewal makes the tableau of the last basis anew, without the
    roundings on the way there, and goes on. Cost: O(m n) for each pivot.

    >>> row, column, rows, columns = simplex(np.array([[1.0, 0.0], [0.0, 2.0]]), 0)
    >>> row.round(12).tolist(), rows.tolist(), columns.tolist()
    ([0.666666666667, 0.333333333333], [0, 1], [0, 1])
    """
    m, n = payoffs.shape
    x, y = np.zeros(m), np.zeros(n)
    lowest, highest = _extremes(payoffs)
    if not highest > lowest:
        x[0], y[0] = 1, 1
        return x, y, np.zeros(1, np.int64), np.zeros(1, np.int64)
    tableau, below, beside = _start(payoffs)
    _optimise(tableau, below, beside)
    for _ in range(renewals):
        rows, columns = _basis(below, beside)
        tableau, below, beside = _start(payoffs)
        _enter(tableau, below, beside, rows, columns)
        _optimise(tableau, below, beside)
    for r in range(m):
        if beside[r] < n:
            y[beside[r]] = max(tableau[r, n], 0)
    for s in range(n):
        if below[s] >= n:
            x[below[s] - n] = max(tableau[m, s], 0)
    _normalise(x)
    _normalise(y)
    rows, columns = _basis(below, beside)
    return x, y, rows, columns


@njit(cache=True, nogil=True)
def _extremes(payoffs: Floats) -> tuple[float, float]:
    """The least and the greatest payoff."""
    lowest = highest = payoffs[0, 0]
    for i in range(payoffs.shape[0]):
        for j in range(payoffs.shape[1]):
            lowest, highest = min(lowest, payoffs[i, j]), max(highest, payoffs[i, j])
    return lowest, highest


@njit(cache=True, nogil=True)
def _normalise(weights: Floats) -> None:
    """Make weights sum to 1."""
    total = 0.0
    for weight in weights:
        total += weight
    for move in range(len(weights)):
        weights[move] /= total


@njit(cache=True, nogil=True)
def _basis(below: Ints, beside: Ints) -> tuple[Ints, Ints]:
    """The rows whose slack has left the basis, and the columns in it; as many of either."""
    n, count, rows, columns = len(below), 0, np.empty(len(below), np.int64), np.empty(len(beside), np.int64)
    for s in range(n):
        if below[s] >= n:
            rows[count] = below[s] - n
            count += 1
    count = 0
    for r in range(len(beside)):
        if beside[r] < n:
            columns[count] = beside[r]
            count += 1
    return rows[:count], columns[:count]


@njit(cache=True, nogil=True)
def _start(payoffs: Floats) -> tuple[Floats, Ints, Ints]:
    """The first tableau, and which variable is at 0 by column and in the basis by row: columns' first, then slacks."""
    m, n = payoffs.shape
    lowest, highest = _extremes(payoffs)
    tableau = np.empty((m + 1, n + 1))
    for i in range(m):
        for j in range(n):
            tableau[i, j] = 1 + (payoffs[i, j] - lowest) / (highest - lowest)
        tableau[i, n] = 1
    for j in range(n):
        tableau[m, j] = -1
    tableau[m, n] = 0
    return tableau, np.arange(n), np.arange(n, n + m)


@njit(cache=True, nogil=True)
def _optimise(tableau: Floats, below: Ints, beside: Ints) -> None:
    """Pivot until the basis is optimal, or no longer gets better."""
    for pivots in range(4 * CAREFUL * len(tableau)):
        careful = pivots > CAREFUL * len(tableau)
        s = _entering(tableau, below, careful)
        r = _leaving(tableau, beside, s, careful) if s >= 0 else -1
        if r < 0:
            break
        _pivot(tableau, below, beside, r, s)


@njit(cache=True, nogil=True)
def _enter(tableau: Floats, below: Ints, beside: Ints, rows: Ints, columns: Ints) -> None:
    """Bring these columns into the basis for these rows, at the largest pivot each time."""
    for _ in range(len(rows)):
        chosen, largest = (-1, -1), SMALLEST_PIVOT
        for r in rows:
            for s in columns:
                if beside[r] >= len(below) and below[s] < len(below) and abs(tableau[r, s]) > largest:
                    chosen, largest = (r, s), abs(tableau[r, s])
        if chosen[0] < 0:
            break
        _pivot(tableau, below, beside, chosen[0], chosen[1])


@njit(cache=True, nogil=True)
def _entering(tableau: Floats, below: Ints, careful: bool) -> int:
    """The column to enter the basis: the steepest, or by Bland's rule the first variable; -1 at the optimum."""
    last, chosen = tableau.shape[0] - 1, -1
    steepest = -LEAST_GAIN
    for s in range(tableau.shape[1] - 1):
        if tableau[last, s] < steepest or (
            careful and tableau[last, s] < -LEAST_GAIN and (chosen < 0 or below[s] < below[chosen])
        ):
            chosen = s
            if not careful:
                steepest = tableau[last, s]
    return chosen


@njit(cache=True, nogil=True)
def _leaving(tableau: Floats, beside: Ints, s: int, careful: bool) -> int:
    """The row to leave the basis by the ratio test; of several the one with the largest pivot, or the first variable.

    Small pivots are what makes roundings grow. -1 where there is none.
    """
    chosen, least, end = -1, np.inf, tableau.shape[1] - 1
    for r in range(tableau.shape[0] - 1):
        if tableau[r, s] > SMALLEST_PIVOT:
            ratio = tableau[r, end] / tableau[r, s]
            if ratio < least - TIE:
                chosen, least = r, ratio
            elif ratio < least + TIE:
                better = beside[r] < beside[chosen] if careful else tableau[r, s] > tableau[chosen, s]
                chosen, least = r if better else chosen, min(ratio, least)
    return chosen


@njit(cache=True, nogil=True)
def _pivot(tableau: Floats, below: Ints, beside: Ints, r: int, s: int) -> None:
    """Exchange the variables of a row and a column."""
    inverse = 1 / tableau[r, s]
    for j in range(tableau.shape[1]):
        tableau[r, j] *= inverse
    for i in range(tableau.shape[0]):
        factor = tableau[i, s]
        if i != r and factor != 0:
            for j in range(tableau.shape[1]):
                tableau[i, j] -= factor * tableau[r, j]
            tableau[i, s] = -factor * inverse
    tableau[r, s] = inverse
    below[s], beside[r] = beside[r], below[s]
