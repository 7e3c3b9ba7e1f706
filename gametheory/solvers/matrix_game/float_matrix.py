"""Payoffs of a matrix game as an array of floats."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from gametheory.solvers.matrix_game.simplex_kernel import Floats

NO_MATRIX = "a matrix of payoffs has at least one row and one column, equal rows, and finite numbers"


def to_float_matrix(payoffs: Sequence[Sequence[Fraction | float]] | Floats) -> Floats:
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
    matrix = to_array(payoffs)
    if not np.isfinite(matrix).all():
        raise ValueError(NO_MATRIX)
    return matrix


def to_array(payoffs: Sequence[Sequence[Fraction | float]] | Floats) -> Floats:
    """Do the same as `to_float_matrix`, but leave it to the caller to refuse infinite payoffs and NaN.

    >>> to_array([[1, 2]]).tolist()
    [[1.0, 2.0]]
    """
    try:
        matrix = np.ascontiguousarray(payoffs, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(f"not a matrix of payoffs: {error}") from None
    if matrix.ndim != 2 or not matrix.size:
        raise ValueError(NO_MATRIX)
    return matrix


def steps_of_simplex(m: int, n: int) -> int:
    """Return about how many microseconds the interpreter needs for the simplex method: a pivot for each move.

    >>> steps_of_simplex(20, 20)
    4025
    """
    return 25 + m * n * (m + n) // 4
