"""The law of the hits of one volley, Binomial(shooters, hits), for all numbers of shooters at once, on its band.

From the most likely number of hits outwards the chances b fall, and b(k + 1) / b(k) = (n - k) / (k + 1) x hits /
(1 - hits) falls too. So where that ratio is below 1 and a weight, relative to that of the centre, is below `left_out` /
(4 (n + 1)), all further ones together are below `left_out` / 4: there the band ends, on either side. (Rounding in plain
floats cannot double such a weight, hence the other half of `left_out`.) What lies within is scaled to sum to 1.

The weights are pairs of floats, of which the second is what the first leaves over (Dekker 1971). With u = 2^-53 an
operation on pairs is within 8 u^2 of its result: the first floats are exact with what they leave over, what is rounded
are products and sums of numbers of at most 3 u. A step takes two products and a quotient, and the odds are within u^2;
sums of n weights, the scaling and a tail take n + 3 more. So with a band of w numbers a pair is within 100 w u^2 of the
scaled weight, and its rounding to one float within u more. No pair comes near the least floats: a weight is above
`left_out` / (4 (n + 1)), or the one after.
"""

from __future__ import annotations

from fractions import Fraction
from math import log, log1p
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametheory.games.battle._kernels.compiled import compiled

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Bools = NDArray[np.bool_]
Pair = tuple[float, float]

UNIT = float(np.finfo(np.float64).eps) / 2
LEAST_HITS = Fraction(1, 10**100)  # below it, powers of the chance are no longer floats
HALVES = float(2**27 + 1)  # splits a float into two of half the digits


class HitDistributions(NamedTuple):
    """Laws of the hits of 0, 1, ... shooters.

    `first` and `last` are the ends of the bands, made to rise with the shooters; what they leave out has a chance of
    at most `left_out`. `chances` and `tails` hold, by shooters and by hits counted from `origin`, the chance of exactly
    and of at least so many hits, with one column on either side for all that is outside. Every one has a relative error
    of at most `relative`.

    >>> two = hit_distributions(2, Fraction(1, 2), 1e-20)
    >>> two.most_terms, two.missed
    (3, array([1.  , 0.5 , 0.25]))
    """

    first: Ints
    last: Ints
    origin: Ints
    chances: Floats
    tails: Floats
    left_out: float
    relative: float

    @property
    def most_terms(self) -> int:
        """How many numbers of hits there are at most with a chance above 0."""
        return int(self.chances.shape[1]) - 2

    @property
    def missed(self) -> Floats:
        """The chance that nobody is hit, by shooters."""
        columns = np.minimum(np.maximum(-self.origin, 0), self.chances.shape[1] - 1)
        missed: Floats = self.chances[np.arange(len(columns)), columns]
        return missed


def hit_distributions(most_shooters: int, hits: Fraction, left_out: float) -> HitDistributions:
    """The laws of the hits of up to `most_shooters`, of which each hits with the chance `hits`.

    See the module for the method. Cost: a few operations for each of the weights in the bands. Raises ValueError for a
    chance above 0 and below 10^-100.

    >>> hit_distributions(2, Fraction(1, 2), 1e-20).chances[2]
    array([0.  , 0.25, 0.5 , 0.25, 0.  ])
    """
    if 0 < hits < LEAST_HITS:
        raise ValueError(f"hits: {float(hits):.3g} is below 1e-100; only the exact law takes it")
    certain = hits in (0, 1)  # then the only number of hits is the centre
    up, down = (_pair(Fraction(0) if certain else chance / (1 - chance)) for chance in (hits, 1 - hits))
    shooters = np.arange(most_shooters + 1)
    centre = np.minimum((shooters * float(hits)).astype(np.intp), shooters)  # near the most likely; any start will do
    below, above = _reaches(centre, up[0], down[0], left_out / 2)
    width = int((below + above).max()) + 1
    chances, tails = np.zeros((2, len(shooters), width + 2))
    _fill(centre, below, above, up, down, chances, tails)
    first, last = np.minimum.accumulate((centre - below)[::-1])[::-1], np.maximum.accumulate(centre + above)
    relative = UNIT + 101 * width * UNIT**2
    whole = certain or ((below == centre).all() and (above == shooters - centre).all())
    return HitDistributions(first, last, centre - below - 1, chances, tails, 0.0 if whole else left_out, relative)


def _pair(number: Fraction) -> Pair:
    """A fraction as a float and the rest."""
    high = float(number)
    return high, float(number - Fraction(high))


@compiled
def _reaches(centre: Ints, up: float, down: float, left_out: float) -> tuple[Ints, Ints]:
    """How many numbers of hits below and above its centre each band holds."""
    below, above = np.zeros_like(centre), np.zeros_like(centre)
    for shooters in range(len(centre)):
        negligible, hits = left_out / 2 / (shooters + 1), centre[shooters]
        below[shooters] = _reach(hits, shooters - hits, down, negligible)
        above[shooters] = _reach(shooters - hits, hits, up, negligible)
    return below, above


@compiled
def _reach(room: int, behind: int, odds: float, negligible: float) -> int:
    """How many steps outwards, with so much room, until the weights fall and are negligible."""
    weight = 1.0
    for step in range(room):
        ratio = (room - step) * odds / (behind + step + 1)
        weight *= ratio
        if ratio < 1 and weight < negligible:
            return step
    return room


