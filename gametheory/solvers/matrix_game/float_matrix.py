"""Payoffs of a matrix game as an array of floats."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gametheory.solvers.matrix_game.simplex_kernel import Floats


def to_float_matrix(payoffs: Sequence[Sequence[float]] | Floats) -> Floats:
    """Return payoffs as a contiguous array of floats.

    Raises
    ------
    ValueError
        If the matrix is empty, not rectangular or not of finite numbers.

    Examples
    --------
    >>> to_float_matrix([[1, 2]]).tolist()
    [[1.0, 2.0]]
    """
    try:
        matrix = np.ascontiguousarray(payoffs, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(f"not a matrix of payoffs: {error}") from None
    if matrix.ndim != 2 or not matrix.size or not np.isfinite(matrix).all():
        raise ValueError("a matrix of payoffs has at least one row and one column, equal rows, and finite numbers")
    return matrix


def steps_of_simplex(payoffs: Floats) -> int:
    """Return about how many microseconds the interpreter needs for the simplex method: a pivot for each move.

    >>> steps_of_simplex(np.zeros((20, 20)))
    4025
    """
    return 25 + payoffs.size * sum(payoffs.shape) // 4
