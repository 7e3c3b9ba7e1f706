"""Equilibria of a table with given supports, with a proof for each support that `verify.check_support` accepts.

The mixed strategies of a support are cut into products of simplices, its cells. The payoffs at the corners of a cell
exclude it, or show that it has at most one zero of the equations; else it is cut in two. The cells of all supports are
looked at together, in floats. What these suggest is no proof: the exact check has to accept it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gametheory.parallel.compiled import Floats
from gametheory.verify.complete_supports import Gain, Numbers, OnlyZero, Split, Step, Supports

Places: TypeAlias = NDArray[np.intp]
Marks: TypeAlias = NDArray[np.bool_]

CLEAR = 1e-9  # a difference of payoffs that floats show, if the greatest payoff is 1
ROUNDING = 1e-12  # less than any other difference
WEIGHT = 1 << 12  # the greatest weight of a deviation
MOST_OF_ONE = 0.99  # a matrix that differs from the identity by less than 1 is regular
INSIDE = -1e-9  # the least weight of a corner in a point of a cell
SHORTEST = 2.0**-16  # the longest edge of a cell that is given up
MAX_CELLS = 4_000  # of a support
FEW_CELLS = 100  # of a support with fewer equations than unknowns, which has none or infinitely many equilibria
MAX_ENTRIES = 1 << 22  # of the arrays for the cells that are looked at together


class Zero(NamedTuple):
    """A zero of the equations of a support: the probabilities by player and strategy, and the step that names it."""

    place: Floats
    step: OnlyZero | None


# from the number of a support and a point near a zero
FindZero: TypeAlias = Callable[[int, Floats], Zero | None]


class Cells(NamedTuple):
    """Some cells, each with the number of its support, and its place in the proof.

    The places are those of a binary tree: 1, and below n those of both halves, 2 n and 2 n + 1. The corners are
    an array by cell, player, corner and strategy. So that all supports have as many, the first corner is repeated.
    """

    owner: Places
    place: NDArray[np.object_]
    corners: Floats

    def only(self, which: Any) -> Cells:
        """Return some of the cells."""
        return Cells(*(part[which] for part in self))


class CellSearch:
    """A search for proofs of some supports of a table."""

    def __init__(self, tables: Sequence[Numbers], supports: Sequence[Supports], find_zero: FindZero) -> None:
        self.supports = supports
        self.find_zero = find_zero
        self.players = range(len(tables))
        self.sizes = tables[0].shape
        # payoffs of each player are divided by a power of 2, which the weights of deviations make up for
        exponents = [int(abs(table).max()).bit_length() for table in tables]
        self.factors = [1 << max(exponents) - exponent for exponent in exponents]
        self.tables = []
        for player, table in enumerate(tables):
            scaled = np.array(table / (1 << exponents[player]), float)
            self.tables.append(np.moveaxis(scaled, player, 0)[None])
        most = max(self.sizes)
        slots = []
        for used_by_all in supports:
            # the used strategies, then the first one again
            slots.append([(used + used[:1] * most)[:most] for used in used_by_all])
        self.all_slots = np.array(slots)
        self.needed = self.all_slots != self.all_slots[:, :, :1]
        self.needed[:, :, 0] = True
        counts = self.needed.sum(2)
        self.slots = [self.all_slots[:, player, :count] for player, count in enumerate(counts.max(0))]
        ends = np.cumsum([0, *(slots.shape[1] - 1 for slots in self.slots)]).tolist()
        self.columns = [slice(*pair) for pair in pairwise(ends)]
        self.width = ends[-1]
        self.steps: defaultdict[int, dict[int, Step]] = defaultdict(dict)
        self.zeros: defaultdict[int, list[Zero]] = defaultdict(list)
        self.given_up = np.zeros(len(supports), bool)
        self.work = 0

    def run(self) -> list[list[Step] | None]:
        """Return the steps of each support; None for those that are not decided."""
        count = len(self.supports)
        whole = Cells(np.arange(count), np.ones(count, object), np.eye(max(self.sizes))[self.all_slots])
        rank: Any = 0
        for gains, slots in zip(self._gains(whole), self.slots, strict=True):
            rows = _at(gains, slots).reshape(count, slots.shape[1], -1)
            rank = rank + np.linalg.matrix_rank(rows)
        self.most = np.where(rank < self.needed.sum((1, 2)) - len(self.sizes), FEW_CELLS, MAX_CELLS)
        self.count = np.zeros(count, int)
        entries = self.tables[0].size * len(self.sizes) * (1 + self.width)
        most = max(1, MAX_ENTRIES // entries)
        left = [whole]
        while left:
            cells = left.pop()
            cells = cells.only(~self.given_up[cells.owner])
            for start in range(0, len(cells.owner), most):
                part = cells.only(slice(start, start + most))
                self.work += len(part.owner) * entries
                left.append(self._step(part))
        return list(map(self._in_order, range(count)))

    def _in_order(self, number: int) -> list[Step] | None:
        """Return all steps of a support, those of one half before those of the other."""
        if self.given_up[number]:
            return None
        ordered = []
        places = [1]
        while places:
            place = places.pop()
            step = self.steps[number][place]
            ordered.append(step)
            if isinstance(step, Split):
                places += [2 * place + 1, 2 * place]
        return ordered

    def _step(self, cells: Cells) -> Cells:
        """Exclude what can be excluded, and return both halves of each other cell."""
        gains = self._gains(cells)
        is_open = np.ones(len(cells.owner), bool)
        self._exclude_dominated(cells, gains, is_open)
        cells = cells.only(is_open)
        if not len(cells.owner):
            return cells
        equations = []
        for rows, slots in zip(gains, self.slots, strict=True):
            equations.append(_at(rows[is_open], slots[cells.owner, 1:]))
        inverse, has_one_zero = self._inverse(cells, equations)
        is_open = self._exclude_by_sums(cells, equations, inverse)
        for index in np.flatnonzero(is_open & has_one_zero).tolist():
            is_open[index] = not self._has_known_zero(cells, index)
        cells = cells.only(is_open)
        return self._halves(cells) if len(cells.owner) else cells

    def _gains(self, cells: Cells) -> list[Floats]:
        """Return for each player what each strategy pays more than the first used one, at the corners of the others."""
        gains = []
        for player, rows in enumerate(self.tables):
            for other in self.players:
                if other != player:
                    # the axis of this one becomes the last, so that the order is the same in the end
                    rows = np.moveaxis(rows, 2, -1)
                    corners = cells.corners[:, other, : self.slots[other].shape[1], : self.sizes[other]]
                    shape = len(corners), *rows.shape[1:-1], corners.shape[1]
                    rows = rows.reshape(len(rows), -1, rows.shape[-1]) @ corners.transpose(0, 2, 1)
                    rows = rows.reshape(shape)
            gains.append(rows - _at(rows, self.slots[player][cells.owner, :1]))
        return gains

    def _exclude_dominated(self, cells: Cells, gains: Sequence[Floats], is_open: Marks) -> None:
        """Exclude the cells where a used strategy is worse than another one at all corners of the others."""
        for player, rows in enumerate(gains):
            rows = rows.reshape(len(rows), self.sizes[player], -1)
            for slot in self.slots[player].T:
                used = slot[cells.owner]
                better = rows - _at(rows, used[:, None])
                least = better.min(-1)
                strategy = least.argmax(-1)
                for index in np.flatnonzero((least.max(-1) > CLEAR) & is_open).tolist():
                    weights = [[0] * size for size in self.sizes]
                    weights[player][used[index]] = -1
                    weights[player][strategy[index]] = 1
                    self._exclude(cells, index, Gain(tuple(map(tuple, weights))))
                    is_open[index] = False

    def _exclude(self, cells: Cells, index: int, step: Step) -> None:
        self.steps[cells.owner[index]][cells.place[index]] = step

    def _inverse(self, cells: Cells, equations: Sequence[Floats]) -> tuple[Floats, Marks]:
        """Return the inverse of the derivative in the middle, and in which cells the equations have one zero at most.

        The unknowns are the weights of the corners but the first of each player, and the derivatives are bounded by
        those along the edges from the first corners.
        """
        least, most = np.zeros((2, len(cells.owner), self.width, self.width))
        for player, rows in enumerate(equations):
            others = [other for other in self.players if other != player]
            for axis, other in enumerate(others, 2):
                moved = np.moveaxis(rows, axis, 2)
                edges = moved[:, :, 1:] - moved[:, :, :1]
                if edges.size:
                    edges = edges.reshape(*edges.shape[:3], -1)
                    least[:, self.columns[player], self.columns[other]] = edges.min(-1)
                    most[:, self.columns[player], self.columns[other]] = edges.max(-1)
        middle = (least + most) / 2
        transposed = middle.transpose(0, 2, 1)
        identity = np.eye(self.width)
        # a pseudoinverse, for slots that are not needed and where there are fewer equations than unknowns
        inverse: Any = np.linalg.solve(transposed @ middle + ROUNDING * identity, transposed)
        needed = [self.needed[cells.owner, player, 1 : slots.shape[1]] for player, slots in enumerate(self.slots)]
        apart = np.abs(identity * np.concatenate(needed, axis=1)[:, None] - inverse @ middle)
        apart += np.abs(inverse) @ (most - least) / 2
        has_one_zero: Marks = apart.sum(-1).max(-1) < MOST_OF_ONE
        return inverse, has_one_zero

    def _exclude_by_sums(self, cells: Cells, equations: Sequence[Floats], inverse: Floats) -> Marks:
        """Exclude the cells where deviations of several players together gain at all corners; return which are left.

        If the equations are linear, these sums are the weights of the corners, up to a constant.
        """
        parts = [inverse]
        for own in self.columns:
            parts.append(-inverse[:, own].sum(1, keepdims=True))
        sums = np.concatenate(parts, axis=1)
        largest = np.abs(sums).max(-1, keepdims=True)
        sums = np.rint(sums * (WEIGHT / np.maximum(largest, ROUNDING)))
        total: Any = 0
        for player, rows in enumerate(equations):
            if rows.size:
                together = sums[:, :, self.columns[player]] @ rows.reshape(*rows.shape[:2], -1)
                total = total + np.expand_dims(together.reshape(*sums.shape[:2], *rows.shape[2:]), 2 + player)
        least = total.reshape(*sums.shape[:2], -1).min(-1)
        best = least.argmax(-1)
        is_open: Marks = least.max(-1) <= CLEAR * WEIGHT
        for index in np.flatnonzero(~is_open).tolist():
            deviations = []
            for player, factor in enumerate(self.factors):
                own_weights = [0] * self.sizes[player]
                first, *others = self.slots[player][cells.owner[index]]
                for strategy, weight in zip(others, sums[index, best[index], self.columns[player]], strict=True):
                    own_weights[strategy] += int(weight) * factor
                    own_weights[first] -= int(weight) * factor
                deviations.append(tuple(own_weights))
            self._exclude(cells, index, Gain(tuple(deviations)))
        return is_open

    def _has_known_zero(self, cells: Cells, index: int) -> bool:
        """Whether the zero of a cell with one zero at most is known; then it is the step of the cell."""
        number = cells.owner[index]
        corners = cells.corners[index]
        zeros = self.zeros[number]
        if not any(_contains(corners, zero.place) for zero in zeros):
            found = self.find_zero(number, corners.mean(1))
            zeros += [found] if found else []
        for zero in zeros:
            if zero.step is not None and _contains(corners, zero.place):
                self._exclude(cells, index, zero.step)
                return True
        return False

    def _halves(self, cells: Cells) -> Cells:
        """Cut each cell in the middle of its longest edge; give supports up whose cells are too many or too small."""
        everywhere = np.arange(len(cells.owner))
        corners = cells.corners
        edges = np.abs(corners[:, :, :, None] - corners[:, :, None]).max(-1)
        by_cell = edges.reshape(len(edges), -1)
        player, one, other = np.unravel_index(by_cell.argmax(-1), edges.shape[1:])
        self.count += 2 * np.bincount(cells.owner, minlength=len(self.count))
        self.given_up |= self.count > self.most
        self.given_up[cells.owner[by_cell.max(-1) < SHORTEST]] = True
        for index, cut in enumerate(np.stack([player, one, other], axis=-1).tolist()):
            self._exclude(cells, index, Split(*cut))
        middle = (corners[everywhere, player, one] + corners[everywhere, player, other]) / 2
        halves = []
        for end in (one, other):
            changed = corners.copy()
            changed[everywhere, player, end] = middle
            halves.append(np.where(self.needed[cells.owner][..., None], changed, changed[:, :, :1]))
        places = np.concatenate([2 * cells.place, 2 * cells.place + 1])
        return Cells(np.tile(cells.owner, 2), places, np.concatenate(halves))


def _at(rows: Floats, slots: Places) -> Floats:
    """Return the rows of some strategies, which are the second axis, in each cell."""
    return np.take_along_axis(rows, slots.reshape(*slots.shape, *(1,) * (rows.ndim - 2)), 1)


def _contains(corners: Floats, point: Floats) -> bool:
    """Whether a point is in a cell, up to rounding: no corner has a negative weight."""
    for own, at in zip(corners, point, strict=True):
        if np.linalg.lstsq(own.T, at, rcond=None)[0].min() < INSIDE:
            return False
    return True
