"""The front door of all solvers: `solve` takes any game and returns one `Solution`."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import Any

import networkx as nx

from gametheory.model.classify import GameClass, MoveOrder, classify
from gametheory.model.game import Game, RulesError
from gametheory.model.validation import validate_game
from gametheory.solvers.dispatch.multi_player import (
    solve_sequential_acyclic,
    solve_sequential_cyclic,
    solve_simultaneous_game,
)
from gametheory.solvers.dispatch.requirements import NoSolver
from gametheory.solvers.dispatch.single_player import solve_chance_game, solve_decision_process, solve_single_player
from gametheory.solvers.solution import Solution

__all__ = ["NoSolver", "solve", "solve_by_class"]

MAX_POSITIONS = 200_000


def solve(game: Game[Any, Any] | nx.MultiDiGraph, limit: int = MAX_POSITIONS) -> Solution:
    """Solve a game of any class exactly, and check the result again without the solver.

    The rules are validated in every position, the game is classified, the solver for its class is run, and the checkers
    of `gametheory.verify` re-establish the result from the state graph. Cost: that of the solver named by `method`.

    Parameters
    ----------
    game : Game or networkx.MultiDiGraph
        The rules of a game, or a graph made by `state_graph`, whose rules are not validated again.
    limit : int
        The greatest number of positions to unfold.

    Returns
    -------
    Solution
        Payoffs, the strategy of every player in every position, facts about outcomes, and the checks.

    Raises
    ------
    RulesError
        If the rules break the protocol `Game`; the message names the rule and the position.
    PositionLimitExceeded
        If play can reach more than `limit` positions.
    NoSolver
        If no solver fits the game; the message names the requirement that is not met.
    CertificateError
        If a checker refuses the result, which is a bug of a solver.

    Examples
    --------
    >>> from gametheory import Castle, solve
    >>> solution = solve(Castle(10, 11, 15))
    >>> print(solution.game_class, "|", solution.method)
    single-player, acyclic | shortest paths
    >>> solution.outcomes["soldiers"].distance
    4
    """
    begin = perf_counter()
    graph = _checked_graph(game) if isinstance(game, nx.Graph) else validate_game(game, limit)
    return replace(solve_by_class(graph, classify(graph)), seconds=perf_counter() - begin)


def solve_by_class(graph: nx.MultiDiGraph, game_class: GameClass) -> Solution:
    """Solve the game of a graph with the solver for its class.

    This function is the whole decision: a new solver is one more case here.

    Raises NoSolver if no solver fits.
    """
    match game_class.order:
        case MoveOrder.CHANCE:
            return solve_chance_game(graph, game_class)
        case MoveOrder.SINGLE_PLAYER if game_class.chance:
            return solve_decision_process(graph, game_class)
        case MoveOrder.SINGLE_PLAYER:
            return solve_single_player(graph, game_class)
        case MoveOrder.SEQUENTIAL if game_class.cyclic:
            return solve_sequential_cyclic(graph, game_class)
        case MoveOrder.SEQUENTIAL:
            return solve_sequential_acyclic(graph, game_class)
        case MoveOrder.SIMULTANEOUS:
            return solve_simultaneous_game(graph, game_class)


def _checked_graph(graph: nx.Graph) -> nx.MultiDiGraph:
    if not isinstance(graph, nx.MultiDiGraph) or not {"game", "start"} <= graph.graph.keys():
        raise RulesError("the graph is not a state graph: make it with gametheory.state_graph(game)")
    return graph
