"""Probability that moves through a battle, as compiled loops: turn by turn, and to the end.

From a against d the probability s(a, d) moves to a - x and d - y with b(x; d, q) b(y; a, p). The rows of attackers
left, a - x, are independent of each other, and divided among the threads. The probability that arrives in one row is
summed first over the defenders of each row it comes from, in blocks of BLOCK and these in groups (see `correlate`),
then over those rows. So after its own block a product passes at most BLOCK / GROUP additions for each block and one for
each row: these are counted while the sums are made. In its own block it passes at most BLOCK.

Column ranges are half-open: from `first` to before `end`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gametheory.games.battle._kernels.binomial import (
    Bools,
    Floats,
    HitDistributions,
    Ints,
    probability_at_least,
    probability_of,
)
from gametheory.games.battle._kernels.correlation import GROUP, copy_from, correlate, padded_length
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

    >>> from gametheory.games.battle._kernels.binomial import hit_distributions
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

    >>> from gametheory.games.battle._kernels.binomial import hit_distributions
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
