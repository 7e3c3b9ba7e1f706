"""Complementary pivots, exactly: one tableau for matrix games, two-player tables and trees."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import Any, TypeAlias

from flint import fmpq, fmpq_poly, fmpz_poly

Coefficient: TypeAlias = Any  # Fraction or fmpq_poly
Whole: TypeAlias = Any  # int or fmpz_poly
Line: TypeAlias = dict[int, Coefficient]  # a linear expression: coefficients by variable

ONE, TIME = -1, -2  # the constant 1, and a variable t that grows from 0 to 1
MAX_PIVOTS = 10_000


class TooManyPivots(Exception):
    """The path of complementary pivots is longer than the limit."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"no equilibrium after {limit:,} pivots")


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """Operations on coefficients, rational or polynomials in a small positive number, and on whole ones."""

    constant: Callable[[Fraction], Coefficient]
    whole: Callable[[int], Whole]
    without_denominators: Callable[[Sequence[Coefficient]], tuple[list[Whole], Whole]]
    sign: Callable[[Whole], int]
    gcd: Callable[..., Whole]


def lowest_coefficient(polynomial: fmpz_poly) -> int:
    """Return the lowest coefficient other than 0: it has the sign of the polynomial for all small positive numbers."""
    return next((int(coefficient) for coefficient in polynomial.coeffs() if coefficient), 0)


def positive_gcd(*polynomials: fmpz_poly) -> fmpz_poly:
    """Return the greatest common divisor that is positive for all small positive numbers."""
    common = fmpz_poly([])
    for polynomial in polynomials:
        common = common.gcd(polynomial)
        if common.is_one():
            return common
    return -common if lowest_coefficient(common) < 0 else common


def _integers(coefficients: Sequence[Fraction]) -> tuple[list[int], int]:
    common = lcm(*(coefficient.denominator for coefficient in coefficients))
    return [int(coefficient * common) for coefficient in coefficients], common


def _integer_polynomials(coefficients: Sequence[fmpq_poly]) -> tuple[list[fmpz_poly], fmpz_poly]:
    common = lcm(*(int(coefficient.denom()) for coefficient in coefficients))
    return [(coefficient * common).numer() for coefficient in coefficients], fmpz_poly([common])


RATIONALS = Arithmetic(lambda number: number, lambda integer: integer, _integers, lambda integer: integer, gcd)
POLYNOMIALS = Arithmetic(
    lambda number: fmpq_poly([fmpq(number.numerator, number.denominator)]),
    lambda integer: fmpz_poly([integer]),
    _integer_polynomials,
    lowest_coefficient,
    positive_gcd,
)


class Tableau:
    """Equations, one for each basic variable: d basic + sum of coefficient times nonbasic = constant.

    Each line has its own positive factor d, and no common divisor: so the lines of a tree, in which most coefficients
    are 0, stay short, and those of a table are no longer than the minors of Bareiss (1968).
    """

    def __init__(self, rows: Mapping[int, Line], nonbasic: Iterable[int], arithmetic: Arithmetic) -> None:
        self.arithmetic, self.initial, self.basis = arithmetic, list(rows), list(rows)
        self.column_of = {variable: column for column, variable in enumerate(nonbasic)}
        self.factors: list[Whole] = []
        self.lines: list[list[Whole]] = []
        for row in rows.values():
            coefficients, common = arithmetic.without_denominators(list(row.values()))
            line = [arithmetic.whole(0)] * (len(self.column_of) + 1)
            for variable, coefficient in zip(row, coefficients, strict=True):
                if variable == ONE:
                    line[-1] = coefficient
                else:
                    line[self.column_of[variable]] = -coefficient
            self.lines.append(line)
            self.factors.append(common)

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
        """Return the line with the least ratio; the columns of the first basis break ties, so that no basis repeats."""
        candidates = [index for index, line in enumerate(self.lines) if self.arithmetic.sign(line[column]) > 0]
        if len(candidates) > 1:
            candidates = self._least(candidates, column, [line[-1] for line in self.lines])
        if len(candidates) > 1 and ONE in self.basis and self.basis.index(ONE) in candidates:
            return self.basis.index(ONE)  # the path may end here, at t = 1
        for variable in self.initial:
            if len(candidates) == 1:
                break
            candidates = self._least(candidates, column, self._column(variable))
        return candidates[0]

    def _column(self, variable: int) -> list[Whole]:
        """Return the coefficients of a variable in all lines."""
        if variable in self.column_of:
            return [line[self.column_of[variable]] for line in self.lines]
        return [factor * (basic == variable) for basic, factor in zip(self.basis, self.factors, strict=True)]

    def _least(self, candidates: list[int], column: int, values: list[Whole]) -> list[int]:
        """Return the candidates whose value, divided by the entry in the column, is least."""

        def excess(index: int, other: int) -> int:
            return self.arithmetic.sign(
                values[index] * self.lines[other][column] - values[other] * self.lines[index][column]
            )

        best = candidates[0]
        for index in candidates:
            if excess(index, best) < 0:
                best = index
        return [index for index in candidates if excess(index, best) == 0]

    def values(self) -> dict[int, tuple[Whole, Whole]]:
        """Return the value of each basic variable, numerator and denominator."""
        lines = zip(self.basis, self.factors, self.lines, strict=True)
        return {variable: (line[-1], factor) for variable, factor, line in lines}


