"""Programs that solve a zero-sum matrix game: from a matrix of floats to a mixed strategy for each player."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from time import perf_counter
from typing import Any

import numpy as np
from flint import fmpq

from bench.work import Program, Took
from gametheory.numbers.rationals import to_flint, to_fraction

Pair = tuple[Any, Any]


@cache
def compiled_from_now_on() -> None:
    """Compile immediately, as in a long run: the first small games of a process are interpreted."""
    from gametheory.parallel import compiled

    compiled.SECONDS = 0


def by_simplex(payoffs: np.ndarray) -> Pair:
    """This program, in floats."""
    from gametheory.solvers.matrix_kernel import simplex

    compiled_from_now_on()
    row, column, *_ = simplex(payoffs, 0)
    return row, column


def by_exact_simplex(payoffs: np.ndarray) -> Pair:
    """This program, in rationals."""
    from gametheory.solvers.matrix_game import solve_matrix

    compiled_from_now_on()
    solution = solve_matrix([list(map(to_flint, row)) for row in payoffs.tolist()], payoffs)
    row, column = (
        [to_fraction(mixed.get(move, fmpq(0))) for move in range(size)]
        for mixed, size in zip((solution.row, solution.column), payoffs.shape, strict=True)
    )
    return row, column


def by_nashpy_program(payoffs: np.ndarray) -> Pair:
    """Nashpy's linear programs."""
    import nashpy

    row, column = nashpy.Game(payoffs).linear_program()
    return row, column


def by_nashpy_vertices(payoffs: np.ndarray) -> Pair | None:
    """The first equilibrium of Nashpy's vertex enumeration."""
    import nashpy

    return next(iter(nashpy.Game(payoffs).vertex_enumeration()), None)


def by_nashpy_supports(payoffs: np.ndarray) -> Pair | None:
    """The first equilibrium of Nashpy's support enumeration."""
    import nashpy

    return next(iter(nashpy.Game(payoffs).support_enumeration()), None)


def by_nashpy_lemke_howson(payoffs: np.ndarray) -> Pair:
    """Nashpy's Lemke-Howson algorithm, with the first label dropped."""
    import nashpy

    row, column = nashpy.Game(payoffs).lemke_howson(initial_dropped_label=0)
    return row, column


def by_highs(payoffs: np.ndarray) -> Pair:
    """One linear program by scipy, the greatest v with x A >= v; the dual solution is the other strategy."""
    from scipy.optimize import linprog

    m, n = payoffs.shape
    objective, above = np.append(np.zeros(m), -1), np.hstack([-payoffs.T, np.ones((n, 1))])
    total, bounds = np.append(np.ones(m), 0)[None], [(0, None)] * m + [(None, None)]
    program = linprog(objective, above, np.zeros(n), total, [1], bounds)
    return program.x[:m], -program.ineqlin.marginals


def by_quantecon_minmax(payoffs: np.ndarray) -> Pair:
    """QuantEcon's compiled simplex method."""
    from quantecon.optimize.minmax import minmax

    _, row, column = minmax(payoffs)
    return row, column


def by_quantecon_lemke_howson(payoffs: np.ndarray) -> Pair | None:
    """QuantEcon's Lemke-Howson algorithm; no answer if it reports that it did not converge."""
    from quantecon.game_theory import NormalFormGame, Player, lemke_howson

    game = NormalFormGame((Player(payoffs), Player(np.ascontiguousarray(-payoffs.T))))
    pair, result = lemke_howson(game, full_output=True)
    return pair if result.converged else None


def by_gambit_floats(payoffs: np.ndarray) -> Pair | None:
    """Gambit's linear program in floats."""
    return _by_gambit(payoffs, rational=False)


def by_gambit_rationals(payoffs: np.ndarray) -> Pair | None:
    """Gambit's linear program in rationals."""
    return _by_gambit(payoffs, rational=True)


def _by_gambit(payoffs: np.ndarray, rational: bool) -> Pair | None:
    import pygambit

    exact = [list(map(Fraction, row)) for row in payoffs.tolist()]
    game = pygambit.StrategicGame.from_arrays(exact, [[-payoff for payoff in row] for row in exact])
    result = pygambit.nash.lp_solve(game, rational=rational)
    return gambit_pair(result.equilibrium) if result.success else None


def gambit_pair(profile: Any) -> Pair:
    """Return the probabilities of a profile of Gambit, with rationals as `Fraction`."""
    row, column = ([Fraction(p) if isinstance(p, Fraction) else p for _, p in mixed] for mixed in profile)
    return row, column


def by_open_spiel(payoffs: np.ndarray) -> Pair:
    """OpenSpiel's linear program, by cvxpy and ECOS."""
    import pyspiel
    from open_spiel.python.algorithms import lp_solver

    row, column, *_ = lp_solver.solve_zero_sum_matrix_game(pyspiel.create_matrix_game(payoffs, -payoffs))
    return np.ravel(row), np.ravel(column)


def simplex_loop(games: Sequence[np.ndarray]) -> Took:
    """This program's compiled simplex method, called in a compiled loop."""
    from bench.compiled import simplex_over

    return _timed(simplex_over, games)


def minmax_loop(games: Sequence[np.ndarray]) -> Took:
    """QuantEcon's `minmax`, called in a compiled loop."""
    from bench.compiled_quantecon import minmax_over

    return _timed(minmax_over, games)


def _timed(loop: Any, games: Sequence[np.ndarray]) -> Took:
    """Time only the loop; the list that compiled code needs is made before."""
    from numba.typed import List

    typed = List(games)
    began = perf_counter()
    solutions = loop(typed)
    return Took(perf_counter() - began, list(solutions))


FLOATS = Program("gametheory simplex", by_simplex, ("gametheory",))
PROGRAMS = (
    FLOATS,
    Program("gametheory solve_matrix (rationals)", by_exact_simplex, ("gametheory",)),
    Program("quantecon minmax", by_quantecon_minmax, ("quantecon",)),
    Program("quantecon lemke_howson", by_quantecon_lemke_howson, ("quantecon",)),
    Program("scipy linprog (HiGHS)", by_highs, ("scipy",)),
    Program("nashpy linear_program", by_nashpy_program, ("nashpy",)),
    Program("nashpy vertex_enumeration", by_nashpy_vertices, ("nashpy",)),
    Program("nashpy support_enumeration", by_nashpy_supports, ("nashpy",)),
    Program("nashpy lemke_howson", by_nashpy_lemke_howson, ("nashpy",)),
    Program("pygambit lp_solve", by_gambit_floats, ("pygambit",)),
    Program("pygambit lp_solve (rationals)", by_gambit_rationals, ("pygambit",)),
    Program("open_spiel lp_solver (ECOS)", by_open_spiel, ("open_spiel", "cvxpy", "ecos")),
)
LARGE_PROGRAMS = tuple(program for program in PROGRAMS if program.solve in (by_simplex, by_highs, by_quantecon_minmax))
LOOPS = (
    Program("gametheory simplex", simplex_loop, ("gametheory",)),
    Program("quantecon minmax", minmax_loop, ("quantecon",)),
)
LINEAR_PROGRAMS = tuple(
    program for program in PROGRAMS if program.solve in (by_quantecon_minmax, by_highs, by_nashpy_program,
                                                         by_gambit_floats, by_open_spiel)
)  # fmt: skip
