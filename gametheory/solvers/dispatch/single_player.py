"""Solve games with at most one player: shortest paths, Markov decision processes, and Markov chains."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from gametheory.model.classify import GameClass
from gametheory.model.game import Move, Position
from gametheory.model.payoffs import Payoffs, is_zero_sum
from gametheory.model.state_arrays import PositionMap, StateArrays
from gametheory.solvers.array_results import pure_strategies
from gametheory.solvers.dispatch.requirements import payoffs_if_any
from gametheory.solvers.markov_chain import absorption_probabilities, expected_duration
from gametheory.solvers.markov_decision import indicator_payoff, solve_mdp
from gametheory.solvers.shortest_paths import count_shortest_plays, distance_to_outcome, shortest_plays
from gametheory.solvers.solution import Check, OutcomeDistance, OutcomeProbability, Solution
from gametheory.verify import check_absorption_probability, check_distance_lower_bound, check_mdp_policy, check_play
from gametheory.verify.errors import require

PAYOFF = "payoff"
PAYOFF_CHECK = Check(
    "the greatest expected payoff from every position, and a policy that attains it", "verify.check_mdp_policy"
)
CHANCE_PAYOFFS_CHECK = Check("the expected payoffs from every position", "verify.check_mdp_policy")
DISTANCE_CHECKS = (
    Check("no play from the start to an outcome is shorter than its distance", "verify.check_distance_lower_bound"),
    Check("a play of that length to each outcome", "verify.check_play"),
)


def solve_chance_game(graph: StateArrays, game_class: GameClass, names: Sequence[str]) -> Solution:
    """Solve a game without decisions, an absorbing Markov chain, for the payoffs and the outcomes with some names.

    >>> from gametheory import unfold
    >>> from gametheory.games.towers import Towers
    >>> from gametheory.model.classify import classify
    >>> graph = unfold(Towers(soldiers=2, towers=2, hits=1, kills=1))
    >>> solve_chance_game(graph, classify(graph), ()).expected_duration
    Fraction(3, 2)
    """
    outcomes = {}
    for name in names:
        probabilities = absorption_probabilities(graph, name)
        outcomes[name] = OutcomeProbability(check_absorption_probability(graph, probabilities, name))
    terminal = payoffs_if_any(graph)
    nothing = dict.fromkeys(graph.game.players, Fraction(0)) if not graph.outcomes else {}  # play never ends
    check = Check("the probability of each outcome from every position", "verify.check_absorption_probability")
    return Solution(
        graph,
        game_class,
        "absorption of a Markov chain, exactly",
        (*([check] if names or not terminal else []), *([CHANCE_PAYOFFS_CHECK] if terminal else [])),
        zero_sum=bool(terminal) and is_zero_sum(terminal),
        payoffs=nothing or _expected_payoffs(graph, terminal),
        outcomes=outcomes,
        never_ends=1 - sum((facts.probability for facts in outcomes.values()), Fraction(0)),
        expected_duration=expected_duration(graph),
    )


def solve_single_player(graph: StateArrays, game_class: GameClass, names: Sequence[str]) -> Solution:
    """Solve a single-player game without chance moves: the shortest plays to each outcome, and the best payoff."""
    outcomes = {}
    optimal: set[tuple[Position, tuple[Move, ...]]] = set()
    for name in names:
        distances = distance_to_outcome(graph, name)
        play = next(shortest_plays(graph, name))
        moves = [step.moves for step in play]
        # The labels bound the distance from below, and the play attains it.
        distance = check_play(graph.game, moves, name)
        require(
            check_distance_lower_bound(graph, name, distances) == distance, f"a play to {name} is not a shortest one"
        )
        nearest = np.where(distances.codes < 0, len(graph), distances.codes)
        strategy = pure_strategies(_least_after(graph, nearest))
        outcomes[name] = OutcomeDistance(
            distance, count_shortest_plays(graph, name), tuple(joint[0] for joint in moves), strategy, distances
        )
        optimal |= {(step.position, step.moves) for step in play}
    return _with_objective(graph, game_class, "shortest paths", DISTANCE_CHECKS, outcomes, optimal)


def solve_decision_process(graph: StateArrays, game_class: GameClass, names: Sequence[str]) -> Solution:
    """Solve a single-player game with chance moves: the best probability of each outcome, and the best payoff.

    >>> from gametheory import Distribution, Outcome, unfold
    >>> from gametheory.model.classify import classify
    >>> class Bet:
    ...     players = ("gambler",)
    ...     def start(self): return "start"
    ...     def outcome(self, at): return None if at == "start" else Outcome(at)
    ...     def moves(self, at, player): return ("safe", "risky")
    ...     def after(self, at, move):
    ...         won = Fraction(2 if move == "safe" else 1, 3)
    ...         return Distribution({"won": won, "lost": 1 - won})
    >>> graph = unfold(Bet())
    >>> solve_decision_process(graph, classify(graph), ["won"]).outcomes["won"].probability
    Fraction(2, 3)
    """
    outcomes = {}
    optimal: set[tuple[Position, tuple[Move, ...]]] = set()
    for name in names:
        probability, policy = _checked_process(graph, indicator_payoff(graph, name))
        outcomes[name] = OutcomeProbability(probability, pure_strategies(policy))
        optimal |= set(policy.items())
    algorithm = "policy iteration in rationals" if game_class.cyclic else "backward induction"
    method = f"a Markov decision process by {algorithm}"
    what = "the greatest probability of each outcome from every position, and a policy that attains it"
    checks = (Check(what, "verify.check_mdp_policy"),) if names or not payoffs_if_any(graph) else ()
    return _with_objective(graph, game_class, method, checks, outcomes, optimal)


def _checked_process(
    graph: StateArrays, payoffs: Mapping[Position, Fraction]
) -> tuple[Fraction, PositionMap[tuple[Move, ...]]]:
    """Return the greatest expected payoff at the start, and a policy that attains it."""
    values, policy = solve_mdp(graph, payoffs)
    return check_mdp_policy(graph, payoffs, values, policy), policy


def _with_objective(
    graph: StateArrays,
    game_class: GameClass,
    method: str,
    checks: tuple[Check, ...],
    outcomes: Mapping[str, Any],
    optimal: Set[tuple[Position, tuple[Move, ...]]],
) -> Solution:
    """Choose the objective of the player: the payoff if there are payoffs, otherwise one of the outcomes."""
    player = next(group[0] for group in graph.groups[0] if group)
    if terminal := payoffs_if_any(graph):
        own, policy = _checked_process(graph, _payoffs_of(graph, terminal, player))
        others = _expected_payoffs(_restrict(graph, policy), terminal) if len(graph.game.players) > 1 else {}
        return Solution(
            graph, game_class, method, (*checks, PAYOFF_CHECK), is_zero_sum(terminal), {**others, player: own},
            pure_strategies(policy), PAYOFF, outcomes, optimal_moves=frozenset(policy.items()),
        )  # fmt: skip
    objective = player if player in outcomes else min(outcomes, default=None)
    # Without an outcome play never ends, and the first legal move is as good as any.
    strategy = outcomes[objective].strategy if objective else pure_strategies(_least_after(graph, np.zeros(len(graph))))
    return Solution(
        graph, game_class, method, checks,
        strategy=strategy, objective=objective, outcomes=outcomes, optimal_moves=optimal,
    )  # fmt: skip


def _expected_payoffs(chain: StateArrays, terminal: Mapping[Position, Payoffs]) -> dict[str, Fraction]:
    """Return every player's expected payoff at the start of a graph without alternatives; empty without payoffs."""
    players = chain.game.players if terminal else ()
    return {player: _checked_process(chain, _payoffs_of(chain, terminal, player))[0] for player in players}


