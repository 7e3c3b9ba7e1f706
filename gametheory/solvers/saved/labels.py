"""The labels of all positions of a solution, in the order of the numbers of the positions."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gametheory.model.classify import GameClass, MoveOrder
from gametheory.model.extensive_form import ExtensiveForm
from gametheory.model.game import RulesError
from gametheory.model.layers import LayeredGame
from gametheory.model.normal_form import NormalForm
from gametheory.model.payoffs import Payoffs, terminal_payoffs
from gametheory.model.position_text import position_codes
from gametheory.model.stage_payoffs import discount_factor
from gametheory.model.state_arrays import Integers, PositionMap, StateArrays
from gametheory.solvers.backward_induction import backward_induction
from gametheory.solvers.shortest_paths import longest_plays
from gametheory.solvers.solution import OutcomeDistance, Solution
from gametheory.verify.strong_solution import BACKWARD_INDUCTION, RETROGRADE_ANALYSIS, SHORTEST_PATHS, StrongSolution


class NotSaved(ValueError):
    """A solution that is not one label for each position."""

    def __init__(self, why: str) -> None:
        super().__init__(f"a solution file has one label for each position: {why}")


class Labels(NamedTuple):
    """A strong solution, and where each position was found."""

    solution: StrongSolution
    parents: Integers
    moves: int


def require_labels(game_class: GameClass, criterion: str | None = None) -> None:
    """Raise NotSaved unless the solution of games of a class is one label for each position."""
    if game_class.chance:
        raise NotSaved("there are chance moves")
    if game_class.order not in (MoveOrder.SEQUENTIAL, MoveOrder.SINGLE_PLAYER):
        raise NotSaved("players move simultaneously")
    if criterion:
        raise NotSaved("the game pays after every move")


def require_savable(game: Any) -> None:
    """Raise NotSaved if a game is no rules of positions, pays after every move, or has hidden information.

    >>> from gametheory import Castle
    >>> require_savable(Castle(1, 2, 1))
    >>> require_savable(NormalForm.from_payoffs([[1]]))
    Traceback (most recent call last):
    gametheory.solvers.saved.labels.NotSaved: a solution file has one label for each position: the game is a table or \
a tree
    """
    if isinstance(game, NormalForm | ExtensiveForm):
        raise NotSaved("the game is a table or a tree")
    if callable(getattr(game, "stage_payoffs", None)) or discount_factor(game) is not None:
        raise NotSaved("the game pays after every move")
    if callable(getattr(game, "observation", None)):
        raise NotSaved("the game has hidden information")


def labels_of(solution: Solution) -> Labels:
    """Return the labels of all positions of a solution.

    Sequential games: the payoffs from each position on, with the length of the longest play (acyclic) or the distance
    to the forced end (cyclic). Single-player games: the distance to each outcome, or, if there are payoffs and play
    always ends, the payoffs. Cost: sorting the positions.
    """
    require_labels(solution.game_class, solution.criterion)
    arrays = solution.arrays
    if arrays.game is None or arrays.start < 0 or solution.equilibria is not None:
        raise NotSaved("the game is a table, or has hidden information")
    codes = position_codes(arrays.game, arrays.positions)
    order = np.argsort(codes)
    _require_different(arrays, codes, order)
    if solution.game_class.order is MoveOrder.SINGLE_PLAYER and solution.objective != "payoff":
        strong = _shortest_paths(solution, codes, order)
    else:
        strong = _payoffs(solution, arrays, codes, order)
    return Labels(strong, _parents(arrays, order), len(arrays.successor))


def _require_different(arrays: StateArrays, codes: Integers, order: Integers) -> None:
    same = np.flatnonzero(codes[order][1:] == codes[order][:-1])
    if len(same):
        one, other = arrays.positions[int(order[same[0]])], arrays.positions[int(order[same[0] + 1])]
        raise RulesError(f"two positions have the same text, {one}, and are {one!r} and {other!r}")


def _shortest_paths(solution: Solution, codes: Integers, order: Integers) -> StrongSolution:
    """Return the labels of a single-player game without payoffs."""
    names = tuple(sorted(solution.outcomes))
    facts = [solution.outcomes[name] for name in names]
    distances = tuple(
        each.distances.codes[order]
        for each in facts
        if isinstance(each, OutcomeDistance) and isinstance(each.distances, PositionMap)
    )
    players = solution.arrays.game.players
    return StrongSolution(SHORTEST_PATHS, players, [], names, codes[order], np.zeros(0, np.int8), distances)


def _payoffs(solution: Solution, arrays: StateArrays, codes: Integers, order: Integers) -> StrongSolution:
    """Return the labels of backward induction or retrograde analysis."""
    cyclic, values = solution.game_class.cyclic, solution.values
    if not values and not cyclic:  # one player
        values = backward_induction(solution.arrays, terminal_payoffs(solution.arrays)).payoffs
    if not isinstance(values, PositionMap):
        raise NotSaved("neither backward induction nor retrograde analysis nor shortest paths solved the game")
    table, kinds = _sorted_table(values)
    lengths = _lengths(solution, arrays)
    method = RETROGRADE_ANALYSIS if cyclic else BACKWARD_INDUCTION
    players = solution.arrays.game.players
    return StrongSolution(method, players, table, (), codes[order], kinds[order], (lengths[order],))


def _sorted_table(values: PositionMap[Payoffs]) -> tuple[list[Payoffs], Integers]:
    """Return the payoffs that occur, in ascending order, and the index of those of each position."""
    used = np.flatnonzero(np.bincount(values.codes)).tolist()
    table = sorted({values.table[code] for code in used})
    index = {payoffs: place for place, payoffs in enumerate(table)}
    place_of = np.full(len(values.table), -1, np.int64)
    place_of[used] = [index[values.table[code]] for code in used]
    return table, place_of[values.codes]


def _lengths(solution: Solution, arrays: StateArrays) -> Integers:
    """Return the distance to the forced end, or the length of the longest play, of each position."""
    if isinstance(solution.distances, PositionMap):
        return solution.distances.codes
    order = arrays.order
    if order is None:
        raise NotSaved("play can cycle, and the distances to the end are not known")
    return longest_plays(arrays, order, arrays.outcome_of >= 0)


def _parents(arrays: StateArrays, order: Integers) -> Integers:
    """Return the first position, in the order of the graph, from which each one follows, as places in another order."""
    if isinstance(arrays.game, LayeredGame):
        return np.zeros(0, np.int8)
    parent, place = np.full(len(arrays), -1, np.int64), np.empty(len(arrays), np.int64)
    place[order] = np.arange(len(arrays))
    parent[arrays.successor[::-1]] = place[arrays.sources[::-1]]  # of several assignments the last one counts
    parent[arrays.start] = -1
    return parent[order]