@compiled
def _fill(centre: Ints, below: Ints, above: Ints, up: Pair, down: Pair, chances: Floats, tails: Floats) -> None:
    """The chances of all numbers of hits in the bands, and of at least so many."""
    most = chances.shape[1]
    weights, rests = np.empty(most), np.empty(most)
    for shooters in range(len(centre)):
        middle, hits = below[shooters] + 1, centre[shooters]
        last = middle + above[shooters]
        weights[middle], rests[middle] = 1.0, 0.0
        _outwards(weights, rests, middle, 1, above[shooters], shooters - hits, hits, up)
        _outwards(weights, rests, middle, -1, below[shooters], hits, shooters - hits, down)
        total = (0.0, 0.0)
        for column in range(1, last + 1):
            total = _sum(total, (weights[column], rests[column]))
        scale, tail = _inverse(total), (0.0, 0.0)
        for column in range(last, 0, -1):
            weight = (weights[column], rests[column])
            tail = _sum(tail, weight)
            chances[shooters, column] = _times(weight, scale)[0]
            tails[shooters, column] = _times(tail, scale)[0]
        tails[shooters, 0] = 1.0


@compiled
def _outwards(
    weights: Floats, rests: Floats, middle: int, way: int, steps: int, room: int, behind: int, odds: Pair
) -> None:
    """Weights at distances 1, 2, ... from the centre, on the side with so much room."""
    weight = (1.0, 0.0)
    for step in range(steps):
        weight = _over(_times(_scale(weight, float(room - step)), odds), float(behind + step + 1))
        weights[middle + way * (step + 1)], rests[middle + way * (step + 1)] = weight


@compiled
def _exact_product(one: float, other: float) -> Pair:
    """The product of two floats, and what its rounding leaves over."""
    product, high, high_other = one * other, HALVES * one, HALVES * other
    high, high_other = high - (high - one), high_other - (high_other - other)
    low, low_other = one - high, other - high_other
    return product, ((high * high_other - product) + high * low_other + low * high_other) + low * low_other


@compiled
def _times(one: Pair, other: Pair) -> Pair:
    product, rest = _exact_product(one[0], other[0])
    rest += one[0] * other[1] + one[1] * other[0]
    high = product + rest
    return high, rest - (high - product)


@compiled
def _scale(one: Pair, other: float) -> Pair:
    product, rest = _exact_product(one[0], other)
    rest += one[1] * other
    high = product + rest
    return high, rest - (high - product)


@compiled
def _over(one: Pair, other: float) -> Pair:
    quotient = one[0] / other
    product, rest = _exact_product(quotient, other)
    rest = (((one[0] - product) - rest) + one[1]) / other
    high = quotient + rest
    return high, rest - (high - quotient)


@compiled
def _sum(one: Pair, other: Pair) -> Pair:
    """The sum of two pairs that are not negative."""
    total = one[0] + other[0]
    added = total - one[0]
    rest = (one[0] - (total - added)) + (other[0] - added) + (one[1] + other[1])
    high = total + rest
    return high, rest - (high - total)


@compiled
def _inverse(one: Pair) -> Pair:
    inverse = 1.0 / one[0]
    product, rest = _exact_product(inverse, one[0])
    rest = (((1.0 - product) - rest) - inverse * one[1]) / one[0]
    high = inverse + rest
    return high, rest - (high - inverse)


@compiled
def exactly(volleys: HitDistributions, shooters: int, hits: int) -> float:
    """The chance of exactly so many hits, 0 for impossible numbers of them. Cost: constant.

    >>> exactly(hit_distributions(2, Fraction(1, 2), 1e-20), 2, 1)
    0.5
    """
    column = min(max(hits - volleys.origin[shooters], 0), volleys.chances.shape[1] - 1)
    return volleys.chances[shooters, column]  # type: ignore[no-any-return]


@compiled
def at_least(volleys: HitDistributions, shooters: int, hits: int) -> float:
    """The chance of at least so many hits. Cost: constant.

    >>> at_least(hit_distributions(2, Fraction(1, 2), 1e-20), 2, 1)
    0.75
    """
    column = min(max(hits - volleys.origin[shooters], 0), volleys.tails.shape[1] - 1)
    return volleys.tails[shooters, column]  # type: ignore[no-any-return]


@compiled
def add_products(volleys: HitDistributions, shooters: int, hits: int, tail: bool, values: Floats, into: Floats) -> None:
    """Add to into[j] the chance that `shooters` + j make exactly, or at least, so many hits, times values[j].

    Cost: len(into).

    >>> into = np.zeros(2)
    >>> add_products(hit_distributions(2, Fraction(1, 2), 1e-20), 1, 1, False, np.array([1.0, 10.0]), into)
    >>> into
    array([0.5, 5. ])
    """
    table, origin, last = volleys.tails if tail else volleys.chances, volleys.origin, volleys.chances.shape[1] - 1
    for j in range(len(into)):
        into[j] += table[shooters + j, min(max(hits - origin[shooters + j], 0), last)] * values[j]


def most_turns(attackers: int, defenders: int, attacker_hits: Fraction, defender_hits: Fraction) -> float:
    """An upper bound on the expected number of turns of a battle in which somebody can be hit.

    While both sides stand, every army of the smaller side is hit with a chance of at least r, the smaller chance, and
    the greatest of m geometric numbers has a mean of at most 1 + H(m) / -ln(1 - r); and a turn in which somebody is
    hit, which has at least the greater chance, leaves one army less. The bound is the smaller of the two.

    >>> most_turns(1, 1, Fraction(1), Fraction(1)), most_turns(3, 2, Fraction(1, 2), Fraction(0))
    (1.0, 10.0)
    """
    fewest, less, more = min(attackers, defenders), *sorted((attacker_hits, defender_hits))
    by_count = (attackers + defenders) / float(more)
    if not less or less == 1:
        return 1.0 if less else max(by_count, 1.0)
    harmonic = 1 + log(max(fewest, 1))
    return max(min(by_count, 1 + harmonic / -log1p(-float(less))), 1.0)
