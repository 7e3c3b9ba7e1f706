"""The joint moves of a game of two players as rows and columns of one matrix in each position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametheory.model.interning import MoveTable
from gametheory.model.state_arrays import Integers, StateArrays


class MatrixStages(NamedTuple):
    """The matrices of all positions.

    Attributes
    ----------
    joint : array of int
        The numbers of all joint moves: position after position, in each one row after row.
    columns : array of int
        The number of columns in each position.
    """

    joint: Integers
    columns: Integers


def matrix_stages(arrays: StateArrays, players: Sequence[str]) -> MatrixStages:
    """Arrange the joint moves of each position in rows, the moves of the first player, and columns, of the second.

    A player who does not move has one row or one column. Cost: sorting the joint moves.

    Parameters
    ----------
    arrays : StateArrays
        The arrays of a game of two players.
    players : sequence of str
        Their names.

    Raises
    ------
    ValueError
        If in some position not every pair of moves is one joint move.

    Examples
    --------
    >>> from gametheory import state_graph
    >>> from gametheory.games.wargame import Wargame
    >>> matrix_stages(state_graph(Wargame(2, 1)).arrays, Wargame.players).columns[:2].tolist()
    [3, 0]
    """
    table = MoveTable()
    parts = [[table.code_of_one(move) for move in moves] for moves in arrays.moves]
    own = np.array([[*part, -1, -1][:2] for part in parts] or [[-1, -1]], np.int64)[arrays.move_of]
    groups, group_of = arrays.groups
    second_only = np.array([*(len(group) == 1 and group[0] != players[0] for group in groups), False])[group_of]
    source = np.repeat(np.arange(len(arrays)), np.diff(arrays.first_move))
    # the only move of a joint move is that of the second player where the first one does not move
    row, column = np.where(second_only[source, None], own[:, ::-1], own).T
    first = arrays.first_move
    # moves have the numbers in the order of the rules; the joint moves of a position are sorted by successors
    joint = np.lexsort((column, row, source))
    row, column = row[joint], column[joint]
    columns = _columns(row, source, first)
    fits = _is_grid(row, column, source, first, columns)
    if not fits.all():
        position = arrays.positions[int(source[np.argmin(fits)])]
        raise ValueError(f"in {position} not every pair of moves of the two players is one joint move")
    return MatrixStages(joint, columns)


def _columns(row: Integers, source: Integers, first: Integers) -> Integers:
    """Return the number of joint moves in the first row of each position."""
    same = row == row[first[source]]
    return np.bincount(source[same], minlength=len(first) - 1)


def _is_grid(
    row: Integers, column: Integers, source: Integers, first: Integers, columns: Integers
) -> NDArray[np.bool_]:
    """Return whether the joint moves of each position are one for each pair of its rows and columns, in order."""
    place = np.arange(len(row)) - first[source]
    width = columns[source]
    start = first[source] + place // width * width
    fits: NDArray[np.bool_] = (row == row[start]) & (column == column[first[source] + place % width])
    fits &= np.diff(first)[source] % width == 0
    for part, begin in ((row, place % width == 0), (column, place < width)):
        # the first joint move of each row, or column, in a position: all different
        pairs = np.stack([source[begin], part[begin]])
        _, inverse, counts = np.unique(pairs, axis=1, return_inverse=True, return_counts=True)
        fits[np.flatnonzero(begin)[counts[inverse.ravel()] > 1]] = False
    return fits
