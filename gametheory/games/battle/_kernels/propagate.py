"""Probability that moves on through a battle, as compiled loops: by turns, and to the end.

From a against d the probability s(a, d) goes to a - x and d - y with b(x; d, q) b(y; a, p). The rows of those left,
a - x, are independent of each other, and divided among the cores. What arrives in one row is summed first over the
defenders of each row it comes from, in blocks of BLOCK and these in groups (see `compiled.correlate`), then over those
rows. So behind its own block a product passes no more than BLOCK / GROUP additions for each block and one for each row:
these are counted while the sums are made. In its own it passes BLOCK at most.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gametheory.games.battle._kernels.binomial import Bools, Floats, HitDistributions, Ints, at_least, exactly
from gametheory.games.battle._kernels.compiled import GROUP, compiled, copy_from, correlate, in_groups, on_all_cores

BLOCK = 32  # columns that are followed together
ROWS = 16  # that are followed on all cores before these wait for each other


@compiled
def _occupied(row: Floats) -> tuple[int, int]:
    """The columns from the first to behind the last that is not 0."""
    first, behind = 0, len(row)
    while first < behind and row[first] == 0:
        first += 1
    while behind > first and row[behind - 1] == 0:
        behind -= 1
    return first, behind


@compiled
def _gather(
    rows: Floats,
    columns: Ints,
    reached: Ints,
    fighting: tuple[int, int],
    left: int,
    attack: HitDistributions,
    defence: HitDistributions,
    into: Floats,
) -> int:
    """Add what goes to one row from some others; returns the most additions that a product passes behind its block."""
    casualties, origin = defence.tails if left == 0 else defence.chances, defence.origin
    weights, chances, arriving = np.empty(BLOCK), np.empty(len(into) + BLOCK), np.empty(len(into))
    rows_added, most_blocks, most = 0, 0, left + defence.last[-1]
    for number in range(fighting[0], min(fighting[1], most + 1)):
        few = max(columns[number, 0], reached[number - left, 0])
        many = columns[number, 1] if left == 0 else min(columns[number, 1], reached[number - left, 1])
        if few < many:
            hits, shift = attack.chances[number], attack.origin[number]
            first, last, none_left = attack.first[number], attack.last[number], 0.0
            lowest, highest = max(few - last, 1), many - 1 - first
            for defenders in range(lowest, highest + 1):
                arriving[defenders] = 0.0
            for start in range(few, many, BLOCK):
                count = min(many - start, BLOCK)
                _weigh(rows[number], start, count, number - left, casualties, origin, weights)
                none_left += _wiped_out(weights, start - shift, count, attack.tails[number])
                top, bottom = start + count - 1 - first, max(start - last, 1)
                if top >= bottom:
                    groups = in_groups(count)
                    copy_from(hits, start - top - shift, 0.0, chances[: top - bottom + 1 + groups])
                    part = arriving[lowest + highest - top : lowest + highest - bottom + 1]
                    correlate(weights[:groups], chances, part)
            for defenders in range(lowest, highest + 1):
                into[defenders] += arriving[lowest + highest - defenders]
            into[0] += none_left
            rows_added, most_blocks = rows_added + 1, max(most_blocks, (many - few + BLOCK - 1) // BLOCK)
    return rows_added + most_blocks * (BLOCK // GROUP)


@compiled
def _weigh(row: Floats, start: int, count: int, fallen: int, casualties: Floats, origin: Ints, weights: Floats) -> None:
    """The probability of each position of a block times the chance that so many attackers fall there."""
    weights[:] = 0.0
    for k in range(count):
        column = min(max(fallen - origin[start + k], 0), casualties.shape[1] - 1)
        weights[k] = row[start + k] * casualties[start + k, column]


@compiled
def _wiped_out(weights: Floats, column: int, count: int, tails: Floats) -> float:
    """What of a block goes to where no defender is left."""
    none_left = 0.0
    for k in range(count):
        none_left += weights[k] * tails[min(max(column + k, 0), len(tails) - 1)]
    return none_left


@compiled
def _arrive(
    strand: int,
    strands: int,
    rows: Floats,
    columns: Ints,
    reached: Ints,
    fighting: tuple[int, int],
    left: tuple[int, int],
    attack: HitDistributions,
    defence: HitDistributions,
    into: Floats,
    additions: Ints,
) -> None:
    """Gather for one strand of the rows of those left."""
    for number in range(left[0] + strand, left[1], strands):
        others, place = (max(fighting[0], number), fighting[1]), number - left[0]
        additions[place] = _gather(rows, columns, reached, others, number, attack, defence, into[place])


@compiled
def _split(law: Floats, on: Bools, negligible: float, before: Floats, columns: Ints) -> tuple[float, float]:
    """Move what goes on to `before`; returns how much, and what was negligible and is lost."""
    moved, lost = 0.0, 0.0
    for row, column in np.ndindex(law.shape):
        if on[row, column]:
            chance = float(law[row, column])
            law[row, column] = 0.0
            if chance > negligible:
                before[row, column] = chance
                moved += chance
            else:
                lost += chance
    for row in range(len(law)):
        columns[row] = _occupied(before[row])
    return moved, lost


def _reached(law: Floats, defence: HitDistributions) -> Ints:
    """From how many defenders on, and up to how many, so many attackers fall, at [attackers fallen]."""
    fallen = np.arange(len(law))
    return np.stack([np.searchsorted(defence.last, fallen), np.searchsorted(defence.first, fallen, "right")], axis=1)


def next_turn(
    law: Floats, on: Bools, negligible: float, attack: HitDistributions, defence: HitDistributions
) -> tuple[float, float, int]:
    """Play a turn; returns what was lost as negligible, what was fighting, and the most additions of a product.

    `law` becomes that of the next turn. Cost: the positions that hold probability, times both bands.

    >>> from gametheory.games.battle.distribution import ends
    >>> from gametheory.games.battle.rules import Battle
    >>> from gametheory.games.battle._kernels.binomial import hit_distributions
    >>> law, duel = np.array([[0.0, 0.0], [0.0, 1.0]]), Battle(1, 1)
    >>> arms = hit_distributions(1, duel.attacker_hits, 1e-20), hit_distributions(1, duel.defender_hits, 1e-20)
    >>> lost, fought, additions = next_turn(law, ends(duel)[None], 0.0, *arms)
    >>> law.round(6)
    array([[0.42, 0.28],
           [0.18, 0.12]])
    """
    before, columns = np.zeros_like(law), np.empty((len(law), 2), np.intp)
    moved, lost = _split(law, on, negligible, before, columns)
    occupied = np.flatnonzero(columns[:, 0] < columns[:, 1])
    fighting = (int(occupied[0]), int(occupied[-1]) + 1) if len(occupied) else (0, 0)
    arrived, additions, reach = np.zeros_like(law), np.zeros(len(law), np.intp), _reached(law, defence)
    left = (0, fighting[1])
    on_all_cores(_arrive, law.size, before, columns, reach, fighting, left, attack, defence, arrived, additions)
    law += arrived
    return lost, moved, int(additions.max())


def to_the_end(
    law: Floats, on: Bools, negligible: float, attack: HitDistributions, defence: HitDistributions
) -> tuple[float, float, float, float]:
    """Follow all that is undecided, row by row from all attackers to none; `law` becomes that of the end.

    Returns what was lost as negligible, what left positions, the turns it took, and the sum of what moved times the
    most additions of its products. Cost: the positions that hold probability, times both bands.

    >>> from gametheory.games.battle.distribution import ends
    >>> from gametheory.games.battle.rules import Battle
    >>> from gametheory.games.battle._kernels.binomial import hit_distributions
    >>> law, duel = np.array([[0.0, 0.0], [0.0, 1.0]]), Battle(1, 1)
    >>> arms = hit_distributions(1, duel.attacker_hits, 1e-20), hit_distributions(1, duel.defender_hits, 1e-20)
    >>> lost, moved, turns, additions = to_the_end(law, ends(duel)[None], 0.0, *arms)
    >>> law.round(6)
    array([[0.477273, 0.318182],
           [0.204545, 0.      ]])
    >>> round(turns, 6) == round(1 / 0.88, 6)
    True
    """
    reach = _reached(law, defence)
    turns, columns, found = np.zeros_like(law), np.zeros((len(law), 2), np.intp), np.zeros(4)
    for end in range(len(law), 0, -ROWS):
        left, others = (max(end - ROWS, 0), end), (end, len(law))
        arrived, additions = np.zeros((left[1] - left[0], law.shape[1])), np.zeros(left[1] - left[0], np.intp)
        on_all_cores(_arrive, law.size, turns, columns, reach, others, left, attack, defence, arrived, additions)
        _follow_rows(law, turns, columns, reach, left, on, negligible, attack, defence, arrived, additions, found)
    lost, moved, fought, added = found.tolist()
    return lost, moved, fought, added


@compiled
def _follow_rows(
    law: Floats,
    turns: Floats,
    columns: Ints,
    reached: Ints,
    rows: tuple[int, int],
    on: Bools,
    negligible: float,
    attack: HitDistributions,
    defence: HitDistributions,
    arrived: Floats,
    additions: Ints,
    found: Floats,
) -> None:
    """Take out the rows of a block one by one, most attackers first, given what arrives from the rows before it."""
    for left in range(rows[1] - 1, rows[0] - 1, -1):
        into, steps = arrived[left - rows[0]], additions[left - rows[0]]
        steps += _gather(turns, columns, reached, (left + 1, rows[1]), left, attack, defence, into)
        law[left] += into
        within, substitutions = _stay(law[left], turns[left], on[left], left, negligible, attack, defence, found)
        columns[left] = _occupied(turns[left])
        found[3] += (into.sum() + within) * (steps + substitutions)


@compiled
def _stay(
    row: Floats,
    turns: Floats,
    on: Bools,
    fighting: int,
    negligible: float,
    attack: HitDistributions,
    defence: HitDistributions,
    found: Floats,
) -> tuple[float, int]:
    """Take out of a row what goes on, as expected turns; returns what moved within the row, and in how many steps.

    By substitution from all defenders to one: while no attacker falls, defenders do.
    """
    none, some = exactly(attack, fighting, 0), at_least(attack, fighting, 1)
    within, steps = 0.0, 0
    for defenders in range(len(row) - 1, 0, -1):
        if on[defenders]:
            entered, missed = row[defenders] + turns[defenders], exactly(defence, defenders, 0)
            row[defenders], turns[defenders] = 0.0, 0.0
            if entered <= negligible:
                found[0] += entered
            else:
                fought = entered / (some + none * at_least(defence, defenders, 1))
                turns[defenders] = fought
                found[1] += entered
                found[2] += fought
                if missed:
                    again = fought * missed
                    for hits in range(1, min(defenders, attack.last[fighting] + 1)):
                        turns[defenders - hits] += again * exactly(attack, fighting, hits)
                    row[0] += again * at_least(attack, fighting, defenders)
                    within += again * some
                    steps += 1
    return within, steps


@compiled
def _add(total: tuple[float, float], number: float) -> tuple[float, float]:
    """A sum and what its roundings left over, with one number more (Sum2 of Ogita, Rump and Oishi 2005)."""
    after = total[0] + number
    added = after - total[0]
    return after, total[1] + ((total[0] - (after - added)) + (number - added))


@compiled
def add_up(law: Floats, outcomes: NDArray[np.int8]) -> Floats:
    """The probability of each of four outcomes, within u + (n u)^2 of itself.

    >>> add_up(np.array([[1.0, 2.0**-60, 3.0]]), np.array([[0, 0, 2]], np.int8))
    array([1., 0., 3., 0.])
    """
    sums = np.zeros((4, 2))
    for row, column in np.ndindex(law.shape):
        if law[row, column]:
            outcome = outcomes[row, column]
            sums[outcome, 0], sums[outcome, 1] = _add((sums[outcome, 0], sums[outcome, 1]), float(law[row, column]))
    return sums[:, 0] + sums[:, 1]


@compiled
def add_rows(law: Floats) -> Floats:
    """The sum of each row, within u + (n u)^2 of itself.

    >>> add_rows(np.array([[1.0, 2.0**-60], [0.5, 0.25]]))
    array([1.  , 0.75])
    """
    sums = np.zeros(len(law))
    for row in range(len(law)):
        total = (0.0, 0.0)
        for column in range(law.shape[1]):
            total = _add(total, float(law[row, column]))
        sums[row] = total[0] + total[1]
    return sums
