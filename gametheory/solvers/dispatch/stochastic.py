"""Solve stochastic games: games of several players with chance moves or simultaneous moves, and cycles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import prod
from typing import Any

import numpy as np

from gametheory.model.classify import GameClass, MoveOrder
from gametheory.model.game import Move, Position
from gametheory.model.payoffs import Payoffs
from gametheory.model.state_arrays import PositionMap, StateArrays
from gametheory.numbers.rationals import round_outward, to_flint, to_fraction
from gametheory.solvers.array_results import MoveSet, Strategy, pure_strategies, strategy_map
from gametheory.solvers.decision_rows import decision_rows
from gametheory.solvers.dispatch.requirements import NoSolver, require_small_components
from gametheory.solvers.markov_decision import indicator_payoff
from gametheory.solvers.pivoting import TooManyPivots
from gametheory.solvers.solution import Check, OutcomeProbability, Solution
from gametheory.verify import (
    CertificateError,
    check_epsilon_equilibrium,
    check_guarantee,
    check_payoff_bound,
    check_sure_end,
)
from gametheory.verify.errors import require

GUARANTEES_CHECK = Check(
    "the strategy of each player guarantees the value, from every position", "verify.check_guarantee"
)
BOUNDS_CHECK = Check("each player's strategy guarantees its bound, from every position", "verify.check_payoff_bound")
END_CHECK = Check("play surely ends, so that a payoff is a probability", "verify.check_sure_end")
OUTCOMES_CHECK = Check("the probability of each outcome under the strategies", "verify.check_guarantee")
EQUILIBRIUM_CHECK = Check(
    "no player gains by any other strategy, from any position", "verify.check_stationary_equilibrium"
)
EPSILON_CHECK = Check(
    "no player gains more than ε by any other strategy, from any position", "verify.check_epsilon_equilibrium"
)
OTHERS = {True: "none", False: "some", None: "unknown"}
NARROWER = Fraction(49, 50)  # of a bracket, before both bounds are rounded outward by less than a hundredth
MAX_COMPONENT, MAX_SIMULTANEOUS_COMPONENT = 50_000, 500


def zero_sum_solution(
    graph: StateArrays,
    game_class: GameClass,
    method: str,
    checks: tuple[Check, ...],
    bracket: tuple[Fraction, Fraction],
    width: Fraction = Fraction(1),
    **facts: Any,
) -> Solution:
    """Return the solution of a zero-sum game of two players with a known value, or with bounds of it."""
    (lower, upper), (one, two) = bracket, graph.game.players
    if lower == upper:
        facts["payoffs"] = {one: lower, two: -lower}
    else:
        lower, upper = _decimals(lower, upper, width)
        method += "" if upper - lower <= width else "; the bracket is wider than asked"
        facts["bounds"] = {one: (lower, upper), two: (-upper, -lower)}
    return Solution(graph, game_class, method, checks, zero_sum=True, **facts)


def solve_sequential_stochastic(
    graph: StateArrays,
    game_class: GameClass,
    terminal: PositionMap[Payoffs],
    width: Fraction,
    component_limit: int | None = None,
) -> Solution:
    """Solve a sequential two-player zero-sum game with chance moves and cycles: exactly, or a bracket."""
    from gametheory.solvers.stochastic.sequential import solve_sequential  # here, because scipy takes long to import

    if len(graph) > (component_limit or MAX_COMPONENT):
        return _bracket_sequential(graph, game_class, terminal, width)
    values, moves, ranks, optimal = solve_sequential(graph, terminal)
    strategy = pure_strategies(moves)
    value, upper = _checked_guarantees(graph, terminal, strategy, (values, values), ranks)
    require(value == upper, "the strategies guarantee {} and {}", value, upper)
    outcomes = _outcome_probabilities(graph, strategy)
    return zero_sum_solution(
        graph,
        game_class,
        "strategy iteration in rationals",
        (GUARANTEES_CHECK, *([OUTCOMES_CHECK] if outcomes else [])),
        (value, upper),
        strategy=strategy,
        outcomes=outcomes,
        optimal_moves=optimal,
    )


def _bracket_sequential(
    graph: StateArrays, game_class: GameClass, terminal: PositionMap[Payoffs], width: Fraction
) -> Solution:
    """Solve a large sequential two-player zero-sum game with chance moves and cycles: a bracket of the value."""
    from gametheory.solvers.stochastic.payoff_bounds import bound_payoffs

    try:
        found = bound_payoffs(graph, terminal, NARROWER * width)
    except ValueError as error:
        options = "--component-limit, in Python component_limit, above the number of positions solves it exactly"
        raise NoSolver(game_class, f"{error}; {options}") from error
    low, high = (
        check_payoff_bound(graph, {position: row[side] for position, row in terminal.items()}, player, bound)
        for side, (player, bound) in enumerate(zip(graph.game.players, found, strict=True))
    )
    chosen = np.maximum(found[0].chosen, found[1].chosen)
    outcomes = _probability_bounds(graph, low, -high, width)
    return zero_sum_solution(
        graph,
        game_class,
        "value iteration in floats, and bounds in whole numbers",
        (BOUNDS_CHECK, *([END_CHECK] if outcomes else [])),
        (low, -high),
        width,
        outcomes=outcomes,
        strategy=pure_strategies(strategy_map(graph, chosen)),
        optimal_moves=MoveSet(graph, np.isin(np.arange(len(graph.move_of)), chosen)),
    )


def _probability_bounds(
    graph: StateArrays, lower: Fraction, upper: Fraction, width: Fraction
) -> dict[str, OutcomeProbability]:
    """Return bounds of the probability that each player wins, if one of them surely does: half of 1 and the payoff."""
    players = graph.game.players
    if any(outcome.payoffs or outcome.name not in players for outcome in graph.outcomes):
        return {}
    try:
        check_sure_end(graph)
    except CertificateError:
        return {}
    least, most = _decimals((1 + lower) / 2, (1 + upper) / 2, width)
    return dict(
        zip(players, (OutcomeProbability(least, most=most), OutcomeProbability(1 - most, most=1 - least)), strict=True)
    )


def solve_simultaneous_stochastic(
    graph: StateArrays,
    game_class: GameClass,
    terminal: PositionMap[Payoffs],
    width: Fraction,
    component_limit: int | None = None,
) -> Solution:
    """Solve a zero-sum simultaneous game with cycles: a bracket of the value, or the value where it proves rational."""
    from gametheory.solvers.stochastic.concurrent import bracket_stochastic

    require_small_components(graph, game_class, component_limit or MAX_SIMULTANEOUS_COMPONENT)
    low, high = bracket_stochastic(graph, terminal, NARROWER * width)
    mixed = {node: {**low.strategy.get(node, {}), **high.strategy.get(node, {})} for node in graph}
    strategy = {node: by_player for node, by_player in mixed.items() if by_player}
    return zero_sum_solution(
        graph,
        game_class,
        "strategy iteration over matrix games from both sides, in rationals",
        (Check("each player's strategy guarantees its bound, from every position", "verify.check_guarantee"),),
        _checked_guarantees(graph, terminal, strategy, (low.values, high.values), (low.ranks, high.ranks)),
        width,
        strategy=strategy,
        optimal_moves=played_moves(graph, strategy),
    )


def solve_general_sum_game(
    graph: StateArrays,
    game_class: GameClass,
    terminal: PositionMap[Payoffs],
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
    start, players = graph.start_position, graph.game.players
    bounds = [_decimals(*pair, width) for pair in zip(payoffs[start], most[start], strict=True)] if epsilon else []
    outcomes = _outcome_probabilities(graph, strategy)
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


def played_moves(graph: StateArrays, strategy: Strategy) -> dict[tuple[Position, tuple[Move, ...]], Fraction]:
    """Return the joint moves that have a positive probability, and their probabilities."""
    return {
        (position, moves): probability
        for position, mixed in strategy.items()
        for moves in graph.moves_in(graph.index[position])
        if (probability := joint_probability(mixed.values(), moves))
    }


def joint_probability(mixed: Iterable[Mapping[Move, Fraction]], moves: Iterable[Move]) -> Fraction:
    """Return the probability that mixed moves, one of each active player, make a joint move."""
    return prod((own.get(move, Fraction(0)) for own, move in zip(mixed, moves, strict=True)), start=Fraction(1))


def _checked_guarantees(
    graph: StateArrays,
    terminal: PositionMap[Payoffs],
    strategy: Strategy,
    values: tuple[Mapping[Position, Fraction], Mapping[Position, Fraction]],
    ranks: tuple[Mapping[Position, int], Mapping[Position, int]],
) -> tuple[Fraction, Fraction]:
    """Return a lower and an upper bound of the value to the first player, which the two strategies guarantee."""
    at_least = []
    for side, player in enumerate(graph.game.players):
        payoffs = {position: each[side] for position, each in terminal.items()}
        own = {position: -value for position, value in values[1].items()} if side else values[0]
        at_least.append(check_guarantee(graph, payoffs, [player], strategy, own, ranks[side]))
    return at_least[0], -at_least[1]


def _outcome_probabilities(graph: StateArrays, strategy: Strategy) -> dict[str, OutcomeProbability]:
    """Return the probability of each outcome under the strategies of all players; empty if outcomes have payoffs."""
    from gametheory.solvers.stochastic.profile import decisions_against, expected_under

    if any(outcome.payoffs for outcome in graph.outcomes):
        return {}
    chain = decisions_against(graph, decision_rows(graph), strategy, None)

    def guaranteed(name: str, sign: int) -> Fraction:
        payoffs = {node: sign * payoff for node, payoff in indicator_payoff(graph, name).items()}
        values, ranks = expected_under(chain, {graph.index[node]: to_flint(pay) for node, pay in payoffs.items()})
        exact = {graph.positions[number]: to_fraction(value) for number, value in values.items()}
        nearer = {graph.positions[number]: rank for number, rank in ranks.items()}
        return check_guarantee(graph, payoffs, graph.game.players, strategy, exact, nearer)

    found = {name: guaranteed(name, 1) for name in sorted({outcome.name for outcome in graph.outcomes})}
    if sum(found.values()) < 1:  # play may never end, and at least these probabilities are not yet all
        for name, at_least in found.items():
            at_most = -guaranteed(name, -1)
            require(at_least == at_most, "the probability of {} is {} or {}", name, at_least, at_most)
    return {name: OutcomeProbability(probability) for name, probability in found.items()}
