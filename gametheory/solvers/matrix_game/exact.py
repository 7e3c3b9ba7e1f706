"""Zero-sum matrix games in exact rational arithmetic.

The simplex method in floats proposes a basis. The basis is solved and checked in rationals, so rounding cannot decide.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain
from math import lcm

import numpy as np
from flint import fmpq, fmpq_mat

from gametheory.model.payoff_matrix import PayoffMatrix
from gametheory.numbers.rationals import to_float, to_fraction
from gametheory.parallel.compiled import expect_steps, faster
from gametheory.solvers.matrix_game.float_matrix import steps_of_simplex, to_float_matrix
from gametheory.solvers.matrix_game.simplex_kernel import Floats, pure_guarantees, simplex
from gametheory.solvers.matrix_game.solution import MatrixSolution
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
    fails, the simplex method with Bland's rule (1977) finds an optimal basis in rationals. Cost: one linear system of
    the size of the basis; with Bland's rule, which is rare, O(m n) rational operations for each pivot.

    Parameters
    ----------
    payoffs
        m rows of n payoffs to the row player: integers, Fractions or floats. A float counts as the binary fraction that
        it stores.

    Returns
    -------
    MatrixSolution
        Value and optimal strategies as Fractions.

    Raises
    ------
    ValueError
        If the matrix is empty or not rectangular.

    Examples
    --------
    >>> solution = solve_matrix_exact([[Fraction(1), Fraction(0)], [Fraction(0), Fraction(2)]])
    >>> solution.value, solution.row
    (Fraction(2, 3), (Fraction(2, 3), Fraction(1, 3)))

    References
    ----------
    R. G. Bland, New finite pivoting rules for the simplex method, Mathematics of Operations Research 2 (1977).
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
    """Return the greatest number of binary digits after the point.

    >>> _fractional_bits(np.array([[0.75, 3.0], [-0.125, 0.0]]))
    3
    """
    mantissas, exponents = np.frexp(matrix)
    digits = np.ldexp(mantissas, MANTISSA).astype(np.int64)
    # the last digit of a number x that is not 0 is x & -x
    _, places = np.frexp((digits & -digits).astype(np.float64))
    return max(int((MANTISSA + 1 - exponents - places)[digits != 0].max(initial=0)), 0)


def solve_in_flint(payoffs: Sequence[Sequence[fmpq]]) -> tuple[fmpq, dict[int, fmpq], dict[int, fmpq], str]:
    """Return the result of `exact_solution` for payoffs of any size.

    Parameters
    ----------
    payoffs
        m rows of n exact payoffs.

    Examples
    --------
    >>> solve_in_flint([[fmpq(1), fmpq(0)], [fmpq(0), fmpq(2)]])[0]
    2/3
    """
    return exact_solution(payoffs, to_float_matrix(_map_to_unit_interval(payoffs)))


def exact_solution(
    payoffs: Sequence[Sequence[fmpq]], approximate: Floats
) -> tuple[fmpq, dict[int, fmpq], dict[int, fmpq], str]:
    """Return the value, the optimal strategies and the method, in the arithmetic of flint.

    Method and cost are those of `solve_matrix_exact`.

    Parameters
    ----------
    payoffs
        m rows of n exact payoffs.
    approximate
        The same payoffs in floats, possibly shifted and scaled, of shape (m, n).

    Returns
    -------
    tuple
        The value; the probability of each row that is played; the same for columns; the name of the method.

    Examples
    --------
    >>> import numpy as np
    >>> approximate = np.array([[1.0, 0.0], [0.0, 2.0]])
    >>> exact_solution([[fmpq(1), fmpq(0)], [fmpq(0), fmpq(2)]], approximate)
    (2/3, {0: 2/3, 1: 1/3}, {0: 2/3, 1: 1/3}, 'basis of the simplex')
    """
    expect_steps(simplex, 2 * steps_of_simplex(*approximate.shape))
    i, j, *_ = faster(pure_guarantees)(approximate)
    if _is_saddle_point(payoffs, i, j):
        return payoffs[i][j], {i: fmpq(1)}, {j: fmpq(1)}, "saddle point"
    for method, basis in _proposed_bases(payoffs, approximate):
        row, column = solve_indifference_equations(payoffs, *basis)
        if (value := _value_if_optimal(payoffs, row, column)) is not None:
            return value, row, column, method
    raise AssertionError("Bland's rule ended in a basis that is not optimal")


def _proposed_bases(
    payoffs: Sequence[Sequence[fmpq]], approximate: Floats
) -> Iterator[tuple[str, tuple[Sequence[int], Sequence[int]]]]:
    """Yield bases with their methods, each one harder to compute than those before; the last one is optimal."""
    for refactorizations in (0, 1):
        _, _, rows, columns, _ = faster(simplex)(approximate, refactorizations)
        yield "basis of the simplex", (rows.tolist(), columns.tolist())
    yield "Bland", exact_basis(payoffs)


def solve_indifference_equations(
    payoffs: Sequence[Sequence[fmpq]], rows: Sequence[int], columns: Sequence[int]
) -> tuple[dict[int, fmpq], dict[int, fmpq]]:
    """Return strategies on `rows` and `columns` that make the opponent indifferent between the moves of the basis.

    Return empty strategies if the linear system is singular.

    Parameters
    ----------
    payoffs
        m rows of n exact payoffs.
    rows, columns
        Rows and columns of the basis, equally many.

    Returns
    -------
    tuple
        The weight of each row, and of each column, without zeros. The weights sum to 1 and can be negative.

    Examples
    --------
    >>> solve_indifference_equations([[fmpq(1), fmpq(0)], [fmpq(0), fmpq(2)]], [0, 1], [0, 1])
    ({0: 2/3, 1: 1/3}, {0: 2/3, 1: 1/3})
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


