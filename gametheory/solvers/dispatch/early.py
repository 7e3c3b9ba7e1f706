"""Refuse a game while it is being unfolded: its kind has no solver, or its solution would not fit into memory."""

from __future__ import annotations

from time import monotonic
from typing import Any

from gametheory.model.classify import MoveOrder, class_so_far
from gametheory.model.exploration import Exploration, Watch
from gametheory.model.help_pages import RULES
from gametheory.model.payoffs import outcomes_without_payoffs
from gametheory.model.stage_payoffs import discount_factor
from gametheory.parallel.memory import free_memory, used_memory
from gametheory.solvers.dispatch.requirements import NO_MEAN_PAYOFF, NoSolver

SECONDS_BETWEEN_LOOKS = 0.2
SOLVER_SHARE = 1.0  # of the memory of the unfolded game: what solver and check need besides it, as measured
GIGABYTE = 1e9


class EarlyRefusal:
    """A function that `validate_game` calls with what is known so far; it raises an error as soon as that suffices.

    Parameters
    ----------
    game : Game
        The rules.
    watch : callable, optional
        Another function to call.

    Examples
    --------
    >>> from gametheory import Outcome
    >>> refuse = EarlyRefusal(type("Duel", (), {"players": ("one", "two")}))
    >>> paid, unpaid, groups = Outcome("won", (1, 0)), Outcome("lost"), [("one",), ("two",)]
    >>> refuse(Exploration(9, 3, 8, [1, 2, 6], groups, False, [paid]))
    >>> refuse(Exploration(20, 9, 19, [1, 2, 6], groups, False, [paid, unpaid]))
    Traceback (most recent call last):
    gametheory.solvers.dispatch.requirements.NoSolver: no solver fits this game (sequential): some outcomes have \
payoffs, and lost has none; see docs/how-to/your-own-game.md
    """

    def __init__(self, game: Any, watch: Watch | None = None) -> None:
        self._game, self._watch = game, watch
        self._before, self._next_look = used_memory(), monotonic() + SECONDS_BETWEEN_LOOKS
        self._known = (-1, -1)

    def __call__(self, so_far: Exploration) -> None:
        """Raise NoSolver or MemoryError if no solver fits the game, or if memory will not suffice."""
        known = len(so_far.groups), len(so_far.outcomes)
        if known != self._known:
            self._known = known
            require_solvable_kind(self._game, so_far)
        if monotonic() >= self._next_look:
            self._next_look = monotonic() + SECONDS_BETWEEN_LOOKS
            require_memory(so_far, used_memory() - self._before, free_memory())
        if self._watch is not None:
            self._watch(so_far)


def require_solvable_kind(game: Any, so_far: Exploration) -> None:
    """Raise NoSolver if nothing that is still unknown of a game can make it one that a solver fits.

    >>> from gametheory import Outcome
    >>> game = type("Work", (), {"players": ("one", "two", "three"), "stage_payoffs": print})
    >>> require_solvable_kind(game, Exploration(2, 1, 1, [1], [("one",)], False, []))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    gametheory.solvers.dispatch.requirements.NoSolver: ... the mean payoff is found for one player, and for two ...
    """
    game_class = class_so_far(so_far)
    if callable(getattr(game, "stage_payoffs", None)):
        many = len(game.players) > 2 or game_class.order is MoveOrder.SIMULTANEOUS
        if discount_factor(game) is None and many:
            raise NoSolver(game_class, NO_MEAN_PAYOFF)
        return
    hidden = callable(getattr(game, "observation", None))
    if hidden or game_class.order in (MoveOrder.SEQUENTIAL, MoveOrder.SIMULTANEOUS):
        try:
            outcomes_without_payoffs(so_far.outcomes)
        except ValueError as error:
            raise NoSolver(game_class, str(error), RULES) from error


def require_memory(so_far: Exploration, used: float, free: float) -> None:
    """Raise MemoryError if the positions that were found leave too little memory for the solver.

    A solver and its check need about as much memory as the unfolded game, besides it. The game may be larger than what
    was found, so that it needs at least this much.

    >>> require_memory(Exploration(3_000_000, 2_000_000, 0, [1], [], False, []), 2e9, 2.5e9)
    >>> require_memory(Exploration(3_000_000, 2_000_000, 0, [1], [], False, []), 2e9, 0.5e9)
    Traceback (most recent call last):
    MemoryError: the game has more than 3,000,000 positions, which take 2.0 GB so far, and a solution needs as much \
again: 0.5 GB are free
    """
    if free < SOLVER_SHARE * used:
        raise MemoryError(
            f"the game has more than {so_far.found:,} positions, which take {used / GIGABYTE:.1f} GB so far, "
            f"and a solution needs as much again: {free / GIGABYTE:.1f} GB are free"
        )
