"""The vertices of a best-response polytope, exactly, however degenerate.

Integers throughout. A polytope here is {x >= 0 : x . c <= 1 for every column c} with positive columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import islice
from math import gcd
from typing import NamedTuple, TypeAlias

Ray: TypeAlias = tuple[int, ...]


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
    polytopes need no care. Cost: for each column the number of pairs of rays on its two sides.

    Raises TooManyVertices when there are more than `limit` rays after some column.

    >>> [(str(*map(list, [map(str, strategy)])), bin(labels)) for strategy, labels in vertices([[1, 2], [2, 1]], 100)]
    [("['0', '1']", '0b101'), ("['1', '0']", '0b1010'), ("['1/2', '1/2']", '0b1100')]
    """
    size = len(columns[0])
    everything = (1 << size + 1) - 1
    rays = {tuple(int(i == j) for j in range(size + 1)): everything ^ 1 << i for i in range(size + 1)}
    for number, column in enumerate(columns, 1):
        rays = _cut(rays, column, 1 << size + number)
        if len(rays) > limit + 1:
            raise TooManyVertices(limit)
    found = [(ray, facets) for ray, facets in rays.items() if any(ray[:size])]
    return [Vertex(_mixture(ray[:size]), _labels(facets, size)) for ray, facets in found]


def _cut(rays: dict[Ray, int], column: Sequence[int], facet: int) -> dict[Ray, int]:
    """The rays of a cone, with the facets each lies on, where x . column <= t is asked for; t is last in a ray."""
    slacks = {ray: ray[-1] - sum(map(int.__mul__, ray, column)) for ray in rays}
    kept = {ray: facets | facet * (not slacks[ray]) for ray, facets in rays.items() if slacks[ray] >= 0}
    inside = [(ray, facets) for ray, facets in rays.items() if slacks[ray] > 0]
    outside = [(ray, facets) for ray, facets in rays.items() if slacks[ray] < 0]
    all_facets = list(rays.values())
    shared = len(column) - 1
    for ray, facets in inside:
        near = [(other, facets & theirs) for other, theirs in outside if (facets & theirs).bit_count() >= shared]
        for other, common in near:
            if _are_adjacent(facets, common, shared, all_facets):
                kept[_between(ray, slacks[ray], other, -slacks[other])] = common | facet
    return kept


def _are_adjacent(facets: int, common: int, shared: int, all_facets: list[int]) -> bool:
    """Whether no third ray lies on all the facets that two share; a ray on no more facets than it must has no third."""
    if facets.bit_count() == shared + 1:
        return True
    on_all = (theirs for theirs in all_facets if common & theirs == common)
    return len(list(islice(on_all, 3))) == 2


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
