"""Solve a game: find its class, run the solver that fits, check the result again, and return one `Solution`.

`solve_game` is the only way in, and `solve_by_class` is the whole decision: a new solver is one more case there, and
one more function below. Each of these functions does three things, in this order: it runs a solver; it hands the result
to a checker of `gametheory.verify`, which shares no code with the solver; it says in a `Solution` what was found, how,
and what was checked. A solver whose library takes long to import (numba, scipy, nashpy) is imported where it is called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product
from math import prod
from time import perf_counter
from typing import Any, TypeAlias

import networkx as nx
import numpy as np

from gametheory.model.classes import (
    GameClass,
    MoveOrder,
    Payoffs,
    StoppingGame,
    checked_stage_payoffs,
    class_so_far,
    classify,
    discount_factor,
    is_zero_sum,
    outcomes_without_payoffs,
    terminal_payoffs,
)
from gametheory.model.extensive_form import (
    ExtensiveForm,
    ImperfectRecall,
    TableGame,
    TreeGame,
    check_perfect_recall,
    distinct_names,
    extensive_form,
    names_among_all_players,
)
from gametheory.model.game import LIMITS, RULES, Exploration, Game, Move, Position, RulesError, Watch
from gametheory.model.normal_form import NormalForm
from gametheory.model.sequence_form import BehaviorStrategy, FormTooLarge
from gametheory.model.state_arrays import PositionMap, StateArrays, reachable, strong_components
from gametheory.model.unfolding import StateGraph, game_of, quotient, state_arrays, unfold
from gametheory.model.validation import validate_game
from gametheory.numbers.format import pluralize
from gametheory.numbers.rationals import round_outward, to_flint, to_fraction
from gametheory.solvers.arrays import MoveSet, Strategy, decision_rows, pure_strategies, strategy_map
from gametheory.solvers.markov_chain import absorption_probabilities, expected_duration
from gametheory.solvers.markov_decision import indicator_payoff, solve_mdp
from gametheory.solvers.nash import nash_equilibria
from gametheory.solvers.nash_solution import NashSolution
from gametheory.solvers.perfect_information import (
    RetrogradeSolution,
    backward_induction,
    grundy_values,
    is_impartial,
    last_mover_wins,
    retrograde_analysis,
)
from gametheory.solvers.pivoting import TooManyPivots
from gametheory.solvers.shortest_paths import count_shortest_plays, distance_to_outcome, longest_plays, shortest_plays
from gametheory.solvers.solution import Check, ForcedOutcome, GrundyValue, OutcomeDistance, OutcomeProbability, Solution
from gametheory.solvers.tree_solution import TreeSolution
from gametheory.verify import (
    CertificateError,
    check_absorption_probability,
    check_cyclic_equilibrium,
    check_distance_lower_bound,
    check_epsilon_equilibrium,
    check_guarantee,
    check_mdp_policy,
    check_mean_payoff,
    check_mean_payoff_game,
    check_payoff_bound,
    check_play,
    check_simultaneous_equilibrium,
    check_strategy,
    check_subgame_perfect,
    check_sure_end,
)
from gametheory.verify.errors import require

__all__ = ["MAX_POSITIONS", "WIDTH", "NoSolver", "solve_by_class", "solve_game"]

MAX_POSITIONS = 10_000_000
WIDTH = Fraction(1, 10**6)


def solve_game(
    game: Game[Any, Any] | StateGraph | NormalForm | ExtensiveForm,
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
    if isinstance(game, NormalForm | ExtensiveForm):
        solution = _solve_form(game, width, component_limit)
    elif pays_after_moves(rules := game.graph.get("game") if isinstance(game, nx.Graph) else quotient(game)):
        if hasattr(rules, "observation"):
            raise RulesError("a game has stage_payoffs or observation, not both")
        solve = partial(solve_by_class, width=width, component_limit=component_limit)
        solution = solve_stage_game(rules, limit, solve, early_refusal(rules, watch))
    else:
        made = isinstance(game, nx.Graph | StateArrays)
        graph = _checked_graph(game) if made else validate_game(game, limit, early_refusal(game, watch))
        if callable(getattr(graph.game, "observation", None)):
            solution = _solve_form(_tree(graph, limit), width, component_limit)
        else:
            solution = solve_by_class(graph, classify(graph), width, component_limit)
    return replace(solution, seconds=perf_counter() - begin)


def _solve_form(form: NormalForm | ExtensiveForm, width: Fraction, component_limit: int | None) -> Solution:
    """Solve a tree with perfect information, or a table of three or more, as a graph; others by Nash equilibria."""
    if isinstance(form, NormalForm):
        graph, as_graph = unfold(TableGame(form), len(form.outcomes) + 1), len(form.players) > 2
    else:
        graph, as_graph = unfold(TreeGame(form), len(form.nodes)), form.has_perfect_information
    if as_graph:
        return solve_by_class(graph, classify(graph), width, component_limit)

    return solve_form(form, graph)


def _tree(graph: StateArrays, limit: int) -> ExtensiveForm:
    """Return the tree of a game with hidden information; raise NoSolver if the outcomes have no payoffs."""
    game_class = classify(graph)
    if game_class.cyclic:
        raise NoSolver(game_class, "a game with hidden information must be acyclic")
    require_payoffs(graph, game_class)
    return extensive_form(graph, limit)


def solve_by_class(
    graph: StateArrays, game_class: GameClass, width: Fraction = WIDTH, component_limit: int | None = None
) -> Solution:
    """Solve the game of a graph with the solver for its class.

    This function is the whole decision: a new solver is one more case here.

    Raises NoSolver if no solver fits.
    """
    sequential = game_class.order is MoveOrder.SEQUENTIAL
    if not sequential and game_class.order is not MoveOrder.SIMULTANEOUS:
        # where a discounted game stops says nothing
        ends = () if isinstance(graph.game, StoppingGame) else np.unique(graph.outcome_of[graph.outcome_of >= 0])
        names = sorted({graph.outcomes[end].name for end in ends})
        if game_class.order is MoveOrder.CHANCE:
            return solve_chance_game(graph, game_class, names)
        return (solve_decision_process if game_class.chance else solve_single_player)(graph, game_class, names)
    terminal = require_payoffs(graph, game_class)
    zero_sum = len(graph.game.players) == 2 and is_zero_sum(terminal)
    if not game_class.cyclic and (sequential or zero_sum):
        return (solve_acyclic if sequential else solve_matrix_games)(graph, game_class, terminal)
    if zero_sum and sequential and not game_class.chance:
        return solve_cyclic(graph, game_class, terminal)
    stochastic = solve_sequential_stochastic if sequential else solve_simultaneous_stochastic
    return (stochastic if zero_sum else solve_general_sum_game)(graph, game_class, terminal, width, component_limit)


def _checked_graph(graph: Any) -> StateArrays:
    if isinstance(graph, StateArrays):
        return graph
    if not isinstance(graph, nx.MultiDiGraph) or not {"game", "start"} <= graph.graph.keys():
        what = "a DiGraph whose nodes have an owner or a payoff, or the graph that state_graph makes of rules"
        raise RulesError(f"game is a networkx {type(graph).__name__}; allowed: {what}; see {RULES}")
    return state_arrays(graph)


NO_MEAN_PAYOFF = (
    "stage payoffs without a discount: the mean payoff is found for one player, and for two with opposite payoffs who "
    "move one at a time"
)


class NoSolver(ValueError):
    """No solver of the package fits the game; the message names a page that helps, and an option if one does."""

    def __init__(self, game_class: GameClass, missing: str, page: str = LIMITS) -> None:
        super().__init__(f"no solver fits this game ({game_class}): {missing}; see {page}")
        self.game_class = game_class


def pays_after_moves(game: Any) -> bool:
    """Return whether a game pays after every move; raise RulesError if its discount factor is not valid."""
    return discount_factor(game) is not None or callable(getattr(game, "stage_payoffs", None))


def early_refusal(game: Any, watch: Watch | None = None) -> Watch:
    """Return a function that `validate_game` calls with what is known so far; it raises NoSolver once that suffices.

    >>> from gametheory import Outcome
    >>> refuse = early_refusal(type("Duel", (), {"players": ("one", "two")}))
    >>> paid, unpaid, groups = Outcome("won", (1, 0)), Outcome("lost"), [("one",), ("two",)]
    >>> refuse(Exploration(9, 3, 8, groups, False, [paid]))
    >>> refuse(Exploration(20, 9, 19, groups, False, [paid, unpaid]))
    Traceback (most recent call last):
    gametheory.solvers.dispatch.NoSolver: no solver fits this game (sequential): some outcomes have \
