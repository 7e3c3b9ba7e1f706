r"""How many attackers make a battle even: the line $a = r d$ with $r^2 = q/p$, and its second term."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import log, sqrt
from typing import NamedTuple, TypeAlias

from _game_claim import game_claim
from battle.shared import COLORS
from sympy import Eq, evaluate, symbols

from gametheory.claims import Verdict, argue, check_all, claim
from gametheory.claims.evidence import Figure, Table, Text
from gametheory.games.battle import Battle
from gametheory.games.battle.decisions import break_even_points, odds_table
from gametheory.games.battle.rules import SIDES, Position, survivor_distribution
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
PLAIN, DEEP, LARGEST, FIRST = 200, 600, 2400, 10
NEAR = 0.55  # armies, times d^-gamma
ROOT = 0.4  # armies, times the square root of 1/d
ERROR = 1e-11  # of all odds, by the bound of their table
ROUNDING = 1e-6  # of the interpolated crossing: the slope is above 0.005, and floats of this size are exact to 1e-12


class Hits(NamedTuple):
    """The hit probabilities of an attacker and of a defender, and who wins if both sides are wiped out."""

    p: Fraction
    q: Fraction
    both_dead: str = "attacker"

    @property
    def gamma(self) -> float:
        """The exponent of the third term, by the statement."""
        x = sqrt(self.p * self.q)
        return -log(1 + x) / log(1 - x)

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
    Hits(Fraction(9, 10), Fraction(9, 10)),
    Hits(Fraction(19, 20), Fraction(9, 10)),
    Hits(Fraction(1, 10), Fraction(9, 10)),
)
DRAWN = (0, 1, 5, 7)  # of the pairs


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


CASES = [hits._replace(both_dead=side) for hits in PAIRS for side in SIDES]
Case: TypeAlias = tuple[int, int]  # the number of a pair or of a case, and the defenders


@cache
def surplus(hits: Hits, most: int) -> Mapping[int, float]:
    """Return the attackers beyond r d for even odds, interpolated, against each number of defenders."""
    ratio = sqrt(hits.q / hits.p)
    table = odds_table(int(ratio * most) + 20, most, None, *hits)
    if table.error_bound > ERROR:
        raise ArithmeticError(f"the odds have an error of up to {table.error_bound:.1g}")
    return {round(defenders): attackers - ratio * defenders for attackers, defenders in break_even_points(table)}


def beyond(hits: Hits, defenders: int, most: int) -> float:
    """Return the attackers beyond r d + kappa for even odds, interpolated."""
    return surplus(hits, most)[defenders] - hits.kappa


@claim(
    "NEW.kappa",
    r"A battle is even at $a = r d + \kappa + O(d^{-\gamma})$, interpolated between whole armies, with "
    r"$\kappa = \frac{(\sqrt p - \sqrt q)(\rho^3 + 3\rho^2 + \rho - 3)}{3\sqrt p\,(1 - \rho)(\rho^2 + 3\rho + 4)}$, "
    r"$\rho = \sqrt{pq}$ and $\gamma = -\ln(1 + \rho)/\ln(1 - \rho)$, which is between 0 and 1. Verified: the "
    r"difference is at most $0.55\,d^{-\gamma}$ for eight pairs $p, q$, whoever wins if both are wiped out. The "
    "limit is a conjecture of 25 November 2026, the exponent one of 28 November 2026.",
    LINE,
)
def kappa(deep: bool = False) -> Verdict:
    most = DEEP if deep else PLAIN
    cases = [(number, d, most) for number in range(len(CASES)) for d in range(FIRST, most + 1)]
    if deep:  # p = 0.6, q = 0.7
        cases += [(number, d, LARGEST) for number in (0, 1) for d in range(most + 1, LARGEST + 1)]
    return check_all(
        cases,
        is_near,
        f"eight pairs p, q with both rules, by number, against {FIRST} to {most} defenders, deep also two against "
        f"{LARGEST:,}; all floats of a table have an error below 1e-11",
        lambda case: f"even odds at {beyond(CASES[case[0]], *case[1:]):.5f} beyond r d + kappa",
        surplus_figure(most),
        gamma_table(most),
        Text(WHY_GAMMA),
    )


def is_near(case: tuple[int, int, int]) -> bool:
    """Return whether even odds are at most the stated distance from r d + kappa."""
    number, defenders, most = case
    hits = CASES[number]
    largest: float = NEAR * defenders**-hits.gamma
    return abs(beyond(hits, defenders, most)) + ROUNDING <= largest


WHY_GAMMA = (
    "Where the exponent comes from; this is no proof. A turn multiplies the lead $a - r d$ by $1 + \\rho$ in the "
    "mean, and the number of armies by $1 - \\rho$. Chance adds an error of the order of the root of this number. "
    "So each turn multiplies the probability that the battle is still even by about $\\sqrt{1-\\rho}/(1+\\rho)$. "
    "When only a few armies are left it is of the order $d^{-1/2-\\gamma}$. How small battles end, and who wins if "
    "both sides are wiped out, shifts the odds by that much. One army more shifts them by $d^{-1/2}$. The "
    "expansion by cumulants does not see the end. It is unchanged if the lead and the root of the armies change "
    "sign together, so its next term after $\\kappa$ is of order $1/d$. This is smaller. The factor of "
    "$d^{-\\gamma}$ depends on all small battles, and seems to oscillate with $\\ln d$ with period $-\\ln(1-\\rho)$. "
    "We know no closed form of it."
)


def gamma_table(most: int) -> Table:
    """Return the distances at the largest number of defenders."""
    rows = []
    for hits in CASES:
        distance = beyond(hits, most, most)
        scaled = distance * most**hits.gamma
        rows.append(
            (
                str(hits.p),
                str(hits.q),
                hits.both_dead,
                f"{hits.kappa + 0:.6f}",
                f"{hits.gamma:.4f}",
                f"{distance:.6f}",
                f"{scaled:.4f}",
            )
        )
    return Table(
        ("p", "q", "if both are wiped out", "kappa", "gamma", f"beyond r d + kappa, d = {most}", "times d^gamma"),
        rows,
        "The second term, and what the table of odds has. No extrapolation is made.",
    )


@claim(
    "NEW.kappa.root",
    r"Conjecture (failed): the battle is even at most $0.4/\sqrt d$ armies from $r d + \kappa$, for all $p$ and $q$.",
    LINE,
)
def root() -> Verdict:
    return check_all(
        product(range(len(PAIRS)), range(FIRST, PLAIN + 1)),
        is_near_by_root,
        f"eight pairs p, q, by number, against {FIRST} to {PLAIN} defenders",
        lambda case: (
            f"p = {PAIRS[case[0]].p}, q = {PAIRS[case[0]].q}, {case[1]} defenders: even odds are "
            f"{beyond(PAIRS[case[0]], case[1], PLAIN):.4f} beyond r d + kappa"
        ),
    )


def is_near_by_root(case: Case) -> bool:
    """Return whether the distance is at most the multiple of the square root of 1/d, or may be by rounding."""
    number, defenders = case
    return abs(beyond(PAIRS[number], defenders, PLAIN)) - ROUNDING <= ROOT / sqrt(defenders)


def surplus_figure(most: int) -> Figure:
    """Draw the attackers beyond r d + kappa, times d^gamma."""
    series = []
    for number, color in zip(DRAWN, COLORS, strict=True):
        hits = PAIRS[number]
        points = [(d, beyond(hits, d, most) * d**hits.gamma) for d in range(FIRST, most + 1)]
        series.append(Series(f"{hits.p}, {hits.q}", points, color))
    caption = "Even odds beyond r d + kappa, times d^gamma, for four pairs p, q: bounded, it seems, with waves in ln d."
    panel = Panel("", axis("defenders", 0, most), axis("(a − r d − kappa) d^γ", -NEAR, 0), series)
    return Figure(plot("The third term of even odds", [panel], caption), caption)
