"""One zero-sum matrix game: its value and optimal mixtures, in floats by several methods and exactly in rationals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
from flint import fmpq, fmpq_mat

from gametheory.claims.evidence import Table
from gametheory.numbers.format import format_distribution, format_number
from gametheory.numbers.rationals import to_flint, to_float, to_fraction
from gametheory.solvers.matrix_game.simplex_kernel import Floats, double_oracle, pure_guarantees, simplex
from gametheory.verify import CertificateError, bracket_matrix_value

Payoffs: TypeAlias = Sequence[Sequence[Fraction]]
Mixture: TypeAlias = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class MatrixSolution:
    """What a zero-sum game is worth to the row player, optimal mixtures of both, the method, and the duality gap.

    In floats, `value` lies between what the two mixtures guarantee, which are `gap` apart up to rounding; in rationals
    the gap is 0.
    """

    value: Any
    row: tuple[Any, ...]
    column: tuple[Any, ...]
    method: str
    gap: Any

    def _repr_html_(self) -> str:
        """The value, and the moves each player makes."""
        value, gap = map(format_number, (self.value, self.gap))
        caption = f"Value {value} to the row player, by {self.method}; duality gap {gap}"
        rows = [("row", format_distribution(self.row)), ("column", format_distribution(self.column))]
        return Table(("player", "move: probability"), rows, caption)._repr_html_()


def solve_matrix(payoffs: Sequence[Sequence[float]] | Floats, method: str = "simplex") -> MatrixSolution:
    """Solve a zero-sum matrix game in floats; the row player gets the payoff and the column player pays it.

    By von Neumann's minimax theorem (1928) there is one value. A saddle point is taken where there is one, whatever
    the method; else rows and columns dominated by another are left out, and what remains goes to `method`: "simplex",
    the double oracle of `simplex.double_oracle`; "highs", scipy's linear programs; or "nashpy", Nashpy's linear program. The
    gap is computed from the whole matrix: a method that fails shows a large one. Cost: of "simplex", O(k (m + n)) and
    k programs of at most k x k for k moves it takes in; the others take milliseconds.

    Raises ValueError for a matrix that is empty, not rectangular or not of finite numbers, and for an unknown method.

    >>> solution = solve_matrix([[3, -1], [-2, 4]])
    >>> round(solution.value, 12), solution.row, solution.gap < 1e-12
    (1.0, (0.6, 0.4), True)
    >>> solve_matrix([[1, 2], [0, 5]]).method
    'saddle point'
    """
    if method not in METHODS:
        raise ValueError(f"method: {method!r} is not one of {', '.join(METHODS)}")
    matrix = _matrix(payoffs)
    i, j, least, most, _ = pure_guarantees(matrix)
    if least == most:
        row, column, method = np.eye(1, len(matrix), i)[0], np.eye(1, matrix.shape[1], j)[0], "saddle point"
    else:
        rows, columns = undominated(matrix)
        row, column = np.zeros(len(matrix)), np.zeros(matrix.shape[1])
        row[rows], column[columns] = METHODS[method](np.ascontiguousarray(matrix[np.ix_(rows, columns)]))
    lower, upper = float((row @ matrix).min()), float((matrix @ column).max())
    gap = max(upper - lower, 0.0)
    return MatrixSolution((lower + upper) / 2, tuple(row.tolist()), tuple(column.tolist()), method, gap)


def solve_matrix_exact(payoffs: Payoffs) -> MatrixSolution:
    """Solve a zero-sum matrix game in rationals, degenerate games included.

    The last basis of the simplex method in floats says which moves are played and which are indifferent; these
    equations are solved exactly, and all inequalities of an equilibrium are checked exactly. Where they fail, Bland's
    rule (1977) finds an optimal basis in rationals, starting anew. Cost: one linear system of the size of the basis;
    in the rare other case O(m n) rational operations for each pivot.

    Raises ValueError for a matrix that is empty or not rectangular.

    >>> solution = solve_matrix_exact([[Fraction(1), Fraction(0)], [Fraction(0), Fraction(2)]])
    >>> solution.value, solution.row
    (Fraction(2, 3), (Fraction(2, 3), Fraction(1, 3)))
    """
    exact = [[to_flint(payoff) for payoff in row] for row in payoffs]
    value, row, column, method = exact_solution(exact, _matrix(_scaled(exact)))
    m, n = len(exact), len(exact[0])
    return MatrixSolution(
        to_fraction(value),
        tuple(to_fraction(row.get(i, fmpq(0))) for i in range(m)),
        tuple(to_fraction(column.get(j, fmpq(0))) for j in range(n)),
        method,
        Fraction(0),
    )


def exact_solution(
    payoffs: Sequence[Sequence[fmpq]], near: Floats
) -> tuple[fmpq, dict[int, fmpq], dict[int, fmpq], str]:
    """The value and the optimal mixtures, of the moves played alone, given the payoffs also in floats.

    Method and cost are those of `solve_matrix_exact`.

    >>> near = np.array([[1.0, 0.0], [0.0, 2.0]])
    >>> exact_solution([[fmpq(1), fmpq(0)], [fmpq(0), fmpq(2)]], near)
    (2/3, {0: 2/3, 1: 1/3}, {0: 2/3, 1: 1/3}, 'basis of the simplex')
    """
    i, j, *_ = pure_guarantees(near)
    if (found := _checked(payoffs, {i: fmpq(1)}, {j: fmpq(1)})) is not None:
        return found, {i: fmpq(1)}, {j: fmpq(1)}, "saddle point"
    _, _, rows, columns = simplex(near, 1)
    for method, basis in (("basis of the simplex", lambda: (rows, columns)), ("Bland", lambda: exact_basis(payoffs))):
        row, column = solve_indifference_equations(payoffs, *basis())
        if (found := _checked(payoffs, row, column)) is not None:
            return found, row, column, method
    raise AssertionError("Bland's rule ended in a basis that is not optimal")


def solve_indifference_equations(
    payoffs: Sequence[Sequence[fmpq]], rows: Sequence[int], columns: Sequence[int]
) -> tuple[dict[int, fmpq], dict[int, fmpq]]:
    """Mixtures of these rows and columns to which the other's moves among them are all worth the same.

    Empty where the equations have no solution or more than one.

    >>> solve_indifference_equations([[fmpq(1), fmpq(0)], [fmpq(0), fmpq(2)]], [0, 1], [0, 1])
    ({0: 2/3, 1: 1/3}, {0: 2/3, 1: 1/3})
    """
    size = len(rows)
    bordered = [[*(payoffs[i][j] for j in columns), fmpq(-1)] for i in rows] + [[*[fmpq(1)] * size, fmpq(0)]]
    right = fmpq_mat(size + 1, 1, [*[fmpq(0)] * size, fmpq(1)])
    try:
        column = fmpq_mat(bordered).solve(right)
        for move in bordered[:-1]:
            move[-1] = fmpq(1)
        bordered[-1] = [*[fmpq(-1)] * size, fmpq(0)]
        row = fmpq_mat(bordered).transpose().solve(right)
    except ZeroDivisionError:
        return {}, {}
    return (
        {int(i): row[a, 0] for a, i in enumerate(rows) if row[a, 0] != 0},
        {int(j): column[b, 0] for b, j in enumerate(columns) if column[b, 0] != 0},
    )


def _checked(payoffs: Sequence[Sequence[fmpq]], row: dict[int, fmpq], column: dict[int, fmpq]) -> fmpq | None:
    """The value, if these mixtures are optimal."""
    try:
        lower, upper = bracket_matrix_value(payoffs, row, column)
    except CertificateError:
        return None
    return lower if lower == upper else None


def exact_basis(payoffs: Sequence[Sequence[fmpq]]) -> tuple[list[int], list[int]]:
    """The rows and columns of an optimal basis, by the simplex method with Bland's rule, in rationals.

    The tableau is that of `simplex.simplex`, with payoffs mapped to positive ones. Bland's rule does not go in a circle
    (Bland 1977), so that it ends.

    >>> exact_basis([[fmpq(3), fmpq(-1)], [fmpq(-2), fmpq(4)]])
    ([0, 1], [0, 1])
    """
    m, n = len(payoffs), len(payoffs[0])
    lowest = min(min(row) for row in payoffs)
    tableau = [[payoff - lowest + 1 for payoff in row] + [fmpq(1)] for row in payoffs]
    tableau.append([fmpq(-1)] * n + [fmpq(0)])
    below, beside = list(range(n)), list(range(n, n + m))
    while entering := [s for s in range(n) if tableau[m][s] < 0]:
        s = min(entering, key=below.__getitem__)
        r = min((r for r in range(m) if tableau[r][s] > 0), key=lambda r: (tableau[r][n] / tableau[r][s], beside[r]))
        _exchange(tableau, r, s)
        below[s], beside[r] = beside[r], below[s]
    return sorted(label - n for label in below if label >= n), sorted(label for label in beside if label < n)


def _exchange(tableau: list[list[fmpq]], r: int, s: int) -> None:
    """Exchange the variables of a row and a column of Tucker's condensed tableau."""
    inverse = 1 / tableau[r][s]
    for i, line in enumerate(tableau):
        if i != r:
            factor = line[s] * inverse
            line[:] = [entry - factor * other for entry, other in zip(line, tableau[r], strict=True)]
            line[s] = -factor
    tableau[r] = [entry * inverse for entry in tableau[r]]
    tableau[r][s] = inverse


