"""Positions, strategies and sets of moves as numbers in arrays, for graphs of millions of positions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from gametheory.model.game import Move, Position
from gametheory.model.state_arrays import Integers, PositionMap, StateArrays

TERMINAL, CHANCE = -1, -2
Value = TypeVar("Value")
Strategy: TypeAlias = Mapping[Position, Mapping[str, Mapping[Move, Fraction]]]


def active_indices(arrays: StateArrays, players: Sequence[str]) -> Integers:
    """Return the index of the player who moves in each position, or `TERMINAL` or `CHANCE`.

    Raises ValueError if several move in one. Cost: the number of positions.
    """
    groups, group_of = arrays.groups
    for code, group in enumerate(groups):
        if len(group) > 1:
            position = arrays.positions[int(np.argmax(group_of == code))]
            raise ValueError(f"in {position} {' and '.join(group)} move simultaneously")
    codes = [players.index(group[0]) if group else CHANCE for group in groups]
    # the last entry is that of the group -1, which is a terminal position
    return np.array([*codes, TERMINAL], np.int32)[group_of]


def terminal_codes(arrays: StateArrays, values: Mapping[Position, Value]) -> tuple[Integers, list[Value]]:
    """Return the different values of terminal positions, and the index among them of each; -1 if play goes on.

    >>> from gametheory import Castle, state_graph
    >>> from gametheory.model.state_graph import state_arrays
    >>> graph = state_graph(Castle(1, 1, 1))
    >>> codes, table = terminal_codes(state_arrays(graph), {position: "fallen" for position in graph})
    >>> codes.tolist(), table
    ([-1, 0], ['fallen'])
    """
    codes = np.full(len(arrays), -1, np.int32)
    ends = np.flatnonzero(arrays.outcome_of >= 0)
    if isinstance(values, PositionMap) and values.arrays is arrays:
        codes[ends] = values.codes[ends]
        return codes, list(values.table)
    known: dict[Any, int] = {}
    codes[ends] = [known.setdefault(values[arrays.positions[end]], len(known)) for end in ends.tolist()]
    return codes, list(known)


def strategy_map(arrays: StateArrays, chosen: Integers) -> PositionMap[tuple[Move, ...]]:
    """Return the joint move of each position, given its number among all of them; -1 for none."""
    codes = np.append(arrays.move_of, -1)[chosen]
    return PositionMap(arrays, codes, arrays.moves)


def pure_strategies(moves: PositionMap[tuple[Move, ...]]) -> Strategy:
    """Return the strategies of the players who move one at a time and make one certain move in each position.

    A position without a move, or with an empty one, is left out. The order is that of the graph.
    """
    groups, group_of = moves.arrays.groups
    some = np.array([*map(bool, moves.table), False])[moves.codes]
    pairs = np.where(some, group_of.astype(np.int64) * len(moves.table) + moves.codes, -1)
    different, codes = np.unique(pairs, return_inverse=True)
    table = [
        {groups[group][0]: {moves.table[move][0]: Fraction(1)}} if group >= 0 else {}
        for group, move in (divmod(pair, len(moves.table)) for pair in different.tolist())
    ]
    return PositionMap(moves.arrays, np.where(some, codes, -1).astype(np.int32), table)


class MoveSet(Set[tuple[Position, tuple[Move, ...]]]):
    """A set of pairs (position, joint move) of a state graph."""

    __slots__ = ("_arrays", "_included")

    def __init__(self, arrays: StateArrays, included: NDArray[np.bool_]) -> None:
        self._arrays, self._included = arrays, included

    def __contains__(self, pair: object) -> bool:
        """Return whether a pair is in the set."""
        position, moves = pair if isinstance(pair, tuple) and len(pair) == 2 else (None, None)
        number = self._arrays.index.get(position)
        return number is not None and moves in self.moves_in(number)

    def __iter__(self) -> Iterator[tuple[Position, tuple[Move, ...]]]:
        """Yield the pairs, in the order of the graph."""
        for number, position in enumerate(self._arrays.positions):
            for moves in self.moves_in(number):
                yield position, moves

    def __len__(self) -> int:
        """Return the number of pairs."""
        return int(np.count_nonzero(self._included))

    @classmethod
    def _from_iterable(cls, pairs: Iterable[Any]) -> Any:
        return frozenset(pairs)

    def moves_in(self, number: int) -> list[tuple[Move, ...]]:
        """Return the joint moves of a numbered position that are in the set."""
        joint = slice(*self._arrays.first_move[number : number + 2].tolist())
        return [self._arrays.moves[code] for code in self._arrays.move_of[joint][self._included[joint]].tolist()]
