"""Equilibria of a table with given supports, with a proof for each support that `verify.check_support` accepts.

The mixed strategies of a support are cut into products of simplices, its cells. Deviations that gain together at all
corners of a cell exclude it: a matrix game of deviations against corners finds them. A cell without them has at most
one zero of the equations, which is known, or it is cut in two. The cells of all supports are looked at together, in
floats. What these suggest is no proof: the exact check has to accept it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise, starmap
from math import lcm, prod
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from gametheory.parallel.compiled import Floats
from gametheory.solvers.matrix_game import equal_means
from gametheory.verify.complete_supports import (
    Cell,
    Face,
    Gain,
    Numbers,
    OnlyZero,
    Profile,
    Split,
    Step,
    Supports,
    SupportTables,
    check_gain,
    face_of,
    halves,
)
from gametheory.verify.errors import CertificateError

Places: TypeAlias = NDArray[np.intp]
Marks: TypeAlias = NDArray[np.bool_]

CLEAR = 1e-9  # a difference of payoffs that floats show, if the greatest payoff is 1
ROUNDING = 1e-12  # less than any other difference
SMALLEST_PIVOT = 1e-9
WEIGHT = 1 << 12  # the greatest weight of a deviation
MOST_OF_ONE = 0.99  # a matrix that differs from the identity by less than 1 is regular
INSIDE = -1e-9  # the least weight of a corner in a point of a cell
SHORTEST = 2.0**-16  # the longest edge of a cell that is given up
MAX_CELLS = 4_000  # of a support
LONGEST = 1_000  # denominator of a weight
MAX_CORNERS = 100  # of a support whose conditions hold with equality
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
    """A search for proofs of some supports of a table, or of several tables of one shape.

    The payoffs of each player are arrays by support, or one for all, then by the player's strategies and by those of
    the others. A player can have further strategies, which no support uses, and of which the others have no payoffs.
    """

    def __init__(self, tables: Sequence[Numbers], supports: Sequence[Supports], find_zero: FindZero) -> None:
        self.supports = supports
        self.find_zero = find_zero
        self.players = range(len(tables))
        self.strategies = [table.shape[1] for table in tables]
        # the axis of each player in the table of another one
        sizes = [*tables[0].shape[2:]]
        self.sizes = [tables[1].shape[2], *sizes] if sizes else self.strategies
        # payoffs of each player are divided by a power of 2, which the weights of deviations make up for
        exponents = [int(abs(table).max()).bit_length() for table in tables]
        self.factors = [1 << max(exponents) - exponent for exponent in exponents]
        self.tables = []
        for player, table in enumerate(tables):
            self.tables.append(np.array(table / (1 << exponents[player]), float))
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
        self.columns = _slices(slots.shape[1] - 1 for slots in self.slots)
        self.width = self.columns[-1].stop
        # the strategies of all players in one list: which of them the equations are about
        self.rows = _slices(self.strategies)
        equations = [slots[:, 1:] + rows.start for slots, rows in zip(self.slots, self.rows, strict=True)]
        self.equations = np.concatenate(equations, axis=1)
        # all strategies but the first used one of each player
        first = np.concatenate(
            [slots[:, :1] + rows.start for slots, rows in zip(self.slots, self.rows, strict=True)], axis=1
        )
        others = np.ones((len(supports), sum(self.strategies)), bool)
        np.put_along_axis(others, first, False, 1)
        self.others = np.nonzero(others)[1].reshape(len(supports), -1)
        places = np.ones(len(supports), object)
        self.whole = Cells(np.arange(len(supports)), places, np.eye(max(self.sizes))[self.all_slots])
        self.steps: defaultdict[int, dict[int, Step]] = defaultdict(dict)
        self.zeros: defaultdict[int, list[Zero]] = defaultdict(list)
        self.given_up = np.zeros(len(supports), bool)
        self.work = 0

    def run(self) -> list[list[Step] | None]:
        """Return the steps of each support; None for those that are not decided."""
        count = len(self.supports)
        self.count = np.zeros(count, int)
        entries = self.tables[0][0].size * (sum(self.strategies) + self.width)
        most = max(1, MAX_ENTRIES // entries)
        left = [self.whole]
        while left:
            cells = left.pop()
            cells = cells.only(~self.given_up[cells.owner])
            for start in range(0, len(cells.owner), most):
                part = cells.only(slice(start, start + most))
                self.work += len(part.owner) * entries
                left.append(self._step(part))
        return list(map(self._in_order, range(count)))

    def _has_few_equations(self, number: int) -> bool:
        """Whether the equations of a support are fewer than the unknowns: it has no or infinitely many equilibria."""
        [gains] = self._gains(self.whole.only([number]))
        rank = 0
        for columns in self.columns:
            if columns.start < columns.stop:
                rows = gains[self.equations[number, columns]]
                rank += np.linalg.matrix_rank(rows.reshape(len(rows), -1))
        return bool(rank < self.needed[number].sum() - len(self.sizes))

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
        is_open = self._exclude_by_deviations(cells, gains)
        cells = cells.only(is_open)
        gains = gains[is_open]
        if not len(cells.owner):
            return cells
        is_open = np.ones(len(cells.owner), bool)
        for index in np.flatnonzero(self._have_one_zero(cells, gains)).tolist():
            is_open[index] = not self._has_known_zero(cells, index)
        cells = cells.only(is_open)
        return self._halves(cells, gains[is_open]) if len(cells.owner) else cells

    def _gains(self, cells: Cells) -> Floats:
        """Return what each strategy of each player pays more than the player's first used one, at each corner.

        The axes are the cells, the strategies of all players, and the corners of each player.
        """
        shape = [slots.shape[1] for slots in self.slots]
        gains = np.empty((len(cells.owner), sum(self.strategies), *shape))
        for player, rows in enumerate(self.tables):
            if len(rows) > 1:
                rows = rows[cells.owner]
            for other in self.players:
                if other != player:
                    # the axis of this one becomes the last, so that the order is the same in the end
                    rows = _with_axis(rows, 2, rows.ndim - 1)
                    corners = cells.corners[:, other, : shape[other], : self.sizes[other]]
                    by_corner = len(corners), *rows.shape[1:-1], corners.shape[1]
                    rows = rows.reshape(len(rows), -1, rows.shape[-1]) @ corners.transpose(0, 2, 1)
                    rows = rows.reshape(by_corner)
            rows = rows - _at(rows, self.slots[player][cells.owner, :1])
            # the same at all corners of the player
            gains[:, self.rows[player]] = np.expand_dims(rows, player + 2)
        return gains

    def _exclude_by_deviations(self, cells: Cells, gains: Floats) -> Marks:
        """Exclude the cells where deviations together gain at all corners; return which are left."""
        everywhere = np.arange(len(gains))
        by_corner = gains.reshape(*gains.shape[:2], -1)
        equations = self.equations[cells.owner]
        others = self.others[cells.owner]
        # from a used strategy to the first one, too
        deviations = np.concatenate([_at(by_corner, others), -_at(by_corner, equations)], axis=1)
        mixtures = best_mixtures(deviations)
        suffices = np.zeros(len(gains), np.bool_)
        for index in np.flatnonzero(~mixtures.any(-1)).tolist():
            row = self._gains_where_played(cells, index, deviations[index])
            if row is not None:
                mixtures[index, row] = 1
                suffices[index] = True
        count = others.shape[1]
        weights = np.zeros(gains.shape[:2])
        weights[everywhere[:, None], others] = mixtures[:, :count]
        for column in range(self.width):
            weights[everywhere, equations[:, column]] -= mixtures[:, count + column]
        largest = np.abs(weights).max(-1, keepdims=True)
        weights = np.rint(weights * (WEIGHT / np.maximum(largest, ROUNDING)))
        least = (weights[:, None] @ by_corner).min((1, 2))
        is_open: Marks = (least <= CLEAR * WEIGHT) & ~suffices
        for index in np.flatnonzero(~is_open).tolist():
            together = []
            for player, factor in enumerate(self.factors):
                own = [int(weight) * factor for weight in weights[index, self.rows[player]]]
                first = self.all_slots[cells.owner[index], player, 0]
                own[first] -= sum(own)
                together.append(tuple(own))
            self._exclude(cells, index, Gain(tuple(together)))
        return is_open

    def _gains_where_played(self, cells: Cells, index: int, deviations: Floats) -> int | None:
        """Return a deviation that gains at all corners of a cell that play certain used strategies, and loses nowhere.

        In an equilibrium with the support, all of them are played.
        """
        is_candidate = (deviations.min(-1) >= -ROUNDING) & (deviations.max(-1) > CLEAR)
        owner = cells.owner[index]
        for row in np.flatnonzero(is_candidate).tolist():
            failing = (deviations[row] <= CLEAR).astype(float)
            failing = failing.reshape([slots.shape[1] for slots in self.slots])
            for player, used in enumerate(self.supports[owner]):
                is_played = cells.corners[index, player][: len(failing), list(used)] > 0
                # the axis of this player becomes the last, so that the order is the same in the end
                failing = np.tensordot(failing, is_played, (0, 0))
            if not failing.all():
                return int(row)
        return None

    def _exclude(self, cells: Cells, index: int, step: Step) -> None:
        self.steps[cells.owner[index]][cells.place[index]] = step

    def _have_one_zero(self, cells: Cells, gains: Floats) -> Marks:
        """Return in which cells the equations have one zero at most.

        The unknowns are the weights of the corners but the first of each player, and the derivatives are bounded by
        those along the edges from the first corners.
        """
        equations = _at(gains, self.equations[cells.owner])
        least, most = np.zeros((2, len(gains), self.width, self.width))
        for player, columns in enumerate(self.columns):
            moved = _with_axis(equations, player + 2, 2)
            edges = moved[:, :, 1:] - moved[:, :, :1]
            if edges.size:
                edges = edges.reshape(*edges.shape[:3], -1)
                least[:, :, columns] = edges.min(-1)
                most[:, :, columns] = edges.max(-1)
        middle = (least + most) / 2
        transposed = middle.transpose(0, 2, 1)
        identity = np.eye(self.width)
        # a pseudoinverse, for slots that are not needed and where there are fewer equations than unknowns
        inverse: Any = np.linalg.solve(transposed @ middle + ROUNDING * identity, transposed)
        needed = [self.needed[cells.owner, player, 1 : slots.shape[1]] for player, slots in enumerate(self.slots)]
        apart = np.abs(identity * np.concatenate(needed, axis=1)[:, None] - inverse @ middle)
        apart += np.abs(inverse) @ (most - least) / 2
        have_one_zero: Marks = apart.sum(-1).max(-1) < MOST_OF_ONE
        return have_one_zero

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

    def _halves(self, cells: Cells, gains: Floats) -> Cells:
        """Cut each cell in two; give supports up whose cells are too many or too small.

        The cut is in the middle of the edge along which a gain changes most: so the halves are less curved.
        """
        everywhere = np.arange(len(cells.owner))
        corners = cells.corners
        most = corners.shape[2]
        changes = np.zeros((len(gains), len(self.sizes), most, most))
        for player in self.players:
            moved = _with_axis(gains, player + 2, 1)
            moved = moved.reshape(*moved.shape[:2], -1)
            for one, other in combinations(range(moved.shape[1]), 2):
                changes[:, player, one, other] = np.abs(moved[:, one] - moved[:, other]).max(-1)
        largest = changes.reshape(len(changes), -1).argmax(-1)
        player, one, other = np.unravel_index(largest, changes.shape[1:])
        edges = corners[everywhere, player, one] - corners[everywhere, player, other]
        before = self.count
        self.count = before + 2 * np.bincount(cells.owner, minlength=len(before))
        for number in np.flatnonzero((before <= FEW_CELLS) & (self.count > FEW_CELLS)).tolist():
            self.given_up[number] = self._has_few_equations(number)
        self.given_up |= self.count > MAX_CELLS
        self.given_up[cells.owner[np.abs(edges).max(-1) < SHORTEST]] = True
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


def best_mixtures(games: Floats) -> Floats:
    """Return for each of several matrix games a mixture of rows that pays as much as possible; 0 if it pays nothing.

    The values must not be negative. The simplex method on Tucker's condensed tableau, for all games together: with the
    greatest payoff 1 and a shift by 2, maximize the sum of y >= 0, where no row pays more than 1 against y. The
    inverse of this sum is the value, so that it is 1/2 in a game whose value is 0.

    >>> best_mixtures(np.array([[[3.0, -1.0], [-1.0, 1.0]], [[1.0, -1.0], [-1.0, 1.0]]])).round(3).tolist()
    [[0.333, 0.667], [0.0, 0.0]]
    """
    count, rows, columns = games.shape
    largest = np.abs(games).max((1, 2), keepdims=True)
    tableau = np.ones((count, rows + 1, columns + 1))
    tableau[:, :rows, :columns] = games / np.maximum(largest, ROUNDING) + 2
    tableau[:, rows, columns] = 0
    # the variables: the weights of columns, then the slacks of rows, whose reduced costs are the weights of rows
    nonbasic = np.tile(np.arange(columns), (count, 1))
    basic = np.tile(np.arange(columns, columns + rows), (count, 1))
    mixtures = np.zeros((count, rows))
    left = np.arange(count)
    for _ in range(4 * rows):
        entering = tableau[:, rows, :columns].argmax(1)
        reduced = tableau[np.arange(len(left)), rows, entering]
        is_zero = -tableau[:, rows, columns] > 0.5 - CLEAR
        is_best = (reduced < ROUNDING) & ~is_zero
        if is_best.any():
            costs = np.zeros((int(is_best.sum()), columns + rows))
            costs[np.arange(len(costs))[:, None], nonbasic[is_best]] = -tableau[is_best, rows, :columns]
            mixtures[left[is_best]] = costs[:, columns:]
        goes_on = ~(is_best | is_zero)
        if not goes_on.all():
            left, tableau, nonbasic, basic = left[goes_on], tableau[goes_on], nonbasic[goes_on], basic[goes_on]
            entering = entering[goes_on]
        if not len(left):
            break
        _pivot(tableau, nonbasic, basic, entering)
    totals = mixtures.sum(-1, keepdims=True)
    mixtures /= np.maximum(totals, ROUNDING)
    return mixtures


def _pivot(tableau: Floats, nonbasic: Places, basic: Places, entering: Places) -> None:
    """Exchange the entering column of each tableau for the row that bounds it most, in place."""
    every = np.arange(len(tableau))
    column = tableau[every, :, entering]
    body = column[:, :-1]
    bounds = tableau[:, :-1, -1]
    ratios = np.where(body > SMALLEST_PIVOT, bounds / np.maximum(body, SMALLEST_PIVOT), np.inf)
    leaving = ratios.argmin(1)
    pivot = column[every, leaving][:, None]
    line = tableau[every, leaving] / pivot
    tableau -= column[:, :, None] * line[:, None]
    tableau[every, leaving] = line
    tableau[every, :, entering] = -column / pivot
    tableau[every, leaving, entering] = 1 / pivot[:, 0]
    nonbasic[every, entering], basic[every, leaving] = basic[every, leaving], nonbasic[every, entering]


def steps_at_ties(part: SupportTables, zeros: Mapping[int, Profile]) -> list[Step]:
    """Return steps for a support whose equilibria are known points, or no steps: its conditions hold with equality.

    Floats would show no gain there. So the gains at the corners are rational, and cells are cut where one is 0.
    """
    steps: list[Step] = []
    # rational gains at many corners would take longer than all other methods
    if prod(map(len, part.supports)) > MAX_CORNERS:
        return steps
    cells: list[Cell] = [tuple(np.eye(len(used), dtype=int).astype(object) for used in part.supports)]
    while cells:
        if len(steps) > FEW_CELLS:
            return []
        cell = cells.pop()
        gains = _exact_gains(part, cell)
        weights = _weights_without_loss(part, gains)
        step: Step | None = _accepted(part, cell, weights)
        if isinstance(step, Face):
            cells += face_of(part, cell, step)
        elif step is None and max(map(len, cell)) == 1:
            step = OnlyZero(_number_of(part, cell, zeros))
        elif step is None:
            step = _cut_at_zero(gains)
            if step is None:
                return []
            one, other = halves(cell, step)
            cells += [other, one]
        steps.append(step)
    return steps


def _number_of(part: SupportTables, cell: Cell, zeros: Mapping[int, Profile]) -> int:
    """Return the number of the equilibrium that is the only point of a cell; -1 if there is none."""
    point = [[Fraction(weight, corner.sum()) for weight in corner] for [corner] in cell]
    for number, profile in zeros.items():
        if part.used(profile) == point:
            return number
    return -1


def _accepted(part: SupportTables, cell: Cell, weights: tuple[tuple[int, ...], ...]) -> Gain | Face | None:
    """Return the strongest step with some weights that the check accepts."""
    try:
        check_gain(part, cell, Gain(weights))
        return Gain(weights)
    except CertificateError:
        pass
    try:
        face_of(part, cell, Face(weights))
        return Face(weights)
    except CertificateError:
        return None


def _exact_gains(part: SupportTables, cell: Cell) -> dict[tuple[int, int], Numbers]:
    """Return what each strategy but the first used one of a player gains at the corners of a cell, as fractions."""
    shape = [*map(len, part.supports)]
    gains = {}
    for player, used in enumerate(part.supports):
        table = part.gains[player]
        for strategy in range(len(table)):
            values = np.expand_dims(table[strategy] - table[used[0]], player)
            values = np.broadcast_to(values, shape)
            for corners in cell:
                mixed = corners * Fraction(1) / corners.sum(axis=1, keepdims=True)
                # the axis of this player becomes the last, so that the order is the same in the end
                values = np.tensordot(values, mixed, (0, 1))
            if strategy != used[0]:
                gains[player, strategy] = values
    return gains


def _weights_without_loss(part: SupportTables, gains: Mapping[tuple[int, int], Numbers]) -> tuple[tuple[int, ...], ...]:
    """Return weights of deviations that lose at no corner, and gain at as many as possible."""
    from scipy.optimize import linprog  # here, because it takes long to import

    columns = []
    for (player, strategy), values in gains.items():
        columns.append((player, strategy, 1, np.array(values, float).ravel()))
        if strategy in part.supports[player]:
            columns.append((player, strategy, -1, -columns[-1][-1]))
    matrix = np.array([column[-1] for column in columns]).T
    corners = len(matrix)
    # weights of all sizes are allowed, so that each corner that can gain gains 1 at least
    limits = np.hstack([-matrix, np.eye(corners)])
    objective = np.repeat([0, -1], [len(columns), corners])
    bounds = [(0, None)] * len(columns) + [(0, 1)] * corners
    solved = linprog(objective, limits, np.zeros(corners), bounds=bounds)
    found = np.zeros(len(columns)) if solved.x is None else solved.x[: len(columns)]
    exact = [Fraction(float(weight)).limit_denominator(LONGEST) for weight in found]
    common = lcm(*(weight.denominator for weight in exact))
    weights = [[0] * len(table) for table in part.gains]
    for (player, strategy, sign, _), weight in zip(columns, exact, strict=True):
        change = sign * int(weight * common)
        weights[player][strategy] += change
        weights[player][part.supports[player][0]] -= change
    return tuple(map(tuple, weights))


def _cut_at_zero(gains: Mapping[tuple[int, int], Numbers]) -> Split | None:
    """Return the cut at which most gains are 0 along an edge of a cell."""
    cuts: Counter[Split] = Counter()
    for values in gains.values():
        for player in range(values.ndim):
            for one, other in combinations(range(values.shape[player]), 2):
                firsts = np.take(values, one, player).ravel()
                seconds = np.take(values, other, player).ravel()
                for first, second in zip(firsts, seconds, strict=True):
                    if first * second < 0:
                        ratio = Fraction(abs(second)) / abs(first)
                        cuts[Split(player, one, other, ratio.numerator, ratio.denominator)] += 1
    if not cuts:
        return None
    [(cut, _)] = cuts.most_common(1)
    return cut


class LinearZero(NamedTuple):
    """The zero of linear equations: the probabilities of the used strategies, and whether unused ones are worse."""

    plans: tuple[list[fmpq], ...]
    is_equilibrium: bool
    is_strict: bool


def linear_zero(part: SupportTables) -> LinearZero | None:
    """Return the only zero of a support in which two players mix, each so that the other one is indifferent.

    >>> tables = [np.array([[2, 0], [0, 1]], object), np.array([[0, 1], [1, 0]], object)]
    >>> linear_zero(SupportTables(tables, ((0, 1), (0, 1)))).plans
    ([1/2, 1/2], [1/3, 2/3])
    """
    plans = [[fmpq(1)]] * len(part.supports)
    one, other = [player for player, used in enumerate(part.supports) if len(used) > 1]
    for player, opponent in ((one, other), (other, one)):
        used = part.supports[player]
        rows = part.gains[player][list(used)].reshape(len(used), -1)
        means = equal_means(rows.tolist()) if len(used) == rows.shape[1] else None
        if means is None:
            return None
        plans[opponent] = means[0]
    is_equilibrium = min(plans[one] + plans[other]) > 0
    is_strict = True
    for player, used in enumerate(part.supports):
        payoffs = part.gains[player]
        for opponent in reversed(part.others(player)):
            payoffs = payoffs @ np.array(plans[opponent], object)
        common = payoffs[used[0]]
        is_equilibrium = is_equilibrium and max(payoffs) <= common
        # no unused strategy is as good
        is_strict = is_strict and sum(payoffs >= common) == len(used)
    return LinearZero(tuple(plans), is_equilibrium, is_strict)


def _slices(sizes: Iterable[int]) -> list[slice]:
    """Return the parts of a list with some sizes."""
    ends = np.cumsum([0, *sizes]).tolist()
    return list(starmap(slice, pairwise(ends)))


def _at(rows: Floats, slots: Places) -> Floats:
    """Return the rows of some strategies, which are the second axis, in each cell."""
    chosen: Floats = rows[np.arange(len(rows))[:, None], slots]
    return chosen


def _with_axis(array: Floats, axis: int, place: int) -> Floats:
    """Return an array with an axis in another place, as `np.moveaxis` does in ten times the time."""
    axes = [*range(array.ndim)]
    axes.insert(place, axes.pop(axis))
    return array.transpose(axes)


def _contains(corners: Floats, point: Floats) -> bool:
    """Whether a point is in a cell, up to rounding: no corner has a negative weight."""
    for own, at in zip(corners, point, strict=True):
        if np.linalg.lstsq(own.T, at, rcond=None)[0].min() < INSIDE:
            return False
    return True
