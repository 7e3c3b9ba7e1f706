"""The parts that checkers of state graphs share: joint moves, expected values, labels as numbers, and sure ends.

A joint move has one move for each active player. It counts only if the rules of the graph allow it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from operator import mul
from typing import Any, NamedTuple, TypeAlias, TypeGuard

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from gametheory.model.classes import ExactColumn, ExactRows
from gametheory.model.game import Move, Outcome, Position
from gametheory.model.state_arrays import Integers, PositionMap, StateArrays
from gametheory.model.unfolding import StateGraph, state_arrays
from gametheory.numbers.rationals import to_flint
from gametheory.verify.errors import (
    checked_payoffs,
    is_distribution,
    require,
    require_exact,
    require_label,
    require_values,
)

Truths: TypeAlias = NDArray[np.bool_]
NO_PLAYER, SEVERAL = -1, -2  # in place of the index of the only active player


def checked_arrays(graph: StateGraph) -> StateArrays:
    """Return the arrays of a state graph, after checking that its joint moves are those of its rules.

    The edges of a graph do not name the players; the rules do, `graph.graph["game"]`. In a graph with the rules of
    another game, a move of one player could pass for that of another, or for chance. So every edge must have exactly
    one move that the rules allow for each player who has moves. The rules are not asked where the edges lead: the
    graph is the game that is checked, and it may have fewer moves than its rules. The arrays that `unfold` returns come
    from the rules. Cost: none for these, else the moves and the edges.

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
    has_moves = np.diff(arrays.first_move) > 0
    if (has_moves & ~ongoing).any():
        # in a graph made by hand an edge can leave a terminal position; no play follows it
        arrays = arrays.with_moves(ongoing[sources_of_moves(arrays)])
    if arrays.known_groups is None:
        to_check = ongoing
    else:
        to_check = ongoing & ~has_moves
    for number in np.flatnonzero(to_check).tolist():
        _check_moves_of_rules(arrays, number)
    return arrays


def _check_moves_of_rules(arrays: StateArrays, number: int) -> None:
    """Check that each joint move in a position has one allowed move for each player who has moves there."""
    position = arrays.positions[number]
    joint_moves = arrays.moves_in(number)
    require(bool(joint_moves), "no move leads on from {}", position)
    allowed: dict[str, set[Move]] = {}
    for player in arrays.game.players:
        moves_of_player = set(arrays.game.moves(position, player))
        if moves_of_player:
            allowed[player] = moves_of_player
    active = tuple(allowed)
    for moves in joint_moves:
        fits = len(moves) == len(active) and all(map(set.__contains__, allowed.values(), moves))
        require(fits, "{} in {} is not one allowed move for each of {}", moves, position, active)


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
        exact = values.table.exact()
        return [exact[code] for code in values.codes.tolist()]
    require_values(arrays.positions, values)
    return [to_flint(values[position]) for position in arrays.positions]


def _is_complete(values: Mapping[Position, object], arrays: StateArrays) -> TypeGuard[PositionMap[object]]:
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
        columns = payoffs.table.columns
        require(len(columns) == players, "{} does not have {} payoffs", arrays.positions[0], players)
        return [exact_values(arrays, PositionMap(arrays, payoffs.codes, column)) for column in columns]
    require_label(arrays.positions, payoffs)
    exact_rows = []
    for position in arrays.positions:
        row = payoffs[position]
        require(len(row) == players, "{} does not have {} payoffs", position, players)
        require_exact(row)
        exact_rows.append(list(map(to_flint, row)))
    return list(zip(*exact_rows, strict=True))


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
        self.values = values
        self._arrays = arrays
        # entries of lists are read faster than those of arrays, and as integers of Python
        self._starts: list[int] = arrays.starts.tolist()
        self._successor: list[int] = arrays.successor.tolist()
        codes = arrays.probability_of
        if codes is None:
            codes = np.zeros(len(self._successor), np.int32)
        self._codes: list[int] = codes.tolist()
        self._weights: dict[tuple[int, ...], list[fmpq]] = {}

    def __getitem__(self, joint: int) -> fmpq:
        """Return the expected value after a joint move."""
        weights = self._weights_of(joint)
        after = [self.values[number] for number in self.successors(joint)]
        if len(after) == 1:  # the most frequent case: one weight, which is 1
            return after[0]
        return sum(map(mul, weights, after), fmpq(0))

    def successors(self, joint: int) -> list[int]:
        """Return the numbers of the positions that can follow a joint move."""
        first = self._starts[joint]
        behind = self._starts[joint + 1]
        return self._successor[first:behind]

    def _weights_of(self, joint: int) -> list[fmpq]:
        first = self._starts[joint]
        behind = self._starts[joint + 1]
        # a distribution is checked and converted once, also if thousands of moves have it
        key = tuple(self._codes[first:behind])
        if key not in self._weights:
            probabilities = [self._arrays.probability(edge) for edge in self._arrays.edges(joint)]
            sound = all(probabilities) and is_distribution(probabilities)
            require(sound, "{} is no probability distribution", probabilities)
            self._weights[key] = list(map(to_flint, probabilities))
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
        # terminal positions have no moves, so that these rows are one behind the other
        every = np.logical_and.reduceat(closer, arrays.first_move[going_on])
        require(bool(every.any()), "play can avoid the end from {}", arrays.positions[going_on[0]])
        sure[going_on[every]] = True
        going_on = going_on[~every]


