"""Check a bound on the payoff of one player in a large sequential game with chance moves and cycles, in integers."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gametheory.model.game import Position
from gametheory.model.state_arrays import StateArrays
from gametheory.model.state_graph import StateGraph
from gametheory.verify.errors import require, require_exact
from gametheory.verify.joint_moves import checked_arrays

WholeNumbers: TypeAlias = NDArray[np.integer[Any]]
LARGEST = 2**63 - 1


class PayoffBound(NamedTuple):
    """What one player guarantees from each position on, by a certain move in each.

    Parameters
    ----------
    unit : Fraction
        The size of one unit of the values.
    values : array of int
        For each position, by number, the guaranteed payoff in units.
    chosen : array of int
        The number of the player's joint move in each position where the player moves; -1 elsewhere.
    ranks : array of int
        A whole number for each position of positive value; 0 elsewhere.
    """

    unit: Fraction
    values: WholeNumbers
    chosen: WholeNumbers
    ranks: WholeNumbers


def check_payoff_bound(
    graph: StateGraph, payoffs: Mapping[Position, Fraction], player: str, bound: PayoffBound
) -> Fraction:
    """Return an expected payoff from the start that a player guarantees, whatever the other players do.

    The conditions are those of `check_guarantee`, which has the proof. Here all positions are compared together, in
    machine integers that cannot overflow: the common denominator of the probabilities times a value is less than 2^63.
    Play without end pays 0. Cost: the edges.

    Parameters
    ----------
    graph : StateArrays or networkx.MultiDiGraph
        The state graph of a game in which at most one player moves at a time.
    payoffs : mapping
        The payoff of the player in each terminal position.
    player : str
        The player who follows the chosen moves. All others may do anything.
    bound : PayoffBound
        The values, the moves and the ranks.

    Returns
    -------
    Fraction
        The value of the start.

    Raises
    ------
    CertificateError
        If a condition fails, a number is missing or not whole, or sums could exceed machine integers.

    Examples
    --------
    A player tosses a coin until it shows heads, which pays 1. With values in tenths:

    >>> from gametheory import Distribution, Outcome, state_graph
    >>> class Toss:
    ...     players = ("one",)
    ...     def start(self): return "coin"
    ...     def outcome(self, at): return Outcome(at) if at == "heads" else None
    ...     def moves(self, at, player): return ("toss",)
    ...     def after(self, at, move): return Distribution({"heads": Fraction(1, 2), "coin": Fraction(1, 2)})
    >>> graph, one = state_graph(Toss()), {"heads": Fraction(1)}
    >>> moves, ranks = np.array([0, -1]), np.array([1, 0])
    >>> check_payoff_bound(graph, one, "one", PayoffBound(Fraction(1, 10), np.array([10, 10]), moves, ranks))
    Fraction(1, 1)
    >>> check_payoff_bound(graph, one, "one", PayoffBound(Fraction(1, 10), np.array([11, 10]), moves, ranks))
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: after ('toss',) in coin the expected value is less than 11 units
    """
    arrays = checked_arrays(graph)
    weight, common = _probabilities(arrays)
    _check_numbers(arrays, bound, common)
    _check_ends(arrays, payoffs, bound)
    followed = _followed(arrays, player, bound)
    _check_moves(arrays, followed, bound, weight, common)
    return int(bound.values[arrays.start]) * bound.unit


def _probabilities(arrays: StateArrays) -> tuple[WholeNumbers, int]:
    """Return the numerators of all probabilities and their denominator, if they are distributions."""
    require_exact(arrays.probabilities)
    require(all(0 < each <= 1 for each in arrays.probabilities), "a probability is not positive, or greater than 1")
    found, counts = arrays.numerators(), np.diff(arrays.starts)
    require(bool((counts > 0).all()), "a move has no next position")
    small = found is not None and found[1] * int(counts.max(initial=0)) <= LARGEST
    require(small, "the common denominator of the probabilities is too great for machine integers")
    weight, common = found or (counts, 1)
    require(bool((_sums(arrays, weight) == common).all()), "the probabilities of a move do not add up to 1")
    return weight, common


def _check_numbers(arrays: StateArrays, bound: PayoffBound, common: int) -> None:
    """Check that the certificate has a whole number for each position, small enough for exact sums."""
    require_exact([bound.unit])
    require(bound.unit > 0, "the unit {} is not positive", bound.unit)
    for name, numbers in zip(bound._fields[1:], bound[1:], strict=True):
        whole = numbers.dtype.kind == "i" and numbers.shape == (len(arrays),)
        require(whole, "the {} are not one whole number for each position", name)
    most = max(-int(bound.values.min()), int(bound.values.max()))
    require(most * common <= LARGEST, "the values are too great for machine integers")


def _check_ends(arrays: StateArrays, payoffs: Mapping[Position, Fraction], bound: PayoffBound) -> None:
    """Check that the value of each terminal position is at most its payoff."""
    for number in np.flatnonzero(arrays.outcome_of >= 0).tolist():
        position = arrays.positions[number]
        require(position in payoffs, "{} has no payoff", position)
        require_exact([payoffs[position]])
        value = int(bound.values[number]) * bound.unit
        require(value <= payoffs[position], "{} pays {}, less than {}", position, payoffs[position], value)


def _followed(arrays: StateArrays, player: str, bound: PayoffBound) -> WholeNumbers:
    """Return the numbers of the joint moves that can be made: all of the others, and the chosen ones of the player."""
    groups, group_of = arrays.groups
    require(all(len(group) <= 1 for group in groups), "several players move simultaneously")
    going_on = arrays.outcome_of < 0
    own = going_on & np.array([*(group == (player,) for group in groups), False])[group_of]
    chosen = bound.chosen
    legal = (arrays.first_move[:-1] <= chosen) & (chosen < arrays.first_move[1:])
    for number in np.flatnonzero(own & ~legal)[:1].tolist():
        require(False, "no move of {} is chosen in {}", player, arrays.positions[number])
    source = _source(arrays)
    return np.flatnonzero(going_on[source] & (~own[source] | (chosen[source] == np.arange(len(source)))))


def _check_moves(
    arrays: StateArrays, followed: WholeNumbers, bound: PayoffBound, weight: WholeNumbers, common: int
) -> None:
    """Check that no move lowers the expected value, and that one of the next positions has a smaller rank."""
    source = _source(arrays)[followed]
    values, ranks = bound.values.astype(np.int64), bound.ranks.astype(np.int64)
    expected = _sums(arrays, weight * values[arrays.successor])[followed]
    low = expected < common * values[source]
    nearest = np.minimum.reduceat(ranks[arrays.successor], arrays.starts[:-1])[followed]
    waits = (values[source] > 0) & (nearest >= ranks[source])
    for place in np.flatnonzero(low | waits)[:1].tolist():
        move, position = arrays.moves[arrays.move_of[followed[place]]], arrays.positions[source[place]]
        units = values[source[place]]
        require(not low[place], "after {} in {} the expected value is less than {} units", move, position, units)
        require(False, "play can stay at a positive value after {} in {}", move, position)


def _source(arrays: StateArrays) -> WholeNumbers:
    """Return the position of each numbered joint move."""
    return np.repeat(np.arange(len(arrays)), np.diff(arrays.first_move))


def _sums(arrays: StateArrays, terms: WholeNumbers) -> WholeNumbers:
    """Return the sum over the successors of each joint move."""
    sums: WholeNumbers = np.add.reduceat(terms, arrays.starts[:-1])
    return sums
