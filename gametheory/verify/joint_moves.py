"""The joint moves of a state graph, checked against its rules, for checkers only."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from gametheory.model.game import Move, Position
from gametheory.model.state_arrays import StateArrays
from gametheory.model.state_graph import StateGraph, game_of, joint_moves, state_arrays
from gametheory.verify.errors import require

JointMoves = dict[tuple[Move, ...], dict[Position, Fraction]]


def checked_joint_moves(graph: StateGraph, position: Position) -> tuple[tuple[str, ...], JointMoves]:
    """Return the players who move in a position, and each joint move with the distribution of the next position.

    The edges of a graph do not name the players; the rules do, `graph.graph["game"]`. In a graph with the rules of
    another game, a move of one player could pass for that of another, or for chance. So every edge must have exactly
    one move that the rules allow for each player who has moves. The rules are not asked where the edges lead: the
    graph is the game that is checked, and it may have fewer moves than its rules. Cost: the moves and the edges.

    Parameters
    ----------
    graph : StateArrays or networkx.MultiDiGraph
        A state graph.
    position : hashable
        A position of the graph that is not terminal.

    Returns
    -------
    tuple
        The names of the players, in the order of `players`, and the result of `joint_moves`.

    Raises
    ------
    CertificateError
        If no edge leaves the position, or if the moves of an edge are not those of the players of the rules.

    Examples
    --------
    >>> from gametheory import Castle, state_graph
    >>> graph = state_graph(Castle(1, 1, 1))
    >>> checked_joint_moves(graph, graph.graph["start"])[0]
    ('soldiers',)
    >>> graph.remove_edges_from(list(graph.edges))
    >>> checked_joint_moves(graph, graph.graph["start"])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: no move leads on from Position(...)
    """
    game, after = game_of(graph), joint_moves(graph, position)
    allowed = {player: own for player in game.players if (own := set(game.moves(position, player)))}
    require(bool(after), "no move leads on from {}", position)
    for moves in after:
        fits = len(moves) == len(allowed) and all(map(set.__contains__, allowed.values(), moves))
        require(fits, "{} in {} is not one allowed move for each of {}", moves, position, tuple(allowed))
    return tuple(allowed), after


def checked_arrays(graph: StateGraph) -> StateArrays:
    """Return the arrays of a state graph whose joint moves in all positions are those of its rules.

    The arrays that `unfold` returns come from the rules. `checked_joint_moves` checks each position of another graph.
    Cost: none, or the moves and the edges.

    Parameters
    ----------
    graph : StateArrays or networkx.MultiDiGraph
        A state graph.

    Raises
    ------
    CertificateError
        If no edge leaves a position in which play goes on, or if the moves of an edge are not those of the rules.

    Examples
    --------
    >>> from gametheory import Castle, state_graph
    >>> graph = state_graph(Castle(1, 1, 1))
    >>> len(checked_arrays(graph))
    2
    >>> graph.remove_edges_from(list(graph.edges))
    >>> checked_arrays(graph)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: no move leads on from Position(...)
    """
    arrays = state_arrays(graph)
    ongoing = arrays.outcome_of < 0
    stuck = ongoing & (np.diff(arrays.first_move) == 0)
    for number in np.flatnonzero(ongoing if arrays.known_groups is None else stuck).tolist():
        checked_joint_moves(graph, arrays.positions[number])
    return arrays


def players_in(arrays: StateArrays, number: int) -> tuple[str, ...]:
    """Return the names of the players who move in a position, in the order of `players`.

    >>> from gametheory import Castle, unfold
    >>> players_in(unfold(Castle(1, 1, 1)), 0)
    ('soldiers',)
    """
    groups, group_of = arrays.groups
    return groups[int(group_of[number])]
