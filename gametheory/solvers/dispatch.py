"""Solve a game: find its class, run the solver that fits, check the result again, and return one `Solution`.

`solve_game` is the only way in, and `_solve_graph` is the whole decision: a new solver is one more case there, and one
more function below. Each of these functions does three things, in this order: it runs a solver; it hands the result to
a checker of `gametheory.verify`, which shares no code with the solver; it says in a `Solution` what was found, how, and
what was checked. A solver whose library takes long to import (numba, scipy, nashpy) is imported where it is called.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from fractions import Fraction
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from gametheory import verify
from gametheory.model.classes import (
    GameClass,
    MoveOrder,
    Payoffs,
    StoppingGame,
    checked_stage_payoffs,
    discount_factor,
    is_zero_sum,
    short_text,
)
from gametheory.model.extensive_form import (
    ExtensiveForm,
    ImperfectRecall,
    TableGame,
    TreeGame,
    check_perfect_recall,
    extensive_form,
)
from gametheory.model.game import RULES, GameRules, Move, Position, RulesError, Watch
from gametheory.model.normal_form import NormalForm
from gametheory.model.sequence_form import FormTooLarge
from gametheory.model.state_arrays import PositionMap, StateArrays
from gametheory.model.unfolding import StateGraph, is_networkx_graph, quotient, state_arrays, unfold
from gametheory.model.validation import validate_game
from gametheory.numbers.rationals import to_flint, to_fraction
from gametheory.parallel.steps import begin_step
from gametheory.solvers.arrays import (
    JointMove,
    MoveSet,
    Strategy,
    decision_rows,
    played_moves,
    pure_strategies,
    strategy_map,
)
from gametheory.solvers.markov_chain import absorption_probabilities, expected_duration
from gametheory.solvers.markov_decision import indicator_payoff, solve_mdp
from gametheory.solvers.nash_solution import first_played, first_strategy
from gametheory.solvers.perfect_information import (
    backward_induction,
    grundy_of_start,
    optimal_moves,
    retrograde_analysis,
)
from gametheory.solvers.pivoting import TooManyPivots
from gametheory.solvers.shortest_paths import (
    count_shortest_plays,
    distance_to_outcome,
    first_move_to_least,
    longest_play,
    shortest_plays,
)
from gametheory.solvers.solution import Check, ForcedOutcome, GrundyValue, OutcomeDistance, OutcomeProbability, Solution
from gametheory.solvers.task import (
    MAX_COMPONENT,
    NO_MEAN_PAYOFF,
    Limits,
    NoSolver,
    Task,
    early_refusal,
    payoffs_if_any,
    pays_after_moves,
    require_payoffs,
    require_small_components,
)
from gametheory.verify.errors import require

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["MAX_POSITIONS", "WIDTH", "NoSolver", "solve_game"]

MAX_POSITIONS = 10_000_000
WIDTH = Fraction(1, 10**6)
NARROWER = Fraction(49, 50)  # of a bracket, before both bounds are rounded outward by less than a hundredth
PAYOFF = "payoff"
OTHERS = {True: "none", False: "some", None: "unknown"}
Policy: TypeAlias = PositionMap[tuple[Move, ...]]


def solve_game(
    game: GameRules | StateGraph | NormalForm | ExtensiveForm,
    limit: int = MAX_POSITIONS,
    width: Fraction = WIDTH,
    watch: Watch | None = None,
    component_limit: int | None = None,
) -> Solution:
    """Solve the rules of a game, a state graph, or a normal or extensive form; see `gametheory.solve`.

    `watch` is called again and again while rules are being unfolded, with an `Exploration`.
    """
    begin = perf_counter()
    if not isinstance(limit, int):
        raise ValueError(f"limit is {limit!r}, not a whole number")
    if not isinstance(width, int | Fraction) or width <= 0:
        raise ValueError(f"width is {width!r}, not a positive integer or Fraction")
    if not isinstance(component_limit, int | None):
        raise ValueError(f"component_limit is {component_limit!r}, not a whole number")
    limits = Limits(limit, width, component_limit)
    if isinstance(game, NormalForm | ExtensiveForm):
        solution = _solve_form(game, limits)
    else:
        solution = _solve_rules(game, limits, watch)
    return replace(solution, seconds=perf_counter() - begin)


def _solve_rules(game: Any, limits: Limits, watch: Watch | None) -> Solution:
    """Solve rules, or a graph of rules: with payoffs after every move, with hidden information, or as a graph."""
    is_networkx = is_networkx_graph(game)
    if is_networkx:
        rules = game.graph.get("game")
    else:
        rules = quotient(game)
    if pays_after_moves(rules):
        if hasattr(rules, "observation"):
            raise RulesError("a game has stage_payoffs or observation, not both")
        return _solve_stage_game(rules, limits, early_refusal(rules, watch))
    if isinstance(game, StateArrays):
        graph = game
    elif is_networkx:
        graph = _arrays_of_networkx(game)
    else:
        graph = validate_game(game, limits.positions, early_refusal(game, watch))
    task = Task(graph, limits)
    if not callable(getattr(graph.game, "observation", None)):
        return _solve_graph(task)
    game_class = replace(task.game_class, hidden=True)
    if game_class.cyclic:
        raise NoSolver(game_class, "a game with hidden information must be acyclic")
    require_payoffs(graph, game_class)
    begin_step("building the game tree")
    solution = _solve_form(extensive_form(graph, limits.positions), limits)
    # in the tree of plays, players who move at the same time move one after the other
    return replace(solution, game_class=game_class)


def _arrays_of_networkx(graph: nx.Graph[Any]) -> StateArrays:
    import networkx as nx

    if not isinstance(graph, nx.MultiDiGraph) or not {"game", "start"} <= graph.graph.keys():
        what = "a DiGraph whose nodes have an owner or a payoff, or the graph that state_graph makes of rules"
        raise RulesError(f"game is a networkx {type(graph).__name__}; allowed: {what}; see {RULES}")
    return state_arrays(graph)


def _solve_graph(task: Task) -> Solution:
    """Solve the game of a graph with the solver for its class.

    This function is the whole decision: a new solver is one more case here.

    Raises NoSolver if no solver fits.
    """
    game_class = task.game_class
    if game_class.order is MoveOrder.CHANCE:
        return _solve_chance(task)
    if game_class.order is MoveOrder.SINGLE_PLAYER:
        return _solve_decision_process(task) if game_class.chance else _solve_single_player(task)
    terminal = require_payoffs(task.graph, game_class)
    sequential = game_class.order is MoveOrder.SEQUENTIAL
    # of a game that never ends no payoffs say how many players there are
    zero_sum = len(task.players) == 2 and is_zero_sum(terminal)
    if sequential and not game_class.cyclic:
        return _solve_acyclic(task, terminal)
    if not zero_sum:
        return _solve_general_sum(task, terminal)
    if not sequential:
        if game_class.cyclic:
            return _solve_concurrent(task, terminal)
        return _solve_matrix_games(task, terminal)
    if game_class.chance:
        return _solve_stochastic(task, terminal)
    return _solve_cyclic(task, terminal)


# At most one player


def _solve_chance(task: Task) -> Solution:
    """Solve a game without decisions, an absorbing Markov chain: the probability of each outcome, and the payoffs.

    >>> from gametheory import solve
    >>> from gametheory.games.towers import Towers
    >>> solve(Towers(soldiers=2, towers=2, hits=1, kills=1)).expected_duration
    Fraction(3, 2)
    """
    graph = task.graph
    terminal = payoffs_if_any(task.graph)
    outcomes = {}
    for name in task.outcome_names():
        probabilities = absorption_probabilities(graph, name)
        outcomes[name] = OutcomeProbability(verify.check_absorption_probability(graph, probabilities, name))
    # without an end nothing is ever paid
    if graph.outcomes:
        payoffs = _expected_payoffs(graph, terminal)
    else:
        payoffs = dict.fromkeys(task.players, Fraction(0))  # play never ends
    ends = sum((facts.probability for facts in outcomes.values()), Fraction(0))
    probabilities_check = payoffs_check = None
    if outcomes or not terminal:
        what = "the probability of each outcome from every position"
        probabilities_check = Check(what, "verify.check_absorption_probability")
    if terminal:
        payoffs_check = Check("the expected payoffs from every position", "verify.check_mdp_policy")
    return task.solution(
        "absorption of a Markov chain, exactly",
        probabilities_check,
        payoffs_check,
        zero_sum=bool(terminal) and is_zero_sum(terminal),
        payoffs=payoffs,
        outcomes=outcomes,
        never_ends=1 - ends,
        expected_duration=expected_duration(graph),
    )


def _solve_single_player(task: Task) -> Solution:
    """Solve a single-player game without chance moves: the shortest plays to each outcome, and the best payoff."""
    graph = task.graph
    outcomes = {}
    optimal: set[JointMove] = set()
    for name in task.outcome_names():
        begin_step(f"shortest plays to {short_text(name)}")
        distances = distance_to_outcome(graph, name)
        play = next(shortest_plays(graph, name))
        joint_moves = [step.moves for step in play]
        # The labels bound the distance from below, and the play attains it.
        distance = verify.check_play(graph.game, joint_moves, name)
        is_shortest = verify.check_distance_lower_bound(graph, name, distances) == distance
        require(is_shortest, f"a play to {name} is not a shortest one")
        # a position from which the outcome cannot be reached is farther than any other
        nearest = np.where(distances.codes < 0, len(graph), distances.codes)
        outcomes[name] = OutcomeDistance(
            distance,
            count_shortest_plays(graph, name),
            tuple(moves[0] for moves in joint_moves),
            pure_strategies(first_move_to_least(graph, nearest)),
            distances,
        )
        optimal |= {(step.position, step.moves) for step in play}
    checks = (
        Check("no play from the start to an outcome is shorter than its distance", "verify.check_distance_lower_bound"),
        Check("a play of that length to each outcome", "verify.check_play"),
    )
    return _with_objective(task, "shortest paths", checks, outcomes, optimal)


def _solve_decision_process(task: Task) -> Solution:
    """Solve a single-player game with chance moves: the best probability of each outcome, and the best payoff.

    >>> from gametheory import Distribution, Outcome, solve
    >>> class Bet:
    ...     players = ("gambler",)
    ...     def start(self): return "start"
    ...     def outcome(self, at): return None if at == "start" else Outcome(at)
    ...     def moves(self, at, player): return ("safe", "risky")
    ...     def after(self, at, move):
    ...         won = Fraction(2 if move == "safe" else 1, 3)
    ...         return Distribution({"won": won, "lost": 1 - won})
    >>> solve(Bet()).outcomes["won"].probability
    Fraction(2, 3)
    """
    graph = task.graph
    outcomes = {}
    optimal: set[JointMove] = set()
    for name in task.outcome_names():
        begin_step(f"the best policy for {short_text(name)}")
        probability, policy = _best_policy(graph, indicator_payoff(graph, name))
        outcomes[name] = OutcomeProbability(probability, pure_strategies(policy))
        optimal |= set(policy.items())
    algorithm = "policy iteration in rationals" if task.game_class.cyclic else "backward induction"
    what = "the greatest probability of each outcome from every position, and a policy that attains it"
    has_check = outcomes or not payoffs_if_any(graph)
    checks = (Check(what, "verify.check_mdp_policy"),) if has_check else ()
    return _with_objective(task, f"a Markov decision process by {algorithm}", checks, outcomes, optimal)


def _with_objective(
    task: Task,
    method: str,
    checks: tuple[Check, ...],
    outcomes: Mapping[str, OutcomeDistance | OutcomeProbability],
    optimal: Collection[JointMove],
) -> Solution:
    """Choose the objective of the player: the payoff if there are payoffs, otherwise one of the outcomes."""
    graph = task.graph
    terminal = payoffs_if_any(task.graph)
    player = next(group[0] for group in graph.groups[0] if group)
    if terminal:
        payoff, policy = _best_policy(graph, _payoffs_of(graph, terminal, player))
        payoffs = {}
        if len(task.players) > 1:  # the others never decide anything
            payoffs = _expected_payoffs(_restrict(graph, policy), terminal)
        what = "the greatest expected payoff from every position, and a policy that attains it"
        return task.solution(
            method,
            *checks,
            Check(what, "verify.check_mdp_policy"),
            zero_sum=is_zero_sum(terminal),
            payoffs={**payoffs, player: payoff},
            strategy=pure_strategies(policy),
            objective=PAYOFF,
            outcomes=outcomes,
            optimal_moves=frozenset(policy.items()),
        )
    objective = player if player in outcomes else min(outcomes, default=None)
    if objective is None:
        # Without an outcome play never ends, and the first legal move is as good as any.
        strategy = pure_strategies(first_move_to_least(graph, np.zeros(len(graph))))
    else:
        strategy = outcomes[objective].strategy
    return task.solution(
        method, *checks, strategy=strategy, objective=objective, outcomes=outcomes, optimal_moves=optimal
    )


def _best_policy(graph: StateArrays, payoffs: Mapping[Position, Fraction]) -> tuple[Fraction, Policy]:
    """Return the greatest expected payoff at the start, and a policy that attains it."""
    values, policy = solve_mdp(graph, payoffs)
    return verify.check_mdp_policy(graph, payoffs, values, policy), policy


def _expected_payoffs(chain: StateArrays, terminal: Mapping[Position, Payoffs]) -> dict[str, Fraction]:
    """Return every player's expected payoff at the start of a graph without alternatives; empty without payoffs."""
    if not terminal:
        return {}
    return {player: _best_policy(chain, _payoffs_of(chain, terminal, player))[0] for player in chain.game.players}


