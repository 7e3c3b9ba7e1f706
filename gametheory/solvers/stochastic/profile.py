"""The Markov chain of a game in which all players follow their strategies."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import prod
from typing import Any, NamedTuple

import networkx as nx
from flint import fmpq

from gametheory.model.game import Move, Position, active_players
from gametheory.model.state_graph import joint_moves
from gametheory.numbers.rationals import to_flint, to_fraction
from gametheory.solvers.markov_chain.values import Steps, chain_values
from gametheory.solvers.stochastic.ranks import escape

Mixed = Mapping[str, Mapping[Move, Fraction]]


class ExpectedValues(NamedTuple):
    """The expected value of each position under the strategies, and the ranks of the positive ones.

    Parameters
    ----------
    values : dict
        The expected value of the terminal position; play without end has value 0.
    ranks : dict
        A certificate for `verify.check_guarantee`: the values are at least these.
    """

    values: dict[Position, Fraction]
    ranks: dict[Position, int]


def profile_steps(graph: nx.MultiDiGraph, strategies: Mapping[Position, Mixed]) -> dict[Position, dict[Position, fmpq]]:
    """Return the distribution of the next position from each position, if all players follow their strategies.

    Cost: the edges.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        A state graph.
    strategies : mapping
        In each position where players move, the probability of each move of each of them.

    Examples
    --------
    >>> from gametheory import Castle, solve
    >>> solution = solve(Castle(1, 1, 1))
    >>> [list(after.values()) for after in profile_steps(solution.graph, solution.strategy).values()]
    [[1]]
    """
    game = graph.graph["game"]
    steps: dict[Position, dict[Position, fmpq]] = {}
    for position, end in graph.nodes(data="outcome"):
        if end is None:
            mixed = [strategies[position][player] for player in active_players(game, position)]
            after: dict[Position, fmpq] = {}
            steps[position] = after
            for moves, distribution in joint_moves(graph, position).items():
                weight = prod((own.get(move, 0) for own, move in zip(mixed, moves, strict=True)), start=Fraction(1))
                for successor, probability in distribution.items() if weight else ():
                    after[successor] = after.get(successor, fmpq(0)) + to_flint(weight * probability)
    return steps


def expected_under(steps: Mapping[Any, Steps], payoffs: Mapping[Position, Fraction]) -> ExpectedValues:
    """Return the expected payoff from each position of a Markov chain, and a certificate.

    Cost: that of `chain_values`.

    Parameters
    ----------
    steps : mapping
        The probabilities of the next position for each position that is not terminal.
    payoffs : mapping
        The payoff of each terminal position.

    Examples
    --------
    >>> half = fmpq(1, 2)
    >>> expected_under({"on": {"on": half, "won": half}}, {"won": Fraction(1)})
    ExpectedValues(values={'won': Fraction(1, 1), 'on': Fraction(1, 1)}, ranks={'on': 1})
    """
    found = chain_values(steps, {node: to_flint(payoff) for node, payoff in payoffs.items()})
    positive = {node for node, value in found.items() if value > 0}
    ranks = escape(positive, {node: {(): steps[node]} for node in positive}, ()).ranks
    return ExpectedValues({**payoffs, **{node: to_fraction(value) for node, value in found.items()}}, ranks)
