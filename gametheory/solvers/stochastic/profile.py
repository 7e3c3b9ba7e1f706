"""The Markov chain of a game in which all players follow their strategies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import NamedTuple, TypeAlias

from flint import fmpq

from gametheory.model.game import Move, Position
from gametheory.model.state_arrays import StateArrays
from gametheory.numbers.rationals import to_flint
from gametheory.solvers.decision_rows import DecisionRows
from gametheory.solvers.markov_chain.values import Steps, chain_values
from gametheory.solvers.stochastic.ranks import escape

Mixed: TypeAlias = Mapping[str, Mapping[Move, Fraction]]
Followed: TypeAlias = Sequence[Mapping[Move, Fraction] | None]


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
    groups, group_of = arrays.groups

    def followed(number: int) -> list[Mapping[Move, Fraction] | None]:
        names = groups[group_of[number]]
        return [None if name == player else strategies[arrays.positions[number]][name] for name in names]

    going_on = (arrays.outcome_of < 0).tolist()
    moves = [arrays.moves[code] for code in arrays.move_of.tolist()]
    return replies(rows, moves, (followed(number) if goes_on else None for number, goes_on in enumerate(going_on)))


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
    found = expected_values(rows, payoffs)
    positive = {number: rows.moves(number) for number, value in found.items() if value > 0}
    return ExpectedValues({**payoffs, **found}, escape(rows, positive, ()).ranks)


def expected_values(rows: DecisionRows, known: Mapping[int, fmpq]) -> dict[int, fmpq]:
    """Return the expected value from each position of a Markov chain that is not terminal.

    Cost: that of `chain_values`.

    Parameters
    ----------
    rows : DecisionRows
        One move in each position that is not terminal.
    known : mapping
        The value of each position without a move that can follow.

    Examples
    --------
    >>> half = fmpq(1, 2)
    >>> expected_values(DecisionRows([0, 1, 1], [0, 2], [0, 1], [half, half]), {1: fmpq(1)})
    {0: 1}
    """
    steps = {number: rows.steps(rows.first[number]) for number in range(len(rows.first) - 1) if rows.moves(number)}
    return chain_values(steps, dict(known))


def replies(rows: DecisionRows, moves: Sequence[tuple[Move, ...]], followed: Iterable[Followed | None]) -> DecisionRows:
    """Return the moves of the player without a strategy, and what can follow if all others follow theirs.

    The moves have new numbers, in the order of the positions. Cost: the edges.

    Parameters
    ----------
    rows : DecisionRows
        The joint moves.
    moves : sequence
        Each joint move, by its number.
    followed : iterable
        For each position and active player the probability of each move, or None for the player who decides; None for a
        position whose moves are left out.

    Examples
    --------
    >>> rows = DecisionRows([0, 2, 2, 2], [0, 1, 2], [1, 2], [fmpq(1), fmpq(1)])
    >>> replies(rows, [("a",), ("b",)], [[{"a": Fraction(1, 3), "b": Fraction(2, 3)}], None, None])
    DecisionRows(first=[0, 1, 1, 1], starts=[0, 2], successor=[1, 2], weight=[1/3, 2/3])
    """
    first, starts = [0], [0]
    successor: list[int] = []
    weight: list[fmpq] = []
    for node, own in enumerate(followed):
        if own is not None:
            joint = {moves[number]: rows.steps(number) for number in rows.moves(node)}
            for after in (joint if all(each is None for each in own) else _mixed(own, joint)).values():
                successor += after
                weight += after.values()
                starts.append(len(successor))
        first.append(len(starts) - 1)
    return DecisionRows(first, starts, successor, weight)


def _mixed(followed: Followed, joint: Mapping[tuple[Move, ...], Steps]) -> dict[tuple[Move, ...], dict[int, fmpq]]:
    """Return the distribution of the next position after each move of the player without a strategy."""
    shares = [
        None if own is None else {move: to_flint(probability) for move, probability in own.items()} for own in followed
    ]
    found: dict[tuple[Move, ...], dict[int, fmpq]] = {}
    for moves, after in joint.items():
        pairs = list(zip(shares, moves, strict=True))
        weight = prod((own.get(move, fmpq(0)) for own, move in pairs if own is not None), start=fmpq(1))
        if weight:
            total = found.setdefault(tuple(move for own, move in pairs if own is None), {})
            for successor, probability in after.items():
                total[successor] = total.get(successor, fmpq(0)) + weight * probability
    return found
