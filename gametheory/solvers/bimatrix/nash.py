"""Choose the method that finds the Nash equilibria of a two-player game in normal form."""

from __future__ import annotations

from fractions import Fraction

from gametheory.model.normal_form import NormalForm
from gametheory.model.payoff_matrix import PayoffMatrix
from gametheory.solvers.bimatrix.equilibrium import (
    Equilibrium,
    checked_equilibrium,
    constant_sum,
    to_positive_integers,
)
from gametheory.solvers.bimatrix.lemke_howson import MAX_PIVOTS, lemke_howson
from gametheory.solvers.bimatrix.nash_solution import NashSolution
from gametheory.solvers.bimatrix.nashpy_check import cross_check_with_nashpy
from gametheory.solvers.bimatrix.polytope import TooManyVertices
from gametheory.solvers.bimatrix.vertex_enumeration import TooManyEquilibria, extreme_equilibria

MAX_VERTICES, MAX_VERTICES_FIND_ALL = 2_000, 20_000
MAX_STRATEGIES = 200
LONG_PAYOFF = 500  # bits; with longer payoffs the limit on vertices falls in proportion
MAX_STRATEGIES_FOR_NASHPY = 12  # of both players together
MAX_WORK = 200_000_000  # bits of a payoff, times rows, columns, and the lesser of both


def bimatrix_equilibria(game: NormalForm, find_all: bool = False, limit: int | None = None) -> NashSolution:
    """Return all extreme Nash equilibria of a two-player game, or one equilibrium of a large game.

    Vertex enumeration finds all extreme equilibria. If a best-response polytope has more than 2,000 vertices, linear
    programming finds one equilibrium of a constant-sum game, and the Lemke-Howson algorithm one of any other game.
    `verify.check_nash` accepts every equilibrium in exact arithmetic. For games of at most 12 strategies in total, and
    at least two of each player, nashpy gives a second opinion in floats.

    Parameters
    ----------
    game
        A two-player game.
    find_all
        Raise the limit to 20,000 vertices, and return all extreme equilibria or none. Can take half a minute.
    limit
        Another limit on the number of vertices, and on the strategies of a player; and on pivots, if it is greater than
        10,000. Payoffs may then be long, up to 20,000 bits.

    Returns
    -------
    NashSolution
        The equilibria and the facts about them.

    Raises
    ------
    ValueError
        If the game does not have two players, has more than 200 strategies of a player, or has too long payoffs.
    TooManyVertices, TooManyEquilibria
        If `find_all` and the limit is exceeded.
    TooManyPivots
        If the Lemke-Howson algorithm needs more than 10,000 pivots.

    Examples
    --------
    >>> solution = bimatrix_equilibria(NormalForm.from_payoffs([[2, 0], [0, 1]], [[1, 0], [0, 2]]))
    >>> [tuple(map(str, equilibrium.row)) for equilibrium in solution.equilibria]
    [('1', '0'), ('2/3', '1/3'), ('0', '1')]
    """
    if len(game.players) != 2:
        raise ValueError(
            f"the game has {len(game.players)} players; nash needs two; solve finds one equilibrium of three or more"
        )
    matrices = game.payoff_matrix(0), game.payoff_matrix(1)
    total = constant_sum(*matrices)
    try:
        equilibria = extreme_equilibria(*matrices, _vertex_limit(matrices, find_all, limit))
    except (TooManyEquilibria, TooManyVertices):
        if find_all:
            raise
        equilibrium, method = _one_equilibrium(matrices, total, limit)
        return NashSolution(game, (equilibrium,), method, complete=False, constant_sum=total)
    # Qhull has no polytopes of one dimension
    small = min(map(len, game.strategies)) > 1 and sum(map(len, game.strategies)) <= MAX_STRATEGIES_FOR_NASHPY
    return NashSolution(
        game,
        equilibria.extreme,
        "vertex enumeration",
        complete=True,
        constant_sum=total,
        degenerate=equilibria.degenerate,
        subsets=equilibria.subsets,
        nashpy=cross_check_with_nashpy(*matrices, equilibria.extreme) if small else None,
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
    bits = max(number.bit_length() for matrix in matrices for row in to_positive_integers(matrix) for number in row)
    if bits * rows * columns * min(rows, columns) > MAX_WORK:
        raise ValueError(
            f"payoffs of {bits:,} bits over their common denominator are too long for {rows} x {columns}, "
            "unless gametheory nash --limit, in Python limit, is given"
        )
    usual = MAX_VERTICES_FIND_ALL if find_all else MAX_VERTICES
    return min(usual, usual * LONG_PAYOFF // bits)


def _one_equilibrium(
    matrices: tuple[PayoffMatrix, PayoffMatrix], total: Fraction | None, limit: int | None
) -> tuple[Equilibrium, str]:
    """Return one equilibrium and the name of the method."""
    if total is None:
        return lemke_howson(*matrices, limit=max(MAX_PIVOTS, limit or 0)), "Lemke-Howson"
    # Imported here: the compiled simplex method takes a second to load, and small games do not need it.
    from gametheory.solvers.matrix_game.exact import solve_matrix_exact

    # If the sum of payoffs is constant, optimal strategies of the zero-sum game are an equilibrium.
    solution = solve_matrix_exact(matrices[0])
    return checked_equilibrium(*matrices, tuple(solution.row), tuple(solution.column)), "linear programming"
