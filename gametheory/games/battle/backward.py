"""What a battle is worth from every position at once, by backward induction in floats.

W(a, d) = sum over x, y of b(x; d, q) b(y; a, p) W(a - x, d - y), the casualties x and y being independent given a and
d. Only x = 0 refers to the row of a itself, and only where d is small; there it is solved by substitution. The columns
of a row are otherwise independent of each other, and divided among the cores.

Most of a table is settled: who has far more armies wins but for a chance that no float shows. So after each row the
values at its start that differ by at most `negligible` from its first are made equal to that, and the values at its end
that are at most `negligible` are made 0. A sum over a constant stretch is one chance of a tail, over zeros nothing.

The bound, for values from 0 to 1. As for one battle (see `law`), a value is a sum of products of nonnegative floats; in
a step it is wrong by at most a known multiple of itself. Errors made later in the battle, and what was made equal or 0,
come in with the chances of their positions: all chances of positions after one step sum to 1, after any number to no
more than E[turns in which somebody is hit], `most_turns`, or the armies, where these are fewer. The bands leave out
2 `left_out` a turn. In a step a product passes `most_terms` / 4 + 3 additions over y (see `correlate`), one more for
the constant stretch, one for each of `most_terms` x, and no more than 8 roundings for the product, the substitution and
the division; 4 chances of volleys at most come in.
"""

from __future__ import annotations

import numpy as np

from gametheory.games.battle.compiled import GROUP, compiled, copy_from, correlate, in_groups, on_all_cores
from gametheory.games.battle.law import LOST_AT_MOST, ends
from gametheory.games.battle.rules import Battle
from gametheory.games.battle.volleys import (
    UNIT,
    Bools,
    Floats,
    Ints,
    Volleys,
    add_products,
    at_least,
    exactly,
    most_turns,
    volleys,
)

SETTLED_AT_MOST = 5e-14  # what making values equal or 0 may cost in a battle to the end; the bound counts it
COLUMNS = 32  # that are valued together
ROWS = 16  # that are valued on all cores before these wait for each other


class Backward:
    """All battles up to one of `battle`, under its rules; arrays are at [fighting attackers, defenders].

    >>> duel = Backward(Battle(1, 1))
    >>> won = duel.ends["win"].astype(float)
    >>> once, ever = duel.after_turns(won.copy(), 1)[1, 1], duel.to_the_end(won.copy())[1, 1]
    >>> round(float(once), 6), round(float(ever), 6), round(15 / 22, 6)
    (0.6, 0.681818, 0.681818)
    >>> best, fought = duel.choices(won.copy(), np.full((2, 2), 0.9))
    >>> float(best[1, 1]), duel.error_bound() < 1e-12
    (0.9, True)
    """

    def __init__(self, battle: Battle) -> None:
        fighting, hits = battle.attackers - battle.reserve, (battle.attacker_hits, battle.defender_hits)
        self.ends = ends(battle)
        self.on: Bools = self.ends[None]
        self.ever_ends = any(hits)
        self.most_turns = most_turns(fighting, battle.defenders, *hits) if self.ever_ends else 1.0
        self.negligible = SETTLED_AT_MOST / min(self.most_turns, sum(self.on.shape))
        left_out = LOST_AT_MOST / self.most_turns
        self.attack, self.defence = volleys(fighting, hits[0], left_out), volleys(battle.defenders, hits[1], left_out)

    def after_turns(self, values: Floats, turns: int) -> Floats:
        """What each position is worth `turns` turns before the values given count; ends keep theirs."""
        arms = self.attack, self.defence
        for _ in range(turns):
            earlier, spans = values.copy(), _settle_all(values, self.on, 0.0)
            on_all_cores(_turn_before, values.size, values, spans, self.on, *arms, self.negligible, earlier)
            values = earlier
        return values

    def to_the_end(self, values: Floats) -> Floats:
        """What each position is worth when the battle is fought to its end; the values of the ends are given."""
        return self.choices(values, np.zeros_like(values))[0]

    def choices(self, values: Floats, stop: Floats) -> tuple[Floats, Floats]:
        """The better of fighting on and of taking what is in `stop`, at each position, and what fighting on is worth.

        A position in which nobody was hit is the same choice once more, so that a turn is valued given that somebody
        is hit. Values that are given at the ends are kept.
        """
        fought = np.zeros_like(values)
        if not self.ever_ends:
            return np.where(self.on, stop, values), fought
        arms, (height, width) = (self.attack, self.defence), values.shape
        apart = max(int(np.searchsorted(self.defence.first, ROWS)), 1)  # from so many defenders on, ROWS attackers fall
        spans, expected = _settle_all(values, self.on, 0.0), np.zeros((ROWS, width))
        for begin in range(1, height, ROWS):
            rows = begin, min(begin + ROWS, height)
            _value_few(values, spans, rows, apart, stop, fought, self.on, *arms, self.negligible)
            on_all_cores(_expect_many, values.size, values, spans, rows, apart, self.on, *arms, expected)
            _value_many(values, spans, rows, apart, stop, fought, self.on, *arms, self.negligible, expected)
        return values, fought

    def error_bound(self, turns: int | None = None) -> float:
        """A bound on the error of every value, where values are from 0 to 1."""
        steps = min(self.most_turns, sum(self.on.shape) if turns is None else turns)
        terms = self.attack.most_terms / GROUP + self.defence.most_terms + 12
        factor = 4 * max(self.attack.relative, self.defence.relative) + terms * UNIT
        apart = (self.attack.left_out + self.defence.left_out) * min(self.most_turns, turns or self.most_turns)
        return min(1.0, 1.001 * (steps * (factor + self.negligible) + apart) + 2 * UNIT)


