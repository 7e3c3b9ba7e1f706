"""Compiled loops over the positions of battles: probability that moves through one, and the values of all.

Arrays are at [fighting attackers, defenders], and column ranges are half-open: from `first` to before `end`.

Probability that moves, turn by turn and to the end.

From a against d the probability s(a, d) moves to a - x and d - y with b(x; d, q) b(y; a, p). The rows of attackers
left, a - x, are independent of each other, and divided among the threads. The probability that arrives in one row is
summed first over the defenders of each row it comes from, in blocks of BLOCK and these in groups (see `correlate`),
then over those rows. So after its own block a product passes at most BLOCK / GROUP additions for each block and one for
each row: these are counted while the sums are made. In its own block it passes at most BLOCK.

Values of all battles, by value iteration. `decisions` has the method and the bound, and says which ends are settled.
With few defenders all of them may miss, so that the value of a position depends on others in its own row, which is
solved by substitution. From some column on, ROWS attackers or more are always hit, and the columns of a block of rows
are independent of each other. These loops are inlined into their callers.
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
from gametheory.parallel.limits import run_on_threads

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
    first = 0
    end = len(row)
    while first < end and row[first] == 0:
        first += 1
    while end > first and row[end - 1] == 0:
        end -= 1
    return first, end


@compiled
def _gather(flow: Flow, fighting: tuple[int, int], left: int, into: Floats) -> int:
    """Add the probability that moves from some rows to one; return the most additions of a product after its block."""
    weights = np.empty(BLOCK)
    probabilities = np.empty(len(into) + BLOCK)
    arriving = np.empty(len(into))
    rows_added = 0
    most_blocks = 0
    most = left + flow.defense.last[-1]
    for number in range(fighting[0], min(fighting[1], most + 1)):
        fallen = number - left
        # Only some numbers of defenders can hit exactly `fallen` attackers; more than those can wipe them out.
        first = max(flow.columns[number, 0], flow.reached[fallen, 0])
        end = flow.columns[number, 1]
        if left > 0:
            end = min(end, flow.reached[fallen, 1])
        if first < end:
            _gather_from_row(flow, number, left, (first, end), (weights, probabilities, arriving), into)
            rows_added += 1
            most_blocks = max(most_blocks, (end - first + BLOCK - 1) // BLOCK)
    return rows_added + most_blocks * (BLOCK // GROUP)


@compiled
def _gather_from_row(
    flow: Flow, number: int, left: int, columns: tuple[int, int], buffers: tuple[Floats, Floats, Floats], into: Floats
) -> None:
    """Add the probability that moves from some columns of one row; the contents of the buffers do not matter."""
    first, end = columns
    weights, probabilities, arriving = buffers
    hits = flow.attack.probabilities[number]
    shift = flow.attack.origin[number]
    fewest_hits = flow.attack.first[number]
    most_hits = flow.attack.last[number]
    lowest = max(first - most_hits, 1)
    highest = end - 1 - fewest_hits
    none_left = 0.0
    for defenders in range(lowest, highest + 1):
        arriving[defenders] = 0.0
    for start in range(first, end, BLOCK):
        count = min(end - start, BLOCK)
        _weigh(flow.rows[number], start, count, number - left, left == 0, flow.defense, weights)
        none_left += _wiped_out(weights, start - shift, count, flow.attack.tails[number])
        top = start + count - 1 - fewest_hits
        bottom = max(start - most_hits, 1)
        if top >= bottom:
            padded = padded_length(count)
            copy_from(hits, start - top - shift, 0.0, probabilities[: top - bottom + 1 + padded])
            # Reversed: more hits leave fewer defenders, and `correlate` runs upwards in both arrays.
            part = arriving[lowest + highest - top : lowest + highest - bottom + 1]
            correlate(weights[:padded], probabilities, part)
    for defenders in range(lowest, highest + 1):
        into[defenders] += arriving[lowest + highest - defenders]
    into[0] += none_left


@compiled
def _weigh(
    row: Floats, start: int, count: int, fallen: int, none_left: bool, defense: HitDistributions, weights: Floats
) -> None:
    """Multiply the probability of each position of a block by that of `fallen` attackers falling there.

    If none is left, more hits than attackers count, too.
    """
    casualties = defense.tails if none_left else defense.probabilities
    last = casualties.shape[1] - 1
    weights[:] = 0.0
    for k in range(count):
        defenders = start + k
        column = min(max(fallen - defense.origin[defenders], 0), last)
        weights[k] = row[defenders] * casualties[defenders, column]


@compiled
def _wiped_out(weights: Floats, column: int, count: int, tails: Floats) -> float:
    """Sum the part of a block that moves to positions without defenders."""
    last = len(tails) - 1
    none_left = 0.0
    for k in range(count):
        none_left += weights[k] * tails[min(max(column + k, 0), last)]
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
    # Rows at equal distances, since neighboring rows take equally long.
    for number in range(left[0] + thread, left[1], threads):
        sources = max(fighting[0], number), fighting[1]
        row = number - left[0]
        additions[row] = _gather(flow, sources, number, into[row])


@compiled
def _split(
    distribution: Floats, active: Bools, negligible: float, before: Floats, columns: Ints
) -> tuple[float, float]:
    """Move the probability of active positions to `before`; return its sum, and that of the negligible entries lost."""
    moved = 0.0
    lost = 0.0
    for row, column in np.ndindex(distribution.shape):
        # Separate from what arrives, so that nothing moves twice in a turn.
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
    fewest = np.searchsorted(defense.last, fallen)
    end = np.searchsorted(defense.first, fallen, "right")
    return np.stack([fewest, end], axis=1)


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
    height = len(distribution)
    before = np.zeros_like(distribution)
    columns = np.empty((height, 2), np.intp)
    moved, lost = _split(distribution, active, negligible, before, columns)
    # Most rows of a large battle are empty in each turn.
    occupied = np.flatnonzero(columns[:, 0] < columns[:, 1])
    fighting = (int(occupied[0]), int(occupied[-1]) + 1) if len(occupied) else (0, 0)
    arrived = np.zeros_like(distribution)
    additions = np.zeros(height, np.intp)
    flow = Flow(before, columns, _reached(height, defense), attack, defense)
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
    turns = np.zeros_like(distribution)
    columns = np.zeros((height, 2), np.intp)
    totals = np.zeros(4)
    flow = Flow(turns, columns, _reached(height, defense), attack, defense)
    for end in range(height, 0, -ROWS):
        first = max(end - ROWS, 0)
        arrived = np.zeros((end - first, width))
        additions = np.zeros(end - first, np.intp)
        # What comes from rows above the block is gathered on all cores; within the block, row by row.
        run_on_threads(_gather_rows, distribution.size, flow, (end, height), (first, end), arrived, additions)
        _solve_rows(distribution, flow, (first, end), active, negligible, arrived, additions, totals)
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
    first, end = rows
    for left in range(end - 1, first - 1, -1):
        into = arrived[left - first]
        steps = additions[left - first]
        steps += _gather(flow, (left + 1, end), left, into)
        row = distribution[left]
        row += into
        within, substitutions = _solve_row(row, flow, active[left], left, negligible, totals)
        flow.columns[left] = _nonzero_range(flow.rows[left])
        moved = within
        # A loop, because `sum` of numpy adds in an order of its own.
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
    turns = flow.rows[fighting]
    attack = flow.attack
    defense = flow.defense
    none = probability_of(attack, fighting, 0)
    some = probability_at_least(attack, fighting, 1)
    within = 0.0
    substitutions = 0
    for defenders in range(len(row) - 1, 0, -1):
        if active[defenders]:
            entered = row[defenders] + turns[defenders]
            row[defenders] = 0.0
            turns[defenders] = 0.0
            # Too little to follow: it counts in full in the bound.
            if entered <= negligible:
                totals[LOST] += entered
            else:
                # Turns in which no army is hit form a geometric series.
                fought = entered / (some + none * probability_at_least(defense, defenders, 1))
                turns[defenders] = fought
                totals[MOVED] += entered
                totals[FOUGHT] += fought
                missed = probability_of(defense, defenders, 0)
                # All defenders can miss, and then the battle goes on in this row with fewer of them.
                if missed:
                    unhurt = fought * missed
                    for hits in range(1, min(defenders, attack.last[fighting] + 1)):
                        turns[defenders - hits] += unhurt * probability_of(attack, fighting, hits)
                    row[0] += unhurt * probability_at_least(attack, fighting, defenders)
                    within += unhurt * some
                    substitutions += 1
    return within, substitutions


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
    same = 0
    # From the side of few defenders, then from that of many: far from balance the outcome is sure.
    while same + 1 < len(row) and abs(row[same + 1] - row[0]) <= _tolerance(active, same + 1, negligible):
        same += 1
        row[same] = row[0]
    zero = len(row)
    while zero > 0 and row[zero - 1] <= _tolerance(active, zero - 1, negligible):
        zero -= 1
        row[zero] = 0.0
    return same, zero


@compiled
def _tolerance(active: Bools, defenders: int, negligible: float) -> float:
    """Return by how much a value may be changed: values of terminal positions are exact, and only equal ones joined."""
    return negligible if active[defenders] else 0.0


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
    first = attack.first[fighting]
    last = attack.last[fighting]
    # Most hits first, since more hits leave fewer defenders, and a row of values runs from few to many.
    probabilities = np.zeros(last - first + 1 + GROUP)
    tails = np.ones(last - first + 3)
    for number in range(first, last + 1):
        probabilities[last - number] = probability_of(attack, fighting, number)
    for number in range(first - 1, last + 1):
        tails[last - number] = probability_at_least(attack, fighting, number + 1)
    return HitDistribution(first, last, probabilities, tails)


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
    first, end = columns
    for start in range(first, end, COLUMNS):
        stop = min(start + COLUMNS, end)
        # Most blocks beyond the balance of forces have only terminal positions.
        if table.active[fighting, start:stop].any():
            _expectation_of_block(table, fighting, below, (start, stop), hits, into)


@compiled
def _expectation_of_block(
    table: ValueTable, fighting: int, below: int, columns: tuple[int, int], hits: HitDistribution, into: Floats
) -> None:
    """Write the expectations of at most COLUMNS columns."""
    start, stop = columns
    defense = table.defense
    expected = into[start:stop]
    expected[:] = 0.0
    fewest = max(fighting - defense.last[stop - 1], 0)
    most = max(fighting - defense.first[start], 0)
    if most < below and _is_constant(table, (fewest, most + 1), stop - 1 - hits.first):
        # All reachable positions have the same value: most of a large table is far from balance, and is done here.
        expected[:] = table.values[most, 0]
        return
    after = np.empty(COLUMNS)
    # Losses of both sides are independent: first the mean over the defenders' losses, then over the attackers'.
    for left in range(fewest, min(most + 1, below)):
        if _expectation_of_row(table.values[left], table.spans[left], start, hits, after):
            add_products(defense, start, fighting - left, left == 0, after, expected)


@compiled
def _is_constant(table: ValueTable, rows: tuple[int, int], column: int) -> bool:
    """Return whether rows have one and the same value up to a column."""
    first, end = rows
    values = table.values[first:end, 0]
    settled = table.spans[first:end, 0]
    return bool(settled.min() >= column and (values == values[0]).all())


@compiled
def _expectation_of_row(row: Floats, span: Ints, start: int, hits: HitDistribution, into: Floats) -> bool:
    """Write the mean of one row's values after the attackers' hits, for COLUMNS columns; return False if all are 0."""
    same, zero = span
    # More hits than `most` lead into the constant start for every column, fewer than `least` into the zeros.
    most = min(hits.last, start + COLUMNS - 2 - same)
    least = max(hits.first, start - zero + 1)
    if least > most and row[0] == 0:
        return False
    beyond = hits.last - most
    constant = hits.tails[min(max(beyond, 0), len(hits.tails) - 1)] * row[0]
    for j in range(COLUMNS):
        into[j] = constant
    if least <= most:
        count = padded_length(most - least + 1)
        values = np.empty(count + COLUMNS)
        copy_from(row, start - most, row[0], values)
        correlate(hits.probabilities[beyond : beyond + count], values, into)
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
        hits = hit_distribution(table.attack, fighting)
        expectation(table, fighting, fighting + 1, (1, width), hits, expected)
        for defenders in range(1, width):
            # Terminal positions keep their values.
            if table.active[fighting, defenders]:
                earlier[fighting, defenders] = expected[defenders]
        round_settled_ends(earlier[fighting], table.active[fighting], table.negligible)


@compiled
def solve_dependent_columns(table: ValueTable, choice: Choice, rows: tuple[int, int], end: int) -> None:
    """Solve columns 1 to `end` - 1 of a block of rows, one row after the other."""
    expected = np.empty(end)
    for fighting in range(rows[0], rows[1]):
        hits = hit_distribution(table.attack, fighting)
        expectation(table, fighting, fighting, (1, end), hits, expected)
        _solve_values_of_row(table, choice, fighting, (1, end), expected)
        row = table.values[fighting, :end]
        table.spans[fighting] = round_settled_ends(row, table.active[fighting, :end], table.negligible)


@compiled
def expect_independent_columns(
    thread: int, threads: int, table: ValueTable, rows: tuple[int, int], first: int, expected: Floats
) -> None:
    """Write the expected values of columns `first` and beyond of a block of rows, for the columns of one thread."""
    for fighting in range(rows[0], rows[1]):
        hits = hit_distribution(table.attack, fighting)
        into = expected[fighting - rows[0]]
        # The blocks of a thread move from row to row, since those near the balance of forces take longest.
        begin = first + (thread + fighting) % threads * COLUMNS
        for start in range(begin, len(into), threads * COLUMNS):
            stop = min(start + COLUMNS, len(into))
            expectation(table, fighting, rows[0], (start, stop), hits, into)


@compiled
def solve_independent_columns(
    table: ValueTable, choice: Choice, rows: tuple[int, int], first: int, expected: Floats
) -> None:
    """Solve columns `first` and beyond of a block of rows from their expected values."""
    width = table.values.shape[1]
    for fighting in range(rows[0], rows[1]):
        expected_row = expected[fighting - rows[0]]
        _solve_values_of_row(table, choice, fighting, (first, width), expected_row)
        row = table.values[fighting]
        table.spans[fighting] = round_settled_ends(row, table.active[fighting], table.negligible)


@compiled
def _solve_values_of_row(
    table: ValueTable, choice: Choice, fighting: int, columns: tuple[int, int], expected: Floats
) -> None:
    """Solve columns of one row, given the expected values of turns in which an attacker is hit."""
    row = table.values[fighting]
    attack = table.attack
    defense = table.defense
    continued = choice.continued[fighting]
    none = probability_of(attack, fighting, 0)
    some = probability_at_least(attack, fighting, 1)
    for defenders in range(columns[0], columns[1]):
        if table.active[fighting, defenders]:
            value = expected[defenders]
            missed = probability_of(defense, defenders, 0)
            if missed:
                # No attacker falls: the values that follow are in this row, and known, since defenders fall.
                unhurt = probability_at_least(attack, fighting, defenders) * row[0]
                for hits in range(1, min(defenders, attack.last[fighting] + 1)):
                    unhurt += probability_of(attack, fighting, hits) * row[defenders - hits]
                value += missed * unhurt
            # A turn without a hit leads back to the same position: condition on a hit on either side.
            some_hit = some + none * probability_at_least(defense, defenders, 1)
            continued[defenders] = value / some_hit
            row[defenders] = max(continued[defenders], choice.stop[fighting, defenders])
