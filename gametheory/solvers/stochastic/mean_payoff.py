"""The greatest mean payoff of one player per move: policy iteration in rationals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

import networkx as nx
from flint import fmpq, fmpq_mat

from gametheory.model.game import Move, Position
from gametheory.model.state_arrays import StateArrays
from gametheory.model.state_graph import state_arrays
from gametheory.numbers.rationals import to_flint, to_fraction
from gametheory.numbers.short_repr import short_repr
from gametheory.solvers.decision_rows import DecisionRows, decision_rows
from gametheory.solvers.markov_chain.values import Steps, chain_values, components
from gametheory.solvers.policy_iteration import Options, Values

Policy: TypeAlias = dict[int, int]  # the number of a move in each position


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
    arrays = state_arrays(graph)
    rows, paid, terminal = numbered_payoffs(arrays, rewards, terminal_payoffs)
    gains, biases, policy = solve_mean_moves(rows, ongoing_moves(rows), paid, terminal)
    return MeanPayoffSolution(
        by_position(arrays, gains), by_position(arrays, biases), moves_by_position(arrays, policy)
    )


def numbered_payoffs(
    arrays: StateArrays,
    rewards: Mapping[Position, Mapping[tuple[Move, ...], Fraction]],
    terminal_payoffs: Mapping[Position, Fraction],
) -> tuple[DecisionRows, list[fmpq], Values]:
    """Return the joint moves of a state graph, the payoff of each, and that of each terminal position.

    Examples
    --------
    >>> from gametheory import Castle, state_graph
    >>> arrays = state_graph(Castle(1, 2, 1)).arrays
    >>> rewards = {at: dict.fromkeys(arrays.moves_in(number), 5) for number, at in enumerate(arrays.positions)}
    >>> numbered_payoffs(arrays, rewards, {})[1:]
    ([5, 5, 5], {})
    """
    rows, paid = decision_rows(arrays), list[fmpq]()
    for number, position in enumerate(arrays.positions):
        if own := arrays.moves_in(number):
            paid += map(to_flint, map(rewards[position].__getitem__, own))
    return rows, paid, {arrays.index[end]: to_flint(payoff) for end, payoff in terminal_payoffs.items()}


def ongoing_moves(rows: DecisionRows) -> Options:
    """Return the moves of each position that has some.

    >>> ongoing_moves(DecisionRows([0, 1, 1], [0, 1], [1], [fmpq(1)]))
    {0: range(0, 1)}
    """
    return {number: rows.moves(number) for number in range(len(rows.first) - 1) if rows.moves(number)}


def by_position(arrays: StateArrays, values: Mapping[int, fmpq]) -> dict[Position, Fraction]:
    """Return values by position in place of numbers.

    >>> from gametheory import Castle, state_graph
    >>> by_position(state_graph(Castle(1, 1, 1)).arrays, {1: fmpq(1, 2)})
    {Position(soldiers=1, defenders=0, strength=0): Fraction(1, 2)}
    """
    return {arrays.positions[number]: to_fraction(value) for number, value in values.items()}


def moves_by_position(arrays: StateArrays, policy: Policy) -> dict[Position, tuple[Move, ...]]:
    """Return joint moves by position in place of numbers.

    >>> from gametheory import Castle, state_graph
    >>> moves_by_position(state_graph(Castle(1, 1, 1)).arrays, {0: 0})
    {Position(soldiers=1, defenders=0, strength=1): (Volley(at_castle=1, at_defenders=0),)}
    """
    return {arrays.positions[number]: arrays.moves[arrays.move_of[move]] for number, move in policy.items()}


def solve_mean_moves(
    rows: DecisionRows, options: Options, rewards: Sequence[fmpq], terminal: Values
) -> tuple[Values, Values, Policy]:
    """Return gains, biases and a policy; the core of `solve_mean_payoff`, without a graph.

    Parameters
    ----------
    rows : DecisionRows
        The moves.
    options : mapping
        The moves of each position from which the player may choose.
    rewards : sequence
        The payoff of each move.
    terminal : mapping
        The payoff of each terminal position.

    Examples
    --------
    >>> rows = DecisionRows([0, 2, 2], [0, 1, 2], [0, 1], [fmpq(1), fmpq(1)])
    >>> gains, _, policy = solve_mean_moves(rows, {0: range(2)}, [fmpq(1), fmpq(9)], {1: fmpq(2)})
    >>> gains[0], policy
    (2, {0: 1})
    """
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
