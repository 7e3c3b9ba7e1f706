"""The Markov chain of a game in which all players follow their strategies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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


def profile_steps(graph: nx.MultiDiGraph, strategies: Mapping[Position, Mixed]) -> dict[Position, Steps]:
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
    return {position: replies[()] for position, replies in decisions_against(graph, strategies, None).items()}


def decisions_against(
    graph: nx.MultiDiGraph, strategies: Mapping[Position, Mixed], player: str | None
) -> dict[Position, dict[tuple[Move, ...], Steps]]:
    """Return the decisions of one player if all others follow their strategies.

    Cost: the edges.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        A state graph.
    strategies : mapping
        In each position where players move, the probability of each move of each of them.
    player : str or None
        The player who decides; None if there is none.

    Returns
    -------
    dict
        For each position that is not terminal, each move of the player, `()` where the player has none, with the
        probabilities of the next position.

    Examples
    --------
    >>> from gametheory import Castle, solve
    >>> solution = solve(Castle(1, 1, 1))
    >>> [list(replies) for replies in decisions_against(solution.graph, {}, "soldiers").values()]
    [[(Volley(at_castle=1, at_defenders=0),)]]
    """
    game = graph.graph["game"]
    decisions: dict[Position, dict[tuple[Move, ...], Steps]] = {}
    for position, end in graph.nodes(data="outcome"):
        if end is None:
            active = active_players(game, position)
            followed = [None if name == player else strategies[position][name] for name in active]
            joint = joint_moves(graph, position).items()
            exact = {moves: {v: to_flint(share) for v, share in after.items()} for moves, after in joint}
            decisions[position] = replies_to(followed, exact)
    return decisions


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


def replies_to(
    followed: Sequence[Mapping[Move, Fraction] | None], joint: Mapping[tuple[Move, ...], Steps]
) -> dict[tuple[Move, ...], Steps]:
    """Return the distribution of the next position after each move of the player without a strategy.

    Cost: the joint moves, each with the positions that can follow.

    Parameters
    ----------
    followed : sequence
        For each active player the probability of each move, or None for the player who decides.
    joint : mapping
        For each joint move the probabilities of the next position.

    Examples
    --------
    >>> joint = {("a", "c"): {"x": fmpq(1)}, ("a", "d"): {"y": fmpq(1)}}
    >>> replies_to([None, {"c": Fraction(1, 3), "d": Fraction(2, 3)}], joint)
    {('a',): {'x': 1/3, 'y': 2/3}}
    """
    replies: dict[tuple[Move, ...], dict[Position, fmpq]] = {}
    for moves, after in joint.items():
        pairs = list(zip(followed, moves, strict=True))
        weight = prod((own.get(move, Fraction(0)) for own, move in pairs if own is not None), start=Fraction(1))
        total = replies.setdefault(tuple(move for own, move in pairs if own is None), {}) if weight else {}
        for successor, probability in after.items():
            total[successor] = total.get(successor, fmpq(0)) + to_flint(weight) * probability
    return dict(replies)
