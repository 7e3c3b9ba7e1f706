"""How much memory it takes to count the ways of a castle game."""

from __future__ import annotations

from math import log2

from gametheory.games.castle.counting import _evaluate_generating_function
from gametheory.games.castle.rules import Castle

PROGRAM = 46e6
ENTRY = 76  # bytes of a number of one wave or two, with its place in a row
SHARE = 0.85  # of the waves of the longest play, in the mean of the plays that last


def bytes_for_count(game: Castle) -> float:
    """About how many bytes `counting.count_plays` takes: on twenty games measured no less, and up to two fifths more.

    In memory are the planes of at most n + 2 strengths, n (n + 1) / 2 numbers each. Only where more soldiers stand than
    defenders come, in (n - dpw) (n - dpw + 1) / 2 of them, play can last long: a number has then 3 b bits for each of
    its waves, of which there are fewer than strengths, by some n log2(n / dpw) / 3: what is fitted is this number, and
    the constants. Cost: all ways are counted once, for b, which takes a fifth of the time of `count_plays`.

    >>> round(bytes_for_count(Castle(60, 600, 40)) / 1e6)
    230
    """
    n, dpw, standing = game.soldiers, game.defenders_per_wave, max(game.strength - game.soldiers, 0)
    lasting = max(n - dpw, 0)
    waves = max(standing - n * log2(n / dpw) / 3, standing / 8) if lasting else 0
    long = lasting * (lasting + 1) / 2 * SHARE * waves * 3 * bytes_for_all_ways(game)
    return PROGRAM + min(n + 2, standing) * (ENTRY * n * (n + 1) / 2 + long)


def bytes_for_all_ways(game: Castle) -> int:
    """The bytes of the number of all ways to win.

    >>> bytes_for_all_ways(Castle(12, 32, 5))
    2
    """
    return (_evaluate_generating_function(game, 0).bit_length() + 7) // 8