def positions_and_outcomes(arrays: StateArrays) -> Iterator[tuple[Position, Outcome | None]]:
    """Yield each position in the order of its number, with its outcome; None if play goes on.

    >>> from gametheory import Castle, unfold
    >>> [outcome and outcome.name for _, outcome in positions_and_outcomes(unfold(Castle(1, 1, 1)))]
    [None, 'soldiers']
    """
    for position, code in zip(arrays.positions, arrays.outcome_of.tolist(), strict=True):
        yield position, None if code < 0 else arrays.outcomes[code]


# Labels of all positions as numbers: conditions on millions of moves are then checked in one pass over arrays.


class Labels(NamedTuple):
    """The label of position i is `table[codes[i]]`; the position has none if the code is -1."""

    table: Sequence[Any]
    codes: Integers


def numbered_labels(arrays: StateArrays, labels: Mapping[Position, object]) -> Labels:
    """Return the labels of positions with a code for each position.

    >>> from gametheory import Castle, unfold
    >>> numbered_labels(unfold(Castle(1, 1, 1)), {})
    Labels(table=[], codes=array([-1, -1]))
    """
    if is_stored(labels, arrays):
        return Labels(labels.table, labels.codes)
    table: list[object] = []
    codes = np.full(len(arrays), -1)
    for number, position in enumerate(arrays.positions):
        if position in labels:
            codes[number] = len(table)
            table.append(labels[position])
    return Labels(table, codes)


def is_stored(labels: Mapping[Position, object], arrays: StateArrays) -> TypeGuard[PositionMap[object]]:
    """Return whether labels are stored as one code for each position of some arrays.

    >>> from gametheory import Castle, unfold
    >>> arrays = unfold(Castle(1, 1, 1))
    >>> [is_stored(PositionMap(arrays, np.array(codes), ["one"]), arrays) for codes in ([0, -1], [0], [0, 1], [0, -2])]
    [True, False, False, False]
    """
    # a subclass could return other labels than those of its codes
    if type(labels) is not PositionMap or labels.arrays is not arrays:
        return False
    codes = labels.codes
    if codes.shape != (len(arrays),) or codes.dtype.kind != "i":
        return False
    # a code below -1 would be read from the end of the table
    return int(codes.min(initial=-1)) >= -1 and int(codes.max(initial=-1)) < len(labels.table)


def require_each(right: Truths, message: str, *details: Callable[[int], object], among: Integers | None = None) -> None:
    """Raise CertificateError unless all of some conditions are true; the details are those of the first false one.

    The details are functions of its place, or of the number that `among` has there.

    >>> require_each(np.array([True, False]), "condition {} is false", lambda place: place)
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: condition 1 is false
    """
    if not right.all():
        place = int(right.argmin())
        if among is None:
            first = place
        else:
            first = int(among[place])
        require(False, message, *(detail(first) for detail in details))


def ranks(numbers: Sequence[Any]) -> Integers:
    """Return integers in the same order as some exact numbers, equal for equal ones, with the sign of each number.

    >>> ranks([Fraction(1, 2), 7, 0, Fraction(-1, 3)]).tolist()
    [1, 2, 0, -1]
    """
    # with 0 among them, its place is what has to be subtracted from the others
    in_order = sorted({0, *numbers})
    place = {number: index for index, number in enumerate(in_order)}
    return np.array([place[number] for number in numbers], np.int32) - place[0]


