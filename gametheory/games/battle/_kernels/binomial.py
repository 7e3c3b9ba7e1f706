"""Binomial distributions of the hits in one turn, for every number of shooters up to a limit, each on a band.

The band. From the most likely number of hits outwards the probabilities b fall, and the ratio b(k + 1) / b(k) =
(n - k) / (k + 1) x p / (1 - p) falls too, for n shooters and a hit probability p. So if that ratio is below 1 and a
weight, relative to the weight of the center, is below `omitted` / (4 (n + 1)), all further weights together are below
`omitted` / 4: the band ends there, on either side. (Rounding in plain floats cannot double such a weight, hence the
other half of `omitted`.) The weights inside the band are scaled to sum to 1.

The error. The weights are pairs of floats, in which the second is the rounding error of the first (Dekker 1971). With
u = 2^-53 an operation on pairs is within 8 u^2 of its result: the products and sums of the first floats are exact
together with their rounding errors, and only products and sums of numbers of at most 3 u are rounded. A step takes two
products and a quotient, and the odds are within u^2; sums of n weights, the scaling and a tail take n + 3 more. So with
a band of w numbers a pair is within 100 w u^2 of the scaled weight, and its rounding to one float within u more. No
pair comes near the smallest floats: a weight is above `omitted` / (4 (n + 1)), or it is the next one.
"""

from __future__ import annotations

from fractions import Fraction
from math import log, log1p
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametheory.parallel.compiled import compiled

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Bools = NDArray[np.bool_]
Pair = tuple[float, float]

UNIT = float(np.finfo(np.float64).eps) / 2
MIN_PROBABILITY = Fraction(1, 10**100)  # powers of smaller ones underflow
MAX_SHOOTERS = 50_000  # the bands of more take gigabytes
ROWS = 1024  # of the tables, filled at a time
SPLITTER = float(2**27 + 1)  # splits a float into two with half the digits each


class HitDistributions(NamedTuple):
    """Distributions of the number of hits of 0, 1, ... shooters."""

    first: Ints
    last: Ints
    origin: Ints
    probabilities: Floats
    tails: Floats
    omitted: float
    relative_error: float

    @property
    def most_terms(self) -> int:
        """The largest number of terms in a band."""
        return int(self.probabilities.shape[1]) - 2

    @property
    def none_hit(self) -> Floats:
        """The probability that no shooter hits, for each number of shooters."""
        columns = np.minimum(np.maximum(-self.origin, 0), self.probabilities.shape[1] - 1)
        probabilities: Floats = self.probabilities[np.arange(len(columns)), columns]
        return probabilities


def hit_distributions(most_shooters: int, hit_probability: Fraction, omitted: float) -> HitDistributions:
    """Compute Binomial(n, hit_probability) for all n up to `most_shooters`, each on its band.

    See the module for the method. Cost: a few operations for each of the weights in the bands. Raises ValueError for a
    probability above 0 and below 10^-100.
    """
    if 0 < hit_probability < MIN_PROBABILITY:
        raise ValueError(f"hits: {float(hit_probability):.3g} is below 1e-100; only exact arithmetic accepts it")
    if most_shooters > MAX_SHOOTERS:
        raise ValueError(f"one side has more than {MAX_SHOOTERS:,} armies, the maximum for a distribution in floats")
    certain = hit_probability in (0, 1)  # then the only possible number of hits is the center
    up, down = (_as_pair(Fraction(0) if certain else p / (1 - p)) for p in (hit_probability, 1 - hit_probability))
    shooters = np.arange(most_shooters + 1)
    # Near the most likely number of hits; the bands are right for any start.
    center = np.minimum((shooters * float(hit_probability)).astype(np.intp), shooters)
    below, above = np.zeros((2, len(shooters)), np.intp)
    # a signal is only noticed between two calls of compiled code
    for begin in range(0, len(shooters), ROWS):
        _write_band_widths(begin, center[begin : begin + ROWS], up[0], down[0], omitted / 2, below, above)
    width = int((below + above).max()) + 1
    probabilities, tails = np.zeros((2, len(shooters), width + 2))
    for begin in range(0, len(shooters), ROWS):
        _fill(begin, center[begin : begin + ROWS], below, above, up, down, probabilities, tails)
    first, last = np.minimum.accumulate((center - below)[::-1])[::-1], np.maximum.accumulate(center + above)
    relative_error = UNIT + 101 * width * UNIT**2
    complete = certain or ((below == center).all() and (above == shooters - center).all())
    return HitDistributions(
        first, last, center - below - 1, probabilities, tails, 0.0 if complete else omitted, relative_error
    )


def _as_pair(number: Fraction) -> Pair:
    """Round a fraction to a float, and its rounding error to another."""
    high = float(number)
    return high, float(number - Fraction(high))


@compiled
def _write_band_widths(
    first: int, center: Ints, up: float, down: float, omitted: float, below: Ints, above: Ints
) -> None:
    """Count the numbers of hits below and above the center in the bands of `first` and more shooters."""
    for shooters in range(first, first + len(center)):
        negligible, hits = omitted / 2 / (shooters + 1), center[shooters - first]
        below[shooters] = _band_width(hits, shooters - hits, down, negligible)
        above[shooters] = _band_width(shooters - hits, hits, up, negligible)


@compiled
def _band_width(most_steps: int, others: int, odds: float, negligible: float) -> int:
    """Count the steps outwards until the weights fall and are negligible."""
    weight = 1.0
    for step in range(most_steps):
        ratio = (most_steps - step) * odds / (others + step + 1)
        weight *= ratio
        if ratio < 1 and weight < negligible:
            return step
    return most_steps


