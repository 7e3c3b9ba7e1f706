"""Single-player games: shortest and longest plays to an outcome, the number of plays, each play, and infinite play.

Every function takes a graph made by `state_graph`. A play is a sequence of moves from the start to an outcome. A move
on a cycle of positions can be repeated forever: `cycle_edges` names it. No play contains a move that only repeats its
own position, so that the number of plays is finite.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import networkx as nx

from gametheory.model.game import Move, Position


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


def terminal_positions(graph: nx.MultiDiGraph, outcome: str) -> list[Position]:
    """Return the terminal positions with an outcome.

    Cost: the number of positions.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        A state graph.
    outcome : str
        The name of the outcome.

    Examples
    --------
    >>> from gametheory import Castle, state_graph
    >>> terminal_positions(state_graph(Castle(1, 2, 1)), "castle")
    [Position(soldiers=0, defenders=1, strength=0)]
    """
    return [node for node, end in graph.nodes(data="outcome") if end is not None and end.name == outcome]


def distance_to_outcome(graph: nx.MultiDiGraph, outcome: str) -> dict[Position, int]:
    """Return the least number of moves from each position to an outcome.

    Breadth-first search backward from the terminal positions (Moore 1959). Cost: the positions and edges.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        A state graph.
    outcome : str
        The name of the outcome.

    Returns
    -------
    dict
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
    distance = dict.fromkeys(terminal_positions(graph, outcome), 0)
    queue = deque(distance)
    while queue:
        successor = queue.popleft()
        for position in graph.predecessors(successor):
            if position not in distance:
                distance[position] = distance[successor] + 1
                queue.append(position)
    return distance


def longest_distance(graph: nx.MultiDiGraph, outcome: str) -> dict[Position, int]:
    """Return the greatest number of moves from each position to an outcome, without moves that repeat a position.

    Longest paths of an acyclic graph, in reverse topological order. Cost: the positions and edges.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        A state graph.
    outcome : str
        The name of the outcome.

    Returns
    -------
    dict
        The number of moves from each position that can reach the outcome; other positions are absent.

    Raises
    ------
    ValueError
        If play can cycle through several positions.

    Examples
    --------
    >>> from gametheory import Castle, state_graph
    >>> graph = state_graph(Castle(10, 43, 8))
    >>> longest_distance(graph, "soldiers")[graph.graph["start"]]
    34
    """
    graph = _without_self_loops(graph)
    longest = dict.fromkeys(terminal_positions(graph, outcome), 0)
    for position in reversed(list(nx.topological_sort(graph))):
        later = [longest[successor] for successor in graph.successors(position) if successor in longest]
        if later:
            longest[position] = 1 + max(later)
    return longest


def cycle_edges(graph: nx.MultiDiGraph) -> list[Step]:
    """Return the moves that lie on a cycle: play that repeats them forever never ends.

    An edge lies on a cycle exactly if both of its positions are in one strongly connected component (Tarjan 1972).
    Cost: the positions and edges.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
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
    component = {node: index for index, part in enumerate(nx.strongly_connected_components(graph)) for node in part}
    return [
        Step(position, moves, successor)
        for position, successor, moves in graph.edges(data="moves")
        if component[position] == component[successor]
    ]


def count_plays_by_length(
    graph: nx.MultiDiGraph, outcome: str, include: Callable[[Step], bool] = lambda _: True
) -> dict[int, int]:
    """Return the number of plays to an outcome for each number of moves, as exact integers.

    The number of plays to each position is carried forward one move at a time. Cost: the length of the longest play
    times the number of edges.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
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
    graph = _without_self_loops(graph)
    goals = set(terminal_positions(graph, outcome))
    by_length: Counter[int] = Counter()
    layer = Counter({graph.graph["start"]: 1})
    length = 0
    while layer:
        length += 1
        next_layer: Counter[Position] = Counter()
        for position, count in layer.items():
            for _, successor, moves in graph.out_edges(position, data="moves"):
                # plays that meet in a position have the same continuations, and are counted together
                next_layer[successor] += count
                if successor in goals and include(Step(position, moves, successor)):
                    by_length[length] += count
        layer = next_layer
    return dict(by_length)