def _restrict(graph: StateArrays, policy: PositionMap[tuple[Move, ...]]) -> StateArrays:
    """Return the graph with the moves of a policy only."""
    joint_move = np.repeat(np.arange(len(graph)), np.diff(graph.first_move))
    # the rules are asked again who moves: they have more moves than the new graph
    return replace(graph.with_moves(graph.move_of == policy.codes[joint_move]), known_groups=None)


def _least_after(graph: StateArrays, numbers: Any) -> PositionMap[tuple[Move, ...]]:
    """Return the first move of each position that leads to the least number."""
    after, moving = numbers[graph.successor], np.flatnonzero(np.diff(graph.row))
    least = np.zeros(len(graph))
    least[moving] = np.minimum.reduceat(after, graph.row[moving]) if len(moving) else 0
    best = np.flatnonzero(after == least[graph.sources])[::-1]
    chosen = np.full(len(graph), -1)
    chosen[graph.sources[best]] = graph.move_of[graph.joint_move_of_edge()[best]]  # the last assignment counts
    return PositionMap(graph, chosen, graph.moves)


def _payoffs_of(graph: StateArrays, terminal: Mapping[Position, Payoffs], player: str) -> dict[Position, Fraction]:
    index = graph.game.players.index(player)
    return {position: payoffs[index] for position, payoffs in terminal.items()}
