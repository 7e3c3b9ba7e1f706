"""Exact distributions of a Markov chain: after n steps, and of the terminal position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice
from math import fsum
from typing import Any, TypeAlias, TypeVar

import networkx as nx
import numpy as np
from flint import fmpq

from gametheory.model.state_arrays import StateArrays
from gametheory.model.state_graph import state_arrays
from gametheory.numbers.rationals import to_flint, to_fraction
from gametheory.solvers.markov_chain.transition import MarkovChain, require_steps
from gametheory.solvers.markov_chain.visits import visit_sums

Probability = TypeVar("Probability", Fraction, float)
ExactDistribution: TypeAlias = dict[Any, Fraction]


def distribution_after(graph: nx.MultiDiGraph, steps: int) -> ExactDistribution:
    """Return the exact distribution of the position after a number of steps from the start.

    The distribution of step k is that of step k - 1 times the transition matrix. Cost: the steps times the edges, in
    rationals that grow with the steps.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        The state graph of a game in which no player moves.
    steps : int
        The number of steps, at least 0.

    Returns
    -------
    dict
        The probability of each position that can be reached in that number of steps.

    Raises
    ------
    ValueError
        If the number of steps is negative or a player moves.

    Examples
    --------
    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle, Position
    >>> distribution_after(state_graph(Battle(2, 1)), 1)[Position(1, 1)]
    Fraction(14, 125)
    """
    require_steps(steps)
    distribution = next(islice(_distributions(graph), steps, None))
    return {position: to_fraction(weight) for position, weight in distribution.items()}


def outcome_distribution_after(graph: nx.MultiDiGraph, steps: int) -> dict[str | None, Fraction]:
    """Return the exact probability of each outcome within a number of steps.

    Method and cost are those of `distribution_after`.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        The state graph of a game in which no player moves.
    steps : int
        The number of steps, at least 0.

    Returns
    -------
    dict
        The probability of each outcome; the key None has the probability that play goes on.

    Raises
    ------
    ValueError
        If the number of steps is negative or a player moves.

    Examples
    --------
    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> outcome_distribution_after(state_graph(Battle(2, 1)), 1)
    {'win': Fraction(21, 25), 'lose': Fraction(0, 1), None: Fraction(4, 25)}
    """
    return sum_by_outcome(graph, distribution_after(graph, steps))


def outcome_distributions(graph: nx.MultiDiGraph) -> Iterator[dict[str | None, Fraction]]:
    """Yield the result of `outcome_distribution_after` for 0 steps, 1 step, 2 steps and so on, without end.

    Cost: the edges of the reached positions for each distribution.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        The state graph of a game in which no player moves.

    Yields
    ------
    dict
        The probability of each outcome; the key None has the probability that play goes on.

    Raises
    ------
    ValueError
        If a player moves.

    Examples
    --------
    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> distributions = outcome_distributions(state_graph(Battle(2, 1)))
    >>> next(distributions)[None], next(distributions)[None]
    (Fraction(1, 1), Fraction(4, 25))
    """
    for distribution in _distributions(graph):
        yield sum_by_outcome(graph, {position: to_fraction(weight) for position, weight in distribution.items()})


def absorption_distribution(graph: nx.MultiDiGraph) -> ExactDistribution:
    """Return the exact distribution of the terminal position in which play ends.

    The fundamental matrix N = 1 + Q + Q^2 + ... applied to the start gives the expected visits to each transient
    position. Terminal positions get the probability that flows out of them (Kemeny and Snell 1960, chapter 3). The
    system is solved for one strongly connected component of n positions after another: a division by 1 - (probability
    to stay) if n is 1, else a linear system, sparse if positions have few neighbors. Cost: the edges, and at worst n^3
    for each component.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        The state graph of a game in which no player moves.

    Returns
    -------
    dict
        The probability of each terminal position. The sum is less than 1 if play may never end.

    Raises
    ------
    ValueError
        If a player moves.

    References
    ----------
    J. G. Kemeny and J. L. Snell, Finite Markov Chains (1960).

    Examples
    --------
    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle, Position
    >>> absorption_distribution(state_graph(Battle(1, 1)))[Position(1, 0)]
    Fraction(9, 44)
    """
    arrays = state_arrays(graph)
    chain = MarkovChain(graph, Fraction)
    ends = np.flatnonzero(chain.entered * chain.steps.ended)
    own = np.full(len(chain), -1, np.int32)
    own[ends] = np.arange(len(ends))
    return dict(
        zip((arrays.positions[number] for number in ends.tolist()), visit_sums(chain, own, len(ends)), strict=True)
    )


def outcome_distribution(graph: nx.MultiDiGraph) -> dict[str | None, Fraction]:
    """Return the exact probability of each outcome at the end of play.

    Method and cost are those of `absorption_distribution`.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        The state graph of a game in which no player moves.

    Returns
    -------
    dict
        The probability of each outcome; the key None has the probability that play never ends.

    Raises
    ------
    ValueError
        If a player moves.

    Examples
    --------
    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> outcome_distribution(state_graph(Battle(1, 1)))
    {'win': Fraction(15, 22), 'lose': Fraction(7, 22), None: Fraction(0, 1)}
    """
    arrays = state_arrays(graph)
    names = list(dict.fromkeys(end.name for end in arrays.outcomes))
    place = np.array([*(names.index(end.name) for end in arrays.outcomes), -1])
    sums = visit_sums(MarkovChain(graph, Fraction), place[arrays.outcome_of], len(names))
    return {**dict(zip(names, sums, strict=True)), None: 1 - sum(sums, Fraction(0))}


def sum_by_outcome(graph: nx.MultiDiGraph, distribution: Mapping[Any, Probability]) -> dict[str | None, Probability]:
    """Return the total probability of each outcome under a distribution of positions.

    Floats are rounded once for each outcome. Cost: the number of positions.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        A state graph.
    distribution : mapping
        The probability of each position.

    Returns
    -------
    dict
        The probability of each outcome; the key None has that of positions that are not terminal.

    Examples
    --------
    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle, Position
    >>> sum_by_outcome(state_graph(Battle(1, 1)), {Position(1, 0): 0.25, Position(0, 0): 0.5, Position(1, 1): 0.25})
    {'win': 0.75, 'lose': 0.0, None: 0.25}
    """
    arrays: StateArrays = state_arrays(graph)
    names: list[str | None] = [*(end.name for end in arrays.outcomes), None]
    terms: dict[str | None, list[Any]] = {name: [] for name in names}
    for position, probability in distribution.items():
        terms[names[arrays.outcome_of[arrays.index[position]]]].append(probability)
    # fsum rounds the exact sum once, however many terms there are
    total: Any = fsum if any(isinstance(probability, float) for probability in distribution.values()) else _sum
    return {name: total(some) for name, some in terms.items()}


def _sum(numbers: list[Fraction]) -> Fraction:
    """Return the exact sum of some numbers."""
    return sum(numbers, Fraction(0))


def _distributions(graph: nx.MultiDiGraph) -> Iterator[dict[Any, fmpq]]:
    """Yield the distribution of the position after 0 steps, 1 step, 2 steps and so on."""
    chain = MarkovChain(graph, to_flint)
    positions = chain.arrays.positions
    distribution = {chain.start: fmpq(1)}
    while True:
        yield {positions[number]: weight for number, weight in distribution.items()}
        later: dict[int, fmpq] = {}
        for number, weight in distribution.items():
            # a terminal position has no transitions, and keeps its probability
            for successor, probability in list(chain[number]) or [(number, fmpq(1))]:
                later[successor] = later.get(successor, fmpq(0)) + weight * probability
        distribution = later
