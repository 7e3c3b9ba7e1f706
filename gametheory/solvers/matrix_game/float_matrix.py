"""Payoffs of a matrix game as an array of floats."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from gametheory.solvers.matrix_game.simplex_kernel import Floats

NO_MATRIX = "a matrix of payoffs has at least one row and one column, equal rows, and finite numbers"


def to_float_matrix(payoffs: Sequence[Sequence[Fraction | float]] | Floats) -> Floats:
    """Return payoffs as a contiguous array of finite floats."""
    try:
        matrix = np.ascontiguousarray(payoffs, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(f"not a matrix of payoffs: {error}") from None
    if matrix.ndim != 2 or not matrix.size or not np.isfinite(matrix).all():
        raise ValueError(NO_MATRIX)
    return matrix