payoffs, and lost has none; see docs/how-to/your-own-game.md
    """
    hidden = callable(getattr(game, "observation", None))
    known = (-1, -1)

    def refuse(so_far: Exploration) -> None:
        nonlocal known
        if known != (known := (len(so_far.groups), len(so_far.outcomes))):
            game_class = class_so_far(so_far)
            if callable(getattr(game, "stage_payoffs", None)):
                many = len(game.players) > 2 or game_class.order is MoveOrder.SIMULTANEOUS
                if many and discount_factor(game) is None:
                    raise NoSolver(game_class, NO_MEAN_PAYOFF)
            elif hidden or game_class.order in (MoveOrder.SEQUENTIAL, MoveOrder.SIMULTANEOUS):
                try:
                    outcomes_without_payoffs(so_far.outcomes)
                except ValueError as error:
                    raise NoSolver(game_class, str(error), RULES) from error
        if watch is not None:
            watch(so_far)

    return refuse


def require_payoffs(graph: StateGraph, game_class: GameClass) -> PositionMap[Payoffs]:
    """Return the payoffs of all players in every terminal position; raise NoSolver if some are unknown.

    >>> from gametheory import Castle, state_graph
    >>> from gametheory.model.classes import classify
    >>> graph = state_graph(Castle(1, 1, 1))
    >>> require_payoffs(graph, classify(graph))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    gametheory.solvers.dispatch.NoSolver: no solver fits this game (single-player, acyclic): ...
    """
    try:
        return terminal_payoffs(graph)
    except ValueError as error:
        raise NoSolver(game_class, str(error), RULES) from error


def require_small_components(graph: StateGraph, game_class: GameClass, limit: int) -> None:
    """Raise NoSolver if play can cycle through more than `limit` positions together; the solver is slow for them.

    >>> from gametheory import Castle, state_graph
    >>> from gametheory.model.classes import classify
    >>> graph = state_graph(Castle(1, 1, 1))
    >>> require_small_components(graph, classify(graph), 1)
    >>> require_small_components(graph, classify(graph), 0)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    gametheory.solvers.dispatch.NoSolver: ...: play can cycle through 1 position together, and at most 0 \
