"""Expected visits and absorption of a Markov chain: linear systems, one strongly connected component at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import numpy as np
from flint import fmpq, fmpq_mat

from gametheory.numbers.rationals import to_flint
from gametheory.solvers.markov_chain.elimination import eliminate, elimination_order
from gametheory.solvers.markov_chain.transition import MarkovChain, Number


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


Step = TypeVar("Step", covariant=True)


class Rows(Protocol[Step]):
    """The next positions with their probabilities, for each position: a `MarkovChain`, or a dict of lists."""

    def __getitem__(self, position: Any, /) -> Iterable[tuple[Any, Step]]:
        """Return the next positions of a position."""


def expected_visits(chain: MarkovChain[Number], arithmetic: Arithmetic[Number]) -> dict[int, Number]:
    """Return the expected number of visits to each transient position, from the start.

    One component after another. Cost: the edges, and that of `solve_component`.

    Parameters
    ----------
    chain : MarkovChain
        The transitions.
    arithmetic : Arithmetic
        `EXACT` or `FLOATS`.

    Examples
    --------
    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> expected_visits(MarkovChain(state_graph(Battle(1, 1)), to_flint), EXACT)
    {0: 25/22}
    """
    zero = arithmetic.number(Fraction(0))
    inflow = [zero] * len(chain)
    inflow[chain.start] = arithmetic.number(Fraction(1))
    visits: dict[int, Number] = {}
    for component in chain.transient_components():
        into = [inflow[number] for number in component]
        counts = solve_component(chain, component, into, arithmetic, forward=True)
        for number, count in zip(component, counts, strict=True):
            visits[number] = count
            for successor, probability in chain[number]:
                inflow[successor] += count * probability
    return visits


def outflow(chain: MarkovChain[fmpq], visits: Mapping[int, fmpq]) -> dict[int, fmpq]:
    """Return the probability that flows from the visited positions into each terminal position.

    All of it is in the start if the start is terminal. Cost: the edges.

    Parameters
    ----------
    chain : MarkovChain
        The transitions.
    visits : mapping
        The expected visits to each transient position.

    Examples
    --------
    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> outflow(MarkovChain(state_graph(Battle(1, 0)), to_flint), {})
    {0: 1}
    """
    terminal = set(chain.terminal)
    flow = {chain.start: fmpq(1)} if chain.start in terminal else {}
    for number, count in visits.items():
        for successor, probability in chain[number]:
            if successor in terminal:
                flow[successor] = flow.get(successor, fmpq(0)) + count * probability
    return flow


def solve_component(
    transitions: Rows[Number],
    component: list[Any],
    right: list[Number],
    arithmetic: Arithmetic[Number],
    forward: bool = False,
) -> list[Number]:
    """Return the solution of x = right + Q x, or of x = right + x Q, where Q are the transitions in one component.

    The diagonal of 1 - Q is the sum of the other probabilities of a row: nothing is subtracted from 1, which would lose
    digits in floats. Positions with few neighbors are eliminated one by one; see `elimination`. Cost: n^3 for n
    positions at worst, n if each has two neighbors.

    Parameters
    ----------
    transitions : mapping
        For each position the next ones with their probabilities.
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
    rows = _rows_inside(transitions, index, zero)
    order = elimination_order(rows)
    if order is not None:
        exits = [sum((p for v, p in transitions[u] if v not in index), zero) for u in component]
        return eliminate(rows, exits, right, order, forward)
    matrix = [[zero] * len(component) for _ in component]
    for row in range(len(component)):
        matrix[row][row] = leaving[row]
        for column, probability in rows[row].items():
            matrix[row][column] -= probability
    return arithmetic.solve([list(column) for column in zip(*matrix, strict=True)] if forward else matrix, right)


def _rows_inside(transitions: Rows[Number], index: Mapping[Any, int], zero: Number) -> list[dict[int, Number]]:
    """Return the probabilities of the other positions of a component, for each of them."""
    rows: list[dict[int, Number]] = [{} for _ in index]
    for position, row in index.items():
        for successor, probability in transitions[position]:
            column = index.get(successor, row)
            if column != row:
                rows[row][column] = rows[row].get(column, zero) + probability
    return rows


def _solve_exact(matrix: list[list[fmpq]], right: list[fmpq]) -> list[fmpq]:
    """Solve a linear system in rationals."""
    solution = fmpq_mat(matrix).solve(fmpq_mat([[number] for number in right]))
    return [solution[row, 0] for row in range(len(right))]


def _solve_floats(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve a linear system in floats."""
    return [float(number) for number in np.linalg.solve(np.array(matrix), np.array(right))]


EXACT = Arithmetic(to_flint, _solve_exact)
FLOATS = Arithmetic(float, _solve_floats)
