"""Solve games that pay after every move: discounted payoffs of any class, mean payoffs of one player."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import networkx as nx

from gametheory.model.classify import GameClass, MoveOrder, classify
from gametheory.model.exploration import Watch
from gametheory.model.game import Position
from gametheory.model.payoffs import Payoffs
from gametheory.model.stage_payoffs import StoppingGame, checked_stage_payoffs, discount_factor
from gametheory.model.state_graph import joint_moves
from gametheory.model.validation import validate_game
from gametheory.solvers.dispatch.requirements import NoSolver
from gametheory.solvers.dispatch.single_player import solve_for_payoffs
from gametheory.solvers.solution import Check, Solution, pure_strategies
from gametheory.verify import check_mean_payoff

MEAN_CHECK = Check("gain and bias of every position, and a policy that attains them", "verify.check_mean_payoff")


def has_stage_payoffs(game: Any) -> bool:
    """Return whether a game pays after every move; raise RulesError if its discount factor is not valid.

    >>> from gametheory import Castle
    >>> has_stage_payoffs(Castle(1, 2, 1))
    False
    """
    return discount_factor(game) is not None or callable(getattr(game, "stage_payoffs", None))


def solve_stage_game(
    game: Any, limit: int, solve: Callable[[nx.MultiDiGraph, GameClass], Solution], watch: Watch | None = None
) -> Solution:
    """Solve a game with stage payoffs: the mean payoff, or the game that may stop after each move, by `solve`.

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
    return replace(found, game_class=game_class, outcomes={}, criterion=f"discounted by {factor} per move")


def solve_mean_game(graph: nx.MultiDiGraph, game_class: GameClass) -> Solution:
    """Solve a single-player game for the greatest mean payoff per move.

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
    from gametheory.solvers.stochastic.mean_payoff import solve_mean_payoff

    game = graph.graph["game"]
    if not game_class.cyclic:
        raise NoSolver(game_class, "stage payoffs need a discount, or play without end, which has a mean payoff")
    if len(game.players) != 1:
        raise NoSolver(game_class, "stage payoffs without a discount: the mean payoff is found for one player only")
    terminal = _terminal_payoffs(graph)
    rewards = {
        node: {moves: checked_stage_payoffs(game, node, moves)[0] for moves in joint_moves(graph, node)}
        for node in graph
        if node not in terminal
    }
    own = {node: payoffs[0] for node, payoffs in terminal.items()}
    gains, biases, policy = solve_mean_payoff(graph, rewards, own)
    gain = check_mean_payoff(graph, own, gains, biases, policy)
    return Solution(
        graph,
        game_class,
        "policy iteration in rationals",
        (MEAN_CHECK,),
        payoffs={game.players[0]: gain},
        strategy=pure_strategies(graph, policy),
        objective="payoff",
        criterion="mean payoff per move",
        optimal_moves=frozenset(policy.items()),
    )


def _terminal_payoffs(graph: nx.MultiDiGraph) -> dict[Position, Payoffs]:
    """Return the payoffs of terminal positions, 0 where an outcome has none."""
    players = len(graph.graph["game"].players)
    ends = ((node, end) for node, end in graph.nodes(data="outcome") if end is not None)
    return {node: tuple(map(Fraction, end.payoffs)) or (Fraction(0),) * players for node, end in ends}