are solved, unless --component-limit, in Python component_limit, allows more; see \
docs/reference/what-it-does-not-do.md
    """
    largest = int(np.bincount(strong_components(state_arrays(graph))).max(initial=0))
    if largest > limit:
        raise NoSolver(
            game_class,
            f"play can cycle through {pluralize(largest, 'position')} together, and at most {limit:,} are solved, "
            "unless --component-limit, in Python component_limit, allows more",
        )


def payoffs_if_any(graph: StateGraph) -> Mapping[Position, Payoffs]:
    """Return the payoffs of all players in every terminal position; empty if some are unknown."""
    try:
        return terminal_payoffs(graph)
    except ValueError:
        return {}


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
    >>> from gametheory.model.classes import classify
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
    >>> from gametheory.model.classes import classify
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


METHOD = "policy iteration in rationals"
GAME_METHOD = "strategy iteration with discount factors near 1, in rationals"
GAME_CHECK = Check("what each player's moves guarantee in every position", "verify.check_mean_payoff_game")
MEAN_CHECK = Check("gain and bias of every position, and a policy that attains them", "verify.check_mean_payoff")


def solve_stage_game(
    game: Any, limit: int, solve: Callable[[StateArrays, GameClass], Solution], watch: Watch | None = None
) -> Solution:
    """Solve a game with stage payoffs: the mean payoff, or the game that may stop after each move, by `solve`.

    The graph of the solution is that of the game itself, which does not stop.
    """
    graph = validate_game(game, limit, watch)
    game_class, factor = classify(graph), discount_factor(game)
    if factor is None:
        return solve_mean_game(graph, game_class)
    stopping = validate_game(StoppingGame(game), 2 * limit, watch)
    require_payoffs(stopping, game_class)
    return replace(
        solve(stopping, classify(stopping)),
        arrays=graph,
        game_class=game_class,
        outcomes={},
        never_ends=None,
        criterion=f"discounted by {factor} per move",
    )


def solve_mean_game(graph: StateArrays, game_class: GameClass) -> Solution:
    """Solve a game of one player, or a zero-sum game of two who move one at a time, for the mean payoff per move.

    >>> from gametheory import unfold
    >>> class Work:
    ...     players = ("worker",)
    ...     def start(self): return "rested"
    ...     def outcome(self, at): return None
    ...     def moves(self, at, player): return ("work", "rest") if at == "rested" else ("rest",)
    ...     def after(self, at, move): return "tired" if move == "work" else "rested"
    ...     def stage_payoffs(self, at, move): return (int(move == "work"),)
    >>> graph = unfold(Work())
    >>> solve_mean_game(graph, classify(graph)).payoffs
    {'worker': Fraction(1, 2)}
    """
    game, nothing = graph.game, (Fraction(0),) * len(graph.game.players)
    if not game_class.cyclic:
        raise NoSolver(game_class, "stage payoffs need a discount, or play without end, which has a mean payoff")
    ends = [tuple(map(Fraction, end.payoffs)) or nothing for end in graph.outcomes]
    terminal = PositionMap(graph, graph.outcome_of, ends)
    rewards = [
        checked_stage_payoffs(game, position, moves)
        for number, position in enumerate(graph.positions)
        for moves in graph.moves_in(number)
    ]
    opposite = all(len(each) == 1 or (len(each) == 2 and not sum(each)) for each in (*ends, *rewards))
    if game_class.order is MoveOrder.SIMULTANEOUS or not opposite:
        raise NoSolver(game_class, NO_MEAN_PAYOFF)
    first, own = [payoffs[0] for payoffs in rewards], {node: payoffs[0] for node, payoffs in terminal.items()}
    from gametheory.solvers.stochastic import solve_mean_payoff, solve_mean_payoff_game

    if len(game.players) == 2:
        gains, pair, policy = solve_mean_payoff_game(graph, first, own)
        gain, method, check = check_mean_payoff_game(graph, terminal, gains, pair, policy), GAME_METHOD, GAME_CHECK
    else:
        gains, biases, policy = solve_mean_payoff(graph, first, own)
        gain, method, check = check_mean_payoff(graph, own, gains, biases, policy), METHOD, MEAN_CHECK
    return Solution(
        graph,
        game_class,
        method,
        (check,),
        zero_sum=len(game.players) == 2,
        payoffs=dict(zip(game.players, (gain, -gain), strict=False)),
        strategy=pure_strategies(policy),
        objective="payoff" if len(game.players) == 1 else None,
        criterion="mean payoff per move",
        optimal_moves=frozenset(policy.items()),
    )


STRATEGIES_CHECK = Check(
    "the strategies of both players guarantee their payoffs from the start", "verify.check_strategy"
)


def solve_acyclic(graph: StateArrays, game_class: GameClass, terminal: PositionMap[Payoffs]) -> Solution:
    """Solve a sequential game in which play always ends."""
    payoffs, moves, optimal = backward_induction(graph, terminal)
    at_start = check_subgame_perfect(graph, terminal, payoffs, moves)
    checks = [Check("the payoffs and the move of every position", "verify.check_subgame_perfect")]
    zero_sum, forced = is_zero_sum(terminal), None
    if zero_sum and not game_class.chance:
        forced = _forced_outcome(graph, terminal, at_start[0], moves)
        checks.append(STRATEGIES_CHECK)
    strategy = pure_strategies(moves)
    return Solution(
        graph,
        game_class,
        "backward induction",
        tuple(checks),
        zero_sum=zero_sum,
        payoffs=dict(zip(graph.game.players, at_start, strict=True)),
        strategy=strategy,
        values=payoffs,
        forced=forced,
        grundy=_grundy_value(graph, game_class),
        other_equilibria=None if zero_sum else OTHERS[len(optimal) == len(strategy)],
        optimal_moves=optimal,
    )


def solve_cyclic(graph: StateArrays, game_class: GameClass, terminal: PositionMap[Payoffs]) -> Solution:
    """Solve a zero-sum sequential game without chance moves in which play can cycle."""
    solution = retrograde_analysis(graph, terminal)
    values, moves, distances = solution
    value = values[graph.start_position]
    forced = _forced_outcome(graph, terminal, value, moves, count_moves=True)
    check_cyclic_equilibrium(graph, terminal, values, moves, distances)
    optimal = _optimal_cyclic_moves(solution)
    return zero_sum_solution(
        graph,
        game_class,
        "retrograde analysis; infinite play is a draw",
        (STRATEGIES_CHECK, Check("the value and the move of every position", "verify.check_cyclic_equilibrium")),
        (value, value),
        strategy=pure_strategies(moves),
        values=PositionMap(graph, values.codes, [(each, -each) for each in values.table]),
        distances=distances,
        forced=forced,
        optimal_moves=optimal,
    )


def solve_matrix_games(graph: StateArrays, game_class: GameClass, terminal: PositionMap[Payoffs]) -> Solution:
    """Solve a zero-sum simultaneous game in which play always ends."""
    from gametheory.solvers.simultaneous import solve_simultaneous  # here, because numba takes long to import

    values, mixed = solve_simultaneous(graph, terminal)
    value = check_simultaneous_equilibrium(graph, terminal, values, mixed)
    strategy = {position: mixed[position] for position in graph if mixed.get(position)}
    return zero_sum_solution(
        graph,
        game_class,
        "backward induction with an exact matrix game in every position",
        (Check("the value and both strategies of every position", "verify.check_simultaneous_equilibrium"),),
        (value, value),
        strategy=strategy,
        optimal_moves=played_moves(graph, strategy),
    )


def _forced_outcome(
    graph: StateArrays,
    terminal: PositionMap[Payoffs],
    value: Fraction,
    moves: PositionMap[tuple[Move, ...]],
    count_moves: bool = False,
) -> ForcedOutcome:
    """Check that each player's strategy guarantees the value at the start, and return the winner's result."""
    forced, (groups, group_of) = ForcedOutcome(None), graph.groups
    for index, player in enumerate(graph.game.players):
        guaranteed = (value, -value)[index]
        # the payoffs of each different outcome
        rows = zip(graph.outcomes, terminal.table, strict=True)
        good = {outcome for outcome, payoffs in rows if payoffs[index] >= guaranteed}
        mine = np.array([*(group == (player,) for group in groups), False])[group_of]
        own = PositionMap(graph, np.where(mine, moves.codes, -1), graph.single_moves)
        # Infinite play has the payoff 0: only a player who is promised more has to end the game.
        reached = check_strategy(graph, player, own, good, allow_infinite_play=guaranteed <= 0)
        if guaranteed > 0:
            longest = _longest_play(own) if count_moves else None
            forced = ForcedOutcome(player, tuple(sorted({outcome.name for outcome in good})), reached, longest)
    return forced


def _longest_play(strategy: PositionMap[Move]) -> int:
    """Return the greatest number of moves to the end if one player follows a strategy that ends every play.

    The distance of retrograde analysis can be less: a wrong reply can prolong play to a greater payoff of the winner.
    """
    arrays = strategy.arrays
    chosen = strategy.codes[arrays.sources]
    followed = arrays.with_moves((chosen < 0) | (arrays.move_of == chosen))
    reached = np.zeros(len(arrays), bool)
    reached[reachable(followed)] = True
    followed = followed.with_moves(reached[followed.sources])
    order = followed.order
    assert order is not None  # the strategy was checked to end every play
    return int(longest_plays(followed, order, arrays.outcome_of >= 0)[arrays.start])


def _optimal_cyclic_moves(solution: RetrogradeSolution) -> MoveSet:
    """Return every move as good as the chosen one: it leads to the same value in the same number of moves."""
    values, policy, distances = solution
    arrays = values.arrays
    picked = np.flatnonzero(arrays.move_of == policy.codes[arrays.sources])
    chosen = np.zeros(len(arrays), np.int32)
    chosen[arrays.sources[picked]] = arrays.successor[picked]
    best, after = chosen[arrays.sources], arrays.successor
    same = (values.codes[after] == values.codes[best]) & (distances.codes[after] == distances.codes[best])
    return MoveSet(arrays, same & (policy.codes[arrays.sources] >= 0))


def _grundy_value(graph: StateArrays, game_class: GameClass) -> GrundyValue | None:
    """Return the Grundy value of the start if the game is impartial and only the last move counts."""
    wins = None if game_class.chance else last_mover_wins(graph)
    if wins is None or not is_impartial(graph):
        return None
    return GrundyValue(grundy_values(graph, wins)[graph.start_position], wins)


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
    from gametheory.solvers.stochastic import solve_sequential  # here, because scipy takes long to import

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
    from gametheory.solvers.stochastic import bound_payoffs

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
    from gametheory.solvers.stochastic import bracket_stochastic

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
    from gametheory.solvers.general_sum import solve_general_sum

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
    from gametheory.solvers.stochastic import decisions_against, expected_under

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


Played: TypeAlias = dict[tuple[Position, tuple[Move, ...]], Fraction]


def solve_form(form: NormalForm | ExtensiveForm, graph: StateArrays) -> Solution:
    """Return the first extreme Nash equilibrium of a two-player game with a graph, and the number of them.

    A position of a strategy is the name of an information set, or "start" in a normal form.

    Raises NoSolver if the game does not have two players, or is too large, or has no perfect recall.

    >>> from gametheory.model.extensive_form import TableGame
    >>> from gametheory.model.unfolding import unfold
    >>> table = NormalForm.from_payoffs([[2, 0], [0, 1]], [[1, 0], [0, 2]])
    >>> solution = solve_form(table, unfold(TableGame(table)))
    >>> solution.payoffs, solution.equilibria
    ({'row': Fraction(2, 1), 'column': Fraction(1, 1)}, 3)
    """
    game_class = classify(graph)
    if len(form.players) > 2 and not (isinstance(form, ExtensiveForm) and form.has_perfect_information):
        raise NoSolver(game_class, f"the game has {len(form.players)} players; gametheory nash finds its equilibria")
    try:
        if isinstance(form, ExtensiveForm):
            check_perfect_recall(form)
        nash = nash_equilibria(form)
    except TooManyPivots as error:
        raise NoSolver(game_class, f"{error}; gametheory nash --limit N allows more") from error
    except ImperfectRecall as error:
        raise NoSolver(game_class, f"{error}; gametheory nash finds equilibria in plans") from error
    except (FormTooLarge, ValueError) as error:
        raise NoSolver(game_class, str(error)) from error
    strategy = _behavior(nash) if isinstance(nash, TreeSolution) else _mixed_strategies(nash)
    return Solution(
        graph,
        game_class,
        nash.method,
        nash.checked,
        zero_sum=nash.constant_sum == 0,
        payoffs=dict(zip(nash.players, nash.equilibria[0].payoffs, strict=True)),
        strategy=strategy,
        equilibria=len(nash.equilibria),
        all_equilibria=nash.complete,
        optimal_moves=_played(nash, strategy, graph),
    )


def _mixed_strategies(nash: NashSolution) -> Strategy:
    own = zip(nash.players, nash.strategies, nash.equilibria[0].plans, strict=True)
    return {"start": {player: _mixed(names, probabilities) for player, names, probabilities in own}}


def _behavior(nash: TreeSolution) -> Strategy:
    names = names_among_all_players(nash.tree)
    return {
        names[number, index]: {player: _mixed(nash.tree.information_sets[number, index].actions, probabilities)}
        for number, (player, behavior) in enumerate(zip(nash.players, nash.equilibria[0].behavior, strict=True), 1)
        for index, probabilities in behavior.items()
    }


def behavior_strategies(tree: ExtensiveForm, strategy: Strategy) -> list[BehaviorStrategy]:
    """Return the probabilities of all actions at the information sets that a strategy names, for each player.

    >>> from gametheory import nash, solve
    >>> from gametheory.formats.gambit import read_efg
    >>> end = 't "" 1 "" { 1 -1 }'
    >>> tree = read_efg(f'EFG 2 R "" {{ "A" "B" }} p "" 1 1 "" {{ "x" "y" }} 0 p "" 2 1 "" {{ "u" }} 0 {end} '
    ...                 f'p "" 2 1 0 {end}')
    >>> behavior_strategies(tree, solve(tree).strategy) == list(nash(tree).equilibria[0].behavior)
    True
    """
    behavior: list[BehaviorStrategy] = [{} for _ in tree.players]
    for (player, number), name in names_among_all_players(tree).items():
        for mixed in strategy.get(name, {}).values():
            actions = distinct_names(tree.information_sets[player, number].actions)
            behavior[player - 1][number] = tuple(mixed.get(action, Fraction(0)) for action in actions)
    return behavior


def _mixed(moves: Sequence[str], probabilities: Sequence[Fraction]) -> dict[Move, Fraction]:
    pairs = zip(moves, probabilities, strict=True)
    return {move: probability for move, probability in pairs if probability}


def _played(nash: NashSolution, strategy: Strategy, graph: StateArrays) -> Played:
    """Return the probability of each joint move in each position that the first equilibrium can make there."""
    if not isinstance(nash, TreeSolution):
        table = [*strategy["start"].values()]
        return {("start", profile): joint_probability(table, profile) for profile in product(*table)}
    game, played = game_of(graph), dict[tuple[Position, tuple[Move, ...]], Fraction]()
    for position in map(str, graph):
        for player, own in zip(game.players, nash.equilibria[0].behavior, strict=True):
            if (actions := game.moves(position, player)) and (mixed := own.get(game.observation(position, player))):
                pairs = zip(actions, mixed, strict=True)
                played |= {(position, (action,)): probability for action, probability in pairs if probability}
    return played
