"""The path of logit equilibria of one component, from uniform play towards an equilibrium, in floats."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from gametheory.solvers.pivoting import TINY, corrected, followed
from gametheory.solvers.stochastic.component import Numbers, StageArrays

GREATEST_LOG = 50.0


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
    >>> from gametheory.solvers.arrays import DecisionRows
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
        own, now = arrays.expected(np.exp(logs), discount * values.reshape(*values.shape[:-1], *shape) * scale)
        rows = [values - now.reshape(values.shape) / scale]  # a step is as long in any unit of the payoffs
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
            yield np.exp(each[:moves]), scale * each[moves:-1].reshape(shape)