def undominated(payoffs: Floats) -> tuple[list[int], list[int]]:
    """The rows and columns left when those are taken out, again and again, that another one weakly dominates.

    Of equal ones the first is kept. The game that is left has the same value, and its optimal mixtures are optimal.
    Cost: O((m + n) m n) for each time around.

    >>> undominated(np.array([[1.0, 2.0, 2.0], [0.0, 1.0, 3.0], [0.0, 0.0, 0.0]]))
    ([0], [0])
    """
    rows, columns = list(range(payoffs.shape[0])), list(range(payoffs.shape[1]))
    while True:
        before = len(rows) + len(columns)
        rows = [rows[i] for i in _maximal(payoffs[np.ix_(rows, columns)])]
        columns = [columns[j] for j in _maximal(-payoffs[np.ix_(rows, columns)].T)]
        if len(rows) + len(columns) == before:
            return rows, columns


def _maximal(lines: Floats) -> list[int]:
    """Which lines no other line is as great as everywhere, but for later equal ones."""
    as_great = (lines[:, None] >= lines[None]).all(axis=2)
    equal = as_great & as_great.T
    dominated = (as_great & ~equal).any(axis=0) | np.triu(equal, 1).any(axis=0)
    return [int(line) for line in np.flatnonzero(~dominated)]


