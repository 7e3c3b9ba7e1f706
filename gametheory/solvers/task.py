"""What is to be solved, and what a solver requires of it, checked as early as it is known."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from gametheory.model.classes import (
    GameClass,
    MoveOrder,
    Payoffs,
    StoppingGame,
    class_so_far,
    classify,
    discount_factor,
    outcomes_without_payoffs,
    terminal_payoffs,
)
from gametheory.model.game import LIMITS, RULES, Exploration, Position, Watch
from gametheory.model.state_arrays import PositionMap, StateArrays, strong_components
from gametheory.model.unfolding import StateGraph
from gametheory.numbers.format import pluralize
from gametheory.numbers.rationals import round_outward
from gametheory.solvers.solution import Check, Solution

MAX_COMPONENT, MAX_SIMULTANEOUS_COMPONENT = 50_000, 500
NO_MEAN_PAYOFF = (
    "stage payoffs without a discount: the mean payoff is found for one player, and for two with opposite payoffs who "
    "move one at a time"
)


class NoSolver(ValueError):
    """No solver of the package fits the game; the message names a page that helps, and an option if one does."""

    def __init__(self, game_class: GameClass, missing: str, page: str = LIMITS) -> None:
        super().__init__(f"no solver fits this game ({game_class}): {missing}; see {page}")
        self.game_class = game_class


class Limits(NamedTuple):
    """What the user allows: positions, the width of a bracket, and positions between which play can cycle."""

    positions: int
    width: Fraction
    component: int | None


class Task:
    """A graph whose game is to be solved, and what the user allows; makes the `Solution` of what a solver found."""

    def __init__(self, graph: StateArrays, limits: Limits) -> None:
        self.graph, self.limits = graph, limits
        self.game_class = classify(graph)
        self.players: tuple[str, ...] = graph.game.players

    def solution(self, method: str, *checks: Check | None, **facts: Any) -> Solution:
        """Return a solution with some facts; a check that did not apply is None."""
        checked = tuple(check for check in checks if check is not None)
        return Solution(self.graph, self.game_class, method, checked, **facts)

    def zero_sum(
        self, method: str, *checks: Check | None, low: Fraction, high: Fraction | None = None, **facts: object
    ) -> Solution:
        """Return the solution of a zero-sum game of two players with a known value, or with bounds of it."""
        one, two = self.players
        # the value itself, so that no bracket is needed
        if high is None or low == high:
            return self.solution(method, *checks, zero_sum=True, payoffs={one: low, two: -low}, **facts)
        lower, upper = self.decimals(low, high)
        # floats can be too coarse for the width
        if upper - lower > self.limits.width:
            method += "; the bracket is wider than asked"
        bounds = {one: (lower, upper), two: (-upper, -lower)}
        return self.solution(method, *checks, zero_sum=True, bounds=bounds, **facts)

    def decimals(self, low: Fraction, high: Fraction) -> tuple[Fraction, Fraction]:
        """Return bounds rounded outward to decimals that are much finer than the width that was asked."""
        digits = len(str(int(1 / self.limits.width)))
        return round_outward(low, high, 10 ** (digits + 2))

    def outcome_names(self) -> list[str]:
        """Return the names of the outcomes; none of a discounted game, where the end of play says nothing."""
        if isinstance(self.graph.game, StoppingGame):
            return []
        ends = np.unique(self.graph.outcome_of[self.graph.outcome_of >= 0])
        return sorted({self.graph.outcomes[end].name for end in ends})


def pays_after_moves(game: object) -> bool:
    """Return whether a game pays after every move; raise RulesError if its discount factor is not valid."""
    return discount_factor(game) is not None or callable(getattr(game, "stage_payoffs", None))


def early_refusal(game: object, watch: Watch | None = None) -> Watch:
    """Return a function that `validate_game` calls with what is known so far; it raises NoSolver once that suffices.

    >>> from gametheory import Outcome
    >>> refuse = early_refusal(type("Duel", (), {"players": ("one", "two")}))
    >>> paid, unpaid, groups = Outcome("won", (1, 0)), Outcome("lost"), [("one",), ("two",)]
    >>> refuse(Exploration(9, 3, 8, groups, False, [paid]))
    >>> refuse(Exploration(20, 9, 19, groups, False, [paid, unpaid]))
    Traceback (most recent call last):
    gametheory.solvers.task.NoSolver: no solver fits this game (sequential): some outcomes have \
payoffs, and lost has none; see docs/how-to/your-own-game.md
    """
    groups_and_outcomes = (-1, -1)

    def refuse(so_far: Exploration) -> None:
        nonlocal groups_and_outcomes
        counts = (len(so_far.groups), len(so_far.outcomes))
        # the class can have changed only if there are new groups of players or new outcomes
        if counts != groups_and_outcomes:
            groups_and_outcomes = counts
            _refuse_so_far(game, so_far)
        if watch is not None:
            watch(so_far)

    return refuse


def _refuse_so_far(game: Any, so_far: Exploration) -> None:
    game_class = class_so_far(so_far)
    # payoffs come after moves, so that outcomes need none
    if callable(getattr(game, "stage_payoffs", None)):
        many = len(game.players) > 2 or game_class.order is MoveOrder.SIMULTANEOUS
        if many and discount_factor(game) is None:
            raise NoSolver(game_class, NO_MEAN_PAYOFF)
        return
    hidden = callable(getattr(game, "observation", None))
    # one player, or chance alone, can do without payoffs; several need them for all outcomes or for none
    if not hidden and game_class.order not in (MoveOrder.SEQUENTIAL, MoveOrder.SIMULTANEOUS):
        return
    try:
        outcomes_without_payoffs(so_far.outcomes)
    except ValueError as error:
        raise NoSolver(game_class, str(error), RULES) from error


def require_payoffs(graph: StateGraph, game_class: GameClass) -> PositionMap[Payoffs]:
    """Return the payoffs of all players in every terminal position; raise NoSolver if some are unknown.

    >>> from gametheory import Castle, state_graph
    >>> from gametheory.model.classes import classify
    >>> graph = state_graph(Castle(1, 1, 1))
    >>> require_payoffs(graph, classify(graph))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    gametheory.solvers.task.NoSolver: no solver fits this game (single-player, acyclic): ...
    """
    try:
        return terminal_payoffs(graph)
    except ValueError as error:
        raise NoSolver(game_class, str(error), RULES) from error


def payoffs_if_any(graph: StateArrays) -> Mapping[Position, Payoffs]:
    """Return the payoffs of all players in every terminal position; empty if some are unknown."""
    try:
        return terminal_payoffs(graph)
    except ValueError:
        return {}


def require_small_components(task: Task) -> None:
    """Raise NoSolver if play can cycle through too many positions together; the solver is slow for them."""
    simultaneous = task.game_class.order is MoveOrder.SIMULTANEOUS
    limit = task.limits.component or (MAX_SIMULTANEOUS_COMPONENT if simultaneous else MAX_COMPONENT)
    largest = int(np.bincount(strong_components(task.graph)).max(initial=0))
    if largest > limit:
        raise NoSolver(
            task.game_class,
            f"play can cycle through {pluralize(largest, 'position')} together, and at most {limit:,} are solved, "
            "unless --component-limit, in Python component_limit, allows more",
        )
