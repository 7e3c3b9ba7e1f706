"""Zeros of a system of multilinear equations in arb: Newton's method, Krawczyk's test, and rational zeros exactly."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from flint import arb, arb_mat, ctx, fmpq_mat

from gametheory.numbers.rationals import round_outward, simplest_between
from gametheory.solvers.many_players.boxes import Array, Condition, System

Behavior: TypeAlias = dict[int, list[Any]]  # of each player who mixes, the probability of each used action

BITS = 256
WIDEST, NARROWEST, STEP = 4, 60, 4  # the radius of the first box to test, of the last, and the factor, as powers of 1/2
MAX_STEPS = 40
GRID = 1 << 96  # the denominator of intervals


class Interval(NamedTuple):
    """The ends of an interval with one number that is not rational, or whose denominator is long."""

    low: Fraction
    high: Fraction

    def __float__(self) -> float:
        return float((self.low + self.high) / 2)


@dataclass
class Root:
    """A zero that exists and is the only one in `wide`; it lies in `balls`, or is `exact`."""

    balls: list[arb]
    wide: list[arb]
    exact: list[Fraction] | None
    mixed: dict[int, arb]  # the probabilities that are not 1, by their places in a box

    def inside(self, low: Array, high: Array) -> bool:
        """Whether the zero is in a box of floats."""
        sides = ((ball, arb(float(low[at])), arb(float(high[at]))) for at, ball in self.mixed.items())
        return all(bool(ball > least) and bool(ball < most) for ball, least, most in sides)

    def same(self, other: Root) -> bool:
        """Whether another root is this one."""
        return all(wide.contains(ball) for wide, ball in zip(self.wide, other.balls, strict=True))


class Equations:
    """The equations of a system for numbers of any kind."""

    def __init__(self, system: System) -> None:
        self.system, self.count = system, len(system.variables)
        self.conditions = [
            each._replace(equal=each.equal.astype(object), outside=each.outside.astype(object))
            for each in system.conditions
        ]

    def behavior(self, free: list[Any]) -> Behavior:
        """Return the probabilities of all used actions, given the free ones."""
        behavior: Behavior = {
            player: [free[0] * 0 + 1] * len(self.system.supports[player].sequences) for player in self.system.mixing
        }
        numbers = iter(free)
        for player in self.system.mixing:
            for block in self.system.blocks[player]:
                given = [next(numbers) for _ in range(block.size - 1)]
                behavior[player][block.actions] = [*given, 1 - sum(given, free[0] * 0)]
        return behavior

    def weights(self, behavior: Behavior, by: tuple[int, int, int] | None = None) -> dict[int, Array]:
        """Return the weights of the used sequences; or their derivatives by a free probability, for its player."""
        weights = {}
        for player, own in behavior.items():
            values = np.array(own, object)
            for block in self.system.blocks[player]:
                for action in range(block.actions.start, block.actions.stop):
                    values[action] = values[block.parent] * own[action]
            weights[player] = values
        if by:
            player, index, action = by
            slopes = weights[player] * 0
            for number, block in enumerate(self.system.blocks[player]):
                for each in range(block.actions.start, block.actions.stop):
                    slopes[each] = slopes[block.parent] * behavior[player][each]
                if number == index:
                    slopes[action] += weights[player][block.parent]
                    slopes[block.actions.stop - 1] -= weights[player][block.parent]
            weights[player] = slopes
        return weights

    def values(self, weights: dict[int, Array]) -> list[Any]:
        """Return the left sides of the equations."""
        return [value for each in self.conditions for value in contract(each.equal, each, weights)]

    def jacobian(self, behavior: Behavior, zero: Any = 0) -> list[Any]:
        """Return the derivatives, by row."""
        columns = []
        for variable in self.system.variables:
            weights = self.weights(behavior, variable)
            columns.append(
                [
                    value
                    for each in self.conditions
                    for value in (
                        contract(each.equal, each, weights)
                        if variable.player in each.others
                        else [zero] * len(each.equal)
                    )
                ]
            )
        return [column[row] for row in range(self.count) for column in columns]

    def certify(self, start: Array) -> Root | None:
        """Return the zero near a point, if Krawczyk's test proves that there is one."""
        with ctx.workprec(BITS):
            try:
                point = self._newton([arb(float(number)) for number in start])
                return self._root(point) if point else None
            except ZeroDivisionError:  # a singular matrix
                return None

    def _newton(self, point: list[arb]) -> list[arb] | None:
        for _ in range(MAX_STEPS):
            behavior = self.behavior(point)
            values = arb_mat(self.count, 1, self.values(self.weights(behavior)))
            step = arb_mat(self.count, self.count, self.jacobian(behavior)).mid().solve(values.mid()).entries()
            point = [(each - change).mid() for each, change in zip(point, step, strict=True)]
            size = max(abs(change) for change in step)
            if size < arb(2) ** (-BITS // 2):
                return point
            if not size < 4:
                return None
        return None

    def _root(self, point: list[arb]) -> Root | None:
        behavior = self.behavior(point)
        inverse = arb_mat(self.count, self.count, self.jacobian(behavior)).mid().inv().mid()
        values = arb_mat(self.count, 1, self.values(self.weights(behavior)))
        narrow = self._krawczyk(point, inverse, values, -BITS // 2 + 16)
        for power in range(-WIDEST, -NARROWEST, -STEP):
            wide = self._krawczyk(point, inverse, values, power)
            if wide and narrow:
                behavior = self.behavior(narrow[1])
                flat = [ball for player in self.system.mixing for ball in behavior[player]]
                mixed = {at: flat[at] for at in self.system.mixed}
                return Root(narrow[1], wide[0], self._rational(narrow[1]), mixed)
        return None

    def _krawczyk(
        self, point: list[arb], inverse: arb_mat, values: arb_mat, power: int
    ) -> tuple[list[arb], list[arb]] | None:
        """Return a box around a point, and a part of it that has its only zero."""
        radius = arb(0, arb(2) ** power)
        box = [each + radius for each in point]
        slopes = arb_mat(self.count, self.count, self.jacobian(self.behavior(box)))
        rest = arb_mat(self.count, self.count, np.eye(self.count, dtype=int).ravel().tolist()) - inverse * slopes
        image = arb_mat(self.count, 1, point) - inverse * values + rest * arb_mat(self.count, 1, [radius] * self.count)
        inner = image.entries()
        return (box, inner) if all(map(arb.contains_interior, box, inner)) else None

    def _rational(self, balls: list[arb]) -> list[Fraction] | None:
        """Return the zero if it is rational and its denominators are not long."""
        exact = [simplest_between(*interval(ball)) for ball in balls]
        return None if any(self.values(self.weights(self.behavior(exact)))) else exact


def contract(rows: Array, condition: Condition, weights: dict[int, Array]) -> list[Any]:
    """Return the value of each row at the weights of the others."""
    for player in reversed(condition.others):
        rows = rows @ weights[player]
    return list(rows)


def interval(ball: arb) -> Interval:
    """Return the ends of a ball."""
    ends = (ball.mid().man_exp(), ball.rad().man_exp())
    middle, radius = (Fraction(int(number)) * Fraction(2) ** int(power) for number, power in ends)
    return Interval(middle - radius, middle + radius)


def wider(ball: arb) -> Interval:
    """Return an interval around a ball whose ends are short, with room for a test that starts from the interval."""
    low, high = round_outward(*interval(ball), GRID)
    return Interval(low - Fraction(1, GRID), high + Fraction(1, GRID))


def in_span(rows: Array, row: Array) -> bool:
    """Whether a row of integers is a combination of others, and so is 0 where they are.

    >>> in_span(np.array([[1, 2], [0, 1]], object), np.array([3, 1], object))
    True
    """
    matrix = [[int(number) for number in np.ravel(each)] for each in (*rows, row)]
    if not any(matrix[-1]):
        return True
    return bool(len(rows)) and fmpq_mat(matrix[:-1]).rank() == fmpq_mat(matrix).rank()
