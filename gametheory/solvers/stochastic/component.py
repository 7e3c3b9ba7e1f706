"""The positions of one strongly connected component and what follows them, as rows of whole numbers and as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from gametheory.model.game import Move
from gametheory.solvers.arrays import DecisionRows

Numbers = NDArray[Any]


@dataclass(frozen=True)
class Component:
    """The positions of a component, numbered from 0, and then those that can follow it."""

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
        seat = active.index(player)

        def others(number: int) -> tuple[Move, ...]:
            return self.moves[number][:seat] + self.moves[number][seat + 1 :]

        return [other for other in self.rows.moves(node) if others(other) == others(move)]


class StageArrays:
    """The joint moves of a component as arrays; a variable is the probability of one move of one player somewhere."""

    def __init__(self, component: Component, kind: Any = float) -> None:
        self.nodes = range(len(component))
        self.players = len(component.outside)
        self.slots: list[tuple[int, int, list[int]]] = []
        number: dict[tuple[int, int, Any], int] = {}
        rows = [(node, move) for node in self.nodes for move in component.rows.moves(node)]
        for node in self.nodes:
            for seat, player in enumerate(component.active[node]):
                moves = dict.fromkeys(component.moves[move][seat] for move in component.rows.moves(node))
                self.slots.append((node, player, list(range(len(number), len(number) + len(moves)))))
                number |= {(node, seat, move): len(number) + k for k, move in enumerate(moves)}
        self.names = list(number)
        seats = max((len(moves) for moves in component.moves), default=0)
        none = len(number)  # a variable that is always 1, where fewer players move
        dtype = float if kind is float else object
        self.inside = np.full((len(rows), len(self.nodes)), kind(0), dtype)
        self.outside = np.full((len(rows), self.players), kind(0), dtype)
        self.at_node = np.full((len(self.nodes), len(rows)), kind(0), dtype)
        self.variables = np.full((len(rows), max(seats, 1)), none)
        pairs: list[tuple[int, int, int, int]] = []
        for row, (node, joint) in enumerate(rows):
            self.at_node[node, row] = kind(1)
            for seat, move in enumerate(component.moves[joint]):
                self.variables[row, seat] = number[node, seat, move]
                pairs.append((row, seat, self.variables[row, seat], component.active[node][seat]))
            for successor, probability in component.rows.steps(joint).items():
                share = _as(kind, probability)
                if successor in self.nodes:
                    self.inside[row, successor] += share
                    continue
                for player, known in enumerate(component.outside):
                    self.outside[row, player] += share * _as(kind, known[successor])
        self.pair_rows = np.array([row for row, *_ in pairs], int)
        self.pair_players = np.array([player for *_, player in pairs], int)
        self.others = self.variables[self.pair_rows]
        self.others[np.arange(len(pairs)), [seat for _, seat, *_ in pairs]] = none
        self.at_variable = np.full((len(pairs), none), kind(0), dtype)
        self.at_variable[np.arange(len(pairs)), [variable for *_, variable, _ in pairs]] = kind(1)
        self.one = kind(1)

    def expected(self, probabilities: Numbers, values: Numbers) -> tuple[Numbers, Numbers]:
        """Return the payoff of each move to its player, and of each position to each player.

        >>> even, odd = 1, 2
        >>> rows = DecisionRows([0, 4, 4, 4], [0, 1, 2, 3, 4], [even, odd, odd, even], [fmpq(1)] * 4)
        >>> outside = [{even: fmpq(1), odd: fmpq(-1)}, {even: fmpq(-1), odd: fmpq(1)}]
        >>> moves = [("h", "h"), ("h", "t"), ("t", "h"), ("t", "t")]
        >>> arrays = StageArrays(Component(rows, moves, [[0, 1]], outside, ["toss"]))
        >>> moves, positions = arrays.expected(np.array([1.0, 0.0, 0.75, 0.25]), np.zeros((1, 2)))
        >>> moves.tolist(), positions.tolist()
        ([0.5, -0.5, -1.0, 1.0], [[0.5, -0.5]])
        """
        shape = (*probabilities.shape[:-1], 1)
        padded = np.concatenate([probabilities, np.full(shape, self.one, probabilities.dtype)], axis=-1)
        after = np.matmul(self.inside, values) + self.outside
        joint = padded[..., self.variables].prod(axis=-1)
        shares = padded[..., self.others].prod(axis=-1) * after[..., self.pair_rows, self.pair_players]
        return np.matmul(shares, self.at_variable), np.matmul(self.at_node, joint[..., None] * after)


def _as(kind: Any, number: Any) -> Any:
    """Return an exact number as a float, or as it is."""
    return int(number.p) / int(number.q) if kind is float else number
