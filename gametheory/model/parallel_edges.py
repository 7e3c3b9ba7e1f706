"""Parallel edges: in a networkx graph, edges from one position to the same next one follow each other."""

from __future__ import annotations

import numpy as np

from gametheory.model._kernels import graph
from gametheory.model.sparse_rows import Array, entries_of_rows, starts_of_rows
from gametheory.parallel.loops import run_loop


def group_parallel_edges(first_move: Array, sizes: Array | None, move_of: Array, *of_edges: Array) -> None:
    """Put the moves and edges of each position into the order of a networkx graph, in place.

    The edges of a position are sorted by the first of them that has the same next position, and its moves by their
    first edge. Cost: linear in the edges, and a sort of those of the positions with parallel edges.

    Parameters
    ----------
    first_move : array of int
        Where the joint moves of each position begin; one entry more than there are positions.
    sizes : array of int or None
        How many successors each joint move has; None if each has one.
    move_of : array of int
        A number for each joint move.
    of_edges : arrays of int
        The successors, and other numbers of the edges.

    Examples
    --------
    >>> moves, successors = np.array([10, 11, 12]), np.array([1, 2, 1])
    >>> group_parallel_edges(np.array([0, 3, 3, 3]), None, moves, successors)
    >>> moves.tolist(), successors.tolist()
    ([10, 12, 11], [1, 1, 2])
    """
    successor = of_edges[0]
    row = first_move
    if sizes is not None:
        row = starts_of_rows(sizes)[first_move]
    found, last = np.zeros(len(row) - 1, np.int8), np.full(int(successor.max(initial=-1)) + 1, -1, np.int32)
    run_loop(graph.parallel_edges, len(row) + len(successor), (row, successor), (last, found))
    rows = np.flatnonzero(found)
    if not len(rows):
        return
    joints, edges = entries_of_rows(first_move, rows), entries_of_rows(row, rows)
    # the joint move of each edge, and the first edge that has the same ends, as places among those of these positions
    owner = np.repeat(np.arange(len(joints)), 1 if sizes is None else sizes[joints])
    ends = (np.repeat(rows, np.diff(row)[rows]) << 32) + successor[edges]
    _, first, same = np.unique(ends, return_index=True, return_inverse=True)
    by_end = np.argsort(first[same], kind="stable")
    _, first_edge = np.unique(owner[by_end], return_index=True)
    by_move = by_end[np.argsort(first_edge[owner[by_end]], kind="stable")]
    for column in (move_of, *([] if sizes is None else [sizes])):
        column[joints] = column[joints[np.argsort(first_edge)]]
    for column in of_edges:
        column[edges] = column[edges[by_move]]
