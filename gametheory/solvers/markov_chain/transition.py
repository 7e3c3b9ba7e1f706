"""The structure of a Markov chain: transitions, absorbing positions, and strongly connected components."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Generic, TypeVar

import networkx as nx
import numpy as np
from flint import fmpq

from gametheory.model.components import can_end
from gametheory.model.game import Position
from gametheory.model.state_arrays import Integers, StateArrays
from gametheory.model.state_graph import state_arrays
from gametheory.solvers.markov_chain.elimination import ChainSteps

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
    the joint moves. Memory: the arrays of the graph, and one number for each different probability.

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
    >>> chain.steps.row.tolist(), chain.table, chain.entered.tolist()
    ([0, 4, 4, 4, 4], [1.0, 0.12, 0.18, 0.28, 0.42], [2, 1, 1, 1])
    """

    arrays: StateArrays
    start: int
    steps: ChainSteps
    table: list[Number]

    def __init__(self, graph: nx.MultiDiGraph, number: Callable[[Fraction], Number]) -> None:
        arrays = state_arrays(graph)
        self.arrays = arrays
        moved = np.array([bool(moves) for moves in arrays.moves], bool)[arrays.move_of]
        for joint in np.flatnonzero(moved)[:1].tolist():
            position = arrays.positions[int(np.searchsorted(arrays.first_move, joint, "right")) - 1]
            raise ValueError(f"in {position} a player moves: the game is not a Markov chain")
        self.start = arrays.start
        certain, codes = arrays.probability_of is None, arrays.probability_of
        code = np.zeros(len(arrays.successor), np.int8) if codes is None else codes
        self.table = [number(Fraction(1))] if certain else list(map(number, arrays.probabilities))
        self.steps = ChainSteps(arrays.row, arrays.successor, code, arrays.outcome_of >= 0)

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self.arrays)

    def __getitem__(self, number: int) -> Iterator[tuple[int, Number]]:
        """Yield the successors of a position with their probabilities."""
        row, successor, code, _ = self.steps
        steps = slice(*row[number : number + 2].tolist())
        return zip(successor[steps].tolist(), [self.table[each] for each in code[steps].tolist()], strict=True)

    @property
    def terminal(self) -> list[int]:
        """The terminal positions."""
        numbers: list[int] = np.flatnonzero(self.steps.ended).tolist()
        return numbers

    @cached_property
    def entered(self) -> Integers:
        """How many steps lead to each position, counting the start of play as one."""
        counts = np.bincount(self.steps.successor, minlength=len(self))
        counts[self.start] += 1
        return counts


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
