"""One mover: fewest and most moves to an outcome, how many ways there are, each way, and endless play.

Every function takes a graph made by `state_graph`. A way is a sequence of moves from the start to an outcome.
A move that leads back into a cycle of positions can be repeated for ever; it is named by `cycle_edges` and
no way follows it, so that the number of ways is finite.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import networkx as nx

from gametheory.model.game import Move, Position


class Step(NamedTuple):
    """One move of a way: from which position, what is done, to which position."""

    position: Position
    moves: tuple[Move, ...]
    successor: Position


Play = tuple[Step, ...]


def terminal_positions(graph: nx.MultiDiGraph, outcome: str) -> list[Position]:
    """The positions in which play is over with the named outcome.

    >>> from gametheory import Castle, state_graph
    >>> terminal_positions(state_graph(Castle(1, 2, 1)), "castle")
    [Position(soldiers=0, defenders=1, strength=0)]
    """
    return [node for node, end in graph.nodes(data="outcome") if end is not None and end.name == outcome]


def distance_to_outcome(graph: nx.MultiDiGraph, outcome: str) -> dict[Position, int]:
    """Fewest moves from each position to an outcome; a position that cannot reach it is absent.

    Breadth-first search backwards from the ends (Moore 1959); cost: the number of edges.

    >>> from gametheory import Castle, state_graph
    >>> graph = state_graph(Castle(10, 43, 8))
    >>> distance_to_outcome(graph, "soldiers")[graph.graph["start"]]
    16
    """
    fewest = dict.fromkeys(terminal_positions(graph, outcome), 0)
    queue = deque(fewest)
    while queue:
        following = queue.popleft()
        for position in graph.predecessors(following):
            if position not in fewest:
                fewest[position] = fewest[following] + 1
                queue.append(position)
    return fewest


def longest_distance(graph: nx.MultiDiGraph, outcome: str) -> dict[Position, int]:
    """Most moves from each position to an outcome without endless moves; absent where it cannot be reached.

    Longest paths of an acyclic graph, in reverse topological order; cost: the number of edges.

    >>> from gametheory import Castle, state_graph
    >>> graph = state_graph(Castle(10, 43, 8))
    >>> longest_distance(graph, "soldiers")[graph.graph["start"]]
    34
    """
    graph = _without_endless_moves(graph)
    most = dict.fromkeys(terminal_positions(graph, outcome), 0)
    for position in reversed(list(nx.topological_sort(graph))):
        known = [most[following] for following in graph.successors(position) if following in most]
        if known:
            most[position] = 1 + max(known)
    return most


def cycle_edges(graph: nx.MultiDiGraph) -> list[Step]:
    """The moves that lie on a cycle: play that takes them for ever never ends, which is a tie.

    An edge lies on a cycle exactly when both its ends lie in one strongly connected component (Tarjan 1972).

    >>> from gametheory import Castle, state_graph
    >>> [step.position for step in cycle_edges(state_graph(Castle(5, 8, 5)))]
    [Position(soldiers=5, defenders=5, strength=3)]
    """
    component = {node: index for index, part in enumerate(nx.strongly_connected_components(graph)) for node in part}
    return [
        Step(position, moves, following)
        for position, following, moves in graph.edges(data="moves")
        if component[position] == component[following]
    ]


def count_plays_by_length(
    graph: nx.MultiDiGraph, outcome: str, include: Callable[[Step], bool] = lambda _: True
) -> dict[int, int]:
    """How many ways lead to an outcome, by their number of moves, as exact integers.

    The number of ways to each position is carried forward one move at a time. `include` may leave out ways
    by their last step. Cost: the longest way times the number of edges.
    Raises ValueError where a cycle of several positions would make ways without end.

    >>> from gametheory import Castle, state_graph
    >>> count_plays_by_length(state_graph(Castle(2, 10, 1)), "soldiers")
    {9: 2}
    """
    graph = _without_endless_moves(graph)
    goals = set(terminal_positions(graph, outcome))
    found: Counter[int] = Counter()
    layer = Counter({graph.graph["start"]: 1})
    length = 0
    while layer:
        length += 1
        following_layer: Counter[Position] = Counter()
        for position, ways in layer.items():
            for _, following, moves in graph.out_edges(position, data="moves"):
                following_layer[following] += ways
                if following in goals and include(Step(position, moves, following)):
                    found[length] += ways
        layer = following_layer
    return dict(found)


def plays(graph: nx.MultiDiGraph, outcome: str) -> Iterator[Play]:
    """Every way to an outcome, one by one, depth first in the order of the moves.

    Nothing is searched that cannot reach the outcome, so the cost is that of the ways themselves.

    >>> from gametheory import Castle, state_graph
    >>> for way in plays(state_graph(Castle(3, 10, 4)), "castle"):
    ...     print(*(step.moves[0].at_defenders for step in way))
    0 0
    0 1
    0 2 0
    0 2 1
    0 3 0
    0 3 1
    0 3 2
    """
    graph = _without_endless_moves(graph)
    return _walk(graph, partial(_steps_towards, graph, distance_to_outcome(graph, outcome)))


def shortest_plays(graph: nx.MultiDiGraph, outcome: str) -> Iterator[Play]:
    """Every way to an outcome that is as short as can be, one by one.

    >>> from gametheory import Castle, state_graph
    >>> for way in shortest_plays(state_graph(Castle(4, 6, 7)), "castle"):
    ...     print(*(step.successor for step in way))
    Position(soldiers=4, defenders=7, strength=2) Position(soldiers=0, defenders=5, strength=0)
    Position(soldiers=4, defenders=7, strength=2) Position(soldiers=0, defenders=4, strength=1)
    """
    fewest = distance_to_outcome(graph, outcome)
    return _walk(
        graph,
        lambda node: (s for s in _steps_towards(graph, fewest, node) if fewest[s.successor] == fewest[node] - 1),
    )


def count_shortest_plays(graph: nx.MultiDiGraph, outcome: str) -> int:
    """How many ways to an outcome are as short as can be, without making them one by one; 0 where there is none.

    Numbers of ways add up along the moves that bring the end one move nearer. Cost: the number of edges.

    >>> from gametheory import Castle, state_graph
    >>> count_shortest_plays(state_graph(Castle(4, 6, 7)), "castle")
    2
    """
    fewest = distance_to_outcome(graph, outcome)
    number = {position: 1 for position, moves in fewest.items() if moves == 0}
    for position in sorted(fewest, key=fewest.__getitem__)[len(number) :]:
        steps = _steps_towards(graph, fewest, position)
        number[position] = sum(number[s.successor] for s in steps if fewest[s.successor] == fewest[position] - 1)
    return number.get(graph.graph["start"], 0)


def _without_endless_moves(graph: nx.MultiDiGraph) -> nx.MultiDiGraph:
    endless = cycle_edges(graph)
    if not endless:
        return graph
    if any(step.position != step.successor for step in endless):
        raise ValueError(f"play can go round through several positions, {endless[0].position} among them")
    graph = graph.copy()
    graph.remove_edges_from([edge for edge in graph.edges if edge[0] == edge[1]])
    return graph


def _steps_towards(graph: nx.MultiDiGraph, reaching: dict[Position, int], position: Position) -> Iterator[Step]:
    for _, following, moves in graph.out_edges(position, data="moves"):
        if following in reaching:
            yield Step(position, moves, following)


def _walk(graph: nx.MultiDiGraph, steps: Callable[[Position], Iterator[Step]]) -> Iterator[Play]:
    path: list[Step] = []
    open_steps = [steps(graph.graph["start"])]
    while open_steps:
        step = next(open_steps[-1], None)
        if step is None:
            open_steps.pop()
            if path:
                path.pop()
            continue
        path.append(step)
        if graph.nodes[step.successor]["outcome"] is not None:
            yield tuple(path)
            path.pop()
        else:
            open_steps.append(steps(step.successor))
