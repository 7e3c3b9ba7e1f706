"""How much memory it takes to count the ways of a castle game."""

from __future__ import annotations

from math import log2

from gametheory.games.castle.counting import _weigh
from gametheory.games.castle.rules import Castle

PROGRAM = 42e6
ENTRY = 60  # bytes of a number of one wave or two, with its place in a row


def bytes_for_count(game: Castle) -> float:
    """About how many bytes `counting.count_ways` takes, as measured on ten games, and up to a third more.

    In memory are the planes of at most n + 2 strengths, n (n + 1) / 2 numbers each. Only where more soldiers stand than
    defenders come, in (n - dpw) (n - dpw + 1) / 2 of them, play can last long: a number has then 3 b bits for each of
    its waves, of which there are fewer than strengths, by about n log2(n / dpw) / 2. Cost: all ways are counted in one
    number, for b, which takes a fifth of the time of `count_ways`.

    >>> round(bytes_for_count(Castle(60, 600, 40)) / 1e6)
    257
    """
    n, dpw, standing = game.soldiers, game.defenders_per_wave, max(game.strength - game.soldiers, 0)
    planes = min(n + 2, standing)
    bits = _weigh(game, 0).bit_length() + 7
    lasting = max(n - dpw, 0)
    waves = standing - (n * log2(n / dpw) / 2 if lasting else 0)
    long = lasting * (lasting + 1) / 2 * max(waves, 0) * 3 * bits / 8
    return PROGRAM + planes * (ENTRY * n * (n + 1) / 2 + long)
