"""The requirements of a solver on a game, checked as early as they are known, and the error that names one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from gametheory.model.classify import GameClass, MoveOrder, class_so_far
from gametheory.model.components import strong_components
from gametheory.model.game import LIMITS, RULES, Exploration, Position, Watch
from gametheory.model.payoffs import Payoffs, outcomes_without_payoffs, terminal_payoffs
from gametheory.model.stage_payoffs import discount_factor
from gametheory.model.state_arrays import PositionMap
from gametheory.model.state_graph import StateGraph, state_arrays
from gametheory.numbers.format import pluralize

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
    gametheory.solvers.dispatch.requirements.NoSolver: no solver fits this game (sequential): some outcomes have \
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
    >>> from gametheory.model.classify import classify
    >>> graph = state_graph(Castle(1, 1, 1))
    >>> require_payoffs(graph, classify(graph))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    gametheory.solvers.dispatch.requirements.NoSolver: no solver fits this game (single-player, acyclic): ...
    """
    try:
        return terminal_payoffs(graph)
    except ValueError as error:
        raise NoSolver(game_class, str(error), RULES) from error


def require_small_components(graph: StateGraph, game_class: GameClass, limit: int) -> None:
    """Raise NoSolver if play can cycle through more than `limit` positions together; the solver is slow for them.

    >>> from gametheory import Castle, state_graph
    >>> from gametheory.model.classify import classify
    >>> graph = state_graph(Castle(1, 1, 1))
    >>> require_small_components(graph, classify(graph), 1)
    >>> require_small_components(graph, classify(graph), 0)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    gametheory.solvers.dispatch.requirements.NoSolver: ...: play can cycle through 1 position together, and at most 0 \
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
