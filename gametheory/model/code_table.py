"""The numbers of positions that are whole numbers, and of exact probabilities: a hash table in arrays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from gametheory.model._kernels.hashing import merge_successors, number_codes
from gametheory.model.game import Position, PositionLimitExceeded
from gametheory.model.layers import Distributions, Layer
from gametheory.model.state_arrays import Integers

SMALLEST_TABLE = 2**12
BITS = 31  # of the number of a numerator or a denominator


class CodeTable(Mapping[Position, int]):
    """The numbers of whole-number positions: a hash table in arrays.

    >>> table = CodeTable(limit=10)
    >>> table.numbers(np.array([7, 5, 7])).tolist(), table[5], 6 in table, table.codes.tolist()
    ([0, 1, 0], 1, False, [7, 5])
    """

    def __init__(self, limit: int) -> None:
        self._limit, self._count = limit, 0
        self._entries, self._known = np.zeros(2 * SMALLEST_TABLE, np.int64), np.zeros(SMALLEST_TABLE, np.int64)

    @property
    def codes(self) -> Integers:
        """The positions by number."""
        return self._known[: self._count]

    def numbers(self, codes: Integers) -> Integers:
        """Return the number of each position; a new one gets the next number."""
        numbers = np.zeros(len(codes), np.int32)
        step = len(self._entries) // 8
        # a part at a time, so that the table grows with the different positions
        for first in range(0, len(codes), step):
            part = np.ascontiguousarray(codes[first : first + step], np.int64)
            self._grow(self._count + len(part))
            count = self._number(part, self._count, self._limit, numbers[first : first + step])
            if count > self._limit:
                raise PositionLimitExceeded(count, self._limit, int(part[-1]))
            self._count = count
        return numbers

    def find(self, codes: Integers) -> Integers:
        """Return the number of each position; -1 for one that has none.

        >>> table = CodeTable(limit=10)
        >>> _ = table.numbers(np.array([7, 5]))
        >>> table.find(np.array([5, 6, 7])).tolist()
        [1, -1, 0]
        """
        numbers = np.zeros(len(codes), np.int32)
        self._number(np.ascontiguousarray(codes, np.int64), self._count, -1, numbers)
        return numbers

    def _number(self, codes: Integers, count: int, limit: int, numbers: Integers) -> int:
        shift = 65 - (len(self._entries) // 2).bit_length()  # as many of the 64 bits of a hash do not count
        return number_codes(codes, count, limit, self._entries, shift, self._known, numbers)

    def _grow(self, size: int) -> None:
        """Make room for a number of positions, in at most two thirds of the table."""
        if size > len(self._known):
            known = np.zeros(max(size, 2 * len(self._known)), np.int64)
            known[: self._count] = self.codes
            self._known = known
        length = len(self._entries)
        while 3 * size > length:
            length *= 2
        if length > len(self._entries):
            self._entries = np.zeros(length, np.int64)
            self._number(self.codes.copy(), 0, self._count, np.zeros(self._count, np.int32))

    def __getitem__(self, position: Position) -> int:
        """Return the number of a position."""
        whole = isinstance(position, int | np.integer) and 0 <= position < 2**63
        number = int(self.find(np.array([position], np.int64))[0]) if whole else -1
        if number < 0:
            raise KeyError(position)
        return number

    def __iter__(self) -> Iterator[Position]:
        """Yield the positions by number."""
        return iter(CodedPositions(self))

    def __len__(self) -> int:
        """Return how many positions there are."""
        return self._count


class CodedPositions(Sequence[Position]):
    """The positions of a table as Python integers, by number.

    >>> table = CodeTable(limit=10)
    >>> _ = table.numbers(np.array([7, 5]))
    >>> list(CodedPositions(table)), CodedPositions(table)[1]
    ([7, 5], 5)
    """

    def __init__(self, table: CodeTable) -> None:
        self._table = table

    def __getitem__(self, number: Any) -> Any:
        """Return the position with a number, or a list of them for a slice."""
        return self._table.codes[number].tolist()

    def __iter__(self) -> Iterator[Position]:
        """Yield the positions, a part of them at a time, because a list of all would need much memory."""
        codes = self._table.codes
        for first in range(0, len(codes), SMALLEST_TABLE):
            yield from codes[first : first + SMALLEST_TABLE].tolist()

    def __len__(self) -> int:
        """Return how many positions there are."""
        return len(self._table)


class ProbabilityCodes:
    """The different probabilities of a game given as arrays.

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
        """Merge the successors of each move that are the same, and number the probabilities."""
        certain = np.ones((3, len(numbers)), np.int64)
        sizes, numerators, denominators = (
            np.array(part, np.int64) for part in layer.distributions or Distributions(*certain)
        )
        if len(self._last) < found:
            self._last = np.append(self._last, np.full(2 * found - len(self._last), -1))
        merge = merge_successors
        left = merge(sizes, numbers, numerators, self._last, self._edges)
        self._edges += left
        pairs = self._numerators.numbers(numerators[:left]).astype(np.int64) << BITS
        pairs += np.repeat(self._denominators.numbers(denominators), sizes)
        return sizes, numbers[:left], self._pairs.numbers(pairs)

    def fractions(self, codes: Integers) -> tuple[list[Fraction], Integers]:
        """Return the different probabilities, and the index among them of each number."""
        numerators, denominators = self._numerators.codes.tolist(), self._denominators.codes.tolist()
        different = {Fraction(1): 0}
        pairs = self._pairs.codes.tolist()
        fractions = [Fraction(numerators[pair >> BITS], denominators[pair % 2**BITS]) for pair in pairs]
        code = np.array([different.setdefault(fraction, len(different)) for fraction in fractions], np.int32)
        return list(different), code[codes]
