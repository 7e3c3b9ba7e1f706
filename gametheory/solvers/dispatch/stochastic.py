"""Solve stochastic games: games of several players with chance moves or simultaneous moves, and cycles."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from gametheory.model.classify import GameClass, MoveOrder
from gametheory.model.game import Move, Position
from gametheory.model.payoffs import Payoffs
from gametheory.model.state_arrays import StateArrays
from gametheory.model.state_graph import game_of, start_of, state_arrays
from gametheory.numbers.rationals import round_outward, to_flint, to_fraction
from gametheory.solvers.active_index import strategy_map
from gametheory.solvers.array_results import MoveSet
from gametheory.solvers.backward_induction import best_moves
from gametheory.solvers.decision_rows import decision_rows
from gametheory.solvers.dispatch.requirements import (
    NoSolver,
    TerminalPayoffs,
    require_small_components,
)
from gametheory.solvers.markov_decision import indicator_payoff
from gametheory.solvers.pivoting import TooManyPivots
from gametheory.solvers.solution import Check, OutcomeProbability, Solution, Strategy, pure_strategies
from gametheory.verify import check_epsilon_equilibrium, check_guarantee, check_payoff_bound
from gametheory.verify.errors import require

GUARANTEES_CHECK = Check(
    "the strategy of each player guarantees the value, from every position", "verify.check_guarantee"
)
BOUNDS_CHECK = Check("each player's strategy guarantees its bound, from every position", "verify.check_payoff_bound")
OUTCOMES_CHECK = Check("the probability of each outcome under the strategies", "verify.check_guarantee")
EQUILIBRIUM_CHECK = Check(
    "no player gains by any other strategy, from any position", "verify.check_stationary_equilibrium"
)
EPSILON_CHECK = Check(
    "no player gains more than ε by any other strategy, from any position", "verify.check_epsilon_equilibrium"
)
OTHERS = {True: "none", False: "some", None: "unknown"}
MAX_COMPONENT, MAX_SIMULTANEOUS_COMPONENT = 50_000, 500
Ranks = tuple[Mapping[Position, int], Mapping[Position, int]]


def zero_sum_solution(
    graph: StateArrays, game_class: GameClass, method: str, checks: tuple[Check, ...], value: Fraction, **facts: Any
) -> Solution:
    """Return the solution of a zero-sum game of two players with a known value."""
    payoffs = dict(zip(game_of(graph).players, (value, -value), strict=True))
    return Solution(graph, game_class, method, checks, zero_sum=True, payoffs=payoffs, **facts)


def solve_sequential_stochastic(
    graph: StateArrays,
    game_class: GameClass,
    terminal: TerminalPayoffs,
    width: Fraction,
    component_limit: int | None = None,
) -> Solution:
    """Solve a sequential two-player zero-sum game with chance moves and cycles: exactly, or a bracket."""
    from gametheory.solvers.stochastic.sequential import solve_sequential  # here, because scipy takes long to import

    if len(graph) > (component_limit or MAX_COMPONENT):
        return _bracket_sequential(graph, game_class, terminal, width)
    values, moves, ranks, optimal = solve_sequential(graph, terminal)
    strategy = pure_strategies(graph, moves)
    value, upper = checked_guarantees(graph, terminal, strategy, (values, values), ranks)
    require(value == upper, "the strategies guarantee {} and {}", value, upper)
    payoffs: dict[Position, Payoffs] = {node: (value, -value) for node, value in values.items()}
    start = start_of(graph)
    outcomes = outcome_probabilities(graph, strategy)
    return zero_sum_solution(
        graph,
        game_class,
        "strategy iteration in rationals",
        (GUARANTEES_CHECK, *([OUTCOMES_CHECK] if outcomes else [])),
        value,
        strategy=strategy,
        outcomes=outcomes,
        best_first_moves=tuple(best_moves(graph, start, payoffs)) if moves[start] else (),
        optimal_moves=optimal,
    )


def _bracket_sequential(
    graph: StateArrays, game_class: GameClass, terminal: TerminalPayoffs, width: Fraction
) -> Solution:
    """Solve a large sequential two-player zero-sum game with chance moves and cycles: a bracket of the value."""
    from gametheory.solvers.stochastic.payoff_bounds import bound_payoffs

    try:
        found = bound_payoffs(graph, terminal, width)
    except ValueError as error:
        options = "--component-limit, in Python component_limit, above the number of positions solves it exactly"
        raise NoSolver(game_class, f"{error}; {options}") from error
    players, bounds = game_of(graph).players, []
    for side, (player, bound) in enumerate(zip(players, found, strict=True)):
        payoffs = {position: row[side] for position, row in terminal.items()}
        bounds.append(check_payoff_bound(graph, payoffs, player, bound))
    wide = "" if -bounds[1] - bounds[0] <= width else "; the bracket is wider than asked"
    lower, upper = _decimals(bounds[0], -bounds[1], width)
    chosen = np.maximum(found[0].chosen, found[1].chosen)
    return Solution(
        graph,
        game_class,
        f"value iteration in floats, and bounds in whole numbers{wide}",
        (BOUNDS_CHECK,),
        zero_sum=True,
        bounds={players[0]: (lower, upper), players[1]: (-upper, -lower)},
        strategy=pure_strategies(graph, strategy_map(graph, chosen)),
        optimal_moves=MoveSet(graph, np.isin(np.arange(len(graph.move_of)), chosen)),
    )


def solve_simultaneous_stochastic(
    graph: StateArrays,
    game_class: GameClass,
    terminal: TerminalPayoffs,
    width: Fraction,
    component_limit: int | None = None,
) -> Solution:
    """Solve a zero-sum simultaneous game with cycles: a bracket of the value, or the value where it proves rational."""
    from gametheory.solvers.stochastic.concurrent import bracket_stochastic

    require_small_components(graph, game_class, component_limit or MAX_SIMULTANEOUS_COMPONENT)
    low, high = bracket_stochastic(graph, terminal, width)
    strategy = {node: {**low.strategy.get(node, {}), **high.strategy.get(node, {})} for node in graph}
    strategy = {node: mixed for node, mixed in strategy.items() if mixed}
    lower, upper = checked_guarantees(graph, terminal, strategy, (low.values, high.values), (low.ranks, high.ranks))
    one, two = game_of(graph).players
    exact = {one: lower, two: -lower} if lower == upper else {}
    lower, upper = _decimals(lower, upper, width)
    wide = "" if exact or upper - lower <= 2 * width else "; the bracket is wider than asked"
    return Solution(
        graph,
        game_class,
        f"strategy iteration over matrix games from both sides, in rationals{wide}",
        (Check("each player's strategy guarantees its bound, from every position", "verify.check_guarantee"),),
        zero_sum=True,
        payoffs=exact,
        bounds={} if exact else {one: (lower, upper), two: (-upper, -lower)},
        strategy=strategy,
        optimal_moves=played_moves(graph, strategy),
    )


def solve_general_sum_game(
    graph: StateArrays,
    game_class: GameClass,
    terminal: TerminalPayoffs,
    width: Fraction,
    component_limit: int | None = None,
) -> Solution:
    """Solve a game that is not zero-sum, or has three or more players: an equilibrium, or nearly one."""
    from gametheory.solvers.stochastic.general_sum import solve_general_sum

    if game_class.cyclic:
        largest = MAX_SIMULTANEOUS_COMPONENT if game_class.order is MoveOrder.SIMULTANEOUS else MAX_COMPONENT
        require_small_components(graph, game_class, component_limit or largest)
    try:
        payoffs, most, strategy, ranks, unique = solve_general_sum(graph, terminal, width, component_limit)
    except TooManyPivots as error:
        options = "--component-limit, in Python component_limit"
        raise NoSolver(game_class, f"{error} in the game of one position; {options}, allows more") from error
    except ValueError as error:
        raise NoSolver(game_class, str(error)) from error
    epsilon = check_epsilon_equilibrium(graph, terminal, payoffs, most, strategy, ranks)
    start, players = start_of(graph), game_of(graph).players
    bounds = [_decimals(*pair, width) for pair in zip(payoffs[start], most[start], strict=True)] if epsilon else []
    outcomes = outcome_probabilities(graph, strategy)
    best = "best responses in rationals" if game_class.cyclic else "an equilibrium of the joint moves"
    best = "logit equilibria and Newton's method in rationals" if epsilon else best
    return Solution(
        graph,
        game_class,
        f"backward induction with {best}",
        (EPSILON_CHECK if epsilon else EQUILIBRIUM_CHECK, *([OUTCOMES_CHECK] if outcomes else [])),
        payoffs={} if epsilon else dict(zip(players, payoffs[start], strict=True)),
        bounds=dict(zip(players, bounds, strict=False)),
        epsilon=epsilon or None,
        strategy={node: strategy[node] for node in graph if node in strategy},
        outcomes=outcomes,
        other_equilibria=OTHERS[unique],
        optimal_moves=played_moves(graph, strategy),
    )


def _decimals(lower: Fraction, upper: Fraction, width: Fraction) -> tuple[Fraction, Fraction]:
    """Return bounds rounded outward to decimals that are much finer than the width that was asked."""
    return round_outward(lower, upper, 10 ** (len(str(int(1 / width))) + 2))


def played_moves(graph: StateArrays, strategy: Strategy) -> frozenset[tuple[Position, tuple[Move, ...]]]:
    """Return the joint moves that have a positive probability."""
    arrays = state_arrays(graph)
    groups, group_of = arrays.groups
    return frozenset(
        (position, moves)
        for position, mixed in strategy.items()
        for number in [arrays.index[position]]
        for moves in arrays.moves_in(number)
        if all(move in mixed[player] for player, move in zip(groups[int(group_of[number])], moves, strict=True))
    )


def checked_guarantees(
    graph: StateArrays,
    terminal: TerminalPayoffs,
    strategy: Strategy,
    values: tuple[Mapping[Position, Fraction], Mapping[Position, Fraction]],
    ranks: Ranks,
) -> tuple[Fraction, Fraction]:
    """Return a lower and an upper bound of the value to the first player, which the two strategies guarantee.

    >>> from gametheory import Outcome, state_graph
    >>> class Gift:
    ...     players = ("giver", "taker")
    ...     def start(self): return "start"
    ...     def outcome(self, at): return None if at == "start" else Outcome("given")
    ...     def moves(self, at, player): return ("give",) if player == "giver" else ()
    ...     def after(self, at, move): return move
    >>> terminal, value = {"give": (Fraction(-1), Fraction(1))}, {"start": Fraction(-1), "give": Fraction(-1)}
    >>> strategy = {"start": {"giver": {"give": Fraction(1)}}}
    >>> checked_guarantees(state_graph(Gift()), terminal, strategy, (value, value), ({}, {"start": 1}))
    (Fraction(-1, 1), Fraction(-1, 1))
    """
    first, second = game_of(graph).players
    lower, upper = values
    own = {position: payoffs[0] for position, payoffs in terminal.items()}
    at_least = check_guarantee(graph, own, [first], strategy, lower, ranks[0])
    negative = {position: -payoff for position, payoff in upper.items()}
    other = {position: payoffs[1] for position, payoffs in terminal.items()}
    return at_least, -check_guarantee(graph, other, [second], strategy, negative, ranks[1])


def outcome_probabilities(graph: StateArrays, strategy: Strategy) -> dict[str, OutcomeProbability]:
    """Return the probability of each outcome under the strategies of all players; empty if outcomes have payoffs.

    >>> from gametheory import Outcome, state_graph
    >>> class Gift:
    ...     players = ("giver", "taker")
    ...     def start(self): return "start"
    ...     def outcome(self, at): return None if at == "start" else Outcome("taker")
    ...     def moves(self, at, player): return ("give",) if player == "giver" else ()
    ...     def after(self, at, move): return move
    >>> strategy = {"start": {"giver": {"give": Fraction(1)}}}
    >>> outcome_probabilities(state_graph(Gift()), strategy)["taker"].probability
    Fraction(1, 1)
    """
    from gametheory.solvers.stochastic.profile import decisions_against, expected_under

    arrays, players = state_arrays(graph), game_of(graph).players
    if any(outcome.payoffs for outcome in arrays.outcomes):
        return {}
    chain = decisions_against(arrays, decision_rows(arrays), strategy, None)

    def guaranteed(name: str, sign: int) -> Fraction:
        payoffs = {node: sign * payoff for node, payoff in indicator_payoff(graph, name).items()}
        values, ranks = expected_under(chain, {arrays.index[node]: to_flint(pay) for node, pay in payoffs.items()})
        exact = {arrays.positions[number]: to_fraction(value) for number, value in values.items()}
        nearer = {arrays.positions[number]: rank for number, rank in ranks.items()}
        return check_guarantee(graph, payoffs, players, strategy, exact, nearer)

    found = {name: guaranteed(name, 1) for name in sorted({outcome.name for outcome in arrays.outcomes})}
    if sum(found.values()) < 1:  # play may never end, and at least these probabilities are not yet all
        for name, at_least in found.items():
            at_most = -guaranteed(name, -1)
            require(at_least == at_most, "the probability of {} is {} or {}", name, at_least, at_most)
    return {name: OutcomeProbability(probability) for name, probability in found.items()}