def plays(graph: nx.MultiDiGraph, outcome: str) -> Iterator[Play]:
    """Yield every play to an outcome, depth first in the order of the moves.

    The search enters only positions that can reach the outcome. So the cost is proportional to the plays themselves.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        A state graph.
    outcome : str
        The name of the outcome.

    Yields
    ------
    tuple of Step
        One play.

    Raises
    ------
    ValueError
        If play can cycle through several positions.

    Examples
    --------
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
    graph = _without_self_loops(graph)
    return _depth_first(graph, partial(_steps_toward, graph, distance_to_outcome(graph, outcome)))


def shortest_plays(graph: nx.MultiDiGraph, outcome: str) -> Iterator[Play]:
    """Yield every play to an outcome with the least number of moves.

    Cost: the positions and edges, and the plays themselves.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
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
    return _depth_first(graph, partial(_shortest_steps, graph, distance_to_outcome(graph, outcome)))


def count_shortest_plays(graph: nx.MultiDiGraph, outcome: str) -> int:
    """Return the number of plays to an outcome with the least number of moves, without listing them.

    The numbers add up along the moves that bring the outcome one move nearer. Cost: the positions and edges, and
    sorting the positions by distance.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        A state graph, also of a cyclic game.
    outcome : str
        The name of the outcome.

    Returns
    -------
    int
        The number of plays; 0 if the outcome is out of reach.

    Examples
    --------
    >>> from gametheory import Castle, state_graph
    >>> count_shortest_plays(state_graph(Castle(4, 6, 7)), "castle")
    2
    """
    distance = distance_to_outcome(graph, outcome)
    count = {position: 1 for position, moves in distance.items() if moves == 0}
    for position in sorted(distance, key=distance.__getitem__)[len(count) :]:
        count[position] = sum(count[step.successor] for step in _shortest_steps(graph, distance, position))
    return count.get(graph.graph["start"], 0)


def _without_self_loops(graph: nx.MultiDiGraph) -> nx.MultiDiGraph:
    """Return the graph without moves that repeat their position; ValueError if a longer cycle exists."""
    cyclic = cycle_edges(graph)
    if not cyclic:
        return graph
    if any(step.position != step.successor for step in cyclic):
        raise ValueError(f"play can cycle through several positions, such as {cyclic[0].position}")
    graph = graph.copy()
    graph.remove_edges_from([edge for edge in graph.edges if edge[0] == edge[1]])
    return graph


def _steps_toward(graph: nx.MultiDiGraph, distance: dict[Position, int], position: Position) -> Iterator[Step]:
    """Yield the moves after which the outcome can still be reached."""
    for _, successor, moves in graph.out_edges(position, data="moves"):
        if successor in distance:
            yield Step(position, moves, successor)


def _shortest_steps(graph: nx.MultiDiGraph, distance: dict[Position, int], position: Position) -> Iterator[Step]:
    """Yield the moves that bring the outcome one move nearer."""
    for step in _steps_toward(graph, distance, position):
        if distance[step.successor] == distance[position] - 1:
            yield step


def _depth_first(graph: nx.MultiDiGraph, steps: Callable[[Position], Iterator[Step]]) -> Iterator[Play]:
    """Yield every path of steps from the start to a terminal position, with a stack in place of recursion."""
    path: list[Step] = []
    stack = [steps(graph.graph["start"])]
    while stack:
        step = next(stack[-1], None)
        # all steps from this position are done: go back to the one before
        if step is None:
            stack.pop()
            if path:
                path.pop()
            continue
        path.append(step)
        if graph.nodes[step.successor]["outcome"] is not None:
            yield tuple(path)
            path.pop()
        else:
            stack.append(steps(step.successor))
