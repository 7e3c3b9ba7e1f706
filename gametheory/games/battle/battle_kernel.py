"""Probability that moves through a battle, as compiled loops: turn by turn, and to the end.

From a against d the probability s(a, d) moves to a - x and d - y with b(x; d, q) b(y; a, p). The rows of attackers
left, a - x, are independent of each other, and divided among the threads. The probability that arrives in one row is
summed first over the defenders of each row it comes from, in blocks of BLOCK and these in groups (see `correlate`),
then over those rows. So after its own block a product passes at most BLOCK / GROUP additions for each block and one for
each row: these are counted while the sums are made. In its own block it passes at most BLOCK.

Column ranges are half-open: from `first` to before `end`.

Expected value after one turn of the battle, for the rows of a table of values.

See `values` for settled stretches of a row, and for the bound. These loops are inlined into their callers.

Compiled steps of value iteration over all battles up to a size; see `games.battle.values` for the method.

Arrays are at [fighting attackers, defenders]. With few defenders all of them may miss, so that the value of a position
depends on others in its own row, which is solved by substitution. From some column on, ROWS attackers or more are
always hit, and the columns of a block of rows are independent of each other.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gametheory.games.battle.hits_kernel import (
    GROUP,
    Bools,
    Floats,
    HitDistributions,
    Ints,
    add_products,
    copy_from,
    correlate,
    padded_length,
    probability_at_least,
    probability_of,
)
from gametheory.parallel.compiled import compiled
from gametheory.parallel.cores import run_on_threads

BLOCK = 32  # columns followed together
ROWS = 16  # followed on all cores before the next block of rows begins
LOST, MOVED, FOUGHT, ADDITIONS = range(4)  # entries of the totals of `propagate_to_end`


class Flow(NamedTuple):
    """What moves: its rows at [fighting attackers, defenders], the column range of each, and the hits of both sides.

    `reached` is the range of defender counts that can kill a number of attackers, for each such number.
    """

    rows: Floats
    columns: Ints
    reached: Ints
    attack: HitDistributions
    defense: HitDistributions


@compiled
def _nonzero_range(row: Floats) -> tuple[int, int]:
    """Return the half-open column range [first, end) of the non-zero entries."""
    first, end = 0, len(row)
    while first < end and row[first] == 0:
        first += 1
    while end > first and row[end - 1] == 0:
        end -= 1
    return first, end


@compiled
def _gather(flow: Flow, fighting: tuple[int, int], left: int, into: Floats) -> int:
    """Add the probability that moves from some rows to one; return the most additions of a product after its block."""
    rows, columns, reached, attack, defense = flow
    casualties, origin = defense.tails if left == 0 else defense.probabilities, defense.origin
    weights, probabilities, arriving = np.empty(BLOCK), np.empty(len(into) + BLOCK), np.empty(len(into))
    rows_added, most_blocks, most = 0, 0, left + defense.last[-1]
    for number in range(fighting[0], min(fighting[1], most + 1)):
        first = max(columns[number, 0], reached[number - left, 0])
        end = columns[number, 1] if left == 0 else min(columns[number, 1], reached[number - left, 1])
        if first < end:
            hits, shift = attack.probabilities[number], attack.origin[number]
            fewest_hits, most_hits, none_left = attack.first[number], attack.last[number], 0.0
            lowest, highest = max(first - most_hits, 1), end - 1 - fewest_hits
            for defenders in range(lowest, highest + 1):
                arriving[defenders] = 0.0
            for start in range(first, end, BLOCK):
                count = min(end - start, BLOCK)
                _weigh(rows[number], start, count, number - left, casualties, origin, weights)
                none_left += _wiped_out(weights, start - shift, count, attack.tails[number])
                top, bottom = start + count - 1 - fewest_hits, max(start - most_hits, 1)
                if top >= bottom:
                    padded = padded_length(count)
                    copy_from(hits, start - top - shift, 0.0, probabilities[: top - bottom + 1 + padded])
                    # Reversed: more hits leave fewer defenders, and `correlate` runs upwards in both arrays.
                    part = arriving[lowest + highest - top : lowest + highest - bottom + 1]
                    correlate(weights[:padded], probabilities, part)
            for defenders in range(lowest, highest + 1):
                into[defenders] += arriving[lowest + highest - defenders]
            into[0] += none_left
            rows_added, most_blocks = rows_added + 1, max(most_blocks, (end - first + BLOCK - 1) // BLOCK)
    return rows_added + most_blocks * (BLOCK // GROUP)


@compiled
def _weigh(row: Floats, start: int, count: int, fallen: int, casualties: Floats, origin: Ints, weights: Floats) -> None:
    """Multiply the probability of each position of a block by that of `fallen` attackers falling there."""
    weights[:] = 0.0
    for k in range(count):
        column = min(max(fallen - origin[start + k], 0), casualties.shape[1] - 1)
        weights[k] = row[start + k] * casualties[start + k, column]


@compiled
def _wiped_out(weights: Floats, column: int, count: int, tails: Floats) -> float:
    """Sum the part of a block that moves to positions without defenders."""
    none_left = 0.0
    for k in range(count):
        none_left += weights[k] * tails[min(max(column + k, 0), len(tails) - 1)]
    return none_left


@compiled
def _gather_rows(
    thread: int,
    threads: int,
    flow: Flow,
    fighting: tuple[int, int],
    left: tuple[int, int],
    into: Floats,
    additions: Ints,
) -> None:
    """Gather for the rows of one thread."""
    for number in range(left[0] + thread, left[1], threads):
        sources, place = (max(fighting[0], number), fighting[1]), number - left[0]
        additions[place] = _gather(flow, sources, number, into[place])


@compiled
def _split(
    distribution: Floats, active: Bools, negligible: float, before: Floats, columns: Ints
) -> tuple[float, float]:
    """Move the probability of active positions to `before`; return its sum, and that of the negligible entries lost."""
    moved, lost = 0.0, 0.0
    for row, column in np.ndindex(distribution.shape):
        if active[row, column]:
            probability = float(distribution[row, column])
            distribution[row, column] = 0.0
            if probability > negligible:
                before[row, column] = probability
                moved += probability
            else:
                lost += probability
    for row in range(len(distribution)):
        columns[row] = _nonzero_range(before[row])
    return moved, lost


def _reached(rows: int, defense: HitDistributions) -> Ints:
    """Return, for each number of attackers killed, the range of defender counts that can kill that many."""
    fallen = np.arange(rows)
    return np.stack([np.searchsorted(defense.last, fallen), np.searchsorted(defense.first, fallen, "right")], axis=1)


def propagate_turn(
    distribution: Floats, active: Bools, negligible: float, attack: HitDistributions, defense: HitDistributions
) -> tuple[float, float, int]:
    """Advance a distribution by one turn, in place.

    Returns the probability lost as negligible, the probability that was active, and the most additions of a product.
    Cost: the positions with a positive probability, times both bands.

    >>> from gametheory.games.battle.hits_kernel import hit_distributions
    >>> from fractions import Fraction
    >>> distribution, active = np.array([[0.0, 0.0], [0.0, 1.0]]), np.array([[False, False], [False, True]])
    >>> attack, defense = (hit_distributions(1, Fraction(hits, 10), 1e-20) for hits in (6, 7))
    >>> lost, fought, additions = propagate_turn(distribution, active, 0.0, attack, defense)
    >>> distribution.round(6)
    array([[0.42, 0.28],
           [0.18, 0.12]])
    """
    before, columns = np.zeros_like(distribution), np.empty((len(distribution), 2), np.intp)
    moved, lost = _split(distribution, active, negligible, before, columns)
    occupied = np.flatnonzero(columns[:, 0] < columns[:, 1])
    fighting = (int(occupied[0]), int(occupied[-1]) + 1) if len(occupied) else (0, 0)
    arrived, additions = np.zeros_like(distribution), np.zeros(len(distribution), np.intp)
    flow = Flow(before, columns, _reached(len(distribution), defense), attack, defense)
    run_on_threads(_gather_rows, distribution.size, flow, fighting, (0, fighting[1]), arrived, additions)
    distribution += arrived
    return lost, moved, int(additions.max())


def propagate_to_end(
    distribution: Floats, active: Bools, negligible: float, attack: HitDistributions, defense: HitDistributions
) -> tuple[float, float, float, float]:
    """Replace a distribution by that at the end of the battle, in one sweep from all attackers to none.

    Returns the probability lost as negligible, the sum of the probability that left positions, the expected number of
    turns, and the sum of the moved probability times the most additions of its products. Cost: the positions with a
    positive probability, times both bands.

    >>> from gametheory.games.battle.hits_kernel import hit_distributions
    >>> from fractions import Fraction
    >>> distribution, active = np.array([[0.0, 0.0], [0.0, 1.0]]), np.array([[False, False], [False, True]])
    >>> attack, defense = (hit_distributions(1, Fraction(hits, 10), 1e-20) for hits in (6, 7))
    >>> lost, moved, turns, additions = propagate_to_end(distribution, active, 0.0, attack, defense)
    >>> distribution.round(6)
    array([[0.477273, 0.318182],
           [0.204545, 0.      ]])
    >>> round(turns, 6) == round(1 / 0.88, 6)
    True
    """
    height, width = distribution.shape
    turns, columns, totals = np.zeros_like(distribution), np.zeros((height, 2), np.intp), np.zeros(4)
    flow = Flow(turns, columns, _reached(height, defense), attack, defense)
    for end in range(height, 0, -ROWS):
        left = max(end - ROWS, 0), end
        arrived, additions = np.zeros((left[1] - left[0], width)), np.zeros(left[1] - left[0], np.intp)
        run_on_threads(_gather_rows, distribution.size, flow, (end, height), left, arrived, additions)
        _solve_rows(distribution, flow, left, active, negligible, arrived, additions, totals)
    lost, moved, fought, added = totals.tolist()
    return lost, moved, fought, added


@compiled
def _solve_rows(
    distribution: Floats,
    flow: Flow,
    rows: tuple[int, int],
    active: Bools,
    negligible: float,
    arrived: Floats,
    additions: Ints,
    totals: Floats,
) -> None:
    """Solve the rows of a block one by one, most attackers first, given the probability that arrives from outside."""
    for left in range(rows[1] - 1, rows[0] - 1, -1):
        into, steps = arrived[left - rows[0]], additions[left - rows[0]]
        steps += _gather(flow, (left + 1, rows[1]), left, into)
        distribution[left] += into
        within, substitutions = _solve_row(distribution[left], flow, active[left], left, negligible, totals)
        flow.columns[left] = _nonzero_range(flow.rows[left])
        moved = within
        for column in range(len(into)):
            moved += into[column]
        totals[ADDITIONS] += moved * (steps + substitutions)


@compiled
def _solve_row(
    row: Floats, flow: Flow, active: Bools, fighting: int, negligible: float, totals: Floats
) -> tuple[float, int]:
    """Solve one row by substitution, writing expected turns; return the mass moved in the row and the substitutions.

    From all defenders to one: while no attacker falls, only defenders do.
    """
    turns, attack, defense = flow.rows[fighting], flow.attack, flow.defense
    none, some = probability_of(attack, fighting, 0), probability_at_least(attack, fighting, 1)
    within, steps = 0.0, 0
    for defenders in range(len(row) - 1, 0, -1):
        if active[defenders]:
            entered, missed = row[defenders] + turns[defenders], probability_of(defense, defenders, 0)
            row[defenders], turns[defenders] = 0.0, 0.0
            if entered <= negligible:
                totals[LOST] += entered
            else:
                # Turns in which no army is hit form a geometric series.
                fought = entered / (some + none * probability_at_least(defense, defenders, 1))
                turns[defenders] = fought
                totals[MOVED] += entered
                totals[FOUGHT] += fought
                if missed:
                    unhurt = fought * missed
                    for hits in range(1, min(defenders, attack.last[fighting] + 1)):
                        turns[defenders - hits] += unhurt * probability_of(attack, fighting, hits)
                    row[0] += unhurt * probability_at_least(attack, fighting, defenders)
                    within += unhurt * some
                    steps += 1
    return within, steps


COLUMNS = 32  # in one block


class ValueTable(NamedTuple):
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
    table: ValueTable, fighting: int, below: int, columns: tuple[int, int], hits: HitDistribution, into: Floats
) -> None:
    """Write the expected values after one turn, counting 0 if `below` or more attackers are left.

    `columns` is a half-open range of defenders in the row of `fighting` attackers.

    >>> from fractions import Fraction
    >>> from gametheory.games.battle.hits_kernel import hit_distributions
    >>> attack, defense = (hit_distributions(1, Fraction(hits, 10), 0.0) for hits in (6, 7))
    >>> values, active = np.array([[1.0, 0.0], [1.0, 0.0]]), np.array([[False, False], [False, True]])
    >>> table = ValueTable(values, round_all_settled_ends(values, active), active, attack, defense, 0.0)
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
    table: ValueTable, fighting: int, below: int, columns: tuple[int, int], hits: HitDistribution, into: Floats
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


