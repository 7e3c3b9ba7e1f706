"""Solve games that pay after every move: discounted payoffs of any class, mean payoffs of one or two players."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from gametheory.model.classify import GameClass, MoveOrder, classify
from gametheory.model.game import Watch
from gametheory.model.stage_payoffs import StoppingGame, checked_stage_payoffs, discount_factor
from gametheory.model.state_arrays import PositionMap, StateArrays
from gametheory.model.validation import validate_game
from gametheory.solvers.array_results import pure_strategies
from gametheory.solvers.dispatch.requirements import NO_MEAN_PAYOFF, NoSolver, require_payoffs
from gametheory.solvers.solution import Check, Solution
from gametheory.verify import check_mean_payoff, check_mean_payoff_game

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
    from gametheory.solvers.stochastic.mean_payoff import solve_mean_payoff, solve_mean_payoff_game

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
