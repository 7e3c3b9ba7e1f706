"""Distributions of a Markov chain in floats, with a rigorous bound on the error."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import inf, nextafter
from typing import Any, NamedTuple

import networkx as nx
import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from gametheory.model.state_graph import state_arrays
from gametheory.numbers.rationals import to_flint, to_fraction
from gametheory.numbers.short_repr import short_repr
from gametheory.solvers.markov_chain.absorption import FLOATS, expected_visits, outflow
from gametheory.solvers.markov_chain.transition import MarkovChain, require_steps

UNIT_ROUNDOFF = Fraction(1, 2**53)  # the greatest relative error of one operation on floats
SMALLEST = Fraction(1, 2**1074)  # the greatest absolute error of one operation if the result underflows


@short_repr
class BoundedDistribution(NamedTuple):
    """A distribution in floats with a rigorous error bound.

    Parameters
    ----------
    distribution : dict
        The probability of each position.
    error_bound : float
        An upper bound on the sum of the errors of all probabilities, and so on the error of the probability of any
        event.
    """

    distribution: dict[Any, float]
    error_bound: float


def bounded_distribution_after(graph: nx.MultiDiGraph, steps: int) -> BoundedDistribution:
    """Return the distribution of the position after a number of steps in floats, with an error bound.

    The method of `distribution_after`, vectorized over the edges. Nothing is subtracted. So an entry that n operations
    contribute to has a relative error of at most n u / (1 - n u) with u = 2^-53 (Higham 2002, lemma 3.1), and n is the
    steps times (greatest number of edges into a position + 1). Cost: the steps times the edges.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        The state graph of a game in which no player moves.
    steps : int
        The number of steps, at least 0.

    Returns
    -------
    BoundedDistribution
        The positions of positive probability, and the bound.

    Raises
    ------
    ValueError
        If the number of steps is negative or a player moves.

    References
    ----------
    N. J. Higham, Accuracy and Stability of Numerical Algorithms (2002).

    Examples
    --------
    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle, Position
    >>> distribution, error_bound = bounded_distribution_after(state_graph(Battle(2, 1)), 1)
    >>> distribution[Position(1, 1)], error_bound < 1e-14
    (0.112, True)
    """
    require_steps(steps)
    source, target, probability = _arrays(graph)
    weights: NDArray[np.float64] = np.zeros(len(graph))
    weights[state_arrays(graph).start] = 1.0
    for _ in range(steps):
        weights = np.asarray(np.bincount(target, weights[source] * probability, len(graph)), np.float64)
    operations = steps * (int(np.bincount(target).max()) + 1)
    relative = operations * UNIT_ROUNDOFF / (1 - operations * UNIT_ROUNDOFF)
    absolute = 4 * steps * len(probability) * SMALLEST
    distribution = {position: weight for position, weight in zip(graph, weights.tolist(), strict=True) if weight}
    return BoundedDistribution(distribution, _round_up(relative + absolute + UNIT_ROUNDOFF * 2))


def bounded_absorption_distribution(graph: nx.MultiDiGraph) -> BoundedDistribution:
    """Return the distribution of the terminal position in floats, with an error bound.

    The method of `absorption_distribution` in floats, and then a check in exact rationals: the visits g are put into
    the equation g = start + g Q. The sum of the differences over all positions bounds the error of all terminal
    positions together, since a visit more or less anywhere ends somewhere with probability at most 1. Cost: that of
    `absorption_distribution` in floats, and two products of rationals for each edge.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        The state graph of a game in which no player moves.

    Returns
    -------
    BoundedDistribution
        The probability of each terminal position, and the bound.

    Raises
    ------
    ValueError
        If a player moves.
    OverflowError
        If the expected duration is too great for floats.

    Examples
    --------
    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle, Position
    >>> distribution, error_bound = bounded_absorption_distribution(state_graph(Battle(1, 1)))
    >>> abs(distribution[Position(1, 0)] - 9 / 44) <= error_bound < 1e-14
    True
    """
    chain, visits = MarkovChain(graph, to_flint), _visits_in_floats(graph)
    flow = {chain.arrays.positions[number]: to_fraction(p) for number, p in outflow(chain, visits).items()}
    distribution = {position: float(probability) for position, probability in flow.items()}
    rounded = sum(abs(Fraction(distribution[position]) - probability) for position, probability in flow.items())
    error = _imbalance(chain, visits) + rounded + UNIT_ROUNDOFF * 2
    return BoundedDistribution(distribution, _round_up(error))


def _arrays(graph: nx.MultiDiGraph) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Return sources, targets and probabilities of all steps, as numbers in the order of the graph."""
    arrays = MarkovChain(graph, float).arrays
    table = np.array([float(probability) for probability in arrays.probabilities])
    certain = np.ones(len(arrays.successor))
    # a terminal position has no transitions, and stays
    ends = np.flatnonzero(arrays.outcome_of >= 0)
    sources = np.concatenate([arrays.sources, ends])
    targets = np.concatenate([arrays.successor, ends])
    probabilities = certain if arrays.probability_of is None else table[arrays.probability_of]
    return sources, targets, np.concatenate([probabilities, np.ones(len(ends))])


def _visits_in_floats(graph: nx.MultiDiGraph) -> dict[int, fmpq]:
    """Return the expected visits, computed in floats, as exact rationals."""
    try:
        visits = expected_visits(MarkovChain(graph, float), FLOATS)
        return {number: to_flint(Fraction(count)) for number, count in visits.items()}
    # a probability to leave that rounds to 0, or a number of visits beyond the range of floats
    except (ZeroDivisionError, OverflowError, ValueError, np.linalg.LinAlgError):
        raise OverflowError("play lasts longer than floats can count") from None


def _imbalance(chain: MarkovChain[fmpq], visits: Mapping[int, fmpq]) -> Fraction:
    """Return the sum of |start + g Q - g| over the visited positions, for the visits g."""
    balance = {number: -count for number, count in visits.items()}
    if chain.start in balance:
        balance[chain.start] += 1
    for number, count in visits.items():
        for successor, probability in chain[number]:
            if successor in balance:
                balance[successor] += count * probability
    return to_fraction(sum((abs(rest) for rest in balance.values()), fmpq(0)))


def _round_up(bound: Fraction) -> float:
    """Return a float that is not below a bound."""
    return nextafter(float(bound), inf)