class Choice(NamedTuple):
    """`stop`: value of stopping at each position; `continued`: output array for the value of fighting on."""

    stop: Floats
    continued: Floats


@compiled
def write_previous_turn(thread: int, threads: int, table: ValueTable, rows: tuple[int, int], earlier: Floats) -> None:
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
def solve_dependent_columns(table: ValueTable, choice: Choice, rows: tuple[int, int], end: int) -> None:
    """Solve columns 1 to `end` - 1 of a block of rows, one row after the other."""
    expected = np.empty(end)
    for fighting in range(rows[0], rows[1]):
        expectation(table, fighting, fighting, (1, end), hit_distribution(table.attack, fighting), expected)
        _solve_values_of_row(table, choice, fighting, (1, end), expected)
        table.spans[fighting] = round_settled_ends(
            table.values[fighting, :end], table.active[fighting, :end], table.negligible
        )


@compiled
def expect_independent_columns(
    thread: int, threads: int, table: ValueTable, rows: tuple[int, int], first: int, expected: Floats
) -> None:
    """Write the expected values of columns `first` and beyond of a block of rows, for the columns of one thread."""
    for fighting in range(rows[0], rows[1]):
        hits, into = hit_distribution(table.attack, fighting), expected[fighting - rows[0]]
        begin = first + (thread + fighting) % threads * COLUMNS
        for start in range(begin, len(into), threads * COLUMNS):
            expectation(table, fighting, rows[0], (start, min(start + COLUMNS, len(into))), hits, into)


@compiled
def solve_independent_columns(
    table: ValueTable, choice: Choice, rows: tuple[int, int], first: int, expected: Floats
) -> None:
    """Solve columns `first` and beyond of a block of rows from their expected values."""
    width = table.values.shape[1]
    for fighting in range(rows[0], rows[1]):
        _solve_values_of_row(table, choice, fighting, (first, width), expected[fighting - rows[0]])
        table.spans[fighting] = round_settled_ends(table.values[fighting], table.active[fighting], table.negligible)


@compiled
def _solve_values_of_row(
    table: ValueTable, choice: Choice, fighting: int, columns: tuple[int, int], expected: Floats
) -> None:
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
