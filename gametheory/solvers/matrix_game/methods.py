"""Zero-sum matrix games in floats: saddle points, dominance, and three methods of linear programming."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from math import isinf, isnan, nan

import numpy as np

from gametheory.parallel.compiled import faster, sized
from gametheory.solvers.matrix_game.float_matrix import NO_MATRIX, steps_of_simplex, to_array
from gametheory.solvers.matrix_game.game_kernel import all_finite, solve_game
from gametheory.solvers.matrix_game.simplex_kernel import Floats, eliminate_dominated, pure_guarantees
from gametheory.solvers.matrix_game.solution import MatrixSolution

MAX_GAP = 1e-9  # of the range of the payoffs; rounding errors are a millionth of that
MAX_EXACT = 10_000  # payoffs of a game that is solved again in rationals, in a second
SMALLEST = 2.0**-1074  # the least positive float: a product below the normal floats is off by no more


def solve_matrix(payoffs: Sequence[Sequence[float]] | Floats, method: str = "simplex") -> MatrixSolution:
    """Solve a zero-sum matrix game in floats.

    By von Neumann's minimax theorem (1928) the game has one value. If the matrix has a saddle point, every method
    returns it. Otherwise `method` solves the game without dominated rows and columns. The gap is computed from the
    whole matrix, with a bound on all rounding, so a method that fails shows a large gap. If "simplex" fails, as it can
    where rows have different units, a game of up to 10,000 payoffs is solved in rationals. Cost of "simplex": O(k (m +
    n)) and k linear programs of at most k x k for k moves in the subgame; the other methods take milliseconds.

    Parameters
    ----------
    payoffs
        m rows of n payoffs: the column player pays them to the row player. Integers and fractions are rounded to floats
        first; value and gap are those of the rounded payoffs, and `solve_matrix_exact` takes the others as they are.
    method
        "simplex": one linear program for a small matrix, and the double oracle method of
        `simplex_kernel.double_oracle` for a large one, or if rounding leaves a gap; "highs": scipy's linear programs;
        "nashpy": Nashpy's linear program.

    Returns
    -------
    MatrixSolution
        Value, optimal strategies and duality gap as floats; `method` is "saddle point" if there is one.

    Raises
    ------
    ValueError
        If the matrix is empty, not rectangular or not of finite numbers, or if the method is unknown.

    Examples
    --------
    >>> solution = solve_matrix([[3, -1], [-2, 4]])
    >>> round(solution.value, 12), solution.row, solution.gap < 1e-12
    (1.0, (0.6, 0.4), True)
    >>> solve_matrix([[1, 2], [0, 5]]).method
    'saddle point'
    """
    if method != "simplex" and method not in PROGRAMS:
        raise ValueError(f"method: {method!r} is not one of simplex, {', '.join(PROGRAMS)}")
    matrix = to_array(payoffs)
    m, n = matrix.shape
    compiled_or_not = sized(solve_game, 2 * steps_of_simplex(m, n))
    solve = compiled_or_not if method == "simplex" else partial(_solve_by_program, PROGRAMS[method])
    row, column = np.zeros(m), np.zeros(n)
    lower, upper, spread, saddle = solve(matrix, row, column)
    if isnan(spread):
        raise ValueError(NO_MATRIX)
    if isinf(spread):
        return _solve_a_quarter(matrix, method)
    value, gap = float(lower + (upper - lower) / 2), max(float(upper - lower), 0.0)
    if gap > MAX_GAP * spread and method == "simplex" and m * n <= MAX_EXACT:
        return _solve_in_rationals(matrix, spread)
    if not saddle:
        gap += _rounding(m + n, value, spread)
    return MatrixSolution(value, tuple(row.tolist()), tuple(column.tolist()), "saddle point" if saddle else method, gap)


def _rounding(moves: int, value: float, spread: float) -> float:
    """Return a bound on what rounding can hide of the gap.

    With u = 2^-53, a sum of k rounded products is off by at most k u / (1 - k u) times the sum of their sizes (Higham
    2002, section 3.1). The sum of k probabilities, each of which is rounded, differs from 1 by little more than (k + 1)
    u. No payoff is larger than the size of the value and the spread of all payoffs.
    """
    units = (moves + 8) * 2.0**-52
    return units * abs(value) + units * float(spread) + moves * SMALLEST


def _solve_a_quarter(matrix: Floats, method: str) -> MatrixSolution:
    """Solve a game whose payoffs differ by more than the greatest float."""
    quarter = solve_matrix(matrix / 4, method)
    return replace(quarter, value=4 * quarter.value, gap=4 * quarter.gap)


def _solve_in_rationals(matrix: Floats, spread: float) -> MatrixSolution:
    """Return the exact solution, rounded."""
    from gametheory.solvers.matrix_game.exact import solve_matrix_exact  # rarely needed, and flint takes long to import

    exact = solve_matrix_exact(matrix.tolist())
    row, column = np.array(exact.row, float), np.array(exact.column, float)
    value, gap = float(exact.value), max(float((matrix @ column).max() - (row @ matrix).min()), 0.0)
    gap += _rounding(sum(matrix.shape), value, spread)
    return MatrixSolution(value, tuple(row.tolist()), tuple(column.tolist()), exact.method, gap)


def _solve_by_program(
    program: Callable[[Floats], tuple[Floats, Floats]], payoffs: Floats, row: Floats, column: Floats
) -> tuple[float, float, float, bool]:
    """Do the same as `solve_game`, with another program for the game without dominated moves."""
    if not faster(all_finite)(payoffs):
        return nan, nan, nan, False
    i, j, least, most, spread = faster(pure_guarantees)(payoffs)
    if isinf(spread):
        return least, most, spread, False
    if least == most:
        row[i] = column[j] = 1
        return least, most, spread, True
    rows, columns = faster(eliminate_dominated)(payoffs)
    row[rows], column[columns] = program(np.ascontiguousarray(payoffs[np.ix_(rows, columns)]))
    return (row @ payoffs).min(), (payoffs @ column).max(), spread, False


def _by_highs(payoffs: Floats) -> tuple[Floats, Floats]:
    """Apply the method "highs": one linear program for each player, on payoffs mapped to [0, 1]."""
    from scipy.optimize import linprog

    mapped = (payoffs - payoffs.min()) / np.ptp(payoffs)
    strategies = []
    for matrix in (mapped, 1 - mapped.T):
        m, n = matrix.shape
        # Variables: the m probabilities and the guarantee, which is maximized.
        objective = np.append(np.zeros(m), -1)
        inequalities, total = np.hstack([-matrix.T, np.ones((n, 1))]), np.append(np.ones(m), 0)[None]
        program = linprog(objective, inequalities, np.zeros(n), total, [1], [(0, 1)] * m + [(None, None)])
        # After a failure any strategy will do: the gap exposes it.
        strategies.append(_distribution(program.x[:m] if program.status == 0 else np.eye(1, m)[0]))
    return strategies[0], strategies[1]


def _by_nashpy(payoffs: Floats) -> tuple[Floats, Floats]:
    """Apply the method "nashpy", on payoffs mapped to [0, 1]."""
    import nashpy

    row, column = nashpy.Game((payoffs - payoffs.min()) / np.ptp(payoffs)).linear_program()
    return _distribution(row), _distribution(column)


def _distribution(weights: Floats) -> Floats:
    """Scale weights to the sum 1, without those that rounding has made negative."""
    positive: Floats = np.maximum(weights, 0)
    positive /= positive.sum()
    return positive


PROGRAMS: dict[str, Callable[[Floats], tuple[Floats, Floats]]] = {"highs": _by_highs, "nashpy": _by_nashpy}
