"""Binomial distributions of the hits in one turn, for every number of shooters up to a limit, each on a band.

The band. From the most likely number of hits outwards the probabilities b fall, and the ratio b(k + 1) / b(k) =
(n - k) / (k + 1) x p / (1 - p) falls too, for n shooters and a hit probability p. So if that ratio is below 1 and a
weight, relative to the weight of the center, is below `omitted` / (4 (n + 1)), all further weights together are below
`omitted` / 4: the band ends there, on either side. (Rounding in plain floats cannot double such a weight, hence the
other half of `omitted`.) The weights inside the band are scaled to sum to 1.

The error. The weights are computed in numpy's `longdouble`, with the unit roundoff e (2^-64 on most processors). A step
outwards takes a product, a quotient and the odds, each rounded, and a product with the weight before; so in a band of w
numbers a weight is within 4 w e. Their sum and a tail take w additions each, their quotient two more. So a
probability is within (6 w + 4) e of the scaled weight, to which rounding to a float adds u = 2^-53. No weight comes
near the smallest floats: it is above `omitted` / (4 (n + 1)), or it is the next one.

At the end are compiled loops for correlations: sums of weights times shifted values.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt, log, log1p
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametheory.parallel.compiled import compiled, compiled_with

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Bools = NDArray[np.bool_]
LongFloats = NDArray[np.longdouble]

UNIT = float(np.finfo(np.float64).eps) / 2
LONG_UNIT = float(np.finfo(np.longdouble).eps) / 2
MIN_PROBABILITY = Fraction(1, 10**100)  # powers of smaller ones underflow
MAX_SHOOTERS = 50_000  # the bands of more take gigabytes
ROWS_OF_TABLE = 64  # filled at a time: as many stay in the cache of a processor
GROUP = 4  # products that are summed before they are added to the result of a correlation


class HitDistributions(NamedTuple):
    """Distributions of the number of hits of 0, 1, ... shooters.

    For n shooters the band has the hits from `first[n]` to `last[n]`. The column of k hits in both tables is
    k - `origin[n]`, or the first or last column, which are outside of every band.
    """

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
        rows = np.arange(len(self.origin))
        columns = np.clip(-self.origin, 0, self.probabilities.shape[1] - 1)
        probabilities: Floats = self.probabilities[rows, columns]
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
    shooters = np.arange(most_shooters + 1)
    # Near the most likely number of hits; the bands are right for any start.
    likely = (shooters * float(hit_probability)).astype(np.intp)
    center = np.minimum(likely, shooters)
    is_certain = hit_probability in (0, 1)  # then the only possible number of hits is the center
    odds = Fraction(0) if is_certain else hit_probability / (1 - hit_probability)
    up = _long(odds)
    down = _long(1 / odds) if odds else up
    blocks = []
    for begin in range(0, len(shooters), ROWS_OF_TABLE):
        rows = slice(begin, begin + ROWS_OF_TABLE)
        blocks.append(_block(shooters[rows], center[rows], down, up, omitted))
    first = np.concatenate([block.first for block in blocks])
    last = np.concatenate([block.last for block in blocks])
    origin = np.concatenate([block.origin for block in blocks])
    if is_certain or np.array_equal(last - first, shooters):
        omitted = 0.0  # every band has all numbers of hits
    # Ranges that never fall from one number of shooters to the next, so that they can be searched by bisection.
    first = np.minimum.accumulate(first[::-1])[::-1]
    last = np.maximum.accumulate(last)
    probabilities, tails = _tables(blocks, len(shooters))
    relative_error = UNIT + 6 * (probabilities.shape[1] + 1) * LONG_UNIT
    return HitDistributions(first, last, origin, probabilities, tails, omitted, relative_error)


def _long(number: Fraction) -> np.longdouble:
    high = float(number)
    # A float has half the digits of a long one: the rest is added.
    rest = float(number - Fraction(high))
    return np.longdouble(high) + np.longdouble(rest)


class _Block(NamedTuple):
    """Bands of some numbers of shooters, as in `HitDistributions`, without a column outside of the bands."""

    first: Ints
    last: Ints
    origin: Ints
    probabilities: Floats
    tails: Floats


def _block(shooters: Ints, center: Ints, down: np.longdouble, up: np.longdouble, omitted: float) -> _Block:
    """Return the bands of some numbers of shooters, whose weights are relative to the weight of the center."""
    negligible = omitted / 4 / (shooters + 1)
    # Downwards there are at most `center` hits, upwards as many as there are misses.
    misses = shooters - center
    below = _outwards(center, misses, down, negligible)
    above = _outwards(misses, center, up, negligible)
    at_center = np.ones((len(shooters), 1), np.longdouble)
    weights = np.concatenate([below[:, ::-1], at_center, above], axis=1)
    # From the smallest on, so that the sum rounds least.
    backwards = weights[:, ::-1]
    tails = backwards.cumsum(axis=1)[:, ::-1]
    scale = 1 / tails[:, :1]
    return _Block(
        first=center - np.count_nonzero(below, axis=1),
        last=center + np.count_nonzero(above, axis=1),
        origin=center - below.shape[1] - 1,
        probabilities=(weights * scale).astype(np.float64),
        tails=(tails * scale).astype(np.float64),
    )


def _outwards(most: Ints, others: Ints, odds: np.longdouble, negligible: Floats) -> LongFloats:
    """Return the weights at the distances 1, 2, ... from the center on one side, 0 beyond the band of the shooters."""
    longest = int(most.max())
    width = 6 * isqrt(int((most + others).max())) + 16  # enough unless hits are rare
    while True:
        step = np.arange(min(width, longest))
        remaining = np.maximum(most[:, None] - step, 0)
        ratio = remaining * odds / (others[:, None] + (step + 1))
        weights: LongFloats = ratio.cumprod(axis=1)
        # The band of a row ends at its first negligible weight from which on the weights fall.
        ends = (ratio < 1) & (weights < negligible[:, None])
        beyond = np.logical_or.accumulate(ends, axis=1)
        if width >= longest or beyond[:, -1].all():
            weights[beyond] = 0
            columns = np.count_nonzero(~beyond.all(axis=0))
            band: LongFloats = weights[:, :columns]
            return band
        # Hits are rare: the weights fall slowly.
        width *= 2


def _tables(blocks: list[_Block], rows: int) -> tuple[Floats, Floats]:
    """Return the probabilities and the tails of all bands, with a column on each side that is outside of every band."""
    width = max(block.probabilities.shape[1] for block in blocks) + 2
    probabilities, tails = np.zeros((2, rows, width))
    begin = 0
    for block in blocks:
        end = begin + len(block.first)
        columns = slice(1, block.probabilities.shape[1] + 1)
        probabilities[begin:end, columns] = block.probabilities
        tails[begin:end, columns] = block.tails
        begin = end
    tails[:, 0] = 1.0
    return probabilities, tails


@compiled
def probability_of(distributions: HitDistributions, shooters: int, hits: int) -> float:
    """Return the probability of exactly `hits` hits, 0 for an impossible number. Cost: constant."""
    table = distributions.probabilities
    column = hits - distributions.origin[shooters]
    return table[shooters, min(max(column, 0), table.shape[1] - 1)]  # type: ignore[no-any-return]


@compiled
def probability_at_least(distributions: HitDistributions, shooters: int, hits: int) -> float:
    """Return the probability of at least `hits` hits. Cost: constant."""
    table = distributions.tails
    column = hits - distributions.origin[shooters]
    return table[shooters, min(max(column, 0), table.shape[1] - 1)]  # type: ignore[no-any-return]


@compiled
def add_products(
    distributions: HitDistributions, shooters: int, hits: int, tail: bool, values: Floats, into: Floats
) -> None:
    """Add values[j], times the probability that `shooters` + j make exactly (at least) `hits` hits, to into[j].

    Cost: len(into).
    """
    table = distributions.tails if tail else distributions.probabilities
    origin = distributions.origin
    last = table.shape[1] - 1
    for j in range(len(into)):
        row = shooters + j
        column = min(max(hits - origin[row], 0), last)
        into[j] += table[row, column] * values[j]


def expected_turns_bound(attackers: int, defenders: int, attacker_hits: Fraction, defender_hits: Fraction) -> float:
    """Return an upper bound on the expected number of turns of a battle in which some army can be hit.

    While both sides have armies, every army of the smaller side is hit with a probability of at least r, the smaller
    hit probability, and the maximum of m geometric variables has a mean of at most 1 + H(m) / -ln(1 - r), H(m) being
    the harmonic number. And every turn in which an army is hit leaves one army less; its probability is at least the
    greater hit probability. The result is the smaller of the two bounds.
    """
    less, more = sorted((attacker_hits, defender_hits))
    by_count = (attackers + defenders) / float(more)
    # Without a hit of one side, only the number of armies bounds the turns.
    if less == 0:
        return max(by_count, 1.0)
    if less == 1:
        return 1.0
    smaller_side = min(attackers, defenders)
    harmonic = 1 + log(max(smaller_side, 1))
    by_maximum = 1 + harmonic / -log1p(-float(less))
    return max(min(by_count, by_maximum), 1.0)


@compiled
def copy_from(row: Floats, start: int, before: float, into: Floats) -> None:
    """Fill `into` with row[start], row[start + 1], ...; use `before` left of the row and 0 right of it.

    Cost: len(into).
    """
    begin = min(max(-start, 0), len(into))
    end = min(max(len(row) - start, 0), len(into))
    # Loops instead of slice assignments, which numba does not vectorize.
    for j in range(begin):
        into[j] = before
    if begin < end:
        source = row[start + begin : start + end]
        target = into[begin:end]
        for j in range(end - begin):
            target[j] = source[j]
    for j in range(max(begin, end), len(into)):
        into[j] = 0.0


def _correlate_by_arrays(weights: Floats, values: Floats, into: Floats) -> None:
    """As `correlate`, entry by entry: the interpreter adds arrays faster than their entries, and numba the reverse."""
    size = len(into)
    for k in range(0, len(weights), GROUP):
        one, two, three, four = weights[k : k + GROUP]
        shifted = values[k : k + size + GROUP - 1]
        first_pair = one * shifted[:size] + two * shifted[1 : size + 1]
        second_pair = three * shifted[2 : size + 2] + four * shifted[3 : size + 3]
        into += first_pair + second_pair


@compiled_with(_correlate_by_arrays)
def correlate(weights: Floats, values: Floats, into: Floats) -> None:
    """Add the sum over k of weights[k] values[j + k] to into[j]; the number of weights is a multiple of GROUP.

    A product is rounded once, twice more in the sum of its group, and then once for each group from its own on: no more
    than len(weights) / GROUP + 3 times. Cost: len(weights) len(into).
    """
    size = len(into)
    for k in range(0, len(weights), GROUP):
        one = weights[k]
        two = weights[k + 1]
        three = weights[k + 2]
        four = weights[k + 3]
        # A slice lets the compiler check the bounds once, so that the inner loop becomes vector instructions.
        shifted = values[k : k + size + GROUP - 1]
        for j in range(size):
            first_pair = one * shifted[j] + two * shifted[j + 1]
            second_pair = three * shifted[j + 2] + four * shifted[j + 3]
            into[j] += first_pair + second_pair


@compiled
def padded_length(count: int) -> int:
    """Round up to a multiple of GROUP."""
    return count + -count % GROUP