@compiled
def _fill(
    first: int, center: Ints, below: Ints, above: Ints, up: Pair, down: Pair, probabilities: Floats, tails: Floats
) -> None:
    """Write the probabilities of all numbers of hits in the bands of `first` and more shooters, and their tails."""
    most = probabilities.shape[1]
    weights, errors = np.empty(most), np.empty(most)
    for shooters in range(first, first + len(center)):
        middle, hits = below[shooters] + 1, center[shooters - first]
        last = middle + above[shooters]
        weights[middle], errors[middle] = 1.0, 0.0
        _fill_outwards(weights, errors, middle, 1, above[shooters], shooters - hits, hits, up)
        _fill_outwards(weights, errors, middle, -1, below[shooters], hits, shooters - hits, down)
        total = (0.0, 0.0)
        for column in range(1, last + 1):
            total = _sum(total, (weights[column], errors[column]))
        scale, tail = _inverse(total), (0.0, 0.0)
        for column in range(last, 0, -1):
            weight = (weights[column], errors[column])
            tail = _sum(tail, weight)
            probabilities[shooters, column] = _times(weight, scale)[0]
            tails[shooters, column] = _times(tail, scale)[0]
        tails[shooters, 0] = 1.0


@compiled
def _fill_outwards(
    weights: Floats, errors: Floats, middle: int, direction: int, steps: int, most_steps: int, others: int, odds: Pair
) -> None:
    """Write the weights at distances 1, 2, ... from the center, on one side."""
    weight = (1.0, 0.0)
    for step in range(steps):
        weight = _over(_times(_scale(weight, float(most_steps - step)), odds), float(others + step + 1))
        weights[middle + direction * (step + 1)], errors[middle + direction * (step + 1)] = weight


@compiled
def _exact_product(one: float, other: float) -> Pair:
    """Return the product of two floats and its rounding error."""
    product, high, high_other = one * other, SPLITTER * one, SPLITTER * other
    high, high_other = high - (high - one), high_other - (high_other - other)
    low, low_other = one - high, other - high_other
    return product, ((high * high_other - product) + high * low_other + low * high_other) + low * low_other


@compiled
def _times(one: Pair, other: Pair) -> Pair:
    product, error = _exact_product(one[0], other[0])
    error += one[0] * other[1] + one[1] * other[0]
    high = product + error
    return high, error - (high - product)


@compiled
def _scale(one: Pair, other: float) -> Pair:
    product, error = _exact_product(one[0], other)
    error += one[1] * other
    high = product + error
    return high, error - (high - product)


@compiled
def _over(one: Pair, other: float) -> Pair:
    quotient = one[0] / other
    product, error = _exact_product(quotient, other)
    error = (((one[0] - product) - error) + one[1]) / other
    high = quotient + error
    return high, error - (high - quotient)


@compiled
def _sum(one: Pair, other: Pair) -> Pair:
    """Add two pairs that are not negative."""
    total = one[0] + other[0]
    added = total - one[0]
    error = (one[0] - (total - added)) + (other[0] - added) + (one[1] + other[1])
    high = total + error
    return high, error - (high - total)


@compiled
def _inverse(one: Pair) -> Pair:
    inverse = 1.0 / one[0]
    product, error = _exact_product(inverse, one[0])
    error = (((1.0 - product) - error) - inverse * one[1]) / one[0]
    high = inverse + error
    return high, error - (high - inverse)


@compiled
def probability_of(distributions: HitDistributions, shooters: int, hits: int) -> float:
    """Return the probability of exactly `hits` hits, 0 for an impossible number. Cost: constant."""
    column = min(max(hits - distributions.origin[shooters], 0), distributions.probabilities.shape[1] - 1)
    return distributions.probabilities[shooters, column]  # type: ignore[no-any-return]


@compiled
def probability_at_least(distributions: HitDistributions, shooters: int, hits: int) -> float:
    """Return the probability of at least `hits` hits. Cost: constant."""
    column = min(max(hits - distributions.origin[shooters], 0), distributions.tails.shape[1] - 1)
    return distributions.tails[shooters, column]  # type: ignore[no-any-return]


@compiled
def add_products(
    distributions: HitDistributions, shooters: int, hits: int, tail: bool, values: Floats, into: Floats
) -> None:
    """Add values[j], times the probability that `shooters` + j make exactly (at least) `hits` hits, to into[j].

    Cost: len(into).
    """
    table = distributions.tails if tail else distributions.probabilities
    origin, last = distributions.origin, table.shape[1] - 1
    for j in range(len(into)):
        into[j] += table[shooters + j, min(max(hits - origin[shooters + j], 0), last)] * values[j]


def expected_turns_bound(attackers: int, defenders: int, attacker_hits: Fraction, defender_hits: Fraction) -> float:
    """Return an upper bound on the expected number of turns of a battle in which some army can be hit.

    While both sides have armies, every army of the smaller side is hit with a probability of at least r, the smaller
    hit probability, and the maximum of m geometric variables has a mean of at most 1 + H(m) / -ln(1 - r), H(m) being
    the harmonic number. And every turn in which an army is hit leaves one army less; its probability is at least the
    greater hit probability. The result is the smaller of the two bounds.
    """
    smaller_side, less, more = min(attackers, defenders), *sorted((attacker_hits, defender_hits))
    by_count = (attackers + defenders) / float(more)
    if not less or less == 1:
        return 1.0 if less else max(by_count, 1.0)
    harmonic = 1 + log(max(smaller_side, 1))
    return max(min(by_count, 1 + harmonic / -log1p(-float(less))), 1.0)
