"""Exact laws: after so many steps, of the ending, and from every position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice
from math import fsum
from typing import Any, TypeAlias, TypeVar

import networkx as nx
from flint import fmpq

from gametheory.numbers.rationals import to_flint, to_fraction
from gametheory.solvers.markov_chain.absorption import EXACT, expected_visits, outflow, solve_component
from gametheory.solvers.markov_chain.transition import (
    absorbing_positions,
    components,
    never_absorbed,
    require_steps,
    transition_lists,
)

Probability = TypeVar("Probability", Fraction, float)
ExactDistribution: TypeAlias = dict[Any, Fraction]


def distribution_after(graph: nx.MultiDiGraph, steps: int) -> ExactDistribution:
    """The exact law of the position after a number of steps, from the start.

    s(k) = s(k - 1) P, one edge at a time; cost: steps times the edges, in rationals that grow with the steps.
    Raises ValueError for a negative number of steps and where a player moves.

    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle, Position
    >>> distribution_after(state_graph(Battle(2, 1)), 1)[Position(1, 1)]
    Fraction(14, 125)
    """
    require_steps(steps)
    law = next(islice(_laws(graph), steps, None))
    return {position: to_fraction(weight) for position, weight in law.items()}


def outcome_distribution_after(graph: nx.MultiDiGraph, steps: int) -> dict[str | None, Fraction]:
    """The chance of each outcome by the end of a number of steps, and under None that play is not over.

    Method, cost and errors are those of `distribution_after`.

    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> outcome_distribution_after(state_graph(Battle(2, 1)), 1)
    {'win': Fraction(21, 25), 'lose': Fraction(0, 1), None: Fraction(4, 25)}
    """
    return sum_by_outcome(graph, distribution_after(graph, steps))


def outcome_distributions(graph: nx.MultiDiGraph) -> Iterator[dict[str | None, Fraction]]:
    """The law of `outcome_distribution_after` after 0 steps, after 1, after 2 and so on, without end.

    Cost: the edges of the positions reached for each law drawn. Errors are those of `distribution_after`.

    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> laws = outcome_distributions(state_graph(Battle(2, 1)))
    >>> next(laws)[None], next(laws)[None]
    (Fraction(1, 1), Fraction(4, 25))
    """
    for law in _laws(graph):
        yield sum_by_outcome(graph, {position: to_fraction(weight) for position, weight in law.items()})


def absorption_distribution(graph: nx.MultiDiGraph) -> ExactDistribution:
    """The exact law of the position in which play ends, however long it takes; the sum lacks the chance of no end.

    The fundamental matrix N = 1 + Q + Q^2 + ... applied to the start gives the expected visits to each position;
    ends get what flows out of them. One strongly connected component of n positions after another: a division by
    1 - (chance to stay) where n is 1, else a linear system (n^3). Raises ValueError where a player moves.

    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle, Position
    >>> absorption_distribution(state_graph(Battle(1, 1)))[Position(1, 0)]
    Fraction(9, 44)
    """
    edges = transition_lists(graph, to_flint)
    flow = outflow(graph, edges, expected_visits(graph, edges, EXACT))
    return {position: to_fraction(chance) for position, chance in flow.items()}


def outcome_distribution(graph: nx.MultiDiGraph) -> dict[str | None, Fraction]:
    """The exact chance of each outcome, however long it takes, and under None that play never ends.

    Method, cost and errors are those of `absorption_distribution`.

    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> outcome_distribution(state_graph(Battle(1, 1)))
    {'win': Fraction(15, 22), 'lose': Fraction(7, 22), None: Fraction(0, 1)}
    """
    chances = sum_by_outcome(graph, absorption_distribution(graph))
    return {**chances, None: 1 - sum(chances.values(), Fraction(0))}


def expected_duration(graph: nx.MultiDiGraph) -> Fraction | None:
    """The expected number of steps until play ends; None where play need not end, so that it is infinite.

    The sum of the expected visits; method, cost and errors are those of `absorption_distribution`.

    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> expected_duration(state_graph(Battle(1, 1)))
    Fraction(25, 22)
    """
    edges = transition_lists(graph, to_flint)
    if never_absorbed(graph):
        return None
    return to_fraction(sum(expected_visits(graph, edges, EXACT).values(), fmpq(0)))


def absorption_probabilities(graph: nx.MultiDiGraph, outcome: str) -> ExactDistribution:
    """The exact chance of an outcome from every position: a certificate for `certify.check_absorption_probability`.

    The system h = P h, one strongly connected component after another, backwards from the ends; where play can
    never end any more, h is 0. Cost and errors are those of `absorption_distribution`.

    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle, Position
    >>> absorption_probabilities(state_graph(Battle(2, 1)), "win")[Position(1, 1)]
    Fraction(15, 22)
    """
    worth = {end: Fraction(int(graph.nodes[end]["outcome"].name == outcome)) for end in absorbing_positions(graph)}
    return expected_values(graph, worth)


def expected_values(graph: nx.MultiDiGraph, worth: Mapping[Any, Fraction]) -> ExactDistribution:
    """From every position, what play is worth on average: `worth` of the position in which it ends, 0 if it does not.

    Method, cost and errors are those of `absorption_probabilities`, which is the case of worth 1 and 0.

    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle, Position
    >>> graph = state_graph(Battle(1, 1))
    >>> ends = [position for position, end in graph.nodes(data="outcome") if end]
    >>> expected_values(graph, {end: Fraction(end.attackers) for end in ends})[Position(1, 1)]
    Fraction(9, 44)
    """
    edges = transition_lists(graph, to_flint)
    labels = dict.fromkeys(graph, fmpq(0)) | {end: to_flint(worth[end]) for end in absorbing_positions(graph)}
    for part in reversed(components(graph)):
        known = [sum((p * labels[v] for v, p in edges[u]), fmpq(0)) for u in part]
        labels.update(zip(part, solve_component(edges, part, known, EXACT), strict=True))
    return {position: to_fraction(label) for position, label in labels.items()}


def sum_by_outcome(graph: nx.MultiDiGraph, law: Mapping[Any, Probability]) -> dict[str | None, Probability]:
    """A law of positions summed by their outcome, None where play is not over; floats are rounded once.

    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle, Position
    >>> sum_by_outcome(state_graph(Battle(1, 1)), {Position(1, 0): 0.25, Position(0, 0): 0.5, Position(1, 1): 0.25})
    {'win': 0.75, 'lose': 0.0, None: 0.25}
    """
    names = {node: end.name if end else None for node, end in graph.nodes(data="outcome")}
    terms: dict[str | None, list[Any]] = {name: [] for name in names.values() if name is not None}
    terms[None] = []
    for position, probability in law.items():
        terms[names[position]].append(probability)
    return {name: _total(chances, law) for name, chances in terms.items()}


def _laws(graph: nx.MultiDiGraph) -> Iterator[dict[Any, fmpq]]:
    """The law of the position after 0 steps, after 1, after 2 and so on."""
    edges = transition_lists(graph, to_flint)
    law = {graph.graph["start"]: fmpq(1)}
    while True:
        yield law
        later: dict[Any, fmpq] = {}
        for position, weight in law.items():
            for following, probability in edges[position] or [(position, fmpq(1))]:
                later[following] = later.get(following, fmpq(0)) + weight * probability
        law = later


def _total(terms: list[Any], law: Mapping[Any, Any]) -> Any:
    """The sum of some chances of a law, rounded once if the law is in floats."""
    return fsum(terms) if any(isinstance(chance, float) for chance in law.values()) else sum(terms, Fraction(0))
