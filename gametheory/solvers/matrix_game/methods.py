"""Zero-sum matrix games in floats by the linear programs of others."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gametheory.solvers.matrix_game.simplex_kernel import Floats

Strategies = tuple[Floats, Floats]


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
