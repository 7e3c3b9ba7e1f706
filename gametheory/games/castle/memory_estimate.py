"""Estimate of the memory that counting the plays of a castle game takes."""

from __future__ import annotations

from math import log2

from gametheory.games.castle.counting import count_all_plays
from gametheory.games.castle.rules import Castle

PROGRAM = 26e6  # bytes of the interpreter with the modules in use
ENTRY = 76  # bytes of an integer of one or two waves, with its place in a row
SHARE = 0.85  # average length of a long play, as a share of the longest


def bytes_for_count(game: Castle) -> float:
    """Return an estimate of the bytes that `counting.count_plays` takes.

    On twenty measured games the estimate was never too low, and at most two fifths too high. Memory contains the planes
    of at most n + 2 strengths, with n (n + 1) / 2 integers each. Plays can be long only if more soldiers are alive than
    defenders come out, in (n - dpw) (n - dpw + 1) / 2 of these positions. There an integer has 3 b bits for each wave.
    The number of waves is smaller than the number of strengths by about n log2(n / dpw) / 3. This number and the
    constants of the module are fitted to measurements.

    Cost: one count of all plays, for b; about a fifth of the time of `count_plays`.

    Examples
    --------
    >>> round(bytes_for_count(Castle(60, 600, 40)) / 1e6)
    210
    """
    n, dpw, strengths = game.soldiers, game.defenders_per_wave, max(game.strength - game.soldiers, 0)
    surplus = max(n - dpw, 0)
    waves = max(strengths - n * log2(n / dpw) / 3, strengths / 8) if surplus else 0
    long = surplus * (surplus + 1) / 2 * SHARE * waves * 3 * bytes_for_total_count(game)
    return PROGRAM + min(n + 2, strengths) * (ENTRY * n * (n + 1) / 2 + long)


def bytes_for_total_count(game: Castle) -> int:
    """Return the bytes of the number of all winning plays.

    Examples
    --------
    >>> bytes_for_total_count(Castle(12, 32, 5))
    2
    """
    return (count_all_plays(game).bit_length() + 7) // 8
