"""Complementary pivots on linear equations, with the lexicographic rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from gametheory.solvers.bimatrix.lemke_howson import TooManyPivots
from gametheory.solvers.sequence_form.coefficients import Arithmetic, Coefficient, Whole

Line: TypeAlias = dict[int, Coefficient]  # a linear expression: coefficients by variable

ONE, TIME = -1, -2  # the constant 1, and a variable t that grows from 0 to 1


def follow_path(rows: Mapping[int, Line], arithmetic: Arithmetic, limit: int) -> dict[int, tuple[Whole, Whole]]:
    """Return the values of the basic variables at t = 1, on the path of complementary pivots that begins at t = 0.

    The variables 2k and 2k + 1 are complementary. Lemke's pivots (1965) with the lexicographic rule: no basis comes
    twice. Cost: for each pivot up to the square of the number of rows.

    Parameters
    ----------
    rows
        Each basic variable at t = 0 as an expression in the nonbasic ones: t and the complementary variables.
    arithmetic
        The arithmetic of the coefficients.
    limit
        Greatest number of pivots.

    Returns
    -------
    dict
        For each basic variable a numerator and a denominator; the others are 0.

    Raises
    ------
    TooManyPivots
        After `limit` pivots.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from gametheory.solvers.sequence_form.coefficients import RATIONALS
    >>> follow_path({0: {TIME: Fraction(1), 1: Fraction(-2)}}, RATIONALS, 10)
    {0: (1, 1), -2: (1, 1)}

    References
    ----------
    C. E. Lemke, Bimatrix equilibrium points and mathematical programming, Management Science 11 (1965).
    """
    tableau = _Tableau(rows, arithmetic)
    entering = TIME
    for _ in range(limit):
        left = tableau.pivot(entering)
        if left == ONE:
            return tableau.values()
        entering = complement(left)
    raise TooManyPivots(limit)


def complement(variable: int) -> int:
    """Return the complementary variable.

    >>> complement(6), complement(7)
    (7, 6)
    """
    return variable ^ 1


class _Tableau:
    """Equations, one for each basic variable: d basic + sum of coefficient times nonbasic = constant.

    Each line has its own positive factor d. The last equation is t + (1 - t) = 1; ONE is its variable 1 - t.
    """

    def __init__(self, rows: Mapping[int, Line], arithmetic: Arithmetic) -> None:
        self.arithmetic, self.initial, self.basis = arithmetic, list(rows), [*rows, ONE]
        nonbasic = [TIME, *(complement(variable) for variable in rows)]
        self.column_of = {variable: column for column, variable in enumerate(nonbasic)}
        zero, one = arithmetic.whole(0), arithmetic.whole(1)
        self.factors: list[Whole] = []
        self.lines: list[list[Whole]] = []
        for row in rows.values():
            coefficients, common = arithmetic.without_denominators(list(row.values()))
            line = [zero] * (len(nonbasic) + 1)
            for variable, coefficient in zip(row, coefficients, strict=True):
                if variable == ONE:
                    line[-1] = coefficient
                else:
                    line[self.column_of[variable]] = -coefficient
            self.lines.append(line)
            self.factors.append(common)
        self.lines.append([one, *[zero] * len(rows), one])
        self.factors.append(one)

    def pivot(self, entering: int) -> int:
        """Exchange the entering variable for a basic one, and return that one."""
        column = self.column_of.pop(entering)
        leaving = self._lexicographic_minimum(column)
        line, entry = self.lines[leaving], self.lines[leaving][column]
        factor, left = self.factors[leaving], self.basis[leaving]
        for index, other in enumerate(self.lines):
            multiple = other[column]
            if index == leaving or not multiple:
                continue
            changed = [entry * a - multiple * b if b else entry * a for a, b in zip(other, line, strict=True)]
            changed[column] = -multiple * factor
            divisor = self.arithmetic.gcd(self.factors[index] * entry, *changed)
            self.factors[index] = self.factors[index] * entry // divisor
            self.lines[index] = [a // divisor for a in changed]
        line[column], self.factors[leaving] = factor, entry
        self.basis[leaving], self.column_of[left] = entering, column
        return left

    def _lexicographic_minimum(self, column: int) -> int:
        """Return the line with the least ratio; the columns of the first basis break ties."""
        sign = self.arithmetic.sign
        candidates = [index for index, line in enumerate(self.lines) if sign(line[column]) > 0]
        if len(candidates) > 1:
            candidates = self._least(candidates, column, [line[-1] for line in self.lines])
        if len(candidates) > 1 and any(self.basis[index] == ONE for index in candidates):
            return next(index for index in candidates if self.basis[index] == ONE)
        for variable in self.initial:
            if len(candidates) == 1:
                break
            candidates = self._least(candidates, column, self._column(variable))
        return candidates[0]

    def _column(self, variable: int) -> list[Whole]:
        """Return the coefficients of a variable in all lines."""
        if variable in self.column_of:
            return [line[self.column_of[variable]] for line in self.lines]
        return [factor * (own == variable) for own, factor in zip(self.basis, self.factors, strict=True)]

    def _least(self, candidates: list[int], column: int, values: list[Whole]) -> list[int]:
        """Return the candidates whose value, divided by the entry in the column, is least."""
        best = candidates[0]
        for index in candidates:
            if self._excess(index, best, column, values) < 0:
                best = index
        return [index for index in candidates if self._excess(index, best, column, values) == 0]

    def _excess(self, index: int, other: int, column: int, values: list[Whole]) -> int:
        """Return an integer with the sign of the difference of two ratios."""
        lines = self.lines
        return self.arithmetic.sign(values[index] * lines[other][column] - values[other] * lines[index][column])

    def values(self) -> dict[int, tuple[Whole, Whole]]:
        """Return the value of each basic variable, numerator and denominator."""
        lines = zip(self.basis, self.factors, self.lines, strict=True)
        return {variable: (line[-1], factor) for variable, factor, line in lines}
