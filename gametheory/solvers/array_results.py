"""Strategies and sets of moves that are stored as arrays, for graphs of millions of positions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from fractions import Fraction
from itertools import compress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gametheory.model.game import Move, Position
from gametheory.model.state_arrays import PositionMap, StateArrays


class MoveSet(Set[tuple[Position, tuple[Move, ...]]]):
    """A set of pairs (position, joint move) of a state graph."""

    __slots__ = ("_arrays", "_included")

    def __init__(self, arrays: StateArrays, included: NDArray[np.bool_]) -> None:
        self._arrays, self._included = arrays, included

    def __contains__(self, pair: object) -> bool:
        """Return whether a pair is in the set."""
        position, moves = pair if isinstance(pair, tuple) and len(pair) == 2 else (None, None)
        number = self._arrays.index.get(position)
        return number is not None and any(self._moves(joint) == moves for joint in self._included_moves(number))

    def __iter__(self) -> Iterator[tuple[Position, tuple[Move, ...]]]:
        """Yield the pairs, in the order of the graph."""
        for number, position in enumerate(self._arrays.positions):
            for joint in self._included_moves(number):
                yield position, self._moves(joint)

    def __len__(self) -> int:
        """Return the number of pairs."""
        return int(np.count_nonzero(self._included))

    @classmethod
    def _from_iterable(cls, pairs: Iterable[Any]) -> Any:
        return frozenset(pairs)

    def _included_moves(self, number: int) -> list[int]:
        first, end = self._arrays.first_move[number : number + 2].tolist()
        return [joint for joint in range(first, end) if self._included[joint]]

    def _moves(self, joint: int) -> tuple[Move, ...]:
        return self._arrays.moves[int(self._arrays.move_of[joint])]


class PureStrategies(Mapping[Position, Mapping[str, Mapping[Move, Fraction]]]):
    """The strategies of players who move one at a time, one certain move in each position."""

    __slots__ = ("_moves", "_present")

    def __init__(self, moves: PositionMap[tuple[Move, ...]]) -> None:
        some = np.array([*(bool(joint) for joint in moves.table), False])
        self._moves, self._present = moves, some[moves.codes]

    def __getitem__(self, position: Position) -> Mapping[str, Mapping[Move, Fraction]]:
        """Return the move of the active player in a position."""
        arrays = self._moves.arrays
        number = arrays.index[position]
        if not self._present[number]:
            raise KeyError(position)
        groups, group_of = arrays.groups
        return {groups[group_of[number]][0]: {self._moves.table[self._moves.codes[number]][0]: Fraction(1)}}

    def __iter__(self) -> Iterator[Position]:
        """Yield the positions in which a player moves, in the order of the graph."""
        return compress(self._moves.arrays.positions, self._present.tolist())

    def __len__(self) -> int:
        """Return the number of positions in which a player moves."""
        return int(np.count_nonzero(self._present))

    def __repr__(self) -> str:
        """Return the text of a dict with the same items."""
        return repr(dict(self))
