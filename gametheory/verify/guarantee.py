"""Check the payoff that stationary strategies guarantee, in any game, with chance moves and cycles."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from math import prod

from flint import fmpq

from gametheory.model.game import Move, Position
from gametheory.model.state_arrays import StateArrays
from gametheory.model.state_graph import StateGraph, start_of
from gametheory.numbers.rationals import to_flint
from gametheory.verify.errors import checked_payoffs, require, require_exact
from gametheory.verify.expectation import Expectation, exact_values
from gametheory.verify.joint_moves import checked_arrays, players_in
from gametheory.verify.mixed import is_distribution
from gametheory.verify.screening import unclear

Mixed = Mapping[str, Mapping[Move, Fraction]]
Replies = dict[tuple[Move, ...], dict[int, fmpq]]


def check_guarantee(
    graph: StateGraph,
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
    graph : StateArrays or networkx.MultiDiGraph
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
    arrays = checked_arrays(graph)
    means = Expectation(arrays, exact_values(arrays, values))
    require_exact(ranks.values())
    rank_of = [ranks.get(position, 0) for position in arrays.positions]
    for number, (position, end) in enumerate(unclear(graph, None)):
        if end is None:
            replies = _replies(arrays, number, players, strategies.get(position, {}))
            _check_replies(position, replies, means, rank_of, number)
        else:
            (payoff,) = checked_payoffs([payoffs[position]])
            require(values[position] <= payoff, "the end {} is valued more than {}", position, payoff)
    return values[start_of(graph)]


def _check_replies(
    position: Position, replies: Replies, means: Expectation, rank_of: Sequence[int], place: int
) -> None:
    """Check the value and the rank of one position, by its number, against every reply of the other players."""
    value, rank = means.values[place], rank_of[place]
    for reply, joint in replies.items():
        expected = sum((weight * means[number] for number, weight in joint.items()), fmpq(0))
        falls = "after {} in {} the expected value is {}, less than {}"
        require(expected >= value, falls, reply, position, expected, value)
        nearer = min(rank_of[successor] for number in joint for successor in means.successors(number)) < rank
        require(value <= 0 or nearer, "play can stay at the value of {} forever", position)


def _replies(arrays: StateArrays, number: int, players: Collection[str], mixed: Mixed) -> Replies:
    """Return the probabilities of numbered joint moves after each reply of the players who follow no strategy."""
    position, active, joint = arrays.positions[number], players_in(arrays, number), arrays.moves_in(number)
    followed = [mixed.get(player, {}) if player in players else None for player in active]
    exact = _checked_strategies(position, followed, joint)
    replies: Replies = {}
    for move, moves in zip(arrays.joints(number), joint, strict=True):
        pairs = list(zip(exact, moves, strict=True))
        weight = prod((own.get(action, fmpq(0)) for own, action in pairs if own is not None), start=fmpq(1))
        if weight:
            replies.setdefault(tuple(action for own, action in pairs if own is None), {})[move] = weight
    require(bool(replies), "the strategies lead nowhere in {}", position)
    return replies


def _checked_strategies(
    position: Position, followed: Sequence[Mapping[Move, Fraction] | None], joint: Sequence[tuple[Move, ...]]
) -> list[dict[Move, fmpq] | None]:
    """Return the followed strategies, after checking that each is a distribution on moves of the position."""
    for index, own in enumerate(followed):
        sound = own is None or (is_distribution(own.values()) and own.keys() <= {moves[index] for moves in joint})
        require(sound, "a strategy in {} is no probability distribution on the moves there", position)
    return [None if own is None else {move: to_flint(p) for move, p in own.items()} for own in followed]
