"""Linear programs, exactly: the basis of HiGHS solved in rationals, or else pivots in integers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import lcm
from sys import maxsize
from typing import NamedTuple, TypeAlias

from gametheory.numbers.linear_system import solve_integers
from gametheory.solvers.pivoting import ONE, RATIONALS, TIME, Line, follow_path

TOLERANCES = (1e-9, 1e-7, 1e-11)
Row: TypeAlias = Mapping[int, int]
Numbers: TypeAlias = Sequence[Fraction]


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


def maximize(objective: Numbers, constraints: Sequence[Mapping[int, Fraction]]) -> Optimum:
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
    unit = lcm(*(payoff.denominator for payoff in objective))
    units = [lcm(*(number.denominator for number in row.values())) for row in constraints]
    rows: list[Row] = [
        {column: int(number * own) for column, number in row.items() if number}
        for row, own in zip(constraints, units, strict=True)
    ]
    goal = [int((payoff + shift) * unit) for payoff in objective]
    program = Program(goal, [*rows, dict.fromkeys(range(len(goal)), 1)], [0] * len(rows) + [1])
    weights, dual = _by_basis(program) or _by_pivots(program)
    multipliers = tuple(each * own / unit for each, own in zip(dual, [*units, 1], strict=True))
    if not any(weights):
        return Optimum(None, (), multipliers[:-1])
    return Optimum(multipliers[-1] - shift, tuple(weights), multipliers[:-1])


def _by_basis(program: Program) -> tuple[list[Fraction], list[Fraction]] | None:
    """Return optimal weights and multipliers; None if rounding errors hide the basis."""
    if (solved := solve_in_floats(program)) is None:
        return None
    pairs = product(primal_vertices(program, solved), dual_vertices(program, solved))
    return next((pair for pair in pairs if _is_optimal(program, *pair)), None)


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
    known = set()
    for tolerance in TOLERANCES:
        tight = [index for index, slack in enumerate(slacks) if slack <= tolerance]
        used = {column for index in tight for column in lines[index]}.intersection(free)
        chosen = [index for index, size in enumerate(near) if (index in used if index in free else size > tolerance)]
        if (key := (*tight, -1, *chosen)) not in known:
            known.add(key)
            basic = {old: new for new, old in enumerate(chosen)}
            rows = [{basic[old]: entry for old, entry in lines[index].items() if old in basic} for index in tight]
            solved = solve_integers(rows, [right[index] for index in tight], len(basic)) if basic else []
            if solved is not None:
                yield [solved[basic[index]] if index in basic else Fraction(0) for index in range(len(near))]


def _is_optimal(program: Program, weights: Numbers, multipliers: Numbers) -> bool:
    """Return whether weights and multipliers are feasible, and prove each other optimal."""
    sums = [sum(entry * weights[at] for at, entry in row.items() if weights[at]) for row in program.rows]
    prices = [Fraction(0)] * len(program.goal)
    for multiplier, row in zip(multipliers, program.rows, strict=True):
        for column, entry in row.items() if multiplier else ():
            prices[column] += multiplier * entry
    value = sum(weight * goal for weight, goal in zip(weights, program.goal, strict=True))
    return (
        min(*weights, *multipliers) >= 0
        and all(left <= right for left, right in zip(sums, program.bounds, strict=True))
        and all(price >= goal for price, goal in zip(prices, program.goal, strict=True))
        and value == sum(each * bound for each, bound in zip(multipliers, program.bounds, strict=True))
    )


def solve_in_floats(program: Program, presolve: bool = True) -> FloatSolution | None:
    """Return a solution by the dual simplex method of HiGHS, in floats, all rows scaled; None if it fails.

    Presolve is fast, but what it removes need not come back as a vertex.
    """
    import numpy as np
    from scipy.optimize import linprog
    from scipy.sparse import csr_array

    sizes = [max(map(abs, row.values()), default=1) for row in program.rows]
    entries = [entry / size for row, size in zip(program.rows, sizes, strict=True) for entry in row.values()]
    columns = [column for row in program.rows for column in row]
    begins = np.cumsum([0, *map(len, program.rows)])
    matrix = csr_array((entries, columns, begins), (len(program.rows), len(program.goal)))
    greatest = max(map(abs, program.goal)) or 1
    count, bounds = program.equations, np.array(program.bounds, float)
    equal = {"A_eq": matrix[:count], "b_eq": bounds[:count]} if count else {}
    least = {"A_ub": matrix[count:], "b_ub": bounds[count:]} if count < len(bounds) else {}
    solved = linprog(
        np.array([-each / greatest for each in program.goal]),
        bounds=[(0, None)] * (len(program.goal) - program.free) + [(None, None)] * program.free,
        method="highs-ds",
        options={"presolve": presolve},
        **equal,
        **least,
    )
    if solved.x is None or solved.lower.marginals is None:
        return None
    slacks = [0.0] * count + solved.slack.tolist()
    multipliers = (-np.concatenate([solved.eqlin.marginals, solved.ineqlin.marginals])).tolist()
    return FloatSolution(solved.x.tolist(), slacks, multipliers, solved.lower.marginals.tolist())


def _by_pivots(program: Program) -> tuple[list[Fraction], list[Fraction]]:
    """Return optimal weights and multipliers: an equilibrium of a path from a trivial program to this one.

    Each variable 2k is a weight or a multiplier, and 2k + 1 the slack of the constraint that it prices.
    """
    size = len(program.goal)
    lines: dict[int, Line] = {2 * column + 1: {ONE: 1, TIME: -1 - goal} for column, goal in enumerate(program.goal)}
    for index, (row, bound) in enumerate(zip(program.rows, program.bounds, strict=True), size):
        lines[2 * index + 1] = {ONE: 1, TIME: bound - 1} | {2 * column: -entry for column, entry in row.items()}
        for column, entry in row.items():
            lines[2 * column + 1][2 * index] = entry
    values = follow_path(lines, RATIONALS, maxsize)
    solved = [Fraction(*values.get(2 * variable, (0, 1))) for variable in range(size + len(program.rows))]
    return solved[:size], solved[size:]
