"""Check a play of a single-player game, and that no shorter play exists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from gametheory.model.game import Distribution, Game, Move, Outcome, Position, active_players
from gametheory.model.state_graph import StateGraph, joint_moves, start_of
from gametheory.verify.errors import require, require_exact
from gametheory.verify.screening import clear_lower_bounds, unclear


def check_play(game: Game[Any, Any], moves: Iterable[Sequence[Move]], outcome: str) -> int:
    """Replay a play by the rules of the game and return its number of joint moves.

    The certificate is the play itself. It proves that the outcome can be reached in that number of moves, because every
    position follows from the one before by the rules. Cost: the moves allowed in each position of the play.

    Parameters
    ----------
    game : Game
        The rules. No state graph is needed.
    moves : iterable of sequences
        The joint moves from the start on. A joint move has one move for each active player.
    outcome : str
        The name of the outcome in which the play must end.

    Returns
    -------
    int
        The number of joint moves.

    Raises
    ------
    CertificateError
        If a move is not allowed, comes after the end, or is followed by a chance event, or if the play ends otherwise.

    Examples
    --------
    >>> from gametheory import Castle
    >>> from gametheory.games.castle import Volley
    >>> check_play(Castle(1, 1, 1), [(Volley(1, 0),)], "soldiers")
    1
    >>> check_play(Castle(1, 1, 1), [(Volley(1, 0),)], "castle")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: the play ends in Position(...), not with castle
    """
    position, length = game.start(), 0
    for joint_move in moves:
        length += 1
        position = _next_position(game, position, joint_move, length)
    end = game.outcome(position)
    require(end is not None and end.name == outcome, "the play ends in {}, not with {}", position, outcome)
    return length


def _next_position(game: Game[Any, Any], position: Any, joint_move: Sequence[Move], number: int) -> Any:
    """Return the position after a joint move that the rules allow."""
    require(game.outcome(position) is None, "move {}: the game is over in {}", number, position)
    active = active_players(game, position)
    require(len(joint_move) == len(active), "move {}: {} is not one move for each of {}", number, joint_move, active)
    for player, move in zip(active, joint_move, strict=True):
        # `move in moves` compares with parts of the text if the rules return a string of one-letter moves
        allowed = list(game.moves(position, player))
        require(move in allowed, "move {}: {} is not allowed in {}", number, move, position)
    following = game.after(position, *joint_move)
    if not isinstance(following, Distribution):
        return following
    require([*following.values()] == [1], "move {}: chance decides what follows {}", number, joint_move)
    return next(iter(following))


def check_distance_lower_bound(graph: StateGraph, outcome: str, bounds: Mapping[Position, int]) -> int | None:
    """Return a lower bound on the number of moves from the start to an outcome.

    The certificate is a number for each position that can reach the outcome. Two local conditions suffice:

    - a terminal position with the outcome has a number of at most 0;
    - if v follows u and v has a number, then u has one, and it is at most one more than that of v.

    By induction on the length of a play, a play from u to the outcome has at least as many moves as the number of u,
    and a position without a number cannot reach the outcome. Cost: the positions and edges.

    Parameters
    ----------
    graph : StateArrays or networkx.MultiDiGraph
        The state graph of a game.
    outcome : str
        The name of the outcome.
    bounds : mapping
        A lower bound on the number of moves for each position; without a number, the outcome is out of reach.

    Returns
    -------
    int or None
        The number of the start; None proves that the outcome is out of reach.

    Raises
    ------
    CertificateError
        If a condition fails, or a number is not exact. The message names the position or the edge.

    Examples
    --------
    >>> from gametheory import Castle, state_graph
    >>> graph = state_graph(Castle(1, 2, 1))
    >>> start, met, lost = graph
    >>> check_distance_lower_bound(graph, "castle", {start: 2, met: 1, lost: 0})
    2
    >>> check_distance_lower_bound(graph, "castle", {start: 3, met: 1, lost: 0})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: the labels of ... and its successor ... do not fit
    """
    for position, end in _unclear(graph, outcome, bounds):
        if end is not None and end.name == outcome:
            require(
                position in bounds and bounds[position] <= 0, "{} ends with {} and is not labeled 0", position, outcome
            )
        for successor in chain.from_iterable(joint_moves(graph, position).values()):
            if successor in bounds:
                fits = position in bounds and bounds[position] <= bounds[successor] + 1
                require(fits, "the labels of {} and its successor {} do not fit", position, successor)
    return bounds.get(start_of(graph))


def _unclear(
    graph: StateGraph, outcome: str, bounds: Mapping[Position, int]
) -> Iterator[tuple[Position, Outcome | None]]:
    """Return the positions whose bounds are left to check, after checking that all bounds are exact."""
    cleared = clear_lower_bounds(graph, outcome, bounds)
    if cleared is None:
        require_exact(bounds.values())
    return unclear(graph, cleared)
