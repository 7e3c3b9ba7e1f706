"""Single-player games with or without chance moves: Markov decision processes, solved exactly.

Policy iteration in rationals finds the greatest expected value from each position, one strongly connected component at
a time. Value iteration in floats guesses the policy of a large component, from which it begins.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from flint import fmpq

from gametheory.model.classes import ExactColumn
from gametheory.model.game import Move, Position
from gametheory.model.state_arrays import PositionMap, StateArrays
from gametheory.model.unfolding import StateGraph, state_arrays
from gametheory.numbers.format import short_repr
from gametheory.numbers.rationals import to_flint, to_float
from gametheory.solvers.arrays import (
    CHANCE,
    TERMINAL,
    DecisionRows,
    decision_rows,
    induce_expected,
    strategy_map,
    terminal_codes,
)
from gametheory.solvers.markov_chain import chain_values, components

Options: TypeAlias = Mapping[int, Sequence[int]]  # the moves of each position from which the player may choose
Values: TypeAlias = dict[int, fmpq]

GUESSED_FROM = 100  # positions of a component
MAX_ROUNDS = 5_000  # of value iteration in floats
PRECISION = 1e-14


@short_repr
class MDPSolution(NamedTuple):
    """The value of each position and an optimal policy."""

    values: PositionMap[Fraction]
    policy: PositionMap[tuple[Move, ...]]


def solve_mdp(graph: StateGraph, terminal_payoffs: Mapping[Position, Fraction]) -> MDPSolution:
    """Return the greatest expected payoff from each position and a policy that attains it; play without end pays 0.

    A Markov decision process (Bellman 1957), one strongly connected component at a time, from the terminal positions
    back. A component of one position without a cycle is backward induction. Any other is solved by policy iteration in
    rationals (Howard 1960). A move is replaced only by a strictly better one, so that no policy occurs twice.
    Cost: the edges, in a compiled loop if play cannot cycle, there are many, and all numbers are machine integers; and
    a linear system of the size of the component for each round of policy iteration. The number of rounds is small in
    practice and exponential at worst.

    Parameters
    ----------
    graph : StateArrays or networkx.MultiDiGraph
        The state graph of a game in which at most one player ever moves.
    terminal_payoffs : mapping
        The payoff of each terminal position.

    Returns
    -------
    MDPSolution
        Values and policy: a certificate for `verify.check_mdp_policy`.

    Raises
    ------
    ValueError
        If more than one player moves in the game.
    KeyError
        If a terminal position has no payoff.

    References
    ----------
    R. Bellman, A Markovian decision process (1957). R. A. Howard, Dynamic programming and Markov processes (1960).

    Examples
    --------
    >>> from gametheory import Castle, state_graph
    >>> graph = state_graph(Castle(10, 43, 8))
    >>> payoffs = {end: Fraction(end.soldiers) for end, outcome in graph.nodes(data="outcome") if outcome}
    >>> solve_mdp(graph, payoffs).values[graph.graph["start"]]
    Fraction(10, 1)
    """
    _require_single_player(graph)
    arrays = state_arrays(graph)
    codes, payoffs = terminal_codes(arrays, terminal_payoffs)
    order = arrays.order
    if order is None:  # play can cycle
        values, chosen = _iterate_policies(arrays, codes, payoffs)
    else:
        groups, group_of = arrays.groups
        kinds = np.array([*(0 if group else CHANCE for group in groups), TERMINAL], np.int32)
        table = [(payoff,) for payoff in payoffs]
        [values], chosen, _ = induce_expected(arrays, order, kinds[group_of], (codes, table))
    every_position = np.arange(len(arrays), dtype=np.int32)
    return MDPSolution(PositionMap(arrays, every_position, values), strategy_map(arrays, chosen))


def _iterate_policies(arrays: StateArrays, codes: Any, payoffs: Sequence[Fraction]) -> tuple[ExactColumn, Any]:
    """Return the value of each position and the number of its move, -1 where there is none."""
    rows = decision_rows(arrays)
    exact = [to_flint(payoff) for payoff in payoffs]
    values: Values = {}
    options: dict[int, Sequence[int]] = {}
    for number, code in enumerate(codes.tolist()):
        if code >= 0:
            values[number] = exact[code]
        else:
            options[number] = rows.moves(number)
    found, policy = solve_moves(rows, options, values, {})
    values |= found
    numbers = range(len(arrays))
    column = ExactColumn([values[number] for number in numbers], [1] * len(arrays))
    return column, np.array([policy.get(number, -1) for number in numbers])


def indicator_payoff(graph: StateGraph, outcome: str) -> dict[Position, Fraction]:
    """Return the payoff 1 for terminal positions with an outcome, 0 for the others.

    The greatest expected payoff is then the greatest probability of the outcome. Cost: the number of positions.

    Parameters
    ----------
    graph : StateArrays or networkx.MultiDiGraph
        A state graph.
    outcome : str
        The name of the outcome.

    Examples
    --------
    >>> from gametheory import Castle, state_graph
    >>> list(map(int, indicator_payoff(state_graph(Castle(10, 11, 15)), "castle").values()))
    [1, 1, 0]
    """
    arrays = state_arrays(graph)
    table = [Fraction(int(end.name == outcome)) for end in arrays.outcomes]
    return dict(PositionMap(arrays, arrays.outcome_of, table))


def _require_single_player(graph: StateGraph) -> None:
    """Raise ValueError if more than one player moves in the game."""
    active = set(state_arrays(graph).groups[0]) - {()}
    if len(active) > 1 or any(len(names) > 1 for names in active):
        players = " / ".join(sorted(", ".join(names) for names in active))
        raise ValueError(f"not a single-player game: {players} move")


# Policy iteration


def solve_moves(
    rows: DecisionRows, options: Options, values: Values, first: Mapping[int, int]
) -> tuple[Values, dict[int, int]]:
    """Return the greatest expected value from some numbered positions and a policy."""
    solved = dict(values)
    policy: dict[int, int] = {}
    for component in components({node: set(rows.following(moves)) for node, moves in options.items()}):
        part = {node: options[node] for node in component}
        guess = first
        # a good first policy saves rounds of exact linear systems
        if not first and len(part) >= GUESSED_FROM:
            guess = _guess(rows, part, solved)
        found, chosen = _solve_component(rows, part, solved, guess)
        solved |= found
        policy |= chosen
    return {node: solved[node] for node in policy}, policy


def _solve_component(
    rows: DecisionRows, part: Options, values: Values, first: Mapping[int, int]
) -> tuple[Values, dict[int, int]]:
    """Return the values and moves of one component, given the values of all positions that can follow it."""
    if len(part) == 1:
        [(node, moves)] = part.items()
        # play visits the position once: one look at its moves suffices
        if node not in rows.following(moves):
            value, move = best_move(rows, moves, values)
            if node in first and rows.mean(first[node], values) >= value:
                move = first[node]
            return {node: value}, {node: move}

    staying = _moves_that_stay(rows, part)
    # None is the choice to stay in the component forever, which pays 0
    current: dict[int, int | None] = {}
    for node, moves in part.items():
        if node in staying and node not in first:
            current[node] = None
        else:
            current[node] = first.get(node, moves[0])

    # Howard (1960): evaluate the policy, replace each move by a strictly better one, until there is none
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
    all_values = ChainMap(found, values)
    better: dict[int, int | None] = {}
    for node, moves in part.items():
        value, move = best_move(rows, moves, all_values)
        if value > found[node]:
            better[node] = move
        elif node in staying and found[node] < 0:
            better[node] = None
    return better


def _moves_that_stay(rows: DecisionRows, part: Options) -> dict[int, int]:
    """Return moves with which play never leaves the component, on the greatest set of positions that has such moves."""
    inside = set(part)
    while True:
        staying: dict[int, int] = {}
        for node in inside:
            move = next((move for move in part[node] if inside.issuperset(rows.after(move))), None)
            if move is not None:
                staying[node] = move
        if len(staying) == len(inside):
            return staying
        # a position without such a move is left sooner or later, and so may be the moves that lead to it
        inside = set(staying)


# A first guess, on which no result depends


def _guess(rows: DecisionRows, part: Options, values: Values) -> Mapping[int, int]:
    """Return a move of each position that is probably optimal."""
    outside: dict[int, fmpq] = {}
    for moves in part.values():
        for successor in rows.following(moves):
            if successor not in part:
                outside[successor] = values[successor]
    return guess_moves(rows, part, {}, outside)


def guess_moves(
    rows: DecisionRows, options: Options, signs: Mapping[int, int], terminal: Mapping[int, fmpq]
) -> dict[int, int]:
    """Return a move of each position that is probably optimal, by value iteration in floats.

    The moves are those with the greatest value, or with the least where the sign is -1. Cost: the edges in each round,
    with at most 5,000 rounds.
    """
    index = {position: place for place, position in enumerate([*options, *terminal])}
    moves = [move for choices in options.values() for move in choices]
    counts = [len(choices) for choices in options.values()]
    starts = np.cumsum([0, *counts[:-1]])
    matrix = _probability_matrix(rows, moves, index)
    sign = np.array([signs.get(position) or 1 for position in options], dtype=float)
    row_sign = np.repeat(sign, counts)
    values = np.zeros(len(index))
    values[len(options) :] = [to_float(value) for value in terminal.values()]
    for _ in range(MAX_ROUNDS):
        best = sign * np.maximum.reduceat(row_sign * (matrix @ values), starts)
        change = np.abs(best - values[: len(options)]).max()
        values[: len(options)] = best
        if change < PRECISION:
            break
    scores = row_sign * (matrix @ values)
    guess = {}
    for position, begin, count in zip(options, starts.tolist(), counts, strict=True):
        guess[position] = moves[begin + int(scores[begin : begin + count].argmax())]
    return guess


def _probability_matrix(rows: DecisionRows, moves: Sequence[int], index: Mapping[int, int]) -> Any:
    """Return the probabilities after each move as rows."""
    from scipy.sparse import csr_matrix  # here, because scipy takes long to import

    entries: list[float] = []
    columns: list[int] = []
    pointers = [0]
    for move in moves:
        for edge in range(rows.starts[move], rows.starts[move + 1]):
            entries.append(to_float(rows.weight[edge]))
            columns.append(index[rows.successor[edge]])
        pointers.append(len(entries))
    return csr_matrix((entries, columns, pointers), shape=(len(moves), len(index)))
