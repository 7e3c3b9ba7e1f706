"""Retrograde analysis: cyclic two-player zero-sum games with sequential moves and without chance moves."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Set
from fractions import Fraction
from typing import NamedTuple

import networkx as nx

from gametheory.model.game import Move, Position, active_players
from gametheory.model.payoffs import Payoffs, is_zero_sum
from gametheory.model.state_graph import joint_moves


class RetrogradeSolution(NamedTuple):
    """The value of each position, optimal moves, and the distance to a forced end.

    Parameters
    ----------
    values : dict
        The value of each position to the first player; 0 for a draw.
    strategy : dict
        The joint move in each position that is not terminal.
    distance : dict
        The number of moves to the end if both players play their strategies, in positions whose end is forced.
    """

    values: dict[Position, Fraction]
    strategy: dict[Position, tuple[Move, ...]]
    distance: dict[Position, int]


def retrograde_analysis(graph: nx.MultiDiGraph, terminal_payoffs: Mapping[Position, Payoffs]) -> RetrogradeSolution:
    """Return the value of each position to the first of two players; play without end is a draw and pays 0.

    For each positive payoff of a player, from the greatest down, the solver finds the attractor of the terminal
    positions with that payoff: the positions from which the player can force play into them. A position of the player
    needs one move into the attractor; in a position of the opponent all moves must lead into it. A position from which
    neither player can force a positive payoff is a draw. The winner shortens play, and the loser prolongs it. (Zermelo
    1913 and König 1927 on the length of a win; retrograde analysis of chess endings, Ströhlein 1970.) Cost: the edges,
    once for each different payoff.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        The state graph of a game of two players who move one at a time, without chance moves. It may be cyclic.
    terminal_payoffs : mapping
        The payoffs of both players in each terminal position. Their sum must be 0.

    Returns
    -------
    RetrogradeSolution
        Values, strategy and distance.

    Raises
    ------
    ValueError
        If the payoffs are not zero-sum, a chance move exists, or not exactly one of two players moves in a position.

    References
    ----------
    E. Zermelo, Über eine Anwendung der Mengenlehre auf die Theorie des Schachspiels (1913).
    D. König, Über eine Schlussweise aus dem Endlichen ins Unendliche (1927).
    T. Ströhlein, Untersuchungen über kombinatorische Spiele (1970).

    Examples
    --------
    >>> from gametheory import Outcome, state_graph
    >>> class Race:
    ...     players = ("first", "second")
    ...     def start(self): return (0, "first")
    ...     def outcome(self, at): return Outcome("first" if at[1] == "second" else "second") if at[0] == 3 else None
    ...     def moves(self, at, player): return (1, 2, -1) if player == at[1] else ()
    ...     def after(self, at, by): return (min(max(at[0] + by, 0), 3), "second" if at[1] == "first" else "first")
    >>> graph = state_graph(Race())
    >>> payoffs = {(3, "second"): (Fraction(1), Fraction(-1)), (3, "first"): (Fraction(-1), Fraction(1))}
    >>> retrograde_analysis(graph, payoffs).values[0, "first"]
    Fraction(0, 1)
    """
    active = _active_indices(graph)
    if not is_zero_sum(terminal_payoffs):
        raise ValueError("the payoffs of the two players are not zero-sum")
    values: dict[Position, Fraction] = {}
    distance: dict[Position, int] = {}
    for side in (0, 1):
        own = {position for position, index in active.items() if index == side}
        forced: set[Position] = set()
        wins = {payoffs[side] for payoffs in terminal_payoffs.values() if payoffs[side] > 0}
        # the greatest payoff first: a player who can force it does not settle for less
        for level in sorted(wins, reverse=True):
            goals = [end for end, payoffs in terminal_payoffs.items() if payoffs[side] == level]
            attractor = _attractor(graph, goals, own, forced)
            values |= dict.fromkeys(attractor, level if side == 0 else -level)
            distance |= attractor
            forced |= attractor.keys()
    values = {position: values.get(position, Fraction(0)) for position in graph}
    distance |= dict.fromkeys(terminal_payoffs, 0)
    return RetrogradeSolution(values, _strategy(graph, active, values, distance), distance)


def _attractor(
    graph: nx.MultiDiGraph, goals: list[Position], own: Set[Position], better: Set[Position]
) -> dict[Position, int]:
    """Return the positions from which a player can force play into the goals or something better, and the distance.

    Breadth-first search backward. The better positions are in the queue before the goals. So the last successor of an
    opponent's position that joins the attractor is the one that prolongs play most.
    """
    distance = dict.fromkeys(goals, 0)
    escapes = Counter(tail for tail, _ in graph.edges())
    queue = deque([*better, *goals])
    while queue:
        successor = queue.popleft()
        for position in graph.predecessors(successor):
            escapes[position] -= graph.number_of_edges(position, successor)
            # one move into the attractor suffices for the player; the opponent joins without any escape
            if position not in distance and position not in better and (position in own or escapes[position] == 0):
                distance[position] = distance.get(successor, 0) + 1
                queue.append(position)
    return distance


def _strategy(
    graph: nx.MultiDiGraph,
    active: Mapping[Position, int],
    values: Mapping[Position, Fraction],
    distance: Mapping[Position, int],
) -> dict[Position, tuple[Move, ...]]:
    """Return optimal moves: the winner shortens play, the loser prolongs it, and both keep the value."""
    strategy: dict[Position, tuple[Move, ...]] = {}
    for position, side in active.items():
        value = values[position]
        successors = {moves: next(iter(after)) for moves, after in joint_moves(graph, position).items()}
        optimal = {moves: successor for moves, successor in successors.items() if values[successor] == value}
        ahead = value != 0 and (value > 0) == (side == 0)
        # sorted is stable: of moves with equal distance the first one is chosen
        ranked = sorted(optimal, key=lambda moves: distance.get(optimal[moves], 0) * (1 if ahead else -1))
        strategy[position] = ranked[0]
    return strategy


def _active_indices(graph: nx.MultiDiGraph) -> dict[Position, int]:
    """Return which of the two players moves in each position that is not terminal."""
    game = graph.graph["game"]
    if len(game.players) != 2:
        raise ValueError(f"not two players: {', '.join(game.players) or 'none'}")
    indices: dict[Position, int] = {}
    for position, end in graph.nodes(data="outcome"):
        if end is None:
            active = active_players(game, position)
            if len(active) != 1 or any(p != 1 for *_, p in graph.out_edges(position, data="probability")):
                raise ValueError(f"in {position} there is a chance move, or not one player moves")
            indices[position] = game.players.index(active[0])
    return indices
