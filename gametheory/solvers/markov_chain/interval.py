"""Laws in floats, with a rigorous bound on the error."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import inf, nextafter
from typing import Any, NamedTuple

import networkx as nx
import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from gametheory.numbers.rationals import to_flint, to_fraction
from gametheory.solvers.markov_chain.absorption import FLOATS, expected_visits, outflow
from gametheory.solvers.markov_chain.transition import Edges, require_steps, transition_lists

ROUNDING = Fraction(1, 2**53)  # the greatest relative error of one operation on floats
SMALLEST = Fraction(1, 2**1074)  # no operation on floats adds more where the result is too small for that


class BoundedDistribution(NamedTuple):
    """A law in floats; the errors of all its entries together, so of the chance of any event, are within the bound."""

    distribution: dict[Any, float]
    error_bound: float


def bounded_distribution_after(graph: nx.MultiDiGraph, steps: int) -> BoundedDistribution:
    """The law of the position after a number of steps, in floats, with a bound on the error.

    As `distribution_after`, all edges at once. Nothing is subtracted, so that with n operations behind an entry its
    relative error is at most n u / (1 - n u), where u = 2^-53 (Higham, Accuracy and Stability, 2002, lemma 3.1); n is
    steps times (most edges into a position + 1). Errors are those of `distribution_after`.

    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle, Position
    >>> law, error_bound = bounded_distribution_after(state_graph(Battle(2, 1)), 1)
    >>> law[Position(1, 1)], error_bound < 1e-14
    (0.112, True)
    """
    require_steps(steps)
    source, target, chance = _arrays(graph)
    weights: NDArray[np.float64] = np.zeros(len(graph))
    weights[0] = 1.0
    for _ in range(steps):
        weights = np.asarray(np.bincount(target, weights[source] * chance, len(graph)), np.float64)
    operations = steps * (int(np.bincount(target).max()) + 1)
    relative = operations * ROUNDING / (1 - operations * ROUNDING)
    absolute = 4 * steps * len(chance) * SMALLEST
    law = {position: weight for position, weight in zip(graph, weights.tolist(), strict=True) if weight}
    return BoundedDistribution(law, _upwards(relative + absolute + ROUNDING * 2))


def bounded_absorption_distribution(graph: nx.MultiDiGraph) -> BoundedDistribution:
    """The law of the position in which play ends, in floats, with a bound on the error.

    As `absorption_distribution`, then checked: the visits found, g, are put into g = start + g Q in exact rationals. By how much
    that fails in all positions together bounds the error of all endings together, since a visit more or less
    anywhere ends somewhere with chance at most 1. Cost: that of `absorption_distribution` in floats, and two products
    of rationals an edge. Errors are those of `absorption_distribution`; OverflowError where play lasts longer than floats can count.

    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle, Position
    >>> law, error_bound = bounded_absorption_distribution(state_graph(Battle(1, 1)))
    >>> abs(law[Position(1, 0)] - 9 / 44) <= error_bound < 1e-14
    True
    """
    edges, visits = transition_lists(graph, to_flint), _visits_in_floats(graph)
    flow = {position: to_fraction(chance) for position, chance in outflow(graph, edges, visits).items()}
    law = {position: float(chance) for position, chance in flow.items()}
    rounded = sum(abs(Fraction(law[position]) - chance) for position, chance in flow.items())
    return BoundedDistribution(law, _upwards(_imbalance(graph, edges, visits) + rounded + ROUNDING * 2))


def _arrays(graph: nx.MultiDiGraph) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Every step as numbers in the order of the graph: from where, to where, with what chance; ends stay."""
    index = {position: number for number, position in enumerate(graph)}
    edges = transition_lists(graph, float)
    steps = [(index[u], index[v], p) for u in graph for v, p in edges[u] or [(u, 1.0)]]
    sources, targets, chances = zip(*steps, strict=True)
    return np.array(sources, np.int64), np.array(targets, np.int64), np.array(chances, np.float64)


def _visits_in_floats(graph: nx.MultiDiGraph) -> dict[Any, fmpq]:
    """The expected visits, found in floats, as the rationals they are."""
    try:
        found = expected_visits(graph, transition_lists(graph, float), FLOATS)
        return {position: to_flint(Fraction(count)) for position, count in found.items()}
    except (ZeroDivisionError, OverflowError, ValueError, np.linalg.LinAlgError):
        raise OverflowError("play lasts longer than floats can count") from None


def _imbalance(graph: nx.MultiDiGraph, edges: Edges[fmpq], visits: Mapping[Any, fmpq]) -> Fraction:
    """The sum of |start + g Q - g| over the visited positions, for the visits g."""
    balance = {position: -count for position, count in visits.items()}
    if graph.graph["start"] in balance:
        balance[graph.graph["start"]] += 1
    for position, count in visits.items():
        for following, probability in edges[position]:
            if following in balance:
                balance[following] += count * probability
    return to_fraction(sum((abs(rest) for rest in balance.values()), fmpq(0)))


def _upwards(bound: Fraction) -> float:
    """A float that is not below the bound."""
    return nextafter(float(bound), inf)
