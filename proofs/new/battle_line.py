r"""How many attackers make a battle even: the line $a = r d$ with $r^2 = q/p$, and its second term."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import sqrt
from typing import NamedTuple

from _game_claim import game_claim
from battle.shared import COLORS
from sympy import Eq, evaluate, symbols

from gametheory.claims import Verdict, argue, check_all, claim
from gametheory.claims.evidence import Figure, Table, Text
from gametheory.games.battle import Battle
from gametheory.games.battle.decisions import break_even_points, odds_table
from gametheory.games.battle.rules import Position, survivor_distribution
from gametheory.prove.argument import Step
from gametheory.prove.smt import compose, obligation
from gametheory.render.charts import Panel, Series, axis, plot

LINE = "what is new, the battle"
HALF = Fraction(1, 2)
# p, q and r with r^2 p = q.
RATIONAL = (
    (HALF, HALF, Fraction(1)),
    (Fraction(4, 5), Fraction(1, 5), HALF),
    (Fraction(1, 4), Fraction(9, 16), Fraction(3, 2)),
)
PLAIN, DEEP, FIRST = 200, 600, 10
NEAR = 0.4  # armies, times the square root of 1/d
ROUNDING = 1e-6  # of the interpolated crossing; the table is accurate to 1e-11, and the slope is above 0.01


class Hits(NamedTuple):
    """The hit probabilities of an attacker and of a defender."""

    p: Fraction
    q: Fraction

    @property
    def kappa(self) -> float:
        """The second term of even odds, by the statement."""
        root_p, root_q = sqrt(self.p), sqrt(self.q)
        x = root_p * root_q
        return (root_p - root_q) * (x**3 + 3 * x**2 + x - 3) / (3 * root_p * (1 - x) * (x**2 + 3 * x + 4))


PAIRS = (
    Hits(Fraction(3, 5), Fraction(7, 10)),
    Hits(HALF, HALF),
    Hits(HALF, Fraction(2, 3)),
    Hits(Fraction(3, 10), Fraction(7, 10)),
    Hits(Fraction(1, 3), Fraction(1, 4)),
)


def wasted(armies: int, shooters: int, hits: Fraction) -> Fraction:
    """Return the mean number of hits that find no army left."""
    never = shooters + 1  # as many armies as that are never all hit
    left, alive = (
        sum(
            (probability * count for count, probability in survivor_distribution(number, shooters, hits).items()),
            hits * 0,
        )
        for number in (armies, never)
    )
    return left - (armies - never) - alive


def is_multiplied(a: int, d: int, p: Fraction, q: Fraction, r: Fraction) -> bool:
    """Return whether a - r d grows by 1 + r p in the mean, up to the wasted hits, by the code of the rules."""
    after = Battle(a, d, p, q).after(Position(a, d)).items()
    mean = sum(probability * (position.attackers - r * position.defenders) for position, probability in after)
    return mean == (1 + r * p) * (a - r * d) + wasted(a, d, q) - r * wasted(d, a, p)


@game_claim(
    "NEW.martingale",
    r"With $r^2 = q/p$ a turn multiplies the mean of $a - r d$ by $1 + r p$: "
    r"$E[a' - r d'] = (1 + r p)(a - r d) + w_a - r w_d$. Here $w_a$ and $w_d$ are the mean numbers of hits that find "
    "no army left. They are 0 without more shooters than targets, so for $a = d$ both are 0.",
    LINE,
    theorems=[
        "battle/Martingale.martingale",
        "battle/Martingale.mean_attackers",
        "battle/Martingale.mean_defenders",
        "battle/Martingale.none_wasted",
    ],
)
def grows() -> Verdict:
    return check_all(
        product(range(1, 9), range(1, 9), RATIONAL),
        lambda case: is_multiplied(case[0], case[1], *case[2]),
        "a, d ≤ 8 and three pairs p, q with a rational r, by the code of the rules",
        None,
        Text(
            "The theorem is about rational $r$. The means of $a'$ and of $d'$ alone are theorems as well, for all $p$ "
            "and $q$; they give the sentence for every $r$."
        ),
    )


# fmt: off
p, q, r, a, d, k, total = symbols("p q r a d k total")
with evaluate(False):
    HITS = (p > 0, p <= 1, q > 0, q <= 1, r > 0, Eq(r**2 * p, q))
    ARMIES = (a >= 0, d >= 0)
    GEOMETRIC = Eq(total * (1 + r * p)**2, 1 + total)
    STEPS = (
        Step("a turn without rounding multiplies the mean of a - r d", obligation(
            "battle line, mean", HITS, Eq((a - q * d) - r * (d - p * a), (1 + r * p) * (a - r * d)))),
        Step("and has at most the variance q (a + d)", obligation(
            "battle line, variance", (*HITS, *ARMIES), d * q * (1 - q) + r**2 * a * p * (1 - p) <= q * (a + d))),
        Step("the sum of all (1 + r p)^(-2t), t >= 1", obligation(
            "battle line, sum", (*HITS, GEOMETRIC), Eq(total * (r * p * (2 + r * p)), 1))),
    )
# fmt: on


@claim(
    "NEW.chebyshev",
    r"For $0 < p, q \le 1$, $r^2 = q/p$ and $a > r d$ the attacker loses with probability at most "
    r"$\frac{q (a + d)}{\rho (2 + \rho)(a - r d)^2}$, $\rho = \sqrt{pq}$. With $a = r d + K \sqrt d$ this is at most "
    r"$\frac{q(1 + r + K)}{\rho(2 + \rho)} \cdot \frac1{K^2}$.",
    LINE,
    uses=["NEW.martingale"],
)
def chebyshev() -> Verdict:
    settings = {"armies of some turn": ARMIES, "the sum over all later turns": (GEOMETRIC,)}
    return argue(
        lambda: compose(HITS, STEPS, settings),
        Text(
            "Let hits be counted also if no army is left, in the last turn alone. Then $M_t = (a_t - r d_t)"
            "(1 + r p)^{-t}$ is a martingale, stopped at the end of the battle, which comes with probability 1. Armies "
            "never increase, so by the second step turn $t$ adds at most $q(a + d)(1 + r p)^{-2t}$ to its variance. By "
            "the third step all turns add at most $q(a + d)/(\\rho(2 + \\rho))$, since $r p = \\rho$. If the attacker "
            "has lost, no attacker and some defender is left, so $M \\le 0$: it is at least $a - r d$ below its mean. "
            "Chebyshev's inequality bounds this probability. For $d \\ge 1$, $a + d \\le (1 + r + K) d$."
        ),
        bounded_table(),
    )


def bounded_table() -> Table:
    """Return the bound and the exact probability for p = 0.6, q = 0.7."""
    hits = Fraction(3, 5), Fraction(7, 10)
    ratio, product_root = sqrt(hits[1] / hits[0]), sqrt(hits[0] * hits[1])
    table, lines = odds_table(160, 100, None, *hits), []
    for attackers, defenders in ((16, 10), (70, 50), (80, 50), (130, 100), (150, 100)):
        ahead = attackers - ratio * defenders
        bound = float(hits[1]) * (attackers + defenders) / (product_root * (2 + product_root) * ahead**2)
        lines.append((attackers, defenders, f"{bound:.3f}", f"{table.lose[attackers, defenders]:.2g}"))
    caption = "p = 0.6, q = 0.7: the bound is far from sharp, and needs no table."
    return Table(("attackers", "defenders", "loses at most", "loses"), lines, caption)


@cache
def surplus(hits: Hits, most: int) -> Mapping[int, float]:
    """Return the attackers beyond r d for even odds, interpolated, against each number of defenders."""
    ratio = sqrt(hits.q / hits.p)
    table = odds_table(int(ratio * most) + 20, most, None, *hits)
    return {round(defenders): attackers - ratio * defenders for attackers, defenders in break_even_points(table)}


@claim(
    "NEW.kappa",
    r"A battle is even at $a = r d + \kappa + O(d^{-1/2})$, interpolated between whole armies, with "
    r"$\kappa = \frac{(\sqrt p - \sqrt q)(\rho^3 + 3\rho^2 + \rho - 3)}{3\sqrt p\,(1 - \rho)(\rho^2 + 3\rho + 4)}$ and "
    r"$\rho = \sqrt{pq}$. Verified: the difference is at most $0.4/\sqrt d$ for five pairs $p, q$. The limit is a "
    "conjecture of 25 November 2026.",
    LINE,
)
def kappa(deep: bool = False) -> Verdict:
    most = DEEP if deep else PLAIN
    return check_all(
        product(range(len(PAIRS)), range(FIRST, most + 1)),
        lambda case: is_near(surplus(PAIRS[case[0]], most)[case[1]] - PAIRS[case[0]].kappa, case[1]),
        f"five pairs p, q, by number, against {FIRST} to {most} defenders",
        lambda case: f"even odds at {surplus(PAIRS[case[0]], most)[case[1]]:.5f} beyond r d",
        surplus_figure(most),
        Table(
            ("p", "q", "kappa", f"beyond r d, d = {most}"),
            [(str(each.p), str(each.q), f"{each.kappa:.6f}", f"{surplus(each, most)[most]:.6f}") for each in PAIRS],
            "The second term, and what the table of odds has. No extrapolation is made.",
        ),
    )


def is_near(difference: float, defenders: int) -> bool:
    """Return whether a difference is at most the stated multiple of the square root of 1/d."""
    return abs(difference) + ROUNDING <= NEAR / sqrt(defenders)


def surplus_figure(most: int) -> Figure:
    """Draw the attackers beyond r d, less kappa, times the square root of d."""
    series = [
        Series(
            f"{hits.p}, {hits.q}",
            [(d, (value - hits.kappa) * sqrt(d)) for d, value in surplus(hits, most).items() if d >= FIRST],
            color,
        )
        for hits, color in zip(PAIRS, COLORS, strict=False)
    ]
    caption = "Even odds beyond r d + kappa, times the square root of d, for four pairs p, q: bounded, it seems."
    panel = Panel("", axis("defenders", 0, most), axis("(a − r d − kappa) √d", -NEAR, 0.1), series)
    return Figure(plot("The second term of even odds", [panel], caption), caption)
