"""Compressed sparse rows: the entries of all rows one after another, and where each row begins."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.integer[Any]]


def starts_of_rows(lengths: Array | NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return where each row begins, and where the last one ends.

    >>> starts_of_rows(np.array([2, 0, 3])).tolist()
    [0, 2, 2, 5]
    """
    starts = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=starts[1:])
    return starts


def entries_of_rows(starts: Array, rows: Array) -> Array:
    """Return the places of all entries of some rows, those of one row after those of another.

    >>> entries_of_rows(np.array([0, 2, 2, 5]), np.array([2, 0])).tolist()
    [2, 3, 4, 0, 1]
    """
    lengths = np.diff(starts)[rows]
    return np.repeat(starts[rows] - np.cumsum(lengths) + lengths, lengths) + np.arange(lengths.sum())
