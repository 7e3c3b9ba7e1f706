"""The Lemke-Howson algorithm: one Nash equilibrium of a large two-player game, in exact integers."""

from __future__ import annotations

from fractions import Fraction

from gametheory.model.payoff_matrix import MixedStrategy, PayoffMatrix
from gametheory.solvers.bimatrix.equilibrium import (
    Equilibrium,
    IntegerMatrix,
    checked_equilibrium,
    to_positive_integers,
)

MAX_PIVOTS = 10_000


class TooManyPivots(Exception):
    """The path of complementary pivots is longer than the limit.

    >>> str(TooManyPivots(100))
    'no equilibrium after 100 pivots'
    """

    def __init__(self, limit: int) -> None:
        super().__init__(f"no equilibrium after {limit:,} pivots")
        self.limit = limit


def lemke_howson(
    row_payoffs: PayoffMatrix, column_payoffs: PayoffMatrix, label: int = 0, limit: int = MAX_PIVOTS
) -> Equilibrium:
    """Return the equilibrium at the end of the Lemke-Howson path that begins by dropping a label.

    Pivots are in integers (Bareiss 1968). The lexicographic rule prevents cycles in degenerate games (von Stengel
    2002). `verify.check_nash` accepts the equilibrium. Cost: (rows + columns) min(rows, columns) products for each
    pivot, of integers with about min(rows, columns) times the digits of the payoffs; usually few pivots, in the worst
    case exponentially many.

    Parameters
    ----------
    row_payoffs, column_payoffs
        Payoffs to each player: m rows of n Fractions.
    label
        The label to drop: the number of a row, or m plus the number of a column.
    limit
        Greatest number of pivots.

    Returns
    -------
    Equilibrium
        One equilibrium. Different labels can lead to different ones.

    Raises
    ------
    TooManyPivots
        After `limit` pivots.
    ValueError
        If the matrices are empty or their shapes differ, or if their common denominator or a payoff has more than
        20,000 bits.

    Examples
    --------
    >>> from gametheory.model.payoff_matrix import exact_payoffs
    >>> equilibrium = lemke_howson(exact_payoffs([[2, 0], [0, 1]]), exact_payoffs([[1, 0], [0, 2]]))
    >>> tuple(map(str, equilibrium.row)), tuple(map(str, equilibrium.column)), tuple(map(str, equilibrium.payoffs))
    (('1', '0'), ('1', '0'), ('2', '1'))

    References
    ----------
    C. E. Lemke and J. T. Howson, Equilibrium points of bimatrix games, J. SIAM 12 (1964). B. von Stengel, Computing
    equilibria for two-person games, Handbook of Game Theory 3 (2002).
    """
    rows, columns = len(row_payoffs), len(row_payoffs[0])
    against_rows = _Tableau(to_positive_integers(row_payoffs), rows, rows)
    transposed = [list(column) for column in zip(*to_positive_integers(column_payoffs), strict=True)]
    against_columns = _Tableau(transposed, 0, rows)
    entering, tableau = label, against_columns if label < rows else against_rows
    for _ in range(limit):
        entering = tableau.pivot(entering)
        if entering == label:
            row, column = against_columns.strategy(range(rows)), against_rows.strategy(range(rows, rows + columns))
            return checked_equilibrium(row_payoffs, column_payoffs, row, column)
        # The variable that left has a complement in the other polytope, which enters next.
        tableau = against_rows if tableau is against_columns else against_columns
    raise TooManyPivots(limit)


class _Tableau:
    """The system matrix z + slacks = 1, z >= 0 of one polytope, in integers over a common denominator.

    Variable k has label k in both tableaux. It is the weight of a strategy in one of them, and the slack of the payoff
    of this strategy in the other.
    """

    def __init__(self, matrix: IntegerMatrix, weights: int, rows: int) -> None:
        size, width = len(matrix), len(matrix[0])
        first_slack = 0 if weights else rows
        self.basis = list(range(first_slack, first_slack + size))
        self.column_of = {first_slack + i: i for i in range(size)} | {weights + j: size + j for j in range(width)}
        units = [[int(i == j) for j in range(size)] for i in range(size)]
        self.lines = [[*unit, *line, 1] for unit, line in zip(units, matrix, strict=True)]
        self.size, self.denominator = size, 1

    def pivot(self, entering: int) -> int:
        """Exchange the entering variable for a basic one, and return that one."""
        column = self.column_of[entering]
        leaving = self._lexicographic_minimum(column)
        factor, line = self.lines[leaving][column], self.lines[leaving]
        for index, other in enumerate(self.lines):
            if index != leaving:
                # The division is exact: all entries are minors of the first matrix (Bareiss 1968).
                self.lines[index] = [
                    (factor * a - other[column] * b) // self.denominator for a, b in zip(other, line, strict=True)
                ]
        self.denominator = factor
        left, self.basis[leaving] = self.basis[leaving], entering
        return left

    def _lexicographic_minimum(self, column: int) -> int:
        """Return the line with the least ratio; the columns of the first basis break ties."""
        candidates = [line for line in self.lines if line[column] > 0]
        # No two lines agree in all columns of the first basis, so a single line remains.
        for index in (-1, *range(self.size)):
            best = candidates[0]
            for line in candidates:
                if line[index] * best[column] < best[index] * line[column]:
                    best = line
            candidates = [line for line in candidates if line[index] * best[column] == best[index] * line[column]]
            if len(candidates) == 1:
                break
        return self.lines.index(candidates[0])

    def strategy(self, variables: range) -> MixedStrategy:
        """Return the weights of some variables, scaled to the sum 1."""
        weights = dict(zip(self.basis, (line[-1] for line in self.lines), strict=True))
        total = sum(weights.get(variable, 0) for variable in variables)
        return tuple(Fraction(weights.get(variable, 0), total) for variable in variables)
