"""Check a strong solution: the value, or a number of moves, of every position that play can reach."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, TypeAlias

import numpy as np

from gametheory.model.code_table import CodeTable
from gametheory.model.game import Outcome, Position, PositionLimitExceeded
from gametheory.model.layers import LayeredGame, checked_layer
from gametheory.model.payoffs import Payoffs, payoffs_of_outcomes
from gametheory.model.position_text import position_codes, short_text
from gametheory.model.state_arrays import Integers, StateArrays
from gametheory.model.symmetry import quotient
from gametheory.model.unfolding import unfold
from gametheory.verify.errors import CertificateError, require, require_exact
from gametheory.verify.labels import Block, right_distances, right_payoffs, right_values
from gametheory.verify.screening import Cleared

BACKWARD_INDUCTION, RETROGRADE_ANALYSIS, SHORTEST_PATHS = "backward induction", "retrograde analysis", "shortest paths"
METHODS = (BACKWARD_INDUCTION, RETROGRADE_ANALYSIS, SHORTEST_PATHS)
POSITIONS_AT_A_TIME = 1 << 17

Condition: TypeAlias = Callable[[Block], Cleared]
Blocks: TypeAlias = Iterator[tuple[Block, Sequence[Position] | Integers]]


@dataclass(frozen=True, eq=False)
class StrongSolution:
    """The labels of all positions of a game without chance moves in which one player moves at a time.

    Parameters
    ----------
    method : str
        One of `METHODS`, which says what the labels are.
    players : tuple of str
        The names of the players.
    payoffs : sequence of tuple of Fraction
        The different payoffs of all players; empty for shortest paths.
    outcomes : tuple of str
        Shortest paths: the names of all outcomes; otherwise empty.
    positions : array of int
        The number of each position that `position_codes` gives it, in ascending order.
    codes : array of int
        The index of its payoffs from there on; empty for shortest paths.
    distances : tuple of arrays of int
        Backward induction: the length of the longest play. Retrograde analysis: the number of moves to the forced end,
        or -1. Shortest paths: for each outcome the least number of moves, or -1.
    """

    method: str
    players: tuple[str, ...]
    payoffs: Sequence[Payoffs]
    outcomes: tuple[str, ...]
    positions: Integers
    codes: Integers
    distances: tuple[Integers, ...]

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self.positions)

    def number(self, code: int) -> int:
        """Return the index of the position with a number; -1 if there is none. Cost: a search in sorted numbers.

        >>> nothing = np.zeros(0, np.int64)
        >>> solution = StrongSolution(SHORTEST_PATHS, ("one",), [], (), np.array([5, 7]), nothing, ())
        >>> solution.number(7), solution.number(6), solution.number(8)
        (1, -1, -1)
        """
        if not self.positions[0] <= code <= self.positions[-1]:
            return -1
        # a number of another type would make numpy convert all of them
        place = int(np.searchsorted(self.positions, self.positions.dtype.type(code)))
        return place if self.positions[place] == code else -1


def check_strong_solution(solution: StrongSolution, game: Any) -> int:
    """Return the number of positions of a strong solution, after checking the labels of all of them by the rules.

    The certificate is the labels. The positions include the first one, and the next one after every move, so they
    include all that play can reach. In each of them the conditions of `verify.labels` are checked; they suffice, as is
    shown there. Each position except the first one follows from another. Cost: one pass over positions and moves. The
    positions of a `LayeredGame` are expanded a part at a time, and others are unfolded once.

    Parameters
    ----------
    solution : StrongSolution
        The labels.
    game : Game
        The rules.

    Returns
    -------
    int
        The number of positions.

    Raises
    ------
    CertificateError
        If a condition fails, or the rules have other positions. The message names the first such position.

    Examples
    --------
    >>> from gametheory import Castle
    >>> game, (start, end) = Castle(1, 1, 1), [(1, 0, 1), (1, 0, 0)]
    >>> codes, names = position_codes(game, [end, start]), ("soldiers",)
    >>> def solution(*distances):
    ...     labels = tuple(np.array(distances)[np.argsort(codes)] for _ in names)
    ...     return StrongSolution(SHORTEST_PATHS, names, [], names, np.sort(codes), codes[:0], labels)
    >>> check_strong_solution(solution(0, 1), game)
    2
    >>> check_strong_solution(solution(0, 2), game)
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: the label of (1, 0, 1) does not follow from the next positions
    """
    rules = quotient(game)
    players = tuple(rules.players)
    require(players == solution.players, "the rules have the players {}, not {}", players, solution.players)
    _require_in_range(solution)
    outcomes, blocks = (_layers if isinstance(rules, LayeredGame) else _unfolded)(solution, rules)
    right, follows = conditions(solution, outcomes), np.zeros(len(solution), bool)
    for block, positions in blocks:
        _require_right(right(block), positions)
        follows[block.successors] = True
    follows[_start(solution, rules)] = True
    require(bool(follows.all()), "position {} of the solution follows from no other one", int(np.argmin(follows)))
    return len(solution)


def conditions(solution: StrongSolution, outcomes: Sequence[Outcome]) -> Condition:
    """Return the function that says which positions of a block satisfy the conditions on their labels.

    Parameters
    ----------
    solution : StrongSolution
        The labels.
    outcomes : sequence of Outcome
        The outcomes of the rules.

    Raises
    ------
    CertificateError
        If the outcomes have no payoffs, or the payoffs of the solution are not of the kind that its method needs.

    Examples
    --------
    >>> nothing = np.zeros(0, np.int64)
    >>> paths = StrongSolution(SHORTEST_PATHS, ("one",), [], ("end",), np.array([7]), nothing, (np.array([0]),))
    >>> block = Block(*map(np.array, ([0], [0], [0], [0])), nothing)
    >>> conditions(paths, [Outcome("end")])(block), conditions(paths, [Outcome("other")])(block)
    (array([ True]), array([False]))
    """
    if solution.method == SHORTEST_PATHS:
        return partial(_right_paths, solution, outcomes)
    due, lengths = _due(solution, outcomes), solution.distances[0]
    if solution.method == BACKWARD_INDUCTION:
        ranks = np.array([_ranks(column) for column in zip(*solution.payoffs, strict=True)])
        return lambda block: right_payoffs(block, solution.codes, lengths, ranks, due)
    zero_sum = len(solution.players) == 2 and all(len(row) == 2 and sum(row) == 0 for row in solution.payoffs)
    require(zero_sum, "the payoffs are not those of two players, with the sum 0")
    ranks = _ranks([*(row[0] for row in solution.payoffs), Fraction(0)])
    return lambda block: right_values(block, solution.codes, lengths, ranks[:-1] - ranks[-1], due)


def _right_paths(solution: StrongSolution, outcomes: Sequence[Outcome], block: Block) -> Cleared:
    """Return which positions have the right distance to every outcome."""
    named = np.array([*(outcome.name in solution.outcomes for outcome in outcomes), True])
    right: Cleared = named[block.outcome]
    for name, distances in zip(solution.outcomes, solution.distances, strict=True):
        due = np.array([0 if outcome.name == name else -1 for outcome in outcomes], np.int64)
        right = right & right_distances(block, distances, due)
    return right


def _due(solution: StrongSolution, outcomes: Sequence[Outcome]) -> Integers:
    """Return the index of the payoffs of each outcome; -1 if the solution does not have them."""
    index = {payoffs: number for number, payoffs in enumerate(solution.payoffs)}
    try:
        payoffs = payoffs_of_outcomes(solution.players, outcomes)
    except ValueError as error:
        raise CertificateError(str(error)) from error
    return np.array([index.get(each, -1) for each in payoffs], np.int64)


def _ranks(numbers: Sequence[Fraction]) -> Integers:
    """Return whole numbers in the same order."""
    rank = {number: place for place, number in enumerate(sorted(set(numbers)))}
    return np.array([rank[number] for number in numbers], np.int64)


def _require_form(solution: StrongSolution) -> None:
    """Check that all arrays have whole numbers with a sign, and that the other numbers are exact and complete."""
    paths, arrays = solution.method == SHORTEST_PATHS, [solution.positions, solution.codes, *solution.distances]
    whole = all(array.ndim == 1 and array.dtype.kind == "i" for array in arrays)
    require(whole, "an array is not one row of integers with a sign")
    complete = len(solution.distances) == (len(solution.outcomes) if paths else 1)
    require(complete, "the distances are not one row for each outcome, or one")
    require(solution.method in METHODS, "there is no method {}", solution.method)
    for payoffs in solution.payoffs:
        require(len(payoffs) == len(solution.players), "{} is not one payoff for each player", payoffs)
        require_exact(payoffs)


def _require_in_range(solution: StrongSolution) -> None:
    """Check the lengths of all arrays, and that their numbers are possible and in order."""
    _require_form(solution)
    numbers, paths = solution.positions, solution.method == SHORTEST_PATHS
    require(len(numbers) > 0 and bool(numbers[0] >= 0), "the solution has no position, or a negative number")
    ascending = all(bool((part[1:] > part[:-1]).all()) for part in _parts(numbers))
    require(ascending, "the numbers of the positions are not in ascending order")
    rows = [*solution.distances, *([] if paths else [solution.codes])]
    require(all(len(row) == len(numbers) for row in rows), "the labels are not as many as the positions")
    require(all(bool(row.min() >= -1) for row in rows), "a label is less than -1")
    different = len(set(solution.payoffs)) == len(solution.payoffs)
    possible = paths or bool(0 <= solution.codes.min() <= solution.codes.max() < len(solution.payoffs))
    require(different and possible, "the payoffs are not all different, or some are missing")


def _parts(numbers: Integers) -> Iterator[Integers]:
    """Yield parts that overlap by one number."""
    return (numbers[first : first + POSITIONS_AT_A_TIME + 1] for first in range(0, len(numbers), POSITIONS_AT_A_TIME))


def _require_right(right: Cleared, positions: Sequence[Position] | Integers) -> None:
    if not right.all():
        position = positions[int(np.argmin(right))]
        raise CertificateError(f"the label of {short_text(position)} does not follow from the next positions")


def _start(solution: StrongSolution, game: Any) -> int:
    number = solution.number(int(position_codes(game, [game.start()])[0]))
    require(number >= 0, "the first position {} is missing", game.start())
    return number


def _layers(solution: StrongSolution, game: LayeredGame) -> tuple[Sequence[Outcome], Blocks]:
    """Return the outcomes, and the positions a part at a time; no part depends on another."""
    require(not game.chance, "the rules have chance moves")
    table = CodeTable(len(solution))
    table.numbers(solution.positions)

    def blocks() -> Blocks:
        for first in range(0, len(solution), POSITIONS_AT_A_TIME):
            positions = np.array(solution.positions[first : first + POSITIONS_AT_A_TIME])
            layer = checked_layer(game, positions)
            successors = table.find(layer.successors)
            missing = layer.successors[np.flatnonzero(successors < 0)[:1]].tolist()
            require(not missing, "the position {} is missing", *missing)
            yield Block(first + np.arange(len(positions)), *layer[:3], successors), positions

    return game.outcomes, blocks()


def _unfolded(solution: StrongSolution, game: Any) -> tuple[Sequence[Outcome], Blocks]:
    """Return the outcomes and the positions of rules that are unfolded, a part at a time."""
    arrays = _unfold(game, len(solution))
    number, active = _numbers(solution, position_codes(game, arrays.positions)), _active(arrays, game.players)

    def blocks() -> Blocks:
        for first in range(0, len(arrays), POSITIONS_AT_A_TIME):
            rows = slice(first, first + POSITIONS_AT_A_TIME)
            starts = arrays.first_move[first : first + POSITIONS_AT_A_TIME + 1]
            successors = number[arrays.successor[starts[0] : starts[-1]]]
            block = Block(number[rows], arrays.outcome_of[rows], active[rows], np.diff(starts), successors)
            yield block, arrays.positions[rows]

    return arrays.outcomes, blocks()


def _active(arrays: StateArrays, players: Sequence[str]) -> Integers:
    """Return the index of the player who moves in each position."""
    groups, group_of = arrays.groups
    require(arrays.deterministic and all(len(group) == 1 for group in groups), "not one player moves at a time")
    return np.array([*(players.index(group[0]) for group in groups), -1])[group_of]


def _unfold(game: Any, positions: int) -> StateArrays:
    """Return the arrays of the rules; raise CertificateError if they have more positions than stated."""
    try:
        return unfold(game, positions)
    except PositionLimitExceeded as error:
        raise CertificateError(f"the rules have more positions than the solution: {error}") from error


def _numbers(solution: StrongSolution, codes: Integers) -> Integers:
    """Return the index in the solution of positions with these numbers, which must be all of them."""
    order = np.argsort(codes)
    require(np.array_equal(codes[order], solution.positions), "the rules have other positions than the solution")
    number = np.empty(len(codes), np.int64)
    number[order] = np.arange(len(codes))
    return number
