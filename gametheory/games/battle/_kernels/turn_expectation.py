"""The mean of the values after one turn of the battle, for the rows of a table that is being valued.

See `backward` for what is settled, and for the bound. These loops are inlined into those that call them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gametheory.games.battle._kernels.binomial import (
    Bools,
    Floats,
    HitDistributions,
    Ints,
    add_products,
    at_least,
    exactly,
)
from gametheory.games.battle._kernels.compiled import GROUP, compiled, copy_from, correlate, in_groups

COLUMNS = 32  # that are valued together


class Table(NamedTuple):
    """Values of battles at [fighting attackers, defenders], and what every step looks at.

    `spans` has of each row the last column of its constant start and the first of its zeros, `on` where the battle goes
    on, `attack` and `defence` the hits of both sides.
    """

    values: Floats
    spans: Ints
    on: Bools
    attack: HitDistributions
    defence: HitDistributions
    negligible: float


class HitDistribution(NamedTuple):
    """The hits of the attackers of one row, from `first` to `last`: chances with most hits first, and of more hits."""

    first: int
    last: int
    hits: Floats
    tails: Floats


@compiled
def round_settled_ends(row: Floats, on: Bools, negligible: float) -> tuple[int, int]:
    """Make the ends of a row constant; returns the last column of its first stretch, and the first of its zeros.

    >>> row = np.array([1.0, 1 - 1e-16, 0.5, 1e-16])
    >>> round_settled_ends(row, np.array([False, True, True, True]), 1e-15), row
    ((1, 3), array([1. , 1. , 0.5, 0. ]))
    """
    same, zero = 0, len(row)
    while same + 1 < len(row) and abs(row[same + 1] - row[0]) <= (negligible if on[same + 1] else 0.0):
        same += 1
        row[same] = row[0]
    while zero > 0 and row[zero - 1] <= (negligible if on[zero - 1] else 0.0):
        zero -= 1
        row[zero] = 0.0
    return same, zero


@compiled
def round_all_settled_ends(values: Floats, on: Bools) -> Ints:
    """What is constant of rows that are given, to the last bit; returns both ends of each.

    >>> round_all_settled_ends(np.array([[1.0, 1.0, 0.5, 0.0]]), np.ones((1, 4), np.bool_))
    array([[1, 3]])
    """
    spans = np.empty((len(values), 2), np.intp)
    for row in range(len(values)):
        spans[row] = round_settled_ends(values[row], on[row], 0.0)
    return spans


@compiled
def hit_distribution(attack: HitDistributions, fighting: int) -> HitDistribution:
    """The volley of so many attackers, with zeros behind its chances for the last group.

    >>> from fractions import Fraction
    >>> from gametheory.games.battle._kernels.binomial import hit_distributions
    >>> two = hit_distribution(hit_distributions(2, Fraction(1, 2), 0.0), 2)
    >>> (two.first, two.last), two.hits[:3], two.tails[:3]
    ((0, 2), array([0.25, 0.5 , 0.25]), array([0.  , 0.25, 0.75]))
    """
    first, last = attack.first[fighting], attack.last[fighting]
    hits, more = np.zeros(last - first + 1 + GROUP), np.ones(last - first + 3)
    for number in range(first, last + 1):
        hits[last - number] = exactly(attack, fighting, number)
    for number in range(first - 1, last + 1):
        more[last - number] = at_least(attack, fighting, number + 1)
    return HitDistribution(first, last, hits, more)


@compiled
def expectation(
    table: Table, fighting: int, below: int, columns: tuple[int, int], shot: HitDistribution, into: Floats
) -> None:
    """The mean of the values one turn after some positions of a row, 0 where `below` or more attackers are left.

    >>> from fractions import Fraction
    >>> from gametheory.games.battle._kernels.binomial import hit_distributions
    >>> arms = hit_distributions(1, Fraction(3, 5), 0.0), hit_distributions(1, Fraction(7, 10), 0.0)
    >>> values, on = np.array([[1.0, 0.0], [1.0, 0.0]]), np.array([[False, False], [False, True]])
    >>> table, won = Table(values, round_all_settled_ends(values, on), on, *arms, 0.0), np.empty(2)
    >>> expectation(table, 1, 2, (1, 2), hit_distribution(table.attack, 1), won)
    >>> round(float(won[1]), 6)
    0.6
    """
    for start in range(columns[0], columns[1], COLUMNS):
        block = (start, min(start + COLUMNS, columns[1]))
        if table.on[fighting, start : block[1]].any():
            _expect_block(table, fighting, below, block, shot, into)


@compiled
def _expect_block(
    table: Table, fighting: int, below: int, columns: tuple[int, int], shot: HitDistribution, into: Floats
) -> None:
    """The same for columns so few that they are valued together."""
    start, stop = columns
    defence, after = table.defence, np.empty(COLUMNS)
    into[start:stop] = 0.0
    fewest, most = max(fighting - defence.last[stop - 1], 0), max(fighting - defence.first[start], 0)
    rows = slice(fewest, most + 1)
    if most < below and _is_constant(table.values[rows, 0], table.spans[rows, 0], stop - 1 - shot.first):
        into[start:stop] = table.values[most, 0]
        return
    for left in range(fewest, min(most + 1, below)):
        if _add_row(table.values[left], table.spans[left], start, shot, after):
            add_products(defence, start, fighting - left, left == 0, after, into[start:stop])


@compiled
def _is_constant(first: Floats, same: Ints, column: int) -> bool:
    """Whether some rows are all worth the same up to a column."""
    return bool(same.min() >= column and (first == first[0]).all())


@compiled
def _add_row(row: Floats, span: Ints, start: int, shot: HitDistribution, into: Floats) -> bool:
    """The mean of one row's values after the attackers' volley, for COLUMNS columns; false where all are 0."""
    same, zero = span
    most, least = min(shot.last, start + COLUMNS - 2 - same), max(shot.first, start - zero + 1)
    if least > most and row[0] == 0:
        return False
    beyond = shot.tails[min(max(shot.last - most, 0), len(shot.tails) - 1)] * row[0]
    for j in range(COLUMNS):
        into[j] = beyond
    if least <= most:
        count = in_groups(most - least + 1)
        values = np.empty(count + COLUMNS)
        copy_from(row, start - most, row[0], values)
        correlate(shot.hits[shot.last - most : shot.last - most + count], values, into)
    return True
