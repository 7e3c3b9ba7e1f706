"""The extreme rays of a cone, in exact integers; the cone can be degenerate."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import product
from math import gcd
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Ray: TypeAlias = tuple[int, ...]
RayFacets: TypeAlias = tuple[Ray, int]  # a ray, and the facets that contain it as a set of bits
Bits: TypeAlias = NDArray[np.uint8]

FEW_PAIRS = 64  # of rays, for which arrays cost more than they save
MAX_PAIRS_IN_MEMORY = 1 << 22  # pairs of rays whose common facets are counted in one matrix product


class TooManyVertices(Exception):
    """A polytope has more vertices than the limit."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"more than {limit:,} vertices of a best-response polytope")


def cut_cone(rays: dict[Ray, int], normal: Sequence[int], facet: int, limit: int) -> dict[Ray, int]:
    """Return the extreme rays, with their facets, of the part of a cone where ray . normal >= 0.

    One step of the double description method: the cut makes a new ray of every two adjacent rays on different sides.
    Two rays are adjacent if no third ray lies on all their common facets; this is correct for degenerate cones, too.
    Cost: the number of pairs of rays on different sides, times the number of facets.

    >>> cut_cone({(1, 0): 0b10, (0, 1): 0b01}, (1, -1), 0b100, 10)
    {(1, 0): 2, (1, 1): 4}

    References
    ----------
    T. S. Motzkin, H. Raiffa, G. L. Thompson and R. M. Thrall, The double description method (1953). K. Fukuda and
    A. Prodon, Double description method revisited (1996).
    """
    slacks = {ray: sum(map(int.__mul__, ray, normal)) for ray in rays}
    remaining = {ray: facets | facet * (not slacks[ray]) for ray, facets in rays.items() if slacks[ray] >= 0}
    inside = [(ray, facets) for ray, facets in rays.items() if slacks[ray] > 0]
    outside = [(ray, facets) for ray, facets in rays.items() if slacks[ray] < 0]
    shared = len(normal) - 2
    on_facet: dict[int, int] = {}
    for (ray, facets), (other, other_facets) in _pairs_sharing(inside, outside, shared):
        # A ray on the least possible number of facets is simple: no third ray lies on the common facets.
        simple = facets.bit_count() == shared + 1
        on_facet = on_facet if simple or on_facet else _rays_on_each_facet(rays.values())
        if simple or _are_adjacent(facets & other_facets, on_facet):
            remaining[_between(ray, slacks[ray], other, -slacks[other])] = facets & other_facets | facet
            if len(remaining) > limit + 1:
                raise TooManyVertices(limit)
    return remaining


def _pairs_sharing(
    inside: list[RayFacets], outside: list[RayFacets], shared: int
) -> Iterator[tuple[RayFacets, RayFacets]]:
    """Yield the pairs of rays with at least `shared` common facets, counted by matrix products."""
    if len(inside) * len(outside) <= FEW_PAIRS:
        yield from ((a, b) for a, b in product(inside, outside) if (a[1] & b[1]).bit_count() >= shared)
        return
    matrices = (_incidences([facets for _, facets in side]).astype(np.float32) for side in (inside, outside))
    inside_facets, outside_facets = matrices
    common = min(inside_facets.shape[1], outside_facets.shape[1])
    height = max(1, MAX_PAIRS_IN_MEMORY // len(outside))
    for first in range(0, len(inside), height):
        counts = inside_facets[first : first + height, :common] @ outside_facets[:, :common].T
        rows, columns = np.nonzero(counts >= shared)
        yield from ((inside[first + i], outside[j]) for i, j in zip(rows.tolist(), columns.tolist(), strict=True))


def _incidences(sets: Collection[int]) -> Bits:
    """Return the incidence matrix: one row for each set of bits, with a 1 for each element."""
    length = max(each.bit_length() for each in sets) // 8 + 1
    packed = np.frombuffer(b"".join(each.to_bytes(length, "little") for each in sets), np.uint8)
    return np.unpackbits(packed.reshape(len(sets), length), axis=1, bitorder="little")


def _rays_on_each_facet(all_facets: Collection[int]) -> dict[int, int]:
    """Return for each facet, as its bit, the rays on it, as a set of bits; for 0 all rays."""
    rows = np.packbits(_incidences(all_facets).T, axis=1, bitorder="little")
    sets = {1 << facet: int.from_bytes(row.tobytes(), "little") for facet, row in enumerate(rows)}
    return {0: (1 << len(all_facets)) - 1} | sets


def _are_adjacent(common: int, on_facet: dict[int, int]) -> bool:
    """Return whether exactly two rays lie on all the common facets."""
    on_all = on_facet[0]
    while common:
        lowest = common & -common
        on_all &= on_facet[lowest]
        common ^= lowest
    return on_all.bit_count() == 2


def _between(ray: Ray, slack: int, other: Ray, excess: int) -> Ray:
    """Return the combination of two rays that lies on the cut, in lowest terms."""
    combination = [excess * a + slack * b for a, b in zip(ray, other, strict=True)]
    divisor = gcd(*combination)
    return tuple(number // divisor for number in combination)
