"""Pure strategies of two players in zero-sum games in which play can cycle."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import networkx as nx

from gametheory.model.game import Move, Position, active_players
from gametheory.model.state_graph import joint_moves
from gametheory.verify.errors import require


def check_cyclic_equilibrium(
    graph: nx.MultiDiGraph,
    payoffs: Mapping[Position, tuple[Fraction, ...]],
    values: Mapping[Position, Fraction],
    strategy: Mapping[Position, tuple[Move, ...]],
    distances: Mapping[Position, int],
) -> Fraction:
    """Return the value of a zero-sum sequential game for the first player, if infinite play has the payoff 0.

    In every position the active player's strategy keeps the value, and no move improves it. Where the value is positive
    for one player, `distances` decreases along that player's strategy and along all replies that keep the value. So
    a positive value is reached in finitely many moves, and a value of at most 0 is safe even if play never ends: the
    strategies are optimal from every position on. Cost: linear in the edges.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        A state graph of two players who move one at a time, without chance moves.
    payoffs : mapping of terminal position to (payoff, payoff)
    values : mapping of position to the value for the first player
    strategy : mapping of position to the joint move (one move) of the active player
    distances : mapping of position to a whole number; needed where the value is not 0

    Raises
    ------
    CertificateError
        At the first position where a condition fails.

    Examples
    --------
    >>> from gametheory.model.state_graph import state_graph
    >>> from gametheory.model.game import Outcome
    >>> class Patience:
    ...     players = ("first", "second")
    ...     def start(self): return "first"
    ...     def outcome(self, at): return Outcome("first") if at == "won" else None
    ...     def moves(self, at, player): return () if at != player else ("win", "wait") if at == "first" else ("wait",)
    ...     def after(self, at, move): return "won" if move == "win" else "second" if at == "first" else "first"
    >>> graph, one = state_graph(Patience()), Fraction(1)
    >>> payoffs, values = {"won": (one, -one)}, {"first": one, "second": one, "won": one}
    >>> distances = {"won": 0, "first": 1, "second": 2}
    >>> check_cyclic_equilibrium(graph, payoffs, values, {"first": ("win",), "second": ("wait",)}, distances)
    Fraction(1, 1)
    >>> check_cyclic_equilibrium(graph, payoffs, values, {"first": ("wait",), "second": ("wait",)}, distances)
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: the move in first does not come nearer to the end
    """
    require(len(graph.graph["game"].players) == 2, "there are not two players")
    for position, outcome in graph.nodes(data="outcome"):
        if outcome is None:
            _check_position(graph, position, values, strategy, distances)
        else:
            value = values[position]
            require(payoffs[position] == (value, -value), f"the value of {position} is not its payoff")
    return values[graph.graph["start"]]


def _check_position(
    graph: nx.MultiDiGraph,
    position: Position,
    values: Mapping[Position, Fraction],
    strategy: Mapping[Position, tuple[Move, ...]],
    distances: Mapping[Position, int],
) -> None:
    """Check the conditions on the moves in one position."""
    game, active = graph.graph["game"], active_players(graph.graph["game"], position)
    successors = {moves: list(distribution) for moves, distribution in joint_moves(graph, position).items()}
    require(len(active) == 1 and strategy[position] in successors, f"the move in {position} is not allowed")
    sign = 1 if active[0] == game.players[0] else -1
    value = sign * values[position]
    for moves, (following, *others) in successors.items():
        require(not others, f"there is a chance move in {position}")
        gain, chosen = sign * values[following] - value, moves == strategy[position]
        require(gain <= 0, f"{active[0]} gains by {moves[0]} in {position}")
        require(gain == 0 or not chosen, f"the move in {position} does not keep the value")
        if (value > 0 and chosen) or (value < 0 and gain == 0):
            require(
                distances[following] < distances[position], f"the move in {position} does not come nearer to the end"
            )
