"""The structure of a Markov chain: transitions, absorbing positions, and strongly connected components."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Generic, TypeVar

import networkx as nx
import numpy as np
from flint import fmpq

from gametheory.model.components import can_end, strong_components
from gametheory.model.game import Position
from gametheory.model.state_arrays import StateArrays
from gametheory.model.state_graph import state_arrays

Number = TypeVar("Number", fmpq, float, Fraction)


def never_absorbed(graph: nx.MultiDiGraph) -> set[Position]:
    """Return the positions from which play never ends, because no terminal position can be reached.

    Search backward from the terminal positions. Cost: the positions and edges.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        A state graph.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> never_absorbed(state_graph(Battle(2, 1, Fraction(0), Fraction(0))))
    {Position(attackers=2, defenders=1)}
    """
    arrays = state_arrays(graph)
    return {arrays.positions[number] for number in np.flatnonzero(~can_end(arrays)).tolist()}


def transition_matrix(graph: nx.MultiDiGraph, order: Sequence[Position] | None = None) -> list[list[Fraction]]:
    """Return the exact transition matrix: the probability of a step from order[i] to order[j] at [i][j].

    A terminal position has probability 1 to stay. Cost: the square of the number of positions.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        The state graph of a game in which no player moves.
    order : sequence, optional
        All positions, each once; the order of the graph by default.

    Returns
    -------
    list of list of Fraction
        A square matrix whose rows add to 1.

    Raises
    ------
    ValueError
        If a player moves, or the order does not name every position once.

    Examples
    --------
    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> transition_matrix(state_graph(Battle(1, 0)))
    [[Fraction(1, 1)]]
    """
    places = list(graph) if order is None else list(order)
    if len(places) != len(graph) or set(places) != set(graph):
        raise ValueError(f"order: not each of the {len(graph)} positions once")
    place = {position: index for index, position in enumerate(places)}
    column = [place[position] for position in graph]
    chain = MarkovChain(graph, lambda probability: probability)
    matrix = [[Fraction(0)] * len(places) for _ in places]
    for number in range(len(graph)):
        # only a terminal position has no steps
        for successor, probability in list(chain[number]) or [(number, Fraction(1))]:
            matrix[column[number]][column[successor]] += probability
    return matrix


class MarkovChain(Generic[Number]):
    """The transitions of a game in which no player moves, between numbered positions.

    `chain[number]` yields the successors of a position with their probabilities; none for a terminal position. Cost:
    the positions and edges. Memory: two references for each edge.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        A state graph.
    number : callable
        The conversion of a probability, such as `float`; it is called once for each different one.

    Raises
    ------
    ValueError
        If a player moves.

    Examples
    --------
    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> chain = MarkovChain(state_graph(Battle(1, 1)), float)
    >>> list(chain[0]), chain.terminal
    ([(0, 0.12), (1, 0.18), (2, 0.28), (3, 0.42)], [1, 2, 3])
    >>> chain.transient_components()
    [[0]]
    """

    arrays: StateArrays
    start: int
    terminal: list[int]

    def __init__(self, graph: nx.MultiDiGraph, number: Callable[[Fraction], Number]) -> None:
        arrays = state_arrays(graph)
        self.arrays = arrays
        moved = np.array([bool(moves) for moves in arrays.moves], bool)[arrays.move_of]
        for joint in np.flatnonzero(moved)[:1].tolist():
            position = arrays.positions[int(np.searchsorted(arrays.first_move, joint, "right")) - 1]
            raise ValueError(f"in {position} a player moves: the game is not a Markov chain")
        self.start = arrays.start
        self.terminal = np.flatnonzero(arrays.outcome_of >= 0).tolist()
        self._row, self._successor = arrays.row.tolist(), arrays.successor.tolist()
        codes = arrays.probability_of
        table: list[Number] = [number(probability) for probability in arrays.probabilities or [Fraction(1)]]
        self._probability: list[Number] = (
            [number(Fraction(1))] * len(self._successor) if codes is None else [table[code] for code in codes.tolist()]
        )

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self.arrays)

    def __getitem__(self, number: int) -> Iterator[tuple[int, Number]]:
        """Yield the successors of a position with their probabilities."""
        first, end = self._row[number], self._row[number + 1]
        return zip(self._successor[first:end], self._probability[first:end], strict=True)

    def transient_components(self) -> list[list[int]]:
        """Return the strongly connected components of the transient positions, in topological order.

        A position is transient if play goes on there and can end. Cost: the positions and edges.
        """
        component = strong_components(self.arrays)
        transient = np.flatnonzero(can_end(self.arrays) & (self.arrays.outcome_of < 0))
        # a component has a greater number than every other one that follows it
        order = transient[np.argsort(-component[transient], kind="stable")]
        members: list[int] = order.tolist()
        ends: list[int] = (np.flatnonzero(np.diff(component[order], append=-1)) + 1).tolist()
        return [members[first:end] for first, end in zip([0, *ends], ends, strict=False)]


def require_steps(steps: int) -> None:
    """Raise ValueError unless a number of steps is an integer of at least 0.

    Parameters
    ----------
    steps : int
        The number to check.

    Examples
    --------
    >>> require_steps(-1)
    Traceback (most recent call last):
    ValueError: steps: -1 is not a whole number of at least 0
    """
    if not isinstance(steps, int) or isinstance(steps, bool) or steps < 0:
        raise ValueError(f"steps: {steps!r} is not a whole number of at least 0")
