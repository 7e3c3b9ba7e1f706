"""The probabilities of successors as numbers: each different one is stored once."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from gametheory.model._kernels.hashing import merge_successors
from gametheory.model.code_table import SMALLEST_TABLE, CodeTable
from gametheory.model.interning import ProbabilityTable
from gametheory.model.layers import Distributions, Layer
from gametheory.model.state_arrays import Integers
from gametheory.parallel.compiled import sized

BITS = 31  # of the number of a numerator or a denominator


class ProbabilityCodes:
    """The different probabilities of a game given as arrays.

    Examples
    --------
    >>> codes, none = ProbabilityCodes(), np.zeros(0, np.int64)
    >>> halves = Distributions(np.array([3]), np.array([2, 1, 1]), np.array([4]))
    >>> sizes, successors, found = codes.add(Layer(none, none, none, none, none, halves), np.array([5, 6, 6]), 7)
    >>> sizes.tolist(), successors.tolist(), found.tolist()
    ([2], [5, 6], [0, 0])
    >>> probabilities, numbers = codes.fractions(found)
    >>> probabilities, numbers.tolist()
    ([Fraction(1, 1), Fraction(1, 2)], [1, 1])
    """

    def __init__(self) -> None:
        self._numerators, self._denominators, self._pairs = (CodeTable(2**BITS - 1) for _ in range(3))
        self._last, self._edges = np.full(SMALLEST_TABLE, -1, np.int64), 0

    def add(self, layer: Layer, numbers: Integers, found: int) -> tuple[Integers, Integers, Integers]:
        """Merge the successors of each move that are the same, and number the probabilities.

        Parameters
        ----------
        layer : Layer
            The distributions; if there are none, each move has one successor.
        numbers : array of int
            The number of each successor.
        found : int
            The number of positions.

        Returns
        -------
        tuple of arrays of int
            How many different successors each move has, their numbers, and those of their probabilities.
        """
        certain = np.ones((3, len(numbers)), np.int64)
        sizes, numerators, denominators = (
            np.array(part, np.int64) for part in layer.distributions or Distributions(*certain)
        )
        if len(self._last) < found:
            self._last = np.append(self._last, np.full(2 * found - len(self._last), -1))
        merge = sized(merge_successors, 2 * len(numbers))
        left = merge(sizes, numbers, numerators, self._last, self._edges)
        self._edges += left
        pairs = self._numerators.numbers(numerators[:left]).astype(np.int64) << BITS
        pairs += np.repeat(self._denominators.numbers(denominators), sizes)
        return sizes, numbers[:left], self._pairs.numbers(pairs)

    def fractions(self, codes: Integers) -> tuple[list[Fraction], Integers]:
        """Return the different probabilities, and the index among them of each number."""
        numerators, denominators = self._numerators.codes.tolist(), self._denominators.codes.tolist()
        table = ProbabilityTable()
        pairs = self._pairs.codes.tolist()
        fractions = [Fraction(numerators[pair >> BITS], denominators[pair % 2**BITS]) for pair in pairs]
        return table.probabilities, np.array(table.codes(fractions), np.int32)[codes]
