"""Exact distributions of a Markov chain: after n steps, at the end of play, and the values of positions.

Every function takes a graph made by `state_graph` of a game in which no player moves: an absorbing Markov chain (Kemeny
and Snell, Finite Markov Chains, 1960, chapter 3). Terminal positions are absorbing. Play may also never end: the
probabilities of the terminal positions then add to less than 1, and the rest belongs to the outcome None.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any, TypeAlias

import numpy as np
from flint import fmpq

from gametheory.model.components import can_end
from gametheory.model.game import Position
from gametheory.model.payoffs import ExactColumn
from gametheory.model.state_arrays import PositionMap, StateArrays
from gametheory.model.state_graph import StateGraph, state_arrays
from gametheory.numbers.rationals import to_flint, to_fraction
from gametheory.solvers.decision_rows import weighted_steps
from gametheory.solvers.markov_chain.systems import chain_values
from gametheory.solvers.markov_chain.visits import chain_arrays, visit_sums

ExactDistribution: TypeAlias = dict[Any, Fraction]


def transition_matrix(graph: StateGraph, order: Sequence[Position] | None = None) -> list[list[Fraction]]:
    """Return the exact transition matrix: the probability of a step from order[i] to order[j] at [i][j].

    A terminal position has probability 1 to stay.
    """
    listed = list(graph) if order is None else list(order)
    if len(listed) != len(graph) or set(listed) != set(graph):
        raise ValueError(f"order: not each of the {len(graph)} positions once")
    arrays, index = chain_arrays(graph), {position: number for number, position in enumerate(listed)}
    matrix = [[Fraction(0)] * len(listed) for _ in listed]
    for position, steps in zip(arrays.positions, _steps(arrays), strict=True):
        for successor, probability in steps.items():
            matrix[index[position]][index[arrays.positions[successor]]] = to_fraction(probability)
    return matrix


def _steps(arrays: StateArrays) -> list[dict[int, fmpq]]:
    """Return the probability of each position after each one; a terminal position stays."""
    steps: list[dict[int, fmpq]] = [
        {number: fmpq(1)} if end >= 0 else {} for number, end in enumerate(arrays.outcome_of)
    ]
    for source, target, weight in weighted_steps(arrays):
        steps[source][target] = steps[source].get(target, fmpq(0)) + weight
    return steps


def distribution_after(graph: StateGraph, steps: int) -> ExactDistribution:
    """Return the exact distribution of the position after a number of steps from the start.

    Cost: the steps times the edges, in rationals that grow with the steps.
    """
    if not isinstance(steps, int) or isinstance(steps, bool) or steps < 0:
        raise ValueError(f"steps: {steps!r} is not a whole number of at least 0")
    return next(islice(_distributions(graph), steps, None))


def _distributions(graph: StateGraph) -> Iterator[ExactDistribution]:
    """Yield the distribution of the position after 0 steps, 1 step, 2 steps and so on."""
    arrays = chain_arrays(graph)
    steps, distribution = _steps(arrays), {arrays.start: fmpq(1)}
    while True:
        yield {arrays.positions[number]: to_fraction(weight) for number, weight in distribution.items()}
        later: dict[int, fmpq] = {}
        for number, weight in distribution.items():
            for successor, probability in steps[number].items():
                later[successor] = later.get(successor, fmpq(0)) + weight * probability
        distribution = later


def outcome_distributions(graph: StateGraph) -> Iterator[dict[str | None, Fraction]]:
    """Yield the exact probability of each outcome within 0 steps, 1 step, 2 steps and so on, without end."""
    return (sum_by_outcome(graph, distribution) for distribution in _distributions(graph))


def sum_by_outcome(graph: StateGraph, distribution: Mapping[Any, Fraction]) -> dict[str | None, Fraction]:
    """Return the total probability of each outcome under a distribution of positions."""
    arrays: StateArrays = state_arrays(graph)
    names: list[str | None] = [*(end.name for end in arrays.outcomes), None]
    totals = dict.fromkeys(names, Fraction(0))
    for position, probability in distribution.items():
        totals[names[arrays.outcome_of[arrays.index[position]]]] += probability
    return totals


def absorption_distribution(graph: StateGraph) -> ExactDistribution:
    """Return the exact distribution of the terminal position in which play ends.

    The fundamental matrix N = 1 + Q + Q^2 + ... applied to the start gives the expected visits to each transient
    position, and a terminal position is visited once at most (Kemeny and Snell, Finite Markov Chains, 1960, chapter 3).
    """
    arrays = chain_arrays(graph)
    ends = np.flatnonzero(arrays.outcome_of >= 0)
    group = np.full(len(arrays), -1)
    group[ends] = np.arange(len(ends))
    return dict(
        zip((arrays.positions[end] for end in ends.tolist()), visit_sums(arrays, group, len(ends)), strict=True)
    )


def outcome_distribution(graph: StateGraph) -> dict[str | None, Fraction]:
    """Return the exact probability of each outcome at the end of play."""
    arrays = chain_arrays(graph)
    names = list(dict.fromkeys(end.name for end in arrays.outcomes))
    number = np.array([*(names.index(end.name) for end in arrays.outcomes), -1])
    sums = visit_sums(arrays, number[arrays.outcome_of], len(names))
    return {**dict(zip(names, sums, strict=True)), None: 1 - sum(sums, Fraction(0))}


def expected_duration(graph: StateGraph) -> Fraction | None:
    """Return the exact expected number of steps until play ends, the sum of the expected visits; None if it may not."""
    arrays = chain_arrays(graph)
    if not can_end(arrays).all():
        return None
    return visit_sums(arrays, np.where(arrays.outcome_of >= 0, -1, 0), 1)[0]


def absorption_probabilities(graph: StateGraph, outcome: str) -> PositionMap[Fraction]:
    """Return the exact probability of an outcome from every position."""
    arrays = state_arrays(graph)
    table = [Fraction(int(end.name == outcome)) for end in arrays.outcomes]
    return expected_values(graph, PositionMap(arrays, arrays.outcome_of, table))


def expected_values(graph: StateGraph, terminal_values: Mapping[Any, Fraction]) -> PositionMap[Fraction]:
    """Return the exact expected value of the terminal position, from every position; play without end has value 0.

    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle, Position
    >>> graph = state_graph(Battle(1, 1))
    >>> survivors = {end: Fraction(end.attackers) for end, outcome in graph.nodes(data="outcome") if outcome}
    >>> expected_values(graph, survivors)[Position(1, 1)]
    Fraction(9, 44)
    """
    arrays = chain_arrays(graph)
    ends = np.flatnonzero(arrays.outcome_of >= 0).tolist()
    values = {end: to_flint(terminal_values[arrays.positions[end]]) for end in ends}
    steps = {number: after for number, after in enumerate(_steps(arrays)) if number not in values}
    values |= chain_values(steps, values)
    column = ExactColumn([values[number] for number in range(len(arrays))], [1] * len(arrays))
    return PositionMap(arrays, np.arange(len(arrays), dtype=np.int32), column)
