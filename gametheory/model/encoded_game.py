"""The rules of a game over whole numbers that stand for its positions and moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import prod
from typing import Any

import numpy as np

from gametheory.model.code_table import SMALLEST_TABLE, CodedPositions
from gametheory.model.game import Outcome, Position, RulesError
from gametheory.model.layers import MAX_MOVE, LayeredGame
from gametheory.model.state_arrays import Integers

READS = 16  # as many positions are made together in the time of one that is made alone


class TupleCodes:
    """Tuples of whole numbers as one whole number: the place of the tuple in the lexicographic order.

    Parameters
    ----------
    make : callable
        A function that makes a tuple of its numbers.
    sizes : int
        For each number of the tuple how many values it has; the smallest is 0.

    Examples
    --------
    >>> from gametheory.games.castle import Volley
    >>> codes = TupleCodes(Volley, 4, 3)
    >>> codes.encode(np.array([1, 3]), np.array([0, 2])), codes.size
    (array([ 3, 11]), 12)
    >>> codes.decode(np.array([3, 11])), [column.tolist() for column in codes.columns(np.array([3, 11]))]
    ([Volley(at_castle=1, at_defenders=0), Volley(at_castle=3, at_defenders=2)], [[1, 3], [0, 2]])
    >>> codes.code((1, 0)), codes.code((1, 3)), codes.code("no tuple")
    (3, None, None)
    """

    def __init__(self, make: Callable[..., Any], *sizes: int) -> None:
        self._make, self._sizes, self.size = make, sizes, prod(sizes)

    def encode(self, first: Any, *others: Any) -> Any:
        """Return the codes of tuples, given the first numbers of all of them, the second ones, and so on."""
        code = first
        for column, size in zip(others, self._sizes[1:], strict=True):
            code = code * size + column
        return code

    def columns(self, codes: Integers) -> list[Integers]:
        """Return the first numbers of tuples, the second ones, and so on."""
        columns = []
        for size in self._sizes[:0:-1]:
            codes, column = np.divmod(codes, size)
            columns.append(column)
        return [codes, *columns[::-1]]

    def decode(self, codes: Integers) -> list[Any]:
        """Return the tuples with these codes."""
        return list(map(self._make, *(column.tolist() for column in self.columns(codes))))

    def code(self, value: object) -> int | None:
        """Return the code of a value that is equal to a tuple with a code; None for any other value."""
        if not isinstance(value, tuple) or len(value) != len(self._sizes):
            return None
        try:
            return int(self.encode(*(range(size).index(part) for part, size in zip(value, self._sizes, strict=True))))
        except ValueError:  # outside a range
            return None


class EncodedGame(LayeredGame):
    """The rules of a game over whole numbers that stand for its positions and joint moves.

    A subclass has `expand(codes)`. It must return what the rules say of these positions, with the moves in the same
    order, so that the graph is the same: `gametheory.model.encoded_unfolding` compares samples.

    Parameters
    ----------
    rules : Game
        The rules.
    outcomes : tuple of Outcome
        All outcomes of the game.
    position_codes : TupleCodes
        The codes of the positions.
    move_codes : TupleCodes
        The codes of the joint moves.

    Examples
    --------
    >>> from gametheory.games.castle import Castle
    >>> from gametheory.model.encoding import encoding_of
    >>> game = encoding_of(Castle(10, 43, 8))
    >>> layer = game.expand(np.array([game.start()]))
    >>> game.move_codes.decode(layer.moves), game.position_codes.decode(layer.successors)
    ([(Volley(at_castle=10, at_defenders=0),)], [Position(soldiers=10, defenders=8, strength=33)])
    >>> game.fits
    True
    """

    def __init__(
        self, rules: Any, outcomes: tuple[Outcome, ...], position_codes: TupleCodes, move_codes: TupleCodes
    ) -> None:
        self.rules, self.players, self.outcomes = rules, rules.players, outcomes
        self.position_codes, self.move_codes = position_codes, move_codes

    @property
    def fits(self) -> bool:
        """Whether all codes are in the ranges of a `LayeredGame`."""
        return self.position_codes.size <= 2**63 and self.move_codes.size <= MAX_MOVE

    def start(self) -> int:
        """Return the code of the first position."""
        code = self.position_codes.code(self.rules.start())
        if code is None:
            raise RulesError(f"start() is {self.rules.start()}, which has no code")
        return code


class DecodedPositions(Sequence[Position]):
    """The positions of a graph, stored as codes and made when they are read.

    When many were read one by one, all are made and stored: reading each costs at most twice what it would if their
    number were known before.

    Parameters
    ----------
    coded : CodedPositions
        The codes of the positions by number.
    codes : TupleCodes
        The codes of all positions of the game.

    Examples
    --------
    >>> from gametheory.model.code_table import CodeTable
    >>> table = CodeTable(limit=10)
    >>> _ = table.numbers(np.array([7, 5]))
    >>> positions = DecodedPositions(CodedPositions(table), TupleCodes(complex, 4, 4))
    >>> positions[1], positions[:1], list(positions), len(positions)
    ((1+1j), [(1+3j)], [(1+3j), (1+1j)], 2)
    """

    def __init__(self, coded: CodedPositions, codes: TupleCodes) -> None:
        self._coded, self._codes, self._reads = coded, codes, 0
        self._made: list[Position] | None = None

    def __getitem__(self, number: Any) -> Any:
        """Return the position with a number, or a list of them for a slice."""
        self._reads += 1
        if self._made is None and self._reads * READS > len(self):
            self._made = list(self)
        if self._made is not None:
            return self._made[number]
        return self._decoded(number)

    def _decoded(self, number: Any) -> Any:
        decoded = self._codes.decode(np.atleast_1d(self._coded.codes[number]))
        return decoded if isinstance(number, slice) else decoded[0]

    def __iter__(self) -> Iterator[Position]:
        """Yield the positions, a part of them at a time, because a list of all would need much memory."""
        for first in range(0, len(self), SMALLEST_TABLE):
            yield from self._decoded(slice(first, first + SMALLEST_TABLE))

    def __len__(self) -> int:
        """Return how many positions there are."""
        return len(self._coded)


class DecodedIndex(Mapping[Position, int]):
    """The number of each position of a graph, found by its code; in a dictionary when many were read one by one.

    Parameters
    ----------
    index : mapping
        The number of each code.
    positions : sequence
        The positions by number.
    codes : TupleCodes
        The codes of all positions of the game.

    Examples
    --------
    >>> index = DecodedIndex({7: 0, 5: 1}, [(1, 3), (1, 1)], TupleCodes(complex, 4, 4))
    >>> index[1, 3], (1, 1) in index, (1, 2) in index, len(index), list(index)
    (0, True, False, 2, [(1, 3), (1, 1)])
    """

    def __init__(self, index: Mapping[Any, int], positions: Sequence[Position], codes: TupleCodes) -> None:
        self._index, self._positions, self._codes, self._reads = index, positions, codes, 0
        self._made: dict[Position, int] | None = None

    def __getitem__(self, position: Position) -> int:
        """Return the number of a position."""
        self._reads += 1
        if self._made is None and self._reads * READS > len(self):
            self._made = {position: number for number, position in enumerate(self._positions)}
        if self._made is not None:
            return self._made[position]
        hash(position)  # raises TypeError as a dict does
        number = self._index.get(self._codes.code(position))
        if number is None:
            raise KeyError(position)
        return number

    def __iter__(self) -> Iterator[Position]:
        """Yield the positions by number."""
        return iter(self._positions)

    def __len__(self) -> int:
        """Return how many positions there are."""
        return len(self._positions)