def _payoffs_of(graph: StateArrays, terminal: Mapping[Position, Payoffs], player: str) -> dict[Position, Fraction]:
    index = graph.game.players.index(player)
    return {position: payoffs[index] for position, payoffs in terminal.items()}


def _restrict(graph: StateArrays, policy: Policy) -> StateArrays:
    """Return the graph with the moves of a policy only."""
    position_of_move = np.repeat(np.arange(len(graph)), np.diff(graph.first_move))
    followed = graph.with_moves(graph.move_of == policy.codes[position_of_move])
    # the rules are asked again who moves: they have more moves than the new graph
    return replace(followed, known_groups=None)


# Payoffs after every move


def _solve_stage_game(game: Any, limits: Limits, watch: Watch) -> Solution:
    """Solve a game with stage payoffs: for the mean payoff, or with a discount as a game that may stop after each move.

    The graph of the solution is that of the game itself, which does not stop.
    """
    task = Task(validate_game(game, limits.positions, watch), limits)
    factor = discount_factor(game)
    # with a discount the game stops after each move with the probability 1 - factor, and the payoffs are the same
    if factor is None:
        return _solve_mean_payoff(task)
    stopping = validate_game(StoppingGame(game), 2 * limits.positions, watch)
    require_payoffs(stopping, task.game_class)
    return replace(
        _solve_graph(Task(stopping, limits)),
        arrays=task.graph,
        game_class=task.game_class,
        outcomes={},
        never_ends=None,
        criterion=f"discounted by {factor} per move",
    )


