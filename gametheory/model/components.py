"""Topological order and strongly connected components of a state graph."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gametheory.model._kernels import graph as kernel
from gametheory.model.state_arrays import Integers, StateArrays
from gametheory.parallel.loops import run_loop


def topological_order(arrays: StateArrays) -> Integers | None:
    """Return the numbers of the positions, each before all positions that can follow it; None if play can cycle.

    Kahn's algorithm (1962). Cost: the positions and edges, once for the same arrays.

    Parameters
    ----------
    arrays : StateArrays
        The arrays of a state graph.

    Examples
    --------
    >>> from gametheory import Castle, state_graph
    >>> from gametheory.model.state_graph import state_arrays
    >>> topological_order(state_arrays(state_graph(Castle(1, 1, 1)))).tolist()
    [0, 1]
    """
    return arrays.order


def reachable(arrays: StateArrays) -> Integers:
    """Return the numbers of the positions that play can reach from the start, breadth first.

    Cost: the positions and edges.

    Parameters
    ----------
    arrays : StateArrays
        The arrays of a state graph.

    Examples
    --------
    >>> from gametheory import Castle, state_graph
    >>> from gametheory.model.state_graph import state_arrays
    >>> reachable(state_arrays(state_graph(Castle(1, 1, 1)))).tolist()
    [0, 1]
    """
    return reached_from(np.array([arrays.start]), arrays.row, arrays.successor)


def can_end(arrays: StateArrays) -> NDArray[np.bool_]:
    """Return for each position whether a terminal position can be reached from it.

    Search backward from the terminal positions. Cost: the positions and edges.

    Parameters
    ----------
    arrays : StateArrays
        The arrays of a state graph.

    Examples
    --------
    >>> from gametheory import Castle, state_graph
    >>> from gametheory.model.state_graph import state_arrays
    >>> can_end(state_arrays(state_graph(Castle(1, 1, 1)))).tolist()
    [True, True]
    """
    ended = np.flatnonzero(arrays.outcome_of >= 0)
    reached = np.zeros(len(arrays), np.bool_)
    reached[reached_from(ended, *arrays.predecessors)] = True
    return reached


def reached_from(nodes: Integers, row: Integers, successor: Integers) -> Integers:
    """Return some nodes of a graph in compressed sparse rows, and all that can be reached from them, breadth first.

    Cost: the nodes and edges.

    Parameters
    ----------
    nodes : array of int
        Where the search begins.
    row : array of int
        Where the successors of each node begin; one entry more than there are nodes.
    successor : array of int
        The successors of all nodes.

    Examples
    --------
    >>> reached_from(np.array([2]), np.array([0, 1, 1, 3]), np.array([1, 2, 0])).tolist()
    [2, 0, 1]
    """
    seen, queue = np.zeros((2, len(row) - 1), np.int32)
    seen[nodes], queue[: len(nodes)] = 1, nodes
    found = run_loop(kernel.reach, len(queue) + len(successor), (row, successor, len(nodes)), (seen, queue))
    return queue[:found]


def strong_components(arrays: StateArrays) -> Integers:
    """Return the number of the strongly connected component of each position.

    A component has a greater number than every other one that can be reached from it (Tarjan 1972). Cost: the positions
    and edges.

    Parameters
    ----------
    arrays : StateArrays
        The arrays of a state graph.

    References
    ----------
    R. Tarjan, Depth-first search and linear graph algorithms, SIAM Journal on Computing 1 (1972).

    Examples
    --------
    >>> from gametheory import Castle, state_graph
    >>> from gametheory.model.state_graph import state_arrays
    >>> strong_components(state_arrays(state_graph(Castle(1, 1, 1)))).tolist()
    [1, 0]
    """
    return component_numbers(arrays.row, arrays.successor)


def component_numbers(row: Integers, successor: Integers) -> Integers:
    """Return the number of the strongly connected component of each node of a graph in compressed sparse rows.

    The method is that of `strong_components`.

    Parameters
    ----------
    row : array of int
        Where the successors of each node begin; one entry more than there are nodes.
    successor : array of int
        The successors of all nodes.

    Examples
    --------
    >>> component_numbers(np.array([0, 1, 2, 2]), np.array([1, 0])).tolist()
    [0, 0, 1]
    """
    nodes = len(row) - 1
    component, low = np.full((2, nodes), -1, np.int32)
    stack, path = np.zeros((2, nodes), np.int32)
    edge = np.zeros(nodes, np.int64)
    steps = 2 * (nodes + len(successor))
    run_loop(kernel.strong_components, steps, (row, successor), (component, low, stack, path, edge))
    return component
