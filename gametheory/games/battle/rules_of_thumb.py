"""Rules of thumb for attacking, evaluated by the exact odds of every battle up to a size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from gametheory.games.battle._kernels.binomial import Bools
from gametheory.games.battle.decisions import HALF, win_probability_at_least
from gametheory.games.battle.table import OddsTable


@dataclass(frozen=True)
class DecisionRule:
    """Rule of thumb for attacking: the minimum number of attackers against 1, 2, ... defenders."""

    name: str
    minimum: tuple[int, ...]


@dataclass(frozen=True)
class RuleErrors:
    """Errors of a rule over all forces up to a size, if the right decision is to attack from probability `win` on.

    Attributes
    ----------
    rule, win
        The rule, and the win probability from which on an attack is right.
    forces
        The number of pairs of armies.
    attacks
        The number of pairs for which the rule attacks.
    false_attacks
        The number of attacks below the probability.
    missed_attacks
        The number of pairs with that probability for which the rule does not attack.

    Examples
    --------
    >>> rule = DecisionRule("a > d", (2,))
    >>> RuleErrors(rule, HALF, forces=10, attacks=4, false_attacks=1, missed_attacks=2).accuracy
    Fraction(7, 10)
    """

    rule: DecisionRule
    win: Fraction
    forces: int
    attacks: int
    false_attacks: int
    missed_attacks: int

    @property
    def accuracy(self) -> Fraction:
        """The share of the forces for which the rule decides right."""
        return 1 - Fraction(self.false_attacks + self.missed_attacks, self.forces)


def decision_rules(table: OddsTable) -> Iterator[DecisionRule]:
    """Yield the rules of WB.5 and WB.11 for the defenders of a table: by mean hits, by ratio, by numbers, by the odds.

    Parameters
    ----------
    table
        The odds of all battles up to a size.

    Yields
    ------
    DecisionRule
        A rule, with its minimum number of attackers for each number of defenders.

    Raises
    ------
    ZeroDivisionError
        If attackers cannot hit.

    Examples
    --------
    >>> from gametheory.games.battle.table import odds_table
    >>> {rule.name: rule.minimum[24] for rule in decision_rules(odds_table(100, 25))}["p a >= d"]
    42
    """
    # sympy, which `lanchester` imports, takes longer to start than all else here.
    from gametheory.games.battle.lanchester import mean_hits_rule, square_law

    p, q = table.largest.attacker_hits, table.largest.defender_hits
    counts = range(1, table.largest.defenders + 1)
    yield DecisionRule("p a >= d", tuple(mean_hits_rule(count, p, Fraction(1)) for count in counts))
    yield DecisionRule("p a >= q d", tuple(mean_hits_rule(count, p, q) for count in counts))
    yield DecisionRule("p a^2 >= q d^2", tuple(square_law(count, p, q) for count in counts))
    yield DecisionRule("a >= d", tuple(counts))
    yield DecisionRule("a > d", tuple(count + 1 for count in counts))
    for win in (HALF, Fraction(7, 10), Fraction(9, 10)):
        yield DecisionRule(f"win >= {float(win)}", _first_rows(win_probability_at_least(table, win)))


def _first_rows(enough: Bools) -> tuple[int, ...]:
    """Return, for each number of defenders, the first attacker count that is enough; `len(enough)` if none is."""
    first = np.where(enough.any(axis=0), enough.argmax(axis=0), len(enough))
    return tuple(first[1:].tolist())


def evaluate_rule(table: OddsTable, rule: DecisionRule, win: Fraction = HALF) -> RuleErrors:
    """Compare a rule with the odds of every battle in a table, from 1 v 1 on.

    Cost: that of `win_probability_at_least`.

    Parameters
    ----------
    table
        The odds of all battles up to a size.
    rule
        The rule, for the defenders of the table.
    win
        The win probability that justifies an attack.

    Returns
    -------
    RuleErrors
        The numbers of right and wrong decisions.

    Examples
    --------
    >>> from gametheory.games.battle.table import odds_table
    >>> table = odds_table(100, 100)
    >>> errors = evaluate_rule(table, next(decision_rules(table)))
    >>> errors.false_attacks, errors.attacks, errors.forces
    (0, 2990, 10000)
    """
    enough = win_probability_at_least(table, win)[1:, 1:]
    attacks = np.arange(1, len(table.win))[:, None] >= np.array(rule.minimum)
    false_attacks, missed_attacks = int((attacks & ~enough).sum()), int((enough & ~attacks).sum())
    return RuleErrors(rule, win, enough.size, int(attacks.sum()), false_attacks, missed_attacks)
