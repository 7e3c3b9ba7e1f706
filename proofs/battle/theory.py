"""Two facts about battles, for all numbers: the square law without randomness, and battles against one army."""

from __future__ import annotations

from sympy import Eq, evaluate

from gametheory.claims import Correction, Verdict, argue
from gametheory.claims.evidence import Formula, Text
from gametheory.prove.argument import Step
from gametheory.prove.smt import compose, obligation

from .relations import battle_outcome, battle_turns
from .symbols import PROBABILITIES, a, before, d, e, now, p, q, r, t

# fmt: off
with evaluate(False):
    AHEAD = (p > 0, p <= 1, q > 0, q <= 1, a > 0, d > 0, p * a**2 > q * d**2)
    RATIO = (Eq(r * a, d), Eq(e, p - q * r**2))
    BOUND = (e > 0, q * r**2 + e <= p, d <= r * a)
    FALLS = d - p * a <= (r - e) * (a - q * d)

    SQUARE_LAW = (
        Step("a turn multiplies p a^2 - q d^2 by 1 - p q", obligation(
            "battle without chance, the square law", (),
            Eq(p * (a - q * d) ** 2 - q * (d - p * a) ** 2, (1 - p * q) * (p * a**2 - q * d**2)))),
        Step("for r = d/a, the number e = p - q r^2 is positive", obligation(
            "battle without chance, the bound at the start", (*AHEAD, *RATIO), e > 0)),
        Step("the bound r is positive", obligation(
            "battle without chance, the ratio is positive", (a > 0, d > 0, d <= r * a), r > 0)),
        Step("and q r is less than 1", obligation(
            "battle without chance, q r", (*AHEAD[1:4], *BOUND[:2], r > 0), q * r < 1),
            ("battle without chance, the ratio is positive",)),
        Step("the attacker loses at most q r a", obligation(
            "battle without chance, losses", (q > 0, d <= r * a), q * d <= q * r * a)),
        Step("so the attacker stands after the turn", obligation(
            "battle without chance, the stronger side stands", (a > 0, q * r < 1, q * d <= q * r * a), a - q * d > 0),
            ("battle without chance, q r", "battle without chance, losses")),
        Step("the attackers hit at least (q r^2 + e) a", obligation(
            "battle without chance, hits", (a > 0, q * r**2 + e <= p), (q * r**2 + e) * a <= p * a)),
        Step("q r times r a - d is not negative", obligation(
            "battle without chance, q r times the ratio", (q > 0, r > 0, d <= r * a), q * r * (r * a - d) >= 0),
            ("battle without chance, the ratio is positive",)),
        Step("e times the losses of the attacker are positive", obligation(
            "battle without chance, e times the losses", (q > 0, d > 0, e > 0), e * q * d > 0)),
        Step("so in the turn the ratio of the armies falls by at least e", obligation(
            "battle without chance, the ratio falls",
            (d <= r * a, (q * r**2 + e) * a <= p * a, q * r * (r * a - d) >= 0, e * q * d > 0), FALLS),
            ("battle without chance, hits", "battle without chance, q r times the ratio",
             "battle without chance, e times the losses")),
        Step("r - e bounds the next ratio, with the same e", obligation(
            "battle without chance, the bound stays", (q > 0, *BOUND[:2], r > e), q * (r - e) ** 2 + e <= p)),
        Step("once r is at most e, the turn leaves no defender", obligation(
            "battle without chance, the last turn", (r <= e, a - q * d > 0, FALLS), d - p * a <= 0),
            ("battle without chance, the stronger side stands", "battle without chance, the ratio falls")),
    )

    HITS = (*PROBABILITIES, (1 - p) * (1 - q) < 1)
    ALL_MISS, ALL_MISS_THE_ATTACKER = (t >= 0, t <= 1 - p), (t >= 0, t <= 1 - q)
    LOSES, WINS = (Eq(now, t * ((1 - y) * now + y * before)) for y in (q, p))
    ONE_ARMY_EACH = Eq(now, p + (1 - p) * (1 - q) * now)
    ONE_DEFENDER = (
        Step("against one defender, a turn is not always without a hit", obligation(
            "battle against one defender, some hit", (*HITS, *ALL_MISS), t * (1 - q) < 1)),
        Step("so the probability of losing with one attacker more is a product", obligation(
            "battle against one defender, one attacker more",
            (*PROBABILITIES[2:], *ALL_MISS, t * (1 - q) < 1, LOSES), Eq(now * (1 - t * (1 - q)), q * t * before)),
            ("battle against one defender, some hit",)),
        Step("the same for one attacker", obligation(
            "battle of one attacker, some hit", (*HITS, *ALL_MISS_THE_ATTACKER), t * (1 - p) < 1)),
        Step("so the probability of winning against one defender more is a product", obligation(
            "battle of one attacker, one defender more",
            (*PROBABILITIES[:2], *ALL_MISS_THE_ATTACKER, t * (1 - p) < 1, WINS),
            Eq(now * (1 - t * (1 - p)), p * t * before)),
            ("battle of one attacker, some hit",)),
        Step("one attacker against one defender", obligation(
            "battle of one attacker, one defender", (*HITS, ONE_ARMY_EACH), Eq(now * (1 - (1 - p) * (1 - q)), p))),
    )