def _by_simplex(payoffs: Floats) -> tuple[Floats, Floats]:
    """The method "simplex"."""
    rows, columns = np.full(payoffs.shape[0], -1), np.full(payoffs.shape[1], -1)
    rows[0], columns[0], _, _, spread = pure_guarantees(payoffs)
    row, column = np.zeros(payoffs.shape[0]), np.zeros(payoffs.shape[1])
    double_oracle(payoffs, spread, rows, columns, row, column)
    return row, column


def _by_highs(payoffs: Floats) -> tuple[Floats, Floats]:
    """The method "highs": one linear program for each player, on payoffs mapped to [0, 1]."""
    from scipy.optimize import linprog

    mapped = (payoffs - payoffs.min()) / np.ptp(payoffs)
    found = []
    for matrix in (mapped, 1 - mapped.T):
        m, n = matrix.shape
        aim = np.append(np.zeros(m), -1)
        above, total = np.hstack([-matrix.T, np.ones((n, 1))]), np.append(np.ones(m), 0)[None]
        program = linprog(aim, above, np.zeros(n), total, [1], [(0, 1)] * m + [(None, None)])
        weights = np.maximum(program.x[:m], 0) if program.status == 0 else np.eye(1, m)[0]
        found.append(weights / weights.sum())
    return found[0], found[1]


def _by_nashpy(payoffs: Floats) -> tuple[Floats, Floats]:
    """The method "nashpy", on payoffs mapped to [0, 1]."""
    import nashpy

    row, column = nashpy.Game((payoffs - payoffs.min()) / np.ptp(payoffs)).linear_program()
    return np.asarray(row), np.asarray(column)


METHODS: dict[str, Callable[[Floats], tuple[Floats, Floats]]] = {
    "simplex": _by_simplex,
    "highs": _by_highs,
    "nashpy": _by_nashpy,
}


def _matrix(payoffs: Sequence[Sequence[float]] | Floats) -> Floats:
    try:
        matrix = np.ascontiguousarray(payoffs, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(f"not a matrix of payoffs: {error}") from None
    if matrix.ndim != 2 or not matrix.size or not np.isfinite(matrix).all():
        raise ValueError("a matrix of payoffs has rows and columns, all of the same length, of finite numbers")
    return matrix


def _scaled(payoffs: Sequence[Sequence[fmpq]]) -> list[list[float]]:
    """Payoffs mapped to [0, 1] and rounded, so that numbers of any size become floats of use."""
    low, high = min(map(min, payoffs), default=fmpq(0)), max(map(max, payoffs), default=fmpq(0))
    spread = high - low if high > low else fmpq(1)
    return [[to_float((payoff - low) / spread) for payoff in row] for row in payoffs]
