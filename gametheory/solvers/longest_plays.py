"""The lengths of longest plays, on arrays."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gametheory.model.state_arrays import Integers, StateArrays
from gametheory.parallel.loops import run_loop
from gametheory.solvers._kernels.positions import longest_distances


def longest_plays(arrays: StateArrays, order: Integers, ends: NDArray[np.bool_]) -> Integers:
    """Return the greatest number of moves from each position to one of some ends; -1 where there is no way to one.

    A move that repeats its position does not count. Cost: the positions and edges.

    Parameters
    ----------
    arrays : StateArrays
        The arrays of a state graph in which play cannot cycle through several positions.
    order : array of int
        The positions, each before all others that follow it.
    ends : array of bool
        Whether each position is an end.

    Examples
    --------
    >>> from gametheory import Castle, state_graph
    >>> arrays = state_graph(Castle(2, 3, 1)).arrays
    >>> longest_plays(arrays, np.arange(3), arrays.outcome_of >= 0).tolist()
    [2, 1, 0]
    """
    longest = np.where(ends, 0, -1).astype(np.int32)
    steps = len(arrays) + len(arrays.successor)
    run_loop(longest_distances, steps, (arrays.row, arrays.successor, order), (longest,))
    return longest
