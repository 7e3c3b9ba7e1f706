"""Solve games with at most one player: shortest paths, Markov decision processes, and Markov chains."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import numpy as np

from gametheory.model.classify import GameClass, MoveOrder
from gametheory.model.game import Move, Position
from gametheory.model.payoffs import is_zero_sum
from gametheory.model.state_arrays import PositionMap, StateArrays
from gametheory.model.state_graph import game_of, state_arrays
from gametheory.solvers.dispatch.requirements import TerminalPayoffs, payoffs_if_any, require_payoffs
from gametheory.solvers.markov_chain import absorption_probabilities, expected_duration
from gametheory.solvers.markov_decision import indicator_payoff, solve_mdp
from gametheory.solvers.shortest_paths import count_shortest_plays, distance_to_outcome, shortest_plays
from gametheory.solvers.solution import Check, OutcomeDistance, OutcomeProbability, Solution, pure_strategies
from gametheory.verify import check_absorption_probability, check_distance_lower_bound, check_mdp_policy, check_play
from gametheory.verify.errors import require

Policy = Mapping[Position, tuple[Move, ...]]

PAYOFF = "payoff"
PAYOFF_CHECK = Check(
    "the greatest expected payoff from every position, and a policy that attains it", "verify.check_mdp_policy"
)
CHANCE_PAYOFFS_CHECK = Check("the expected payoffs from every position", "verify.check_mdp_policy")


def solve_chance_game(graph: StateArrays, game_class: GameClass) -> Solution:
    """Solve a game without decisions: an absorbing Markov chain.

    >>> from gametheory import state_graph
    >>> from gametheory.games.towers import Towers
    >>> from gametheory.model.classify import classify
    >>> graph = state_graph(Towers(soldiers=2, towers=2, hits=1, kills=1))
    >>> solve_chance_game(graph, classify(graph)).expected_duration
    Fraction(3, 2)
    """
    outcomes = {}
    for name in _outcome_names(graph):
        probabilities = absorption_probabilities(graph, name)
        outcomes[name] = OutcomeProbability(check_absorption_probability(graph, probabilities, name))
    terminal = payoffs_if_any(graph)
    checks = [Check("the probability of each outcome from every position", "verify.check_absorption_probability")]
    return Solution(
        graph,
        game_class,
        "absorption of a Markov chain, exactly",
        (*checks, *([CHANCE_PAYOFFS_CHECK] if terminal else [])),
        zero_sum=bool(terminal) and is_zero_sum(terminal),
        payoffs=_expected_payoffs(graph, terminal),
        outcomes=outcomes,
        never_ends=1 - sum((facts.probability for facts in outcomes.values()), Fraction(0)),
        expected_duration=expected_duration(graph),
    )


def solve_single_player(graph: StateArrays, game_class: GameClass) -> Solution:
    """Solve a single-player game without chance moves: the shortest plays to each outcome, and the best payoff."""
    outcomes = {}
    optimal: set[tuple[Position, tuple[Move, ...]]] = set()
    for name in _outcome_names(graph):
        distances = distance_to_outcome(graph, name)
        play = next(shortest_plays(graph, name))
        moves = [step.moves for step in play]
        # The labels bound the distance from below, and the play attains it.
        distance = check_play(game_of(graph), moves, name)
        require(
            check_distance_lower_bound(graph, name, distances) == distance, f"a play to {name} is not a shortest one"
        )
        strategy = pure_strategies(graph, _descend(graph, distances))
        outcomes[name] = OutcomeDistance(
            distance, count_shortest_plays(graph, name), tuple(joint[0] for joint in moves), strategy, distances
        )
        optimal |= {(step.position, step.moves) for step in play}
    checks = (
        Check("no play from the start to an outcome is shorter than its distance", "verify.check_distance_lower_bound"),
        Check("a play of that length to each outcome", "verify.check_play"),
    )
    return _with_objective(graph, game_class, "shortest paths", checks, outcomes, frozenset(optimal))


def solve_decision_process(graph: StateArrays, game_class: GameClass) -> Solution:
    """Solve a single-player game with chance moves: the best probability of each outcome, and the best payoff.

    >>> from gametheory import Distribution, Outcome, state_graph
    >>> from gametheory.model.classify import classify
    >>> class Bet:
    ...     players = ("gambler",)
    ...     def start(self): return "start"
    ...     def outcome(self, at): return None if at == "start" else Outcome(at)
    ...     def moves(self, at, player): return ("safe", "risky")
    ...     def after(self, at, move):
    ...         won = Fraction(2 if move == "safe" else 1, 3)
    ...         return Distribution({"won": won, "lost": 1 - won})
    >>> graph = state_graph(Bet())
    >>> solve_decision_process(graph, classify(graph)).outcomes["won"].probability
    Fraction(2, 3)
    """
    outcomes = {}
    optimal: set[tuple[Position, tuple[Move, ...]]] = set()
    for name in _outcome_names(graph):
        terminal = indicator_payoff(graph, name)
        values, policy = solve_mdp(graph, terminal)
        probability = check_mdp_policy(graph, terminal, values, policy)
        outcomes[name] = OutcomeProbability(probability, pure_strategies(graph, policy))
        optimal |= set(policy.items())
    algorithm = "policy iteration in rationals" if game_class.cyclic else "backward induction"
    method = f"a Markov decision process by {algorithm}"
    what = "the greatest probability of each outcome from every position, and a policy that attains it"
    checks = (Check(what, "verify.check_mdp_policy"),)
    return _with_objective(graph, game_class, method, checks, outcomes, frozenset(optimal))


def solve_for_payoffs(graph: StateArrays, game_class: GameClass) -> Solution:
    """Solve a game of at most one active player for the payoffs alone, without a result for each outcome.

    >>> from gametheory import Outcome, state_graph
    >>> from gametheory.model.classify import classify
    >>> class Choice:
    ...     players = ("one",)
    ...     def start(self): return 0
    ...     def outcome(self, at): return Outcome(str(at), (Fraction(at),)) if at else None
    ...     def moves(self, at, player): return (1, 2)
    ...     def after(self, at, move): return move
    >>> graph = state_graph(Choice())
    >>> solve_for_payoffs(graph, classify(graph)).payoffs
    {'one': Fraction(2, 1)}
    """
    if game_class.order is not MoveOrder.CHANCE:
        method = "a Markov decision process by policy iteration in rationals"
        require_payoffs(graph, game_class)
        return _with_objective(graph, game_class, method, (), {}, frozenset())
    terminal = require_payoffs(graph, game_class)
    payoffs, method = _expected_payoffs(graph, terminal), "expected payoffs of a Markov chain, exactly"
    return Solution(graph, game_class, method, (CHANCE_PAYOFFS_CHECK,), is_zero_sum(terminal), payoffs)


def _with_objective(
    graph: StateArrays,
    game_class: GameClass,
    method: str,
    checks: tuple[Check, ...],
    outcomes: Mapping[str, OutcomeDistance | OutcomeProbability],
    optimal: frozenset[tuple[Position, tuple[Move, ...]]],
) -> Solution:
    """Choose the objective of the player: the payoff if there are payoffs, otherwise one of the outcomes."""
    player = next(group[0] for group in state_arrays(graph).groups[0] if group)
    if terminal := payoffs_if_any(graph):
        values, policy = solve_mdp(graph, _payoffs_of(graph, terminal, player))
        own = check_mdp_policy(graph, _payoffs_of(graph, terminal, player), values, policy)
        others = len(game_of(graph).players) > 1
        payoffs = {**(_expected_payoffs(_restrict(graph, policy), terminal) if others else {}), player: own}
        return Solution(
            graph, game_class, method, (*checks, PAYOFF_CHECK), is_zero_sum(terminal), payoffs,
            pure_strategies(graph, policy), PAYOFF, outcomes, optimal_moves=frozenset(policy.items()),
        )  # fmt: skip
    objective = player if player in outcomes else min(outcomes, default=None)
    # Without an outcome play never ends, and the first legal move is as good as any.
    strategy = outcomes[objective].strategy if objective else pure_strategies(graph, _first_moves(graph))
    return Solution(
        graph, game_class, method, checks,
        strategy=strategy, objective=objective, outcomes=outcomes, optimal_moves=optimal,
    )  # fmt: skip


def _expected_payoffs(chain: StateArrays, terminal: TerminalPayoffs) -> dict[str, Fraction]:
    """Return every player's expected payoff at the start of a graph without alternatives; empty without payoffs."""
    payoffs = {}
    for player in game_of(chain).players if terminal else ():
        own = _payoffs_of(chain, terminal, player)
        payoffs[player] = check_mdp_policy(chain, own, *solve_mdp(chain, own))
    return payoffs


