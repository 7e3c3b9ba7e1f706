"""Nash equilibria of two-player games in normal form: a table is a tree of one move each, in realization plans."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain

from flint import fmpq

from gametheory.model.normal_form import MixedStrategy, NormalForm, PayoffMatrix
from gametheory.model.sequence_form import RealizationPlan, SequenceForm
from gametheory.numbers.rationals import to_fraction
from gametheory.solvers import pivoting
from gametheory.solvers.double_description import TooManyVertices
from gametheory.solvers.nash_solution import Equilibrium, NashSolution
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
MAX_WORK = 200_000_000  # bits of a payoff, times rows, columns, and the lesser of both
NASH_CHECK = Check("every listed pair of strategies is a Nash equilibrium, in rationals", "verify.check_nash")


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
