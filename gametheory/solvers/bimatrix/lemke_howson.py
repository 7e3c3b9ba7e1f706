"""One Nash equilibrium of a large game of two players, in exact integers."""

from __future__ import annotations

from fractions import Fraction

from gametheory.solvers.bimatrix.vertex_enumeration import Equilibrium, Integers, Mixture, Payoffs, positive_integers
from gametheory.verify import check_nash

MOST_PIVOTS = 10_000


class TooManyPivots(Exception):
    """The path of complementary pivots is longer than the caller allowed.

    >>> str(TooManyPivots(100))
    'no equilibrium after 100 pivots'
    """

    def __init__(self, limit: int) -> None:
        super().__init__(f"no equilibrium after {limit:,} pivots")
        self.limit = limit


def lemke_howson(
    row_payoffs: Payoffs, column_payoffs: Payoffs, label: int = 0, limit: int = MOST_PIVOTS
) -> Equilibrium:
    """One equilibrium, at the end of the path that begins by giving up a label: a row, or behind them a column.

    Lemke and Howson, Equilibrium points of bimatrix games (1964), with integer pivots (Bareiss 1968) and the
    lexicographic rule, by which the path cannot circle in degenerate games (von Stengel, Computing equilibria for
    two-person games, 2002). The equilibrium has passed `verify.check_nash`. Cost: (rows + columns) min(rows, columns)
    products a pivot, of integers of about min(rows, columns) times the digits of the payoffs; few pivots as a rule,
    exponentially many at worst.

    Raises TooManyPivots after `limit` pivots, and ValueError as the functions of `bimatrix` do.

    >>> Fractions = lambda rows: [[Fraction(number) for number in row] for row in rows]
    >>> found = lemke_howson(Fractions([[2, 0], [0, 1]]), Fractions([[1, 0], [0, 2]]))
    >>> tuple(map(str, found.row)), tuple(map(str, found.column)), tuple(map(str, found.payoffs))
    (('1', '0'), ('1', '0'), ('2', '1'))
    """
    rows, columns = len(row_payoffs), len(row_payoffs[0])
    against_rows = _Tableau(positive_integers(row_payoffs), rows, rows)
    transposed = [list(column) for column in zip(*positive_integers(column_payoffs), strict=True)]
    against_columns = _Tableau(transposed, 0, rows)
    entering, tableau = label, against_columns if label < rows else against_rows
    for _ in range(limit):
        entering = tableau.pivot(entering)
        if entering == label:
            row, column = against_columns.mixture(range(rows)), against_rows.mixture(range(rows, rows + columns))
            return Equilibrium(row, column, check_nash(row_payoffs, column_payoffs, row, column))
        tableau = against_rows if tableau is against_columns else against_columns
    raise TooManyPivots(limit)


class _Tableau:
    """The system matrix z + slacks = 1, z >= 0 of one polytope, in integers over a common denominator.

    Variable k of the one tableau and variable k of the other bear the same label: in the one it is a strategy's weight,
    in the other the slack of that strategy's payoff.
    """

    def __init__(self, matrix: Integers, weights: int, rows: int) -> None:
        size, width = len(matrix), len(matrix[0])
        first_slack = 0 if weights else rows
        self.basis = list(range(first_slack, first_slack + size))
        self.place = {first_slack + i: i for i in range(size)} | {weights + j: size + j for j in range(width)}
        units = [[int(i == j) for j in range(size)] for i in range(size)]
        self.lines = [[*unit, *line, 1] for unit, line in zip(units, matrix, strict=True)]
        self.size, self.denominator = size, 1

    def pivot(self, entering: int) -> int:
        """Let a variable enter the basis, and return the one that leaves."""
        column = self.place[entering]
        leaving = self._lexicographic_minimum(column)
        factor, line = self.lines[leaving][column], self.lines[leaving]
        for index, other in enumerate(self.lines):
            if index != leaving:
                times = other[column]
                self.lines[index] = [
                    (factor * here - times * there) // self.denominator
                    for here, there in zip(other, line, strict=True)
                ]  # fmt: skip
        self.denominator = factor
        left, self.basis[leaving] = self.basis[leaving], entering
        return left

    def _lexicographic_minimum(self, column: int) -> int:
        """The line with the least ratio, ties decided by the columns of the first basis, which never tie throughout."""
        candidates = [line for line in self.lines if line[column] > 0]
        for place in (-1, *range(self.size)):
            best = candidates[0]
            for line in candidates:
                if line[place] * best[column] < best[place] * line[column]:
                    best = line
            candidates = [line for line in candidates if line[place] * best[column] == best[place] * line[column]]
            if len(candidates) == 1:
                break
        return self.lines.index(candidates[0])

    def mixture(self, variables: range) -> Mixture:
        """The weights of some variables, scaled to a sum of 1."""
        weights = dict(zip(self.basis, (line[-1] for line in self.lines), strict=True))
        total = sum(weights.get(variable, 0) for variable in variables)
        return tuple(Fraction(weights.get(variable, 0), total) for variable in variables)
