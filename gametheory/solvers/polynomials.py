"""The equilibria with given supports, of any number of players, as zeros of multilinear equations.

A support gives a `System` of conditions, whose zeros `Search` isolates by branch and prune. `Equations.certify` proves
that a zero exists, and `dependent_near` that it lies on a curve or a surface of zeros.

Bounds of multilinear forms are in floats. Rows are scaled so that the absolute values of each sum to 1, and are summed
over the sequences of one player after the other. So the error is at most the number of sequences and players times
2^-53: below `SLACK`, which is added outwards, for 8,000 sequences, far more than a search by supports can decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, islice
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from flint import arb, arb_mat, ctx, fmpq_mat, fmpz_mat
from numpy.typing import NDArray

from gametheory.numbers.rationals import simplest_between, to_flint, to_fraction
from gametheory.parallel.compiled import Floats
from gametheory.solvers.supports import Array, Block, Payoffs, Supports

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


class UsedBlock(NamedTuple):
    """A block of a player who mixes: its place in `System.blocks`, and the columns of a box that have its actions."""

    player: int
    number: int
    block: Block
    columns: slice


class System:
    """The conditions for an equilibrium with given supports: as many equations as free probabilities."""

    def __init__(self, payoffs: Payoffs, supports: Supports) -> None:
        self.payoffs, self.supports = payoffs, supports
        self.mixing = tuple(player for player, support in enumerate(supports) if support.dimension)
        self.blocks: dict[int, tuple[Block, ...]] = {}
        self.columns: dict[int, slice] = {}  # of a box, by player
        self.used_blocks: list[UsedBlock] = []
        self.variables: list[Variable] = []
        self.free: list[int] = []  # the column of each variable
        self.mixed: list[int] = []  # the columns of all probabilities that are not 1
        self.width = 0
        for player in self.mixing:
            self.blocks[player] = supports[player].blocks
            start = self.width
            self.width += len(supports[player].sequences)
            self.columns[player] = slice(start, self.width)
            for index, block in enumerate(supports[player].blocks):
                columns = slice(start + block.first, start + block.first + block.size)
                self.used_blocks.append(UsedBlock(player, index, block, columns))
                if block.size > 1:
                    self.mixed += range(columns.start, columns.stop)
                for place in block.places[:-1]:
                    self.variables.append(Variable(player, index, place))
                    self.free.append(start + place)
        self.conditions = [self._condition(player) for player in range(len(supports))]

    @cached_property
    def singular(self) -> bool:
        """Whether there are fewer equations than unknowns, so that no zero is alone."""
        # the equations of a player are linear in the products of the others' weights
        rank = sum(rank_of(condition.equal) for condition in self.conditions)
        return rank < len(self.variables)

    def _condition(self, player: int) -> Condition:
        """Return the conditions of a player."""
        rows = self.payoffs.rows(player, self.supports[player])
        outside = self._restricted(player, rows.outside)
        distinct = {str(row.tolist()): row for row in outside}  # np.unique does not take long integers
        outside = np.array([*distinct.values()]).reshape(-1, *outside.shape[1:])
        mixing = tuple(other for other in self.mixing if other != player)
        return Condition(player, mixing, self._restricted(player, rows.equal), outside)

    def _restricted(self, player: int, rows: Array) -> Array:
        """Return conditions of a player by the weights of the others who mix, after the pure strategies of the rest."""
        others = [other for other in range(len(self.supports)) if other != player]
        pure = tuple(axis for axis, other in enumerate(others, 1) if other not in self.mixing)
        restricted: Array = self.payoffs.restricted(player, rows, self.supports).sum(axis=pure)
        return restricted

    def pairs(self, player: int) -> Array:
        """Return the conditions that no action of a player is better than a used one."""
        return self._restricted(player, self.payoffs.rows(player, self.supports[player]).pairs)


class Isolation(NamedTuple):
    """The zeros that a search found, and whether it found all: nothing is left undecided."""

    roots: list[Any]
    whole: bool


class Search:
    """Boxes as two arrays, the least and the greatest probability of each used action; column 0 of a player is 1."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.equal = [_scaled(condition.equal) for condition in system.conditions]
        self.pairs = [_scaled(system.pairs(player)) for player in range(len(system.supports))]
        largest = max(rows.size for rows in self.pairs)
        self.batch = max(1, min(BATCH, MAX_NUMBERS // largest))
        self.box_work = sum(rows.size for rows in (*self.equal, *self.pairs))

    def isolate(self, certify: Callable[[Floats], object]) -> Isolation:
        """Return all zeros in the support that `certify` makes of a point near each, as far as the budget allows."""
        roots: list[object] = []
        budget = MAX_SINGULAR_BOXES if self.system.singular else MAX_BOXES
        shape = 1, self.system.width
        low = np.zeros(shape)
        high = np.ones(shape)
        for columns in self.system.columns.values():
            low[:, columns.start] = 1
        left = [(low, high)]
        while left and budget > 0:
            low, high = left.pop()
            budget -= len(low)
            self.system.payoffs.work += BATCH_WORK + len(low) * self.box_work
            low, high = self._step(low, high, certify, roots)
            if not len(low):
                continue
            # a box this small around no certified zero: probably a continuum
            if (high - low).max(1).min() < LEAST_WIDTH:
                return Isolation(roots, whole=False)
            for start in range(0, len(low), self.batch):
                part = slice(start, start + self.batch)
                left.append((low[part], high[part]))
        return Isolation(roots, whole=not left)

    def _step(
        self, low: Floats, high: Floats, certify: Callable[[Floats], Any], roots: list[Any]
    ) -> tuple[Floats, Floats]:
        """Discard boxes without an equilibrium, take out those with one zero, and shrink or split the others."""
        # what the sums at each information set exclude
        low, high = self._tighten(low, high)
        keep = np.ones(len(low), bool)
        for rows, condition in zip(self.pairs, self.system.conditions, strict=True):
            if len(rows):
                keep &= self._least(rows[None], condition.others, low, high).max(1) <= SLACK
        low = low[keep]
        high = high[keep]
        if not len(low):
            return low, high
        # Krawczyk's operator excludes more; boxes that it does not shrink are split
        before = high - low
        low, high, centre, unique, wide_low, wide_high = self._krawczyk(low, high)
        keep = np.all(low <= high, axis=1)
        for number in np.flatnonzero(unique & keep):
            root = certify(centre[number])
            # the zero of the box is certified: nothing else is in it
            if root is not None and root.inside(wide_low[number], wide_high[number]):
                keep[number] = False
                if not any(other.same(root) for other in roots):
                    roots.append(root)
        low = low[keep]
        high = high[keep]
        before = before[keep]
        return self._split(low, high, before)

    def _tighten(self, low: Floats, high: Floats) -> tuple[Floats, Floats]:
        """Use that the probabilities at an information set add up to 1; return the boxes that are not empty."""
        low = low.copy()
        high = high.copy()
        for _, _, _, columns in self.system.used_blocks:
            lows = low[:, columns]
            highs = high[:, columns]
            least = lows.sum(1, keepdims=True)
            most = highs.sum(1, keepdims=True)
            higher = np.maximum(lows, 1 - (most - highs) - SLACK)
            lower = np.minimum(highs, 1 - (least - lows) + SLACK)
            low[:, columns], high[:, columns] = higher, lower
        keep = (low <= high).all(1)
        return low[keep], high[keep]

    def _split(self, low: Floats, high: Floats, before: Floats) -> tuple[Floats, Floats]:
        """Halve the boxes that did not shrink much."""
        widths = high - low
        wide = widths.max(1, initial=0) > 0.5 * before.max(1, initial=0)
        widest = widths.argmax(1)[wide]
        upper_of_first = high[wide]
        lower_of_second = low[wide]
        halved = np.arange(len(widest)), widest
        middle = (upper_of_first[halved] + lower_of_second[halved]) / 2
        upper_of_first[halved] = middle
        lower_of_second[halved] = middle
        lows = np.concatenate([low[~wide], low[wide], lower_of_second])
        highs = np.concatenate([high[~wide], upper_of_first, high[wide]])
        return lows, highs

    def _krawczyk(self, low: Floats, high: Floats) -> tuple[Floats, ...]:
        """Return the boxes cut by Krawczyk's operator, its centres, and whether wider boxes have at most one zero."""
        width = high - low
        free = self.system.free
        wide_low = np.maximum(low - INFLATION * width, np.minimum(low, 0) - BEYOND)
        wide_high = np.minimum(high + INFLATION * width, 1 + BEYOND)
        middle = self._middle(low, high)
        columns = []
        for rows, condition in zip(self.equal, self.system.conditions, strict=True):
            if len(rows):
                columns.append(self._least(rows[None], condition.others, middle, middle))
        values = np.concatenate(columns, axis=1)
        least, most = self._derivatives(wide_low, wide_high)
        matrix = (least + most) / 2
        radius = (most - least) / 2
        # K(X) = c - A f(m) + (I - A F'(X)) (X - m): all zeros of the box are in it, and if the last factor shrinks, at
        # most one is
        # any matrix will do; near the inverse, the image of the box is small
        inverse = np.linalg.pinv(matrix)
        size = np.abs(inverse)
        identity = np.eye(len(free))
        rest = np.abs(identity - inverse @ matrix) + size @ (radius + SLACK) + SLACK
        centre = middle[:, free] - (inverse @ values[..., None])[..., 0]
        reach = np.maximum(high - middle, middle - low)[:, free]
        rounding = SLACK * (1 + size.sum(-1))
        reach = (rest @ reach[..., None])[..., 0] + rounding
        low = low.copy()
        high = high.copy()
        low[:, free] = np.maximum(low[:, free], centre - reach)
        high[:, free] = np.minimum(high[:, free], centre + reach)
        unique = rest.sum(-1).max(-1) < 1
        return low, high, centre, unique, wide_low, wide_high

    def _middle(self, low: Floats, high: Floats) -> Floats:
        """Return a point of each box whose probabilities add up to 1 at each information set."""
        middle = low.copy()
        for _, _, _, columns in self.system.used_blocks:
            lows = low[:, columns]
            widths = high[:, columns] - lows
            room = widths.sum(1, keepdims=True)
            share = (1 - lows.sum(1, keepdims=True)) / np.where(room > 0, room, 1)
            middle[:, columns] = lows + share * widths
        return middle

    def _least(self, rows: Floats, others: tuple[int, ...], low: Floats, high: Floats) -> Floats:
        """Return the least value of each row in each box, up to `SLACK`; the last axes are the others' sequences."""
        rows = np.broadcast_to(rows, (len(low), *rows.shape[1:]))
        for player in reversed(others):
            rows = self._fold(rows, player, low, high, 0)[..., 0]
        return rows

    def _fold(self, rows: Floats, player: int, low: Floats, high: Floats, first: int) -> Floats:
        """Add to each action the least value of the information sets after it; only of the blocks from the first on."""
        rows = rows.copy()
        columns = self.system.columns[player]
        own_low = low[:, columns]
        own_high = high[:, columns]
        for block in reversed(self.system.blocks[player][first:]):
            lows = own_low[:, block.actions]
            highs = own_high[:, block.actions]
            values = rows[..., block.actions]
            if block.size == 1:
                least = values[..., 0]
            elif low is high:  # at a point
                weights = lows.reshape(len(lows), *(1,) * (values.ndim - 2), -1)
                least = (weights * values).sum(-1)
            else:
                least = _fill(values, lows, highs)
            rows[..., block.parent] += least
        return rows

    def _derivatives(self, low: Floats, high: Floats) -> tuple[Floats, Floats]:
        """Return bounds of the derivative of each equation by each free probability."""
        count = len(self.system.variables)
        least, most = np.zeros((2, len(low), count, count))
        start = 0
        for rows, condition in zip(self.equal, self.system.conditions, strict=True):
            equations = slice(start, start + len(rows))
            start += len(rows)
            if not len(rows):
                continue
            for axis, player in enumerate(condition.others, 1):
                moved = np.moveaxis(rows, axis, -1)
                moved = np.broadcast_to(moved, (len(low), *moved.shape))
                rest = tuple(other for other in condition.others if other != player)
                for columns, lower, upper in self._slopes(moved, player, rest, low, high):
                    least[:, equations, columns] = lower
                    most[:, equations, columns] = upper
        return least, most

    def _slopes(
        self, rows: Floats, player: int, rest: tuple[int, ...], low: Floats, high: Floats
    ) -> Iterator[tuple[list[int], Floats, Floats]]:
        """Yield the derivatives by the free probabilities of one player, whose sequences are the last axis."""
        columns = self.system.columns[player]
        bounds = np.stack([low[:, columns], high[:, columns]])
        # the least and the greatest weight of each sequence: those of its actions multiplied
        weights = [np.ones((2, len(low)))] * bounds.shape[-1]
        for index, block in enumerate(self.system.blocks[player]):
            for place in block.places:
                weights[place] = weights[block.parent] * bounds[..., place]
            if block.size == 1:
                continue
            lower = self._fold(rows, player, low, high, index + 1)[..., block.actions]
            upper = -self._fold(-rows, player, low, high, index + 1)[..., block.actions]
            # a free probability takes from the last action what it gains
            slopes = lower[..., :-1] - upper[..., -1:]
            negative = lower[..., -1:] - upper[..., :-1]
            least = self._least(np.moveaxis(slopes, -1, 2), rest, low, high)
            most = -self._least(np.moveaxis(negative, -1, 2), rest, low, high)
            smallest, greatest = weights[block.parent][..., None, None]
            variables = []
            for number, variable in enumerate(self.system.variables):
                if (variable.player, variable.block) == (player, index):
                    variables.append(number)
            lowest = np.minimum(least * smallest, least * greatest)
            highest = np.maximum(most * smallest, most * greatest)
            yield variables, lowest, highest


def _fill(values: Floats, low: Floats, high: Floats) -> Floats:
    """Return the least average of values along the last axis, with weights in a box that add up to 1."""
    shape = (len(low), *(1,) * (values.ndim - 2), low.shape[1])
    low = low.reshape(shape)
    high = high.reshape(shape)
    order = np.argsort(values, axis=-1)
    ascending = np.take_along_axis(values, order, -1)
    room = np.take_along_axis(np.broadcast_to(high - low, values.shape), order, -1)
    rest = 1 - low.sum(-1, keepdims=True) - (room.cumsum(-1) - room)
    # the rest of the weight goes to the least values first, as far as there is room
    filled = np.clip(rest, 0, room)
    least: Floats = (low * values).sum(-1) + (filled * ascending).sum(-1)
    return least


def rank_of(rows: Array) -> int:
    """Return the rank of integer rows."""
    if len(rows):
        return int(fmpz_mat(_integers(rows)).rank())
    return 0


def _integers(rows: Iterable[Array]) -> list[list[int]]:
    """Return rows of any shape as lists of integers of Python, which flint takes."""
    return [list(map(int, np.ravel(row))) for row in rows]


def _scaled(rows: Array) -> Floats:
    """Return rows of integers as floats, each divided by the sum of its sizes."""
    total = np.abs(rows).sum(axis=tuple(range(1, rows.ndim)), keepdims=True)
    return np.array(rows / np.where(total == 0, 1, total), float)


Objects: TypeAlias = NDArray[np.object_]
Behavior: TypeAlias = dict[int, list[Any]]  # of each player who mixes, the probability of each used action

BITS = 256
WIDEST, NARROWEST, STEP = 4, 60, 4  # the radius of the first box to test, of the last, and the factor, as powers of 1/2
MAX_STEPS = 40
GRID_BITS = 96  # the denominator of intervals, as a power of 2


class Interval(NamedTuple):
    """The ends of an interval with one number that is not rational, or whose denominator is long.

    It is compared, added and multiplied as that number. A comparison that the ends do not decide is refused.

    >>> third = Interval(Fraction(33, 100), Fraction(34, 100))
    >>> third > 0, third < Fraction(1, 2), float(sum([third, third, 1]))
    (True, True, 1.67)
    >>> third > Fraction(1, 3)
    Traceback (most recent call last):
    ValueError: whether ≈0.335 is greater is not decided: both numbers can be equal; compare float(number)
    """

    low: Fraction
    high: Fraction

    def __float__(self) -> float:
        # a float such as 5e-61 would look like a number that is not 0
        if self.low <= 0 <= self.high:
            return 0.0
        return float((self.low + self.high) / 2)

    def __lt__(self, other: Any) -> bool:
        least, most = _ends(other)
        return self._decide(self.high < least, self.low >= most, "less")

    def __gt__(self, other: Any) -> bool:
        least, most = _ends(other)
        return self._decide(self.low > most, self.high <= least, "greater")

    def __le__(self, other: Any) -> bool:
        least, most = _ends(other)
        return self._decide(self.high <= least, self.low > most, "less or equal")

    def __ge__(self, other: Any) -> bool:
        least, most = _ends(other)
        return self._decide(self.low >= most, self.high < least, "greater or equal")

    def _decide(self, is_true: bool, is_false: bool, relation: str) -> bool:
        if is_true or is_false:
            return is_true
        why = "both numbers can be equal; compare float(number)"
        raise ValueError(f"whether ≈{float(self):.6g} is {relation} is not decided: {why}")

    def __add__(self, other: Any) -> Interval:
        least, most = _ends(other)
        return Interval(self.low + least, self.high + most)

    def __radd__(self, other: Any) -> Interval:
        return self.__add__(other)

    def __neg__(self) -> Interval:
        return Interval(-self.high, -self.low)

    def __sub__(self, other: Any) -> Interval:
        least, most = _ends(other)
        return Interval(self.low - most, self.high - least)

    def __rsub__(self, other: Any) -> Interval:
        return self.__neg__().__add__(other)

    def __mul__(self, other: Any) -> Interval:
        least, most = _ends(other)
        products = [self.low * least, self.low * most, self.high * least, self.high * most]
        return Interval(min(products), max(products))

    def __rmul__(self, other: Any) -> Interval:
        return self.__mul__(other)


def _ends(number: Any) -> tuple[Fraction, Fraction]:
    """Return the ends of an interval, or an exact number twice; a float counts as the fraction that it stores."""
    if isinstance(number, Interval):
        return number.low, number.high
    exact = Fraction(number)
    return exact, exact


@dataclass
class Root:
    """A zero that exists and is the only one in `wide`; it lies in `balls`, or is `exact`."""

    balls: list[arb]
    wide: list[arb]
    exact: list[Fraction] | None
    mixed: dict[int, arb]  # the probabilities that are not 1, by their places in a box

    def inside(self, low: Floats, high: Floats) -> bool:
        """Whether the zero is in a box of floats."""
        for column, ball in self.mixed.items():
            least = arb(float(low[column]))
            most = arb(float(high[column]))
            # balls that overlap are in no order
            if not (ball > least and ball < most):
                return False
        return True

    def same(self, other: Root) -> bool:
        """Whether another root is this one."""
        return all(map(arb.contains, self.wide, other.balls))


class Equations:
    """The equations of a system for numbers of any kind."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.count = len(system.variables)
        self.conditions = []
        for condition in system.conditions:
            # the numbers are of any kind: numpy must not make machine integers or floats of them
            equal = condition.equal.astype(object)
            outside = condition.outside.astype(object)
            self.conditions.append(condition._replace(equal=equal, outside=outside))

    def behavior(self, free: list[Any]) -> Behavior:
        """Return the probabilities of all used actions, given the free ones."""
        zero = free[0] * 0 if free else 0  # of the kind of the numbers
        behavior: Behavior = {}
        for player in self.system.mixing:
            behavior[player] = [zero + 1] * len(self.system.supports[player].sequences)
        numbers = iter(free)
        for player, _, block, _ in self.system.used_blocks:
            given = list(islice(numbers, block.size - 1))
            behavior[player][block.actions] = [*given, 1 - sum(given, zero)]
        return behavior

    def weights(self, behavior: Behavior, by: Variable | None = None) -> dict[int, Objects]:
        """Return the weights of the used sequences; or their derivatives by a free probability, for its player."""
        weights = {player: np.array(own, object) for player, own in behavior.items()}
        for player, _, block, _ in self.system.used_blocks:
            values = weights[player]
            values[block.actions] *= values[block.parent]
        if by is not None:
            weights[by.player] = self._slopes(by, behavior[by.player], weights[by.player])
        return weights

    def _slopes(self, by: Variable, probabilities: list[Any], weights: Objects) -> Objects:
        """Return the derivatives of the weights of a player by one of the player's free probabilities."""
        slopes: Objects = weights * 0
        for index, block in enumerate(self.system.blocks[by.player]):
            for place in block.places:
                slopes[place] = slopes[block.parent] * probabilities[place]
            if index == by.block:
                # the last action of the block loses what this one gains
                slopes[by.action] += weights[block.parent]
                slopes[block.places[-1]] -= weights[block.parent]
        return slopes

    def values(self, weights: dict[int, Objects]) -> list[Any]:
        """Return the left sides of the equations."""
        values: list[Any] = []
        for condition in self.conditions:
            values += contract(condition.equal, condition, weights)
        return values

    def jacobian(self, behavior: Behavior, zero: object = 0) -> list[Any]:
        """Return the derivatives, by row."""
        columns = []
        for variable in self.system.variables:
            weights = self.weights(behavior, variable)
            column: list[Any] = []
            for condition in self.conditions:
                if variable.player in condition.others:
                    column += contract(condition.equal, condition, weights)
                else:
                    column += [zero] * len(condition.equal)
            columns.append(column)
        return list(chain.from_iterable(zip(*columns, strict=True)))

    def certify(self, start: Floats, widen: bool = True) -> Root | None:
        """Return the zero near a point, if Krawczyk's test proves that there is one.

        If `widen` is false, it is the only zero in a small box only.
        """
        with ctx.workprec(BITS):
            try:
                point = self._newton([arb(float(number)) for number in start])
                return self._root(point, widen) if point else None
            except ZeroDivisionError:  # a singular matrix
                return None

    def _newton(self, point: list[arb]) -> list[arb] | None:
        """Return a point near a zero, by Newton's method; None if it does not converge."""
        for _ in range(MAX_STEPS):
            values, slopes = self._values_and_slopes(point)
            step = slopes.solve(values.mid()).entries()
            point = [(coordinate - change).mid() for coordinate, change in zip(point, step, strict=True)]
            size = max(abs(change) for change in step)
            if size < arb(2) ** (-BITS // 2):
                return point
            if not size < 4:  # far from all probabilities, or not a number
                return None
        return None

    def _values_and_slopes(self, point: list[arb]) -> tuple[arb_mat, arb_mat]:
        """Return the left sides at a point, and the midpoints of their derivatives there."""
        behavior = self.behavior(point)
        values = arb_mat(self.count, 1, self.values(self.weights(behavior)))
        return values, arb_mat(self.count, self.count, self.jacobian(behavior)).mid()

    def _root(self, point: list[arb], widen: bool) -> Root | None:
        """Return the zero near a point with a box in which it is the only one."""
        values, slopes = self._values_and_slopes(point)
        inverse = slopes.inv().mid()
        narrow = self._krawczyk(point, inverse, values, -BITS // 2 + 16)
        if narrow is None:
            return None
        box, balls = narrow
        powers = range(-WIDEST, -NARROWEST, -STEP) if widen else ()
        for power in powers:
            wide = self._krawczyk(point, inverse, values, power)
            if wide:
                box = wide[0]
                break
        else:
            if widen:
                return None
        behavior = self.behavior(balls)
        flat = list(chain.from_iterable(behavior[player] for player in self.system.mixing))
        mixed = {column: flat[column] for column in self.system.mixed}
        return Root(balls, box, self._rational(balls), mixed)

    def _krawczyk(
        self, point: list[arb], inverse: arb_mat, values: arb_mat, power: int
    ) -> tuple[list[arb], list[arb]] | None:
        """Return a box around a point, and a part of it that has its only zero."""
        count = self.count
        radius = arb(0, arb(2) ** power)
        box = [coordinate + radius for coordinate in point]
        slopes = arb_mat(count, count, self.jacobian(self.behavior(box)))
        identity = arb_mat(count, count, np.eye(count, dtype=int).ravel().tolist())
        rest = identity - inverse * slopes
        spread = rest * arb_mat(count, 1, [radius] * count)
        image = arb_mat(count, 1, point) - inverse * values + spread
        inner = image.entries()
        # a map of the box into its interior has one fixed point there, a zero (Krawczyk 1969)
        if all(map(arb.contains_interior, box, inner)):
            return (box, inner)
        return None

    def _rational(self, balls: list[arb]) -> list[Fraction] | None:
        """Return the zero if it is rational and its denominators are not long."""
        # a rational zero is probably the simplest number in its ball
        exact = [to_flint(simplest_between(*interval(ball))) for ball in balls]
        if any(self.values(self.weights(self.behavior(exact)))):
            return None
        return list(map(to_fraction, exact))


def contract(rows: Array, condition: Condition, weights: dict[int, Objects]) -> list[Any]:
    """Return the value of each row at the weights of the others."""
    for player in reversed(condition.others):
        rows = rows @ weights[player]
    return list(rows)


def interval(ball: arb) -> Interval:
    """Return the ends of a ball."""
    low, high, exponent = _ends_of_ball(ball)
    unit = Fraction(2) ** exponent
    return Interval(low * unit, high * unit)


def _ends_of_ball(ball: arb) -> tuple[int, int, int]:
    """Return the ends of a ball as multiples of a power of 2, and the exponent of this power."""
    middle, of_middle = map(int, ball.mid().man_exp())
    radius, of_radius = map(int, ball.rad().man_exp())
    exponent = min(of_middle, of_radius)
    middle <<= of_middle - exponent
    radius <<= of_radius - exponent
    return middle - radius, middle + radius, exponent


def wider(ball: arb) -> Interval:
    """Return an interval around a ball whose ends are short, with room for a test that starts from the interval.

    >>> [str(end * 2**GRID_BITS) for end in wider(arb(1) / 2 ** (GRID_BITS + 1))]
    ['-1', '2']
    """
    low, high, exponent = _ends_of_ball(ball)
    shift = exponent + GRID_BITS
    # a shift to the right rounds down
    if shift < 0:
        low >>= -shift
        high = -(-high >> -shift)
    else:
        low <<= shift
        high <<= shift
    unit = 1 << GRID_BITS
    return Interval(Fraction(low - 1, unit), Fraction(high + 1, unit))


def in_span(rows: Array, row: Array) -> bool:
    """Whether a row of integers is a combination of others, and so is 0 where they are.

    >>> in_span(np.array([[1, 2], [0, 1]], object), np.array([3, 1], object))
    True
    """
    matrix = _integers([*rows, row])
    if not any(matrix[-1]):
        return True
    if len(matrix) == 1:
        return False
    return bool(fmpq_mat(matrix[:-1]).rank() == fmpq_mat(matrix).rank())


MAX_UNKNOWNS = 4  # a basis of more can take hours


def dependent_near(equations: Equations, free: Sequence[Fraction]) -> bool:
    """Whether the equations with independent derivatives at a zero imply the others near it, and leave a freedom.

    The former define a smooth set where a minor of their derivatives is not 0, as it is not at the zero. The others
    vanish on the set if they are in the ideal that the former and an inverse of the minor generate.
    """
    import sympy  # here, because it takes long to import

    count = equations.count
    if count > MAX_UNKNOWNS:
        return False
    inverse, *unknowns = sympy.symbols(f"w y:{count}")
    behavior = equations.behavior(list(unknowns))
    values = [sympy.expand(value) for value in equations.values(equations.weights(behavior))]
    slopes = sympy.Matrix(count, count, equations.jacobian(behavior))
    point = {}
    for name, number in zip(unknowns, free, strict=True):
        point[name] = sympy.Rational(number.numerator, number.denominator)
    at_point = slopes.subs(point)
    rows = list(at_point.T.rref()[1])
    columns = at_point[rows, :].rref()[1]
    if len(rows) == count or not rows:
        return False
    minor = sympy.expand(slopes[rows, list(columns)].det())
    ideal = [*(values[row] for row in rows), 1 - inverse * minor]
    basis = sympy.groebner(ideal, inverse, *unknowns, order="grevlex")
    return all(basis.contains(value) for row, value in enumerate(values) if row not in rows)
