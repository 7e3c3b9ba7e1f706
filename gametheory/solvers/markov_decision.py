"""Single-player games with or without chance moves: Markov decision processes, solved exactly."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

import networkx as nx
import numpy as np
from flint import fmpq

from gametheory.model.game import Move, Position
from gametheory.model.state_arrays import PositionMap
from gametheory.model.state_graph import state_arrays
from gametheory.numbers.rationals import to_flint, to_fraction
from gametheory.numbers.short_repr import short_repr
from gametheory.solvers.markov_chain.values import Steps, chain_values, components, expected_next

Values: TypeAlias = dict[Position, Fraction]
Decisions: TypeAlias = Mapping[Any, Mapping[tuple[Move, ...], Steps]]
Policy: TypeAlias = dict[Any, tuple[Move, ...] | None]


@short_repr
class MDPSolution(NamedTuple):
    """The value of each position and an optimal policy.

    Parameters
    ----------
    values : dict
        The greatest expected payoff from each position on.
    policy : dict
        The joint move in each position that is not terminal; `()` at a chance node.
    """

    values: Values
    policy: dict[Position, tuple[Move, ...]]


def solve_mdp(graph: nx.MultiDiGraph, terminal_payoffs: Mapping[Position, Fraction]) -> MDPSolution:
    """Return the greatest expected payoff from each position and a policy that attains it; play without end pays 0.

    A Markov decision process (Bellman 1957), one strongly connected component at a time, from the terminal positions
    back. A component of one position without a cycle is backward induction. Any other is solved by policy iteration in
    rationals (Howard 1960). A move is replaced only by a strictly better one, so that no policy occurs twice.
    Cost: the edges, and a linear system of the size of the component for each round of policy iteration. The number of
    rounds is small in practice and exponential at worst.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
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
    ends = (arrays.positions[number] for number in np.flatnonzero(arrays.outcome_of >= 0).tolist())
    terminal = {node: to_flint(terminal_payoffs[node]) for node in ends}
    values, policy = solve_decisions(exact_decisions(graph), terminal)
    return MDPSolution({node: to_fraction(value) for node, value in values.items()}, policy)


def exact_decisions(graph: nx.MultiDiGraph) -> dict[Position, dict[tuple[Move, ...], dict[Position, fmpq]]]:
    """Return the joint moves of a state graph with the distribution of the next position, in the arithmetic of flint.

    Cost: the edges.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        A state graph.

    Examples
    --------
    >>> from gametheory import state_graph
    >>> from gametheory.games.towers import Towers
    >>> graph = state_graph(Towers(soldiers=2, towers=2, hits=1, kills=1))
    >>> [list(after.values()) for after in exact_decisions(graph)[graph.graph["start"]].values()]
    [[1/2, 1/2]]
    """
    arrays = state_arrays(graph)
    table = [to_flint(probability) for probability in arrays.probabilities or [Fraction(1)]]
    successors = [arrays.positions[number] for number in arrays.successor.tolist()]
    codes = arrays.probability_of
    probabilities = [fmpq(1)] * len(successors) if codes is None else [table[code] for code in codes.tolist()]
    edges = list(zip(successors, probabilities, strict=True))
    first, joints = arrays.first_move.tolist(), arrays.move_of.tolist()
    starts = range(len(edges) + 1) if arrays.first_successor is None else arrays.first_successor.tolist()
    return {
        arrays.positions[number]: {
            arrays.moves[joints[joint]]: dict(edges[starts[joint] : starts[joint + 1]])
            for joint in range(first[number], first[number + 1])
        }
        for number in np.flatnonzero(arrays.outcome_of < 0).tolist()
    }


def solve_decisions(
    decisions: Decisions, terminal: Mapping[Any, fmpq], first: Mapping[Any, tuple[Move, ...]] | None = None
) -> tuple[dict[Any, fmpq], dict[Any, tuple[Move, ...]]]:
    """Return the greatest expected value from each position and a policy; the core of `solve_mdp`, without a graph.

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
        part = {node: decisions[node] for node in component}
        if len(part) == 1 and component[0] not in _successors(part[component[0]]):
            [node] = component
            values[node], policy[node] = _best_move(part[node], values, (first or {}).get(node))
            continue
        found, chosen = _solve_component(part, values, first or {})
        values.update(found)
        policy.update(chosen)
    return values, policy


def indicator_payoff(graph: nx.MultiDiGraph, outcome: str) -> Values:
    """Return the payoff 1 for terminal positions with an outcome, 0 for the others.

    The greatest expected payoff is then the greatest probability of the outcome. Cost: the number of positions.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
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


def _best_move(
    moves: Mapping[tuple[Move, ...], Steps], values: Mapping[Any, fmpq], first: tuple[Move, ...] | None
) -> tuple[fmpq, tuple[Move, ...]]:
    """Return the value and a best move of a position that play visits once; `first` if it is one of them."""
    expected = {move: expected_next(after, values) for move, after in moves.items()}
    best = max(expected, key=expected.__getitem__)
    return expected[best], first if first is not None and expected[first] == expected[best] else best


def _solve_component(
    part: Decisions, values: dict[Any, fmpq], first: Mapping[Any, tuple[Move, ...]]
) -> tuple[dict[Any, fmpq], dict[Any, tuple[Move, ...]]]:
    """Return the values and moves of one component, given the values of all positions that can follow it."""
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


def _require_single_player(graph: nx.MultiDiGraph) -> None:
    """Raise ValueError if more than one player moves in the game."""
    active = set(state_arrays(graph).groups[0]) - {()}
    if len(active) > 1 or any(len(names) > 1 for names in active):
        raise ValueError(f"not a single-player game: {' / '.join(sorted(', '.join(names) for names in active))} move")
