"""Sparse linear systems of Markov chains: positions are eliminated one by one, those with few neighbors first.

To eliminate a position is to let play pass through it without a stop: each step into it becomes a step to one of its
successors (Grassmann, Taksar and Heyman 1985). Nothing is subtracted, so that floats keep their relative precision.

References
----------
W. K. Grassmann, M. I. Taksar and D. P. Heyman, Regenerative analysis and steady state distributions for Markov chains,
Operations Research 33 (1985).
"""

from __future__ import annotations

from itertools import groupby
from math import isqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametheory.model.components import component_numbers
from gametheory.model.sparse_rows import starts_of_rows
from gametheory.model.state_arrays import Integers
from gametheory.parallel.loops import run_loop
from gametheory.solvers._kernels.elimination_order import acyclic_order, minimum_degree, transient_order, triangles

MOST_NEIGHBORS = 10**6  # greater numbers of neighbors are taken for equal
DENSE = 8  # times the square of its positions are the products of a component for which a dense matrix is better
ROOM = 4  # links for each step, at first


class ChainSteps(NamedTuple):
    """The steps of a Markov chain in compressed sparse rows.

    Parameters
    ----------
    row : array of int
        Where the steps from each position begin; one entry more than there are positions.
    successor : array of int
        The position that each step leads to.
    code : array of int
        The index of the probability of each step in a table.
    ended : array of bool
        Whether each position is terminal.
    """

    row: Integers
    successor: Integers
    code: Integers
    ended: NDArray[np.bool_]

    @property
    def size(self) -> int:
        """The number of positions and steps.

        >>> ChainSteps(np.array([0, 2, 2]), np.array([0, 1]), np.array([0, 0]), np.array([False, True])).size
        5
        """
        return len(self.row) + len(self.successor)


class Elimination(NamedTuple):
    """The order in which the positions of a chain are eliminated, and the steps that there are at that time.

    The fields are those that `_kernels.chain` describes. Memory: 30 bytes for each position, and 4 for each step inside
    a component, with those that the elimination creates.

    Parameters
    ----------
    component, order, parts, place_of : array of int
        The component of each position, the positions by place and by component, and the place of each position.
    dense : array of bool
        Whether each component is better solved as a dense matrix.
    earlier_row, earlier, later_row, later : array of int
        The steps to the positions that are eliminated earlier and later.
    """

    component: Integers
    order: Integers
    parts: Integers
    place_of: Integers
    dense: NDArray[np.bool_]
    earlier_row: Integers
    earlier: Integers
    later_row: Integers
    later: Integers

    @property
    def products(self) -> int:
        """How many steps pass through eliminated positions.

        >>> stay = ChainSteps(np.array([0, 2, 2]), np.array([0, 1]), np.array([0, 0]), np.array([False, True]))
        >>> elimination(stay).products
        0
        """
        passed = np.bincount(self.place_of[self.earlier], minlength=len(self.order))
        return int(passed @ np.diff(self.later_row))

    @property
    def single(self) -> bool:
        """Whether each component is one position: play can repeat a position only by staying there.

        >>> stay = ChainSteps(np.array([0, 2, 2]), np.array([0, 1]), np.array([0, 0]), np.array([False, True]))
        >>> elimination(stay).single
        True
        """
        return len(self.parts) == len(self.order) + 1

    def runs(self) -> list[tuple[int, int, bool]]:
        """Return the first part, the end and the kind of each run of components: sparse ones, or one that is dense.

        >>> stay = ChainSteps(np.array([0, 2, 2]), np.array([0, 1]), np.array([0, 0]), np.array([False, True]))
        >>> elimination(stay).runs()
        [(0, 1, False)]
        """
        if not self.dense.any():
            return [(0, len(self.dense), False)]
        runs = []
        for dense, parts in groupby(range(len(self.dense)), lambda part: part if self.dense[part] else -1):
            members = list(parts)
            runs.append((members[0], members[-1] + 1, dense >= 0))
        return runs


def elimination(steps: ChainSteps) -> Elimination:
    """Return the order in which to eliminate the positions from which play goes on and can end.

    One strongly connected component after another (Tarjan 1972), and in each one minimum degree: a position with the
    fewest predecessors and successors that are left. A component of n positions is better solved as a dense matrix if
    the products of both numbers add up to more than 8 n^2. Cost: the positions and steps, and the products.

    Parameters
    ----------
    steps : ChainSteps
        The steps.

    Examples
    --------
    >>> path = ChainSteps(np.array([0, 1, 3, 4, 4]), np.array([1, 0, 2, 3]), np.zeros(4, int), np.arange(4) == 3)
    >>> found = elimination(path)
    >>> found.order.tolist(), found.parts.tolist(), found.later.tolist(), found.runs()
    ([0, 1, 2], [0, 2, 3], [1], [(0, 2, False)])
    """
    row, successor, _, ended = steps
    indegree, queue, component, order, place_of = np.full((5, len(ended)), [[0], [0], [0], [0], [-1]], np.int32)
    found = run_loop(acyclic_order, 2 * steps.size, (row, successor, ended), (indegree, queue, component, order))
    if found >= 0:
        parts = np.arange(found + 1, dtype=np.int32)
    else:
        component[:] = component_numbers(row, successor)
        begin, can_end, parts = np.zeros((3, len(ended) + 1), np.int32)
        outputs = component, begin, queue, can_end, order, parts
        found = run_loop(transient_order, steps.size, (row, successor, ended), outputs)
    parts = parts[: found + 1]
    return _eliminated(steps, component, order[: parts[-1]], parts, place_of)