def _solve_mean_payoff(task: Task) -> Solution:
    """Solve a game of one player, or a zero-sum game of two who move one at a time, for the mean payoff per move.

    >>> from gametheory import solve
    >>> class Work:
    ...     players = ("worker",)
    ...     def start(self): return "rested"
    ...     def outcome(self, at): return None
    ...     def moves(self, at, player): return ("work", "rest") if at == "rested" else ("rest",)
    ...     def after(self, at, move): return "tired" if move == "work" else "rested"
    ...     def stage_payoffs(self, at, move): return (int(move == "work"),)
    >>> solve(Work()).payoffs
    {'worker': Fraction(1, 2)}
    """
    graph, game_class = task.graph, task.game_class
    if not game_class.cyclic:
        raise NoSolver(game_class, "stage payoffs need a discount, or play without end, which has a mean payoff")
    nothing = (Fraction(0),) * len(task.players)
    ends = [tuple(map(Fraction, end.payoffs)) or nothing for end in graph.outcomes]
    rewards = []
    for number, position in enumerate(graph.positions):
        for moves in graph.moves_in(number):
            rewards.append(checked_stage_payoffs(graph.game, position, moves))
    if game_class.order is MoveOrder.SIMULTANEOUS or not all(map(_is_opposite, [*ends, *rewards])):
        raise NoSolver(game_class, NO_MEAN_PAYOFF)
    terminal = PositionMap(graph, graph.outcome_of, ends)
    first_rewards = [payoffs[0] for payoffs in rewards]
    first_ends = {node: payoffs[0] for node, payoffs in terminal.items()}
    from gametheory.solvers.stochastic import solve_mean_payoff, solve_mean_payoff_game

    two_players = len(task.players) == 2
    if two_players:
        gains, pair, policy = solve_mean_payoff_game(graph, first_rewards, first_ends)
        gain = verify.check_mean_payoff_game(graph, terminal, gains, pair, policy)
        method = "strategy iteration with discount factors near 1, in rationals"
        check = Check("what each player's moves guarantee in every position", "verify.check_mean_payoff_game")
    else:
        gains, biases, policy = solve_mean_payoff(graph, first_rewards, first_ends)
        gain = verify.check_mean_payoff(graph, first_ends, gains, biases, policy)
        method = "policy iteration in rationals"
        check = Check("gain and bias of every position, and a policy that attains them", "verify.check_mean_payoff")
    return task.solution(
        method,
        check,
        zero_sum=two_players,
        payoffs=dict(zip(task.players, (gain, -gain), strict=False)),
        strategy=pure_strategies(policy),
        objective=None if two_players else PAYOFF,
        criterion="mean payoff per move",
        optimal_moves=frozenset(policy.items()),
    )


