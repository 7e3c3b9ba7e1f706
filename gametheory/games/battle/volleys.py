"""The law of the hits of one volley, Binomial(shooters, hits), for all numbers of shooters at once, on its band.

Only the band where nearly all of the probability lies is kept. By Bernstein's inequality (1924) a binomial of mean m
and variance v is further than L/3 + sqrt(L^2/9 + 2 L v) from m with a chance of at most 2 e^-L. What lies within is
scaled to sum to 1, and then cut once more where the sums themselves show that hardly anything is beyond. Each of the
two leaves out at most half of `left_out`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import log, log1p

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Bools = NDArray[np.bool_]
Longs = NDArray[np.longdouble]

UNIT = float(np.finfo(np.float64).eps) / 2
LONG_UNIT = float(np.finfo(np.longdouble).eps) / 2  # equal to UNIT where the platform has no longer floats
ALONE = 1 << 18  # products up to this size are made by one thread of OpenBLAS
HEIGHT = 16
LEAST_HITS = Fraction(1, 10**100)  # below it, powers of the chance are no longer floats


@dataclass(frozen=True, slots=True)
class Volleys:
    """Laws of the hits of 0, 1, ... shooters.

    `first` and `last` are the ends of the bands, made to rise with the shooters. `chances` and `tails` hold, by
    shooters and by hits counted from `origin`, the chance of exactly and of at least so many hits, with one column on
    either side for all that is outside. Every one has a relative error of at most `relative`.
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

    def exactly(self, shooters: range, hits: range) -> Floats:
        """The chances of exactly so many hits, at [shooters, hits]; hits may be negative."""
        return self._at(self.chances, shooters, hits)

    def at_least(self, shooters: range, hits: range) -> Floats:
        """The chances of at least so many hits, at [shooters, hits]."""
        return self._at(self.tails, shooters, hits)

    def _at(self, table: Floats, shooters: range, hits: range) -> Floats:
        rows = table[shooters.start : shooters.stop]
        columns = np.arange(hits.start, hits.stop) - self.origin[shooters.start : shooters.stop, None]
        np.minimum(np.maximum(columns, 0, out=columns), table.shape[1] - 1, out=columns)
        columns += np.arange(0, rows.size, rows.shape[1])[:, None]
        return rows.ravel().take(columns)

    def left(self, shooters: range, standing: range) -> range:
        """How many of those standing can be left by a volley; 0 also where more are hit than stand."""
        fewest = standing.start - int(self.last[shooters.stop - 1])
        return range(max(fewest, 0), max(standing.stop - int(self.first[shooters.start]), 1))

    def left_law(self, shooters: range, standing: range, left: range, weights: Floats | None = None) -> Floats:
        """The chances that `left` are left, at [standing, shooters, left]: max(0, standing - hits).

        With weights at [shooters, standing], times these, at [shooters, standing, left]. Cost: one copy of the
        result out of a view that shares each diagonal.
        """
        hits = range(standing.start - left.stop + 1, standing.stop - left.start)
        chances = self.exactly(shooters, hits)
        down, along = chances.strides
        shape, strides = (len(standing), len(shooters), len(left)), (along, down, -along)
        view: Floats = np.ndarray(shape, np.float64, chances, along * (len(left) - 1), strides)
        law = view.copy() if weights is None else np.multiply(view.transpose(1, 0, 2), weights[:, :, None], order="C")
        if left.start == 0:
            none_left = self.at_least(shooters, standing)
            law[:, :, 0] = none_left.T if weights is None else none_left * weights
        return law


def volleys(most_shooters: int, hits: Fraction, left_out: float) -> Volleys:
    """The laws of the hits of up to `most_shooters`, of which each hits with the chance `hits`.

    From 1 at the most likely number of hits outwards by b(k + 1) / b(k) = (n - k) / (k + 1) x hits / (1 - hits), in the
    longest floats of the platform, of unit roundoff v. A step rounds four times (the odds are within one v), so that a
    weight h steps away is within 4 h v; sums of at most 2 h + 1 weights, the scaling and a tail add at most 8 h + 6 of
    v, and the rounding to a float one unit. Cost: a few operations for each of the weights in the bands.

    Raises ValueError for a chance above 0 and below 10^-100.
    """
    if 0 < hits < LEAST_HITS:
        raise ValueError(f"hits: {float(hits):.3g} is below 1e-100; only the exact law takes it")
    shooters = np.arange(most_shooters + 1)
    mode, reach = _centres(shooters, hits), _reach(shooters, hits, left_out / 2)
    half = int(np.minimum(reach, np.maximum(mode, shooters - mode)).max())
    weights = _weights(shooters, mode, reach, half, hits)
    weights /= weights.sum(axis=1, keepdims=True)
    chances, tails = np.zeros((2, len(shooters), 2 * half + 3))
    chances[:, 1:-1] = weights
    tails[:, 0] = 1
    tails[:, -2:0:-1] = np.cumsum(weights[:, ::-1], axis=1)
    origin = mode - half - 1
    first = origin + np.argmax(np.cumsum(chances, axis=1) > left_out / 4, axis=1)
    last = origin - 1 + np.argmax(tails <= left_out / 4, axis=1)
    first, last = np.minimum.accumulate(first[::-1])[::-1], np.maximum.accumulate(last)
    relative = 1.01 * (UNIT + (12 * half + 6) * LONG_UNIT)
    return Volleys(first, last, origin, chances, tails, left_out, relative)


