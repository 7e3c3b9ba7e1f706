"""Nash equilibria of two-player games in normal form: a table is a tree of one move each, in realization plans."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain

from flint import fmpq

from gametheory.model.normal_form import MixedStrategy, NormalForm, PayoffMatrix
from gametheory.model.sequence_form import RealizationPlan, SequenceForm
from gametheory.numbers.rationals import to_fraction
from gametheory.solvers import pivoting
from gametheory.solvers.double_description import TooManyVertices
from gametheory.solvers.nash_solution import Equilibrium, NashpyCheck, NashSolution
from gametheory.solvers.pivoting import MAX_PIVOTS
from gametheory.solvers.sequence_form.equilibrium import form_of_table, longest_payoff
from gametheory.solvers.sequence_form.extreme_equilibria import (
    ExtremeEquilibria,
    TooManyEquilibria,
    enumerate_equilibria,
    vertex_limit,
)
from gametheory.solvers.solution import Check
from gametheory.verify import check_nash

MAX_STRATEGIES = 200
CLOSE = 1e-6  # equilibria are equal if no probability differs by more
MAX_STRATEGIES_FOR_NASHPY = 12  # of both players together
MAX_WORK = 200_000_000  # bits of a payoff, times rows, columns, and the lesser of both
NASH_CHECK = Check("every listed pair of strategies is a Nash equilibrium, in rationals", "verify.check_nash")
NASHPY_CHECK = Check("nashpy finds the same extreme equilibria, in floats", "nashpy")


def table_equilibria(game: NormalForm, find_all: bool = False, limit: int | None = None) -> NashSolution:
    """Return all extreme Nash equilibria of a two-player game, or one equilibrium of a large game.

    Vertex enumeration finds all extreme equilibria. If a best-response polytope has more than 2,000 vertices, linear
    programming finds one equilibrium of a constant-sum game, and the Lemke-Howson algorithm one of any other game.
    `verify.check_nash` accepts every equilibrium in exact arithmetic.
    """
    if len(game.players) != 2:
        raise ValueError(f"the game has {len(game.players)} players; nash needs at least two")
    matrices = game.payoff_matrix(0), game.payoff_matrix(1)
    total = constant_sum(*matrices)
    try:
        found = extreme_equilibria(*matrices, _vertex_limit(matrices, find_all, limit))
    except (TooManyEquilibria, TooManyVertices):
        if find_all:
            raise
        equilibrium, method = _one_equilibrium(matrices, total, limit)
        return NashSolution(game, (equilibrium,), method, complete=False, checked=(NASH_CHECK,), constant_sum=total)
    return NashSolution(
        game,
        found.extreme,
        "vertex enumeration",
        complete=True,
        checked=(NASH_CHECK,),
        constant_sum=total,
        subsets=found.subsets,
        degenerate=found.degenerate,
    )


def compared_with_nashpy(solution: NashSolution) -> NashSolution:
    """Return a solution with the cross-check by nashpy, if it lists all extreme equilibria of a small table.

    Small are games of at most 12 strategies in total, and at least two of each player: Qhull has no polytopes of one
    dimension.
    """
    game = solution.game
    if not isinstance(game, NormalForm) or len(game.players) != 2 or not solution.complete:
        return solution
    if min(map(len, game.strategies)) < 2 or sum(map(len, game.strategies)) > MAX_STRATEGIES_FOR_NASHPY:
        return solution
    nashpy = cross_check_with_nashpy(game.payoff_matrix(0), game.payoff_matrix(1), solution.equilibria)
    same = nashpy == NashpyCheck(len(solution.equilibria), 0, 0)
    return replace(solution, nashpy=nashpy, checked=(*solution.checked, *([NASHPY_CHECK] if same else [])))


def _vertex_limit(matrices: tuple[PayoffMatrix, PayoffMatrix], find_all: bool, limit: int | None) -> int:
    """Return the greatest number of vertices to compute; ValueError if even one equilibrium takes too long."""
    rows, columns = len(matrices[0]), len(matrices[0][0])
    most = max(MAX_STRATEGIES, limit or 0)
    if max(rows, columns) > most:
        raise ValueError(
            f"{rows:,} x {columns:,} strategies; at most {most:,} for each player, "
            "unless gametheory nash --limit, in Python limit, allows more"
        )
    if limit:
        return limit
    bits = longest_payoff(table_form(*matrices))
    if bits * rows * columns * min(rows, columns) > MAX_WORK:
        raise ValueError(
            f"payoffs of {bits:,} bits over their common denominator are too long for {rows} x {columns}, "
            "unless gametheory nash --limit, in Python limit, is given"
        )
    return vertex_limit(bits, find_all)


def _one_equilibrium(
    matrices: tuple[PayoffMatrix, PayoffMatrix], total: Fraction | None, limit: int | None
) -> tuple[Equilibrium, str]:
    """Return one equilibrium and the name of the method."""
    if total is None:
        return lemke_howson(*matrices, limit=max(MAX_PIVOTS, limit or 0)), "Lemke-Howson"
    # here, because the compiled simplex method takes a second to load, and small games do not need it
    from gametheory.solvers.matrix_game.exact import solve_matrix

    # If the sum of payoffs is constant, optimal strategies of the zero-sum game are an equilibrium.
    solution = solve_matrix([[fmpq(payoff) for payoff in row] for row in pivoting.positive_integers(matrices[0])])
    row, column = (
        tuple(to_fraction(mixed.get(move, fmpq(0))) for move in range(size))
        for mixed, size in ((solution.row, len(matrices[0])), (solution.column, len(matrices[0][0])))
    )
    return checked_equilibrium(*matrices, row, column), "linear programming"


def extreme_equilibria(
    row_payoffs: PayoffMatrix, column_payoffs: PayoffMatrix, limit: int = 20_000
) -> ExtremeEquilibria:
    """Return all extreme equilibria of two payoff matrices; `verify.check_nash` accepts each of them.

    A table is a tree in which each player has one information set. Method and cost are those of `enumerate_equilibria`.

    >>> from gametheory.model.normal_form import exact_payoffs
    >>> A, B = exact_payoffs([[3, 3], [2, 5], [0, 6]]), exact_payoffs([[3, 2], [2, 6], [3, 1]])
    >>> equilibria = extreme_equilibria(A, B)
    >>> [tuple(map(str, equilibrium.row)) for equilibrium in equilibria.extreme]
    [('1', '0', '0'), ('4/5', '1/5', '0'), ('0', '1/3', '2/3')]
    >>> equilibria.degenerate, equilibria.subsets
    (False, ((0,), (1,), (2,)))
    """

    def checked(pair: tuple[RealizationPlan, RealizationPlan]) -> Equilibrium:
        # without the weight 1 of doing nothing, a realization plan is a mixed strategy
        return checked_equilibrium(row_payoffs, column_payoffs, *(plan[1:] for plan in pair))

    form = table_form(*map(pivoting.positive_integers, (row_payoffs, column_payoffs)))
    return enumerate_equilibria(form, checked, limit)


def table_form(
    row_payoffs: Sequence[Sequence[Fraction | int]], column_payoffs: Sequence[Sequence[Fraction | int]]
) -> SequenceForm:
    """Return two payoff matrices as the sequence form of a tree in which each player moves once."""
    return form_of_table(
        {
            (i, j): pair
            for i, lines in enumerate(zip(row_payoffs, column_payoffs, strict=True))
            for j, pair in enumerate(zip(*lines, strict=True))
        }
    )


def lemke_howson(
    row_payoffs: PayoffMatrix, column_payoffs: PayoffMatrix, label: int = 0, limit: int = MAX_PIVOTS
) -> Equilibrium:
    """Return the equilibrium at the end of a path of `pivoting.lemke_howson`; `verify.check_nash` accepts it."""
    row, column = pivoting.lemke_howson(row_payoffs, column_payoffs, label, limit)
    return checked_equilibrium(row_payoffs, column_payoffs, row, column)


def checked_equilibrium(
    row_payoffs: PayoffMatrix, column_payoffs: PayoffMatrix, row: MixedStrategy, column: MixedStrategy
) -> Equilibrium:
    """Return an equilibrium that `verify.check_nash` accepts."""
    return Equilibrium((row, column), check_nash(row_payoffs, column_payoffs, row, column))


def constant_sum(row_payoffs: PayoffMatrix, column_payoffs: PayoffMatrix) -> Fraction | None:
    """Return the sum of both payoffs if it is the same for all strategies, else None."""
    sums = set(map(Fraction.__add__, chain(*row_payoffs), chain(*column_payoffs)))
    return sums.pop() if len(sums) == 1 else None


def cross_check_with_nashpy(
    row_payoffs: PayoffMatrix, column_payoffs: PayoffMatrix, exact: Sequence[Equilibrium]
) -> NashpyCheck:
    """Compare all extreme equilibria of a game with those of nashpy's vertex enumeration (Knight and Campbell 2018).

    nashpy works in floats on half-spaces (Qhull) and shares no code with this package. Two equilibria are equal if no
    probability differs by more than a millionth. The exact equilibria are valid whatever nashpy finds, since
    `verify.check_nash` accepts them. Cost: that of Qhull, plus one comparison for each pair of vertices; the import
    takes a second.

    >>> from fractions import Fraction
    >>> from gametheory.solvers.tables import extreme_equilibria
    >>> pennies = [[Fraction(1), Fraction(-1)], [Fraction(-1), Fraction(1)]]
    >>> negative = [[-payoff for payoff in row] for row in pennies]
    >>> cross_check_with_nashpy(pennies, negative, extreme_equilibria(pennies, negative).extreme)
    NashpyCheck(confirmed=1, missed=0, others=0, failure=None)
    """
    try:
        approximate = _vertex_enumeration(row_payoffs, column_payoffs)
    except Exception as error:  # Qhull raises many types of errors on degenerate games
        return NashpyCheck(0, len(exact), 0, type(error).__name__)
    confirmed, others = set[int](), 0
    for strategies in approximate:
        equal = [index for index, equilibrium in enumerate(exact) if _is_close(strategies, equilibrium)]
        confirmed.update(equal)
        others += not equal
    return NashpyCheck(len(confirmed), len(exact) - len(confirmed), others)


def _vertex_enumeration(row_payoffs: PayoffMatrix, column_payoffs: PayoffMatrix) -> list[list[float]]:
    import nashpy
    import numpy as np

    matrices = [np.array([[float(number) for number in row] for row in rows]) for rows in (row_payoffs, column_payoffs)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [[*row, *column] for row, column in nashpy.Game(*matrices).vertex_enumeration()]


def _is_close(strategies: list[float], equilibrium: Equilibrium) -> bool:
    exact = (*equilibrium.row, *equilibrium.column)
    return all(abs(a - float(b)) <= CLOSE for a, b in zip(strategies, exact, strict=True))
