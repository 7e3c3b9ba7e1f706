"""Expected value after one turn of the battle, for the rows of a table of values.

See `values` for settled stretches of a row, and for the bound. These loops are inlined into their callers.
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
    probability_at_least,
    probability_of,
)
from gametheory.games.battle._kernels.correlation import GROUP, copy_from, correlate, padded_length
from gametheory.parallel.compiled import compiled

COLUMNS = 32  # in one block


class Table(NamedTuple):
    """Values of battles at [fighting attackers, defenders], and the data that every step reads.

    `spans` contains for each row the last column of its constant start and the first column of its zeros, `active` the
    positions in which the battle continues, `attack` and `defense` the hits of both sides.
    """

    values: Floats
    spans: Ints
    active: Bools
    attack: HitDistributions
    defense: HitDistributions
    negligible: float


class HitDistribution(NamedTuple):
    """Hits of the attackers of one row, from `first` to `last`, both arrays with the most hits first.

    `probabilities` are those of exactly, `tails` those of more hits.
    """

    first: int
    last: int
    probabilities: Floats
    tails: Floats


@compiled
def round_settled_ends(row: Floats, active: Bools, negligible: float) -> tuple[int, int]:
    """Make the ends of a row constant; return the last column of its constant start and the first of its zeros."""
    same, zero = 0, len(row)
    # Values of terminal positions are exact, and only equal ones are joined.
    while same + 1 < len(row) and abs(row[same + 1] - row[0]) <= (negligible if active[same + 1] else 0.0):
        same += 1
        row[same] = row[0]
    while zero > 0 and row[zero - 1] <= (negligible if active[zero - 1] else 0.0):
        zero -= 1
        row[zero] = 0.0
    return same, zero


@compiled
def round_all_settled_ends(values: Floats, active: Bools) -> Ints:
    """Find the ends of all rows that are constant to the last bit; return both columns for each row."""
    spans = np.empty((len(values), 2), np.intp)
    for row in range(len(values)):
        spans[row] = round_settled_ends(values[row], active[row], 0.0)
    return spans


@compiled
def hit_distribution(attack: HitDistributions, fighting: int) -> HitDistribution:
    """Return the distribution of the hits of `fighting` attackers, padded with zeros for the last group."""
    first, last = attack.first[fighting], attack.last[fighting]
    probabilities, more = np.zeros(last - first + 1 + GROUP), np.ones(last - first + 3)
    for number in range(first, last + 1):
        probabilities[last - number] = probability_of(attack, fighting, number)
    for number in range(first - 1, last + 1):
        more[last - number] = probability_at_least(attack, fighting, number + 1)
    return HitDistribution(first, last, probabilities, more)


@compiled
def expectation(
    table: Table, fighting: int, below: int, columns: tuple[int, int], hits: HitDistribution, into: Floats
) -> None:
    """Write the expected values after one turn, counting 0 if `below` or more attackers are left.

    `columns` is a half-open range of defenders in the row of `fighting` attackers.

    >>> from fractions import Fraction
    >>> from gametheory.games.battle._kernels.binomial import hit_distributions
    >>> attack, defense = (hit_distributions(1, Fraction(hits, 10), 0.0) for hits in (6, 7))
    >>> values, active = np.array([[1.0, 0.0], [1.0, 0.0]]), np.array([[False, False], [False, True]])
    >>> table = Table(values, round_all_settled_ends(values, active), active, attack, defense, 0.0)
    >>> expected = np.empty(2)
    >>> expectation(table, 1, 2, (1, 2), hit_distribution(table.attack, 1), expected)
    >>> round(float(expected[1]), 6)
    0.6
    """
    for start in range(columns[0], columns[1], COLUMNS):
        block = (start, min(start + COLUMNS, columns[1]))
        if table.active[fighting, start : block[1]].any():
            _expectation_of_block(table, fighting, below, block, hits, into)


@compiled
def _expectation_of_block(
    table: Table, fighting: int, below: int, columns: tuple[int, int], hits: HitDistribution, into: Floats
) -> None:
    """Write the expectations of at most COLUMNS columns."""
    start, stop = columns
    defense, after = table.defense, np.empty(COLUMNS)
    into[start:stop] = 0.0
    fewest, most = max(fighting - defense.last[stop - 1], 0), max(fighting - defense.first[start], 0)
    rows = slice(fewest, most + 1)
    # All reachable positions have the same value: most of a large table is far from balance, and is done here.
    if most < below and _is_constant(table.values[rows, 0], table.spans[rows, 0], stop - 1 - hits.first):
        into[start:stop] = table.values[most, 0]
        return
    for left in range(fewest, min(most + 1, below)):
        if _expectation_of_row(table.values[left], table.spans[left], start, hits, after):
            add_products(defense, start, fighting - left, left == 0, after, into[start:stop])


@compiled
def _is_constant(first: Floats, same: Ints, column: int) -> bool:
    """Return whether rows have one and the same value up to a column."""
    return bool(same.min() >= column and (first == first[0]).all())


@compiled
def _expectation_of_row(row: Floats, span: Ints, start: int, hits: HitDistribution, into: Floats) -> bool:
    """Write the mean of one row's values after the attackers' hits, for COLUMNS columns; return False if all are 0."""
    same, zero = span
    most, least = min(hits.last, start + COLUMNS - 2 - same), max(hits.first, start - zero + 1)
    if least > most and row[0] == 0:
        return False
    beyond = hits.tails[min(max(hits.last - most, 0), len(hits.tails) - 1)] * row[0]
    for j in range(COLUMNS):
        into[j] = beyond
    if least <= most:
        count = padded_length(most - least + 1)
        values = np.empty(count + COLUMNS)
        copy_from(row, start - most, row[0], values)
        correlate(hits.probabilities[hits.last - most : hits.last - most + count], values, into)
    return True
