"""The different values of the positions of a game, numbered, in rationals."""

from __future__ import annotations

import numpy as np
from flint import fmpq

from gametheory.model.state_arrays import Integers, StateArrays
from gametheory.numbers.rationals import to_flint


class ValueTable:
    """Different rational numbers, each with a code: positions have codes, and arithmetic is done once for equal ones.

    Attributes
    ----------
    values : list of fmpq
        The numbers by their codes.

    Examples
    --------
    >>> table = ValueTable()
    >>> [table.code(value) for value in (fmpq(1, 2), fmpq(-3), fmpq(2, 4))]
    [0, 1, 0]
    >>> table.ranks(np.array([0, 1, 0])).tolist()
    [1, 0, 1]
    """

    def __init__(self) -> None:
        self.values: list[fmpq] = []
        self._codes: dict[fmpq, int] = {}

    def code(self, value: fmpq) -> int:
        """Return the code of a number."""
        code = self._codes.setdefault(value, len(self.values))
        if code == len(self.values):
            self.values.append(value)
        return code

    def ranks(self, codes: Integers) -> Integers:
        """Return whole numbers in the order of the values: equal for equal ones, and greater for greater ones."""
        different = np.unique(codes)
        values = [self.values[code] for code in different.tolist()]
        rank = np.zeros(len(values), np.int64)
        rank[sorted(range(len(values)), key=values.__getitem__)] = np.arange(len(values))
        found: Integers = rank[np.searchsorted(different, codes)]
        return found

    def means(self, weights: list[fmpq], codes: Integers, probabilities: Integers) -> Integers:
        """Return the codes of expected values; equal distributions of values are averaged once.

        Parameters
        ----------
        weights : list of fmpq
            The different probabilities.
        codes, probabilities : array of int
            The codes of the values and the indices of their probabilities, a row for each distribution.

        Examples
        --------
        >>> table = ValueTable()
        >>> codes = np.array([[table.code(fmpq(1)), table.code(fmpq(4))]])
        >>> table.values[table.means([fmpq(1, 3), fmpq(2, 3)], codes, np.array([[0, 1]]))[0]]
        3
        """
        rows, inverse = np.unique(np.hstack([codes, probabilities]), axis=0, return_inverse=True)
        values, size, found = self.values, codes.shape[1], []
        for row in rows.tolist():
            terms = zip(row[:size], row[size:], strict=True)
            found.append(self.code(sum((weights[chance] * values[code] for code, chance in terms), fmpq(0))))
        codes_of_rows: Integers = np.array(found, np.int32)[inverse.ravel()]
        return codes_of_rows


def mean_codes(arrays: StateArrays, table: ValueTable, codes: Integers, joint: Integers) -> Integers:
    """Return the code of the expected value after some joint moves, given those of the positions that follow.

    Parameters
    ----------
    arrays : StateArrays
        The arrays of a state graph.
    table : ValueTable
        The values.
    codes : array of int
        The code of the value of each position.
    joint : array of int
        The numbers of the joint moves.

    Examples
    --------
    >>> from gametheory import Castle, state_graph
    >>> mean_codes(state_graph(Castle(1, 2, 1)).arrays, ValueTable(), np.array([3, 4, 5]), np.array([1, 0]))
    array([5, 4])
    """
    if arrays.deterministic:
        return codes[arrays.successor[joint]]
    starts = arrays.starts
    chances = np.zeros(len(arrays.successor), np.int32) if arrays.probability_of is None else arrays.probability_of
    weights, sizes = [to_flint(probability) for probability in arrays.probabilities], np.diff(starts)[joint]
    found = np.zeros(len(joint), np.int32)
    for size in np.unique(sizes).tolist():
        chosen = np.flatnonzero(sizes == size)
        edges = starts[joint[chosen]][:, None] + np.arange(size)
        found[chosen] = table.means(weights, codes[arrays.successor[edges]], chances[edges])
    return found