def exact_array(labels: Labels) -> NDArray[Any]:
    """Return the number with which each position is labeled, 0 where it has no label.

    >>> exact_array(Labels([Fraction(1, 2)], np.array([0, -1]))).tolist()
    [Fraction(1, 2), 0]
    """
    table = labels.table
    if isinstance(table, range):
        numbers = np.arange(table.start, table.stop, table.step)
        return np.append(numbers, 0)[labels.codes]
    require_exact(table)
    # as objects, because numpy would round long integers to floats
    return np.array([*table, 0], dtype=object)[labels.codes]


def sources_of_moves(arrays: StateArrays) -> Integers:
    """Return the position in which each numbered joint move is made.

    >>> from gametheory import Castle, unfold
    >>> sources_of_moves(unfold(Castle(2, 3, 1))).tolist()
    [0, 1]
    """
    if arrays.first_successor is None:  # each joint move has one successor, of which this is known
        return arrays.sources
    numbers = np.arange(len(arrays), dtype=np.int32)
    return np.repeat(numbers, np.diff(arrays.first_move))


def entries(table: Iterable[object], codes: Integers, missing: object) -> NDArray[Any]:
    """Return the entry of a table for each code, and another one for the code -1.

    >>> entries([True, False], np.array([1, -1]), missing=True).tolist()
    [False, True]
    """
    kind = bool if isinstance(missing, bool) else np.int32  # short entries are read faster
    return np.array([*table, missing], kind)[codes]  # -1 is the index of the last one


def active_indices(arrays: StateArrays) -> Integers:
    """Return the index of the only active player of each position, else NO_PLAYER or SEVERAL.

    >>> from gametheory import Castle, unfold
    >>> active_indices(unfold(Castle(1, 1, 1))).tolist()
    [0, -1]
    """
    groups, group_of = arrays.groups
    indices = []
    for group in groups:
        if len(group) == 1:
            indices.append(arrays.game.players.index(group[0]))
        else:
            indices.append(SEVERAL if group else NO_PLAYER)
    return entries(indices, group_of, missing=NO_PLAYER)


def moves_played(arrays: StateArrays, strategy: Mapping[Position, tuple[Move, ...]]) -> Truths:
    """Return for each numbered joint move whether a strategy plays it.

    >>> from gametheory import Castle, unfold
    >>> arrays = unfold(Castle(1, 1, 1))
    >>> moves_played(arrays, {}), moves_played(arrays, {arrays.start_position: arrays.moves[0]})
    (array([False]), array([ True]))
    """
    chosen = numbered_labels(arrays, strategy)
    code_of = {moves: code for code, moves in enumerate(arrays.moves)}
    codes = [code_of.get(moves, -1) for moves in chosen.table]  # -1 is the code of no move
    code_played = entries(codes, chosen.codes, missing=-1)
    played: Truths = arrays.move_of == code_played[sources_of_moves(arrays)]
    return played


def require_ends(
    arrays: StateArrays,
    payoffs: Mapping[Position, object],
    labels: Labels,
    is_due: Callable[[tuple[Fraction, ...], Any], bool],
    message: str,
) -> None:
    """Raise CertificateError unless the label of each terminal position is the one that its payoffs demand.

    >>> from gametheory import Castle, unfold
    >>> arrays = unfold(Castle(1, 1, 1))
    >>> ends = {arrays.positions[1]: (Fraction(1),)}
    >>> require_ends(arrays, ends, Labels([2], np.array([-1, 0])), lambda due, label: due == (label,), "{} is wrong")
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: Position(soldiers=1, defenders=0, strength=0) is wrong
    """
    due = numbered_labels(arrays, payoffs)
    ends = np.flatnonzero(arrays.outcome_of >= 0)
    has_payoffs = (due.codes >= 0) | (arrays.outcome_of < 0)
    require_each(has_payoffs, "{} has no payoffs", arrays.positions.__getitem__)
    # many ends have the same payoffs and the same label: each different pair is compared once
    width = len(labels.table) + 1
    pairs = due.codes.astype(np.int64) * width + labels.codes
    for pair in np.unique(pairs[ends]).tolist():
        due_code, code = divmod(pair, width)
        payoffs_due = checked_payoffs(due.table[due_code])
        if not is_due(payoffs_due, labels.table[code]):
            first = ends[(pairs[ends] == pair).argmax()]
            require(False, message, arrays.positions[first])
