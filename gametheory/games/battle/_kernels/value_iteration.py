"""Compiled steps of value iteration over all battles up to a size; see `games.battle.values` for the method.

Arrays are at [fighting attackers, defenders]. With few defenders all of them may miss, so that the value of a position
depends on others in its own row, which is solved by substitution. From some column on, ROWS attackers or more are
always hit, and the columns of a block of rows are independent of each other.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gametheory.games.battle._kernels.binomial import Floats, probability_at_least, probability_of
from gametheory.games.battle._kernels.turn_expectation import (
    COLUMNS,
    Table,
    expectation,
    hit_distribution,
    round_settled_ends,
)
from gametheory.parallel.compiled import compiled


class Choice(NamedTuple):
    """`stop`: value of stopping at each position; `continued`: output array for the value of fighting on."""

    stop: Floats
    continued: Floats


@compiled
def write_previous_turn(thread: int, threads: int, table: Table, rows: tuple[int, int], earlier: Floats) -> None:
    """Write the values one turn earlier in a block of rows, for the rows of one thread."""
    width = table.values.shape[1]
    expected = np.empty(width)
    for fighting in range(rows[0] + thread, rows[1], threads):
        expectation(table, fighting, fighting + 1, (1, width), hit_distribution(table.attack, fighting), expected)
        for defenders in range(1, width):
            if table.active[fighting, defenders]:
                earlier[fighting, defenders] = expected[defenders]
        round_settled_ends(earlier[fighting], table.active[fighting], table.negligible)


@compiled
def solve_dependent_columns(table: Table, choice: Choice, rows: tuple[int, int], end: int) -> None:
    """Solve columns 1 to `end` - 1 of a block of rows, one row after the other."""
    expected = np.empty(end)
    for fighting in range(rows[0], rows[1]):
        expectation(table, fighting, fighting, (1, end), hit_distribution(table.attack, fighting), expected)
        _solve_row(table, choice, fighting, (1, end), expected)
        table.spans[fighting] = round_settled_ends(
            table.values[fighting, :end], table.active[fighting, :end], table.negligible
        )


@compiled
def expect_independent_columns(
    thread: int, threads: int, table: Table, rows: tuple[int, int], first: int, expected: Floats
) -> None:
    """Write the expected values of columns `first` and beyond of a block of rows, for the columns of one thread."""
    for fighting in range(rows[0], rows[1]):
        hits, into = hit_distribution(table.attack, fighting), expected[fighting - rows[0]]
        begin = first + (thread + fighting) % threads * COLUMNS
        for start in range(begin, len(into), threads * COLUMNS):
            expectation(table, fighting, rows[0], (start, min(start + COLUMNS, len(into))), hits, into)


@compiled
def solve_independent_columns(
    table: Table, choice: Choice, rows: tuple[int, int], first: int, expected: Floats
) -> None:
    """Solve columns `first` and beyond of a block of rows from their expected values."""
    width = table.values.shape[1]
    for fighting in range(rows[0], rows[1]):
        _solve_row(table, choice, fighting, (first, width), expected[fighting - rows[0]])
        table.spans[fighting] = round_settled_ends(table.values[fighting], table.active[fighting], table.negligible)


@compiled
def _solve_row(table: Table, choice: Choice, fighting: int, columns: tuple[int, int], expected: Floats) -> None:
    """Solve columns of one row, given the expected values of turns in which an attacker is hit."""
    row, attack, defense = table.values[fighting], table.attack, table.defense
    stop, continued = choice.stop[fighting], choice.continued[fighting]
    none, some = probability_of(attack, fighting, 0), probability_at_least(attack, fighting, 1)
    for defenders in range(columns[0], columns[1]):
        if table.active[fighting, defenders]:
            value, missed = expected[defenders], probability_of(defense, defenders, 0)
            if missed:
                unhurt = probability_at_least(attack, fighting, defenders) * row[0]
                for hits in range(1, min(defenders, attack.last[fighting] + 1)):
                    unhurt += probability_of(attack, fighting, hits) * row[defenders - hits]
                value += missed * unhurt
            # A turn without a hit leads back to the same position: condition on a hit on either side.
            continued[defenders] = value / (some + none * probability_at_least(defense, defenders, 1))
            row[defenders] = max(continued[defenders], stop[defenders])
