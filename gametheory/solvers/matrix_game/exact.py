"""Zero-sum matrix games in exact rational arithmetic.

The simplex method in floats proposes a basis. The basis is solved and checked in rationals, so rounding cannot decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain
from math import lcm
from sys import maxsize

import numpy as np
from flint import fmpq, fmpq_mat

from gametheory.model.normal_form import PayoffMatrix
from gametheory.numbers.rationals import to_flint, to_float, to_fraction
from gametheory.solvers.matrix_game.simplex_kernel import Floats, pure_guarantees, simplex
from gametheory.solvers.matrix_game.solution import MatrixSolution, to_float_matrix
from gametheory.solvers.pivoting import lemke_howson
from gametheory.verify import CertificateError, bracket_matrix_value

SMALLEST_SPREAD, LARGEST_SPREAD, RELATIVE_SPREAD = 1e-290, 1e290, 1e-4
ZERO = Fraction(0)
MANY = 100  # payoffs; if there are fewer, numpy costs more time than it saves
MANTISSA = 53  # binary digits of a float
LONGER = 2  # a common denominator with more digits than this multiple of the longest one makes numbers too long


def solve_matrix_exact(payoffs: PayoffMatrix | Sequence[Sequence[float]]) -> MatrixSolution:
    """Solve a zero-sum matrix game in rationals; degenerate games are allowed.

    The last basis of the simplex method in floats determines the rows and columns that are played. The indifference
    equations of this basis are solved exactly, and all inequalities of an equilibrium are checked exactly. If a check
    fails, the pivots of Lemke and Howson find optimal strategies in rationals. Cost: one linear system of the size of
    the basis; with pivots, which is rare, O(m n) rational operations for each of them.
    """
    exact, scale = _to_integers(payoffs)
    value, row, column, method = exact_solution(exact, _approximate(payoffs, exact))
    return MatrixSolution(
        to_fraction(value / scale), _all_moves(row, len(exact)), _all_moves(column, len(exact[0])), method, ZERO
    )


def _all_moves(mixed: dict[int, fmpq], size: int) -> tuple[Fraction, ...]:
    """Return the probability of each move, also of those that are not played."""
    return tuple(to_fraction(mixed[move]) if move in mixed else ZERO for move in range(size))


def _to_integers(payoffs: Sequence[Sequence[Fraction | float]]) -> tuple[list[list[fmpq]], int]:
    """Return payoffs times their common denominator, and this; payoffs as they are if it is much longer than each.

    The game has the same strategies in either unit, and integers are faster.
    """
    if sum(map(len, payoffs)) >= MANY and set(map(type, chain.from_iterable(payoffs))) == {float}:
        matrix = to_float_matrix(payoffs)
        bits = _fractional_bits(matrix)
        with np.errstate(over="ignore"):
            whole = np.ldexp(matrix, bits)
        if np.isfinite(whole).all():
            return [[fmpq(int(payoff)) for payoff in row] for row in whole.tolist()], 1 << bits
    ratios = [[payoff.as_integer_ratio() for payoff in row] for row in payoffs]
    denominators = {denominator for row in ratios for _, denominator in row}
    scale = lcm(*denominators)
    if scale.bit_length() > LONGER * max(denominators, default=1).bit_length():
        return [[fmpq(*ratio) for ratio in row] for row in ratios], 1
    factors = {denominator: scale // denominator for denominator in denominators}
    return [[fmpq(numerator * factors[denominator]) for numerator, denominator in row] for row in ratios], scale


def _fractional_bits(matrix: Floats) -> int:
    """Return the greatest number of binary digits after the point."""
    mantissas, exponents = np.frexp(matrix)
    digits = np.ldexp(mantissas, MANTISSA).astype(np.int64)
    # the last digit of a number x that is not 0 is x & -x
    _, places = np.frexp((digits & -digits).astype(np.float64))
    return max(int((MANTISSA + 1 - exponents - places)[digits != 0].max(initial=0)), 0)


def solve_in_flint(payoffs: Sequence[Sequence[fmpq]]) -> tuple[fmpq, dict[int, fmpq], dict[int, fmpq], str]:
    """Return the result of `exact_solution` for payoffs of any size."""
    return exact_solution(payoffs, to_float_matrix(_map_to_unit_interval(payoffs)))


def exact_solution(
    payoffs: Sequence[Sequence[fmpq]], approximate: Floats
) -> tuple[fmpq, dict[int, fmpq], dict[int, fmpq], str]:
    """Return the value, the optimal strategies and the method, in the arithmetic of flint.

    Method and cost are those of `solve_matrix_exact`.
    """
    i, j, *_ = pure_guarantees(approximate)
    if _is_saddle_point(payoffs, i, j):
        return payoffs[i][j], {i: fmpq(1)}, {j: fmpq(1)}, "saddle point"
    for refactorizations in (0, 1):  # the second time with fewer rounding errors
        _, _, rows, columns, _ = simplex(approximate, refactorizations)
        row, column = solve_indifference_equations(payoffs, rows.tolist(), columns.tolist())
        if (value := _value_if_optimal(payoffs, row, column)) is not None:
            return value, row, column, "basis of the simplex"
    row, column = solve_by_pivots(payoffs)
    value = _value_if_optimal(payoffs, row, column)
    assert value is not None, "the pivots ended in strategies that are not optimal"
    return value, row, column, "Lemke-Howson"


def solve_by_pivots(payoffs: Sequence[Sequence[fmpq]]) -> tuple[dict[int, fmpq], dict[int, fmpq]]:
    """Return optimal strategies without floats: an equilibrium of the game in which each player has own payoffs."""
    exact = [[to_fraction(payoff) for payoff in line] for line in payoffs]
    opposite = [[-payoff for payoff in line] for line in exact]
    row, column = (
        {move: to_flint(weight) for move, weight in enumerate(mixed) if weight}
        for mixed in lemke_howson(exact, opposite, limit=maxsize)
    )
    return row, column


def solve_indifference_equations(
    payoffs: Sequence[Sequence[fmpq]], rows: Sequence[int], columns: Sequence[int]
) -> tuple[dict[int, fmpq], dict[int, fmpq]]:
    """Return strategies on `rows` and `columns` that make the opponent indifferent between the moves of the basis.

    Return empty strategies if the linear system is singular.
    """
    size = len(rows)
    bordered = [[*(payoffs[i][j] for j in columns), fmpq(-1)] for i in rows] + [[*[fmpq(1)] * size, fmpq(0)]]
    right = fmpq_mat(size + 1, 1, [*[fmpq(0)] * size, fmpq(1)])
    try:
        column = fmpq_mat(bordered).solve(right)
        for move in bordered[:-1]:
            move[-1] = fmpq(1)
        bordered[-1] = [*[fmpq(-1)] * size, fmpq(0)]
        row = fmpq_mat(bordered).transpose().solve(right)
    except ZeroDivisionError:
        return {}, {}
    return (
        {i: row[a, 0] for a, i in enumerate(rows) if row[a, 0] != 0},
        {j: column[b, 0] for b, j in enumerate(columns) if column[b, 0] != 0},
    )


def _is_saddle_point(payoffs: Sequence[Sequence[fmpq]], i: int, j: int) -> bool:
    """Return whether a payoff is the least of its row and the greatest of its column."""
    value = payoffs[i][j]
    return all(value <= other for other in payoffs[i]) and all(row[j] <= value for row in payoffs)


def _value_if_optimal(payoffs: Sequence[Sequence[fmpq]], row: dict[int, fmpq], column: dict[int, fmpq]) -> fmpq | None:
    """Return the value of the game if both strategies are optimal, else None."""
    try:
        lower, upper = bracket_matrix_value(payoffs, row, column)
    except CertificateError:
        return None
    return lower if lower == upper else None


def _approximate(payoffs: Sequence[Sequence[Fraction | float]], exact: list[list[fmpq]]) -> Floats:
    """Return payoffs in floats between 0 and 1, from which a basis is proposed; no result depends on their rounding."""
    try:
        floats = to_float_matrix(
            [[p if isinstance(p, float) else p.numerator / p.denominator for p in row] for row in payoffs]
        )
    except OverflowError:  # greater than every float
        return to_float_matrix(_map_to_unit_interval(exact))
    low, spread = floats.min(), floats.max() - floats.min()
    # where payoffs hardly differ, or are tiny, their difference in floats has few right digits
    if not SMALLEST_SPREAD < spread < LARGEST_SPREAD or spread < abs(low) * RELATIVE_SPREAD:
        return to_float_matrix(_map_to_unit_interval(exact))
    scaled: Floats = (floats - low) / spread
    return scaled


def _map_to_unit_interval(payoffs: Sequence[Sequence[fmpq]]) -> list[list[float]]:
    """Map payoffs to [0, 1] and round: payoffs of any size become floats without overflow."""
    low, high = min(map(min, payoffs), default=fmpq(0)), max(map(max, payoffs), default=fmpq(0))
    spread = high - low if high > low else fmpq(1)
    return [[to_float((payoff - low) / spread) for payoff in row] for row in payoffs]
