"""Who can win the castle game, how fast, and by which play; for numbers of any size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from gametheory.certify import CertificateError
from gametheory.games.castle import formulas
from gametheory.games.castle.rules import Castle, Position, Volley
from gametheory.games.castle.strategies import Play, Strategy, Wave

MOST_WAVES = 200


@dataclass(frozen=True)
class Solution:
    """Fewest waves for each side (None where it cannot win), whether a tie is possible, and a fastest play.

    With `play_cut` the play is only the beginning of one: its winner is who will win, not who has won.
    """

    case: str
    soldiers_min_waves: int | None
    castle_min_waves: int | None
    tie_possible: bool
    play: Play
    play_cut: bool


def solve(game: Castle) -> Solution:
    """Solve the game by closed forms, and play a fastest win of the soldiers, or of the castle if they have none.

    docs/theory/castle.md, Theorems A and B; a play never ends only where every wave can repeat the one before,
    that is for dpw = n and s > n. Cost: a number of products that grows with the number of digits; of the play
    at most 200 waves are kept, and a whole play is checked against the rules.

    >>> solution = solve(Castle(10, 43, 8))
    >>> solution.case, solution.soldiers_min_waves, solution.castle_min_waves, solution.tie_possible
    ('2a', 16, 3, False)
    >>> solve(Castle(10**1000, 7 * 10**1000, 10**999)).soldiers_min_waves
    8
    """
    numbers = game.soldiers, game.strength, game.defenders_per_wave
    soldiers = formulas.soldiers_fewest_waves(*numbers)
    castle = formulas.castle_fewest_waves(*numbers)
    play = fastest_play(game, "castle" if soldiers is None else "soldiers")
    assert play is not None, "somebody can always win"
    return Solution(
        formulas.case_of(*numbers),
        soldiers,
        castle,
        game.defenders_per_wave == game.soldiers < game.strength,
        play,
        len(play.waves) < (castle if soldiers is None else soldiers or 0),
    )
