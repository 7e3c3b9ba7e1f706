"""Linear programs over distributions, exactly: the basis of HiGHS solved in rationals, or else pivots in integers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from sys import maxsize
from typing import Any, NamedTuple, TypeAlias

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
    """Maximize goal . x, where x >= 0 and each row . x is at most its bound."""

    goal: list[int]
    rows: list[Row]
    bounds: list[int]


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
    solved = _solve_in_floats(program)
    if solved is None:
        return None
    weights, slacks, multipliers, losses = solved
    columns: list[dict[int, int]] = [{} for _ in program.goal]
    for index, row in enumerate(program.rows):
        for column, entry in row.items():
            columns[column][index] = entry
    for tolerance in TOLERANCES:
        primal = _vertex(program.rows, program.bounds, slacks, weights, tolerance)
        dual = _vertex(columns, program.goal, losses, multipliers, tolerance)
        if primal and dual and _is_optimal(program, primal, dual):
            return primal, dual
    return None


def _vertex(
    lines: Sequence[Row], right: list[int], slacks: Mapping[int, float], near: list[float], tolerance: float
) -> list[Fraction] | None:
    """Return the numbers that the tight lines determine, where only those above the tolerance are not 0."""
    basic = {old: new for new, old in enumerate(index for index, number in enumerate(near) if number > tolerance)}
    tight = [index for index, slack in slacks.items() if slack <= tolerance]
    rows = [{basic[old]: entry for old, entry in lines[index].items() if old in basic} for index in tight]
    solved = solve_integers(rows, [right[index] for index in tight], len(basic)) if basic else []
    if solved is None:
        return None
    return [solved[basic[index]] if index in basic else Fraction(0) for index in range(len(near))]


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


def _solve_in_floats(program: Program) -> Any:
    """Return weights, slacks by row, multipliers, and losses by column by HiGHS, all rows scaled; None if it fails."""
    import numpy as np
    from scipy.optimize import linprog
    from scipy.sparse import csr_array

    sizes = [max(map(abs, row.values()), default=1) for row in program.rows]
    entries = [entry / size for row, size in zip(program.rows, sizes, strict=True) for entry in row.values()]
    columns = [column for row in program.rows for column in row]
    begins = np.cumsum([0, *map(len, program.rows)])
    matrix = csr_array((entries, columns, begins), (len(program.rows), len(program.goal)))
    greatest = max(program.goal)
    goal = np.array([-each / greatest for each in program.goal])
    solved = linprog(goal, A_ub=matrix, b_ub=np.array(program.bounds, float), method="highs-ds")
    if solved.x is None or solved.lower.marginals is None:
        return None
    slacks, losses = (dict(enumerate(each.tolist())) for each in (solved.slack, solved.lower.marginals))
    return solved.x.tolist(), slacks, (-solved.ineqlin.marginals).tolist(), losses


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
