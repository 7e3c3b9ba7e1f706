"""A guess of one equilibrium of a large game: the end of the path of logit equilibria, in floats."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from gametheory.model.sequence_form import PlayerSequences
from gametheory.solvers.many_players.supports import Array, Payoffs, Support, Supports, support_of
from gametheory.solvers.path_following import corrected, followed

MAX_NUMBERS = 1 << 22  # of the payoffs, times players and probabilities
LEAST_USED = 1e-6  # of the probability of a used action


def guess_equilibria(payoffs: Payoffs) -> Iterator[tuple[Supports, list[Array]]]:
    """Yield supports, and the probabilities of their actions, near late points of the path; the last is the best.

    The path is that of `stochastic.logit_path`, with expected payoffs that are not divided by the probability that play
    comes to an information set; its limit is a Nash equilibrium all the same (McKelvey and Palfrey 1998).
    """
    players = payoffs.players
    sizes = [*map(len, players)]
    count = sum(sizes)
    if payoffs.tables[0].size * len(players) * count > MAX_NUMBERS:
        return
    tables = [np.array(table, float) / (np.abs(table).max() or 1) for table in payoffs.tables]
    ends = np.cumsum([0, *sizes])

    def weights(player: int, probabilities: Array) -> Array:
        reached = probabilities.copy()
        for own in players[player].sets:
            reached[:, own.sequences] *= reached[:, [own.parent]]
        return reached

    def values(player: int, probabilities: list[Array]) -> Array:
        """Return the expected payoff of each action, with what follows it."""
        rows = tables[player][None]
        for other in reversed([each for each in range(len(players)) if each != player]):
            reached = weights(other, probabilities[other])
            rows = (rows * reached.reshape(len(reached), *(1,) * (rows.ndim - 2), -1)).sum(-1)
        for own in reversed(players[player].sets):
            rows[:, own.parent] += (rows[:, own.sequences] * probabilities[player][:, own.sequences]).sum(-1)
        return rows

    def residual(point: Array) -> Array:
        points = np.atleast_2d(point)
        logs = np.minimum(points[:, :-1].real, 50) + 1j * points[:, :-1].imag
        probabilities = [np.exp(logs[:, first:last]) for first, last in pairwise(ends)]
        rows = []
        for number, player in enumerate(players):
            own_logs, now = logs[:, ends[number] : ends[number + 1]], values(number, probabilities)
            rows.append(own_logs[:, :1])  # of the empty sequence
            for own in player.sets:
                first, *others = own.sequences
                rows.append(probabilities[number][:, own.sequences].sum(1, keepdims=True) - 1)
                gains = now[:, others] - now[:, [first]]
                rows.append(own_logs[:, others] - own_logs[:, [first]] - points[:, -1:] * gains)
        result: Array = np.concatenate(rows, axis=1)
        return (result if np.iscomplexobj(point) else result.real).reshape(*point.shape[:-1], count)

    start = np.zeros(count + 1)
    for number, player in enumerate(players):
        for own in player.sets:
            start[ends[number] + np.array(own.sequences)] = -np.log(len(own.sequences))
    begin = corrected(residual, start, np.eye(count + 1)[-1])
    for point in () if begin is None else followed(residual, begin):
        numbers = [np.exp(point[first:last]) for first, last in pairwise(ends)]
        supports = tuple(_used(player, own) for player, own in zip(players, numbers, strict=True))
        yield supports, [own[[*each.sequences]] for own, each in zip(numbers, supports, strict=True)]


def _used(player: PlayerSequences, probabilities: Array) -> Support:
    """Return the support of the actions that are used, and reached by used ones."""
    used = {0}
    for own in player.sets:
        if own.parent in used:
            used |= {each for each in own.sequences if probabilities[each] > LEAST_USED}
    return support_of(player, sorted(used))
