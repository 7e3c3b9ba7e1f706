"""Memory estimates for battles: the distributions of hits, and a table of all battles up to a size."""

from __future__ import annotations

from fractions import Fraction
from math import log, sqrt

from gametheory.games.battle.rules import Battle

PROGRAM = 235e6  # with numpy and compiled code; a tenth less under Python 3.11, 75e6 more while it is first compiled
WEIGHT = 16  # bytes: two floats for each number of hits in a band
LEFT_OUT = (
    4e15  # times the number of shooters: about the inverse of the least weight in a band, relative to the greatest
)
TABLE, TEXT, MAP = 60, 105, 20  # bytes per battle: both tables and their file; a CSV file; a map of the odds


def bytes_for_hits(shooters: int, hit_probability: Fraction) -> float:
    """Estimate the bytes that the distributions of the hits of 0 to `shooters` armies take.

    Near its center a binomial distribution is a normal one, so that its band ends where the exponent of that is the
    logarithm of the least weight. The estimate is within a tenth if the band has more than a hundred numbers.

    Parameters
    ----------
    shooters
        The greatest number of armies that shoot.
    hit_probability
        The probability of a hit.

    Returns
    -------
    float
        The number of bytes.

    Examples
    --------
    >>> round(bytes_for_hits(10**7, Fraction(3, 5)) / 1e12, 2)
    5.06
    """
    armies, hits = float(min(shooters, 10**150)), float(hit_probability)
    half = sqrt(2 * armies * hits * (1 - hits) * log(LEFT_OUT * (armies + 1)))
    return WEIGHT * (armies + 1) * (min(2 * half, armies) + 3)


def bytes_for_bands(battle: Battle) -> float:
    """Estimate the bytes that the distributions of hits of both sides of a battle take.

    Examples
    --------
    >>> round(bytes_for_bands(Battle(1000, 1000)) / 1e6, 1)
    9.0
    """
    attack = bytes_for_hits(battle.attackers - battle.reserve, battle.attacker_hits)
    return attack + bytes_for_hits(battle.defenders, battle.defender_hits)


def bytes_for_table(battle: Battle, text: bool = False, plot: bool = False) -> float:
    """Estimate the bytes that `gametheory battle table` takes, a little more than measured up to 3000 x 3000.

    Parameters
    ----------
    battle
        The largest battle of the table.
    text
        Whether its file is text.
    plot
        Whether it is drawn too.

    Returns
    -------
    float
        The number of bytes.

    Examples
    --------
    >>> round(bytes_for_table(Battle(1000, 1000)) / 1e6)
    304
    """
    size = min(battle.attackers * battle.defenders, 1e300)  # a float has no larger powers of ten to spare
    return PROGRAM + bytes_for_bands(battle) + (TABLE + TEXT * text + MAP * plot) * size
