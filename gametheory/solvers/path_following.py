"""Follow the zeros of equations with one unknown more than equations, by predictor and corrector steps in floats."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import numpy as np

Numbers: TypeAlias = Any  # numpy.ndarray

MAX_STEPS = 2_000
PRECISIONS = tuple(10.0**k for k in np.arange(1.0, 6.1, 0.5))  # of the choices, where the path is looked at
FIRST_STEP, LEAST_STEP, GREATEST_STEP = 0.05, 1e-6, 50.0
TINY = 1e-30
FARTHEST = 1e9  # of a coordinate; products of two are finite
CLOSE = 1e-9
CORRECTIONS = 6


def followed(residual: Callable[[Numbers], Numbers], point: Numbers) -> Iterator[Numbers]:
    """Yield the points of a path at which its last coordinate passes each precision for the first time."""
    direction, step, wanted = np.eye(len(point))[-1], FIRST_STEP, list(PRECISIONS)
    for _ in range(MAX_STEPS):
        tangent = _tangent(jacobian(residual, point), direction)
        after = None if tangent is None else corrected(residual, point + step * tangent, tangent)
        if tangent is None or after is None or float(np.abs(after - point).max()) > 3 * step:
            step /= 4
            if step < LEAST_STEP:
                return
            continue
        point, direction, step = after, tangent, min(1.5 * step, GREATEST_STEP * max(1.0, point[-1] / 100))
        if point[-1] >= wanted[0]:
            yield point
            wanted = [each for each in wanted if each > point[-1]]
            if not wanted:
                return


def corrected(residual: Callable[[Numbers], Numbers], point: Numbers, normal: Numbers) -> Numbers | None:
    """Return the point of the path near a point, in the plane with this normal; None if Newton's method fails."""
    for _ in range(CORRECTIONS):
        matrix = np.vstack([jacobian(residual, point), normal])
        try:
            change = np.linalg.solve(matrix, np.append(residual(point), 0.0))
        except np.linalg.LinAlgError:
            return None
        point = point - change
        if not np.isfinite(point).all() or np.abs(point).max() > FARTHEST:
            return None
        if np.abs(change).max() <= CLOSE * max(1.0, float(np.abs(point).max())):
            return point
    return None


def _tangent(jacobian: Numbers, direction: Numbers) -> Numbers | None:
    """Return the unit tangent that goes on in a direction; None if the path is not smooth here."""
    right = np.zeros(len(direction))
    right[-1] = 1.0
    try:
        tangent: Numbers = np.linalg.solve(np.vstack([jacobian, direction]), right)
    except np.linalg.LinAlgError:
        return None
    return np.asarray(tangent / np.linalg.norm(tangent))


def jacobian(residual: Callable[[Numbers], Numbers], point: Numbers) -> Numbers:
    """Return the derivative of an analytic function by a complex step in each coordinate (Squire and Trapp 1998)."""
    return (residual(point + 1j * TINY * np.eye(len(point))).imag / TINY).T
