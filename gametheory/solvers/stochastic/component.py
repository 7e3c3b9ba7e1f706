"""The positions of one strongly connected component, and what follows them, as rows of whole numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flint import fmpq

from gametheory.model.game import Move
from gametheory.solvers.decision_rows import DecisionRows
from gametheory.solvers.stochastic.stage import deviations


@dataclass(frozen=True)
class Component:
    """The positions of a component, numbered from 0, and then those that can follow it.

    Parameters
    ----------
    rows : DecisionRows
        The joint moves of the positions of the component; the others have none.
    moves : sequence
        Each joint move, by its number.
    active : sequence
        For each position of the component, the numbers of the active players, in the order of their moves.
    outside : sequence of dicts
        For each player, the values of the positions that can follow the component.
    positions : sequence
        The positions of the component, for messages.

    Examples
    --------
    >>> rows = DecisionRows([0, 2, 2], [0, 1, 2], [0, 1], [fmpq(1), fmpq(1)])
    >>> component = Component(rows, [("stay",), ("leave",)], [[0]], [{1: fmpq(1)}], ["on"])
    >>> len(component), component.choices(0, move=1, player=0), component.choices(0, move=1, player=1)
    (1, range(0, 2), [1])
    """

    rows: DecisionRows
    moves: Sequence[tuple[Move, ...]]
    active: Sequence[Sequence[int]]
    outside: Sequence[dict[int, fmpq]]
    positions: Sequence[Any]

    def __len__(self) -> int:
        """Return the number of positions of the component."""
        return len(self.active)

    def choices(self, node: int, move: int, player: int) -> Sequence[int]:
        """Return the joint moves between which a player decides in a position, if the others move as in one of them."""
        active = self.active[node]
        if player not in active:
            return [move]
        if len(active) == 1:
            return self.rows.moves(node)
        numbers = self._numbers[node]
        return [numbers[other] for other in deviations(self.moves[move], active.index(player), numbers)]

    @cached_property
    def _numbers(self) -> list[dict[tuple[Move, ...], int]]:
        """The number of each joint move, for each position."""
        return [{self.moves[number]: number for number in self.rows.moves(node)} for node in range(len(self))]
