"""Policy iteration in rationals: the greatest expected value from each position, one component at a time."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from flint import fmpq

from gametheory.solvers.decision_rows import DecisionRows
from gametheory.solvers.markov_chain.systems import chain_values, components

Options: TypeAlias = Mapping[int, Sequence[int]]  # the moves of each position from which the player may choose
Values: TypeAlias = dict[int, fmpq]
GUESSED_FROM = 100  # positions of a component


def solve_moves(
    rows: DecisionRows, options: Options, values: Values, first: Mapping[int, int]
) -> tuple[Values, dict[int, int]]:
    """Return the greatest expected value from some numbered positions and a policy."""
    known, policy = dict(values), dict[int, int]()
    for component in components({node: set(rows.following(moves)) for node, moves in options.items()}):
        part = {node: options[node] for node in component}
        # a good first policy saves rounds of exact linear systems
        guess = first or (_guess(rows, part, known) if len(part) >= GUESSED_FROM else {})
        found, chosen = _solve_component(rows, part, known, guess)
        known |= found
        policy |= chosen
    return {node: known[node] for node in policy}, policy


def _guess(rows: DecisionRows, part: Options, values: Values) -> Mapping[int, int]:
    """Return a move of each position that is probably optimal, by value iteration in floats."""
    from gametheory.solvers.stochastic.guess import guess_moves  # here, because scipy takes long to import

    outside = {to for moves in part.values() for to in rows.following(moves)} - part.keys()
    return guess_moves(rows, part, {}, {to: values[to] for to in outside})


def _solve_component(
    rows: DecisionRows, part: Options, values: Values, first: Mapping[int, int]
) -> tuple[Values, dict[int, int]]:
    """Return the values and moves of one component, given the values of all positions that can follow it.

    A position that play visits once needs one look at its moves, all others policy iteration (Howard 1960).
    """
    if len(part) == 1:
        [(node, moves)] = part.items()
        if node not in rows.following(moves):
            value, move = best_move(rows, moves, values)
            start = first.get(node)
            return {node: value}, {node: move if start is None or rows.mean(start, values) < value else start}
    staying = _moves_that_stay(rows, part)
    # None is the choice to stay in the component forever, which pays 0
    current: dict[int, int | None] = {
        node: None if node in staying and node not in first else first.get(node, moves[0])
        for node, moves in part.items()
    }
    while True:
        steps = {node: {} if move is None else rows.steps(move) for node, move in current.items()}
        found = chain_values(steps, values)
        better = _improvements(rows, part, staying, found, values)
        if not better:
            break
        current |= better
    return found, {node: staying[node] if move is None else move for node, move in current.items()}


def best_move(rows: DecisionRows, moves: Sequence[int], values: Mapping[int, fmpq]) -> tuple[fmpq, int]:
    """Return the greatest expected value after a move, and the first move that has it."""
    expected = [rows.mean(move, values) for move in moves]
    best = max(expected)
    return best, moves[expected.index(best)]


def _improvements(
    rows: DecisionRows, part: Options, staying: Mapping[int, int], found: Values, values: Values
) -> dict[int, int | None]:
    """Return a better choice for each position that has one."""
    known, better = ChainMap(found, values), dict[int, int | None]()
    for node, moves in part.items():
        value, move = best_move(rows, moves, known)
        if value > found[node]:
            better[node] = move
        elif node in staying and found[node] < 0:
            better[node] = None
    return better


def _moves_that_stay(rows: DecisionRows, part: Options) -> dict[int, int]:
    """Return moves with which play never leaves the component, on the greatest set of positions that has such moves."""
    inside = set(part)
    while True:
        moves = {n: next((move for move in part[n] if inside.issuperset(rows.after(move))), None) for n in inside}
        staying = {node: move for node, move in moves.items() if move is not None}
        if len(staying) == len(inside):
            return staying
        # a position without such a move is left sooner or later, and so may be the moves that lead to it
        inside = set(staying)
