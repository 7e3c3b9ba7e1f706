"""Rules of thumb for attacking, evaluated by the exact odds of every battle up to a size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import isqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametheory.games.battle.decisions import OddsTable, wins_at_least
from gametheory.numbers.rationals import ceiling_division

HALF = Fraction(1, 2)


class DecisionRule(NamedTuple):
    """Rule of thumb for attacking: the minimum number of attackers against 1, 2, ... defenders."""

    name: str
    minimum: tuple[int, ...]


class RuleErrors(NamedTuple):
    """Errors of a rule over all forces up to a size; `accuracy` is the share for which it decides right."""

    rule: DecisionRule
    attacks: int
    false_attacks: int
    missed_attacks: int
    accuracy: Fraction


def square_law(count: int, attacker_hits: Fraction, defender_hits: Fraction) -> int:
    """Return the least number of attackers with p a^2 >= q d^2 against `count` defenders (Lanchester's square law)."""
    ratio = defender_hits / attacker_hits * count * count
    root = isqrt(ceiling_division(ratio.numerator, ratio.denominator))
    return root if root * root >= ratio else root + 1


def mean_hits_rule(count: int, attacker_hits: Fraction, defender_hits: Fraction) -> int:
    """Return the least number of attackers with at least as many mean hits as `count` defenders, p a >= q d (WB.5)."""
    needed = defender_hits / attacker_hits * count
    return ceiling_division(needed.numerator, needed.denominator)


def decision_rules(table: OddsTable) -> Iterator[DecisionRule]:
    """Yield the rules of WB.5 and WB.11 for the defenders of a table: by mean hits, ratio, numbers and odds."""
    p, q = table.largest.attacker_hits, table.largest.defender_hits
    counts = range(1, table.largest.defenders + 1)
    yield DecisionRule("p a >= d", tuple(mean_hits_rule(count, p, Fraction(1)) for count in counts))
    yield DecisionRule("p a >= q d", tuple(mean_hits_rule(count, p, q) for count in counts))
    yield DecisionRule("p a^2 >= q d^2", tuple(square_law(count, p, q) for count in counts))
    yield DecisionRule("a >= d", tuple(counts))
    yield DecisionRule("a > d", tuple(count + 1 for count in counts))
    for win in (HALF, Fraction(7, 10), Fraction(9, 10)):
        enough = win_probability_at_least(table, win)[:, 1:]
        first = np.where(enough.any(axis=0), enough.argmax(axis=0), len(enough))
        yield DecisionRule(f"win >= {float(win)}", tuple(first.tolist()))


def evaluate_rule(table: OddsTable, rule: DecisionRule, win: Fraction = HALF) -> RuleErrors:
    """Compare a rule with the odds of every battle in a table, where attacking is right from probability `win` on."""
    enough = win_probability_at_least(table, win)[1:, 1:]
    attacks = np.arange(1, len(table.win))[:, None] >= np.array(rule.minimum)
    false_attacks, missed_attacks = int((attacks & ~enough).sum()), int((enough & ~attacks).sum())
    accuracy = 1 - Fraction(false_attacks + missed_attacks, enough.size)
    return RuleErrors(rule, int(attacks.sum()), false_attacks, missed_attacks, accuracy)


def win_probability_at_least(table: OddsTable, win: Fraction) -> NDArray[np.bool_]:
    """Return for each battle of a table whether the attacker wins with a probability of at least `win`, exactly.

    Cost: exact rationals for the entries close to `win`.
    """
    if not 0 < win < 1:
        raise ValueError(f"win: {win} is not a probability between 0 and 1")
    # A little more than the bound, since `win` is rounded to a float for the comparison of the whole table.
    required, bound = float(win), 1.01 * table.error_bound + 1e-15
    enough: NDArray[np.bool_] = table.win > required
    for attackers, defenders in np.argwhere(np.abs(table.win - required) <= bound).tolist():
        if attackers > table.largest.reserve:
            battle = replace(table.largest, attackers=attackers, defenders=defenders)
            enough[attackers, defenders] = wins_at_least(battle, win, table.turns)
    enough[: table.largest.reserve + 1] = False
    return enough
