"""Growth of the cost of this program with the size of the problem."""

from __future__ import annotations

from functools import cache

import numpy as np

from bench.work import Growth
from gametheory.games.battle.table import odds_table
from gametheory.games.castle import Castle, count_plays
from gametheory.games.wargame import Wargame, solve_wargame
from gametheory.model.state_graph import state_graph
from gametheory.solvers.matrix_game.exact import solve_matrix_exact
from gametheory.solvers.matrix_game.methods import solve_matrix


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
        solve_matrix(payoffs)
    return size


def matrix_in_rationals(size: int) -> int:
    """Solve ten games of random payoffs from -99 to 99 in rationals."""
    for payoffs in _games(size):
        solve_matrix_exact([[int(99 * payoff) for payoff in row] for row in payoffs])
    return size


@cache
def _games(size: int) -> list[np.ndarray]:
    random = np.random.default_rng(size)
    return [random.uniform(-1, 1, (size, size)) for _ in range(10)]


def positions(soldiers: int) -> int:
    """Build the state graph of a castle of four times the strength; return the number of positions."""
    return len(state_graph(Castle(soldiers, 4 * soldiers, 2 * soldiers // 3)))


def growths(quick: bool) -> list[Growth]:
    """Cost by size, with fitted exponents."""
    return [
        Growth("castle count, n/10n/(2n/3)", "soldiers", castle_plays, (6, 9, 12) if quick else (15, 24, 36, 54, 81)),
        Growth("battle table", "side", battles, (20, 30, 40) if quick else (100, 160, 250, 400, 632, 1000)),
        Growth("Wargame, 10 rounds", "soldiers", wargame, (4, 6, 8) if quick else (15, 20, 27, 36, 48)),
        Growth("10 matrix games, floats", "rows", matrix_in_floats, (5, 10) if quick else (20, 40, 80, 160, 320)),
        Growth("10 matrix games, rationals", "rows", matrix_in_rationals, (5, 10) if quick else (5, 10, 20, 40, 60)),
        Growth("state graph of a castle", "positions", positions, (6, 9, 12) if quick else (10, 15, 22, 33, 50)),
    ]


BENCHES = {"growth": growths}
