"""Who moves in each position of a state graph, and the values of positions, as numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import numpy as np

from gametheory.model.game import Move, Position
from gametheory.model.state_arrays import Integers, PositionMap, StateArrays

TERMINAL, CHANCE, SEVERAL = -1, -2, -3
Value = TypeVar("Value")


def active_indices(arrays: StateArrays, players: Sequence[str]) -> Integers:
    """Return the index of the player who moves in each position; `TERMINAL`, `CHANCE` or `SEVERAL` if none or more do.

    Cost: the number of positions.
    """
    groups, group_of = arrays.groups
    codes = [players.index(group[0]) if len(group) == 1 else SEVERAL if group else CHANCE for group in groups]
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
    positions = arrays.positions
    codes[ends] = [known.setdefault(values[positions[end]], len(known)) for end in ends.tolist()]
    return codes, list(known)


def strategy_map(arrays: StateArrays, chosen: Integers) -> PositionMap[tuple[Move, ...]]:
    """Return the joint move of each position, given its number among all of them; -1 for none."""
    codes, playing = np.full(len(chosen), -1, np.int32), np.flatnonzero(chosen >= 0)
    codes[playing] = arrays.move_of[chosen[playing]]
    return PositionMap(arrays, codes, arrays.moves)
