"""Greatest expected payoffs of an acyclic game on arrays, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain
from math import lcm
from typing import Any, NamedTuple

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from gametheory.model.payoffs import Payoffs
from gametheory.model.state_arrays import LARGEST, Integers, StateArrays
from gametheory.numbers.rationals import is_exact, to_flint, to_fraction
from gametheory.parallel.loops import run_loop
from gametheory.solvers._kernels.expectation import chance_depths, choose_best_mean
from gametheory.solvers.decision_rows import exact_weights

ROUNDING = 1e-9  # of a sum of numerators in floats; 62 such factors are far less than the bit between LARGEST and 2^63


class Induction(NamedTuple):
    """The payoffs of each player, the number of the chosen joint move in each position, and which ones are as good."""

    columns: list[ExactColumn]
    chosen: Integers
    best: NDArray[np.bool_]


class ExactColumn(Sequence[Fraction]):
    """The payoff of a player in each position, made into a fraction when it is read.

    Parameters
    ----------
    numerators : array or list
        Integers, or numbers of flint.
    denominators : array or list
        The whole numbers by which they are divided.

    Examples
    --------
    >>> list(ExactColumn([1, fmpq(1, 2)], [3, 1]))
    [Fraction(1, 3), Fraction(1, 2)]
    """

    def __init__(self, numerators: Integers | list[fmpq], denominators: Integers | list[int]) -> None:
        self._numerators, self._denominators = numerators, denominators

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self._denominators)

    def __getitem__(self, number: Any) -> Any:
        """Return the payoff in a position."""
        numerator, denominator = self._numerators[number], int(self._denominators[number])
        return to_fraction(numerator) if isinstance(numerator, fmpq) else Fraction(int(numerator), denominator)


class ExactRows(Sequence[Payoffs]):
    """The payoffs of all players in each position, made into fractions when they are read.

    Parameters
    ----------
    columns : list of ExactColumn
        The payoffs of each player.
    best : array of bool
        Whether each numbered joint move is one of the best in its position.

    Examples
    --------
    >>> ExactRows([ExactColumn([1, 2], [3, 4]), ExactColumn([-1, -2], [3, 4])], np.array([True]))[1]
    (Fraction(1, 2), Fraction(-1, 2))
    """

    def __init__(self, columns: list[ExactColumn], best: NDArray[np.bool_]) -> None:
        self._columns, self.best = columns, best

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self._columns[0])

    def __getitem__(self, number: Any) -> Any:
        """Return the payoffs in a position."""
        return tuple(column[number] for column in self._columns)


def induce_expected(
    arrays: StateArrays, order: Integers, active: Integers, ends: tuple[Integers, Sequence[Payoffs]]
) -> Induction:
    """Return the greatest expected payoffs of the player who moves in each position of an acyclic game.

    All numbers are whole: the values of a position from which at most k random moves follow are numerators over c d^k,
    where c is the common denominator of the payoffs and d that of the probabilities. If they may exceed machine
    integers, the same loop takes rationals. Cost: the edges, in a compiled loop if there are many and they fit.

    Parameters
    ----------
    arrays : StateArrays
        The arrays of a game in which at most one player moves at a time.
    order : array of int
        The positions, each before its successors.
    active : array of int
        The index of the player who moves in each position, as `active_indices` returns it.
    ends : pair
        The index of the payoffs of each terminal position, and the different payoffs.

    Examples
    --------
    >>> from gametheory import state_graph
    >>> from gametheory.games.towers import Towers
    >>> arrays = state_graph(Towers(soldiers=2, towers=2, hits=1, kills=1)).arrays
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
    run_loop(choose_best_mean, players * (size + len(arrays.successor)), inputs, outputs)
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
    choose_best_mean(*inputs, value, mean, chosen, best)
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
    steps = len(arrays) + len(arrays.successor)
    deepest = run_loop(chance_depths, steps, (*moves, random, order), (depth,))
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
