"""Unfold a game given as arrays, one layer at a time or all together: millions of positions a second."""

from __future__ import annotations

from array import array
from typing import NamedTuple

import numpy as np

from gametheory.model.code_table import CodedPositions, CodeTable, ProbabilityCodes
from gametheory.model.components import reached_from
from gametheory.model.game import Exploration, RulesError, Watch
from gametheory.model.layers import Layer, LayeredGame, checked_layer
from gametheory.model.state_arrays import Integers, StateArrays, array_of, entries_of_rows, starts_of_rows

EVENT = 0  # the number of a chance event among the moves
POSITIONS_AT_A_TIME = 1 << 17  # if all positions are expanded


def unfold_layers(game: LayeredGame, limit: int, checked: bool = False, watch: Watch | None = None) -> StateArrays:
    """Return the positions that play can reach and their moves, breadth first.

    One layer at a time, or all positions below `game.bound` together if it is at most the limit. Cost: linear in the
    moves, and for each layer about a hundred small operations of numpy. Memory: 8 bytes for a move, in a game with
    chance moves another 8 and 8 for each further successor, and about 50 for a position.

    >>> from gametheory.model.game import Outcome
    >>> from gametheory.model.layers import Layer
    >>> class Halves(LayeredGame):
    ...     players, outcomes = ("one",), (Outcome("end"),)
    ...     def start(self): return 12
    ...     def expand(self, positions):
    ...         goes_on = positions > 0
    ...         return Layer(0 - goes_on, 0 * positions, 1 * goes_on, 0 * positions[goes_on], positions[goes_on] // 2)
    >>> list(unfold_layers(Halves(), limit=10).positions)
    [12, 6, 3, 1, 0]
    """
    table, codes = CodeTable(limit), ProbabilityCodes()
    start = np.array([game.start()], np.int64)
    if game.bound is not None and start[0] < game.bound <= limit:
        rows = _reached(_of_all(game, game.bound, checked, codes), start, table)
        if watch is not None:
            watch(_so_far(game, table, len(table), len(rows.successor)))
        return _arrays(game, table, rows, codes)
    table.numbers(start)
    columns, done, edges = _Columns(), 0, 0
    while done < len(table):
        positions = table.codes[done : len(table)].copy()
        done = len(table)
        layer = checked_layer(game, positions, checked)
        numbers = table.numbers(layer.successors)
        rows = _rows(game, layer, numbers, len(table), codes)
        columns.add(rows)
        edges += len(rows.successor)
        if watch is not None:
            watch(_so_far(game, table, done, edges))
    return _arrays(game, table, columns.rows(), codes)


class _Rows(NamedTuple):
    """The rows of some positions in 32 bits; `sizes` and `probability` are empty in a game without chance moves."""

    outcome: Integers
    group: Integers  # the place among `active_groups` of who moves, -1 at the end
    counts: Integers
    moves: Integers  # from 1 on, and EVENT for a chance event
    sizes: Integers
    successor: Integers
    probability: Integers


def _rows(game: LayeredGame, layer: Layer, numbers: Integers, found: int, codes: ProbabilityCodes) -> _Rows:
    """Return the rows of a layer, given the number of each successor."""
    event = layer.active < 0
    spread = np.zeros(0, np.int32), numbers, np.zeros(0, np.int32)
    sizes, successor, probability = codes.add(layer, numbers, found) if game.chance else spread
    group = np.where(layer.outcome < 0, np.where(event, len(game.active_groups) - 1, layer.active.astype(np.int32)), -1)
    moves = layer.moves.astype(np.int32) + 1
    moves[np.repeat(event, layer.counts)] = EVENT
    parts = layer.outcome, group, layer.counts, moves, sizes, successor, probability
    return _Rows(*(np.ascontiguousarray(part, np.int32) for part in parts))


