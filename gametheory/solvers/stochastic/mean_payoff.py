"""The mean payoff per move in the long run, in rationals: of one player, and of two who move one at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from flint import fmpq, fmpq_mat

from gametheory.model.game import Move, Position
from gametheory.model.state_arrays import PositionMap, StateArrays
from gametheory.model.state_graph import StateGraph, game_of, state_arrays
from gametheory.numbers.rationals import to_flint, to_fraction
from gametheory.solvers.arrays import DecisionRows, decision_rows, strategy_map
from gametheory.solvers.markov_chain import Steps, chain_values, components
from gametheory.solvers.markov_decision import Options, Values
from gametheory.solvers.stochastic.sequential import solve_numbered

Policy: TypeAlias = dict[int, int]  # the number of a move in each position
Rewards: TypeAlias = Sequence[Fraction]  # of each joint move, in the order of their numbers


class MeanPayoffSolution(NamedTuple):
    """Gains, biases (those of both players, if there are two) and an optimal policy: a certificate for `verify`."""

    gains: dict[Position, Fraction]
    biases: Any
    policy: PositionMap[tuple[Move, ...]]


def _numbered(
    graph: StateGraph, rewards: Rewards, terminal_payoffs: Mapping[Position, Fraction]
) -> tuple[StateArrays, DecisionRows, Options, list[fmpq], Values]:
    """Return a game by numbers: its moves, the payoff of each, and those of terminal positions."""
    arrays = state_arrays(graph)
    rows = decision_rows(arrays)
    terminal = {arrays.index[end]: to_flint(payoff) for end, payoff in terminal_payoffs.items()}
    options = {number: rows.moves(number) for number in range(len(arrays)) if rows.moves(number)}
    return arrays, rows, options, list(map(to_flint, rewards)), terminal


def _named(arrays: StateArrays, gains: Values, biases: Sequence[Values], policy: Policy) -> MeanPayoffSolution:
    """Return a solution by position in place of numbers."""
    exact, *rest = ({arrays.positions[at]: to_fraction(v) for at, v in of.items()} for of in (gains, *biases))
    chosen = np.array([policy.get(number, -1) for number in range(len(arrays))])
    return MeanPayoffSolution(exact, rest[0] if len(rest) == 1 else tuple(rest), strategy_map(arrays, chosen))


def solve_mean_payoff(
    graph: StateGraph, rewards: Rewards, terminal_payoffs: Mapping[Position, Fraction]
) -> MeanPayoffSolution:
    """Return the greatest mean payoff per move from each position, in the long run, and a policy that attains it.

    A Markov decision process with several recurrent classes. Policy iteration (Howard 1960; Veinott 1966): a move is
    replaced by one with a greater expected gain or, of equal gain, with a greater payoff plus expected bias. A terminal
    position pays its payoff at every move from then on. Cost: linear systems of the size of the recurrent classes for
    each round.

    References
    ----------
    R. A. Howard, Dynamic programming and Markov processes (1960).
    A. F. Veinott, On finding optimal policies in discrete dynamic programming with no discounting (1966).

    >>> from gametheory import unfold
    >>> class Work:
    ...     players = ("worker",)
    ...     def start(self): return "rested"
    ...     def outcome(self, at): return None
    ...     def moves(self, at, player): return ("rest", "work") if at == "rested" else ("rest",)
    ...     def after(self, at, move): return "tired" if move == "work" else "rested"
    >>> rested, worked = Fraction(0), Fraction(1)
    >>> solve_mean_payoff(unfold(Work()), [rested, worked, rested], {}).gains["rested"]
    Fraction(1, 2)
    """
    arrays, rows, options, paid, terminal = _numbered(graph, rewards, terminal_payoffs)
    gains, biases, policy = solve_mean_moves(rows, options, paid, terminal)
    return _named(arrays, gains, [biases], policy)


def solve_mean_moves(
    rows: DecisionRows, options: Options, rewards: Sequence[fmpq], terminal: Values
) -> tuple[Values, Values, Policy]:
    """Return gains, biases and a policy; the core of `solve_mean_payoff`, without a graph."""
    policy = {node: moves[0] for node, moves in options.items()}
    while True:
        steps = {node: rows.steps(move) for node, move in policy.items()}
        gains, biases = _evaluate(steps, {node: rewards[move] for node, move in policy.items()}, terminal)
        better = {}
        for node, moves in options.items():
            # the expected gain, and the payoff plus the expected bias, which counts if the gains are equal
            merits = [(rows.mean(move, gains), rewards[move] + rows.mean(move, biases)) for move in moves]
            best = max(merits)
            if best > (gains[node], gains[node] + biases[node]):
                better[node] = moves[merits.index(best)]
        if not better:
            return gains, biases, policy
        policy |= better


def _evaluate(steps: Mapping[int, Steps], rewards: Mapping[int, fmpq], terminal: Values) -> tuple[Values, Values]:
    """Return the gain and a bias of each position of a Markov chain."""
    gains, biases = dict(terminal), dict.fromkeys(terminal, fmpq(0))
    recurrent: set[int] = set()
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
    component: list[int], steps: Mapping[int, Steps], rewards: Mapping[int, fmpq]
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


def solve_mean_payoff_game(
    graph: StateGraph, rewards: Rewards, terminal_payoffs: Mapping[Position, Fraction]
) -> MeanPayoffSolution:
    """Return the value of each position, and strategies of both players that guarantee it.

    Strategies that are optimal for a discount factor near 1 are optimal for the mean payoff, too (Gillette 1957;
    Liggett and Lippman 1969). The discounted game is solved by strategy iteration in rationals (Hoffman and Karp 1966),
    with the factors 1 - 1/2^k for k = 8, 16, 32, .... The gain that each player then guarantees is exact: the other one
    faces a Markov decision process. The factor is near enough when both gains are equal in every position. Cost: that
    of the linear systems for the rounds of strategy iteration, with longer numbers for each k.

    References
    ----------
    D. Gillette, Stochastic games with zero stop probabilities (1957). A. J. Hoffman and R. M. Karp, On nonterminating
    stochastic games, Management Science 12 (1966).

    >>> from gametheory import unfold
    >>> class Push:
    ...     players = ("up", "down")
    ...     def start(self): return "up"
    ...     def outcome(self, at): return None
    ...     def moves(self, at, player): return (1, 3) if player == at else ()
    ...     def after(self, at, move): return "down" if at == "up" else "up"
    >>> solve_mean_payoff_game(unfold(Push()), [Fraction(1), Fraction(3)] * 2, {}).gains["up"]
    Fraction(2, 1)
    """
    arrays, rows, options, paid, terminal = _numbered(graph, rewards, terminal_payoffs)
    (groups, group_of), players = arrays.groups, game_of(graph).players
    owners = {node: (*groups[group_of[node]], None)[0] for node in options}
    moved = [[node for node in options if owners[node] == player] for player in players]
    signs = {node: 1 if owners[node] == players[0] else -1 for node in options}
    policy, exponent = {node: moves[0] for node, moves in options.items()}, 8
    while True:
        stop = fmpq(1, 2**exponent)
        # play stops after each move with this probability: what the move pays is divided by it
        ends = terminal | {len(arrays) + move: payoff for move, payoff in enumerate(paid)}
        ends = {end: payoff / stop for end, payoff in ends.items()}
        _, policy = solve_numbered(rows.discounted(1 - stop), options, signs, ends, policy)
        (low, low_bias), (high, high_bias) = (
            _guaranteed(rows, {**options, **{node: [policy[node]] for node in own}}, paid, terminal, sign)
            for own, sign in zip(moved, (-1, 1), strict=True)
        )
        if low == high:
            return _named(arrays, low, [low_bias, high_bias], policy)
        exponent *= 2


def _guaranteed(
    rows: DecisionRows, options: Options, rewards: Sequence[fmpq], terminal: Values, sign: int
) -> tuple[Values, Values]:
    """Return gains and biases if one player has no choice and the other one replies: with -1, to the least gain."""
    signed, ends = [sign * payoff for payoff in rewards], {node: sign * payoff for node, payoff in terminal.items()}
    gains, biases, _ = solve_mean_moves(rows, options, signed, ends)
    return {node: sign * gain for node, gain in gains.items()}, {node: sign * bias for node, bias in biases.items()}
