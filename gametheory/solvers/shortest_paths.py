"""Single-player games: shortest and longest plays to an outcome, the number of plays, each play, and infinite play.

Every function takes a graph made by `state_graph`. A play is a sequence of moves from the start to an outcome. A move
on a cycle of positions can be repeated forever: `cycle_edges` names it. No play contains a move that only repeats its
own position, so that the number of plays is finite.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametheory.model.game import Move, Position
from gametheory.model.state_arrays import Integers, PositionMap, StateArrays, reachable, strong_components
from gametheory.model.unfolding import StateGraph, state_arrays
from gametheory.solvers import positions_kernel


class Step(NamedTuple):
    """One move of a play.

    Parameters
    ----------
    position : hashable
        The position before the move.
    moves : tuple
        The joint move: the moves of the active players.
    successor : hashable
        The position after the move.
    """

    position: Position
    moves: tuple[Move, ...]
    successor: Position


Play = tuple[Step, ...]


def terminal_positions(graph: StateGraph, outcome: str) -> list[Position]:
    """Return the terminal positions with an outcome.

    Cost: the number of positions.
    """
    arrays = state_arrays(graph)
    return [arrays.positions[end] for end in _ends(arrays, outcome).tolist()]


def _ends(arrays: StateArrays, outcome: str) -> Integers:
    """Return the numbers of the terminal positions with an outcome."""
    # the last entry is that of the code -1, which stands for no outcome
    is_named = np.array([*(end.name == outcome for end in arrays.outcomes), False])
    return np.flatnonzero(is_named[arrays.outcome_of])


def distance_to_outcome(graph: StateGraph, outcome: str) -> PositionMap[int]:
    """Return the least number of moves from each position to an outcome.

    Breadth-first search backward from the terminal positions (Moore 1959). Cost: the positions and edges.

    Parameters
    ----------
    graph : StateArrays or networkx.MultiDiGraph
        A state graph.
    outcome : str
        The name of the outcome.

    Returns
    -------
    mapping
        The number of moves from each position that can reach the outcome; other positions are absent. It is a
        certificate for `verify.check_distance_lower_bound`.

    References
    ----------
    E. F. Moore, The shortest path through a maze, Proceedings of an International Symposium on the Theory of Switching
    (1959).

    Examples
    --------
    >>> from gametheory import Castle, state_graph
    >>> graph = state_graph(Castle(10, 43, 8))
    >>> distance_to_outcome(graph, "soldiers")[graph.graph["start"]]
    16
    """
    arrays = state_arrays(graph)
    starts, sources = arrays.predecessors
    distance = np.full(len(arrays), -1, np.int32)
    queue = np.zeros(len(arrays), np.int32)
    positions_kernel.distances(starts, sources, _ends(arrays, outcome), distance, queue)
    return PositionMap(arrays, distance, range(len(arrays)))


def longest_distance(graph: StateGraph, outcome: str) -> PositionMap[int]:
    """Return the greatest number of moves from each position to an outcome, without moves that repeat a position.

    Longest paths of an acyclic graph, in reverse topological order. Cost: the positions and edges.
    """
    arrays = state_arrays(graph)
    _require_no_long_cycle(arrays)
    # a position comes after all that can be reached from it, apart from itself
    order = np.argsort(-strong_components(arrays), kind="stable").astype(np.int32)
    ends = np.zeros(len(arrays), bool)
    ends[_ends(arrays, outcome)] = True
    return PositionMap(arrays, longest_plays(arrays, order, ends), range(len(arrays)))


def longest_plays(arrays: StateArrays, order: Integers, ends: NDArray[np.bool_]) -> Integers:
    """Return the greatest number of moves from each position to one of some ends; -1 where there is no way to one.

    A move that repeats its position does not count. Cost: the positions and edges.
    """
    longest = np.where(ends, 0, -1).astype(np.int32)
    positions_kernel.longest_distances(arrays.row, arrays.successor, order, longest)
    return longest


def cycle_edges(graph: StateGraph) -> list[Step]:
    """Return the moves that lie on a cycle: play that repeats them forever never ends.

    An edge lies on a cycle exactly if both of its positions are in one strongly connected component (Tarjan 1972).
    Cost: the positions and edges.

    Parameters
    ----------
    graph : StateArrays or networkx.MultiDiGraph
        A state graph.

    Returns
    -------
    list of Step
        The moves, in the order of the edges; empty if the game is acyclic.

    References
    ----------
    R. Tarjan, Depth-first search and linear graph algorithms, SIAM Journal on Computing 1 (1972).

    Examples
    --------
    >>> from gametheory import Castle, state_graph
    >>> [step.position for step in cycle_edges(state_graph(Castle(5, 8, 5)))]
    [Position(soldiers=5, defenders=5, strength=3)]
    """
    arrays = state_arrays(graph)
    joint_move = arrays.joint_move_of_edge()
    return [
        _step(arrays, int(arrays.sources[edge]), int(joint_move[edge]), int(arrays.successor[edge]))
        for edge in np.flatnonzero(_on_cycle(arrays)).tolist()
    ]


def _on_cycle(arrays: StateArrays) -> NDArray[np.bool_]:
    """Return which edges lie on a cycle."""
    component = strong_components(arrays)
    return np.asarray(component[arrays.sources] == component[arrays.successor])


def _step(arrays: StateArrays, number: int, joint_move: int, successor: int) -> Step:
    return Step(arrays.positions[number], arrays.moves[arrays.move_of[joint_move]], arrays.positions[successor])


def count_plays_by_length(
    graph: StateGraph, outcome: str, include: Callable[[Step], bool] = lambda _: True
) -> dict[int, int]:
    """Return the number of plays to an outcome for each number of moves, as exact integers.

    The number of plays to each position is carried forward one move at a time. Cost: the length of the longest play
    times the number of edges.

    Parameters
    ----------
    graph : StateArrays or networkx.MultiDiGraph
        A state graph.
    outcome : str
        The name of the outcome.
    include : callable, optional
        A condition on the last step of a play; plays that fail it are not counted.

    Returns
    -------
    dict
        The number of plays by number of moves, in rising order.

    Raises
    ------
    ValueError
        If play can cycle through several positions, so that there are infinitely many plays.

    Examples
    --------
    >>> from gametheory import Castle, state_graph
    >>> count_plays_by_length(state_graph(Castle(2, 10, 1)), "soldiers")
    {9: 2}
    """
    arrays = state_arrays(graph)
    _require_no_long_cycle(arrays)
    goals = set(_ends(arrays, outcome).tolist())
    by_length: Counter[int] = Counter()
    layer = Counter({arrays.start: 1})
    length = 0
    while layer:
        length += 1
        next_layer: Counter[int] = Counter()
        for number, count in layer.items():
            for joint_move, successor in _moves(arrays, number):
                # plays that meet in a position have the same continuations, and are counted together
                next_layer[successor] += count
                if successor in goals and include(_step(arrays, number, joint_move, successor)):
                    by_length[length] += count
        layer = next_layer
    return dict(by_length)


def plays(graph: StateGraph, outcome: str) -> Iterator[Play]:
    """Yield every play to an outcome, depth first in the order of the moves.

    The search enters only positions that can reach the outcome. So the cost is proportional to the plays themselves.

    >>> from gametheory import Castle, state_graph
    >>> for play in plays(state_graph(Castle(3, 10, 4)), "castle"):
    ...     print(*(step.moves[0].at_defenders for step in play))
    0 0
    0 1
    0 2 0
    0 2 1
    0 3 0
    0 3 1
    0 3 2
    """
    arrays = state_arrays(graph)
    _require_no_long_cycle(arrays)
    return _depth_first(arrays, partial(_moves_toward, arrays, distance_to_outcome(graph, outcome).codes))


def shortest_plays(graph: StateGraph, outcome: str) -> Iterator[Play]:
    """Yield every play to an outcome with the least number of moves.

    Cost: the positions and edges, and the plays themselves.

    Parameters
    ----------
    graph : StateArrays or networkx.MultiDiGraph
        A state graph, also of a cyclic game.
    outcome : str
        The name of the outcome.

    Yields
    ------
    tuple of Step
        One play.

    Examples
    --------
    >>> from gametheory import Castle, state_graph
    >>> for play in shortest_plays(state_graph(Castle(4, 6, 7)), "castle"):
    ...     print(*(step.successor for step in play))
    Position(soldiers=4, defenders=7, strength=2) Position(soldiers=0, defenders=5, strength=0)
    Position(soldiers=4, defenders=7, strength=2) Position(soldiers=0, defenders=4, strength=1)
    """
    arrays = state_arrays(graph)
    return _depth_first(arrays, partial(_shortest_moves, arrays, distance_to_outcome(graph, outcome).codes))


def count_shortest_plays(graph: StateGraph, outcome: str) -> int:
    """Return the number of plays to an outcome with the least number of moves, without listing them.

    The numbers add up along the moves that bring the outcome one move nearer. Cost: the positions and edges.
    """
    arrays = state_arrays(graph)
    distance = distance_to_outcome(graph, outcome).codes
    layer = Counter({arrays.start: int(distance[arrays.start] >= 0)})
    for _ in range(int(distance[arrays.start])):
        next_layer: Counter[int] = Counter()
        for number, count in layer.items():
            for _, successor in _shortest_moves(arrays, distance, number):
                next_layer[successor] += count
        layer = next_layer
    return layer.total()


def _require_no_long_cycle(arrays: StateArrays) -> None:
    """Raise ValueError if play can cycle through several positions."""
    cyclic = np.flatnonzero(_on_cycle(arrays))
    if (arrays.sources[cyclic] != arrays.successor[cyclic]).any():
        position = arrays.positions[arrays.sources[cyclic[0]]]
        raise ValueError(f"play can cycle through several positions, such as {position}")


def _moves(arrays: StateArrays, number: int) -> Iterator[tuple[int, int]]:
    """Yield the joint moves of a position with each position that can follow, except moves that repeat the position."""
    for move in arrays.joints(number):
        for after in arrays.successor[arrays.edges(move)].tolist():
            if after != number:
                yield move, after


def _moves_toward(arrays: StateArrays, distance: Integers, number: int) -> Iterator[tuple[int, int]]:
    """Yield the moves after which the outcome can still be reached."""
    return (pair for pair in _moves(arrays, number) if distance[pair[1]] >= 0)


def _shortest_moves(arrays: StateArrays, distance: Integers, number: int) -> Iterator[tuple[int, int]]:
    """Yield the moves that bring the outcome one move nearer."""
    nearer = distance[number] - 1
    return (pair for pair in _moves(arrays, number) if nearer >= 0 and distance[pair[1]] == nearer)


def _depth_first(arrays: StateArrays, moves: Callable[[int], Iterator[tuple[int, int]]]) -> Iterator[Play]:
    """Yield every path of moves from the start to a terminal position, with a stack in place of recursion."""
    path: list[Step] = []
    stack = [(arrays.start, moves(arrays.start))]
    # plays can be longer than Python allows calls to nest
    while stack:
        number, later = stack[-1]
        pair = next(later, None)
        # all moves from this position are done: go back to the one before
        if pair is None:
            stack.pop()
            if path:
                path.pop()
            continue
        path.append(_step(arrays, number, *pair))
        if arrays.outcome_of[pair[1]] >= 0:
            yield tuple(path)
            path.pop()
        else:
            stack.append((pair[1], moves(pair[1])))


def first_move_to_least(graph: StateArrays, numbers: NDArray[Any]) -> PositionMap[tuple[Move, ...]]:
    """Return the first move of each position that leads to the least number."""
    after = numbers[graph.successor]
    moving = np.flatnonzero(np.diff(graph.row))
    least = np.zeros(len(graph))
    if len(moving):
        least[moving] = np.minimum.reduceat(after, graph.row[moving])
    best = np.flatnonzero(after == least[graph.sources])[::-1]
    chosen = np.full(len(graph), -1)
    # of several assignments to one position the last counts: that of its first best move
    chosen[graph.sources[best]] = graph.move_of[graph.joint_move_of_edge()[best]]
    return PositionMap(graph, chosen, graph.moves)


def longest_play(strategy: PositionMap[Move]) -> int:
    """Return the greatest number of moves to the end if one player follows a strategy that ends every play.

    The distance of retrograde analysis can be less: a wrong reply can prolong play to a greater payoff of the winner.
    """
    arrays = strategy.arrays
    chosen = strategy.codes[arrays.sources]
    followed = arrays.with_moves((chosen < 0) | (arrays.move_of == chosen))
    reached = np.zeros(len(arrays), bool)
    reached[reachable(followed)] = True
    followed = followed.with_moves(reached[followed.sources])
    order = followed.order
    assert order is not None  # the strategy was checked to end every play
    longest = longest_plays(followed, order, arrays.outcome_of >= 0)
    return int(longest[arrays.start])
