"""The labels of all positions of a solution, in the order of the numbers of the positions."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gametheory.model.classify import GameClass, MoveOrder
from gametheory.model.components import topological_order
from gametheory.model.game import RulesError
from gametheory.model.layers import LayeredGame
from gametheory.model.payoffs import Payoffs, terminal_payoffs
from gametheory.model.position_text import position_codes
from gametheory.model.state_arrays import Integers, PositionMap, StateArrays
from gametheory.model.state_graph import state_arrays
from gametheory.solvers.backward_induction import backward_induction
from gametheory.solvers.longest_plays import longest_plays
from gametheory.solvers.solution import OutcomeDistance, Solution
from gametheory.verify.strong_solution import BACKWARD_INDUCTION, RETROGRADE_ANALYSIS, SHORTEST_PATHS, StrongSolution


class NotSaved(ValueError):
    """A solution that is not one label for each position.

    >>> print(NotSaved("there are chance moves"))
    a solution file has one label for each position: there are chance moves
    """

    def __init__(self, why: str) -> None:
        super().__init__(f"a solution file has one label for each position: {why}")


class Labels(NamedTuple):
    """A strong solution, and where each position was found.

    Parameters
    ----------
    solution : StrongSolution
        The labels.
    parents : array of int
        The index of a position from which each position follows, -1 for the first one; empty in a `LayeredGame`, whose
        positions are numbers.
    moves : int
        The number of moves of all positions.
    """

    solution: StrongSolution
    parents: Integers
    moves: int


def require_labels(game_class: GameClass, criterion: str | None = None) -> None:
    """Raise NotSaved unless the solution of games of a class is one label for each position.

    Parameters
    ----------
    game_class : GameClass
        The class, as far as it is known.
    criterion : str, optional
        The criterion of a game that pays after every move.

    Examples
    --------
    >>> require_labels(GameClass(MoveOrder.SEQUENTIAL, chance=True, cyclic=False))
    Traceback (most recent call last):
    gametheory.solvers.saved.labels.NotSaved: a solution file has one label for each position: there are chance moves
    """
    if game_class.chance:
        raise NotSaved("there are chance moves")
    if game_class.order not in (MoveOrder.SEQUENTIAL, MoveOrder.SINGLE_PLAYER):
        raise NotSaved("players move simultaneously")
    if criterion:
        raise NotSaved("the game pays after every move")


def labels_of(solution: Solution) -> Labels:
    """Return the labels of all positions of a solution.

    Sequential games: the payoffs from each position on, with the length of the longest play (acyclic) or the distance
    to the forced end (cyclic). Single-player games: the distance to each outcome, or, if there are payoffs and play
    always ends, the payoffs. Cost: sorting the positions.

    Parameters
    ----------
    solution : Solution
        A result of `gametheory.solve`.

    Raises
    ------
    NotSaved
        If there are chance moves, simultaneous moves, payoffs after every move, or hidden information, or if the solver
        is another one.
    RulesError
        If two positions have the same text.

    Examples
    --------
    >>> from gametheory import Castle, solve
    >>> labels = labels_of(solve(Castle(1, 1, 1)))
    >>> labels.solution.outcomes, sorted(labels.solution.distances[0].tolist()), sorted(labels.parents.tolist())
    (('soldiers',), [0, 1], [-1, 1])
    """
    require_labels(solution.game_class, solution.criterion)
    arrays = state_arrays(solution.graph)
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
    players = solution.graph.graph["game"].players
    return StrongSolution(SHORTEST_PATHS, players, [], names, codes[order], np.zeros(0, np.int8), distances)


def _payoffs(solution: Solution, arrays: StateArrays, codes: Integers, order: Integers) -> StrongSolution:
    """Return the labels of backward induction or retrograde analysis."""
    cyclic, values = solution.game_class.cyclic, solution.values
    if not values and not cyclic:  # one player
        values = backward_induction(solution.graph, terminal_payoffs(solution.graph)).payoffs
    if not isinstance(values, PositionMap):
        raise NotSaved("neither backward induction nor retrograde analysis nor shortest paths solved the game")
    table, kinds = _sorted_table(values)
    lengths = _lengths(solution, arrays)
    method = RETROGRADE_ANALYSIS if cyclic else BACKWARD_INDUCTION
    players = solution.graph.graph["game"].players
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
    order = topological_order(arrays)
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
