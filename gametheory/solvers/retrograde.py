"""Two movers in turn, no chance, and play that may go round: what each side can force."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Set
from fractions import Fraction
from typing import NamedTuple

import networkx as nx

from gametheory.model.game import Move, Position, active_players
from gametheory.model.state_graph import joint_moves
from gametheory.solvers.backward_induction import Payoffs


class RetrogradeSolution(NamedTuple):
    """What the first player gets, the move to make, and in how many moves the end is forced, where it is."""

    values: dict[Position, Fraction]
    strategy: dict[Position, tuple[Move, ...]]
    distance: dict[Position, int]


def retrograde_analysis(graph: nx.MultiDiGraph, worth: Mapping[Position, Payoffs]) -> RetrogradeSolution:
    """What the first of two players gets under best play from every position; play that never ends is a draw, worth 0.

    The payoffs of the two add to nothing. For each payoff above 0, from the greatest down, the first player's attractor
    of the endings that pay so much: his positions with one move into it, the other's with no move out of it; for
    each below 0 likewise for the second. What neither can force is 0. (Zermelo 1913 and König 1927 on the moves a win
    takes; retrograde analysis, Ströhlein 1970.) The winner's move shortens the way to the end; the other side's keeps
    the value. Cost: the edges for each payoff there is.

    Raises ValueError where payoffs do not add to nothing, chance acts, or other than two players move, one at a time.

    >>> from gametheory import Outcome, state_graph
    >>> class Race:
    ...     players = ("first", "second")
    ...     def start(self): return (0, "first")
    ...     def outcome(self, at): return Outcome("first" if at[1] == "second" else "second") if at[0] == 3 else None
    ...     def moves(self, at, player): return (1, 2, -1) if player == at[1] else ()
    ...     def after(self, at, by): return (min(max(at[0] + by, 0), 3), "second" if at[1] == "first" else "first")
    >>> graph = state_graph(Race())
    >>> ends = {(3, "second"): (Fraction(1), Fraction(-1)), (3, "first"): (Fraction(-1), Fraction(1))}
    >>> retrograde_analysis(graph, ends).values[0, "first"]
    Fraction(0, 1)
    """
    mover = _movers(graph)
    if any(sum(payoffs) != 0 or len(payoffs) != 2 for payoffs in worth.values()):
        raise ValueError("the payoffs of two players do not add to nothing")
    values: dict[Position, Fraction] = {}
    number: dict[Position, int] = {}
    for side in (0, 1):
        forced: set[Position] = set()
        for level in sorted({payoffs[side] for payoffs in worth.values() if payoffs[side] > 0}, reverse=True):
            goals = [end for end, payoffs in worth.items() if payoffs[side] == level]
            own = {position for position, moving in mover.items() if moving == side}
            found = _attractor(graph, goals, own, forced)
            values |= dict.fromkeys(found, level if side == 0 else -level)
            number |= found
            forced |= found.keys()
    values = {position: values.get(position, Fraction(0)) for position in graph}
    number |= dict.fromkeys(worth, 0)
    return RetrogradeSolution(values, _choice(graph, mover, values, number), number)


def _attractor(
    graph: nx.MultiDiGraph, goals: list[Position], own: Set[Position], better: Set[Position]
) -> dict[Position, int]:
    """From where one side can force play into the goals or what is better for it, with the number of moves.

    Breadth first backwards. What is better is joined before the goals, so that the last successor of a position of the
    other side to be joined is the one that draws play out longest.
    """
    found = dict.fromkeys(goals, 0)
    left = Counter(tail for tail, _ in graph.edges())
    queue = deque([*better, *goals])
    while queue:
        following = queue.popleft()
        for position in graph.predecessors(following):
            left[position] -= graph.number_of_edges(position, following)
            if position not in found and position not in better and (position in own or left[position] == 0):
                found[position] = found.get(following, 0) + 1
                queue.append(position)
    return found


def _choice(
    graph: nx.MultiDiGraph,
    mover: Mapping[Position, int],
    values: Mapping[Position, Fraction],
    number: Mapping[Position, int],
) -> dict[Position, tuple[Move, ...]]:
    """The winner shortens the way to the end, the loser draws it out, and for a draw the value is kept."""
    choice: dict[Position, tuple[Move, ...]] = {}
    for position, side in mover.items():
        value = values[position]
        following = {moves: next(iter(law)) for moves, law in joint_moves(graph, position).items()}
        same = {moves: end for moves, end in following.items() if values[end] == value}
        ahead = value != 0 and (value > 0) == (side == 0)
        ranked = sorted(same, key=lambda moves: number.get(same[moves], 0) * (1 if ahead else -1))
        choice[position] = ranked[0]
    return choice


def _movers(graph: nx.MultiDiGraph) -> dict[Position, int]:
    """Which of the two players moves in each position from which play goes on."""
    game = graph.graph["game"]
    if len(game.players) != 2:
        raise ValueError(f"not two players: {', '.join(game.players) or 'none'}")
    found: dict[Position, int] = {}
    for position, end in graph.nodes(data="outcome"):
        if end is None:
            moving = active_players(game, position)
            if len(moving) != 1 or any(p != 1 for *_, p in graph.out_edges(position, data="probability")):
                raise ValueError(f"in {position} chance acts, or not one player moves")
            found[position] = game.players.index(moving[0])
    return found
