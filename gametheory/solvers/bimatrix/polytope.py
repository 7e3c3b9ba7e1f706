"""The vertices of a best-response polytope, exactly, however degenerate.

Integers throughout. A polytope here is {x >= 0 : x . c <= 1 for every column c} with positive columns.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from math import gcd
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Ray: TypeAlias = tuple[int, ...]
Known: TypeAlias = tuple[Ray, int]  # a ray and the facets it lies on, as a set of bits
Bits: TypeAlias = NDArray[np.uint8]

MOST_COUNTED = 1 << 22  # pairs of rays whose common facets are counted at once


class TooManyVertices(Exception):
    """A polytope has more vertices than the caller allowed.

    >>> str(TooManyVertices(1000))
    'more than 1,000 vertices of a best-response polytope'
    """

    def __init__(self, limit: int) -> None:
        super().__init__(f"more than {limit:,} vertices of a best-response polytope")
        self.limit = limit


class Vertex(NamedTuple):
    """A vertex scaled to a mixture, and its labels as a set of bits.

    Bit i says that strategy i is not played, bit len(strategy) + j that the opponent's strategy j is a best response.
    """

    strategy: tuple[Fraction, ...]
    labels: int


def vertices(columns: Sequence[Sequence[int]], limit: int) -> list[Vertex]:
    """All vertices but the origin of {x >= 0 : x . c <= 1 for every column c}, for positive integer columns.

    The double description method (Motzkin, Raiffa, Thompson and Thrall 1953; Fukuda and Prodon 1996) on the cone over
    the polytope: the orthant is cut by one column after the other; a cut makes one ray of every two adjacent rays on
    either side of it. Two rays are adjacent where no third lies on all the facets they share, so that degenerate
    polytopes need no care. Cost: for each column the number of pairs of rays on its two sides, times that of facets.

    Raises TooManyVertices as soon as more than `limit` vertices are left after some column.

    >>> [(str(*map(list, [map(str, strategy)])), bin(labels)) for strategy, labels in vertices([[1, 2], [2, 1]], 100)]
    [("['0', '1']", '0b101'), ("['1', '0']", '0b1010'), ("['1/2', '1/2']", '0b1100')]
    """
    size = len(columns[0])
    everything = (1 << size + 1) - 1
    rays = {tuple(int(i == j) for j in range(size + 1)): everything ^ 1 << i for i in range(size + 1)}
    for number, column in enumerate(columns, 1):
        rays = _cut(rays, column, 1 << size + number, limit)
    found = [(ray, facets) for ray, facets in rays.items() if any(ray[:size])]
    return [Vertex(_mixture(ray[:size]), _labels(facets, size)) for ray, facets in found]


def _cut(rays: dict[Ray, int], column: Sequence[int], facet: int, limit: int) -> dict[Ray, int]:
    """The rays of a cone, with the facets each lies on, where x . column <= t is asked for; t is last in a ray."""
    slacks = {ray: ray[-1] - sum(map(int.__mul__, ray, column)) for ray in rays}
    kept = {ray: facets | facet * (not slacks[ray]) for ray, facets in rays.items() if slacks[ray] >= 0}
    inside = [(ray, facets) for ray, facets in rays.items() if slacks[ray] > 0]
    outside = [(ray, facets) for ray, facets in rays.items() if slacks[ray] < 0]
    shared = len(column) - 1
    on_facet = _rays_on_each_facet(rays.values()) if inside and outside else {}
    for (ray, facets), (other, theirs) in _sharing(inside, outside, shared):
        simple = facets.bit_count() == shared + 1  # on no more facets than it must: there is no third ray
        if simple or _are_adjacent(facets & theirs, on_facet):
            kept[_between(ray, slacks[ray], other, -slacks[other])] = facets & theirs | facet
            if len(kept) > limit + 1:
                raise TooManyVertices(limit)
    return kept


def _sharing(inside: list[Known], outside: list[Known], shared: int) -> Iterator[tuple[Known, Known]]:
    """The rays inside with those outside that lie on so many of their facets, counted by products of matrices."""
    if not inside or not outside:
        return
    ours, theirs = (_incidences([facets for _, facets in side]).astype(np.float32) for side in (inside, outside))
    common = min(ours.shape[1], theirs.shape[1])
    height = max(1, MOST_COUNTED // len(outside))
    for first in range(0, len(inside), height):
        counts = ours[first : first + height, :common] @ theirs[:, :common].T
        here, there = np.nonzero(counts >= shared)
        yield from ((inside[first + i], outside[j]) for i, j in zip(here.tolist(), there.tolist(), strict=True))


def _incidences(all_facets: Collection[int]) -> Bits:
    """For each ray a row of ones and zeros: which facets it lies on."""
    length = max(facets.bit_length() for facets in all_facets) // 8 + 1
    packed = np.frombuffer(b"".join(facets.to_bytes(length, "little") for facets in all_facets), np.uint8)
    return np.unpackbits(packed.reshape(len(all_facets), length), axis=1, bitorder="little")


def _rays_on_each_facet(all_facets: Collection[int]) -> dict[int, int]:
    """For each facet, as its bit, the rays that lie on it, as a set of bits; for 0 all rays."""
    rows = np.packbits(_incidences(all_facets).T, axis=1, bitorder="little")
    sets = {1 << facet: int.from_bytes(row.tobytes(), "little") for facet, row in enumerate(rows)}
    return {0: (1 << len(all_facets)) - 1} | sets


def _are_adjacent(common: int, on_facet: dict[int, int]) -> bool:
    """Whether no third ray lies on all the facets that two share."""
    on_all = on_facet[0]
    for facet in _bits(common):
        on_all &= on_facet[facet]
    return on_all.bit_count() == 2


def _bits(number: int) -> Iterator[int]:
    while number:
        lowest = number & -number
        yield lowest
        number ^= lowest


def _between(ray: Ray, slack: int, other: Ray, excess: int) -> Ray:
    """The ray between two where what one has to spare makes up for what the other has too much."""
    mixed = [excess * here + slack * there for here, there in zip(ray, other, strict=True)]
    divisor = gcd(*mixed)
    return tuple(number // divisor for number in mixed)


def _mixture(ray: Ray) -> tuple[Fraction, ...]:
    total = sum(ray)
    return tuple(Fraction(weight, total) for weight in ray)


def _labels(facets: int, size: int) -> int:
    """The facets without that of t, which is none of the polytope."""
    return facets & (1 << size) - 1 | facets >> size + 1 << size
