"""Vertices of polyhedra, exactly; and paths of equations in floats.

Complementary pivots go from one vertex to the next, of matrix games, two-player tables and trees. Linear programs take
the basis of HiGHS and solve it in rationals, or else pivot in integers. Cones, also degenerate ones, are cut by one
facet after another. A path of equations with one unknown more than equations is followed by predictor and corrector.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, product
from math import gcd, lcm
from operator import mul
from sys import maxsize
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

import numpy as np
from flint import fmpq, fmpq_poly, fmpz_poly
from numpy.typing import NDArray

from gametheory.numbers.linear_system import solve_integers
from gametheory.verify.complete_list import best_reply_matrices

Rational: TypeAlias = Fraction | int
Coefficient = TypeVar("Coefficient", Rational, fmpq_poly)
Whole = TypeVar("Whole", int, fmpz_poly)
Line: TypeAlias = dict[int, Coefficient]  # a linear expression: coefficients by variable
Values: TypeAlias = dict[int, tuple[Whole, Whole]]  # of variables, each as numerator and denominator

ONE, TIME = -1, -2  # the constant 1, and a variable t that grows from 0 to 1
MAX_PIVOTS = 10_000
TOLERANCES = (1e-9, 1e-7, 1e-11)  # of a slack that counts as 0
Row: TypeAlias = Mapping[int, int]
Numbers: TypeAlias = Sequence[Fraction]

Ray: TypeAlias = tuple[int, ...]
RayFacets: TypeAlias = tuple[Ray, int]  # a ray, and the facets that contain it as a set of bits
Bits: TypeAlias = NDArray[np.uint8]

FEW_PAIRS = 64  # of rays, for which arrays cost more than they save
MAX_PAIRS_IN_MEMORY = 1 << 22  # pairs of rays whose common facets are counted in one matrix product

Point: TypeAlias = NDArray[np.inexact[Any]]  # real; complex where a derivative is taken

MAX_STEPS = 2_000
PRECISIONS = tuple(10.0**k for k in np.arange(1.0, 6.1, 0.5))  # of the choices, where the path is looked at
FIRST_STEP, LEAST_STEP, GREATEST_STEP = 0.05, 1e-6, 50.0
TINY = 1e-30
FARTHEST = 1e9  # of a coordinate; products of two are finite
CLOSE = 1e-9
CORRECTIONS = 6


class TooManyPivots(Exception):
    """The path of complementary pivots is longer than the limit."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"no equilibrium after {limit:,} pivots")


@dataclass(frozen=True, slots=True)
class Arithmetic(Generic[Coefficient, Whole]):
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
    if lowest_coefficient(common) < 0:
        return -common
    return common


def _integers(coefficients: Sequence[Rational]) -> tuple[list[int], int]:
    common = common_denominator(coefficients)
    return [int(coefficient * common) for coefficient in coefficients], common


def _integer_polynomials(coefficients: Sequence[fmpq_poly]) -> tuple[list[fmpz_poly], fmpz_poly]:
    common = lcm(*(int(coefficient.denom()) for coefficient in coefficients))
    return [(coefficient * common).numer() for coefficient in coefficients], fmpz_poly([common])


RATIONALS: Arithmetic[Rational, int] = Arithmetic(
    lambda number: number, lambda integer: integer, _integers, lambda integer: integer, gcd
)
POLYNOMIALS: Arithmetic[fmpq_poly, fmpz_poly] = Arithmetic(
    lambda number: fmpq_poly([fmpq(number.numerator, number.denominator)]),
    lambda integer: fmpz_poly([integer]),
    _integer_polynomials,
    lowest_coefficient,
    positive_gcd,
)


