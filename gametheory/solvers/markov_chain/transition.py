"""The structure of a Markov chain: transitions, absorbing positions, and strongly connected components."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar

import networkx as nx
from flint import fmpq

from gametheory.model.game import Position

Number = TypeVar("Number", fmpq, float)
Transitions: TypeAlias = dict[Any, list[tuple[Any, Number]]]


def never_absorbed(graph: nx.MultiDiGraph) -> set[Position]:
    """Return the positions from which play never ends, because no terminal position can be reached.

    Search backward from the terminal positions. Cost: the positions and edges.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        A state graph.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> never_absorbed(state_graph(Battle(2, 1, Fraction(0), Fraction(0))))
    {Position(attackers=2, defenders=1)}
    """
    queue = absorbing_positions(graph)
    reached = set(queue)
    while queue:
        new = set(graph.predecessors(queue.pop())) - reached
        reached |= new
        queue.extend(new)
    return set(graph) - reached


def transition_matrix(graph: nx.MultiDiGraph, order: Sequence[Position] | None = None) -> list[list[Fraction]]:
    """Return the exact transition matrix: the probability of a step from order[i] to order[j] at [i][j].

    A terminal position has probability 1 to stay. Cost: the square of the number of positions.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        The state graph of a game in which no player moves.
    order : sequence, optional
        All positions, each once; the order of the graph by default.

    Returns
    -------
    list of list of Fraction
        A square matrix whose rows add to 1.

    Raises
    ------
    ValueError
        If a player moves, or the order does not name every position once.

    Examples
    --------
    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> transition_matrix(state_graph(Battle(1, 0)))
    [[Fraction(1, 1)]]
    """
    places = list(graph) if order is None else list(order)
    if len(places) != len(graph) or set(places) != set(graph):
        raise ValueError(f"order: not each of the {len(graph)} positions once")
    column = {position: index for index, position in enumerate(places)}
    matrix = [[Fraction(0)] * len(places) for _ in places]
    for position, steps in transition_lists(graph, lambda probability: probability).items():
        # only a terminal position has no steps
        for successor, probability in steps or [(position, Fraction(1))]:
            matrix[column[position]][column[successor]] += probability
    return matrix


def transition_lists(graph: nx.MultiDiGraph, number: Callable[[Fraction], Any]) -> Transitions[Any]:
    """Return the successors of each position with their probabilities; none for a terminal position.

    Cost: the number of edges.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        The state graph of a game in which no player moves.
    number : callable
        The conversion of a probability, such as `float`.

    Raises
    ------
    ValueError
        If a player moves.

    Examples
    --------
    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle, Position
    >>> transition_lists(state_graph(Battle(1, 1)), float)[Position(1, 1)][0]
    (Position(attackers=1, defenders=1), 0.12)
    """
    transitions: Transitions[Any] = {position: [] for position in graph}
    for position, successor, edge in graph.edges(data=True):
        if edge["moves"]:
            raise ValueError(f"in {position} a player moves: the game is not a Markov chain")
        transitions[position].append((successor, number(edge["probability"])))
    return transitions


def absorbing_positions(graph: nx.MultiDiGraph) -> list[Position]:
    """Return the terminal positions.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        A state graph.

    Examples
    --------
    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> absorbing_positions(state_graph(Battle(1, 0)))
    [Position(attackers=1, defenders=0)]
    """
    return [position for position, end in graph.nodes(data="outcome") if end is not None]


def transient_components(graph: nx.MultiDiGraph) -> list[list[Position]]:
    """Return the strongly connected components of the transient positions, in topological order.

    A position is transient if play goes on there and can end. Tarjan's algorithm (networkx). Cost: the positions and
    edges.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        A state graph.

    Examples
    --------
    >>> from gametheory import state_graph
    >>> from gametheory.games.battle import Battle
    >>> transient_components(state_graph(Battle(1, 1)))
    [[Position(attackers=1, defenders=1)]]
    """
    never = never_absorbed(graph)
    transient = [node for node, end in graph.nodes(data="outcome") if end is None and node not in never]
    condensed = nx.condensation(graph.subgraph(transient))
    return [list(condensed.nodes[component]["members"]) for component in nx.topological_sort(condensed)]


def require_steps(steps: int) -> None:
    """Raise ValueError unless a number of steps is an integer of at least 0.

    Parameters
    ----------
    steps : int
        The number to check.

    Examples
    --------
    >>> require_steps(-1)
    Traceback (most recent call last):
    ValueError: steps: -1 is not a whole number of at least 0
    """
    if not isinstance(steps, int) or isinstance(steps, bool) or steps < 0:
        raise ValueError(f"steps: {steps!r} is not a whole number of at least 0")
