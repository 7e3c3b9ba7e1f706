"""Single-player games with or without chance moves: Markov decision processes, solved exactly."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

import networkx as nx

from gametheory.model.game import Move, Outcome, Position, active_players
from gametheory.model.payoffs import expected_value
from gametheory.model.state_graph import joint_moves
from gametheory.solvers.markov_chain import expected_values

Values: TypeAlias = dict[Position, Fraction]
Component: TypeAlias = dict[Position, dict[tuple[Move, ...], dict[Position, Fraction]]]
Policy: TypeAlias = dict[Position, tuple[Move, ...] | None]


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
    ongoing = {node: joint_moves(graph, node) for node, end in graph.nodes(data="outcome") if end is None}
    values = {node: terminal_payoffs[node] for node, end in graph.nodes(data="outcome") if end is not None}
    policy: dict[Position, tuple[Move, ...]] = {}
    components = nx.condensation(graph.subgraph(ongoing))
    for component in reversed(list(nx.topological_sort(components))):
        _solve_component({node: ongoing[node] for node in components.nodes[component]["members"]}, values, policy)
    return MDPSolution(values, policy)


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
    terminal = ((node, end) for node, end in graph.nodes(data="outcome") if end is not None)
    return {node: Fraction(int(end.name == outcome)) for node, end in terminal}


def _solve_component(part: Component, values: Values, policy: dict[Position, tuple[Move, ...]]) -> None:
    """Add the values and moves of one component, given the values of all positions that can follow it."""
    staying = _moves_that_stay(part)
    # None is the choice to stay in the component forever, which pays 0
    current: Policy = {node: None if node in staying else next(iter(moves)) for node, moves in part.items()}
    while True:
        evaluated = values | _evaluate(part, current, values)
        better = {}
        for node, moves in part.items():
            best = max(moves, key=lambda move: expected_value(moves[move], evaluated))
            if expected_value(moves[best], evaluated) > evaluated[node]:
                better[node] = best
        if not better:
            break
        current |= better
    for node in part:
        values[node] = evaluated[node]
        move = current[node]
        policy[node] = staying[node] if move is None else move


def _moves_that_stay(part: Component) -> dict[Position, tuple[Move, ...]]:
    """Return moves with which play never leaves the component, on the greatest set of positions that has such moves."""
    inside = set(part)
    while True:
        moves = {n: next((m for m, after in part[n].items() if inside >= after.keys()), None) for n in inside}
        staying = {node: move for node, move in moves.items() if move is not None}
        if len(staying) == len(inside):
            return staying
        # a position without such a move is left sooner or later, and so may be the moves that lead to it
        inside = set(staying)


def _evaluate(part: Component, policy: Policy, values: Values) -> Values:
    """Return the values of a component under a policy, by the linear system of its Markov chain."""
    # a single position that cannot repeat has no system to solve
    if len(part) == 1 and all(node not in after for node, moves in part.items() for after in moves.values()):
        return {node: expected_value(_after(moves, policy[node]), values) for node, moves in part.items()}
    chain = nx.MultiDiGraph()
    payoffs: Values = {}
    for node, moves in part.items():
        distribution = _after(moves, policy[node])
        chain.add_node(node, outcome=None if distribution else Outcome("stays"))
        payoffs[node] = Fraction(0)
        for successor, probability in distribution.items():
            if successor not in part:
                chain.add_node(successor, outcome=Outcome("leaves"))
                payoffs[successor] = values[successor]
            chain.add_edge(node, successor, moves=(), probability=probability)
    labels = expected_values(chain, payoffs)
    return {node: labels[node] for node in part}


def _after(
    moves: Mapping[tuple[Move, ...], Mapping[Position, Fraction]], move: tuple[Move, ...] | None
) -> Mapping[Position, Fraction]:
    """Return the distribution after a move, empty for the choice to stay forever."""
    return {} if move is None else moves[move]


def _require_single_player(graph: nx.MultiDiGraph) -> None:
    """Raise ValueError if more than one player moves in the game."""
    game: Any = graph.graph["game"]
    active = {active_players(game, node) for node, end in graph.nodes(data="outcome") if end is None} - {()}
    if len(active) > 1 or any(len(names) > 1 for names in active):
        raise ValueError(f"not a single-player game: {' / '.join(sorted(', '.join(names) for names in active))} move")
