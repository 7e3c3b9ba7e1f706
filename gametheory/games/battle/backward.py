"""What a battle is worth from every position at once, by backward induction in floats.

W(a, d) = sum over x, y of b(x; d, q) b(y; a, p) W(a - x, d - y), the casualties x and y being independent given a and
d. For a row of one a and a block of d, that is one matrix product over a - x and a sum over d - y. Only x = 0 refers to
the row itself, and only where d is small; there it is solved by substitution.

The bound, for values from 0 to 1. As for one battle (see `law`), a value is a sum of products of nonnegative floats; in
a step it is wrong by at most a known multiple of itself, and errors made later in the battle come in with the chances
of their positions. With n roundings a step that is gamma(n) x E[turns in which somebody is hit], which are no more than
armies, and the bands leave out 2 `left_out` a turn.

The chance to win falls with the defenders (see `decisions`). So where it is negligible it is taken for 0 against still
more. A computed chance that is negligible differs from the true one by a part of itself and by what was taken for 0 in
the rows before; so in each row at most the negligible part is added, and LOST_AT_MOST in all.
"""

from __future__ import annotations

import numpy as np

from gametheory.games.battle.law import COLUMNS, LOST_AT_MOST, ends
from gametheory.games.battle.rules import Battle
from gametheory.games.battle.volleys import UNIT, Bools, Floats, most_turns, product, volleys


class Backward:
    """All battles up to one of `battle`, under its rules; arrays are at [fighting attackers, defenders]."""

    def __init__(self, battle: Battle) -> None:
        fighting, hits = battle.attackers - battle.reserve, (battle.attacker_hits, battle.defender_hits)
        self.ends = ends(battle)
        self.on: Bools = self.ends[None]
        self.ever_ends = any(hits)
        self.most_turns = most_turns(fighting, battle.defenders, *hits) if self.ever_ends else 1.0
        left_out = LOST_AT_MOST / self.most_turns
        self.attack = volleys(fighting, hits[0], left_out)
        self.defence = volleys(battle.defenders, hits[1], left_out)
        self.missed = self.defence.exactly(range(battle.defenders + 1), range(1))[:, 0]
        self.not_missed = self.defence.at_least(range(battle.defenders + 1), range(1, 2))[:, 0]
        self.most_missing = int(np.flatnonzero(self.missed)[-1])

    def after_turns(self, values: Floats, turns: int, negligible: float = -1) -> Floats:
        """What each position is worth `turns` turns before the values given count; ends keep theirs."""
        for _ in range(turns):
            before = values.copy()
            for fighting in range(1, len(values)):
                on = self.on[fighting]
                values[fighting, on] = self._expected(before, fighting, fighting + 1, negligible)[on]
        return values

    def to_the_end(self, values: Floats, negligible: float = -1) -> Floats:
        """What each position is worth when the battle is fought to its end; the values of the ends are given."""
        return self.choices(values, np.zeros_like(values), negligible)[0]

    def choices(self, values: Floats, stop: Floats, negligible: float = -1) -> tuple[Floats, Floats]:
        """The better of fighting on and of taking what is in `stop`, at each position, and what fighting on is worth.

        A position in which nobody was hit is the same choice once more, so that a turn is valued given that somebody
        is hit. Values that are given at the ends are kept.
        """
        fought = np.zeros_like(values)
        if not self.ever_ends:
            return np.where(self.on, stop, values), fought
        for fighting in range(1, len(values)):
            self._row(values, fighting, stop[fighting], fought[fighting], negligible)
        return values, fought

    def _row(self, values: Floats, fighting: int, stop: Floats, fought: Floats, negligible: float) -> None:
        """Value one row, given those with fewer attackers; where defenders may all miss, from the fewest on."""
        row, on, last = values[fighting], self.on[fighting], self.most_missing
        alone, most = range(fighting, fighting + 1), int(self.attack.last[fighting])
        hits = self.attack.exactly(alone, range(len(row)))[0]
        enough = self.attack.at_least(alone, range(len(row)))[0]
        expected = self._expected(values, fighting, fighting, negligible)
        leave = enough[:2][-1] + hits[0] * self.not_missed
        np.divide(expected, leave, out=fought, where=on)
        row[on] = np.maximum(fought, stop)[on]
        for defenders in np.flatnonzero(on[: last + 1]).tolist():
            fewest = max(defenders - most, 1)
            unhurt = hits[1 : defenders - fewest + 1] @ row[fewest:defenders][::-1] + enough[defenders] * row[0]
            fought[defenders] = (expected[defenders] + self.missed[defenders] * unhurt) / leave[defenders]
            row[defenders] = max(fought[defenders], stop[defenders])

    def _expected(self, values: Floats, fighting: int, below: int, negligible: float) -> Floats:
        """The mean of the values one turn after each position of a row, 0 where `below` or more attackers are left.

        Where a value is negligible, those for more defenders are taken for 0; only for values that fall with them.
        """
        alone, expected = range(fighting, fighting + 1), np.zeros(values.shape[1])
        for start in range(1, len(expected), COLUMNS):
            columns = range(start, min(start + COLUMNS, len(expected)))
            attackers = self.defence.left(columns, alone)
            attackers = range(attackers.start, min(attackers.stop, below))
            defenders = self.attack.left(alone, columns)
            if attackers:
                one = self.defence.left_law(columns, alone, attackers)[0]  # at [d, a']
                two = self.attack.left_law(alone, columns, defenders)[:, 0]  # at [d, d']
                following = values[attackers.start : attackers.stop, defenders.start : defenders.stop]
                expected[start : columns.stop] = np.einsum("ij,ij->i", product(one, following), two)
            if start > self.most_missing and expected[columns.stop - 1] <= negligible:
                break
        return expected

    def error_bound(self, turns: int | None = None) -> float:
        """A bound on the error of every value, where values are from 0 to 1."""
        steps = min(self.most_turns, sum(self.on.shape) if turns is None else turns)
        terms = self.attack.most_terms + self.defence.most_terms + 8
        factor = 4 * max(self.attack.relative, self.defence.relative) + terms * UNIT
        apart = (self.attack.left_out + self.defence.left_out) * min(self.most_turns, turns or self.most_turns)
        return min(1.0, 1.001 * (steps * factor + apart + LOST_AT_MOST) + 2 * UNIT)
