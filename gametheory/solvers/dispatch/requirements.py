"""The requirements of a solver on a game, and the error that names the one that is not met."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias

import networkx as nx
import numpy as np

from gametheory.model.classify import GameClass
from gametheory.model.components import strong_components
from gametheory.model.game import Position
from gametheory.model.help_pages import LIMITS, RULES
from gametheory.model.payoffs import Payoffs, is_zero_sum, terminal_payoffs
from gametheory.model.state_arrays import PositionMap
from gametheory.model.state_graph import state_arrays
from gametheory.numbers.format import pluralize

TerminalPayoffs: TypeAlias = Mapping[Position, tuple[Fraction, ...]]

NO_MEAN_PAYOFF = (
    "stage payoffs without a discount: the mean payoff is found for one player, and for two with opposite payoffs who "
    "move one at a time"
)


class NoSolver(ValueError):
    """No solver of the package fits the game; the message names a page that helps, and an option if one does.

    >>> from gametheory.model.classify import MoveOrder
    >>> print(NoSolver(GameClass(MoveOrder.SIMULTANEOUS, chance=False, cyclic=True), "play must not cycle"))
    no solver fits this game (simultaneous, cyclic): play must not cycle; see docs/reference/what-it-does-not-do.md
    """

    def __init__(self, game_class: GameClass, missing: str, page: str = LIMITS) -> None:
        super().__init__(f"no solver fits this game ({game_class}): {missing}; see {page}")
        self.game_class = game_class


def require_payoffs(graph: nx.MultiDiGraph, game_class: GameClass) -> PositionMap[Payoffs]:
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


def require_zero_sum(graph: nx.MultiDiGraph, game_class: GameClass) -> TerminalPayoffs:
    """Return the payoffs in every terminal position; raise NoSolver unless two players' payoffs always add up to 0.

    >>> from gametheory import Castle, state_graph
    >>> from gametheory.model.classify import classify
    >>> graph = state_graph(Castle(1, 1, 1))
    >>> require_zero_sum(graph, classify(graph))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    gametheory.solvers.dispatch.requirements.NoSolver: ... it must have two players, and it has 1; see ...
    """
    players = graph.graph["game"].players
    if len(players) != 2:
        raise NoSolver(game_class, f"it must have two players, and it has {len(players)}")
    payoffs = require_payoffs(graph, game_class)
    if not is_zero_sum(payoffs):
        raise NoSolver(game_class, "it must be zero-sum, and the payoffs of some outcome do not add up to 0")
    return payoffs


def require_small_components(graph: nx.MultiDiGraph, game_class: GameClass, limit: int) -> None:
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


def payoffs_if_any(graph: nx.MultiDiGraph) -> TerminalPayoffs:
    """Return the payoffs of all players in every terminal position; empty if some are unknown.

    >>> from gametheory import Castle, state_graph
    >>> payoffs_if_any(state_graph(Castle(1, 1, 1)))
    {}
    """
    try:
        return terminal_payoffs(graph)
    except ValueError:
        return {}
