"""How often a position is visited, and what flows from there into the ends: linear systems, one component at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Generic, NamedTuple

import networkx as nx
import numpy as np
from flint import fmpq, fmpq_mat

from gametheory.numbers.rationals import to_flint
from gametheory.solvers.markov_chain.transition import Edges, Number, components


class Arithmetic(NamedTuple, Generic[Number]):
    """How to compute: the numbers used, and the solution x of a square system, matrix x = right."""

    number: Callable[[Fraction], Number]
    solve: Callable[[list[list[Number]], list[Number]], list[Number]]


def expected_visits(graph: nx.MultiDiGraph, edges: Edges[Number], arithmetic: Arithmetic[Number]) -> dict[Any, Number]:
    """The expected number of visits to each position from which play goes on and can end.

    One component after another; cost: the edges, and n^3 for a component of n positions.

    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> from gametheory.solvers.markov_chain.transition import transition_lists
    >>> graph = state_graph(Battle(1, 1))
    >>> expected_visits(graph, transition_lists(graph, to_flint), EXACT)
    {Position(attackers=1, defenders=1): 25/22}
    """
    inflow = {graph.graph["start"]: arithmetic.number(Fraction(1))}
    visits: dict[Any, Number] = {}
    for part in components(graph):
        into = [inflow.get(position, arithmetic.number(Fraction(0))) for position in part]
        found = dict(zip(part, solve_component(edges, part, into, arithmetic, forwards=True), strict=True))
        visits.update(found)
        for position, count in found.items():
            for following, probability in edges[position]:
                inflow[following] = inflow.get(following, arithmetic.number(Fraction(0))) + count * probability
    return visits


def outflow(graph: nx.MultiDiGraph, edges: Edges[fmpq], visits: Mapping[Any, fmpq]) -> dict[Any, fmpq]:
    """What flows from the visited positions into the ends; all of it where the start is an end.

    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> from gametheory.solvers.markov_chain.transition import transition_lists
    >>> graph = state_graph(Battle(1, 0))
    >>> outflow(graph, transition_lists(graph, to_flint), {})
    {Position(attackers=1, defenders=0): 1}
    """
    over = {node for node, end in graph.nodes(data="outcome") if end is not None}
    flow = {graph.graph["start"]: fmpq(1)} if graph.graph["start"] in over else {}
    for position, count in visits.items():
        for following, probability in edges[position]:
            if following in over:
                flow[following] = flow.get(following, fmpq(0)) + count * probability
    return flow


def solve_component(
    edges: Edges[Number], part: list[Any], right: list[Number], arithmetic: Arithmetic[Number], forwards: bool = False
) -> list[Number]:
    """The solution of x = right + Q x for one component, or of x = right + x Q.

    Cost: n^3 for n positions.

    >>> edges = {"a": [("a", 0.5), ("end", 0.5)]}
    >>> solve_component(edges, ["a"], [1.0], FLOATS)
    [2.0]
    """
    leaving = [sum((p for v, p in edges[u] if v != u), arithmetic.number(Fraction(0))) for u in part]
    if len(part) == 1:
        return [right[0] / leaving[0]]
    index = {position: number for number, position in enumerate(part)}
    matrix = [[arithmetic.number(Fraction(0))] * len(part) for _ in part]
    for position, row in index.items():
        matrix[row][row] = leaving[row]
        for following, probability in edges[position]:
            if following in index and following != position:
                matrix[row][index[following]] -= probability
    return arithmetic.solve([list(column) for column in zip(*matrix, strict=True)] if forwards else matrix, right)


def _solve_exactly(matrix: list[list[fmpq]], right: list[fmpq]) -> list[fmpq]:
    solution = fmpq_mat(matrix).solve(fmpq_mat([[number] for number in right]))
    return [solution[row, 0] for row in range(len(right))]


def _solve_in_floats(matrix: list[list[float]], right: list[float]) -> list[float]:
    return [float(number) for number in np.linalg.solve(np.array(matrix), np.array(right))]


EXACT = Arithmetic(to_flint, _solve_exactly)
FLOATS = Arithmetic(float, _solve_in_floats)
