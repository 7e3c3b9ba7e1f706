"""The Markov chain of a game in which all players follow their strategies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import NamedTuple

from flint import fmpq

from gametheory.model.game import Move, Position
from gametheory.model.state_arrays import StateArrays
from gametheory.numbers.rationals import to_flint
from gametheory.solvers.decision_rows import DecisionRows
from gametheory.solvers.markov_chain.values import Steps, chain_values
from gametheory.solvers.stochastic.ranks import escape

Mixed = Mapping[str, Mapping[Move, Fraction]]


class ExpectedValues(NamedTuple):
    """The expected value of each position under the strategies, and the ranks of the positive ones.

    Parameters
    ----------
    values : dict
        The expected value of the terminal position, by the number of a position; play without end has value 0.
    ranks : dict
        With the positions, a certificate for `verify.check_guarantee`: the values are at least these.
    """

    values: dict[int, fmpq]
    ranks: dict[int, int]


def decisions_against(
    arrays: StateArrays, rows: DecisionRows, strategies: Mapping[Position, Mixed], player: str | None
) -> DecisionRows:
    """Return the decisions of one player if all others follow their strategies.

    The moves have new numbers, in the order of the positions. Cost: the edges.

    Parameters
    ----------
    arrays : StateArrays
        The arrays of a state graph.
    rows : DecisionRows
        Its joint moves.
    strategies : mapping
        In each position where players move, the probability of each move of each of them.
    player : str or None
        The player who decides; None if there is none, so that each position that is not terminal has one move.

    Examples
    --------
    >>> from gametheory import Castle, state_graph
    >>> from gametheory.solvers.decision_rows import decision_rows
    >>> arrays = state_graph(Castle(1, 2, 1)).arrays
    >>> decisions_against(arrays, decision_rows(arrays), {}, "soldiers").successor
    [1, 2, 1]
    """
    first, starts, (groups, group_of) = [0], [0], arrays.groups
    successor: list[int] = []
    weight: list[fmpq] = []
    for number, code in enumerate(arrays.outcome_of.tolist()):
        if code < 0:
            own = strategies.get(arrays.positions[number], {})
            followed = [None if name == player else own[name] for name in groups[group_of[number]]]
            joint = dict(zip(arrays.moves_in(number), map(rows.steps, rows.moves(number)), strict=True))
            for after in replies_to(followed, joint).values():
                successor.extend(after)
                weight.extend(after.values())
                starts.append(len(successor))
        first.append(len(starts) - 1)
    return DecisionRows(first, starts, successor, weight)


def expected_under(rows: DecisionRows, payoffs: Mapping[int, fmpq]) -> ExpectedValues:
    """Return the expected payoff from each position of a Markov chain, and a certificate.

    Cost: that of `chain_values`.

    Parameters
    ----------
    rows : DecisionRows
        One move in each position that is not terminal.
    payoffs : mapping
        The payoff of each terminal position.

    Examples
    --------
    >>> half = fmpq(1, 2)
    >>> expected_under(DecisionRows([0, 1, 1], [0, 2], [0, 1], [half, half]), {1: fmpq(1)})
    ExpectedValues(values={1: 1, 0: 1}, ranks={0: 1})
    """
    steps = {number: rows.steps(rows.first[number]) for number in range(len(rows.first) - 1) if rows.moves(number)}
    found = chain_values(steps, dict(payoffs))
    positive = {number: rows.moves(number) for number, value in found.items() if value > 0}
    return ExpectedValues({**payoffs, **found}, escape(rows, positive, ()).ranks)


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
    if all(own is None for own in followed):
        return dict(joint)
    for moves, after in joint.items():
        pairs = list(zip(followed, moves, strict=True))
        weight = prod((own.get(move, Fraction(0)) for own, move in pairs if own is not None), start=Fraction(1))
        total = replies.setdefault(tuple(move for own, move in pairs if own is None), {}) if weight else {}
        for successor, probability in after.items():
            total[successor] = total.get(successor, fmpq(0)) + to_flint(weight) * probability
    return dict(replies)
