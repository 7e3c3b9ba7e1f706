"""Payoffs of mixed moves in the positions of one component, on arrays of floats or of exact numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gametheory.solvers.stochastic.stationary import Component

Numbers = NDArray[Any]


class StageArrays:
    """The joint moves of a component as arrays; a variable is the probability of one move of one player somewhere.

    Parameters
    ----------
    component : Component
        The component.
    kind : type
        The numbers: float, or fmpq for exact ones.

    Attributes
    ----------
    slots : list of (int, int, list of int)
        For each position and active player: their numbers, and the numbers of the variables.
    names : list
        For each variable the position, the place of the player among the active ones, and the move.
    players : int
        The number of players.
    """

    def __init__(self, component: Component, kind: Any = float) -> None:
        self.nodes = list(component.joint)
        self.players = len(component.outside)
        self.slots: list[tuple[int, int, list[int]]] = []
        self.names: list[tuple[Any, int, Any]] = []
        number: dict[tuple[Any, int, Any], int] = {}
        for place, node in enumerate(self.nodes):
            for seat, player in enumerate(component.active[node]):
                moves = dict.fromkeys(joint[seat] for joint in component.joint[node])
                self.slots.append((place, player, list(range(len(number), len(number) + len(moves)))))
                number |= {(node, seat, move): len(number) + k for k, move in enumerate(moves)}
        self.names = list(number)
        rows = [(node, moves, after) for node, joint in component.joint.items() for moves, after in joint.items()]
        at = {node: place for place, node in enumerate(self.nodes)}
        seats = max((len(moves) for _, moves, _ in rows), default=0)
        none = len(number)  # a variable that is always 1, where fewer players move
        dtype = float if kind is float else object
        self.inside = np.full((len(rows), len(at)), kind(0), dtype)
        self.outside = np.full((len(rows), self.players), kind(0), dtype)
        self.at_node = np.full((len(at), len(rows)), kind(0), dtype)
        self.variables = np.full((len(rows), max(seats, 1)), none)
        pairs: list[tuple[int, int, int, int]] = []
        for row, (node, played, after) in enumerate(rows):
            self.at_node[at[node], row] = kind(1)
            for seat, move in enumerate(played):
                self.variables[row, seat] = number[node, seat, move]
                pairs.append((row, seat, self.variables[row, seat], component.active[node][seat]))
            for successor, probability in after.items():
                share = _as(kind, probability)
                if successor in at:
                    self.inside[row, at[successor]] += share
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

        Parameters
        ----------
        probabilities : array (..., variables)
            The probability of each move.
        values : array (..., positions, players)
            The values of the positions that come next.

        Examples
        --------
        >>> from flint import fmpq
        >>> end = {name: {name: fmpq(1)} for name in ("even", "odd")}
        >>> joint = {(r, c): end["even" if r == c else "odd"] for r in "ht" for c in "ht"}
        >>> outside = [{"even": fmpq(1), "odd": fmpq(-1)}, {"even": fmpq(-1), "odd": fmpq(1)}]
        >>> arrays = StageArrays(Component({"toss": joint}, {"toss": (0, 1)}, outside))
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