def _restrict(graph: StateArrays, policy: Policy) -> StateArrays:
    """Return the graph with the moves of a policy only."""
    arrays = state_arrays(graph)
    included = np.zeros(len(arrays.move_of), bool)
    for position, moves in policy.items():
        number = arrays.index[position]
        included[arrays.first_move[number] + arrays.moves_in(number).index(moves)] = True
    # the rules are asked again who moves: they have more moves than the new graph
    return replace(arrays.with_moves(included), known_groups=None)


def _descend(graph: StateArrays, distances: PositionMap[int]) -> PositionMap[tuple[Move, ...]]:
    """Return a move that shortens the distance in every position; the first legal move if the distance is infinite."""
    arrays = state_arrays(graph)
    distance = np.where(distances.codes < 0, len(arrays), distances.codes)[arrays.successor]
    moving = np.flatnonzero(np.diff(arrays.first_move))
    least = np.full(len(arrays), -1)
    least[moving] = np.minimum.reduceat(distance, arrays.first_move[moving]) if len(moving) else 0
    nearest = np.flatnonzero(distance == least[arrays.sources])
    chosen = np.full(len(arrays), -1)
    chosen[arrays.sources[nearest[::-1]]] = arrays.move_of[nearest[::-1]]  # the first move: the last assignment counts
    return PositionMap(arrays, np.where(arrays.outcome_of < 0, chosen, -1), arrays.moves)


def _first_moves(graph: StateArrays) -> PositionMap[tuple[Move, ...]]:
    """Return the first legal move in every position."""
    arrays, chosen = state_arrays(graph), np.full(len(graph), -1)
    going_on = np.flatnonzero(arrays.outcome_of < 0)
    chosen[going_on] = arrays.move_of[arrays.first_move[going_on]]
    return PositionMap(arrays, chosen, arrays.moves)


def _payoffs_of(graph: StateArrays, terminal: TerminalPayoffs, player: str) -> dict[Position, Fraction]:
    index = game_of(graph).players.index(player)
    return {position: payoffs[index] for position, payoffs in terminal.items()}


def _outcome_names(graph: StateArrays) -> list[str]:
    arrays = state_arrays(graph)
    return sorted({arrays.outcomes[code].name for code in set(arrays.outcome_of.tolist()) - {-1}})
