"""The mean payoff per move of a zero-sum game of two players who move one at a time, in rationals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import networkx as nx
from flint import fmpq

from gametheory.model.game import Move, Position
from gametheory.model.state_graph import state_arrays
from gametheory.numbers.short_repr import short_repr
from gametheory.solvers.decision_rows import DecisionRows
from gametheory.solvers.markov_chain.values import chain_values
from gametheory.solvers.policy_iteration import Options, Values
from gametheory.solvers.stochastic.mean_payoff import (
    Policy,
    by_position,
    moves_by_position,
    numbered_payoffs,
    ongoing_moves,
    solve_mean_moves,
)


@short_repr
class MeanPayoffGameSolution(NamedTuple):
    """Gains, biases and strategies: a certificate for `verify.check_mean_payoff_game`.

    Parameters
    ----------
    gains : dict
        The first player's mean payoff per move from each position.
    biases : tuple of dict
        A bias that shows that the first player attains the gain, and one for the second player.
    policy : dict
        The joint move in each position that is not terminal.
    """

    gains: dict[Position, Fraction]
    biases: tuple[dict[Position, Fraction], dict[Position, Fraction]]
    policy: dict[Position, tuple[Move, ...]]


def solve_mean_payoff_game(
    graph: nx.MultiDiGraph,
    rewards: Mapping[Position, Mapping[tuple[Move, ...], Fraction]],
    terminal_payoffs: Mapping[Position, Fraction],
) -> MeanPayoffGameSolution:
    """Return the value of each position, and strategies of both players that guarantee it.

    Strategies that are optimal for a discount factor near 1 are optimal for the mean payoff, too (Gillette 1957;
    Liggett and Lippman 1969). The discounted game is solved by strategy iteration in rationals (Hoffman and Karp 1966),
    with the factors 1 - 1/2^k for k = 8, 16, 32, .... The gain that each player then guarantees is exact: the other one
    faces a Markov decision process. The factor is near enough when both gains are equal in every position. Cost: that
    of the linear systems for the rounds of strategy iteration, with longer numbers for each k.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        The state graph of a zero-sum game of two players, with at most one active player in each position.
    rewards : mapping
        The first player's payoff for each move in each position that is not terminal.
    terminal_payoffs : mapping
        The first player's payoff in each terminal position, which is paid at every move from then on.

    Returns
    -------
    MeanPayoffGameSolution
        Gains, biases and strategies.

    References
    ----------
    D. Gillette, Stochastic games with zero stop probabilities (1957). A. J. Hoffman and R. M. Karp, On nonterminating
    stochastic games, Management Science 12 (1966).

    Examples
    --------
    >>> from gametheory import state_graph
    >>> class Push:
    ...     players = ("up", "down")
    ...     def start(self): return "up"
    ...     def outcome(self, at): return None
    ...     def moves(self, at, player): return (1, 3) if player == at else ()
    ...     def after(self, at, move): return "down" if at == "up" else "up"
    >>> rewards = {at: {(1,): Fraction(1), (3,): Fraction(3)} for at in ("up", "down")}
    >>> solve_mean_payoff_game(state_graph(Push()), rewards, {}).gains["up"]
    Fraction(2, 1)
    """
    arrays = state_arrays(graph)
    rows, paid, terminal = numbered_payoffs(arrays, rewards, terminal_payoffs)
    options, (groups, group_of), players = ongoing_moves(rows), arrays.groups, graph.graph["game"].players
    owners = {node: (*groups[group_of[node]], None)[0] for node in options}
    policy, exponent = {node: moves[0] for node, moves in options.items()}, 8
    while True:
        moved = [[node for node in options if owners[node] == player] for player in players]
        policy = _solve_discounted(rows, paid, terminal, moved, 1 - fmpq(1, 2**exponent), policy)
        (low, low_bias), (high, high_bias) = (
            _guaranteed(rows, {**options, **{node: [policy[node]] for node in own}}, paid, terminal, sign)
            for own, sign in zip(moved, (-1, 1), strict=True)
        )
        if low == high:
            biases = by_position(arrays, low_bias), by_position(arrays, high_bias)
            return MeanPayoffGameSolution(by_position(arrays, low), biases, moves_by_position(arrays, policy))
        exponent *= 2


def _solve_discounted(
    rows: DecisionRows,
    rewards: Sequence[fmpq],
    terminal: Values,
    moved: Sequence[Sequence[int]],
    factor: fmpq,
    policy: Policy,
) -> Policy:
    """Return optimal moves of both players in the discounted game: the second replies to each policy of the first."""
    scaled, stop = rows.discounted(factor), len(rows.first) - 1
    # an end pays at every move: the sum of its payoffs is payoff / (1 - factor)
    ends = {node: payoff / (1 - factor) for node, payoff in terminal.items()} | {stop: fmpq(0)}
    while True:
        steps = {node: scaled.steps(move) for node, move in policy.items()}
        values = ends | chain_values(steps, ends, {node: rewards[move] for node, move in policy.items()})
        better = _improved(scaled, rewards, values, policy, moved[1], sign=-1)
        if not better:
            better = _improved(scaled, rewards, values, policy, moved[0], sign=1)
        if not better:
            return policy
        policy = policy | better


def _improved(
    rows: DecisionRows, rewards: Sequence[fmpq], values: Values, policy: Policy, positions: Sequence[int], sign: int
) -> Policy:
    """Return better moves of one player: with greater values if the sign is 1, with lesser ones if it is -1."""
    better: Policy = {}
    for node in positions:
        merits = {move: sign * (rewards[move] + rows.mean(move, values)) for move in rows.moves(node)}
        best = max(merits, key=merits.__getitem__)
        if merits[best] > merits[policy[node]]:
            better[node] = best
    return better


def _guaranteed(
    rows: DecisionRows, options: Options, rewards: Sequence[fmpq], terminal: Values, sign: int
) -> tuple[Values, Values]:
    """Return gains and biases if one player has no choice and the other one replies: with -1, to the least gain."""
    signed, ends = [sign * payoff for payoff in rewards], {node: sign * payoff for node, payoff in terminal.items()}
    gains, biases, _ = solve_mean_moves(rows, options, signed, ends)
    return {node: sign * gain for node, gain in gains.items()}, {node: sign * bias for node, bias in biases.items()}
