"""The parts that checkers of state graphs share: joint moves, expected values, and the proof that play ends.

A joint move has one move for each active player. It counts only if the rules of the graph allow it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from operator import mul
from typing import Any, TypeGuard

import numpy as np
from flint import fmpq

from gametheory.model.game import Move, Position
from gametheory.model.payoffs import ExactColumn, ExactRows
from gametheory.model.state_arrays import PositionMap, StateArrays
from gametheory.model.state_graph import StateGraph, game_of, joint_moves, state_arrays
from gametheory.numbers.rationals import to_flint
from gametheory.verify.errors import is_distribution, require, require_exact, require_label, require_values
from gametheory.verify.screening import is_stored

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


def exact_values(arrays: StateArrays, values: Mapping[Position, Fraction]) -> list[fmpq]:
    """Return the value of each position by number, after checking that each has one, and that all are exact.

    >>> from gametheory import Castle, unfold
    >>> graph = unfold(Castle(1, 1, 1))
    >>> exact_values(graph, dict.fromkeys(graph, Fraction(1, 2)))
    [1/2, 1/2]
    """
    if _is_complete(values, arrays) and isinstance(values.table, ExactColumn):
        return list(map(values.table.exact().__getitem__, values.codes.tolist()))
    require_values(arrays.positions, values)
    return [to_flint(values[position]) for position in arrays.positions]


def _is_complete(values: Mapping[Position, Any], arrays: StateArrays) -> TypeGuard[PositionMap[Any]]:
    """Return whether a mapping is stored as arrays of the same positions, and has a value for each of them."""
    return is_stored(values, arrays) and bool((values.codes >= 0).all())


def exact_payoffs(
    arrays: StateArrays, payoffs: Mapping[Position, Sequence[Fraction]], players: int
) -> list[Sequence[fmpq]]:
    """Return the payoffs of each player in all positions, after checking that each position has exact ones of all.

    >>> from gametheory import Castle, unfold
    >>> graph = unfold(Castle(1, 1, 1))
    >>> exact_payoffs(graph, dict.fromkeys(graph, (Fraction(1, 2), 3)), 2)
    [(1/2, 1/2), (3, 3)]
    """
    if _is_complete(payoffs, arrays) and isinstance(payoffs.table, ExactRows):
        columns = [PositionMap(arrays, payoffs.codes, own) for own in payoffs.table.columns]
        require(len(columns) == players, "{} does not have {} payoffs", arrays.positions[0], players)
        return [exact_values(arrays, own) for own in columns]
    require_label(arrays.positions, payoffs)
    rows = [payoffs[position] for position in arrays.positions]
    for position, row in zip(arrays.positions, rows, strict=True):
        require(len(row) == players, "{} does not have {} payoffs", position, players)
        require_exact(row)
    return list(zip(*(map(to_flint, row) for row in rows), strict=True))


class Expectation:
    """The expected value after each numbered joint move of a state graph: the sum of probability times value.

    A position of probability 0 is refused: an argument about the positions that can follow would count it. The games of
    this package have few different distributions: each is converted and checked once.

    Parameters
    ----------
    arrays : StateArrays
        The arrays of the graph.
    values : sequence of fmpq
        The value of each position, by number.

    Raises
    ------
    CertificateError
        When a value is asked for: if the probabilities are not exact, not positive, or do not add up to 1.

    Examples
    --------
    >>> from gametheory import unfold
    >>> from gametheory.games.towers import Towers
    >>> arrays = unfold(Towers(soldiers=2, towers=2, hits=1, kills=1))
    >>> mean = Expectation(arrays, [fmpq(number) for number in range(len(arrays))])
    >>> mean[0], mean.successors(0)
    (3/2, [1, 2])
    """

    def __init__(self, arrays: StateArrays, values: Sequence[fmpq]) -> None:
        self._arrays, self.values = arrays, values
        self._starts: list[int]
        self._successor: list[int]
        self._starts, self._successor = arrays.starts.tolist(), arrays.successor.tolist()
        codes = arrays.probability_of
        self._codes = [0] * len(self._successor) if codes is None else codes.tolist()
        self._weights: dict[tuple[int, ...], list[fmpq]] = {}

    def __getitem__(self, joint: int) -> fmpq:
        """Return the expected value after a joint move."""
        weights, after = self._weights_of(joint), [self.values[number] for number in self.successors(joint)]
        return after[0] if len(after) == 1 else sum(map(mul, weights, after), fmpq(0))

    def successors(self, joint: int) -> list[int]:
        """Return the numbers of the positions that can follow a joint move."""
        return self._successor[self._starts[joint] : self._starts[joint + 1]]

    def _weights_of(self, joint: int) -> list[fmpq]:
        key = tuple(self._codes[self._starts[joint] : self._starts[joint + 1]])
        if key not in self._weights:
            probabilities = [self._arrays.probability(edge) for edge in self._arrays.edges(joint)]
            sound = all(probabilities) and is_distribution(probabilities)
            require(sound, "{} is no probability distribution", probabilities)
            self._weights[key] = [to_flint(probability) for probability in probabilities]
        return self._weights[key]


def check_sure_end(graph: StateGraph) -> None:
    """Check that play ends with probability 1, whatever the players do.

    From some positions each joint move can lead to the end, or to a position of which this is known already. If these
    are all, then from everywhere play ends within as many moves as there are positions with a positive probability,
    and so with probability 1 in the long run. If some are left, the players can stay among them. Cost: the moves, times
    the length of the longest of the shortest ways to the end.

    Parameters
    ----------
    graph : StateArrays or networkx.MultiDiGraph
        A state graph.

    Raises
    ------
    CertificateError
        If the players can avoid the end.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from gametheory import Distribution, Outcome, state_graph
    >>> class Die:
    ...     players = ("A",)
    ...     def start(self): return "roll"
    ...     def outcome(self, at): return None if at == "roll" else Outcome("six")
    ...     def moves(self, at, player): return ("again",) if at == "roll" else ()
    ...     def after(self, at, move): return Distribution({"six": Fraction(1, 6), "roll": Fraction(5, 6)})
    >>> check_sure_end(state_graph(Die()))
    """
    arrays = checked_arrays(graph)
    going_on = np.flatnonzero(arrays.outcome_of < 0)
    sure = arrays.outcome_of >= 0
    while len(going_on):
        closer = np.logical_or.reduceat(sure[arrays.successor], arrays.starts[:-1])
        every = np.logical_and.reduceat(closer, arrays.first_move[going_on])
        require(bool(every.any()), "play can avoid the end from {}", arrays.positions[going_on[0]])
        sure[going_on[every]] = True
        going_on = going_on[~every]
