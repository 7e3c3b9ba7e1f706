"""Single-player games with or without chance moves: Markov decision processes, solved exactly."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple, TypeAlias

import numpy as np

from gametheory.model.game import Move, Position
from gametheory.model.payoffs import ExactColumn
from gametheory.model.state_arrays import PositionMap
from gametheory.model.state_graph import StateGraph, state_arrays
from gametheory.numbers.format import short_repr
from gametheory.numbers.rationals import to_flint
from gametheory.solvers.array_results import CHANCE, TERMINAL, strategy_map, terminal_codes
from gametheory.solvers.decision_rows import decision_rows
from gametheory.solvers.expected_payoffs import induce_expected
from gametheory.solvers.policy_iteration import solve_moves

Values: TypeAlias = dict[Position, Fraction]


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
    codes, table = terminal_codes(arrays, terminal_payoffs)
    order = arrays.order
    if order is None:
        rows, exact = decision_rows(arrays), list(map(to_flint, table))
        known = {number: exact[code] for number, code in enumerate(codes.tolist()) if code >= 0}
        options = {number: rows.moves(number) for number in range(len(arrays)) if number not in known}
        found, policy = solve_moves(rows, options, known, {})
        known |= found
        values = ExactColumn([known[number] for number in range(len(arrays))], [1] * len(arrays))
        chosen = np.array([policy.get(number, -1) for number in range(len(arrays))])
    else:
        groups, group_of = arrays.groups
        active = np.array([*(0 if group else CHANCE for group in groups), TERMINAL], np.int32)[group_of]
        [values], chosen, _ = induce_expected(arrays, order, active, (codes, [(payoff,) for payoff in table]))
    own = PositionMap(arrays, np.arange(len(arrays), dtype=np.int32), values)
    return MDPSolution(own, strategy_map(arrays, chosen))


def indicator_payoff(graph: StateGraph, outcome: str) -> Values:
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
        raise ValueError(f"not a single-player game: {' / '.join(sorted(', '.join(names) for names in active))} move")
