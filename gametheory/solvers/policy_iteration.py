"""Policy iteration in rationals: the greatest expected value from each position, one component at a time."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping
from typing import Any, TypeAlias

from flint import fmpq

from gametheory.model.game import Move
from gametheory.solvers.markov_chain.values import Steps, chain_values, components, expected_next

Decisions: TypeAlias = Mapping[Any, Mapping[Any, Steps]]
Policy: TypeAlias = dict[Any, Any]


def solve_decisions(
    decisions: Decisions, terminal: Mapping[Any, fmpq], first: Mapping[Any, tuple[Move, ...]] | None = None
) -> tuple[dict[Any, fmpq], dict[Any, tuple[Move, ...]]]:
    """Return the greatest expected value from each position and a policy; without a graph.

    Parameters
    ----------
    decisions : mapping
        For each position that is not terminal, each move with the probabilities of the next position.
    terminal : mapping
        The value of every other position.
    first : mapping, optional
        A policy from which the search starts. A good one saves rounds; the values do not depend on it.

    Examples
    --------
    >>> half = fmpq(1, 2)
    >>> decisions = {"on": {("toss",): {"on": half, "won": half}, ("leave",): {"lost": fmpq(1)}}}
    >>> solve_decisions(decisions, {"won": fmpq(1), "lost": fmpq(0)})
    ({'won': 1, 'lost': 0, 'on': 1}, {'on': ('toss',)})
    """
    values = dict(terminal)
    policy: dict[Any, tuple[Move, ...]] = {}
    for component in components({node: _successors(moves) for node, moves in decisions.items()}):
        found, chosen = solve_component({node: decisions[node] for node in component}, values, first or {})
        values.update(found)
        policy.update(chosen)
    return values, policy


def _best_move(
    moves: Mapping[tuple[Move, ...], Steps], values: Mapping[Any, fmpq], first: tuple[Move, ...] | None
) -> tuple[fmpq, tuple[Move, ...]]:
    """Return the value and a best move of a position that play visits once; `first` if it is one of them."""
    expected = {move: expected_next(after, values) for move, after in moves.items()}
    best = max(expected, key=expected.__getitem__)
    return expected[best], first if first is not None and expected[first] == expected[best] else best


def solve_component(
    part: Decisions, values: dict[Any, fmpq], first: Mapping[Any, Any]
) -> tuple[dict[Any, fmpq], dict[Any, Any]]:
    """Return the values and moves of one component, given the values of all positions that can follow it.

    A position that play visits once needs one look at its moves, all others policy iteration (Howard 1960).

    Parameters
    ----------
    part : mapping
        The moves of the positions of a strongly connected component; empty for a terminal position.
    values : mapping
        The value of every position that can follow.
    first : mapping
        A policy from which the search starts, for some or all positions.

    Examples
    --------
    >>> part = {"on": {"left": {"lost": fmpq(1)}, "right": {"won": fmpq(1)}}}
    >>> solve_component(part, {"won": fmpq(1), "lost": fmpq(0)}, {})
    ({'on': 1}, {'on': 'right'})
    """
    if len(part) == 1:
        [(node, moves)] = part.items()
        if node not in _successors(moves):
            value, move = _best_move(moves, values, first.get(node))
            return {node: value}, {node: move}
    staying = _moves_that_stay(part)
    # None is the choice to stay in the component forever, which pays 0
    current: Policy = {
        node: None if node in staying and node not in first else first.get(node, next(iter(moves)))
        for node, moves in part.items()
    }
    while True:
        found = _evaluate(part, current, values)
        better = _improvements(part, staying, found, ChainMap(found, values))
        if not better:
            break
        current |= better
    policy = {node: staying[node] if move is None else move for node, move in current.items()}
    return found, policy


def _improvements(
    part: Decisions, staying: Mapping[Any, tuple[Move, ...]], found: Mapping[Any, fmpq], values: Mapping[Any, fmpq]
) -> Policy:
    """Return a better choice for each position that has one."""
    better: Policy = {}
    for node, moves in part.items():
        expected = {move: expected_next(after, values) for move, after in moves.items()}
        best = max(expected, key=expected.__getitem__)
        if expected[best] > found[node]:
            better[node] = best
        elif node in staying and found[node] < 0:
            better[node] = None
    return better


def _moves_that_stay(part: Decisions) -> dict[Any, tuple[Move, ...]]:
    """Return moves with which play never leaves the component, on the greatest set of positions that has such moves."""
    inside = set(part)
    while True:
        moves = {n: next((m for m, after in part[n].items() if inside >= after.keys()), None) for n in inside}
        staying = {node: move for node, move in moves.items() if move is not None}
        if len(staying) == len(inside):
            return staying
        # a position without such a move is left sooner or later, and so may be the moves that lead to it
        inside = set(staying)


def _evaluate(part: Decisions, policy: Policy, values: dict[Any, fmpq]) -> dict[Any, fmpq]:
    """Return the values of a component under a policy, by the linear system of its Markov chain."""
    chosen = ((node, policy[node]) for node in part)
    return chain_values({node: {} if move is None else part[node][move] for node, move in chosen}, values)


def _successors(moves: Mapping[tuple[Move, ...], Steps]) -> set[Any]:
    return {successor for after in moves.values() for successor in after}
