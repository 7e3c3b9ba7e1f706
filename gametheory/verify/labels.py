"""Conditions on the labels of all positions of a game without chance moves: each label follows from the next ones.

A label is the value of a position, or a number of moves. If the condition is true in every position that play can
reach, all labels are right: the docstring of each function says why. So a strong solution is verified in one pass over
the positions, in any order, without its solver. All numbers are integers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gametheory.model.state_arrays import Integers
from gametheory.verify.screening import Cleared

FAR = 2**62  # greater than every number of moves


class Block(NamedTuple):
    """What the rules say about some positions.

    Parameters
    ----------
    numbers : array of int
        The index of each position in the arrays of labels.
    outcome : array of int
        The index of the outcome of each position; -1 if play goes on.
    active : array of int
        The index of the player who moves in each position; not read where play has ended.
    counts : array of int
        The number of moves in each position, 0 where play has ended and positive elsewhere.
    successors : array of int
        The index of the position after each move, one position after another.
    """

    numbers: Integers
    outcome: Integers
    active: Integers
    counts: Integers
    successors: Integers


class _Playing(NamedTuple):
    """The positions of a block in which play goes on, the first move of each, and the position of each move."""

    places: Integers
    first: Integers
    owner: Integers


def right_payoffs(block: Block, codes: Integers, longest: Integers, ranks: Integers, due: Integers) -> Cleared:
    """Return which positions satisfy the conditions of backward induction.

    - The payoffs at an end are those that are due.
    - In every other position one move leads to its payoffs, and the active player gets more by no move.
    - The length of the longest play is 0 at an end, and 1 more than the greatest after a move elsewhere.

    The lengths fall with every move, so that play always ends, and by induction on them the payoffs are those of a
    subgame-perfect equilibrium (Zermelo 1913; Kuhn 1953). In a zero-sum game they are unique.

    Parameters
    ----------
    block : Block
        The rules.
    codes : array of int
        For each position the index of its payoffs among all different ones.
    longest : array of int
        The number of moves of the longest play from each position.
    ranks : array of int
        For each player and payoffs a whole number; the greater, the better for the player.
    due : array of int
        For each outcome the index of its payoffs; -1 if no position has them.

    Examples
    --------
    >>> block = Block(*map(np.array, ([0, 1, 2], [-1, 0, 1], [0, 0, 0], [2, 0, 0], [1, 2])))
    >>> ranks, due = np.array([[0, 1], [1, 0]]), np.array([0, 1])
    >>> right_payoffs(block, np.array([1, 0, 1]), np.array([1, 0, 0]), ranks, due).tolist()
    [True, True, True]
    >>> right_payoffs(block, np.array([0, 0, 1]), np.array([2, 0, 0]), ranks, due).tolist()
    [False, True, True]
    """
    playing, active = _playing(block), block.active[block.outcome < 0]
    own, after = codes[block.numbers[playing.places]], codes[block.successors]
    best = _most(ranks[active[playing.owner], after], playing)
    # of the moves that are best for the active player, one has to give all players their payoffs
    attained = np.logical_or.reduceat(after == own[playing.owner], playing.first)
    right = (best == ranks[active, own]) & attained
    right &= _at(longest, block, playing) == 1 + _most(_whole(longest[block.successors]), playing)
    return _joined(block, playing, right, _ends_right(block, codes, due) & _ends_right(block, longest, 0 * due))


def right_values(block: Block, codes: Integers, distances: Integers, order: Integers, due: Integers) -> Cleared:
    """Return which positions satisfy the conditions of a two-player zero-sum game in which play can cycle.

    - The value at an end is the one that is due, and the distance is 0.
    - In every other position one move keeps the value, and no move is better for the active player.
    - If the value is 0, the distance is -1. Otherwise it is 1 more than a distance after moves that keep the value: the
      least one if the active player has the advantage, and the greatest one if the opponent has it.

    Endless play pays 0. Whoever has the advantage comes nearer to the end with every move, whatever the opponent does,
    so that play ends; the opponent loses no more than the value. `check_cyclic_equilibrium` has the same conditions for
    a strategy. By induction the distances are the only ones.

    Parameters
    ----------
    block : Block
        The rules.
    codes : array of int
        For each position the index of its value among all different ones.
    distances : array of int
        The number of moves to the forced end; -1 where there is none.
    order : array of int
        For each value a whole number with the same sign, in the same order, for the first player.
    due : array of int
        For each outcome the index of its value; -1 if no position has it.

    Examples
    --------
    >>> block = Block(*map(np.array, ([0, 1, 2], [-1, -1, 0], [0, 1, 0], [2, 1, 0], [1, 2, 0])))
    >>> order, due = np.array([0, 1]), np.array([1])
    >>> right_values(block, np.array([1, 1, 1]), np.array([1, 2, 0]), order, due).tolist()
    [True, True, True]
    >>> right_values(block, np.array([1, 1, 1]), np.array([1, 3, 0]), order, due).tolist()
    [True, False, True]
    """
    playing, sign = _playing(block), np.where(block.active == 0, 1, -1)[block.outcome < 0]
    own = sign * order[codes[block.numbers[playing.places]]]
    after = sign[playing.owner] * order[codes[block.successors]]
    length, same = 1 + _whole(distances[block.successors]), after == own[playing.owner]
    shortest, longest = _least(np.where(same, length, FAR), playing), _most(np.where(same, length, 0), playing)
    expected = np.select([own > 0, own < 0], [shortest, longest], -1)
    # no more than FAR is a distance: it is also the entry of a move that does not keep the value
    right = (_most(after, playing) == own) & (_at(distances, block, playing) == expected) & (expected < FAR)
    return _joined(block, playing, right, _ends_right(block, codes, due) & _ends_right(block, distances, 0 * due))


def right_distances(block: Block, distances: Integers, due: Integers) -> Cleared:
    """Return which positions satisfy the conditions of the least number of moves to some ends.

    At an end it is the one that is due, 0 or -1. Elsewhere it is 1 more than the least after a move, and -1 if all of
    these are -1. By induction it is attained, and no play is shorter (Moore 1959).

    Parameters
    ----------
    block : Block
        The rules.
    distances : array of int
        The least number of moves; -1 where the ends are out of reach.
    due : array of int
        For each outcome 0 if its ends are those in question, otherwise -1.

    Examples
    --------
    >>> block = Block(*map(np.array, ([0, 1, 2], [-1, -1, 0], [0, 0, 0], [2, 1, 0], [1, 2, 1])))
    >>> right_distances(block, np.array([1, -1, 0]), np.array([0])).tolist()
    [True, True, True]
    >>> right_distances(block, np.array([2, -1, 0]), np.array([0])).tolist()
    [False, True, True]
    """
    playing, after = _playing(block), _whole(distances[block.successors])
    least = _least(np.where(after < 0, FAR, after + 1), playing)
    right = _at(distances, block, playing) == np.where(least == FAR, -1, least)
    return _joined(block, playing, right, _ends_right(block, distances, due))


def _playing(block: Block) -> _Playing:
    places = np.flatnonzero(block.outcome < 0)
    counts = block.counts[places]
    return _Playing(places, np.cumsum(counts) - counts, np.repeat(np.arange(len(places)), counts))


def _whole(numbers: Integers) -> Integers:
    """Return numbers of a file, which are small integers, as integers that can be added."""
    return numbers.astype(np.int64)


def _at(labels: Integers, block: Block, playing: _Playing) -> Integers:
    return _whole(labels[block.numbers[playing.places]])


def _most(numbers: Integers, playing: _Playing) -> Any:
    return np.maximum.reduceat(numbers, playing.first)


def _least(numbers: Integers, playing: _Playing) -> Any:
    return np.minimum.reduceat(numbers, playing.first)


def _ends_right(block: Block, labels: Integers, due: Integers) -> Cleared:
    """Return which ends of a block have the label that is due for their outcome."""
    ended = block.outcome >= 0
    right: Cleared = labels[block.numbers[ended]] == due[block.outcome[ended]]
    return right


def _joined(block: Block, playing: _Playing, right: Cleared, ends_right: Cleared) -> Cleared:
    """Return the results for all positions of a block in their order."""
    joined = np.zeros(len(block.numbers), bool)
    joined[playing.places], joined[block.outcome >= 0] = right, ends_right
    return joined
