"""Check the payoff that stationary strategies guarantee, in any game, with chance moves and cycles."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from math import prod

import networkx as nx

from gametheory.model.game import Move, Position
from gametheory.verify.errors import require, require_exact, require_values
from gametheory.verify.expectation import expectation
from gametheory.verify.joint_moves import JointMoves, checked_joint_moves
from gametheory.verify.mixed import is_distribution

Mixed = Mapping[str, Mapping[Move, Fraction]]


def check_guarantee(
    graph: nx.MultiDiGraph,
    payoffs: Mapping[Position, Fraction],
    players: Collection[str],
    strategies: Mapping[Position, Mixed],
    values: Mapping[Position, Fraction],
    ranks: Mapping[Position, int],
) -> Fraction:
    """Return an expected payoff from the start that some players guarantee by their strategies, whatever others do.

    Play without end pays 0. The certificate is the strategies, a value and an integer, the rank, for each position.
    Three conditions suffice:

    - the value of a terminal position is at most its payoff;
    - in any other position, after each reply of the other players the expected value is at least the value there;
    - if the value there is positive, some next position of positive probability has a smaller rank.

    Then the payoff is at least the value, from every position, against all strategies, also those that remember past
    moves. The values of the positions of a play are a bounded submartingale, which converges (Doob 1953). There are
    finitely many values, so in play without end one repeats forever from some time on. It is not positive: from
    positive values, the ranks lead to a terminal position or to another value within a bounded number of moves, with a
    probability bounded from below. So the limit is at most the payoff, and its expectation is at least the value.
    Cost: the edges.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        The state graph of a game.
    payoffs : mapping
        The payoff in each terminal position.
    players : collection of str
        The players who follow the strategies. All others may do anything.
    strategies : mapping
        In each position where such a player moves, the probability of each move.
    values : mapping
        The claimed guarantee from each position on.
    ranks : mapping
        An integer for each position of positive value; 0 where there is none.

    Returns
    -------
    Fraction
        The value of the start.

    Raises
    ------
    CertificateError
        If a condition fails, a value or a strategy is missing, or a number is not exact.

    References
    ----------
    J. L. Doob, Stochastic Processes (1953), chapter VII. H. Everett, Recursive games (1957).

    Examples
    --------
    A player tosses a coin until it shows heads, or gives up:

    >>> from gametheory import Distribution, Outcome, state_graph
    >>> class Tosses:
    ...     players = ("player",)
    ...     def start(self): return "on"
    ...     def outcome(self, at): return None if at == "on" else Outcome(at)
    ...     def moves(self, at, player): return ("toss", "give up")
    ...     def after(self, at, move):
    ...         toss = Distribution({"on": Fraction(1, 2), "heads": Fraction(1, 2)})
    ...         return toss if move == "toss" else "lost"
    >>> graph, one = state_graph(Tosses()), Fraction(1)
    >>> payoffs, toss = {"heads": one, "lost": Fraction(0)}, {"on": {"player": {"toss": one}}}
    >>> values = {"on": one, "heads": one, "lost": Fraction(0)}
    >>> check_guarantee(graph, payoffs, ["player"], toss, values, {"on": 1})
    Fraction(1, 1)
    >>> check_guarantee(graph, payoffs, ["player"], toss, values, {"on": 0})
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: play can stay at the value of on forever
    """
    require_values(graph, values)
    require_exact(ranks.values())
    for position, end in graph.nodes(data="outcome"):
        if end is None:
            replies = _replies(graph, position, players, strategies.get(position, {}))
            _check_replies(position, replies, values, ranks)
        else:
            payoff = payoffs[position]
            require(values[position] <= payoff, "the end {} is valued more than {}", position, payoff)
    return values[graph.graph["start"]]


def _check_replies(
    position: Position, replies: JointMoves, values: Mapping[Position, Fraction], ranks: Mapping[Position, int]
) -> None:
    """Check the value and the rank of one position against every reply of the other players."""
    value, rank = values[position], ranks.get(position, 0)
    for reply, after in replies.items():
        expected = expectation(after, values)
        falls = "after {} in {} the expected value is {}, less than {}"
        require(expected >= value, falls, reply, position, expected, value)
        nearer = min(ranks.get(successor, 0) for successor in after) < rank
        require(value <= 0 or nearer, "play can stay at the value of {} forever", position)


def _replies(graph: nx.MultiDiGraph, position: Position, players: Collection[str], mixed: Mixed) -> JointMoves:
    """Return the distribution of the next position after each reply of the players who follow no strategy."""
    active, joint = checked_joint_moves(graph, position)
    followed = [mixed.get(player, {}) if player in players else None for player in active]
    _check_followed(position, followed, joint)
    replies: JointMoves = {}
    for moves, after in joint.items():
        pairs = list(zip(followed, moves, strict=True))
        weight = prod((own.get(move, Fraction(0)) for own, move in pairs if own is not None), start=Fraction(1))
        if weight:
            _add(replies.setdefault(tuple(move for own, move in pairs if own is None), {}), weight, after)
    require(bool(replies), "the strategies lead nowhere in {}", position)
    return replies


def _add(total: dict[Position, Fraction], weight: Fraction, after: Mapping[Position, Fraction]) -> None:
    """Add a weighted distribution to a sum of such."""
    if weight == 1:  # the only one, and `expectation` checks it
        total.update(after)
        return
    require(is_distribution(after.values()), "{} is no probability distribution", after)
    for successor, probability in after.items():
        total[successor] = total.get(successor, Fraction(0)) + weight * probability


def _check_followed(position: Position, followed: Sequence[Mapping[Move, Fraction] | None], joint: JointMoves) -> None:
    """Check that each followed strategy is a distribution on moves of the position."""
    for index, own in enumerate(followed):
        sound = own is None or (is_distribution(own.values()) and own.keys() <= {moves[index] for moves in joint})
        require(sound, "a strategy in {} is no probability distribution on the moves there", position)
