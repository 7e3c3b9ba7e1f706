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

from typing import NamedTuple

import numpy as np

from gametheory.games.battle._kernels.binomial import (
    UNIT,
    Bools,
    Floats,
    at_least,
    exactly,
    hit_distributions,
    most_turns,
)
from gametheory.games.battle._kernels.compiled import GROUP, compiled, on_all_cores
from gametheory.games.battle._kernels.turn_expectation import (
    COLUMNS,
    Table,
    expectation,
    hit_distribution,
    round_all_settled_ends,
    round_settled_ends,
)
from gametheory.games.battle.distribution import LOST_AT_MOST, ends
from gametheory.games.battle.rules import Battle

SETTLED_AT_MOST = 5e-14  # what making values equal or 0 may cost in a battle to the end; the bound counts it
ROWS = 16  # that are valued on all cores before these wait for each other


class Choice(NamedTuple):
    """What stopping is worth at each position, and where what fighting on is worth is written."""

    stop: Floats
    fought: Floats


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
        self.attack, self.defence = (
            hit_distributions(fighting, hits[0], left_out),
            hit_distributions(battle.defenders, hits[1], left_out),
        )

    def after_turns(self, values: Floats, turns: int) -> Floats:
        """What each position is worth `turns` turns before the values given count; ends keep theirs."""
        for _ in range(turns):
            earlier = values.copy()
            on_all_cores(_turn_before, values.size, self._table(values), earlier)
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
        height, width = values.shape
        apart = max(int(np.searchsorted(self.defence.first, ROWS)), 1)  # from so many defenders on, ROWS attackers fall
        table, choice, expected = self._table(values), Choice(stop, fought), np.zeros((ROWS, width))
        for begin in range(1, height, ROWS):
            rows = begin, min(begin + ROWS, height)
            _value_few(table, choice, rows, apart)
            on_all_cores(_expect_many, values.size, table, rows, apart, expected)
            _value_many(table, choice, rows, apart, expected)
        return values, fought

    def _table(self, values: Floats) -> Table:
        return Table(
            values, round_all_settled_ends(values, self.on), self.on, self.attack, self.defence, self.negligible
        )

    def error_bound(self, turns: int | None = None) -> float:
        """A bound on the error of every value, where values are from 0 to 1."""
        steps = min(self.most_turns, sum(self.on.shape) if turns is None else turns)
        terms = self.attack.most_terms / GROUP + self.defence.most_terms + 12
        factor = 4 * max(self.attack.relative, self.defence.relative) + terms * UNIT
        apart = (self.attack.left_out + self.defence.left_out) * min(self.most_turns, turns or self.most_turns)
        return min(1.0, 1.001 * (steps * (factor + self.negligible) + apart) + 2 * UNIT)


@compiled
def _turn_before(strand: int, strands: int, table: Table, earlier: Floats) -> None:
    """The values one turn earlier, for one strand of the rows."""
    height, width = table.values.shape
    expected = np.empty(width)
    for fighting in range(1 + strand, height, strands):
        expectation(table, fighting, fighting + 1, (1, width), hit_distribution(table.attack, fighting), expected)
        for defenders in range(1, width):
            if table.on[fighting, defenders]:
                earlier[fighting, defenders] = expected[defenders]
        round_settled_ends(earlier[fighting], table.on[fighting], table.negligible)


@compiled
def _value_few(table: Table, choice: Choice, rows: tuple[int, int], apart: int) -> None:
    """Value some rows up to a column, one after the other."""
    expected = np.empty(apart)
    for fighting in range(rows[0], rows[1]):
        expectation(table, fighting, fighting, (1, apart), hit_distribution(table.attack, fighting), expected)
        _solve(table, choice, fighting, (1, apart), expected)
        table.spans[fighting] = round_settled_ends(
            table.values[fighting, :apart], table.on[fighting, :apart], table.negligible
        )


@compiled
def _expect_many(strand: int, strands: int, table: Table, rows: tuple[int, int], apart: int, expected: Floats) -> None:
    """One strand of the blocks of some rows from a column on, which do not depend on each other."""
    for fighting in range(rows[0], rows[1]):
        shot, here = hit_distribution(table.attack, fighting), expected[fighting - rows[0]]
        first = apart + (strand + fighting) % strands * COLUMNS
        for start in range(first, len(here), strands * COLUMNS):
            expectation(table, fighting, rows[0], (start, min(start + COLUMNS, len(here))), shot, here)


@compiled
def _value_many(table: Table, choice: Choice, rows: tuple[int, int], apart: int, expected: Floats) -> None:
    """Value some rows from a column on, given what they are worth where attackers fall."""
    width = table.values.shape[1]
    for fighting in range(rows[0], rows[1]):
        _solve(table, choice, fighting, (apart, width), expected[fighting - rows[0]])
        table.spans[fighting] = round_settled_ends(table.values[fighting], table.on[fighting], table.negligible)


@compiled
def _solve(table: Table, choice: Choice, fighting: int, columns: tuple[int, int], expected: Floats) -> None:
    """Value columns of a row, given what they are worth where attackers fall; a few defenders may all miss."""
    row, attack, defence = table.values[fighting], table.attack, table.defence
    stop, fought = choice.stop[fighting], choice.fought[fighting]
    none, some = exactly(attack, fighting, 0), at_least(attack, fighting, 1)
    for defenders in range(columns[0], columns[1]):
        if table.on[fighting, defenders]:
            worth, missed = expected[defenders], exactly(defence, defenders, 0)
            if missed:
                unhurt = at_least(attack, fighting, defenders) * row[0]
                for hits in range(1, min(defenders, attack.last[fighting] + 1)):
                    unhurt += exactly(attack, fighting, hits) * row[defenders - hits]
                worth += missed * unhurt
            fought[defenders] = worth / (some + none * at_least(defence, defenders, 1))
            row[defenders] = max(fought[defenders], stop[defenders])