@compiled
def _settle(row: Floats, on: Bools, negligible: float) -> tuple[int, int]:
    """Make the ends of a row constant; returns the last column of its first stretch, and the first of its zeros."""
    same, zero = 0, len(row)
    while same + 1 < len(row) and abs(row[same + 1] - row[0]) <= (negligible if on[same + 1] else 0.0):
        same += 1
        row[same] = row[0]
    while zero > 0 and row[zero - 1] <= (negligible if on[zero - 1] else 0.0):
        zero -= 1
        row[zero] = 0.0
    return same, zero


@compiled
def _add_row(
    row: Floats, same: int, zero: int, start: int, band: tuple[int, int], hits: Floats, tails: Floats, into: Floats
) -> bool:
    """The mean of one row's values after the attackers' volley, for COLUMNS columns; false where all are 0.

    `hits` are the chances of the attackers' hits, most of them first, `tails` those of more than so many. Up to `same`
    the row is constant, from `zero` on 0.
    """
    first, last = band
    most, least = min(last, start + COLUMNS - 2 - same), max(first, start - zero + 1)
    if least > most and row[0] == 0:
        return False
    beyond = tails[min(max(last - most, 0), len(tails) - 1)] * row[0]
    for j in range(COLUMNS):
        into[j] = beyond
    if least <= most:
        count = in_groups(most - least + 1)
        values = np.empty(count + COLUMNS)
        copy_from(row, start - most, row[0], values)
        correlate(hits[last - most : last - most + count], values, into)
    return True


@compiled
def _is_constant(first: Floats, same: Ints, column: int) -> bool:
    """Whether some rows are all worth the same up to a column."""
    return bool(same.min() >= column and (first == first[0]).all())


@compiled
def _expect(
    values: Floats,
    spans: Ints,
    fighting: int,
    below: int,
    columns: tuple[int, int],
    on: Bools,
    attack: Volleys,
    defence: Volleys,
    hits: Floats,
    tails: Floats,
    into: Floats,
) -> None:
    """The mean of the values one turn after some positions of a row, 0 where `below` or more attackers are left."""
    for start in range(columns[0], columns[1], COLUMNS):
        block = (start, min(start + COLUMNS, columns[1]))
        if on[start : block[1]].any():
            _expect_block(values, spans, fighting, below, block, attack, defence, hits, tails, into)


@compiled
def _expect_block(
    values: Floats,
    spans: Ints,
    fighting: int,
    below: int,
    columns: tuple[int, int],
    attack: Volleys,
    defence: Volleys,
    hits: Floats,
    tails: Floats,
    into: Floats,
) -> None:
    """The same for columns so few that they are valued together."""
    start, stop = columns
    after, band = np.empty(COLUMNS), (attack.first[fighting], attack.last[fighting])
    into[start:stop] = 0.0
    fewest, most = max(fighting - defence.last[stop - 1], 0), max(fighting - defence.first[start], 0)
    rows, settled = slice(fewest, most + 1), stop - 1 - attack.first[fighting]
    if most < below and _is_constant(values[rows, 0], spans[rows, 0], settled):
        into[start:stop] = values[most, 0]
        return
    for left in range(fewest, min(most + 1, below)):
        if _add_row(values[left], spans[left, 0], spans[left, 1], start, band, hits, tails, after):
            add_products(defence, start, fighting - left, left == 0, after, into[start:stop])


