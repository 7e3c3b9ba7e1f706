"""The path of logit equilibria of one component, from uniform play towards an equilibrium, in floats."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from gametheory.solvers.stochastic.component import Numbers, StageArrays

MAX_STEPS = 2_000
PRECISIONS = tuple(10.0**k for k in np.arange(1.0, 6.1, 0.5))  # of the choices, where the path is looked at
FIRST_STEP, LEAST_STEP, GREATEST_STEP = 0.05, 1e-6, 50.0
TINY = 1e-30
GREATEST_LOG = 50.0
FARTHEST = 1e9  # of a coordinate; products of two are finite
CLOSE = 1e-9
CORRECTIONS = 6


def logit_path(arrays: StageArrays, discount: float = 1.0) -> Iterator[tuple[Numbers, Numbers]]:
    """Yield probabilities of moves and values of positions along a path of logit equilibria.

    In a logit equilibrium (McKelvey and Palfrey 1995) the logarithms of the probabilities of two moves differ by λ
    times the difference of their payoffs. The path begins with uniform play at λ = 0, and for almost all games its
    limit is an equilibrium: for stochastic games see Eibelshäuser and Poensgen. It is followed by predictor and
    corrector steps along its length, so that it may turn back. The result is a guess, for others to improve and check.
    Cost: for each step a linear system in the number of variables.

    References

    ----------
    R. D. McKelvey and T. R. Palfrey, Quantal response equilibria for normal form games (1995).
    S. Eibelshäuser and D. Poensgen, Markov quantal response equilibrium and a homotopy method for computing and
    selecting Markov perfect equilibria of dynamic stochastic games (2019).

    >>> from flint import fmpq
    >>> from gametheory.solvers.decision_rows import DecisionRows
    >>> from gametheory.solvers.stochastic.component import Component
    >>> rows = DecisionRows([0, 2, 2], [0, 1, 2], [0, 1], [fmpq(1), fmpq(1)])
    >>> component = Component(rows, [("stay",), ("leave",)], [[0]], [{1: fmpq(1)}], ["on"])
    >>> *_, (probabilities, values) = logit_path(StageArrays(component), 0.9)
    >>> [round(float(probability), 3) for probability in probabilities], round(float(values[0, 0]), 3)
    ([0.0, 1.0], 1.0)
    """
    moves, shape = len(arrays.names), (len(arrays.nodes), arrays.players)
    scale = max(float(np.ptp(arrays.outside)), TINY)

    def residual(point: Numbers) -> Numbers:
        logs, values, precision = point[..., :moves], point[..., moves:-1], point[..., -1:]
        logs = np.minimum(logs.real, GREATEST_LOG) + (logs - logs.real)  # a wrong step of Newton's method overflows
        own, now = arrays.expected(np.exp(logs), discount * values.reshape(*values.shape[:-1], *shape))
        rows = [values - now.reshape(values.shape)]
        for _, _, (first, *others) in arrays.slots:
            total = np.exp(logs[..., [first, *others]]).sum(axis=-1, keepdims=True)
            rows.append(total - 1)
            gains = (own[..., others] - own[..., [first]]) / scale
            rows.append(logs[..., others] - logs[..., [first]] - precision * gains)
        return np.concatenate(rows, axis=-1)

    point = np.zeros(moves + shape[0] * shape[1] + 1)
    for _, _, own in arrays.slots:
        point[own] = -np.log(len(own))
    start = corrected(residual, point, np.eye(len(point))[-1])
    if start is not None:
        for each in followed(residual, start):
            yield np.exp(each[:moves]), each[moves:-1].reshape(shape)


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
