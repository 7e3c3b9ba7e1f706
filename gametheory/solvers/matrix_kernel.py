"""Zero-sum matrix games at speed: saddle points, the simplex method, and all games of one round of a product game.

No caller trusts these results: `solve_stage_rows` computes what the strategies guarantee, and `matrix_game` solves the
last basis again in rationals. Compiled code releases the interpreter's lock.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gametheory.parallel.compiled import compiled, compiled_above

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MIN_PIVOT = 1e-9  # initial entries lie between 1 and 2; smaller entries come from rounding
MIN_GAIN = 1e-11
TIE = 1e-13  # two ratios closer than this are equal
SLACK = 1e-13  # of the spread of the payoffs: a smaller gap between two guarantees is one of rounding
PIVOTS_BEFORE_BLAND = 40  # for each row of the tableau; later pivots use Bland's rule, which prevents cycles


@compiled
def pure_guarantees(payoffs: Floats) -> tuple[int, int, float, float, float]:
    """Return the maximin row, the minimax column, their guarantees, and the spread of all payoffs.

    If both guarantees are equal, they are the value, and row and column form a saddle point (von Neumann 1928). Cost:
    O(m n).
    """
    row = 0
    lower = -np.inf
    lowest = np.inf
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


@compiled_above(5_000)
def simplex(payoffs: Floats, refactorizations: int) -> tuple[Floats, Floats, Ints, Ints]:
    """Return optimal strategies of both players, and the rows and columns of the last basis.

    The simplex method on Tucker's condensed tableau, with the steepest edge, for the linear program: maximize sum y
    subject to B y <= 1, y >= 0. The matrix B contains the payoffs mapped to [1, 2], so the tolerances fit payoffs of
    any size; a constant matrix is a separate case. A row is in the basis if its slack has left it. Cost: O(m n)
    for each pivot.

    >>> row, column, rows, columns = simplex(np.array([[1.0, 0.0], [0.0, 2.0]]), 0)
    >>> row.round(12).tolist(), rows.tolist(), columns.tolist()
    ([0.666666666667, 0.333333333333], [0, 1], [0, 1])

    References
    ----------
    D. Goldfarb and J. K. Reid, A practicable steepest-edge simplex algorithm, Mathematical Programming 12 (1977).
    """
    m, n = payoffs.shape
    x = np.zeros(m)
    y = np.zeros(n)
    lowest, highest = _extremes(payoffs)
    # a constant matrix cannot be mapped to [1, 2], and every strategy is optimal in it
    if not highest > lowest:
        x[0], y[0] = 1, 1
        return x, y, np.zeros(1, np.int64), np.zeros(1, np.int64)
    tableau, nonbasic, basic = _initial_tableau(payoffs, lowest, highest)
    _optimize(tableau, nonbasic, basic)
    # the same basis from the start again, in as few pivots as it has rows: rounding has not added up
    for _ in range(refactorizations):
        rows, columns = _basis(nonbasic, basic)
        tableau, nonbasic, basic = _initial_tableau(payoffs, lowest, highest)
        _enter_basis(tableau, nonbasic, basic, rows, columns)
        _optimize(tableau, nonbasic, basic)
    # basic weights of columns are the primal solution, reduced costs of slacks the dual one
    for r in range(m):
        if basic[r] < n:
            y[basic[r]] = max(tableau[r, n], 0)
    for s in range(n):
        if nonbasic[s] >= n:
            x[nonbasic[s] - n] = max(tableau[m, s], 0)
    _normalize(x)
    _normalize(y)
    rows, columns = _basis(nonbasic, basic)
    return x, y, rows, columns


@compiled
def _extremes(payoffs: Floats) -> tuple[float, float]:
    """Return the least and the greatest payoff."""
    lowest = highest = payoffs[0, 0]
    for i in range(payoffs.shape[0]):
        for j in range(payoffs.shape[1]):
            lowest = min(lowest, payoffs[i, j])
            highest = max(highest, payoffs[i, j])
    return lowest, highest


@compiled
def _normalize(weights: Floats) -> None:
    """Scale weights in place to the sum 1."""
    total = 0.0
    for weight in weights:
        total += weight
    for move in range(len(weights)):
        weights[move] /= total


@compiled
def _basis(nonbasic: Ints, basic: Ints) -> tuple[Ints, Ints]:
    """Return the rows whose slack has left the basis, and the columns in the basis; both have the same length."""
    n = len(nonbasic)
    count = 0
    rows = np.empty(len(nonbasic), np.int64)
    columns = np.empty(len(basic), np.int64)
    for s in range(n):
        if nonbasic[s] >= n:
            rows[count] = nonbasic[s] - n
            count += 1
    count = 0
    for r in range(len(basic)):
        if basic[r] < n:
            columns[count] = basic[r]
            count += 1
    return rows[:count], columns[:count]


@compiled
def _initial_tableau(payoffs: Floats, lowest: float, highest: float) -> tuple[Floats, Ints, Ints]:
    """Return the first tableau, the nonbasic variable of each column, and the basic variable of each row.

    Variables 0 to n - 1 are the weights of the columns; variable n + i is the slack of row i.
    """
    m, n = payoffs.shape
    tableau = np.empty((m + 1, n + 1))
    for i in range(m):
        for j in range(n):
            tableau[i, j] = 1 + (payoffs[i, j] - lowest) / (highest - lowest)
        tableau[i, n] = 1
    for j in range(n):
        tableau[m, j] = -1
    tableau[m, n] = 0
    return tableau, np.arange(n), np.arange(n, n + m)


@compiled
def _optimize(tableau: Floats, nonbasic: Ints, basic: Ints) -> None:
    """Pivot until the basis is optimal or does not improve any more."""
    squares = _squared_lengths(tableau)
    for pivots in range(4 * PIVOTS_BEFORE_BLAND * len(tableau)):
        # the steepest edge needs fewest pivots, but can cycle; Bland's rule cannot
        bland = pivots > PIVOTS_BEFORE_BLAND * len(tableau)
        if bland:
            s = _first_column(tableau, nonbasic)
        else:
            s = _steepest_column(tableau, squares)
        if s < 0:
            break
        r = _leaving_row(tableau, basic, s, bland)
        if r < 0:
            break
        _pivot(tableau, nonbasic, basic, squares, r, s)


@compiled
def _enter_basis(tableau: Floats, nonbasic: Ints, basic: Ints, rows: Ints, columns: Ints) -> None:
    """Bring `columns` into the basis in exchange for the slacks of `rows`, with the largest pivot each time."""
    squares = np.empty(tableau.shape[1])
    for _ in range(len(rows)):
        pivot = (-1, -1)
        largest = MIN_PIVOT
        for r in rows:
            if basic[r] < len(nonbasic):  # its slack has left already
                continue
            for s in columns:
                size = abs(tableau[r, s])
                if nonbasic[s] < len(nonbasic) and size > largest:
                    pivot = (r, s)
                    largest = size
        if pivot[0] < 0:
            break
        _pivot(tableau, nonbasic, basic, squares, pivot[0], pivot[1])


@compiled
def _squared_lengths(tableau: Floats) -> Floats:
    """Return the squared lengths of the edges: of each column, with 1 for its own variable."""
    squares = np.ones(tableau.shape[1])
    for i in range(tableau.shape[0]):
        for j in range(len(squares)):
            squares[j] += tableau[i, j] * tableau[i, j]
    return squares


@compiled
def _steepest_column(tableau: Floats, squares: Floats) -> int:
    """Return the column that improves most for the length of its edge; -1 at the optimum."""
    last = tableau.shape[0] - 1
    entering = -1
    steepest = 0.0
    for s in range(tableau.shape[1] - 1):
        # gains within rounding of 0 do not count
        gain = min(tableau[last, s] + MIN_GAIN, 0.0)
        steepness = gain * gain / squares[s]
        if steepness > steepest:
            entering, steepest = s, steepness
    return entering


@compiled
def _first_column(tableau: Floats, nonbasic: Ints) -> int:
    """Return the improving column of the first variable (Bland); -1 at the optimum."""
    last = tableau.shape[0] - 1
    entering = -1
    for s in range(tableau.shape[1] - 1):
        if tableau[last, s] < -MIN_GAIN and (entering < 0 or nonbasic[s] < nonbasic[entering]):
            entering = s
    return entering


@compiled
def _leaving_row(tableau: Floats, basic: Ints, s: int, bland: bool) -> int:
    """Return the row that leaves the basis by the ratio test, or -1 if there is none.

    Among equal ratios take the largest pivot, since small pivots amplify rounding, or the first variable (Bland).
    """
    leaving = -1
    end = tableau.shape[1] - 1
    ratios = np.empty(tableau.shape[0] - 1)
    least = np.inf
    for r in range(len(ratios)):
        ratios[r] = np.inf
        if tableau[r, s] > MIN_PIVOT:
            ratios[r] = max(tableau[r, end], 0.0) / tableau[r, s]
        least = min(least, ratios[r])
    for r in range(len(ratios)):
        if ratios[r] <= least + TIE and tableau[r, s] > MIN_PIVOT:
            if leaving < 0:
                leaving = r
            elif bland:
                if basic[r] < basic[leaving]:
                    leaving = r
            elif tableau[r, s] > tableau[leaving, s]:
                leaving = r
    return leaving


@compiled
def _pivot(tableau: Floats, nonbasic: Ints, basic: Ints, squares: Floats, r: int, s: int) -> None:
    """Exchange the basic variable of a row with the nonbasic variable of a column, and update the squared lengths."""
    inverse = 1 / tableau[r, s]
    exchanged = np.empty(tableau.shape[1])
    for j in range(len(exchanged)):
        # a copy of the row: from an array of its own, the compiler reads several entries at a time
        exchanged[j] = tableau[r, j] * inverse
        squares[j] = 1 + exchanged[j] * exchanged[j]
    square = 1 + inverse * inverse
    # all other rows lose their multiple of the pivot row; the lengths of the edges are summed on the way
    for i in range(tableau.shape[0]):
        if i != r:
            factor = tableau[i, s]
            for j in range(len(exchanged)):
                entry = tableau[i, j] - factor * exchanged[j]
                tableau[i, j] = entry
                squares[j] += entry * entry
            tableau[i, s] = -factor * inverse
            square += tableau[i, s] * tableau[i, s]
    for j in range(len(exchanged)):
        tableau[r, j] = exchanged[j]
    tableau[r, s] = inverse
    squares[s] = square
    nonbasic[s], basic[r] = basic[r], nonbasic[s]


@compiled
def payoff_matrix(
    row_successors: Ints,
    row_payoff_indices: Ints,
    column_successors: Ints,
    column_payoff_indices: Ints,
    end_payoffs: Floats,
    continuation_values: Floats,
) -> Floats:
    """Return the matrix game of one pair of positions."""
    payoffs = np.empty((len(row_payoff_indices), len(column_payoff_indices)))
    for i in range(len(row_payoff_indices)):
        for j in range(len(column_payoff_indices)):
            at_end = end_payoffs[row_payoff_indices[i], column_payoff_indices[j]]
            payoffs[i, j] = at_end + continuation_values[row_successors[i], column_successors[j]]
    return payoffs


@compiled
def solve_stage_rows(
    first: int,
    end: int,
    triangular: bool,
    row_successors: Ints,
    row_payoff_indices: Ints,
    row_move_counts: Ints,
    column_successors: Ints,
    column_payoff_indices: Ints,
    column_move_counts: Ints,
    end_payoffs: Floats,
    continuation_values: Floats,
    lower: Floats,
    upper: Floats,
    x: Floats,
    y: Floats,
) -> None:
    """Solve the games of the row positions from `first` to `end` - 1 with all column positions.

    >>> successors, indices, counts = np.zeros((1, 2), np.int64), np.array([[0, 1]]), np.array([2])
    >>> pennies, later = np.array([[1.0, -1.0], [-1.0, 1.0]]), np.zeros((1, 1))
    >>> low, high, x, y = np.zeros((1, 1)), np.zeros((1, 1)), np.zeros((1, 1, 2)), np.zeros((1, 1, 2))
    >>> graph = successors, indices, counts
    >>> solve_stage_rows(0, 1, False, *graph, *graph, pennies, later, low, high, x, y)
    >>> x.round(12).tolist(), bool(high[0, 0] - low[0, 0] < 1e-12)
    ([[[0.5, 0.5]]], True)
    """
    for u in range(first, end):
        m = row_move_counts[u]
        # of a symmetric round the pairs above the diagonal are mirrored
        pairs = u + 1 if triangular else len(column_move_counts)
        for v in range(pairs):
            n = column_move_counts[v]
            payoffs = payoff_matrix(
                row_successors[u, :m],
                row_payoff_indices[u, :m],
                column_successors[v, :n],
                column_payoff_indices[v, :n],
                end_payoffs,
                continuation_values,
            )
            i, j, low, high, spread = pure_guarantees(payoffs)
            row = x[u - first, v, :m]
            column = y[u - first, v, :n]
            if low == high:  # a saddle point: no mixing is needed
                row[i] = column[j] = 1
            else:
                low, high = _mixed(payoffs, spread, row, column)
            lower[u, v], upper[u, v] = low, high


@compiled
def _mixed(payoffs: Floats, spread: float, row: Floats, column: Floats) -> tuple[float, float]:
    """Write optimal strategies of both players, and return what they guarantee in the whole matrix."""
    low = -np.inf
    high = np.inf
    for refactorizations in range(3):  # each time with fewer rounding errors
        row[:], column[:], _, _ = simplex(payoffs, refactorizations)
        low, high = _guarantees(payoffs, row, column)
        if high - low <= SLACK * spread:
            break
    return low, high


@compiled
def _guarantees(payoffs: Floats, row: Floats, column: Floats) -> tuple[float, float]:
    """Return what both strategies guarantee: the least mean of a column, and the greatest mean of a row."""
    means = np.zeros(len(column))
    high = -np.inf
    for i in range(len(row)):
        mean = 0.0
        for j in range(len(column)):
            means[j] += row[i] * payoffs[i, j]
            mean += column[j] * payoffs[i, j]
        high = max(high, mean)
    low = means[0]
    for mean in means:
        low = min(low, mean)
    return low, high