@compiled
def _most_hits_first(volleys: Volleys, shooters: int) -> tuple[Floats, Floats]:
    """The chances of the hits of a volley from the last of its band down, then zeros; and those of more hits."""
    first, last = volleys.first[shooters], volleys.last[shooters]
    hits, more = np.zeros(last - first + 1 + GROUP), np.ones(last - first + 3)
    for number in range(first, last + 1):
        hits[last - number] = exactly(volleys, shooters, number)
    for number in range(first - 1, last + 1):
        more[last - number] = at_least(volleys, shooters, number + 1)
    return hits, more


@compiled
def _turn_before(
    strand: int,
    strands: int,
    values: Floats,
    spans: Ints,
    on: Bools,
    attack: Volleys,
    defence: Volleys,
    negligible: float,
    earlier: Floats,
) -> None:
    """The values one turn earlier, for one strand of the rows."""
    height, width = values.shape
    expected = np.empty(width)
    for fighting in range(1 + strand, height, strands):
        hits = _most_hits_first(attack, fighting)
        _expect(values, spans, fighting, fighting + 1, (1, width), on[fighting], attack, defence, *hits, expected)
        for defenders in range(1, width):
            if on[fighting, defenders]:
                earlier[fighting, defenders] = expected[defenders]
        _settle(earlier[fighting], on[fighting], negligible)


@compiled
def _settle_all(values: Floats, on: Bools, negligible: float) -> Ints:
    """Settle all rows; returns both ends of each."""
    spans = np.empty((len(values), 2), np.intp)
    for row in range(len(values)):
        spans[row] = _settle(values[row], on[row], negligible)
    return spans


@compiled
def _value_few(
    values: Floats,
    spans: Ints,
    rows: tuple[int, int],
    apart: int,
    stop: Floats,
    fought: Floats,
    on: Bools,
    attack: Volleys,
    defence: Volleys,
    negligible: float,
) -> None:
    """Value some rows up to a column, one after the other."""
    expected = np.empty(apart)
    for fighting in range(rows[0], rows[1]):
        row, fights, hits = values[fighting, :apart], on[fighting, :apart], _most_hits_first(attack, fighting)
        _expect(values, spans, fighting, fighting, (1, apart), fights, attack, defence, *hits, expected)
        _solve(row, stop[fighting], fought[fighting], fights, 1, expected, fighting, attack, defence)
        spans[fighting] = _settle(row, fights, negligible)


@compiled
def _expect_many(
    strand: int,
    strands: int,
    values: Floats,
    spans: Ints,
    rows: tuple[int, int],
    apart: int,
    on: Bools,
    attack: Volleys,
    defence: Volleys,
    expected: Floats,
) -> None:
    """One strand of the blocks of some rows from a column on, which do not depend on each other."""
    for fighting in range(rows[0], rows[1]):
        hits, here, fights = _most_hits_first(attack, fighting), expected[fighting - rows[0]], on[fighting]
        first = apart + (strand + fighting) % strands * COLUMNS
        for start in range(first, len(here), strands * COLUMNS):
            columns = (start, min(start + COLUMNS, len(here)))
            _expect(values, spans, fighting, rows[0], columns, fights, attack, defence, *hits, here)


@compiled
def _value_many(
    values: Floats,
    spans: Ints,
    rows: tuple[int, int],
    apart: int,
    stop: Floats,
    fought: Floats,
    on: Bools,
    attack: Volleys,
    defence: Volleys,
    negligible: float,
    expected: Floats,
) -> None:
    """Value some rows from a column on, given what they are worth where attackers fall."""
    for fighting in range(rows[0], rows[1]):
        row, fights, here = values[fighting], on[fighting], expected[fighting - rows[0]]
        _solve(row, stop[fighting], fought[fighting], fights, apart, here, fighting, attack, defence)
        spans[fighting] = _settle(row, fights, negligible)


@compiled
def _solve(
    row: Floats,
    stop: Floats,
    fought: Floats,
    on: Bools,
    start: int,
    expected: Floats,
    fighting: int,
    attack: Volleys,
    defence: Volleys,
) -> None:
    """Value a row from a column on, given what it is worth where attackers fall; a few defenders may all miss."""
    none, some = exactly(attack, fighting, 0), at_least(attack, fighting, 1)
    for defenders in range(start, len(row)):
        if on[defenders]:
            worth, missed = expected[defenders], exactly(defence, defenders, 0)
            if missed:
                unhurt = at_least(attack, fighting, defenders) * row[0]
                for hits in range(1, min(defenders, attack.last[fighting] + 1)):
                    unhurt += exactly(attack, fighting, hits) * row[defenders - hits]
                worth += missed * unhurt
            fought[defenders] = worth / (some + none * at_least(defence, defenders, 1))
            row[defenders] = max(fought[defenders], stop[defenders])
