"""Choose the solver for the class of a game, run it, and return one `Solution`."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from time import perf_counter
from typing import Any

import networkx as nx
import numpy as np

from gametheory.model.classify import GameClass, MoveOrder, classify
from gametheory.model.extensive_form import ExtensiveForm
from gametheory.model.game import RULES, Game, RulesError, Watch
from gametheory.model.normal_form import NormalForm
from gametheory.model.payoffs import is_zero_sum
from gametheory.model.stage_payoffs import StoppingGame
from gametheory.model.state_arrays import StateArrays
from gametheory.model.state_graph import StateGraph, state_arrays
from gametheory.model.symmetry import quotient
from gametheory.model.tree_game import TableGame, TreeGame, extensive_form
from gametheory.model.unfolding import unfold
from gametheory.model.validation import validate_game
from gametheory.solvers.dispatch.multi_player import solve_acyclic, solve_cyclic, solve_matrix_games
from gametheory.solvers.dispatch.requirements import NoSolver, early_refusal, pays_after_moves, require_payoffs
from gametheory.solvers.dispatch.single_player import solve_chance_game, solve_decision_process, solve_single_player
from gametheory.solvers.dispatch.stage_payoffs import solve_stage_game
from gametheory.solvers.dispatch.stochastic import (
    solve_general_sum_game,
    solve_sequential_stochastic,
    solve_simultaneous_stochastic,
)
from gametheory.solvers.solution import Solution

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
    from gametheory.solvers.dispatch.forms import solve_form  # here, because nashpy takes long to import

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
