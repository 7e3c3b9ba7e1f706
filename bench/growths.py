"""Growth of the cost of this program with the size of the problem."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
from flint import fmpq

from bench.graph_rates import solve_backward, solve_retrograde, unfold
from bench.state_graphs import LayeredNim, Nim
from bench.work import Growth, Took
from gametheory.games.battle.decisions import odds_table
from gametheory.games.castle import Castle, count_plays
from gametheory.games.wargame import Wargame, solve_wargame
from gametheory.solvers.matrix_game import solve_matrix
from gametheory.solvers.matrix_kernel import simplex


def castle_plays(soldiers: int) -> int:
    """Count the plays of a castle of ten times the strength, with two thirds as many defenders per wave."""
    count_plays(Castle(soldiers, 10 * soldiers, 2 * soldiers // 3))
    return soldiers


def battles(side: int) -> int:
    """Compute the table of all battles up to a size."""
    odds_table(side, side)
    return side


def wargame(soldiers: int) -> int:
    """Solve every position of the Wargame of ten rounds."""
    solve_wargame(Wargame(soldiers, 10))
    return soldiers


def matrix_in_floats(size: int) -> int:
    """Solve ten games of random payoffs in floats."""
    for payoffs in _games(size):
        simplex(payoffs, 0)
    return size


def matrix_in_rationals(size: int) -> int:
    """Solve ten games of random payoffs from -99 to 99 in rationals."""
    for payoffs in _games(size):
        solve_matrix([[fmpq(int(99 * payoff)) for payoff in row] for row in payoffs])
    return size


@cache
def _games(size: int) -> list[np.ndarray]:
    random = np.random.default_rng(size)
    return [random.uniform(-1, 1, (size, size)) for _ in range(10)]


def castle_positions(soldiers: int) -> int:
    """Build the state graph of a castle of four times the strength; return the number of positions."""
    return unfold(_castle(soldiers))[0]


def castle_moves(soldiers: int) -> int:
    """Build the same state graph; return the number of moves."""
    return unfold(_castle(soldiers))[1]


def _castle(soldiers: int) -> Castle:
    return Castle(soldiers, 4 * soldiers, 2 * soldiers // 3)


def nim_of_a_class(sticks: int) -> int:
    """Unfold Nim, three heaps of this size, from a plain class; return the number of positions."""
    return unfold(_heaps(sticks))[0]


def nim_in_arrays(sticks: int) -> int:
    """Unfold the same game over whole numbers."""
    return unfold(LayeredNim(_heaps(sticks)))[0]


def nim_backward(sticks: int) -> Took:
    """Solve the unfolded game by backward induction."""
    return _by_positions(solve_backward, sticks)


def nim_retrograde(sticks: int) -> Took:
    """Solve the unfolded game by retrograde analysis."""
    return _by_positions(solve_retrograde, sticks)


def _by_positions(solve: Callable[[LayeredNim], Took], sticks: int) -> Took:
    took = solve(LayeredNim(_heaps(sticks)))
    return took._replace(answer=took.answer[0])


def _heaps(sticks: int) -> Nim:
    return Nim((sticks,) * 3)


def growths(quick: bool) -> list[Growth]:
    """Cost by size, with fitted exponents."""
    heaps, large = ((2, 3, 4), (2, 3, 4)) if quick else ((8, 12, 18, 27, 40), (27, 40, 60, 90, 135))
    castles = (6, 9, 12) if quick else (10, 13, 16, 20, 25)
    return [
        Growth("castle count, n/10n/(2n/3)", "soldiers", castle_plays, (6, 9, 12) if quick else (15, 24, 36, 54, 81)),
        Growth("battle table", "side", battles, (20, 30, 40) if quick else (100, 160, 250, 400, 632, 1000)),
        Growth("Wargame, 10 rounds", "soldiers", wargame, (4, 6, 8) if quick else (15, 20, 27, 36, 48)),
        Growth("10 matrix games, floats", "rows", matrix_in_floats, (5, 10) if quick else (20, 40, 80, 160, 320)),
        Growth("10 matrix games, rationals", "rows", matrix_in_rationals, (5, 10) if quick else (5, 10, 20, 40, 60)),
        Growth("state graph of a castle", "positions", castle_positions, castles),
        Growth("state graph of a castle", "moves", castle_moves, castles),
        Growth("state graph of Nim, class", "positions", nim_of_a_class, heaps),
        Growth("state graph of Nim, LayeredGame", "positions", nim_in_arrays, large),
        Growth("backward induction of Nim", "positions", nim_backward, large),
        Growth("retrograde analysis of Nim", "positions", nim_retrograde, large),
    ]


BENCHES = {"growth": growths}