def _is_opposite(payoffs: Payoffs) -> bool:
    """Whether the payoffs are those of one player, or of two with opposite interests."""
    return len(payoffs) == 1 or (len(payoffs) == 2 and sum(payoffs) == 0)


# Several players, and play that surely ends or does not depend on chance

STRATEGIES_CHECK = Check(
    "the strategies of both players guarantee their payoffs from the start", "verify.check_strategy"
)


def _solve_acyclic(task: Task, terminal: PositionMap[Payoffs]) -> Solution:
    """Solve a sequential game in which play always ends: backward induction."""
    graph = task.graph
    zero_sum = is_zero_sum(terminal)
    certain = not task.game_class.chance
    payoffs, moves, optimal = backward_induction(graph, terminal)
    begin_step("checking the move of every position")
    at_start = verify.check_subgame_perfect(graph, terminal, payoffs, moves)
    forced = None
    if zero_sum and certain:
        forced = _forced_outcome(task, terminal, at_start[0], moves)
    grundy = grundy_of_start(graph) if certain else None
    strategy = pure_strategies(moves)
    # another equilibrium needs another move that is as good somewhere
    is_only = len(optimal) == len(strategy)
    return task.solution(
        "backward induction",
        Check("the payoffs and the move of every position", "verify.check_subgame_perfect"),
        STRATEGIES_CHECK if forced else None,
        zero_sum=zero_sum,
        payoffs=dict(zip(task.players, at_start, strict=True)),
        strategy=strategy,
        values=payoffs,
        forced=forced,
        grundy=GrundyValue(*grundy) if grundy else None,
        other_equilibria=None if zero_sum else OTHERS[is_only],
        optimal_moves=optimal,
    )


