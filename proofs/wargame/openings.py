"""The openings of all Wargames with up to a number of rounds and soldiers, solved together.

A round depends on the rounds that are left only: with k left, this one included, the battle comes with probability 1/k.
So one table has the first rounds of all these games.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import inf

import numpy as np
from flint import arb, ctx, fmpq, fmpz
from numpy.typing import NDArray

from gametheory.numbers.rationals import to_flint, to_float
from gametheory.solvers.matrix_game import solve_matrix
from gametheory.solvers.simultaneous import (
    ExactMixedStrategy,
    PlayerGraph,
    RoundSolution,
    Stage,
    solve_backward,
    stage_matrix,
)

from .theory import Opening, Payoffs, only_optimal

Army = tuple[int, int]  # soldiers in camp and in the field
Bracket = tuple[fmpq, fmpq]
Entries = dict[tuple[int, int], Bracket]
UNIT = fmpz(1) << 64  # brackets are rounded outwards to multiples of 1/UNIT
PRECISION = 200  # bits; nearly equal moves have nearly singular equations


def after(army: Army, sent: int) -> Army:
    """Return the army of the next round."""
    return army[0] - sent, (army[1] + sent) // 2


def sign(a: Army, i: int, b: Army, j: int) -> int:
    """Return the payoff to A of a battle after A sends i and B sends j."""
    return (a[1] + i > b[1] + j) - (a[1] + i < b[1] + j)


class Openings:
    """All rounds with up to a number of rounds left, for all armies that up to a number of soldiers can become."""

    def __init__(self, rounds: int, soldiers: int) -> None:
        armies = [(camp, field) for camp in range(soldiers + 1) for field in range((soldiers - camp) // 2 + 1)]
        self.index = {army: index for index, army in enumerate(armies)}
        shape = len(armies), soldiers + 1
        successors, fields = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        for index, (camp, field) in enumerate(armies):
            successors[index, : camp + 1] = [self.index[after((camp, field), sent)] for sent in range(camp + 1)]
            fields[index, : camp + 1] = field + np.arange(camp + 1)
        graph = PlayerGraph(np.array([camp + 1 for camp, _ in armies]), successors, fields)
        payoffs = [[Fraction((a > b) - (a < b)) for b in range(soldiers + 1)] for a in range(soldiers + 1)]
        self.stages = {left: Stage(graph, graph, payoffs, Fraction(1, left)) for left in range(1, rounds + 1)}
        solved = solve_backward([*self.stages.values()][::-1])
        self.rounds: dict[int, RoundSolution] = dict(enumerate(solved, 1))
        self.no_values = np.zeros((len(armies), len(armies)))

    def matrix(self, left: int, a: Army, b: Army) -> NDArray[np.float64]:
        """Return the payoffs of a pair of armies, in floats with the error of the next round."""
        later = self.rounds[left - 1].values if left > 1 else self.no_values
        return stage_matrix(self.stages[left], self.index[a], self.index[b], later)

    def error(self, left: int) -> float:
        """Return a bound on the errors of `matrix`."""
        return (self.rounds[left - 1].error if left > 1 else 0.0) + 1e-15

    def pure(self, rounds: int, soldiers: int) -> Iterator[int]:
        """Yield the moves that are optimal openings on their own, each proved by an exact comparison."""
        start = soldiers, 0
        for i in range(soldiers + 1):
            if all(self._entry_at_least(rounds, start, start, i, j, Fraction(0)) for j in range(soldiers + 1)):
                yield i

    def _entry_at_least(self, left: int, a: Army, b: Army, i: int, j: int, bound: Fraction) -> bool:
        if left == 1:
            return sign(a, i, b, j) >= bound
        later = (bound - Fraction(sign(a, i, b, j), left)) * Fraction(left, left - 1)
        return self.at_least(left - 1, after(a, i), after(b, j), later)

    @cache  # noqa: B019 (the table lives as long as the program)
    def at_least(self, left: int, a: Army, b: Army, bound: Fraction) -> bool:
        """Return whether a value is proved to be at least a rational bound: by its floats, or by a pure strategy."""
        if a == b:  # by symmetry the value is 0
            return bound <= 0
        solved = self.rounds[left]
        value, error = Fraction(float(solved.values[self.index[a], self.index[b]])), Fraction(solved.error)
        if abs(value - bound) > error:
            return value > bound
        moves = range(a[0] + 1), range(b[0] + 1)
        return any(all(self._entry_at_least(left, a, b, i, j, bound) for j in moves[1]) for i in moves[0])

    @ctx.workprec(PRECISION)
    def opening(self, rounds: int, soldiers: int, fine: float = inf) -> Opening:
        """Return the only optimal opening, in intervals; for a finite `fine`, from brackets where moves nearly tie."""
        start, error = (soldiers, 0), self.error(rounds)
        payoffs = self.matrix(rounds, start, start)
        moves = range(soldiers + 1)
        intervals: Payoffs = [[arb(payoffs[i, j], error) if i != j else arb(0) for j in moves] for i in moves]
        if fine < inf:
            entries, x, _ = self._refined(rounds, start, start, fine)
            for (i, j), (low, high) in entries.items():
                intervals[i][j] = arb((low + high) / 2, (high - low) / 2)
            return only_optimal(intervals, x)
        return only_optimal(intervals, self._played(rounds, start, start)[0])

    def _played(self, left: int, a: Army, b: Army) -> tuple[dict[int, float], dict[int, float]]:
        """Return both optimal strategies in floats."""
        return self.rounds[left].mixed_strategies(self.index[a], self.index[b])

    def _entry(self, left: int, a: Army, b: Army, i: int, j: int, fine: float) -> Bracket:
        ended, go_on = fmpq(sign(a, i, b, j), left), fmpq(left - 1, left)
        low, high = self.bracket(left - 1, after(a, i), after(b, j), fine) if left > 1 else (fmpq(0), fmpq(0))
        return ended + go_on * low, ended + go_on * high

    def bracket(self, left: int, a: Army, b: Army, fine: float) -> Bracket:
        """Return bounds on a value: of floats if their error is below `fine`, or the guarantees of two strategies."""
        if a == b:
            return fmpq(0), fmpq(0)
        if a < b:
            low, high = self.bracket(left, b, a, fine)
            return -high, -low
        return self._bracket(left, a, b, fine)

    @cache  # noqa: B019
    def _bracket(self, left: int, a: Army, b: Army, fine: float) -> Bracket:
        value, error = float(self.rounds[left].values[self.index[a], self.index[b]]), self.rounds[left].error
        simple = Fraction(value).limit_denominator(left)
        if abs(value - simple) < error and self.at_least(left, a, b, simple) and self.at_least(left, b, a, -simple):
            return to_flint(simple), to_flint(simple)
        if error < fine:
            return to_flint(value) - to_flint(error), to_flint(value) + to_flint(error)
        entries, x, y = self._refined(left, a, b, fine)
        rows, columns = {i for i, _ in entries}, {j for _, j in entries}
        low = min(sum((p * entries[i, j][0] for i, p in x.items()), fmpq(0)) for j in columns)
        high = max(sum((p * entries[i, j][1] for j, p in y.items()), fmpq(0)) for i in rows)
        return fmpq((low * UNIT).floor(), UNIT), fmpq((high * UNIT).ceil(), UNIT)

    def _refined(
        self, left: int, a: Army, b: Army, fine: float
    ) -> tuple[Entries, ExactMixedStrategy, ExactMixedStrategy]:
        """Return payoffs in brackets, and strategies of these moves against which no other move gains.

        A double oracle: it begins with the moves that are played in floats, and adds moves that may gain.
        """
        payoffs, error = self.matrix(left, a, b), 2 * self.error(left) + 1e-13
        rows, columns = map(sorted, self._played(left, a, b))
        while True:
            entries = {(i, j): self._entry(left, a, b, i, j, fine) for i in rows for j in columns}
            middles = [[sum(entries[i, j], fmpq(0)) / 2 for j in columns] for i in rows]
            value, row, column, _ = solve_matrix(middles)
            x, y = {rows[k]: p for k, p in row.items()}, {columns[k]: p for k, p in column.items()}
            against_x = sum(to_float(p) * payoffs[i] for i, p in x.items())
            against_y = sum(to_float(p) * payoffs[:, j] for j, p in y.items())
            better = set(np.flatnonzero(against_y + error > to_float(value)).tolist()) - {*rows}
            worse = set(np.flatnonzero(against_x - error < to_float(value)).tolist()) - {*columns}
            if not better and not worse:
                return entries, x, y
            rows, columns = sorted({*rows, *better}), sorted({*columns, *worse})
