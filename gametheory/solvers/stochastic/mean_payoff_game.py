"""The mean payoff per move of a zero-sum game of two players who move one at a time, in rationals."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

import networkx as nx
from flint import fmpq

from gametheory.model.game import Move, Position, active_players
from gametheory.numbers.rationals import to_flint, to_fraction
from gametheory.numbers.short_repr import short_repr
from gametheory.solvers.markov_chain.values import Steps, chain_values, expected_next
from gametheory.solvers.markov_decision import exact_decisions
from gametheory.solvers.stochastic.mean_payoff import Rewards, Values, solve_mean_decisions

Decisions: TypeAlias = Mapping[Any, Mapping[tuple[Move, ...], Steps]]
Policy: TypeAlias = dict[Any, tuple[Move, ...]]

STOP = object()  # where a discounted game ends


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
    decisions = exact_decisions(graph)
    exact = {node: {moves: to_flint(pay) for moves, pay in own.items()} for node, own in rewards.items()}
    terminal = {node: to_flint(payoff) for node, payoff in terminal_payoffs.items()}
    game = graph.graph["game"]
    owners = {node: (*active_players(game, node), None)[0] for node in decisions}
    policy, exponent = {node: next(iter(moves)) for node, moves in decisions.items()}, 8
    while True:
        policy = _solve_discounted(decisions, exact, terminal, owners, game.players, 1 - fmpq(1, 2**exponent), policy)
        low, low_bias = _guaranteed(decisions, exact, terminal, owners, policy, game.players[0], sign=-1)
        high, high_bias = _guaranteed(decisions, exact, terminal, owners, policy, game.players[1], sign=1)
        if low == high:
            return MeanPayoffGameSolution(_fractions(low), (_fractions(low_bias), _fractions(high_bias)), policy)
        exponent *= 2


def _solve_discounted(
    decisions: Decisions,
    rewards: Rewards,
    terminal: Values,
    owners: Mapping[Any, str | None],
    players: tuple[str, ...],
    factor: fmpq,
    policy: Policy,
) -> Policy:
    """Return optimal moves of both players in the discounted game: the second replies to each policy of the first."""
    scaled = {node: {m: _discounted(after, factor) for m, after in moves.items()} for node, moves in decisions.items()}
    # an end pays at every move: the sum of its payoffs is payoff / (1 - factor)
    ends = {node: payoff / (1 - factor) for node, payoff in terminal.items()} | {STOP: fmpq(0)}
    while True:
        values = _policy_values(scaled, rewards, ends, policy)
        better = _improved(scaled, rewards, values, policy, [n for n in policy if owners[n] == players[1]], sign=-1)
        if not better:
            better = _improved(scaled, rewards, values, policy, [n for n in policy if owners[n] == players[0]], sign=1)
        if not better:
            return policy
        policy = policy | better


def _discounted(after: Steps, factor: fmpq) -> Steps:
    return {**{node: factor * probability for node, probability in after.items()}, STOP: 1 - factor}


def _policy_values(decisions: Decisions, rewards: Rewards, ends: Values, policy: Policy) -> Values:
    steps = {node: decisions[node][moves] for node, moves in policy.items()}
    return ends | chain_values(steps, ends, {node: rewards[node][moves] for node, moves in policy.items()})


def _improved(
    decisions: Decisions, rewards: Rewards, values: Values, policy: Policy, positions: list[Any], sign: int
) -> Policy:
    """Return better moves of one player: with greater values if the sign is 1, with lesser ones if it is -1."""
    better: Policy = {}
    for node in positions:
        merits = {
            move: sign * (rewards[node][move] + expected_next(to, values)) for move, to in decisions[node].items()
        }
        best = max(merits, key=merits.__getitem__)
        if merits[best] > merits[policy[node]]:
            better[node] = best
    return better


def _guaranteed(
    decisions: Decisions,
    rewards: Rewards,
    terminal: Values,
    owners: Mapping[Any, str | None],
    policy: Policy,
    player: str,
    sign: int,
) -> tuple[Values, Values]:
    """Return gains and biases if a player keeps to a policy and the other one replies: with -1, to the least gain."""
    left = {
        node: {policy[node]: moves[policy[node]]} if owners[node] == player else moves
        for node, moves in decisions.items()
    }
    signed = {node: {move: sign * payoff for move, payoff in own.items()} for node, own in rewards.items()}
    ends = {node: sign * payoff for node, payoff in terminal.items()}
    gains, biases, _ = solve_mean_decisions(left, signed, ends)
    return {node: sign * gain for node, gain in gains.items()}, {node: sign * bias for node, bias in biases.items()}


def _fractions(values: Values) -> dict[Position, Fraction]:
    return {node: to_fraction(value) for node, value in values.items()}