def _solve_cyclic(task: Task, terminal: PositionMap[Payoffs]) -> Solution:
    """Solve a zero-sum sequential game without chance moves in which play can cycle: retrograde analysis."""
    graph = task.graph
    solved = retrograde_analysis(graph, terminal)
    values, moves, distances = solved
    value = values[graph.start_position]
    begin_step("checking both strategies")
    forced = _forced_outcome(task, terminal, value, moves, count_moves=True)
    verify.check_cyclic_equilibrium(graph, terminal, values, moves, distances)
    return task.zero_sum(
        "retrograde analysis; infinite play is a draw",
        STRATEGIES_CHECK,
        Check("the value and the move of every position", "verify.check_cyclic_equilibrium"),
        low=value,
        strategy=pure_strategies(moves),
        values=PositionMap(graph, values.codes, [(payoff, -payoff) for payoff in values.table]),
        distances=distances,
        forced=forced,
        optimal_moves=optimal_moves(solved),
    )


def _forced_outcome(
    task: Task, terminal: PositionMap[Payoffs], value: Fraction, moves: Policy, count_moves: bool = False
) -> ForcedOutcome:
    """Check that each player's strategy guarantees the value at the start, and return the winner's result."""
    graph, forced = task.graph, ForcedOutcome(None)
    groups, group_of = graph.groups
    for index, player in enumerate(task.players):
        guaranteed = (value, -value)[index]
        # the payoffs of each different outcome
        rows = zip(graph.outcomes, terminal.table, strict=True)
        good = {outcome for outcome, payoffs in rows if payoffs[index] >= guaranteed}
        moves_alone = [group == (player,) for group in groups]
        # the last entry is that of the group -1, which is a terminal position
        mine = np.array([*moves_alone, False])[group_of]
        strategy = PositionMap(graph, np.where(mine, moves.codes, -1), graph.single_moves)
        # Infinite play has the payoff 0: only a player who is promised more has to end the game.
        reached = verify.check_strategy(graph, player, strategy, good, allow_infinite_play=guaranteed <= 0)
        if guaranteed > 0:
            longest = longest_play(strategy) if count_moves else None
            names = tuple(sorted({outcome.name for outcome in good}))
            forced = ForcedOutcome(player, names, reached, longest)
    return forced


