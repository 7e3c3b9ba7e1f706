"""Exact expected values of a Markov chain: the duration of play, and the value of every position."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import networkx as nx
import numpy as np
from flint import fmpq

from gametheory.model.exact_columns import ExactColumn
from gametheory.model.state_arrays import PositionMap
from gametheory.model.state_graph import state_arrays
from gametheory.numbers.rationals import to_flint
from gametheory.solvers.markov_chain.absorption import EXACT, ChainSystem
from gametheory.solvers.markov_chain.elimination import elimination
from gametheory.solvers.markov_chain.transition import MarkovChain, never_absorbed
from gametheory.solvers.markov_chain.visits import visit_sums


def expected_duration(graph: nx.MultiDiGraph) -> Fraction | None:
    """Return the exact expected number of steps until play ends.

    It is the sum of the expected visits. Method and cost are those of `absorption_distribution`.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        The state graph of a game in which no player moves.

    Returns
    -------
    Fraction or None
        None if play may never end: the expected number of steps is infinite.

    Raises
    ------
    ValueError
        If a player moves.

    Examples
    --------
    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> expected_duration(state_graph(Battle(1, 1)))
    Fraction(25, 22)
    """
    chain = MarkovChain(graph, Fraction)
    if never_absorbed(graph):
        return None
    return visit_sums(chain, np.where(chain.steps.ended, -1, 0), 1)[0]


def absorption_probabilities(graph: nx.MultiDiGraph, outcome: str) -> PositionMap[Fraction]:
    """Return the exact probability of an outcome from every position.

    The probabilities h solve h = P h, with h = 0 where play never ends. The system is solved for one strongly connected
    component after another, from the terminal positions back. Cost: that of `absorption_distribution`.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        The state graph of a game in which no player moves.
    outcome : str
        The name of the outcome.

    Returns
    -------
    mapping
        The probability from each position, made into a fraction when it is read: a certificate for
        `verify.check_absorption_probability`.

    Raises
    ------
    ValueError
        If a player moves.

    Examples
    --------
    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle, Position
    >>> absorption_probabilities(state_graph(Battle(2, 1)), "win")[Position(1, 1)]
    Fraction(15, 22)
    """
    arrays = state_arrays(graph)
    table = [Fraction(int(end.name == outcome)) for end in arrays.outcomes]
    return expected_values(graph, PositionMap(arrays, arrays.outcome_of, table))


def expected_values(graph: nx.MultiDiGraph, terminal_values: Mapping[Any, Fraction]) -> PositionMap[Fraction]:
    """Return the exact expected value of the terminal position, from every position; play without end has value 0.

    Method and cost are those of `absorption_probabilities`, the case of values 1 and 0.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        The state graph of a game in which no player moves.
    terminal_values : mapping
        The value of each terminal position.

    Returns
    -------
    mapping
        The expected value from each position, made into a fraction when it is read.

    Raises
    ------
    ValueError
        If a player moves.
    KeyError
        If a terminal position has no value.

    Examples
    --------
    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle, Position
    >>> graph = state_graph(Battle(1, 1))
    >>> survivors = {end: Fraction(end.attackers) for end, outcome in graph.nodes(data="outcome") if outcome}
    >>> expected_values(graph, survivors)[Position(1, 1)]
    Fraction(9, 44)
    """
    chain = MarkovChain(graph, to_flint)
    values = [fmpq(0)] * len(chain)
    for number in chain.terminal:
        values[number] = to_flint(terminal_values[chain.arrays.positions[number]])
    system = ChainSystem(chain.steps, chain.table, elimination(chain.steps), EXACT)
    numbers = np.arange(len(chain), dtype=np.int32)
    return PositionMap(chain.arrays, numbers, ExactColumn(system.values(values), [1] * len(chain)))
