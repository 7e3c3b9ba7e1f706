"""Sequential two-player zero-sum games with chance moves and cycles: strategy iteration in rationals."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

import numpy as np
from flint import fmpq

from gametheory.model.game import Move, Position
from gametheory.model.payoffs import Payoffs, require_zero_sum
from gametheory.model.state_arrays import PositionMap, StateArrays
from gametheory.model.state_graph import StateGraph, game_of, state_arrays
from gametheory.numbers.format import short_repr
from gametheory.numbers.rationals import to_flint, to_fraction
from gametheory.solvers.arrays import (
    CHANCE,
    TERMINAL,
    DecisionRows,
    MoveSet,
    active_indices,
    decision_rows,
    strategy_map,
)
from gametheory.solvers.markov_chain import components
from gametheory.solvers.markov_decision import best_move, guess_moves, solve_moves
from gametheory.solvers.stochastic.profile import escape

Values: TypeAlias = dict[int, fmpq]
Part: TypeAlias = Mapping[int, Sequence[int]]
Signs: TypeAlias = Mapping[int, int]


@short_repr
class SequentialSolution(NamedTuple):
    """Values, optimal moves and ranks."""

    values: dict[Position, Fraction]
    strategy: PositionMap[tuple[Move, ...]]
    ranks: tuple[dict[Position, int], dict[Position, int]]
    optimal: MoveSet


def solve_sequential(graph: StateGraph, terminal_payoffs: Mapping[Position, Payoffs]) -> SequentialSolution:
    """Return the value of each position and optimal moves of both players; play without end pays 0.

    A simple stochastic game (Shapley 1953; Condon 1992), one strongly connected component at a time, from the terminal
    positions back. Strategy iteration (Hoffman and Karp 1966): the best response to the moves of the first player is a
    Markov decision process; then the first player takes every move that is better against it. Where the value is
    negative, and the moves that keep it let the first player stay forever, staying is better. Every round improves
    some value and makes none worse, so no strategy occurs twice. A value iteration in floats guesses the first moves.
    Cost: a Markov decision process for each round. The number of rounds is small in practice and exponential at worst.
    The numbers grow with the number of components on a path.

    References
    ----------
    L. S. Shapley, Stochastic games (1953). A. J. Hoffman and R. M. Karp, On nonterminating stochastic games (1966).
    A. Condon, The complexity of stochastic games (1992).

    Two players toss a coin in turn until it shows heads, and the player who tossed it wins:

    >>> from gametheory import Distribution, Outcome, state_graph
    >>> class Heads:
    ...     players = ("first", "second")
    ...     def start(self): return "first"
    ...     def outcome(self, at): return Outcome(at[5:]) if at[:4] == "won " else None
    ...     def moves(self, at, player): return ("toss",) if at == player else ()
    ...     def after(self, at, move):
    ...         other = "second" if at == "first" else "first"
    ...         return Distribution({f"won {at}": Fraction(1, 2), other: Fraction(1, 2)})
    >>> payoffs = {"won first": (Fraction(1), Fraction(-1)), "won second": (Fraction(-1), Fraction(1))}
    >>> graph = state_graph(Heads())
    >>> terminal = {at: payoffs.get(at, (Fraction(1), Fraction(-1))) for at in graph if graph.nodes[at]["outcome"]}
    >>> solve_sequential(graph, terminal).values["first"]
    Fraction(1, 3)
    """
    arrays, players = state_arrays(graph), game_of(graph).players
    require_zero_sum(players, terminal_payoffs)
    signs = _signs(arrays, players)
    rows = decision_rows(arrays)
    values = {arrays.index[node]: to_flint(payoffs[0]) for node, payoffs in terminal_payoffs.items()}
    options = {number: rows.moves(number) for number in signs}
    moves = guess_moves(rows, options, signs, values)
    values, _ = solve_numbered(rows, options, signs, values, moves)
    return _certificate(arrays, rows, signs, values)


def solve_numbered(
    rows: DecisionRows, options: Part, signs: Signs, ends: Values, first: Mapping[int, int]
) -> tuple[Values, dict[int, int]]:
    """Return the values and optimal moves, given some first moves; the core of `solve_sequential`, without a graph."""
    values, current = dict(ends), dict(first)
    for component in components({number: set(rows.following(moves)) for number, moves in options.items()}):
        part = {number: options[number] for number in component}
        values |= _solve_component(rows, part, signs, values, current)
    return values, current


def _solve_component(rows: DecisionRows, part: Part, signs: Signs, values: Values, current: dict[int, int]) -> Values:
    """Return the values of one component, given those of all positions that can follow it, from some first moves."""
    outside = {to for moves in part.values() for to in rows.following(moves)} - part.keys()
    negative = {to: -values[to] for to in outside}
    while True:
        restricted = {number: [current[number]] if signs[number] > 0 else moves for number, moves in part.items()}
        found, reply = solve_moves(rows, restricted, negative, current)
        now = {number: -value for number, value in found.items()}
        current |= {number: move for number, move in reply.items() if signs[number] < 0}
        known: ChainMap[int, fmpq] = ChainMap(now, values)
        better = _better_moves(rows, part, signs, known) or _moves_that_stay(rows, part, signs, known)
        if not better:
            return now
        current |= better


def _better_moves(rows: DecisionRows, part: Part, signs: Signs, values: Mapping[int, fmpq]) -> dict[int, int]:
    """Return the best move of the first player in each position where it is better than the value."""
    best = {number: best_move(rows, moves, values) for number, moves in part.items() if signs[number] > 0}
    return {number: move for number, (value, move) in best.items() if value > values[number]}


def _moves_that_stay(rows: DecisionRows, part: Part, signs: Signs, values: Mapping[int, fmpq]) -> dict[int, int]:
    """Return moves that let the first player stay forever where the value is negative, and keep it."""
    tight = {number: _tight(rows, number, values) for number in part if values[number] < 0}
    rest = tight.keys() - escape(rows, tight, {number for number in tight if signs[number] < 0}).ranks.keys()
    own = (number for number in part if number in rest and signs[number] > 0)
    return {number: next(move for move in tight[number] if rest.issuperset(rows.after(move))) for number in own}


def _tight(rows: DecisionRows, number: int, values: Mapping[int, fmpq]) -> list[int]:
    """Return the moves after which the expected value is the value of the position."""
    return [move for move in rows.moves(number) if rows.mean(move, values) == values[number]]


def _certificate(arrays: StateArrays, rows: DecisionRows, signs: Signs, values: Values) -> SequentialSolution:
    """Return optimal moves and ranks, given the values of all positions."""
    tight = {number: _tight(rows, number, values) for number in signs}
    chosen, ranks = np.full(len(arrays), -1), []
    chosen[[*tight]] = [moves[0] for moves in tight.values()]
    for sign in (1, -1):
        own = {number for number in signs if signs[number] == sign}
        positive = (number for number in signs if sign * values[number] > 0)
        inside = {number: tight[number] if number in own else rows.moves(number) for number in positive}
        found = escape(rows, inside, own)
        chosen[[*found.moves]] = [*found.moves.values()]
        ranks.append({arrays.positions[number]: rank for number, rank in found.ranks.items()})
    exact = {arrays.positions[number]: to_fraction(value) for number, value in values.items()}
    included = np.zeros(len(arrays.move_of), bool)
    included[[move for number, moves in tight.items() if signs[number] for move in moves]] = True
    return SequentialSolution(exact, strategy_map(arrays, chosen), (ranks[0], ranks[1]), MoveSet(arrays, included))


def _signs(arrays: StateArrays, players: Sequence[str]) -> dict[int, int]:
    """Return 1 or -1 where the first or the second of two players moves, and 0 at a chance node."""
    active = active_indices(arrays, players)
    sign_of = {0: 1, 1: -1, CHANCE: 0}
    return {number: sign_of[who] for number, who in enumerate(active.tolist()) if who != TERMINAL}