def _solve_matrix_games(task: Task, terminal: PositionMap[Payoffs]) -> Solution:
    """Solve a zero-sum simultaneous game in which play always ends: a matrix game in every position."""
    from gametheory.solvers.simultaneous import solve_simultaneous

    values, mixed = solve_simultaneous(task.graph, terminal)
    begin_step("checking both strategies")
    value = verify.check_simultaneous_equilibrium(task.graph, terminal, values, mixed)
    strategy = {position: mixed[position] for position in task.graph if mixed.get(position)}
    return task.zero_sum(
        "backward induction with an exact matrix game in every position",
        Check("the value and both strategies of every position", "verify.check_simultaneous_equilibrium"),
        low=value,
        strategy=strategy,
        optimal_moves=played_moves(task.graph, strategy),
    )


# Several players, and play that can cycle with chance moves or simultaneous moves

OUTCOMES_CHECK = Check("the probability of each outcome under the strategies", "verify.check_guarantee")


def _solve_stochastic(task: Task, terminal: PositionMap[Payoffs]) -> Solution:
    """Solve a sequential two-player zero-sum game with chance moves and cycles: exactly, or if large by a bracket."""
    graph = task.graph
    # exact strategy iteration takes too long for more positions
    if len(graph) > (task.limits.component or MAX_COMPONENT):
        return _bracket_stochastic(task, terminal)
    from gametheory.solvers.stochastic import solve_sequential

    values, moves, ranks, optimal = solve_sequential(graph, terminal)
    begin_step("checking both strategies")
    strategy = pure_strategies(moves)
    bounds = (values, values)
    low, high = _guaranteed(graph, terminal, strategy, bounds, ranks)
    require(low == high, "the strategies guarantee {} and {}", low, high)
    outcomes = _outcome_probabilities(graph, strategy)
    return task.zero_sum(
        "strategy iteration in rationals",
        Check("the strategy of each player guarantees the value, from every position", "verify.check_guarantee"),
        OUTCOMES_CHECK if outcomes else None,
        low=low,
        high=high,
        strategy=strategy,
        outcomes=outcomes,
        optimal_moves=optimal,
    )


def _bracket_stochastic(task: Task, terminal: PositionMap[Payoffs]) -> Solution:
    """Bound the value of a large sequential two-player zero-sum game with chance moves and cycles."""
    from gametheory.solvers.stochastic import bound_payoffs

    graph = task.graph
    try:
        certificates = bound_payoffs(graph, terminal, NARROWER * task.limits.width)
    except ValueError as error:
        options = "--component-limit, in Python component_limit, above the number of positions solves it exactly"
        raise NoSolver(task.game_class, f"{error}; {options}") from error
    at_least = []
    for player, certificate in zip(task.players, certificates, strict=True):
        payoffs = _payoffs_of(graph, terminal, player)
        at_least.append(verify.check_payoff_bound(graph, payoffs, player, certificate))
    low = at_least[0]
    high = -at_least[1]
    outcomes = _probability_bounds(task, low, high)
    end_check = Check("play surely ends, so that a payoff is a probability", "verify.check_sure_end")
    # where one player moves, the other's number is -1
    chosen = np.maximum(certificates[0].chosen, certificates[1].chosen)
    return task.zero_sum(
        "value iteration in floats, and bounds in whole numbers",
        Check("each player's strategy guarantees its bound, from every position", "verify.check_payoff_bound"),
        end_check if outcomes else None,
        low=low,
        high=high,
        outcomes=outcomes,
        strategy=pure_strategies(strategy_map(graph, chosen)),
        optimal_moves=MoveSet(graph, np.isin(np.arange(len(graph.move_of)), chosen)),
    )


