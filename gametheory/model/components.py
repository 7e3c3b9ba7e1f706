"""What can be reached in a state graph, and its strongly connected components."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from gametheory.model._kernels import graph as kernel
from gametheory.model.state_arrays import Integers, StateArrays


def reachable(arrays: StateArrays) -> Integers:
    """Return the numbers of the positions that play can reach from the start, breadth first.

    Cost: the positions and edges.

    >>> from gametheory import Castle, unfold
    >>> reachable(unfold(Castle(1, 1, 1))).tolist()
    [0, 1]
    """
    return reached_from(np.array([arrays.start]), arrays.row, arrays.successor)


def can_end(arrays: StateArrays) -> NDArray[np.bool_]:
    """Return for each position whether a terminal position can be reached from it.

    Search backward from the terminal positions. Cost: the positions and edges.

    >>> from gametheory import Castle, unfold
    >>> can_end(unfold(Castle(1, 1, 1))).tolist()
    [True, True]
    """
    ended = np.flatnonzero(arrays.outcome_of >= 0)
    reached = np.zeros(len(arrays), np.bool_)
    reached[reached_from(ended, *arrays.predecessors)] = True
    return reached


def reached_from(nodes: Integers, row: Integers, successor: Integers) -> Integers:
    """Return some nodes of a graph in compressed sparse rows, and all that can be reached from them, breadth first.

    Cost: the nodes and edges.

    >>> reached_from(np.array([2]), np.array([0, 1, 1, 3]), np.array([1, 2, 0])).tolist()
    [2, 0, 1]
    """
    seen, queue = np.zeros((2, len(row) - 1), np.int32)
    seen[nodes], queue[: len(nodes)] = 1, nodes
    found = kernel.reach(row, successor, len(nodes), seen, queue)
    return queue[:found]


def strong_components(arrays: StateArrays) -> Integers:
    """Return the number of the strongly connected component of each position.

    A component has a greater number than every other one that can be reached from it (Tarjan 1972). Cost: the positions
    and edges.

    References
    ----------
    R. Tarjan, Depth-first search and linear graph algorithms, SIAM Journal on Computing 1 (1972).

    >>> from gametheory import Castle, unfold
    >>> strong_components(unfold(Castle(1, 1, 1))).tolist()
    [1, 0]
    """
    return component_numbers(arrays.row, arrays.successor)


def component_numbers(row: Integers, successor: Integers) -> Integers:
    """Return the number of the strongly connected component of each node of a graph in compressed sparse rows.

    The method is that of `strong_components`.

    >>> component_numbers(np.array([0, 1, 2, 2]), np.array([1, 0])).tolist()
    [0, 0, 1]
    """
    nodes, edges = len(row) - 1, np.ones(len(successor), np.int8)
    _, component = connected_components(csr_array((edges, successor, row), (nodes, nodes)), connection="strong")
    # scipy numbers a component after all that can be reached from it, but does not promise to
    if not (component[np.repeat(np.arange(nodes), np.diff(row))] >= component[successor]).all():
        raise RuntimeError("scipy numbers strong components in another order than that of the topology")
    return np.asarray(component, np.int32)
