"""Check pure strategies of two players in zero-sum games in which play can cycle."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from gametheory.model.game import Move, Position
from gametheory.model.state_graph import StateGraph, game_of, start_of
from gametheory.verify.errors import checked_payoffs, require, require_exact, require_values
from gametheory.verify.joint_moves import checked_joint_moves
from gametheory.verify.screening import clear_cyclic, unclear


def check_cyclic_equilibrium(
    graph: StateGraph,
    payoffs: Mapping[Position, tuple[Fraction, ...]],
    values: Mapping[Position, Fraction],
    strategy: Mapping[Position, tuple[Move, ...]],
    distances: Mapping[Position, int],
) -> Fraction:
    """Return the value to the first player of a zero-sum sequential game in which play may cycle.

    Play without end pays 0. The certificate is the value of each position, a move in each, and distances. It suffices
    that in each position

    - the move keeps the value, and no move of the active player improves on it;
    - if the active player's value is positive, the move leads to a position of smaller distance;
    - if it is negative, so does every reply that keeps the value.

    A player of positive value gets it in finitely many moves: along the play the value never falls, and as long as it
    stays the same the distance falls. A player whose value is 0 or negative gets at least the value even if play never
    ends. So the moves are optimal from every position on (Zermelo 1913). Cost: the edges.

    Parameters
    ----------
    graph : StateArrays or networkx.MultiDiGraph
        The state graph of a game of two players who move one at a time, without chance moves.
    payoffs : mapping
        The payoffs of both players in each terminal position. Their sum must be 0.
    values : mapping
        The claimed value of each position to the first player.
    strategy : mapping
        The joint move, of one player, in each position that is not terminal.
    distances : mapping
        An integer for each position whose value is not 0.

    Returns
    -------
    Fraction
        The value of the start.

    Raises
    ------
    CertificateError
        If a condition fails, a value or a distance is missing, or a value is not exact.

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
    require(len(game_of(graph).players) == 2, "there are not two players")
    cleared = clear_cyclic(graph, payoffs, values, strategy, distances)
    if cleared is None:
        require_values(graph, values)
        require_exact(distances.values())
    for position, end in unclear(graph, cleared):
        if end is None:
            _check_position(graph, position, values, strategy, distances)
        else:
            due = (values[position], -values[position])
            require(checked_payoffs(payoffs[position]) == due, "the value of {} is not its payoff", position)
    return values[start_of(graph)]


def _check_position(
    graph: StateGraph,
    position: Position,
    values: Mapping[Position, Fraction],
    strategy: Mapping[Position, tuple[Move, ...]],
    distances: Mapping[Position, int],
) -> None:
    """Check the conditions on all moves in one position."""
    active, after = checked_joint_moves(graph, position)
    require(len(active) == 1, "not one player moves in {}", position)
    require(strategy.get(position) in after, "the move in {} is not allowed", position)
    sign = 1 if active[0] == game_of(graph).players[0] else -1
    for moves, distribution in after.items():
        require([*distribution.values()] == [1], "there is a chance move in {}", position)
        gain = sum(sign * (values[successor] - values[position]) for successor in distribution)
        require(gain <= 0, "{} gains by {} in {}", active[0], moves[0], position)
        require(gain == 0 or moves != strategy[position], "the move in {} does not keep the value", position)
        # the winner's own move and all the loser's replies have to come nearer to the end
        if (moves == strategy[position] and sign * values[position] > 0) or (gain == 0 and sign * values[position] < 0):
            _check_nearer(position, distances, *distribution)


def _check_nearer(position: Position, distances: Mapping[Position, int], successor: Position) -> None:
    """Check that a successor has a smaller distance than its position."""
    labeled = position in distances and successor in distances
    nearer = labeled and distances[successor] < distances[position]
    require(nearer, "the move in {} does not come nearer to the end", position)