def _probability_bounds(task: Task, low: Fraction, high: Fraction) -> dict[str, OutcomeProbability]:
    """Return bounds of the probability that each player wins, if one of them surely does: half of 1 and the payoff."""
    if any(outcome.payoffs or outcome.name not in task.players for outcome in task.graph.outcomes):
        return {}
    try:
        verify.check_sure_end(task.graph)
    except verify.CertificateError:
        return {}
    one, two = task.players
    least, most = task.decimals((1 + low) / 2, (1 + high) / 2)
    return {one: OutcomeProbability(least, most=most), two: OutcomeProbability(1 - most, most=1 - least)}


def _solve_concurrent(task: Task, terminal: PositionMap[Payoffs]) -> Solution:
    """Solve a zero-sum simultaneous game with cycles: a bracket of the value, or the value where it proves rational."""
    from gametheory.solvers.stochastic import bracket_stochastic

    require_small_components(task)
    low, high = bracket_stochastic(task.graph, terminal, NARROWER * task.limits.width)
    strategy = {}
    for node in task.graph:
        by_player = {**low.strategy.get(node, {}), **high.strategy.get(node, {})}
        if by_player:
            strategy[node] = by_player
    bounds = (low.values, high.values)
    begin_step("checking both strategies")
    ranks = (low.ranks, high.ranks)
    least, most = _guaranteed(task.graph, terminal, strategy, bounds, ranks)
    return task.zero_sum(
        "strategy iteration over matrix games from both sides, in rationals",
        Check("each player's strategy guarantees its bound, from every position", "verify.check_guarantee"),
        low=least,
        high=most,
        strategy=strategy,
        optimal_moves=played_moves(task.graph, strategy),
    )


def _solve_general_sum(task: Task, terminal: PositionMap[Payoffs]) -> Solution:
    """Solve a game that is not zero-sum, or has three or more players: an equilibrium, or nearly one."""
    from gametheory.solvers.general_sum import solve_general_sum

    graph = task.graph
    game_class = task.game_class
    limits = task.limits
    if game_class.cyclic:
        require_small_components(task)
    try:
        solved = solve_general_sum(graph, terminal, limits.width, limits.component)
    except TooManyPivots as error:
        options = "--component-limit, in Python component_limit"
        raise NoSolver(game_class, f"{error} in the game of one position; {options}, allows more") from error
    except ValueError as error:
        raise NoSolver(game_class, str(error)) from error
    payoffs, most, strategy, ranks, unique = solved
    epsilon = verify.check_epsilon_equilibrium(graph, terminal, payoffs, most, strategy, ranks)
    least_at_start = payoffs[graph.start_position]
    most_at_start = most[graph.start_position]
    value: dict[str, Any]
    # an equilibrium can have irrational probabilities: then rational ones come as near as the width asks
    if epsilon:
        method = "logit equilibria and Newton's method in rationals"
        what = "no player gains more than ε by any other strategy, from any position"
        check = Check(what, "verify.check_epsilon_equilibrium")
        brackets = map(task.decimals, least_at_start, most_at_start)
        value = {"bounds": dict(zip(task.players, brackets, strict=True)), "epsilon": epsilon}
    else:
        method = "best responses in rationals" if game_class.cyclic else "an equilibrium of the joint moves"
        what = "no player gains by any other strategy, from any position"
        check = Check(what, "verify.check_stationary_equilibrium")
        value = {"payoffs": dict(zip(task.players, least_at_start, strict=True))}
    outcomes = _outcome_probabilities(graph, strategy)
    return task.solution(
        f"backward induction with {method}",
        check,
        OUTCOMES_CHECK if outcomes else None,
        **value,
        strategy={node: strategy[node] for node in graph if node in strategy},
        outcomes=outcomes,
        other_equilibria=OTHERS[unique],
        optimal_moves=played_moves(graph, strategy),
    )


def _guaranteed(
    graph: StateArrays,
    terminal: PositionMap[Payoffs],
    strategy: Strategy,
    values: tuple[Mapping[Position, Fraction], Mapping[Position, Fraction]],
    ranks: tuple[Mapping[Position, int], Mapping[Position, int]],
) -> tuple[Fraction, Fraction]:
    """Return a lower and an upper bound of the value to the first player, which the two strategies guarantee."""
    one, two = graph.game.players
    lower, upper = values
    to_second = {position: -value for position, value in upper.items()}
    low = verify.check_guarantee(graph, _payoffs_of(graph, terminal, one), [one], strategy, lower, ranks[0])
    at_least = verify.check_guarantee(graph, _payoffs_of(graph, terminal, two), [two], strategy, to_second, ranks[1])
    return low, -at_least


