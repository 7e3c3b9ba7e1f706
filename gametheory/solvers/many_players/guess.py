"""A guess of one equilibrium of a large game: the end of the path of logit equilibria, in floats."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from gametheory.model.sequence_form import PlayerSequences
from gametheory.solvers.many_players.supports import Array, Payoffs, Support, Supports, support_of
from gametheory.solvers.pivoting import corrected, followed

MAX_NUMBERS = 1 << 22  # of the payoffs, times players and probabilities
GREATEST_LOG = 50.0  # a wrong step of Newton's method overflows
LEAST_USED = 1e-6  # of the probability of a used action


def guess_equilibria(payoffs: Payoffs) -> Iterator[tuple[Supports, list[Array]]]:
    """Yield supports, and the probabilities of their actions, near late points of the path; the last is the best.

    The path is that of `stochastic.logit_path`, with expected payoffs that are not divided by the probability that play
    comes to an information set; its limit is a Nash equilibrium all the same (McKelvey and Palfrey 1998).
    """
    equations = _LogitEquations(payoffs)
    if payoffs.tables[0].size * len(payoffs.players) * equations.count > MAX_NUMBERS:
        return
    begin = corrected(equations.residual, equations.uniform(), np.eye(equations.count + 1)[-1])
    for point in () if begin is None else followed(equations.residual, begin):
        numbers = [np.exp(own) for own in equations.split(point)]
        supports = tuple(_used(player, own) for player, own in zip(payoffs.players, numbers, strict=True))
        yield supports, [own[[*each.sequences]] for own, each in zip(numbers, supports, strict=True)]


class _LogitEquations:
    """The equations of logit equilibria, in the logarithms of the probabilities of all actions, and the precision.

    The last axis of an array has the sequences of one player or of all, and the first the points.
    """

    def __init__(self, payoffs: Payoffs) -> None:
        self.players = payoffs.players
        self.tables = [np.array(table, float) / (np.abs(table).max() or 1) for table in payoffs.tables]
        self.ends = np.cumsum([0, *map(len, self.players)])
        self.count = int(self.ends[-1])

    def split(self, point: Array) -> list[Array]:
        """Return the part of each player."""
        return [point[..., first:last] for first, last in pairwise(self.ends)]

    def uniform(self) -> Array:
        """Return the point of uniform play."""
        point = np.zeros(self.count + 1)
        for player, part in zip(self.players, self.split(point), strict=True):
            for own in player.sets:
                part[own.sequences] = -np.log(len(own.sequences))
        return point

    def residual(self, point: Array) -> Array:
        """Return the left sides of the equations, which are 0 on the path."""
        points = np.atleast_2d(point)
        logs = self.split(np.minimum(points.real, GREATEST_LOG) + 1j * points.imag)
        probabilities = list(map(np.exp, logs))
        weights = [_weights(*each) for each in zip(self.players, probabilities, strict=True)]
        rows = []
        for number, player in enumerate(self.players):
            own_logs, now = logs[number], self._values(number, probabilities[number], weights)
            rows.append(own_logs[:, :1])  # of the empty sequence
            for own in player.sets:
                first, *others = own.sequences
                rows.append(probabilities[number][:, own.sequences].sum(1, keepdims=True) - 1)
                gains = now[:, others] - now[:, [first]]
                rows.append(own_logs[:, others] - own_logs[:, [first]] - points[:, -1:] * gains)
        result: Array = np.concatenate(rows, axis=1)
        return (result if np.iscomplexobj(point) else result.real).reshape(*point.shape[:-1], self.count)

    def _values(self, player: int, probabilities: Array, weights: list[Array]) -> Array:
        """Return the expected payoff of each action of a player, with what follows it."""
        rows = self.tables[player][None]
        for reached in reversed(weights[:player] + weights[player + 1 :]):
            rows = (rows * reached.reshape(len(reached), *(1,) * (rows.ndim - 2), -1)).sum(-1)
        for own in reversed(self.players[player].sets):
            rows[:, own.parent] += (rows[:, own.sequences] * probabilities[:, own.sequences]).sum(-1)
        return rows


def _weights(player: PlayerSequences, probabilities: Array) -> Array:
    """Return the weight of each sequence: the product of the probabilities of its actions."""
    weights = probabilities.copy()
    for own in player.sets:
        weights[:, own.sequences] *= weights[:, [own.parent]]
    return weights


def _used(player: PlayerSequences, probabilities: Array) -> Support:
    """Return the support of the actions that are used, and reached by used ones."""
    used = {0}
    for own in player.sets:
        if own.parent in used:
            used |= {each for each in own.sequences if probabilities[each] > LEAST_USED}
    return support_of(player, sorted(used))