def exact_basis(payoffs: Sequence[Sequence[fmpq]]) -> tuple[list[int], list[int]]:
    """Return the rows and columns of an optimal basis, by the simplex method with Bland's rule in rationals.

    The tableau is that of `simplex_kernel.simplex`, with payoffs shifted to positive ones. With Bland's rule (1977) no
    basis repeats, so the method ends.

    Examples
    --------
    >>> exact_basis([[fmpq(3), fmpq(-1)], [fmpq(-2), fmpq(4)]])
    ([0, 1], [0, 1])
    """
    m, n = len(payoffs), len(payoffs[0])
    lowest = min(min(row) for row in payoffs)
    tableau = [[payoff - lowest + 1 for payoff in row] + [fmpq(1)] for row in payoffs]
    tableau.append([fmpq(-1)] * n + [fmpq(0)])
    nonbasic, basic = list(range(n)), list(range(n, n + m))
    while entering := [s for s in range(n) if tableau[m][s] < 0]:
        s = min(entering, key=nonbasic.__getitem__)
        r = min((r for r in range(m) if tableau[r][s] > 0), key=lambda r: (tableau[r][n] / tableau[r][s], basic[r]))
        _pivot(tableau, r, s)
        nonbasic[s], basic[r] = basic[r], nonbasic[s]
    return sorted(label - n for label in nonbasic if label >= n), sorted(label for label in basic if label < n)


def _pivot(tableau: list[list[fmpq]], r: int, s: int) -> None:
    """Exchange the variables of a row and a column of Tucker's condensed tableau."""
    inverse = 1 / tableau[r][s]
    for i, line in enumerate(tableau):
        if i != r:
            factor = line[s] * inverse
            line[:] = [entry - factor * other for entry, other in zip(line, tableau[r], strict=True)]
            line[s] = -factor
    tableau[r] = [entry * inverse for entry in tableau[r]]
    tableau[r][s] = inverse


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
