"""Check absorption probabilities of a Markov chain, and an optimal policy of a Markov decision process."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq

from gametheory.model.components import can_end
from gametheory.model.game import Move, Position
from gametheory.model.state_arrays import StateArrays
from gametheory.model.state_graph import StateGraph, start_of, state_arrays
from gametheory.verify.errors import checked_payoffs, require
from gametheory.verify.expectation import Expectation, exact_values
from gametheory.verify.joint_moves import checked_arrays
from gametheory.verify.screening import unclear


def check_absorption_probability(graph: StateGraph, labels: Mapping[Position, Fraction], outcome: str) -> Fraction:
    """Return the exact probability that a Markov chain ends with an outcome.

    The certificate is the probability of the outcome from each position. Three local conditions suffice:

    - a terminal position is labeled 1 if it has the outcome, else 0;
    - a position that cannot reach a terminal position is labeled 0;
    - any other label is the expected label of the next position.

    From every position of the third kind, play leaves these positions with probability 1. So the linear system has a
    unique solution, and the probabilities solve it (Kemeny and Snell, Finite Markov Chains, 1960, chapter 3).
    Cost: the edges.

    Parameters
    ----------
    graph : StateArrays or networkx.MultiDiGraph
        The state graph of a game without moves of players.
    labels : mapping
        The claimed probability of the outcome, from each position.
    outcome : str
        The name of the outcome.

    Returns
    -------
    Fraction
        The probability of the outcome from the start.

    Raises
    ------
    CertificateError
        If a player moves, a label is missing or not exact, or a label differs from its equation.

    Examples
    --------
    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> from gametheory.solvers.markov_chain import absorption_probabilities
    >>> graph = state_graph(Battle(2, 1))
    >>> labels = absorption_probabilities(graph, "win")
    >>> check_absorption_probability(graph, labels, "win")
    Fraction(180, 187)
    >>> check_absorption_probability(graph, {**labels, graph.graph["start"]: Fraction(1)}, "win")
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: Position(attackers=2, defenders=1) is labeled 1, not 1326/1375
    """
    arrays = state_arrays(graph)
    expected_labels = Expectation(arrays, exact_values(arrays, labels))
    for position, moves in _different_moves(arrays):
        require(not moves, "in {} a player moves", position)
    can_reach_an_end = can_end(arrays).tolist()
    for number, (position, end) in enumerate(unclear(graph, None)):
        label, expected = expected_labels.values[number], fmpq(end is not None and end.name == outcome)
        if end is None and can_reach_an_end[number]:
            expected = expected_labels[int(arrays.first_move[number])]
        require(label == expected, "{} is labeled {}, not {}", position, label, expected)
    return labels[start_of(graph)]


def _different_moves(arrays: StateArrays) -> Iterator[tuple[Position, tuple[Move, ...]]]:
    """Yield each different joint move, with a position in which it is made."""
    codes, joint = np.unique(arrays.move_of, return_index=True)
    tails = np.searchsorted(arrays.first_move, joint, "right") - 1
    return ((arrays.positions[tail], arrays.moves[code]) for tail, code in zip(tails.tolist(), codes, strict=True))


def check_mdp_policy(
    graph: StateGraph,
    terminal_payoffs: Mapping[Position, Fraction],
    values: Mapping[Position, Fraction],
    policy: Mapping[Position, tuple[Move, ...]],
) -> Fraction:
    """Return the greatest expected payoff that one player can get from the start, with or without chance moves.

    Play without end pays 0. The certificate is the value of each position and a policy. Four conditions suffice:

    - the value of a terminal position is its payoff;
    - the value of any other position is the expected value after the move of the policy, and no move has a greater one
      (the optimality equation, Bellman 1957);
    - the value is 0 where play under the policy cannot end: so the policy attains the values;
    - the player cannot stay forever in positions of negative value. Under any strategy the values form a bounded
      supermartingale. It converges, and in play without end its limit is the value of positions in which the player can
      stay. So the limit is at least 0, and no strategy gets more than the values.

    Cost: the edges; for a cyclic game, the edges times the number of positions of negative value at worst.

    Parameters
    ----------
    graph : StateArrays or networkx.MultiDiGraph
        The state graph of a game in which at most one player ever moves.
    terminal_payoffs : mapping
        The payoff of each terminal position.
    values : mapping
        The claimed value of each position.
    policy : mapping
        The joint move in each position that is not terminal; `()` at a chance node.

    Returns
    -------
    Fraction
        The value of the start.

    Raises
    ------
    CertificateError
        If a condition fails, a value is missing or not exact, or more than one player moves.

    Examples
    --------
    >>> from gametheory import Castle, state_graph
    >>> graph = state_graph(Castle(1, 1, 1))
    >>> start, fallen = graph
    >>> shoot, two = {start: graph.edges[start, fallen, 0]["moves"]}, Fraction(2)
    >>> check_mdp_policy(graph, {fallen: two}, {start: two, fallen: two}, shoot)
    Fraction(2, 1)
    >>> check_mdp_policy(graph, {fallen: two}, {start: two - 1, fallen: two}, shoot)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: (Volley(...),) in Position(...) has the expected value 2, more than 1
    """
    arrays, chosen = checked_arrays(graph), []
    _check_players(arrays)
    means = Expectation(arrays, exact_values(arrays, values))
    for number, (position, end) in enumerate(unclear(graph, None)):
        if end is None:
            chosen.append(_check_optimality_equation(arrays, number, means, policy.get(position)))
        else:
            (payoff,) = checked_payoffs([terminal_payoffs[position]])
            require(values[position] == payoff, "the end {} is not valued {}", position, payoff)
    _check_policy_without_end(arrays, chosen, means.values)
    _check_negative_positions(arrays, means.values)
    return values[start_of(graph)]


def _check_players(arrays: StateArrays) -> None:
    """Check that only one player ever moves, or none."""
    players = {player for group in arrays.groups[0] for player in group}
    require(len(players) < 2, "more than one player moves: {}", players)


def _check_optimality_equation(arrays: StateArrays, number: int, means: Expectation, move: Any) -> int:
    """Check that the policy attains the value of a position and that no move has a greater expected value.

    Return the number of the joint move of the policy.
    """
    position, value, moves = arrays.positions[number], means.values[number], arrays.moves_in(number)
    require(move in moves, "the move of the policy in {} is not allowed", position)
    expected = [means[joint] for joint in arrays.joints(number)]
    best = max(expected)
    more = "{} in {} has the expected value {}, more than {}"
    require(best <= value, more, moves[expected.index(best)], position, best, value)
    attained = expected[moves.index(move)]
    require(attained == value, "the policy gets {} in {}, not {}", attained, position, value)
    return arrays.joints(number)[moves.index(move)]


def _check_policy_without_end(arrays: StateArrays, chosen: list[int], values: Sequence[fmpq]) -> None:
    """Check that the value is 0 wherever play under the policy cannot end."""
    included = np.zeros(len(arrays.move_of), bool)
    included[chosen] = True
    for number in np.flatnonzero(~can_end(arrays.with_moves(included))).tolist():
        position = arrays.positions[number]
        require(values[number] == 0, "the policy never ends from {}, but its value is not 0", position)


def _check_negative_positions(arrays: StateArrays, values: Sequence[fmpq]) -> None:
    """Check that the player cannot stay forever in positions of negative value.

    A position from which every move may leave the set is removed, until all are gone or each of the rest has a move
    that stays among the rest.
    """
    rest = leaving = np.array([value < 0 for value in values], bool) & (arrays.outcome_of < 0)
    while leaving.any():
        stays = np.logical_and.reduceat(rest[arrays.successor], arrays.starts[:-1])
        # a terminal position has no moves, so that its entry means nothing
        leaving = rest & ~np.logical_or.reduceat(np.append(stays, False), arrays.first_move[:-1])
        rest = rest & ~leaving
    stay = "the player can stay forever in positions of negative value, such as {}"
    require(not rest.any(), stay, arrays.positions[int(rest.argmax())])
