"""Solve stochastic games: games of several players with chance moves or simultaneous moves, and cycles."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import networkx as nx

from gametheory.model.classify import GameClass
from gametheory.model.game import Position
from gametheory.model.payoffs import Payoffs
from gametheory.solvers.backward_induction import best_moves
from gametheory.solvers.dispatch.requirements import TerminalPayoffs, require_zero_sum
from gametheory.solvers.markov_decision import indicator_payoff
from gametheory.solvers.solution import Check, OutcomeProbability, Solution, Strategy, pure_strategies
from gametheory.verify import check_guarantee
from gametheory.verify.errors import require

GUARANTEES_CHECK = Check(
    "the strategy of each player guarantees the value, from every position", "verify.check_guarantee"
)
OUTCOMES_CHECK = Check("the probability of each outcome under the strategies", "verify.check_guarantee")
Ranks = tuple[Mapping[Position, int], Mapping[Position, int]]


def solve_sequential_stochastic(graph: nx.MultiDiGraph, game_class: GameClass) -> Solution:
    """Solve a sequential two-player zero-sum game with chance moves and cycles: strategy iteration.

    >>> from gametheory import Distribution, Outcome, state_graph
    >>> from gametheory.model.classify import classify
    >>> class Heads:
    ...     players = ("first", "second")
    ...     def start(self): return (0, "first")
    ...     def outcome(self, at): return Outcome(at[1]) if at[0] == 1 else None
    ...     def moves(self, at, player): return ("toss",) if at[1] == player else ()
    ...     def after(self, at, move):
    ...         other = "second" if at[1] == "first" else "first"
    ...         return Distribution({(1, at[1]): Fraction(1, 2), (0, other): Fraction(1, 2)})
    >>> graph = state_graph(Heads())
    >>> solve_sequential_stochastic(graph, classify(graph)).payoffs
    {'first': Fraction(1, 3), 'second': Fraction(-1, 3)}
    """
    from gametheory.solvers.stochastic.sequential import solve_sequential  # here, because scipy takes long to import

    terminal = require_zero_sum(graph, game_class)
    values, moves, ranks = solve_sequential(graph, terminal)
    strategy = pure_strategies(graph, moves)
    value, upper = checked_guarantees(graph, terminal, strategy, (values, values), ranks)
    require(value == upper, "the strategies guarantee {} and {}", value, upper)
    payoffs: dict[Position, Payoffs] = {node: (value, -value) for node, value in values.items()}
    optimal = frozenset((node, (move,)) for node in moves if moves[node] for move in best_moves(graph, node, payoffs))
    start = graph.graph["start"]
    outcomes = outcome_probabilities(graph, strategy)
    return Solution(
        graph,
        game_class,
        "strategy iteration in rationals",
        (GUARANTEES_CHECK, *([OUTCOMES_CHECK] if outcomes else [])),
        zero_sum=True,
        payoffs=dict(zip(graph.graph["game"].players, (value, -value), strict=True)),
        strategy=strategy,
        outcomes=outcomes,
        best_first_moves=tuple(best_moves(graph, start, payoffs)) if moves[start] else (),
        optimal_moves=optimal,
    )


def checked_guarantees(
    graph: nx.MultiDiGraph,
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
    first, second = graph.graph["game"].players
    lower, upper = values
    own = {position: payoffs[0] for position, payoffs in terminal.items()}
    at_least = check_guarantee(graph, own, [first], strategy, lower, ranks[0])
    negative = {position: -payoff for position, payoff in upper.items()}
    other = {position: payoffs[1] for position, payoffs in terminal.items()}
    return at_least, -check_guarantee(graph, other, [second], strategy, negative, ranks[1])


def outcome_probabilities(graph: nx.MultiDiGraph, strategy: Strategy) -> dict[str, OutcomeProbability]:
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
    from gametheory.solvers.stochastic.profile import expected_under, profile_steps

    outcomes = [outcome for _, outcome in graph.nodes(data="outcome") if outcome is not None]
    if any(outcome.payoffs for outcome in outcomes):
        return {}
    steps, players = profile_steps(graph, strategy), graph.graph["game"].players
    found = {}
    for name in sorted({outcome.name for outcome in outcomes}):
        payoffs = indicator_payoff(graph, name)
        values, ranks = expected_under(steps, payoffs)
        found[name] = check_guarantee(graph, payoffs, players, strategy, values, ranks)
    if sum(found.values()) < 1:  # play may never end, and at least these probabilities are not yet all
        for name, at_least in found.items():
            payoffs = {node: -payoff for node, payoff in indicator_payoff(graph, name).items()}
            at_most = -check_guarantee(graph, payoffs, players, strategy, expected_under(steps, payoffs).values, {})
            require(at_least == at_most, "the probability of {} is {} or {}", name, at_least, at_most)
    return {name: OutcomeProbability(probability) for name, probability in found.items()}
