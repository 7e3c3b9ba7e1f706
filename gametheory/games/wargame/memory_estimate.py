"""Estimate the memory that solving the Wargame takes."""

from __future__ import annotations

from typing import NamedTuple

from gametheory.games.wargame.armies import armies_by_round
from gametheory.games.wargame.rules import Wargame
from gametheory.parallel.cores import available_cores
from gametheory.solvers.product_game.floats import BLOCKS, BYTES_PER_BLOCK

PROGRAM = 248e6  # with numpy and compiled code; a tenth less under Python 3.11, 75e6 more during the first compilation
EDGE = 460  # bytes of a move of one army in its graph and in its arrays
EXACT_PAIR = 1_100  # bytes of a pair of armies with its value and two strategies, without the digits
SPREAD, MAX_SPREAD = 1 / 90, 8  # a strategy has about n / 90 moves more than one of the next round
DIGITS, GROWTH = 1.3, 3.0  # bytes of the numbers of a pair in the last round, and their growth from round to round
COPIES = 4.5  # of all numbers, as numbers and as text


class RoundSize(NamedTuple):
    """One round: the number of armies of a player, and of their moves."""

    armies: int
    moves: int


def round_sizes(game: Wargame) -> list[RoundSize]:
    """Return the sizes of all rounds, without building a graph.

    >>> [tuple(size) for size in round_sizes(Wargame(20, 3))]
    [(1, 21), (21, 231), (76, 641)]
    """
    return [RoundSize(len(armies), sum(army.camp + 1 for army in armies)) for armies in armies_by_round(game)]


def bytes_for_solution(game: Wargame, exact: bool = False, file: bool = False) -> float:
    """Estimate the bytes that `gametheory wargame solve` takes.

    Measured on fifteen games, the estimate was never too low and up to 40 % too high. In floats, memory contains all
    values and the moves that are played, which are few, and for each of the `available_cores` one block of unpacked
    strategies. In rationals the numbers grow with every round, at a rate that is fitted.

    Parameters
    ----------
    game
        The rules, with battle probabilities and payoffs about as short as the published ones.
    exact
        Whether it is solved in rationals.
    file
        Whether the solution is written to a file.

    Examples
    --------
    >>> 248e6 < bytes_for_solution(Wargame(20, 10)) < 290e6
    True
    """
    sizes = round_sizes(game)
    graph = EDGE * sum(size.moves for size in sizes[:-1])
    if exact:
        pairs = [_pairs(size, game.symmetric) for size in sizes]
        digits = DIGITS * sum(count * GROWTH**later for later, count in enumerate(reversed(pairs)))
        return PROGRAM + graph + EXACT_PAIR * sum(pairs) + COPIES * digits
    solutions = packed = working = 0.0
    for later, size in enumerate(reversed(sizes)):
        pairs_solved = _pairs(size, game.symmetric)
        played = 1 + min(later, MAX_SPREAD) * game.soldiers * SPREAD
        solutions += 8 * size.armies**2 + 2 * (8 + 10 * played) * pairs_solved
        packed += 2 * (6 + 13 * played) * pairs_solved
        row = 8 * size.armies * (game.soldiers + 1)
        block = row * max(1, min(BYTES_PER_BLOCK // row, -(-size.armies // BLOCKS)))
        unpacked = (2.7 if game.symmetric else 3.5) * available_cores() * block
        working = max(working, unpacked, 40 * size.armies**2 + 2 * (8 + 10 * played) * pairs_solved)
    return PROGRAM + 1.1 * (graph + solutions + working + packed * file)


def _pairs(size: RoundSize, symmetric: bool) -> float:
    return size.armies * (size.armies + 1) / 2 if symmetric else size.armies**2