def _eliminated(
    steps: ChainSteps, component: Integers, order: Integers, parts: Integers, place_of: Integers
) -> Elimination:
    """Return the elimination, given the components in topological order."""
    sizes = np.diff(parts)
    dense, rows = np.zeros(len(sizes), np.bool_), np.zeros((2, len(order) + 1), np.int64)
    earlier: Integers
    later: Integers
    earlier, later = np.zeros((2, 0), np.int32)
    if len(sizes) < len(order):
        part = np.repeat(np.arange(len(sizes)), sizes)
        places = np.flatnonzero(sizes[part] > 1)
        nodes, part = order[places], part[places]
        links = _links(*_inside(steps, component, nodes), np.unique(part, return_inverse=True)[1])
        # by component, and in each one by rank
        by_rank = np.argsort(part * (len(nodes) + 1) + links.rank)
        order[places], rank = nodes[by_rank], links.rank[by_rank]
        dense[part[by_rank[rank < 0]]] = True
        counts, earlier, later = _triangles(by_rank[rank >= 0], links)
        rows[:, 1:][:, places[rank >= 0]] = counts
        rows, earlier, later = np.cumsum(rows, axis=1), nodes[earlier], nodes[later]
    place_of[order] = np.arange(len(order), dtype=np.int32)
    return Elimination(component, order, parts, place_of, dense, rows[0], earlier, rows[1], later)


def _inside(steps: ChainSteps, component: Integers, nodes: Integers) -> tuple[Integers, Integers]:
    """Return the graph of some positions, whole components, by their numbers in the list: only steps inside of each."""
    number = np.full(len(component), -1, np.int32)
    number[nodes] = np.arange(len(nodes), dtype=np.int32)
    sources = np.repeat(np.arange(len(component), dtype=np.int32), np.diff(steps.row))
    inside = (number[sources] >= 0) & (component[sources] == component[steps.successor])
    source, target = number[sources[inside]], number[steps.successor[inside]]
    row = starts_of_rows(np.bincount(source, minlength=len(nodes)))
    return row, target[np.argsort(source, kind="stable")]


class _Links(NamedTuple):
    """The rank of each node, -1 in a dense component; and lists of its links, as `minimum_degree` describes them."""

    rank: Integers
    lists: tuple[Integers, ...]


def _links(row: Integers, successor: Integers, part: Integers) -> _Links:
    """Eliminate the nodes of some components; the lists of links begin with room for a few times the steps."""
    size, room = len(row) - 1, ROOM * len(successor)
    limit = DENSE * np.bincount(part) ** 2
    while True:
        mark, rank, above, below = np.full((4, size), -1, np.int32)
        degree_in, degree_out, key = np.zeros((3, size), np.int64)
        state = mark, rank, degree_in, degree_out, key, above, below
        top, bottom = np.full((2, min(2 * size, MOST_NEIGHBORS) + 1), -1, np.int32)
        work = np.zeros(len(limit), np.int64)
        heads, cells = np.full((2, size), -1, np.int32), np.zeros((4, room), np.int32)
        outputs = *state, top, bottom, work, *heads, *cells
        # about as many steps as the elimination of a grid takes
        found = run_loop(minimum_degree, len(successor) * isqrt(size), (row, successor, part, limit), outputs)
        if found >= 0:
            return _Links(rank, (*heads, *cells[:, :found]))
        room *= 2


def _triangles(order: Integers, links: _Links) -> tuple[Integers, Integers, Integers]:
    """Return how many earlier and later links each node of an order has, and the nodes at their ends."""
    place_of = np.full(len(links.rank), -1, np.int32)
    place_of[order] = np.arange(len(order), dtype=np.int32)
    rows, following = np.zeros((2, len(order) + 1), np.int64), np.zeros(len(order), np.int64)
    later, earlier = np.zeros((2, len(links.lists[-1])), np.int32)
    outputs = rows[1], rows[0], following, later, earlier
    run_loop(triangles, len(later), (order, *links.lists, place_of), outputs)
    return np.diff(rows), earlier[: rows[0, -1]], later[: rows[1, -1]]
