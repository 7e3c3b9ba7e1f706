"""How much memory it takes to solve the Wargame."""

from __future__ import annotations

from typing import NamedTuple

from gametheory.games.wargame.rules import Wargame
from gametheory.parallel.cores import available_cores
from gametheory.solvers.product_game.floats import BYTES_A_PIECE, PIECES

PROGRAM = 248e6  # with numpy and compiled code; a tenth less under Python 3.11, 75e6 more while it is first compiled
EDGE = 460  # bytes of a move of one army in its graph and in its arrays
EXACT_PAIR = 1_100  # bytes of a pair of armies with its value and two mixtures, without digits
SPREAD, LONGEST_SPREAD = 1 / 90, 8  # in a round a mixture has about n / 90 moves more than in the one after it
DIGITS, GROWTH = 1.3, 3.0  # bytes of the numbers of a pair in the last round, and their growth from round to round
COPIES = 4.5  # of all numbers, as text and as they are


class Size(NamedTuple):
    """One round: the positions of one army, and its moves in all of them."""

    armies: int
    moves: int


def sizes(game: Wargame) -> list[Size]:
    """The sizes of all rounds, without the memory of the graph.

    >>> sizes(Wargame(20, 3))
    [Size(armies=1, moves=21), Size(armies=21, moves=231), Size(armies=76, moves=641)]
    """
    found, armies = [], {(game.soldiers, 0)}
    for _ in range(game.rounds):
        found.append(Size(len(armies), sum(camp + 1 for camp, _ in armies)))
        armies = {(camp - sent, game.survivors[field + sent]) for camp, field in armies for sent in range(camp + 1)}
    return found


def bytes_for_solution(game: Wargame, exact: bool = False, file: bool = False) -> float:
    """About how many bytes `gametheory wargame solve` takes: on fifteen games measured no less, and up to 40 % more.

    Arguments: the game, of the published chances and payoffs, or some with numbers as short; whether it is solved in
    rationals; whether the solution is written to a file. In floats all values are held and the moves that are played,
    which are few, and each of the `available_cores` holds the mixtures of one piece of a round in full. In rationals the
    numbers grow with every round; how fast is fitted.

    >>> 248e6 < bytes_for_solution(Wargame(20, 10)) < 290e6
    True
    """
    rounds, symmetric = sizes(game), game.payoffs[1] == 0 and game.payoffs[0] == -game.payoffs[2]
    graph = EDGE * sum(size.moves for size in rounds[:-1])
    if exact:
        pairs = [_pairs(size, symmetric) for size in rounds]
        digits = DIGITS * sum(count * GROWTH**later for later, count in enumerate(reversed(pairs)))
        return PROGRAM + graph + EXACT_PAIR * sum(pairs) + COPIES * digits
    kept = packed = at_once = 0.0
    for later, size in enumerate(reversed(rounds)):
        pairs_solved = _pairs(size, symmetric)
        played = 1 + min(later, LONGEST_SPREAD) * game.soldiers * SPREAD
        kept += 8 * size.armies**2 + 2 * (8 + 10 * played) * pairs_solved
        packed += 2 * (6 + 13 * played) * pairs_solved
        line = 8 * size.armies * (game.soldiers + 1)
        piece = line * max(1, min(BYTES_A_PIECE // line, -(-size.armies // PIECES)))
        in_full = (2.7 if symmetric else 3.5) * available_cores() * piece
        at_once = max(at_once, in_full, 40 * size.armies**2 + 2 * (8 + 10 * played) * pairs_solved)
    return PROGRAM + 1.1 * (graph + kept + at_once + packed * file)


def _pairs(size: Size, symmetric: bool) -> float:
    return size.armies * (size.armies + 1) / 2 if symmetric else size.armies**2
