"""Compiled loops for correlations: sums of weights times shifted values."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gametheory.parallel.compiled import compiled, compiled_with

Floats = NDArray[np.float64]
GROUP = 4  # products that are summed before they are added to the result


@compiled
def copy_from(row: Floats, start: int, before: float, into: Floats) -> None:
    """Fill `into` with row[start], row[start + 1], ...; use `before` left of the row and 0 right of it.

    Cost: len(into).
    """
    begin, end = min(max(-start, 0), len(into)), min(max(len(row) - start, 0), len(into))
    # Loops instead of slice assignments, which numba does not vectorize.
    for j in range(begin):
        into[j] = before
    if begin < end:
        source, target = row[start + begin : start + end], into[begin:end]
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
        into += (one * shifted[:size] + two * shifted[1 : size + 1]) + (
            three * shifted[2 : size + 2] + four * shifted[3 : size + 3]
        )


@compiled_with(_correlate_by_arrays)
def correlate(weights: Floats, values: Floats, into: Floats) -> None:
    """Add the sum over k of weights[k] values[j + k] to into[j]; the number of weights is a multiple of GROUP.

    A product is rounded once, twice more in the sum of its group, and then once for each group from its own on: no more
    than len(weights) / GROUP + 3 times. Cost: len(weights) len(into).
    """
    size = len(into)
    for k in range(0, len(weights), GROUP):
        one, two, three, four = weights[k], weights[k + 1], weights[k + 2], weights[k + 3]
        # A slice lets the compiler check the bounds once, so that the inner loop becomes vector instructions.
        shifted = values[k : k + size + GROUP - 1]
        for j in range(size):
            into[j] += (one * shifted[j] + two * shifted[j + 1]) + (three * shifted[j + 2] + four * shifted[j + 3])


@compiled
def padded_length(count: int) -> int:
    """Round up to a multiple of GROUP."""
    return count + -count % GROUP