def _outcome_probabilities(graph: StateArrays, strategy: Strategy) -> dict[str, OutcomeProbability]:
    """Return the probability of each outcome under the strategies of all players; empty if outcomes have payoffs."""
    from gametheory.solvers.stochastic import decisions_against, expected_under

    if any(outcome.payoffs for outcome in graph.outcomes):
        return {}
    chain = decisions_against(graph, decision_rows(graph), strategy, None)

    def guaranteed(name: str, sign: int) -> Fraction:
        payoffs = {node: sign * payoff for node, payoff in indicator_payoff(graph, name).items()}
        at_ends = {graph.index[node]: to_flint(payoff) for node, payoff in payoffs.items()}
        values, ranks = expected_under(chain, at_ends)
        exact = {graph.positions[number]: to_fraction(value) for number, value in values.items()}
        nearer = {graph.positions[number]: rank for number, rank in ranks.items()}
        return verify.check_guarantee(graph, payoffs, graph.game.players, strategy, exact, nearer)

    names = sorted({outcome.name for outcome in graph.outcomes})
    probabilities = {name: guaranteed(name, 1) for name in names}
    if sum(probabilities.values()) < 1:
        # play may never end, and at least these probabilities are not yet all
        for name, at_least in probabilities.items():
            at_most = -guaranteed(name, -1)
            require(at_least == at_most, "the probability of {} is {} or {}", name, at_least, at_most)
    return {name: OutcomeProbability(probability) for name, probability in probabilities.items()}


# Tables and trees


def _solve_form(form: NormalForm | ExtensiveForm, limits: Limits) -> Solution:
    """Solve a tree with perfect information, or a table of three or more, as a graph; others by Nash equilibria.

    Of two players the solution is the first extreme equilibrium, and the number of them. A position of a strategy is
    the name of an information set, or "start" in a normal form.

    >>> solution = solve_game(NormalForm.from_payoffs([[2, 0], [0, 1]], [[1, 0], [0, 2]]))
    >>> solution.payoffs, solution.equilibria
    ({'row': Fraction(2, 1), 'column': Fraction(1, 1)}, 3)
    """
    if isinstance(form, NormalForm):
        graph = unfold(TableGame(form), len(form.outcomes) + 1)
        as_graph = len(form.players) > 2
    else:
        graph = unfold(TreeGame(form), len(form.nodes))
        as_graph = form.has_perfect_information
    task = Task(graph, limits)
    if isinstance(form, ExtensiveForm) and not as_graph:
        task.game_class = replace(task.game_class, hidden=True)
    # where nothing is hidden, positions serve; and a table of three players is one position where all move
    if as_graph:
        return _solve_graph(task)
    if len(form.players) > 2:
        missing = f"the game has {len(form.players)} players; gametheory nash finds its equilibria"
        raise NoSolver(task.game_class, missing)
    nash = _nash_solution(form, task.game_class)
    strategy = first_strategy(nash)
    return task.solution(
        nash.method,
        *nash.checked,
        zero_sum=nash.constant_sum == 0,
        payoffs=dict(zip(nash.players, nash.equilibria[0].payoffs, strict=True)),
        strategy=strategy,
        equilibria=len(nash.equilibria),
        all_equilibria=nash.complete,
        optimal_moves=first_played(nash, strategy, task.graph),
    )


def _nash_solution(form: NormalForm | ExtensiveForm, game_class: GameClass) -> Any:
    """Return the equilibria of one or two players; raise NoSolver if a form is too large or has no perfect recall."""
    from gametheory.solvers.nash import nash_equilibria

    try:
        if isinstance(form, ExtensiveForm):
            check_perfect_recall(form)
        return nash_equilibria(form)
    except TooManyPivots as error:
        raise NoSolver(game_class, f"{error}; gametheory nash --limit N allows more") from error
    except ImperfectRecall as error:
        raise NoSolver(game_class, f"{error}; gametheory nash finds equilibria in plans") from error
    except (FormTooLarge, ValueError) as error:
        raise NoSolver(game_class, str(error)) from error
