r"""The odds of a battle as a table: log-concave in both armies, and totally positive.

$W(a, d)$ is the probability that $a$ attackers beat $d$ defenders.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import NamedTuple, TypeAlias

from _game_claim import game_claim
from flint import fmpq, fmpq_mat

from gametheory.claims import Verdict, check_all, claim
from gametheory.claims.evidence import Table, Text
from gametheory.games.battle.rules import SIDES

SHAPE = "what is new, the battle"
MOST, DENOMINATOR = 8, 5
LARGE, LARGE_PAIRS = 26, ((fmpq(3, 5), fmpq(7, 10)), (fmpq(1, 2), fmpq(1, 2)))
Odds: TypeAlias = list[list[fmpq]]  # by attackers and defenders, from 0 on


class Rules(NamedTuple):
    """The hit probabilities, and the side that wins if both are wiped out in the same turn."""

    p: fmpq
    q: fmpq
    both_dead: str


def probabilities(most: int) -> list[fmpq]:
    """Return the numbers above 0 and up to 1 with denominators up to `most`, simplest first.

    >>> [str(number) for number in probabilities(3)]
    ['1', '1/2', '1/3', '2/3']
    """
    numbers = {fmpq(above, below) for below in range(1, most + 1) for above in range(1, below + 1)}
    return sorted(numbers, key=lambda number: (number.q, number.p))


def all_rules(most: int) -> list[Rules]:
    """Return both rules with all pairs of these numbers."""
    numbers = probabilities(most)
    return [Rules(p, q, side) for p in numbers for q in numbers for side in SIDES]


@cache
def odds(rules: Rules, most: int) -> Odds:
    """Return the exact probabilities that the attacker wins, up to a number of armies on each side."""
    attack = [hits(shooters, rules.p) for shooters in range(most + 1)]
    defense = [hits(shooters, rules.q) for shooters in range(most + 1)]
    table = [[fmpq(int(not d)) for d in range(most + 1)] for _ in range(most + 1)]
    table[0][0] = fmpq(int(rules.both_dead == "attacker"))
    for a in range(1, most + 1):
        for d in range(1, most + 1):
            # A turn without a hit leads back: its share is 0 until the division.
            table[a][d] = fmpq(0)
            mean = fmpq(0)
            for lost, probability in enumerate(defense[d]):
                row = table[max(a - lost, 0)]
                mean += probability * sum((y * row[max(d - hit, 0)] for hit, y in enumerate(attack[a])), fmpq(0))
            table[a][d] = mean / (1 - attack[a][0] * defense[d][0])
    return table


def hits(shooters: int, probability: fmpq) -> list[fmpq]:
    """Return the probabilities of 0, 1, ... hits."""
    return [comb(shooters, k) * probability**k * (1 - probability) ** (shooters - k) for k in range(shooters + 1)]


def is_log_concave(table: Odds) -> bool:
    """Return whether the three inequalities are true in a table."""
    size = range(1, len(table))
    inner = size[:-1]
    in_a = all(table[a][d] ** 2 >= table[a - 1][d] * table[a + 1][d] for a in inner for d in size)
    in_d = all(table[a][d] ** 2 >= table[a][d - 1] * table[a][d + 1] for a in size for d in inner)
    return in_a and in_d and all(minor(table, a - 1, d - 1, 2) >= 0 for a in size for d in size)


def minor(table: Odds, a: int, d: int, order: int) -> fmpq:
    """Return the determinant of neighboring rows and columns from a, d on."""
    return fmpq_mat([row[d : d + order] for row in table[a : a + order]]).det()


@claim(
    "NEW.concave",
    r"Conjecture of 28 November 2026. Let $W(a, d)$ be the probability that $a$ attackers beat $d$ defenders in the "
    r"end. For $0 < p, q \le 1$, whoever wins if both are wiped out, "
    r"$W(a,d)^2 \ge W(a-1,d)\,W(a+1,d)$ and $W(a,d)^2 \ge W(a,d-1)\,W(a,d+1)$ for $a, d \ge 1$, and "
    r"$W(a,d)\,W(a+1,d+1) \ge W(a+1,d)\,W(a,d+1)$ for $a, d \ge 0$.",
    SHAPE,
)
def concave(deep: bool = False) -> Verdict:
    large = [(Rules(p, q, side), LARGE) for p, q in LARGE_PAIRS for side in SIDES] if deep else []
    small = [(rules, MOST) for rules in all_rules(DENOMINATOR)]
    cases = small + large
    return check_all(
        range(len(cases)),
        lambda index: is_log_concave(odds(*cases[index])),
        f"by number, all p, q with denominators up to {DENOMINATOR} and both rules, a, d ≤ {MOST}; "
        f"deep: two pairs p, q with a, d ≤ {LARGE}; in rationals",
        lambda index: f"{cases[index][0]}",
        Text(
            "The first says that each further attacker multiplies the chance by less than the one before. The last "
            "says that this factor grows with the number of defenders."
        ),
        small_table(),
    )


def small_table() -> Table:
    """Return the odds of small battles for p = 3/5, q = 7/10."""
    table = odds(Rules(*LARGE_PAIRS[0], SIDES[0]), 4)
    rows = [(a, *(f"{float(int(w.p) / int(w.q)):.4f}" for w in table[a][1:])) for a in range(1, 5)]
    caption = "The chance that the attacker wins, by attackers (rows) and defenders, p = 0.6, q = 0.7."
    return Table(("a", "d = 1", "d = 2", "d = 3", "d = 4"), rows, caption)


@game_claim(
    "NEW.concave.one",
    r"Against one defender $W(a,1)^2 \ge W(a-1,1)\,W(a+1,1)$, and with one attacker $W(1,d)^2 \ge W(1,d-1)\,W(1,d+1)$, "
    r"for $a, d \ge 1$ and rational $0 \le p, q \le 1$ that are not both 0, whoever wins if both are wiped out.",
    SHAPE,
    theorems=[
        "battle/OneArmyShape.log_concave_one_defender",
        "battle/OneArmyShape.log_concave_one_attacker",
        "battle/Solution.eventual_in_the_end",
        "battle/Recurrence.one_solution",
    ],
)
def one_army() -> Verdict:
    cases = all_rules(DENOMINATOR)
    return check_all(
        range(len(cases)),
        lambda index: is_log_concave_for_one(odds(cases[index], MOST)),
        f"by number, all p, q with denominators up to {DENOMINATOR} and both rules, a, d ≤ {MOST}, in rationals",
        lambda index: f"{cases[index]}",
        Text(
            "With one attacker the quotient $W(1,d+1)/W(1,d) = p y^{d+1}/(1 - x y^{d+1})$ falls with $d \\ge "
            "1$. Against one defender let $a \\ge 2$, $v = W(a,1)$ and $s = x^a$. The recurrence gives "
            "$v(1-ys) = 1 - s + qs\\,W(a-1,1)$. So $qs(1-xys)(v^2 - W(a-1,1)\\,W(a+1,1)) = (1-v)((1-s)(1-xs) - "
            "pqsv)$. Both factors are at least 0, the second by induction: $p\\,v(1-ys) \\le (1-s)^2$. Here $x "
            "= 1 - p$ and $y = 1 - q$."
        ),
    )


def is_log_concave_for_one(table: Odds) -> bool:
    """Return whether the row of one attacker and the column of one defender are log-concave."""
    row = table[1]
    column = [line[1] for line in table]
    return all(
        numbers[i] ** 2 >= numbers[i - 1] * numbers[i + 1] for numbers in (row, column) for i in range(1, len(row) - 1)
    )


@claim(
    "NEW.positive",
    r"Conjecture of 28 November 2026. For $0 < p, q < 1$ the matrix $W(a, d)$, $a, d \ge 1$, is totally positive: all "
    "its minors are positive, whoever wins if both are wiped out.",
    SHAPE,
)
def positive() -> Verdict:
    cases = [rules for rules in all_rules(DENOMINATOR) if max(rules.p, rules.q) < 1]
    return check_all(
        range(len(cases)),
        lambda index: is_totally_positive(odds(cases[index], MOST)),
        f"by number, all p, q < 1 with denominators up to {DENOMINATOR} and both rules, a, d ≤ {MOST}, in rationals",
        lambda index: f"{cases[index]}",
        Text(
            "All minors of a matrix are positive if those are that have neighboring rows and columns and contain the "
            "first row or the first column (Gasca and Peña 1992)."
        ),
    )


def is_totally_positive(table: Odds) -> bool:
    """Return whether all minors without the row and the column of 0 armies are positive, by the initial minors."""
    size = len(table) - 1
    for order in range(1, size + 1):
        ends = range(1, size - order + 2)
        if any(minor(table, 1, d, order) <= 0 for d in ends) or any(minor(table, a, 1, order) <= 0 for a in ends):
            return False
    return True
