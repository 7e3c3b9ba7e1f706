"""Greatest expected payoffs of an acyclic game on arrays, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from math import lcm
from typing import NamedTuple

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from gametheory.model.payoffs import ExactColumn, Payoffs
from gametheory.model.state_arrays import LARGEST, Integers, StateArrays
from gametheory.numbers.rationals import is_exact, to_flint
from gametheory.solvers._kernels.expectation import chance_depths, choose_best_mean
from gametheory.solvers.decision_rows import exact_weights

ROUNDING = 1e-9  # of a sum of numerators in floats; 62 such factors are far less than the bit between LARGEST and 2^63


class Induction(NamedTuple):
    """The payoffs of each player, the number of the chosen joint move in each position, and which ones are as good."""

    columns: list[ExactColumn]
    chosen: Integers
    best: NDArray[np.bool_]


def induce_expected(
    arrays: StateArrays, order: Integers, active: Integers, ends: tuple[Integers, Sequence[Payoffs]]
) -> Induction:
    """Return the greatest expected payoffs of the player who moves in each position of an acyclic game.

    All numbers are whole: the values of a position from which at most k random moves follow are numerators over c d^k,
    where c is the common denominator of the payoffs and d that of the probabilities. If they may exceed machine
    integers, the same loop takes rationals. Cost: the edges, in a compiled loop if there are many and they fit.

    >>> from fractions import Fraction
    >>> from gametheory import unfold
    >>> from gametheory.games.towers import Towers
    >>> arrays = unfold(Towers(soldiers=2, towers=2, hits=1, kills=1))
    >>> ends = arrays.outcome_of, [(Fraction(1, 3),)]
    >>> found = induce_expected(arrays, np.arange(len(arrays)), np.where(ends[0] < 0, 0, -1), ends)
    >>> found.columns[0][0], found.chosen.tolist()
    (Fraction(1, 3), [0, 1, -1, -1])
    """
    moves = arrays.first_move, arrays.starts, arrays.successor
    whole = _whole_numbers(arrays, moves, order, ends[1])
    if whole is None:
        return _in_rationals(arrays, moves, order, active, ends)
    codes, size, players = ends[0], len(arrays), whole.payoffs.shape[1]
    value = np.where(codes >= 0, whole.payoffs[codes].T, 0).ravel()
    chosen, best = np.full(size, -1, np.int64), np.zeros(len(arrays.move_of), np.int8)
    inputs = (*moves, whole.weight, whole.random, active, order, whole.depth, whole.power)
    outputs = value, np.zeros(players, np.int64), chosen, best
    choose_best_mean(*inputs, *outputs)
    denominators = (whole.payoff_denominator * whole.power)[whole.depth]
    columns = [ExactColumn(numerators, denominators) for numerators in value.reshape(players, size)]
    return Induction(columns, chosen, best.astype(bool))


def _in_rationals(
    arrays: StateArrays,
    moves: tuple[Integers, Integers, Integers],
    order: Integers,
    active: Integers,
    ends: tuple[Integers, Sequence[Payoffs]],
) -> Induction:
    """Return the result of the same loop over numbers of flint, which need no common denominator."""
    codes, size, rows = ends[0].tolist(), len(arrays), [tuple(map(to_flint, payoffs)) for payoffs in ends[1]]
    players = len(rows[0])
    value = [rows[code][player] if code >= 0 else fmpq(0) for player in range(players) for code in codes]
    chosen, best = [-1] * size, [0] * len(arrays.move_of)
    first, starts, successor = (part.tolist() for part in moves)
    depth, random, power = [0] * size, [0] * len(best), [1]
    weight, mean = exact_weights(arrays), [fmpq(0)] * players
    inputs = first, starts, successor, weight, random, active.tolist(), order.tolist(), depth, power
    choose_best_mean.interpreted(*inputs, value, mean, chosen, best)  # type: ignore[attr-defined]
    columns = [ExactColumn(value[player * size : (player + 1) * size], [1] * size) for player in range(players)]
    return Induction(columns, np.array(chosen, np.int64), np.array(best, bool))


class _WholeNumbers(NamedTuple):
    """The probabilities and payoffs of a game as machine integers."""

    weight: Integers
    random: Integers
    depth: Integers
    power: Integers
    payoffs: Integers
    payoff_denominator: int


def _whole_numbers(
    arrays: StateArrays, moves: tuple[Integers, Integers, Integers], order: Integers, table: Sequence[Payoffs]
) -> _WholeNumbers | None:
    """Return the numerators of a game; None if a value could be no machine integer."""
    if not all(map(is_exact, chain(arrays.probabilities, *table))):
        return None
    found = arrays.numerators()
    if found is None:
        return None
    weight, common = found
    # a move has a random result if a probability is not 1
    certain, joint = np.ones(len(arrays.move_of), bool), arrays.joint_move_of_edge()
    certain[joint[weight != common]] = False
    random, depth = (~certain).astype(np.int8), np.zeros(len(arrays), np.int32)
    deepest = chance_depths(*moves, random, order, depth)
    denominator = lcm(*(payoff.denominator for payoffs in table for payoff in payoffs))
    payoffs = [[int(payoff * denominator) for payoff in row] for row in table]
    # the probabilities of a graph made by hand may add up to anything
    total = np.bincount(joint, np.abs(weight).astype(float), len(arrays.move_of))
    most = max(1, denominator, *(abs(payoff) for row in payoffs for payoff in row))
    if (np.abs(total - common) > common * ROUNDING).any() or most * common**deepest > LARGEST:
        return None
    power = np.array([common**exponent for exponent in range(deepest + 1)], np.int64)
    return _WholeNumbers(
        np.where(certain[joint], 1, weight), random, depth, power, np.array(payoffs, np.int64), denominator
    )