def follow_path(rows: Mapping[int, Line], arithmetic: Arithmetic, limit: int) -> dict[int, tuple[Whole, Whole]]:
    """Return the values of the basic variables at t = 1, on the path of complementary pivots that begins at t = 0.

    The variables 2k and 2k + 1 are complementary. Lemke's pivots (1965) with the lexicographic rule: no basis comes
    twice. Cost: for each pivot up to the square of the number of rows.

    >>> follow_path({0: {TIME: Fraction(1), 1: Fraction(-2)}}, RATIONALS, 10)
    {0: (1, 1), -2: (1, 1)}

    References
    ----------
    C. E. Lemke, Bimatrix equilibrium points and mathematical programming, Management Science 11 (1965).
    """
    one = arithmetic.constant(Fraction(1))
    until_end = {ONE: {TIME: -one, ONE: one}}  # 1 - t, which leaves the basis at the end
    tableau = Tableau({**rows, **until_end}, [TIME, *(variable ^ 1 for variable in rows)], arithmetic)
    entering = TIME
    for _ in range(limit):
        left = tableau.pivot(entering)
        if left == ONE:
            return tableau.values()
        entering = left ^ 1
    raise TooManyPivots(limit)


def lemke_howson(
    row_payoffs: Sequence[Sequence[Fraction | int]],
    column_payoffs: Sequence[Sequence[Fraction | int]],
    label: int = 0,
    limit: int = MAX_PIVOTS,
) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
    """Return the equilibrium at the end of the Lemke-Howson path that begins by dropping a label.

    Payoffs become positive integers, which does not change best responses. The two polytopes are
    matrix z + slacks = 1, z >= 0; variable k is the weight of a strategy in one of them and the slack of its payoff in
    the other. The lexicographic rule prevents cycles in degenerate games (von Stengel 2002). Cost: rows times columns
    products for each pivot; usually few pivots, in the worst case exponentially many.

    >>> row, column = lemke_howson([[3, 1], [1, 2]], [[2, 1], [1, 3]])
    >>> tuple(map(int, row)), tuple(map(int, column))
    ((1, 0), (1, 0))

    References
    ----------
    C. E. Lemke and J. T. Howson, Equilibrium points of bimatrix games, J. SIAM 12 (1964). B. von Stengel, Computing
    equilibria for two-person games, Handbook of Game Theory 3 (2002).
    """
    against_rows = positive_integers(row_payoffs)
    against_columns = list(zip(*positive_integers(column_payoffs), strict=True))
    rows, columns = range(len(against_rows)), range(len(against_rows), len(against_rows) + len(against_columns))
    tableaux = [
        Tableau(
            {slack: {ONE: 1} | {variable: -payoff for variable, payoff in zip(weights, line, strict=True)}
             for slack, line in zip(slacks, matrix, strict=True)}, weights, RATIONALS,
        )
        for slacks, weights, matrix in ((columns, rows, against_columns), (rows, columns, against_rows))
    ]  # fmt: skip
    entering, current = label, int(label not in rows)
    for _ in range(limit):
        entering = tableaux[current].pivot(entering)
        if entering == label:
            of_rows, of_columns = (tableau.values() for tableau in tableaux)
            return _distribution(of_rows, rows), _distribution(of_columns, columns)
        # the variable that left has a complement in the other polytope, which enters next
        current = 1 - current
    raise TooManyPivots(limit)


def positive_integers(payoffs: Sequence[Sequence[Fraction | int]]) -> list[list[int]]:
    """Scale and shift payoffs to positive integers; best responses do not change."""
    common = lcm(*(number.denominator for row in payoffs for number in row))
    scaled = [[int(number * common) for number in row] for row in payoffs]
    least = min(map(min, scaled))
    return [[number - least + 1 for number in row] for row in scaled]


def _distribution(values: Mapping[int, tuple[int, int]], variables: Iterable[int]) -> tuple[Fraction, ...]:
    weights = [Fraction(*values.get(variable, (0, 1))) for variable in variables]
    total = sum(weights)
    return tuple(weight / total for weight in weights)