class Tableau(Generic[Coefficient, Whole]):
    """Equations, one for each basic variable: d basic + sum of coefficient times nonbasic = constant.

    Each line has its own positive factor d, and no common divisor: so the lines of a tree, in which most coefficients
    are 0, stay short, and those of a table are no longer than the minors of Bareiss (1968).
    """

    def __init__(
        self, rows: Mapping[int, Line[Coefficient]], nonbasic: Iterable[int], arithmetic: Arithmetic[Coefficient, Whole]
    ) -> None:
        self.arithmetic: Arithmetic[Coefficient, Whole] = arithmetic
        self.initial = list(rows)
        self.basis = list(rows)
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
        line = self.lines[leaving]
        entry = self.lines[leaving][column]
        factor = self.factors[leaving]
        left = self.basis[leaving]
        for index, other in enumerate(self.lines):
            multiple = other[column]
            if index == leaving or not multiple:
                continue
            # most coefficients of a tree are 0, and a product of polynomials costs more than a test
            changed = [entry * a - multiple * b if b else entry * a for a, b in zip(other, line, strict=True)]
            changed[column] = -multiple * factor
            # no line keeps a common divisor, so that numbers stay as short as the minors of Bareiss
            new_factor = self.factors[index] * entry
            divisor = self.arithmetic.gcd(new_factor, *changed)
            self.factors[index] = new_factor // divisor
            self.lines[index] = [a // divisor for a in changed]
        line[column], self.factors[leaving] = factor, entry
        self.basis[leaving], self.column_of[left] = entering, column
        return left

    def _lexicographic_minimum(self, column: int) -> int:
        """Return the line with the least ratio; the columns of the first basis break ties, so that no basis repeats."""
        sign = self.arithmetic.sign
        candidates = [index for index, line in enumerate(self.lines) if sign(line[column]) > 0]
        if len(candidates) > 1:
            candidates = self._least(candidates, column, [line[-1] for line in self.lines])
        if len(candidates) > 1 and ONE in self.basis:
            end = self.basis.index(ONE)
            if end in candidates:
                return end  # the path may end here, at t = 1
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
            # the entries are positive, so that products compare the ratios
            product_here = values[index] * self.lines[other][column]
            product_there = values[other] * self.lines[index][column]
            return self.arithmetic.sign(product_here - product_there)

        best = candidates[0]
        for index in candidates:
            if excess(index, best) < 0:
                best = index
        return [index for index in candidates if excess(index, best) == 0]

    def values(self) -> Values[Whole]:
        """Return the value of each basic variable, numerator and denominator."""
        lines = zip(self.basis, self.factors, self.lines, strict=True)
        return {variable: (line[-1], factor) for variable, factor, line in lines}


def follow_path(
    rows: Mapping[int, Line[Coefficient]], arithmetic: Arithmetic[Coefficient, Whole], limit: int
) -> Values[Whole]:
    """Return the values of the basic variables at t = 1, on the path of complementary pivots that begins at t = 0.

    The variables 2k and 2k + 1 are complementary. Lemke's pivots (1965) with the lexicographic rule: no basis comes
    twice. Cost: for each pivot up to the square of the number of rows.

    >>> follow_path({0: {TIME: Fraction(1), 1: Fraction(-2)}}, RATIONALS, 10)
    {0: (1, 1), -2: (1, 1)}

    References
    ----------
    C. E. Lemke, Bimatrix equilibrium points and mathematical programming, Management Science 11 (1965).
    """
    # t itself is a variable, and its bound an equation: the path ends when the slack of t <= 1 leaves
    one = arithmetic.constant(Fraction(1))
    until_end = {ONE: {TIME: -one, ONE: one}}  # 1 - t, which leaves the basis at the end
    tableau = Tableau({**rows, **until_end}, [TIME, *(variable ^ 1 for variable in rows)], arithmetic)
    entering = TIME
    # from here on the path is determined: the complement of the variable that left enters
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
    against_rows, against_columns = best_reply_matrices(row_payoffs, column_payoffs)
    rows = range(len(against_rows))
    columns = range(len(rows), len(rows) + len(against_columns))
    of_rows = _best_response_tableau(columns, rows, against_columns)
    of_columns = _best_response_tableau(rows, columns, against_rows)
    entering, tableau = label, of_rows
    if label not in rows:
        tableau = of_columns
    for _ in range(limit):
        entering = tableau.pivot(entering)
        if entering == label:
            return _distribution(of_rows, rows), _distribution(of_columns, columns)
        # the variable that left has a complement in the other polytope, which enters next
        tableau = of_columns if tableau is of_rows else of_rows
    raise TooManyPivots(limit)


def _best_response_tableau(slacks: range, weights: range, payoffs: Sequence[Sequence[int]]) -> Tableau[Rational, int]:
    """Return the polytope of one player's mixed strategies, with a slack for each strategy of the other."""
    rows = {}
    for slack, line in zip(slacks, payoffs, strict=True):
        row: Line[Rational] = {ONE: 1}
        for variable, payoff in zip(weights, line, strict=True):
            row[variable] = -payoff
        rows[slack] = row
    return Tableau(rows, weights, RATIONALS)


def common_denominator(numbers: Iterable[Fraction | int]) -> int:
    """Return the least whole number by which all numbers become whole."""
    return lcm(*(number.denominator for number in numbers))


def normalized(weights: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Return weights divided by their sum."""
    total = sum(weights)
    return tuple(weight / total for weight in weights)


def _distribution(tableau: Tableau[Rational, int], variables: Iterable[int]) -> tuple[Fraction, ...]:
    values = tableau.values()
    return normalized([Fraction(*values.get(variable, (0, 1))) for variable in variables])


class Optimum(NamedTuple):
    """The greatest value, a distribution that attains it, and the multipliers that prove it; no value if none is."""

    value: Fraction | None
    weights: tuple[Fraction, ...]
    multipliers: tuple[Fraction, ...]


class Program(NamedTuple):
    """Maximize goal . x, where each row . x is at most its bound, and equal to it in the first rows.

    All x are at least 0, except the last, which are free.
    """

    goal: list[int]
    rows: list[Row]
    bounds: list[int]
    equations: int = 0
    free: int = 0


class FloatSolution(NamedTuple):
    """An optimal solution in floats: columns, rows, and how far their inequalities are from being tight."""

    weights: list[float]
    slacks: list[float]
    multipliers: list[float]
    losses: list[float]


def maximize(objective: Numbers, constraints: Sequence[Mapping[int, Fraction]], in_floats: bool = True) -> Optimum:
    """Return the distribution with the greatest expected objective, of those with no constraint above 0.

    Multipliers y >= 0 of the constraints prove it: objective - y . constraints is nowhere above the value. If no
    distribution satisfies the constraints, y . constraints is everywhere at least 1. The objective is shifted to be
    positive, and the weights may have a sum below 1: then they are 0 if and only if no distribution satisfies them.

    >>> maximize([Fraction(1), Fraction(2)], [{0: Fraction(-1), 1: Fraction(3)}])
    Optimum(value=Fraction(5, 4), weights=(Fraction(3, 4), Fraction(1, 4)), multipliers=(Fraction(1, 4),))
    >>> maximize([Fraction(1)], [{0: Fraction(3)}])
    Optimum(value=None, weights=(), multipliers=(Fraction(1, 3),))
    """
    shift = 1 - min(objective)
    common = common_denominator(objective)
    goal = [int((payoff + shift) * common) for payoff in objective]
    rows: list[Row] = []
    units = []
    for constraint in constraints:
        unit = common_denominator(constraint.values())
        rows.append({column: int(number * unit) for column, number in constraint.items() if number})
        units.append(unit)
    sum_of_weights = dict.fromkeys(range(len(goal)), 1)
    program = Program(goal, [*rows, sum_of_weights], [0] * len(rows) + [1])
    # floats propose a basis in most programs; the pivots need no float, and in small ones no second to load a library
    weights, dual = (in_floats and _by_basis(program)) or _by_pivots(program)
    shifted_value = dual[-1] / common
    pairs = zip(dual[:-1], units, strict=True)
    multipliers = tuple(multiplier * unit / common for multiplier, unit in pairs)
    # nothing has a weight: the goal is positive everywhere, so no distribution satisfies the constraints
    if not any(weights):
        return Optimum(None, (), multipliers)
    return Optimum(shifted_value - shift, tuple(weights), multipliers)


def _by_basis(program: Program) -> tuple[list[Fraction], list[Fraction]] | None:
    """Return optimal weights and multipliers; None if rounding errors hide the basis."""
    solved = solve_in_floats(program)
    if solved is None:
        return None
    candidates = product(primal_vertices(program, solved), dual_vertices(program, solved))
    for weights, multipliers in candidates:
        if _is_optimal(program, weights, multipliers):
            return weights, multipliers
    return None


def primal_vertices(program: Program, solved: FloatSolution) -> Iterator[list[Fraction]]:
    """Yield weights that can be optimal; nothing checks them. A free one that others do not depend on can be 0."""
    free = range(len(program.goal) - program.free, len(program.goal))
    return _vertices(program.rows, program.bounds, solved.slacks, solved.weights, free)


def dual_vertices(program: Program, solved: FloatSolution) -> Iterator[list[Fraction]]:
    """Yield multipliers that can be optimal; nothing checks them, and free ones are as those of `primal_vertices`."""
    columns: list[dict[int, int]] = [{} for _ in program.goal]
    for index, row in enumerate(program.rows):
        for column, entry in row.items():
            columns[column][index] = entry
    return _vertices(columns, program.goal, solved.losses, solved.multipliers, range(program.equations))


def _vertices(
    lines: Sequence[Row], right: Sequence[int], slacks: Sequence[float], near: Sequence[float], free: range
) -> Iterator[list[Fraction]]:
    """Yield the numbers that tight lines determine, where only free ones and those above a tolerance are not 0.

    Free numbers in no tight line are left out.
    """
    tried = set()
    # rounding hides which slacks are 0: the usual tolerance first, then others
    for tolerance in TOLERANCES:
        tight = [index for index, slack in enumerate(slacks) if slack <= tolerance]
        used = set(chain.from_iterable(map(lines.__getitem__, tight)))
        chosen = []
        for index, size in enumerate(near):
            if index in free:
                if index in used:
                    chosen.append(index)
            elif size > tolerance:
                chosen.append(index)
        basis = (tuple(tight), tuple(chosen))
        if basis in tried:  # another tolerance often chooses the same
            continue
        tried.add(basis)
        new_number = {old: new for new, old in enumerate(chosen)}
        rows = []
        for index in tight:
            rows.append({new_number[old]: entry for old, entry in lines[index].items() if old in new_number})
        solved: Sequence[Fraction] | None = []
        if chosen:
            solved = solve_integers(rows, list(map(right.__getitem__, tight)), len(chosen))
        if solved is None:  # the lines contradict each other, or do not determine the numbers
            continue
        numbers = [Fraction(0)] * len(near)
        for index, number in zip(chosen, solved, strict=True):
            numbers[index] = number
        yield numbers


def _is_optimal(program: Program, weights: Numbers, multipliers: Numbers) -> bool:
    """Return whether weights and multipliers are feasible, and prove each other optimal."""
    if min(*weights, *multipliers) < 0:
        return False
    # weak duality: y . A >= c and A x <= b give c . x <= b . y
    prices = [Fraction(0)] * len(program.goal)
    for row, bound, multiplier in zip(program.rows, program.bounds, multipliers, strict=True):
        left = sum(entry * weights[column] for column, entry in row.items() if weights[column])
        if left > bound:
            return False
        if multiplier:
            for column, entry in row.items():
                prices[column] += multiplier * entry
    if any(price < goal for price, goal in zip(prices, program.goal, strict=True)):
        return False
    # feasible solutions of both programs are optimal exactly if their values are equal
    return _dot(weights, program.goal) == _dot(multipliers, program.bounds)


def _dot(numbers: Numbers, others: Sequence[int]) -> Fraction:
    return sum(map(mul, numbers, others), Fraction(0))


def solve_in_floats(program: Program, presolve: bool = True) -> FloatSolution | None:
    """Return a solution by the dual simplex method of HiGHS, in floats, all rows scaled; None if it fails.

    Presolve is fast, but what it removes need not come back as a vertex.
    """
    from scipy.optimize import linprog
    from scipy.sparse import csr_array

    entries: list[float] = []
    columns: list[int] = []
    for row in program.rows:
        size = max(map(abs, row.values()), default=1)
        columns += row.keys()
        entries += [entry / size for entry in row.values()]
    begins = np.cumsum([0, *map(len, program.rows)])
    matrix = csr_array((entries, columns, begins), (len(program.rows), len(program.goal)))
    greatest = max(map(abs, program.goal)) or 1
    count = program.equations
    right = np.array(program.bounds, float)
    lines: dict[str, object] = {}
    if count:
        lines |= {"A_eq": matrix[:count], "b_eq": right[:count]}
    if count < len(right):
        lines |= {"A_ub": matrix[count:], "b_ub": right[count:]}
    at_least_0 = len(program.goal) - program.free
    solved = linprog(
        np.array([-weight / greatest for weight in program.goal]),
        bounds=[(0, None)] * at_least_0 + [(None, None)] * program.free,
        method="highs-ds",
        options={"presolve": presolve},
        **lines,
    )
    if solved.x is None or solved.lower.marginals is None:
        return None
    slacks = [0.0] * count + solved.slack.tolist()
    marginals = np.concatenate([solved.eqlin.marginals, solved.ineqlin.marginals])
    return FloatSolution(solved.x.tolist(), slacks, (-marginals).tolist(), solved.lower.marginals.tolist())


def _by_pivots(program: Program) -> tuple[list[Fraction], list[Fraction]]:
    """Return optimal weights and multipliers: an equilibrium of a path from a trivial program to this one.

    Each variable 2k is a weight or a multiplier, and 2k + 1 the slack of the constraint that it prices.
    """
    size = len(program.goal)
    lines: dict[int, Line[Rational]] = {}
    # at t = 0 all weights 0 are optimal, since every goal is negative and every bound positive
    for column, goal in enumerate(program.goal):
        lines[2 * column + 1] = {ONE: 1, TIME: -1 - goal}
    for index, (row, bound) in enumerate(zip(program.rows, program.bounds, strict=True), size):
        line: Line[Rational] = {ONE: 1, TIME: bound - 1}
        for column, entry in row.items():
            line[2 * column] = -entry
            lines[2 * column + 1][2 * index] = entry
        lines[2 * index + 1] = line
    values = follow_path(lines, RATIONALS, maxsize)
    numbers = range(size + len(program.rows))
    solved = [Fraction(*values.get(2 * number, (0, 1))) for number in numbers]
    return solved[:size], solved[size:]


class TooManyVertices(Exception):
    """A polytope has more vertices than the limit."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"more than {limit:,} vertices of a best-response polytope")


def cut_cone(rays: dict[Ray, int], normal: Sequence[int], facet: int, limit: int) -> dict[Ray, int]:
    """Return the extreme rays, with their facets, of the part of a cone where ray . normal >= 0.

    One step of the double description method: the cut makes a new ray of every two adjacent rays on different sides.
    Two rays are adjacent if no third ray lies on all their common facets; this is correct for degenerate cones, too.
    Cost: the number of pairs of rays on different sides, times the number of facets.

    >>> cut_cone({(1, 0): 0b10, (0, 1): 0b01}, (1, -1), 0b100, 10)
    {(1, 0): 2, (1, 1): 4}

    References
    ----------
    T. S. Motzkin, H. Raiffa, G. L. Thompson and R. M. Thrall, The double description method (1953). K. Fukuda and
    A. Prodon, Double description method revisited (1996).
    """
    slacks = {ray: sum(map(mul, ray, normal)) for ray in rays}
    remaining: dict[Ray, int] = {}
    inside: list[RayFacets] = []
    outside: list[RayFacets] = []
    for ray, facets in rays.items():
        slack = slacks[ray]
        if slack < 0:
            outside.append((ray, facets))
        elif slack == 0:
            remaining[ray] = facets | facet
        else:
            remaining[ray] = facets
            inside.append((ray, facets))
    shared = len(normal) - 2
    on_facet: dict[int, int] = {}
    for (ray, facets), (other, other_facets) in _pairs_sharing(inside, outside, shared):
        common = facets & other_facets
        # A ray on the least possible number of facets is simple: no third ray lies on the common facets.
        simple = facets.bit_count() == shared + 1
        if not simple and not on_facet:
            on_facet = _rays_on_each_facet(rays.values())
        if simple or _are_adjacent(common, on_facet):
            remaining[_between(ray, slacks[ray], other, -slacks[other])] = common | facet
            if len(remaining) > limit + 1:
                raise TooManyVertices(limit)
    return remaining


def _pairs_sharing(
    inside: list[RayFacets], outside: list[RayFacets], shared: int
) -> Iterator[tuple[RayFacets, RayFacets]]:
    """Yield the pairs of rays with at least `shared` common facets, counted by matrix products."""
    if len(inside) * len(outside) <= FEW_PAIRS:
        for one, other in product(inside, outside):
            if (one[1] & other[1]).bit_count() >= shared:
                yield one, other
        return
    # products of floats are much faster than those of integers, and exact for counts
    inside_facets = _incidences([facets for _, facets in inside]).astype(np.float32)
    outside_facets = _incidences([facets for _, facets in outside]).astype(np.float32)
    common = min(inside_facets.shape[1], outside_facets.shape[1])
    # blocks of rows, so that the counts fit in memory
    height = max(1, MAX_PAIRS_IN_MEMORY // len(outside))
    for first in range(0, len(inside), height):
        counts = inside_facets[first : first + height, :common] @ outside_facets[:, :common].T
        rows, columns = np.nonzero(counts >= shared)
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
            yield inside[first + row], outside[column]


def _incidences(sets: Collection[int]) -> Bits:
    """Return the incidence matrix: one row for each set of bits, with a 1 for each element."""
    length = max(bits.bit_length() for bits in sets) // 8 + 1
    packed = b"".join(bits.to_bytes(length, "little") for bits in sets)
    rows = np.frombuffer(packed, np.uint8).reshape(len(sets), length)
    return np.unpackbits(rows, axis=1, bitorder="little")


def _rays_on_each_facet(all_facets: Collection[int]) -> dict[int, int]:
    """Return for each facet, as its bit, the rays on it, as a set of bits; for 0 all rays."""
    rows = np.packbits(_incidences(all_facets).T, axis=1, bitorder="little")
    sets = {1 << facet: int.from_bytes(row.tobytes(), "little") for facet, row in enumerate(rows)}
    return {0: (1 << len(all_facets)) - 1} | sets


def _are_adjacent(common: int, on_facet: dict[int, int]) -> bool:
    """Return whether exactly two rays lie on all the common facets."""
    on_all = on_facet[0]
    # the rays on all common facets: the intersection of the rays on each of them
    while common:
        lowest = common & -common
        on_all &= on_facet[lowest]
        common ^= lowest
    return on_all.bit_count() == 2


def _between(ray: Ray, slack: int, other: Ray, excess: int) -> Ray:
    """Return the combination of two rays that lies on the cut, in lowest terms."""
    combination = [excess * a + slack * b for a, b in zip(ray, other, strict=True)]
    divisor = gcd(*combination)
    return tuple(number // divisor for number in combination)


def followed(residual: Callable[[Point], Point], point: Point) -> Iterator[Point]:
    """Yield the points of a path at which its last coordinate passes each precision for the first time."""
    direction = np.eye(len(point))[-1]
    step = FIRST_STEP
    wanted = list(PRECISIONS)
    for _ in range(MAX_STEPS):
        tangent = _tangent(jacobian(residual, point), direction)
        after = None
        if tangent is not None:
            after = corrected(residual, point + step * tangent, tangent)
        # a corrector that goes far may have left the path for another one
        if tangent is None or after is None or np.abs(after - point).max() > 3 * step:
            step /= 4
            if step < LEAST_STEP:
                return
            continue
        point, direction = after, tangent
        step = min(1.5 * step, GREATEST_STEP * max(1.0, point[-1] / 100))
        if point[-1] >= wanted[0]:
            yield point
            wanted = [precision for precision in wanted if precision > point[-1]]
            if not wanted:
                return


def corrected(residual: Callable[[Point], Point], point: Point, normal: Point) -> Point | None:
    """Return the point of the path near a point, in the plane with this normal; None if Newton's method fails."""
    for _ in range(CORRECTIONS):
        matrix = np.vstack([jacobian(residual, point), normal])
        try:
            change = np.linalg.solve(matrix, np.append(residual(point), 0.0))
        except np.linalg.LinAlgError:
            return None
        point = point - change
        largest = np.abs(point).max()
        if not np.isfinite(point).all() or largest > FARTHEST:
            return None
        if np.abs(change).max() <= CLOSE * max(1.0, float(largest)):
            return point
    return None


def _tangent(derivative: Point, direction: Point) -> Point | None:
    """Return the unit tangent that goes on in a direction; None if the path is not smooth here."""
    # the component along the old direction is 1, so that the path does not turn back
    right = np.zeros(len(direction))
    right[-1] = 1.0
    try:
        tangent: Point = np.linalg.solve(np.vstack([derivative, direction]), right)
    except np.linalg.LinAlgError:
        return None
    return np.asarray(tangent / np.linalg.norm(tangent))


def jacobian(residual: Callable[[Point], Point], point: Point) -> Point:
    """Return the derivative of an analytic function by a complex step in each coordinate (Squire and Trapp 1998)."""
    return (residual(point + 1j * TINY * np.eye(len(point))).imag / TINY).T
