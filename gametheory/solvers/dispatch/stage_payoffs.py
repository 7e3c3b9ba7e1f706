"""Solve games that pay after every move: discounted payoffs of any class, mean payoffs of one or two players."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import networkx as nx

from gametheory.model.classify import GameClass, MoveOrder, classify
from gametheory.model.game import Watch
from gametheory.model.stage_payoffs import StoppingGame, checked_stage_payoffs, discount_factor
from gametheory.model.state_graph import game_of, outcome_of, state_arrays
from gametheory.model.validation import validate_game
from gametheory.solvers.dispatch.requirements import NO_MEAN_PAYOFF, NoSolver
from gametheory.solvers.dispatch.single_player import solve_for_payoffs
from gametheory.solvers.solution import Check, Solution, pure_strategies
from gametheory.verify import check_mean_payoff, check_mean_payoff_game

METHOD = "policy iteration in rationals"
GAME_METHOD = "strategy iteration with discount factors near 1, in rationals"
GAME_CHECK = Check("what each player's moves guarantee in every position", "verify.check_mean_payoff_game")
MEAN_CHECK = Check("gain and bias of every position, and a policy that attains them", "verify.check_mean_payoff")


def has_stage_payoffs(game: Any) -> bool:
    """Return whether a game pays after every move; raise RulesError if its discount factor is not valid."""
    return discount_factor(game) is not None or callable(getattr(game, "stage_payoffs", None))


def solve_stage_game(
    game: Any, limit: int, solve: Callable[[nx.MultiDiGraph, GameClass], Solution], watch: Watch | None = None
) -> Solution:
    """Solve a game with stage payoffs: the mean payoff, or the game that may stop after each move, by `solve`.

    The graph of the solution is that of the game itself, which does not stop.

    >>> class Rent:
    ...     players, discount = ("owner",), Fraction(9, 10)
    ...     def start(self): return "house"
    ...     def outcome(self, position): return None
    ...     def moves(self, position, player): return ("rent", "wait")
    ...     def after(self, position, move): return "house"
    ...     def stage_payoffs(self, position, move): return (int(move == "rent"),)
    >>> solution = solve_stage_game(Rent(), 10, solve_for_payoffs)
    >>> solution.payoffs, solution.criterion
    ({'owner': Fraction(10, 1)}, 'discounted by 9/10 per move')
    """
    graph = validate_game(game, limit, watch)
    game_class, factor = classify(graph), discount_factor(game)
    if factor is None:
        return solve_mean_game(graph, game_class)
    stopping = validate_game(StoppingGame(game), 2 * limit, watch)
    few = game_class.order in (MoveOrder.CHANCE, MoveOrder.SINGLE_PLAYER)
    found = (solve_for_payoffs if few else solve)(stopping, classify(stopping))
    criterion = f"discounted by {factor} per move"
    return replace(found, arrays=state_arrays(graph), game_class=game_class, outcomes={}, criterion=criterion)


def solve_mean_game(graph: nx.MultiDiGraph, game_class: GameClass) -> Solution:
    """Solve a game of one player, or a zero-sum game of two who move one at a time, for the mean payoff per move.

    >>> from gametheory import state_graph
    >>> class Work:
    ...     players = ("worker",)
    ...     def start(self): return "rested"
    ...     def outcome(self, at): return None
    ...     def moves(self, at, player): return ("work", "rest") if at == "rested" else ("rest",)
    ...     def after(self, at, move): return "tired" if move == "work" else "rested"
    ...     def stage_payoffs(self, at, move): return (int(move == "work"),)
    >>> graph = state_graph(Work())
    >>> solve_mean_game(graph, classify(graph)).payoffs
    {'worker': Fraction(1, 2)}
    """
    game = game_of(graph)
    if not game_class.cyclic:
        raise NoSolver(game_class, "stage payoffs need a discount, or play without end, which has a mean payoff")
    arrays, nothing = state_arrays(graph), (Fraction(0),) * len(game.players)
    ends = ((node, end) for node in graph if (end := outcome_of(graph, node)) is not None)
    terminal = {node: tuple(map(Fraction, end.payoffs)) or nothing for node, end in ends}
    rewards = {
        node: {moves: checked_stage_payoffs(game, node, moves) for moves in arrays.moves_in(number)}
        for number, node in enumerate(arrays.positions)
        if node not in terminal
    }
    payoffs = [*terminal.values(), *(pays for own in rewards.values() for pays in own.values())]
    opposite = all(len(each) == 1 or (len(each) == 2 and not sum(each)) for each in payoffs)
    if game_class.order is MoveOrder.SIMULTANEOUS or not opposite:
        raise NoSolver(game_class, NO_MEAN_PAYOFF)
    first = {node: {moves: payoffs[0] for moves, payoffs in own.items()} for node, own in rewards.items()}
    own = {node: payoffs[0] for node, payoffs in terminal.items()}
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
        strategy=pure_strategies(graph, policy),
        objective="payoff" if len(game.players) == 1 else None,
        criterion="mean payoff per move",
        optimal_moves=frozenset(policy.items()),
    )
