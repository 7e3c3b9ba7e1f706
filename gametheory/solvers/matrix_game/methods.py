"""Zero-sum matrix games in floats, by the simplex method of this package or by the linear programs of others."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from gametheory.solvers.matrix_game.game_kernel import solve_game
from gametheory.solvers.matrix_game.simplex_kernel import Floats
from gametheory.solvers.matrix_game.solution import MatrixSolution, to_float_matrix

Strategies = tuple[Floats, Floats]
MAX_GAP = 1e-9  # of the range of the payoffs; rounding errors are a millionth of that
MAX_EXACT = 10_000  # payoffs of a game that is solved again in rationals, in a second
SMALLEST = 2.0**-1074  # the least positive float: a product below the normal floats is off by no more


def solve_matrix(payoffs: Sequence[Sequence[float]] | Floats, method: str = "simplex") -> MatrixSolution:
    """Solve a zero-sum matrix game in floats, by "simplex", "highs" or "nashpy".

    The gap between the guarantees of both strategies is computed from the whole matrix, with a bound on all rounding,
    so a method that fails shows a large gap. If "simplex" fails, as it can where rows have different units, a game of
    up to 10,000 payoffs is solved in rationals.
    """
    program, matrix = program_of(method), to_float_matrix(payoffs)
    m, n = matrix.shape
    if program:
        row, column = program(matrix)
        lower, upper, spread = (row @ matrix).min(), (matrix @ column).max(), np.ptp(matrix)
    else:
        row, column = np.zeros(m), np.zeros(n)
        lower, upper, spread = map(np.float64, solve_game(matrix, row, column))
    if not spread < np.inf:
        raise ValueError("not a matrix of payoffs in floats: two of them differ by more than the greatest float")
    if upper - lower > MAX_GAP * spread and not program and m * n <= MAX_EXACT:
        from gametheory.solvers.matrix_game.exact import solve_matrix_exact  # rarely needed, and flint takes long

        exact = solve_matrix_exact(matrix.tolist())
        row, column = np.array(exact.row, float), np.array(exact.column, float)
        lower, upper, method = (row @ matrix).min(), (matrix @ column).max(), exact.method
    value = float(lower + (upper - lower) / 2)
    gap = max(float(upper - lower), 0.0) + _rounding(m + n, value, float(spread))
    return MatrixSolution(value, tuple(row.tolist()), tuple(column.tolist()), method, gap)


def _rounding(moves: int, value: float, spread: float) -> float:
    """Return a bound on what rounding can hide of the gap.

    With u = 2^-53, a sum of k rounded products is off by at most k u / (1 - k u) times the sum of their sizes (Higham
    2002, section 3.1). The sum of k probabilities, each of which is rounded, differs from 1 by little more than (k + 1)
    u. No payoff is larger than the size of the value and the spread of all payoffs.
    """
    return (moves + 8) * 2.0**-52 * (abs(value) + spread) + moves * SMALLEST


def program_of(method: str) -> Callable[[Floats], Strategies] | None:
    """Return the linear program of a method, from a matrix to both strategies; None for the simplex method."""
    if method == "simplex":
        return None
    if method not in PROGRAMS:
        raise ValueError(f"method: {method!r} is not one of simplex, {', '.join(PROGRAMS)}")
    return PROGRAMS[method]


def _by_highs(payoffs: Floats) -> Strategies:
    """Apply HiGHS in scipy: one linear program for each player, on payoffs mapped to [0, 1]."""
    from scipy.optimize import linprog

    mapped, strategies = _mapped(payoffs), []
    for matrix in (mapped, 1 - mapped.T):
        m, n = matrix.shape
        # Variables: the m probabilities and the guarantee, which is maximized.
        objective = np.append(np.zeros(m), -1)
        inequalities, total = np.hstack([-matrix.T, np.ones((n, 1))]), np.append(np.ones(m), 0)[None]
        program = linprog(objective, inequalities, np.zeros(n), total, [1], [(0, 1)] * m + [(None, None)])
        # After a failure any strategy will do: the gap exposes it.
        strategies.append(_distribution(program.x[:m] if program.status == 0 else np.eye(1, m)[0]))
    return strategies[0], strategies[1]


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