def _centres(shooters: Ints, hits: Fraction) -> Ints:
    """Near the most likely number of hits; any start will do for the recursion."""
    centres: Ints = np.minimum((shooters * float(hits)).astype(np.intp), shooters)
    return centres


def _reach(shooters: Ints, hits: Fraction, left_out: float) -> Ints:
    """How far a band goes from its centre, which is within 1 of the mean; one more for the roundings here."""
    if hits in (0, 1):
        return np.zeros_like(shooters)
    nearly = log(2 / left_out)
    variance = shooters * float(hits * (1 - hits))
    reach: Ints = (nearly / 3 + np.sqrt(nearly**2 / 9 + 2 * nearly * variance)).astype(np.intp) + 3
    return reach


def _weights(shooters: Ints, mode: Ints, reach: Ints, half: int, hits: Fraction) -> Longs:
    """Weights relative to that of the centre, at [shooters, distance + half]; 0 for impossible numbers of hits."""
    centre = np.ones((len(shooters), 1), np.longdouble)
    if hits in (0, 1):
        return centre
    away = np.arange(half)
    beyond = away >= reach[:, None]
    up = _outwards((shooters - mode)[:, None], mode[:, None], away, hits / (1 - hits))
    down = _outwards(mode[:, None], (shooters - mode)[:, None], away, (1 - hits) / hits)
    up[beyond] = down[beyond] = 0
    return np.hstack([down[:, ::-1], centre, up])


def _outwards(room: Ints, behind: Ints, away: Ints, odds: Fraction) -> Longs:
    """Weights at distances 1, 2, ... from the centre, on the side with so much room."""
    ratios = np.maximum(room - away, 0).astype(np.longdouble)
    ratios *= _long(odds)
    ratios /= behind + (away + 1).astype(np.longdouble)
    return np.cumprod(ratios, axis=1, out=ratios)


def _long(number: Fraction) -> np.longdouble:
    """A positive fraction within one unit of the longest floats."""
    high = float(number)
    return np.longdouble(high) + np.longdouble(float(number - Fraction(high)))


def most_turns(attackers: int, defenders: int, attacker_hits: Fraction, defender_hits: Fraction) -> float:
    """An upper bound on the expected number of turns of a battle in which somebody can be hit.

    While both sides stand, every army of the smaller side is hit with a chance of at least r, the smaller chance, and
    the greatest of m geometric numbers has a mean of at most 1 + H(m) / -ln(1 - r); and a turn in which somebody is
    hit, which has at least the greater chance, leaves one army less. The bound is the smaller of the two.
    """
    fewest, less, more = min(attackers, defenders), *sorted((attacker_hits, defender_hits))
    by_count = (attackers + defenders) / float(more)
    if not less or less == 1:
        return 1.0 if less else max(by_count, 1.0)
    harmonic = 1 + log(max(fewest, 1))
    return max(min(by_count, 1 + harmonic / -log1p(-float(less))), 1.0)


def product(left: Floats, right: Floats) -> Floats:
    """The matrix product, in pieces so small that BLAS does not start threads for them.

    For the slim matrices here two threads gain nothing over one, and on a busy machine they lose ten times and more by
    waiting for each other. Cost: that of one product by one thread.

    >>> product(np.eye(20), np.arange(20.0)[:, None])[19]
    array([19.])
    """
    height, inner = left.shape
    whole, width = height - height % HEIGHT, max(ALONE // (HEIGHT * max(inner, 1)), 8)
    stack = left[:whole].reshape(whole // HEIGHT, HEIGHT, inner)
    result = np.empty((height, right.shape[1]))
    for start in range(0, right.shape[1], width):
        piece = right[:, start : start + width]
        result[:whole, start : start + width] = (stack @ piece).reshape(whole, piece.shape[1])
        np.matmul(left[whole:], piece, out=result[whole:, start : start + width])
    return result