# fmt: on


def square_law() -> Correction:
    """Return the statement about battles in which every turn kills exactly the average, and its argument."""
    settings = {
        "the ratio r of the armies at the start": RATIO,
        "armies a and d of some turn, in a ratio of at most r": BOUND,
    }
    verdict = argue(
        lambda: compose(AHEAD, SQUARE_LAW, settings, [(r > e, r <= e)]),
        Text(
            "Without randomness a turn leads from $a$ and $d$ to $a - q d$ and $d - p a$. By the first step the sign "
            "of $p a^2 - q d^2$ never changes. At the start let $r = d/a$ and $e = p - q r^2$. By induction over the "
            "turns, $r$ less $e$ for each turn bounds the ratio of the armies, and the attacker stands. So after at "
            "most $r/e$ turns, rounded up, no defender is left. With the sides exchanged the same is true for the "
            "defender."
        ),
    )
    return Correction(
        r"Without randomness, if each side kills exactly the average, the attacker wins whenever $p a^2 > q d^2$, and "
        r"the defender whenever $p a^2 < q d^2$. The relevant ratio is $\sqrt{q/p}$, not $q/p$.",
        verdict,
    )


def rules_of_one_army() -> list[Step]:
    """Return that the code of the rules has the chances and the ends of the recurrences."""
    ends = battle_outcome()[0]  # both dead: the attacker wins
    return [*battle_turns(2), ends]


def one_defender() -> Verdict:
    """Return the verdict on the closed forms against one defender and for one attacker."""
    settings = {
        "all attackers miss with probability t": ALL_MISS,
        "the probability of losing, with one attacker more and before": (LOSES,),
        "all defenders miss with probability t": ALL_MISS_THE_ATTACKER,
        "the probability of winning, against one defender more and before": (WINS,),
        "the probability of winning, 1 against 1": (ONE_ARMY_EACH,),
    }
    return argue(
        lambda: compose(HITS, [*ONE_DEFENDER, *rules_of_one_army()], settings),
        Formula(
            r"P(\text{lose from } (A, 1)) = \prod_{a=1}^{A} \frac{q x^a}{1 - y x^a}, \qquad P(\text{win from } (1, "
            r"D)) = \frac{p}{1 - x y} \prod_{d=2}^{D} \frac{p y^d}{1 - x y^d}",
            True,
            "with x = 1 − p and y = 1 − q",
        ),
        Text(
            "Induction over the armies. From $(a, 1)$ the attacker can lose only if all $a$ miss, with probability "
            "$x^a$; then the one defender either misses too, and nothing changes, or hits. So the probability of "
            "losing satisfies $L_a = x^a (y L_a + q L_{a-1})$ with $L_0 = 1$, and with $t = x^a$ the step gives the "
            "next factor. From $(1, d)$ with $d > 1$ the attacker must not be hit, with probability $y^d$: $W_d "
            "= y^d (x W_d + p W_{d-1})$, with $t = y^d$. At $(1, 1)$ both may die in the same turn, and the attacker "
            "has won. The code of the rules has these chances in turns of up to two armies."
        ),
    )
