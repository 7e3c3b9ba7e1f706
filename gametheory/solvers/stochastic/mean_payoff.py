"""The greatest mean payoff of one player per move: policy iteration in rationals."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

import networkx as nx
from flint import fmpq, fmpq_mat

from gametheory.model.game import Move, Position
from gametheory.numbers.rationals import to_flint, to_fraction
from gametheory.numbers.short_repr import short_repr
from gametheory.solvers.markov_chain.values import Steps, chain_values, components, expected_next
from gametheory.solvers.markov_decision import exact_decisions

Moves: TypeAlias = dict[Any, tuple[Move, ...]]
Rewards: TypeAlias = Mapping[Any, Mapping[tuple[Move, ...], fmpq]]
Values: TypeAlias = dict[Any, fmpq]


@short_repr
class MeanPayoffSolution(NamedTuple):
    """Gains, biases and an optimal policy: a certificate for `verify.check_mean_payoff`.

    Parameters
    ----------
    gains : dict
        The greatest mean payoff per move from each position.
    biases : dict
        What a position is better than the gain, up to a constant in each recurrent class.
    policy : dict
        The joint move in each position that is not terminal; `()` at a chance node.
    """

    gains: dict[Position, Fraction]
    biases: dict[Position, Fraction]
    policy: dict[Position, tuple[Move, ...]]


def solve_mean_payoff(
    graph: nx.MultiDiGraph,
    rewards: Mapping[Position, Mapping[tuple[Move, ...], Fraction]],
    terminal_payoffs: Mapping[Position, Fraction],
) -> MeanPayoffSolution:
    """Return the greatest mean payoff per move from each position, in the long run, and a policy that attains it.

    A Markov decision process with several recurrent classes. Policy iteration (Howard 1960; Veinott 1966): a move is
    replaced by one with a greater expected gain or, of equal gain, with a greater payoff plus expected bias. A terminal
    position pays its payoff at every move from then on. Cost: linear systems of the size of the recurrent classes for
    each round.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        The state graph of a game of one player.
    rewards : mapping
        The payoff of each move in each position that is not terminal.
    terminal_payoffs : mapping
        The payoff of each terminal position.

    Returns
    -------
    MeanPayoffSolution
        Gains, biases and policy.

    References
    ----------
    R. A. Howard, Dynamic programming and Markov processes (1960).
    A. F. Veinott, On finding optimal policies in discrete dynamic programming with no discounting (1966).

    Examples
    --------
    >>> from gametheory import state_graph
    >>> class Work:
    ...     players = ("worker",)
    ...     def start(self): return "rested"
    ...     def outcome(self, at): return None
    ...     def moves(self, at, player): return ("rest", "work") if at == "rested" else ("rest",)
    ...     def after(self, at, move): return "tired" if move == "work" else "rested"
    >>> one, none = Fraction(1), Fraction(0)
    >>> rewards = {"rested": {("work",): one, ("rest",): none}, "tired": {("rest",): none}}
    >>> solve_mean_payoff(state_graph(Work()), rewards, {}).gains["rested"]
    Fraction(1, 2)
    """
    exact = {node: {moves: to_flint(pay) for moves, pay in own.items()} for node, own in rewards.items()}
    terminal = {node: to_flint(payoff) for node, payoff in terminal_payoffs.items()}
    gains, biases, policy = solve_mean_decisions(exact_decisions(graph), exact, terminal)
    fractions = [{node: to_fraction(number) for node, number in of.items()} for of in (gains, biases)]
    return MeanPayoffSolution(fractions[0], fractions[1], policy)


def solve_mean_decisions(
    decisions: Mapping[Any, Mapping[tuple[Move, ...], Steps]], rewards: Rewards, terminal: Values
) -> tuple[Values, Values, dict[Any, tuple[Move, ...]]]:
    """Return gains, biases and a policy; the core of `solve_mean_payoff`, without a graph.

    Examples
    --------
    >>> gains, _, policy = solve_mean_decisions(
    ...     {"on": {("stay",): {"on": fmpq(1)}, ("stop",): {"off": fmpq(1)}}},
    ...     {"on": {("stay",): fmpq(1), ("stop",): fmpq(9)}}, {"off": fmpq(2)})
    >>> gains["on"], policy
    (2, {'on': ('stop',)})
    """
    policy = {node: next(iter(moves)) for node, moves in decisions.items()}
    while True:
        steps = {node: decisions[node][policy[node]] for node in decisions}
        gains, biases = _evaluate(steps, {node: rewards[node][policy[node]] for node in decisions}, terminal)
        better = {}
        for node, moves in decisions.items():
            best = max(moves, key=lambda move: _merit(node, move, decisions, rewards, gains, biases))
            if _merit(node, best, decisions, rewards, gains, biases) > (gains[node], gains[node] + biases[node]):
                better[node] = best
        if not better:
            return gains, biases, policy
        policy |= better


def _merit(
    node: Any,
    move: tuple[Move, ...],
    decisions: Mapping[Any, Mapping[tuple[Move, ...], Steps]],
    rewards: Rewards,
    gains: Values,
    biases: Values,
) -> tuple[fmpq, fmpq]:
    """Return the expected gain of a move, and its payoff plus expected bias, which counts if the gains are equal."""
    after = decisions[node][move]
    return expected_next(after, gains), rewards[node][move] + expected_next(after, biases)


def _evaluate(steps: Mapping[Any, Steps], rewards: Mapping[Any, fmpq], terminal: Values) -> tuple[Values, Values]:
    """Return the gain and a bias of each position of a Markov chain."""
    gains, biases = dict(terminal), dict.fromkeys(terminal, fmpq(0))
    recurrent: set[Any] = set()
    for component in components({node: set(after) for node, after in steps.items()}):
        if all(set(steps[node]) <= set(component) for node in component):
            recurrent |= set(component)
            gain, own = _recurrent_class(component, steps, rewards)
            gains |= dict.fromkeys(component, gain)
            biases |= own
    transient = {node: after for node, after in steps.items() if node not in recurrent}
    gains |= chain_values(transient, gains)
    biases |= chain_values(transient, biases, {node: rewards[node] - gains[node] for node in transient})
    return gains, biases


def _recurrent_class(
    component: list[Any], steps: Mapping[Any, Steps], rewards: Mapping[Any, fmpq]
) -> tuple[fmpq, Values]:
    """Return the gain of a recurrent class, and the biases with 0 in its first position, by one linear system."""
    index = {node: number for number, node in enumerate(component)}
    matrix = [[fmpq(0)] * len(component) for _ in component]
    for node, row in index.items():
        matrix[row][row] += 1
        for successor, probability in steps[node].items():
            matrix[row][index[successor]] -= probability
        matrix[row][0] = fmpq(1)  # the bias of the first position is 0: its column is that of the gain
    found = fmpq_mat(matrix).solve(fmpq_mat([[rewards[node]] for node in component]))
    return found[0, 0], {node: found[row, 0] if row else fmpq(0) for node, row in index.items()}
