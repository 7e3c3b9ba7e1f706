"""Who can win the castle game, how fast, and by which play."""

from __future__ import annotations

from dataclasses import dataclass

from gametheory.core import state_graph
from gametheory.games.castle.rules import Castle
from gametheory.games.castle.strategies import Play, fastest_win
from gametheory.solve.paths import endless_moves

GRAPH_LIMIT = 30_000


@dataclass(frozen=True)
class Solution:
    """Fewest waves for each side (None where it cannot win), whether a tie is possible, and a fastest play."""

    case: str
    soldiers_min_waves: int | None
    castle_min_waves: int | None
    tie_possible: bool
    play: Play


def case_of(game: Castle) -> str:
    """The row of CD3's closing table that a game falls in; with s = 2n and dpw >= n it is 2d.

    The border between 2b and 2c, dpw + s < (phi + 1) n, is decided in integers: with x = s + dpw - 2n it says
    x phi < n, that is x^2 + n x < n^2.

    >>> [case_of(Castle(*numbers)) for numbers in ((5, 5, 9), (10, 43, 8), (10, 11, 15), (3, 5, 4), (3, 6, 3))]
    ['1', '2a', '2b', '2c', '2d']
    """
    n, s, dpw = game.soldiers, game.strength, game.defenders_per_wave
    if s <= n:
        return "1"
    if dpw < n:
        return "2a"
    if s >= 2 * n:
        return "2d"
    x = s + dpw - 2 * n
    return "2b" if x * x + n * x < n * n else "2c"


def solve(game: Castle) -> Solution:
    """Solve the game on its state graph.

    Raises PositionLimitExceeded when the graph has more than 30,000 positions.

    >>> solution = solve(Castle(10, 43, 8))
    >>> solution.case, solution.soldiers_min_waves, solution.castle_min_waves, solution.tie_possible
    ('2a', 16, 3, False)
    """
    graph = state_graph(game, limit=GRAPH_LIMIT)
    soldiers = fastest_win(game, "soldiers", graph)
    castle = fastest_win(game, "castle", graph)
    play = soldiers or castle
    assert play is not None, "somebody can always win"
    return Solution(
        case_of(game),
        soldiers.length if soldiers else None,
        castle.length if castle else None,
        bool(endless_moves(graph)),
        play,
    )
