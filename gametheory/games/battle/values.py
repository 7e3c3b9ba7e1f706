"""Values of all battles up to a size, by backward induction in floats, with a rigorous error bound.

W(a, d) = sum over x, y of b(x; d, q) b(y; a, p) W(a - x, d - y), in which the casualties x and y are independent given
a and d. Only x = 0 refers to the row of a itself, and only if d is small; there it is solved by substitution. The
columns of a row are otherwise independent of each other, and divided among the cores.

Most of a table is settled: the side with far more armies wins, except with a probability that no float shows. So after
each row the values at its start that differ by at most `negligible` from its first value are made equal to it, and the
values at its end that are at most `negligible` are made 0. A sum over a constant stretch is one tail probability, over
zeros nothing.

The bound, for values from 0 to 1. As for one battle (see `distribution`), a value is a sum of products of nonnegative
floats, and one step changes it by at most a known multiple of itself. Errors made later in the battle, and those of the
values made equal or 0, are weighted by the probabilities of their positions: the probabilities after one step sum to 1,
after any number of steps to at most E[turns in which an army is hit], which is at most `most_turns` and at most the
number of armies. The bands leave out 2 `omitted` a turn. In a step a product passes `most_terms` / 4 + 3 additions over
y (see `correlate`), one more for the constant stretch, one for each of `most_terms` x, and at most 8 roundings for the
product, the substitution and the division; it has at most 4 hit probabilities as factors.
"""

from __future__ import annotations

import numpy as np

from gametheory.games.battle._kernels.binomial import UNIT, Bools, Floats, expected_turns_bound
from gametheory.games.battle._kernels.correlation import GROUP
from gametheory.games.battle._kernels.turn_expectation import Table, round_all_settled_ends
from gametheory.games.battle._kernels.value_iteration import (
    Choice,
    expect_independent_columns,
    solve_dependent_columns,
    solve_independent_columns,
    write_previous_turn,
)
from gametheory.games.battle.distribution import MAX_OMITTED, hits_of_both_sides, outcome_masks
from gametheory.games.battle.rules import Battle
from gametheory.parallel.cores import run_on_threads

MAX_SETTLED = 5e-14  # the error that settling values may cause in a battle to the end; the bound counts it
ROWS = 16  # solved on all cores before the next block begins
ROWS_OF_A_TURN = 128


class BattleValues:
    """Values of all battles up to one of `battle`, under its rules; arrays are at [fighting attackers, defenders].


    >>> duel = BattleValues(Battle(1, 1))
    >>> won = duel.outcome_masks["win"].astype(float)
    >>> once, ever = duel.after_turns(won.copy(), 1)[1, 1], duel.to_the_end(won.copy())[1, 1]
    >>> round(float(once), 6), round(float(ever), 6), round(15 / 22, 6)
    (0.6, 0.681818, 0.681818)
    >>> optimal, continued = duel.choices(won.copy(), np.full((2, 2), 0.9))
    >>> float(optimal[1, 1]), duel.error_bound() < 1e-12
    (0.9, True)
    """

    def __init__(self, battle: Battle) -> None:
        fighting, hits = battle.attackers - battle.reserve, (battle.attacker_hits, battle.defender_hits)
        self.outcome_masks = outcome_masks(battle, *np.ogrid[: fighting + 1, : battle.defenders + 1])
        self.active: Bools = self.outcome_masks[None]
        self.ever_ends = any(hits)
        self.most_turns = expected_turns_bound(fighting, battle.defenders, *hits) if self.ever_ends else 1.0
        self.negligible = MAX_SETTLED / min(self.most_turns, sum(self.active.shape))
        self.attack, self.defense = hits_of_both_sides(battle, MAX_OMITTED / self.most_turns)

    def after_turns(self, values: Floats, turns: int) -> Floats:
        """Return the values `turns` turns before those given; terminal positions keep theirs."""
        for _ in range(turns):
            earlier, table = values.copy(), self._table(values)
            # a signal is only noticed between two blocks
            for begin in range(1, len(values), ROWS_OF_A_TURN):
                rows = begin, min(begin + ROWS_OF_A_TURN, len(values))
                run_on_threads(write_previous_turn, values.size, table, rows, earlier)
            values = earlier
        return values

    def to_the_end(self, values: Floats) -> Floats:
        """Return the values if every battle is fought to its end, given those of the terminal positions."""
        return self.choices(values, np.zeros_like(values))[0]

    def choices(self, values: Floats, stop: Floats) -> tuple[Floats, Floats]:
        """Return the maximum of fighting on and of `stop` at each position, and the value of fighting on.

        The decision after a turn without a hit is the same as before it, so that a turn is valued given that an army
        is hit. `values` contains those of the terminal positions and is overwritten elsewhere.
        """
        continued = np.zeros_like(values)
        if not self.ever_ends:
            return np.where(self.active, stop, values), continued
        height, width = values.shape
        # With this many defenders at least ROWS attackers fall, so that no row of a block depends on another.
        independent = max(int(np.searchsorted(self.defense.first, ROWS)), 1)
        table, choice, expected = self._table(values), Choice(stop, continued), np.zeros((ROWS, width))
        for begin in range(1, height, ROWS):
            rows = begin, min(begin + ROWS, height)
            solve_dependent_columns(table, choice, rows, independent)
            run_on_threads(expect_independent_columns, values.size, table, rows, independent, expected)
            solve_independent_columns(table, choice, rows, independent, expected)
        return values, continued

    def _table(self, values: Floats) -> Table:
        spans = round_all_settled_ends(values, self.active)
        return Table(values, spans, self.active, self.attack, self.defense, self.negligible)

    def error_bound(self, turns: int | None = None) -> float:
        """Return a bound on the error of every value, for values from 0 to 1; `turns` None means to the end."""
        steps = min(self.most_turns, sum(self.active.shape) if turns is None else turns)
        terms = self.attack.most_terms / GROUP + self.defense.most_terms + 12
        factor = 4 * max(self.attack.relative_error, self.defense.relative_error) + terms * UNIT
        omitted = (self.attack.omitted + self.defense.omitted) * min(self.most_turns, turns or self.most_turns)
        return min(1.0, 1.001 * (steps * (factor + self.negligible) + omitted) + 2 * UNIT)
