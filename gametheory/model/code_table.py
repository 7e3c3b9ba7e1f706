"""The numbers of positions that are whole numbers: a hash table in arrays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from gametheory.model._kernels.hashing import find_codes, move_entries, number_codes
from gametheory.model.game import Position
from gametheory.model.state_arrays import Integers
from gametheory.model.unfolding import PositionLimitExceeded
from gametheory.parallel.compiled import sized

SMALLEST_TABLE = 2**12


class CodeTable(Mapping[Position, int]):
    """The numbers of whole-number positions: a hash table in arrays.

    Parameters
    ----------
    limit : int
        The greatest number of positions.

    Examples
    --------
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
            number, table = sized(number_codes, 3 * len(part)), (self._entries, _shift(self._entries), self._known)
            found = number(part, self._count, self._limit, *table, numbers[first : first + step], np.zeros(1, np.int64))
            if found > self._limit:
                raise PositionLimitExceeded(found, self._limit)
            self._count = found
        return numbers

    def find(self, codes: Integers) -> Integers:
        """Return the number of each position; -1 for one that has none.

        >>> table = CodeTable(limit=10)
        >>> _ = table.numbers(np.array([7, 5]))
        >>> table.find(np.array([5, 6, 7])).tolist()
        [1, -1, 0]
        """
        numbers = np.zeros(len(codes), np.int32)
        find = sized(find_codes, 2 * len(codes))
        find(np.ascontiguousarray(codes, np.int64), self._entries, _shift(self._entries), numbers)
        return numbers

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
            larger = np.zeros(length, np.int64)
            sized(move_entries, len(self._entries))(self._entries, _shift(larger), larger)
            self._entries = larger

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


def _shift(entries: Integers) -> int:
    """Return how many of the 64 bits of a hash do not count for the place of a code in a table."""
    return 65 - (len(entries) // 2).bit_length()


class CodedPositions(Sequence[Position]):
    """The positions of a table as Python integers, by number.

    Parameters
    ----------
    table : CodeTable
        The positions.

    Examples
    --------
    >>> table = CodeTable(limit=10)
    >>> _ = table.numbers(np.array([7, 5]))
    >>> list(CodedPositions(table)), CodedPositions(table)[1], CodedPositions(table).codes
    ([7, 5], 5, array([7, 5]))
    """

    def __init__(self, table: CodeTable) -> None:
        self._table = table

    @property
    def codes(self) -> Integers:
        """The positions by number, as an array."""
        return self._table.codes

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