class _Columns:
    """The rows of layers that come one after another.

    The type `array` makes room for more without a copy, as long as the operating system can move pages of memory.
    """

    def __init__(self) -> None:
        self._columns = [array("i") for _ in _Rows._fields]

    def add(self, rows: _Rows) -> None:
        """Add the rows of a layer."""
        for column, part in zip(self._columns, rows, strict=True):
            column.frombytes(part.data.cast("B") if len(part) else b"")

    def rows(self) -> _Rows:
        """Return the rows of all layers; no more can be added."""
        return _Rows(*map(array_of, self._columns))


def _of_all(game: LayeredGame, bound: int, checked: bool, codes: ProbabilityCodes) -> _Rows:
    """Return the rows of all positions below a bound; a successor has the number that it is."""
    columns = _Columns()
    for first in range(0, bound, POSITIONS_AT_A_TIME):
        layer = checked_layer(game, np.arange(first, min(first + POSITIONS_AT_A_TIME, bound)), checked)
        greatest = int(layer.successors.max(initial=0))
        if greatest >= bound:
            raise RulesError(f"expand returns the position {greatest}: bound is {bound}")
        columns.add(_rows(game, layer, layer.successors.astype(np.int32), bound, codes))
    return columns.rows()


def _reached(rows: _Rows, start: Integers, table: CodeTable) -> _Rows:
    """Return the rows of the positions that play can reach, and number them breadth first."""
    first_move = starts_of_rows(rows.counts)
    row = first_move if not len(rows.sizes) else starts_of_rows(rows.sizes)[first_move]
    order = reached_from(start, row, rows.successor)
    number = np.zeros(len(rows.outcome), np.int32)
    number[order] = table.numbers(order)
    joints, edges = entries_of_rows(first_move, order), entries_of_rows(row, order)
    chance = slice(None if len(rows.sizes) else 0)  # all entries, or none
    return _Rows(
        rows.outcome[order],
        rows.group[order],
        rows.counts[order],
        rows.moves[joints],
        rows.sizes[joints[chance]],
        number[rows.successor[edges]],
        rows.probability[edges[chance]],
    )


def _arrays(game: LayeredGame, table: CodeTable, rows: _Rows, codes: ProbabilityCodes) -> StateArrays:
    """Return the arrays of all rows."""
    outcome, group, counts, moves, sizes, successor, probability = rows
    different, move_of = _renumbered(moves)
    outcomes, outcome_of = _renumbered(outcome)  # those that play can reach, as in the graph of a plain class
    groups, group_of = _renumbered(group)
    probabilities, probability_of = codes.fractions(probability)
    first_move = starts_of_rows(counts)
    certain = bool((sizes == 1).all())
    names = game.active_groups
    return StateArrays(
        game=game,
        start=0,
        positions=CodedPositions(table),
        index=table,
        outcomes=[game.outcomes[code] for code in outcomes],
        outcome_of=outcome_of,
        first_move=first_move,
        moves=[() if move == EVENT else (move - 1,) for move in different],
        move_of=move_of,
        first_successor=None if certain else starts_of_rows(sizes),
        successor=successor,
        probabilities=probabilities,
        probability_of=None if certain else probability_of,
        known_groups=([names[code] for code in groups], group_of),
    )


def _renumbered(codes: Integers) -> tuple[list[int], Integers]:
    """Return the different codes in ascending order, and the index of each among them; -1 stays -1."""
    occurs = np.zeros(int(codes.max(initial=-1)) + 2, bool)  # the last entry is that of -1
    occurs[codes] = True
    different = np.flatnonzero(occurs[:-1])
    if len(different) == len(occurs) - 1:
        return different.tolist(), codes
    index = np.full(len(occurs), -1, np.int32)
    index[different] = np.arange(len(different))
    return different.tolist(), index[codes]


def _so_far(game: LayeredGame, table: CodeTable, done: int, edges: int) -> Exploration:
    """Return what is known after some layers: whoever can move counts as having moved, and no outcome counts yet."""
    groups = game.active_groups[: None if game.chance else -1]
    return Exploration(len(table), done, edges, groups, game.chance, (), int(table.codes[-1]))
