"""Expected visits and absorption of a Markov chain: linear systems, one strongly connected component at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Generic, NamedTuple

import networkx as nx
import numpy as np
from flint import fmpq, fmpq_mat

from gametheory.numbers.rationals import to_flint
from gametheory.solvers.markov_chain.transition import Number, Transitions, absorbing_positions, transient_components


class Arithmetic(NamedTuple, Generic[Number]):
    """An arithmetic: exact or in floats.

    Parameters
    ----------
    number : callable
        The conversion of a Fraction.
    solve : callable
        The solution x of a square linear system, matrix x = right.
    """

    number: Callable[[Fraction], Number]
    solve: Callable[[list[list[Number]], list[Number]], list[Number]]


def expected_visits(
    graph: nx.MultiDiGraph, transitions: Transitions[Number], arithmetic: Arithmetic[Number]
) -> dict[Any, Number]:
    """Return the expected number of visits to each transient position, from the start.

    One component after another. Cost: the edges, and n^3 for a component of n positions.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        The state graph of a game in which no player moves.
    transitions : dict
        Its transitions, by `transition_lists`.
    arithmetic : Arithmetic
        `EXACT` or `FLOATS`.

    Examples
    --------
    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> from gametheory.solvers.markov_chain.transition import transition_lists
    >>> graph = state_graph(Battle(1, 1))
    >>> expected_visits(graph, transition_lists(graph, to_flint), EXACT)
    {Position(attackers=1, defenders=1): 25/22}
    """
    zero = arithmetic.number(Fraction(0))
    inflow = {graph.graph["start"]: arithmetic.number(Fraction(1))}
    visits: dict[Any, Number] = {}
    for component in transient_components(graph):
        into = [inflow.get(position, zero) for position in component]
        counts = solve_component(transitions, component, into, arithmetic, forward=True)
        for position, count in zip(component, counts, strict=True):
            visits[position] = count
            for successor, probability in transitions[position]:
                inflow[successor] = inflow.get(successor, zero) + count * probability
    return visits


def outflow(graph: nx.MultiDiGraph, transitions: Transitions[fmpq], visits: Mapping[Any, fmpq]) -> dict[Any, fmpq]:
    """Return the probability that flows from the visited positions into each terminal position.

    All of it is in the start if the start is terminal. Cost: the edges.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        The state graph of a game in which no player moves.
    transitions : dict
        Its transitions, by `transition_lists`.
    visits : mapping
        The expected visits to each transient position.

    Examples
    --------
    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> from gametheory.solvers.markov_chain.transition import transition_lists
    >>> graph = state_graph(Battle(1, 0))
    >>> outflow(graph, transition_lists(graph, to_flint), {})
    {Position(attackers=1, defenders=0): 1}
    """
    terminal = set(absorbing_positions(graph))
    flow = {graph.graph["start"]: fmpq(1)} if graph.graph["start"] in terminal else {}
    for position, count in visits.items():
        for successor, probability in transitions[position]:
            if successor in terminal:
                flow[successor] = flow.get(successor, fmpq(0)) + count * probability
    return flow


def solve_component(
    transitions: Transitions[Number],
    component: list[Any],
    right: list[Number],
    arithmetic: Arithmetic[Number],
    forward: bool = False,
) -> list[Number]:
    """Return the solution of x = right + Q x, or of x = right + x Q, where Q are the transitions in one component.

    The diagonal of 1 - Q is the sum of the other probabilities of a row: nothing is subtracted from 1, which would lose
    digits in floats. Cost: n^3 for n positions.

    Parameters
    ----------
    transitions : dict
        The transitions of the chain.
    component : list
        The positions of the component.
    right : list
        One number for each position.
    arithmetic : Arithmetic
        `EXACT` or `FLOATS`.
    forward : bool
        True for x = right + x Q: the expected visits. False for x = right + Q x: expected values.

    Examples
    --------
    >>> transitions = {"a": [("a", 0.5), ("end", 0.5)]}
    >>> solve_component(transitions, ["a"], [1.0], FLOATS)
    [2.0]
    """
    zero = arithmetic.number(Fraction(0))
    leaving = [sum((p for v, p in transitions[u] if v != u), zero) for u in component]
    # most components are one position, and need a division only
    if len(component) == 1:
        return [right[0] / leaving[0]]
    index = {position: number for number, position in enumerate(component)}
    matrix = [[zero] * len(component) for _ in component]
    for position, row in index.items():
        matrix[row][row] = leaving[row]
        for successor, probability in transitions[position]:
            if successor in index and successor != position:
                matrix[row][index[successor]] -= probability
    return arithmetic.solve([list(column) for column in zip(*matrix, strict=True)] if forward else matrix, right)


def _solve_exact(matrix: list[list[fmpq]], right: list[fmpq]) -> list[fmpq]:
    """Solve a linear system in rationals."""
    solution = fmpq_mat(matrix).solve(fmpq_mat([[number] for number in right]))
    return [solution[row, 0] for row in range(len(right))]


def _solve_floats(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve a linear system in floats."""
    return [float(number) for number in np.linalg.solve(np.array(matrix), np.array(right))]


EXACT = Arithmetic(to_flint, _solve_exact)
FLOATS = Arithmetic(float, _solve_floats)
