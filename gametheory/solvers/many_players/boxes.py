"""Branch and prune: boxes of behavior at the used actions, and what equilibria they can contain.

Bounds of multilinear forms are in floats. Rows are scaled so that the absolute values of each sum to 1, and are summed
over the sequences of one player after the other. So the error is at most the number of sequences and players times
2^-53: below `SLACK`, which is added outwards, for 8,000 sequences, far more than a search by supports can decide.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from flint import fmpz_mat

from gametheory.solvers.many_players.supports import Block, Payoffs, Supports

Array: TypeAlias = Any  # numpy.ndarray

SLACK = 2.0**-40
BEYOND = 2.0**-44  # by which a box in which a zero is sought may leave the probabilities
INFLATION = 0.125
LEAST_WIDTH = 2.0**-16
MAX_BOXES = 20_000
MAX_SINGULAR_BOXES = 100
BATCH = 256
MAX_NUMBERS = 1 << 22  # of a batch: bounds the memory
BATCH_WORK = 7_000  # numbers that numpy computes in the time of the calls for one batch


class Variable(NamedTuple):
    """The free probability of a used action; the last action of each block has the rest."""

    player: int
    block: int
    action: int


class Condition(NamedTuple):
    """The conditions of one player, by the weights of the others who mix: integers and floats."""

    player: int
    others: tuple[int, ...]
    equal: Array
    outside: Array
    pairs: Array


class System:
    """The conditions for an equilibrium with given supports: as many equations as free probabilities."""

    def __init__(self, payoffs: Payoffs, supports: Supports) -> None:
        self.payoffs, self.supports = payoffs, supports
        self.mixing = tuple(player for player, support in enumerate(supports) if support.dimension)
        self.blocks: dict[int, tuple[Block, ...]] = {player: supports[player].blocks for player in self.mixing}
        self.variables = [
            Variable(player, index, action)
            for player in self.mixing
            for index, block in enumerate(self.blocks[player])
            for action in range(block.actions.start, block.actions.stop - 1)
        ]
        self.conditions = [self._condition(player) for player in range(len(supports))]
        ends = np.cumsum([len(supports[player].sequences) for player in self.mixing]).tolist()
        self.columns = {p: slice(e - len(supports[p].sequences), e) for p, e in zip(self.mixing, ends, strict=True)}
        rank = sum(rank_of(each.equal) for each in self.conditions)
        self.singular = rank < len(self.variables)  # fewer equations than unknowns: no zero is alone
        self.mixed = [  # the places of all probabilities that are not 1
            self.columns[player].start + at
            for player in self.mixing
            for block in self.blocks[player]
            if block.size > 1
            for at in range(block.first, block.first + block.size)
        ]
        self.free = [self.columns[each.player].start + each.action for each in self.variables]

    def columns_of(self, player: int) -> range:
        """Return the places of the used sequences of a player."""
        return range(len(self.supports[player].sequences))

    def _condition(self, player: int) -> Condition:
        """Return the conditions of a player, after the pure strategies of those who do not mix."""
        rows = self.payoffs.rows(player, self.supports[player])
        restricted = [self.payoffs.restricted(player, each, self.supports) for each in rows]
        order = [other for other in range(len(self.supports)) if other != player]
        pure = tuple(axis for axis, other in enumerate(order, 1) if other not in self.mixing)
        equal, outside, pairs = (each.sum(axis=pure) for each in restricted)
        others = tuple(other for other in order if other in self.mixing)
        distinct = {str(row.tolist()): row for row in outside}  # np.unique does not take long integers
        return Condition(player, others, equal, np.array([*distinct.values()]).reshape(-1, *outside.shape[1:]), pairs)


class Isolation(NamedTuple):
    """The zeros that a search found, and whether it found all: nothing is left undecided."""

    roots: list[Any]
    whole: bool


class Search:
    """Boxes as two arrays, the least and the greatest probability of each used action; column 0 of a player is 1."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.equal = [_scaled(each.equal) for each in system.conditions]
        self.pairs = [_scaled(each.pairs) for each in system.conditions]
        self.batch = max(1, min(BATCH, MAX_NUMBERS // max(each.size for each in self.pairs)))
        self.box_work = sum(each.size for each in (*self.equal, *self.pairs))

    def isolate(self, certify: Callable[[Array], Any]) -> Isolation:
        """Return all zeros in the support that `certify` makes of a point near each, as far as the budget allows."""
        roots: list[Any] = []
        budget = MAX_SINGULAR_BOXES if self.system.singular else MAX_BOXES
        width = sum(len(self.system.supports[player].sequences) for player in self.system.mixing)
        low, high = np.zeros((1, width)), np.ones((1, width))
        for player in self.system.mixing:
            low[:, self.system.columns[player].start] = 1
        left = [(low, high)]
        while left and budget > 0:
            low, high = left.pop()
            budget -= len(low)
            self.system.payoffs.work += BATCH_WORK + len(low) * self.box_work
            low, high = self._step(low, high, certify, roots)
            if len(low) and (high - low).max(1).min() < LEAST_WIDTH:
                return Isolation(roots, whole=False)
            left += [(low[at : at + self.batch], high[at : at + self.batch]) for at in range(0, len(low), self.batch)]
        return Isolation(roots, whole=not left)

    def _step(self, low: Array, high: Array, certify: Callable[[Array], Any], roots: list[Any]) -> tuple[Array, Array]:
        """Discard boxes without an equilibrium, take out those with one zero, and shrink or split the others."""
        low, high = self._tighten(low, high)
        keep = np.ones(len(low), bool)
        for rows, condition in zip(self.pairs, self.system.conditions, strict=True):
            if len(rows):
                keep &= self._least(rows[None], condition.others, low, high).max(1) <= SLACK
        low, high = low[keep], high[keep]
        if not len(low):
            return low, high
        before = high - low
        low, high, centre, unique, wide_low, wide_high = self._krawczyk(low, high)
        keep = (low <= high).all(1)
        for number in np.flatnonzero(unique & keep):
            root = certify(centre[number])
            if root is not None and root.inside(wide_low[number], wide_high[number]):
                keep[number] = False
                if not any(other.same(root) for other in roots):
                    roots.append(root)
        low, high, before = low[keep], high[keep], before[keep]
        return self._split(low, high, before)

    def _tighten(self, low: Array, high: Array) -> tuple[Array, Array]:
        """Use that the probabilities at an information set add up to 1; return the boxes that are not empty."""
        low, high = low.copy(), high.copy()
        for player in self.system.mixing:
            for block in self.system.blocks[player]:
                lows, highs = (each[:, self.system.columns[player]][:, block.actions] for each in (low, high))
                least, most = lows.sum(1, keepdims=True), highs.sum(1, keepdims=True)
                lows[:], highs[:] = (
                    np.maximum(lows, 1 - (most - highs) - SLACK),
                    np.minimum(highs, 1 - (least - lows) + SLACK),
                )
        keep = (low <= high).all(1)
        return low[keep], high[keep]

    def _split(self, low: Array, high: Array, before: Array) -> tuple[Array, Array]:
        """Halve the boxes that did not shrink much."""
        widths = high - low
        wide = widths.max(1, initial=0) > 0.5 * before.max(1, initial=0)
        at = widths.argmax(1)[wide]
        one, two = high[wide], low[wide]
        index = np.arange(len(at))
        middle = (one[index, at] + two[index, at]) / 2
        one[index, at] = two[index, at] = middle
        return np.concatenate([low[~wide], low[wide], two]), np.concatenate([high[~wide], one, high[wide]])

    def _krawczyk(self, low: Array, high: Array) -> tuple[Array, ...]:
        """Return the boxes cut by Krawczyk's operator, its centres, and whether wider boxes have at most one zero."""
        width, free = high - low, self.system.free
        wide_low = np.maximum(low - INFLATION * width, np.minimum(low, 0) - BEYOND)
        wide_high = np.minimum(high + INFLATION * width, 1 + BEYOND)
        middle = self._middle(low, high)
        values = np.concatenate(
            [
                self._least(rows[None], condition.others, middle, middle)
                for rows, condition in zip(self.equal, self.system.conditions, strict=True)
                if len(rows)
            ],
            axis=1,
        )
        least, most = self._derivatives(wide_low, wide_high)
        matrix, radius = (least + most) / 2, (most - least) / 2
        inverse = np.linalg.pinv(matrix)
        size = np.abs(inverse)
        rest = np.abs(np.eye(len(free)) - inverse @ matrix) + size @ (radius + SLACK) + SLACK
        centre = middle[:, free] - (inverse @ values[..., None])[..., 0]
        reach = np.maximum(high - middle, middle - low)[:, free]
        reach = (rest @ reach[..., None])[..., 0] + SLACK * (1 + size.sum(-1))
        low, high = low.copy(), high.copy()
        low[:, free] = np.maximum(low[:, free], centre - reach)
        high[:, free] = np.minimum(high[:, free], centre + reach)
        return low, high, centre, rest.sum(-1).max(-1) < 1, wide_low, wide_high

    def _middle(self, low: Array, high: Array) -> Array:
        """Return a point of each box whose probabilities add up to 1 at each information set."""
        middle = low.copy()
        for player in self.system.mixing:
            for block in self.system.blocks[player]:
                lows, highs = (each[:, self.system.columns[player]][:, block.actions] for each in (low, high))
                room = (highs - lows).sum(1, keepdims=True)
                share = (1 - lows.sum(1, keepdims=True)) / np.where(room > 0, room, 1)
                middle[:, self.system.columns[player]][:, block.actions] = lows + share * (highs - lows)
        return middle

    def _least(self, rows: Array, others: tuple[int, ...], low: Array, high: Array) -> Array:
        """Return the least value of each row in each box, up to `SLACK`; the last axes are the others' sequences."""
        rows = np.broadcast_to(rows, (len(low), *rows.shape[1:]))
        for player in reversed(others):
            rows = self._fold(rows, player, low, high, 0)[..., 0]
        return rows

    def _fold(self, rows: Array, player: int, low: Array, high: Array, first: int) -> Array:
        """Add to each action the least value of the information sets after it; only of the blocks from the first on."""
        rows = rows.copy()
        own = self.system.columns[player]
        for block in reversed(self.system.blocks[player][first:]):
            lows, highs = low[:, own][:, block.actions], high[:, own][:, block.actions]
            values = rows[..., block.actions]
            if block.size == 1:
                rows[..., block.parent] += values[..., 0]
            elif low is high:  # at a point
                rows[..., block.parent] += (lows.reshape(len(lows), *(1,) * (values.ndim - 2), -1) * values).sum(-1)
            else:
                rows[..., block.parent] += _fill(values, lows, highs)
        return rows

    def _derivatives(self, low: Array, high: Array) -> tuple[Array, Array]:
        """Return bounds of the derivative of each equation by each free probability."""
        count = len(self.system.variables)
        least, most = np.zeros((len(low), count, count)), np.zeros((len(low), count, count))
        at = 0
        for rows, condition in zip(self.equal, self.system.conditions, strict=True):
            for axis, player in enumerate(condition.others, 1) if len(rows) else ():
                moved = np.broadcast_to(np.moveaxis(rows, axis, -1), (len(low), *np.moveaxis(rows, axis, -1).shape))
                rest = tuple(other for other in condition.others if other != player)
                for columns, lower, upper in self._slopes(moved, player, rest, low, high):
                    least[:, at : at + len(rows), columns] = lower
                    most[:, at : at + len(rows), columns] = upper
            at += len(rows)
        return least, most

    def _slopes(self, rows: Array, player: int, rest: tuple[int, ...], low: Array, high: Array) -> Any:
        """Yield the derivatives by the free probabilities of one player, whose sequences are the last axis."""
        weights = [np.ones((2, len(low)))] * len(self.system.supports[player].sequences)
        for index, block in enumerate(self.system.blocks[player]):
            own = self.system.columns[player]
            for action in range(block.actions.start, block.actions.stop):
                weights[action] = weights[block.parent] * np.stack([low[:, own][:, action], high[:, own][:, action]])
            if block.size == 1:
                continue
            lower = self._fold(rows, player, low, high, index + 1)[..., block.actions]
            upper = -self._fold(-rows, player, low, high, index + 1)[..., block.actions]
            bounds = (
                np.moveaxis(lower[..., :-1] - upper[..., -1:], -1, 2),
                np.moveaxis(lower[..., -1:] - upper[..., :-1], -1, 2),
            )
            least, negative = (self._least(each, rest, low, high) for each in bounds)
            scale = weights[block.parent][..., None, None]
            key, most = (player, index), -negative
            columns = [at for at, each in enumerate(self.system.variables) if (each.player, each.block) == key]
            yield columns, np.minimum(least * scale[0], least * scale[1]), np.maximum(most * scale[0], most * scale[1])


def _fill(values: Array, low: Array, high: Array) -> Array:
    """Return the least average of values along the last axis, with weights in a box that add up to 1."""
    shape = (len(low), *(1,) * (values.ndim - 2), low.shape[1])
    low, high = low.reshape(shape), high.reshape(shape)
    order = np.argsort(values, axis=-1)
    ascending = np.take_along_axis(values, order, -1)
    room = np.take_along_axis(np.broadcast_to(high - low, values.shape), order, -1)
    rest = 1 - low.sum(-1, keepdims=True) - (room.cumsum(-1) - room)
    return (low * values).sum(-1) + (np.clip(rest, 0, room) * ascending).sum(-1)


def rank_of(rows: Array) -> int:
    """Return the rank of integer rows."""
    if not len(rows):
        return 0
    return int(fmpz_mat([[int(number) for number in np.ravel(row)] for row in rows]).rank())


def _scaled(rows: Array) -> Array:
    """Return rows of integers as floats, each divided by the sum of its sizes."""
    total = np.abs(rows).sum(axis=tuple(range(1, rows.ndim)), keepdims=True)
    return np.array(rows / np.where(total == 0, 1, total), float)
