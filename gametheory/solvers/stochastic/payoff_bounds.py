"""Large sequential zero-sum games with chance moves and cycles: a bracket of the value, by floats and a check."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametheory.model.components import strong_components
from gametheory.model.payoffs import Payoffs, require_zero_sum
from gametheory.model.state_arrays import Integers, StateArrays, starts_of_rows
from gametheory.model.state_graph import StateGraph, game_of, state_arrays
from gametheory.solvers import positions_kernel as kernel
from gametheory.solvers.arrays import TERMINAL, active_indices, terminal_codes
from gametheory.verify.guarantee import PayoffBound

MAX_ROUNDS = 10_000
VALUE_BITS = 48  # floats are then exact to a fraction of a unit
SUM_BITS = 62  # of a numerator times a value, in machine integers
LEAST_TOLL = 16.0  # units: more than all errors of rounding in one move
SHARE_OF_WIDTH = 2**10  # the toll of some thousand moves is less than the width
STEP = 8  # from one toll to the next
ROUNDS_IN_PRACTICE = 50


def bound_payoffs(
    graph: StateGraph, terminal_payoffs: Mapping[Any, Payoffs], width: Fraction
) -> tuple[PayoffBound, PayoffBound]:
    """Return what each of two players guarantees, as certificates for `verify.check_payoff_bound`.

    Value iteration in floats, component by component, the last ones first. Play without end pays 0, so each move takes
    a toll from gains and losses: no value supports itself in a cycle. The toll starts great and is reduced step by
    step. Then each player's gains alone pay it; the results are rounded down to whole units, and lowered until the
    inequalities of the certificate are true in integers. The toll makes play end where the value is positive. If the
    bracket is wider than asked, the toll is reduced again, down to the precision of floats. Cost: the edges, times the
    rounds of value iteration in their component.

    Two players toss a coin in turn until it shows heads, and the player who tossed it wins; the value is 1/3:

    >>> from gametheory import Distribution, Outcome, state_graph
    >>> from gametheory.model.payoffs import terminal_payoffs
    >>> class Heads:
    ...     players = ("first", "second")
    ...     def start(self): return (0, "first")
    ...     def outcome(self, at): return Outcome(at[1]) if at[0] else None
    ...     def moves(self, at, player): return ("toss",) if at[1] == player else ()
    ...     def after(self, at, move):
    ...         other = "second" if at[1] == "first" else "first"
    ...         return Distribution({(1, at[1]): Fraction(1, 2), (0, other): Fraction(1, 2)})
    >>> graph = state_graph(Heads())
    >>> low, high = bound_payoffs(graph, terminal_payoffs(graph), Fraction(1, 10**9))
    >>> low.unit * int(low.values[0]) < Fraction(1, 3) < -high.unit * int(high.values[0])
    True
    """
    require_zero_sum(game_of(graph).players, terminal_payoffs)
    if width <= 0:
        raise ValueError(f"width: {width} is not positive")
    game = _whole_game(graph, terminal_payoffs)
    values, toll = game.ends[0].astype(float), 2.0**VALUE_BITS
    while True:
        toll = max(LEAST_TOLL, toll / STEP)
        _iterate(game, 0, toll, values, both=1)
        if toll * SHARE_OF_WIDTH * game.unit > width and toll > LEAST_TOLL:
            continue
        found = _bound(game, 0, toll, values), _bound(game, 1, toll, -values)
        gap = -sum(int(bound.values[game.arrays.start]) for bound in found)
        if gap * game.unit <= width or toll == LEAST_TOLL:
            return found


class _WholeGame(NamedTuple):
    """A game in whole numbers: the payoffs of both players in units, rounded down, and the probabilities."""

    arrays: StateArrays
    active: Integers
    unit: Fraction
    ends: tuple[Integers, Integers]
    moves: tuple[Any, ...]
    parts: tuple[Integers, Integers]


def _whole_game(graph: StateGraph, terminal_payoffs: Mapping[Any, Payoffs]) -> _WholeGame:
    arrays = state_arrays(graph)
    active = active_indices(arrays, game_of(graph).players)
    found = arrays.numerators()
    codes, table = terminal_codes(arrays, terminal_payoffs)
    most = max((abs(payoff) for payoffs in table for payoff in payoffs), default=Fraction(0))
    most_bits = most.numerator.bit_length() - most.denominator.bit_length() + 1
    if found is None or SUM_BITS - found[1].bit_length() < VALUE_BITS - 20:
        raise ValueError("the common denominator of the probabilities has more than 10 digits")
    weight, common = found
    unit = Fraction(2) ** (most_bits - min(VALUE_BITS, SUM_BITS - common.bit_length()))
    first, second = (np.array([payoffs[side] // unit for payoffs in table] + [0], np.int64)[codes] for side in (0, 1))
    moves = arrays.first_move, arrays.starts, arrays.successor, weight, common
    return _WholeGame(arrays, active, unit, (first, second), moves, _components(arrays))


def _components(arrays: StateArrays) -> tuple[Integers, Integers]:
    """Return the positions by component, the last component and the last position first, and where each one begins."""
    component = strong_components(arrays)
    order = np.lexsort((-np.arange(len(arrays)), component))
    return order, starts_of_rows(np.bincount(component))


def _inputs(game: _WholeGame, side: int) -> tuple[Any, ...]:
    """Return what a loop reads."""
    sign = np.where(game.active == TERMINAL, 0, np.where(game.active == side, 1, -1)).astype(np.int8)
    return *game.moves, sign, *game.parts


def _iterate(game: _WholeGame, side: int, toll: float, values: NDArray[np.float64], both: int) -> None:
    """Improve the values to one player, in place."""
    kernel.iterate_values(_inputs(game, side), MAX_ROUNDS, toll, both, values)


def _bound(game: _WholeGame, side: int, toll: float, guess: NDArray[np.float64]) -> PayoffBound:
    """Return what one player guarantees, given about the value of each position to this player."""
    inputs = _inputs(game, side)
    ended, ends = game.active == TERMINAL, game.ends[side]
    values = np.where(ended, ends, guess)
    _iterate(game, side, toll, values, both=0)
    least = int(ends.min())
    whole = np.where(ended, ends, np.maximum(np.floor(values), least)).astype(np.int64)
    while True:
        kernel.lower_values(inputs, MAX_ROUNDS, least, whole)
        ranks, chosen = np.where((whole > 0) & ~ended, -1, 0).astype(np.int32), np.full(len(whole), -1, np.int64)
        if not kernel.rank_positions(inputs, whole, ranks, chosen):
            return PayoffBound(game.unit, whole, chosen, ranks)
        whole = np.where(ranks < 0, 0, whole)
