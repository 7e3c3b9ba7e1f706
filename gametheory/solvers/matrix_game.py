"""Zero-sum matrix games: the exact value and optimal strategies, and in floats by a method that can be named."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from sys import maxsize
from typing import NamedTuple

import numpy as np
from flint import fmpq, fmpq_mat

from gametheory.numbers.rationals import to_flint, to_float, to_fraction
from gametheory.solvers.arrays import support
from gametheory.solvers.matrix_kernel import Floats, simplex
from gametheory.solvers.pivoting import lemke_howson
from gametheory.verify import CertificateError, bracket_matrix_value

Strategies = tuple[Floats, Floats]


class MatrixSolution(NamedTuple):
    """The value, the probability of each move that is played, and the method."""

    value: fmpq
    row: dict[int, fmpq]
    column: dict[int, fmpq]
    method: str


def solve_matrix(payoffs: Sequence[Sequence[fmpq]], approximate: Floats | None = None) -> MatrixSolution:
    """Solve a zero-sum matrix game in rationals; degenerate games are allowed.

    The last basis of the simplex method in floats determines the rows and columns that are played. The indifference
    equations of this basis are solved exactly, and all inequalities of an equilibrium are checked exactly. If a check
    fails, the pivots of Lemke and Howson find optimal strategies in rationals. Cost: one linear system of the size of
    the basis; with pivots, which is rare, O(m n) rational operations for each of them. No result depends on the
    rounding of the payoffs in floats, `approximate`, from which a basis is proposed.

    >>> solution = solve_matrix([[fmpq(1), fmpq(0)], [fmpq(0), fmpq(2)]])
    >>> solution.value, solution.row
    (2/3, {0: 2/3, 1: 1/3})
    """
    # floats, where they are given, are compared in a hundredth of the time; since rounding is monotone, no saddle point
    # is missed
    if approximate is None or approximate.min(axis=1).max() >= approximate.max(axis=0).min():
        least = [min(row) for row in payoffs]
        greatest = [max(column) for column in zip(*payoffs, strict=True)]
        value = max(least)
        if value == min(greatest):
            row = {least.index(value): fmpq(1)}
            column = {greatest.index(value): fmpq(1)}
            return MatrixSolution(value, row, column, "saddle point")
    if approximate is None:
        approximate = np.array(_map_to_unit_interval(payoffs))
    for refactorizations in (0, 1):  # the second time with fewer rounding errors
        _, _, rows, columns = simplex(approximate, refactorizations)
        row, column = solve_indifference_equations(payoffs, rows.tolist(), columns.tolist())
        optimal = _value_if_optimal(payoffs, row, column)
        if optimal is not None:
            return MatrixSolution(optimal, row, column, "basis of the simplex")
    row, column = solve_by_pivots(payoffs)
    optimal = _value_if_optimal(payoffs, row, column)
    assert optimal is not None, "the pivots ended in strategies that are not optimal"
    return MatrixSolution(optimal, row, column, "Lemke-Howson")


def solve_by_pivots(payoffs: Sequence[Sequence[fmpq]]) -> tuple[dict[int, fmpq], dict[int, fmpq]]:
    """Return optimal strategies without floats: an equilibrium of the game in which each player has own payoffs."""
    exact = [[to_fraction(payoff) for payoff in line] for line in payoffs]
    opposite = [[-payoff for payoff in line] for line in exact]
    row, column = lemke_howson(exact, opposite, limit=maxsize)
    return support(range(len(row)), map(to_flint, row)), support(range(len(column)), map(to_flint, column))


def solve_indifference_equations(
    payoffs: Sequence[Sequence[fmpq]], rows: Sequence[int], columns: Sequence[int]
) -> tuple[dict[int, fmpq], dict[int, fmpq]]:
    """Return strategies on `rows` and `columns` that make the opponent indifferent between the moves of the basis.

    Return empty strategies if the linear system is singular.
    """
    matrix = [[payoffs[i][j] for j in columns] for i in rows]
    for_rows = equal_means(list(zip(*matrix, strict=True)))
    for_columns = equal_means(matrix)
    if for_rows is None or for_columns is None:
        return {}, {}
    return support(rows, for_rows[0]), support(columns, for_columns[0])


def equal_means(matrix: Sequence[Sequence[fmpq]]) -> tuple[list[fmpq], fmpq] | None:
    """Return weights of the columns with the sum 1 that give all rows one mean, and this mean; None if not unique.

    >>> equal_means([[fmpq(1), fmpq(0)], [fmpq(0), fmpq(2)]])
    ([2/3, 1/3], 2/3)
    """
    size = len(matrix)
    # Unknowns: the weights and the mean, which is subtracted in each row.
    bordered = [[*line, fmpq(-1)] for line in matrix]
    bordered.append([fmpq(1)] * size + [fmpq(0)])
    right = [fmpq(0)] * size + [fmpq(1)]
    try:
        solved = fmpq_mat(bordered).solve(fmpq_mat(size + 1, 1, right))
    except ZeroDivisionError:
        return None
    *weights, mean = solved.entries()
    return weights, mean


def _value_if_optimal(payoffs: Sequence[Sequence[fmpq]], row: dict[int, fmpq], column: dict[int, fmpq]) -> fmpq | None:
    """Return the value of the game if both strategies are optimal, else None."""
    try:
        lower, upper = bracket_matrix_value(payoffs, row, column)
    except CertificateError:
        return None
    return lower if lower == upper else None


def _map_to_unit_interval(payoffs: Sequence[Sequence[fmpq]]) -> list[list[float]]:
    """Map payoffs to [0, 1] and round: payoffs of any size become floats without overflow."""
    low = min(map(min, payoffs))
    spread = max(map(max, payoffs)) - low
    if spread == 0:
        spread = fmpq(1)
    return [[to_float((payoff - low) / spread) for payoff in row] for row in payoffs]


def program_of(method: str) -> Callable[[Floats], Strategies] | None:
    """Return the linear program of a method, from a matrix to both strategies; None for the simplex method."""
    if method == "simplex":
        return None
    if method not in PROGRAMS:
        raise ValueError(f"method: {method!r} is not one of simplex, {', '.join(PROGRAMS)}")
    return PROGRAMS[method]


def _by_highs(payoffs: Floats) -> Strategies:
    """Apply HiGHS in scipy: one linear program for each player, on payoffs mapped to [0, 1]."""
    mapped = _mapped(payoffs)
    return _best_of_linear_program(mapped), _best_of_linear_program(1 - mapped.T)


def _best_of_linear_program(matrix: Floats) -> Floats:
    """Return the strategy for the rows that guarantees most."""
    from scipy.optimize import linprog

    m, n = matrix.shape
    # Variables: the m probabilities and the guarantee, which is maximized.
    objective = np.append(np.zeros(m), -1)
    guarantees = np.hstack([-matrix.T, np.ones((n, 1))])
    total = np.append(np.ones(m), 0)[None]
    bounds = [(0, 1)] * m + [(None, None)]
    program = linprog(objective, guarantees, np.zeros(n), total, [1], bounds)
    if program.status == 0:
        return _distribution(program.x[:m])
    # After a failure any strategy will do: the gap exposes it.
    first: Floats = np.eye(1, m)[0]
    return first


def _by_nashpy(payoffs: Floats) -> Strategies:
    """Apply nashpy's linear program, on payoffs mapped to [0, 1]."""
    import nashpy

    row, column = nashpy.Game(_mapped(payoffs)).linear_program()
    return _distribution(row), _distribution(column)


def _mapped(payoffs: Floats) -> Floats:
    mapped: Floats = (payoffs - payoffs.min()) / (np.ptp(payoffs) or 1.0)
    return mapped


def _distribution(weights: Floats) -> Floats:
    """Scale weights to the sum 1, without those that rounding has made negative."""
    positive: Floats = np.maximum(weights, 0)
    positive /= positive.sum()
    return positive


PROGRAMS: dict[str, Callable[[Floats], Strategies]] = {"highs": _by_highs, "nashpy": _by_nashpy}
