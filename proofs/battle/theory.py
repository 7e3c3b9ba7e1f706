"""Two facts about battles, proved for all numbers: the square law without randomness, and battles against one army."""

from __future__ import annotations

from sympy import Eq, evaluate, symbols

from gametheory.claims import Correction, Verdict, prove
from gametheory.claims.evidence import Formula, Text
from gametheory.prove.smt import Obligation

a, d, p, q, t, now, before = symbols("a d p q t now before")
with evaluate(False):
    PROBABILITIES = (p > 0, p <= 1, q > 0, q <= 1)
    AHEAD = (*PROBABILITIES, a > 0, d > 0, p * a**2 > q * d**2)

    SQUARE_LAW = (
        Obligation(
            "battle without chance, the square law",
            (),
            Eq(p * (a - q * d) ** 2 - q * (d - p * a) ** 2, (1 - p * q) * (p * a**2 - q * d**2)),
        ),
        Obligation("battle without chance, the stronger side stands", AHEAD, a - q * d > 0),
        Obligation("battle without chance, a turn that leaves both", (*AHEAD, d - p * a > 0), p * q < 1),
        Obligation(
            "battle without chance, the gain of a turn",
            (),
            Eq(d * (a - q * d) - (d - p * a) * a, p * a**2 - q * d**2),
        ),
    )
    ONE_DEFENDER = (
        Obligation(
            "battle against one defender, one attacker more",
            (t >= 0, t <= 1, q >= 0, q <= 1, t * (1 - q) < 1, Eq(now, t * ((1 - q) * now + q * before))),
            Eq(now * (1 - t * (1 - q)), q * t * before),
        ),
        Obligation(
            "battle of one attacker, one defender more",
            (t >= 0, t <= 1, p >= 0, p <= 1, t * (1 - p) < 1, Eq(now, t * ((1 - p) * now + p * before))),
            Eq(now * (1 - t * (1 - p)), p * t * before),
        ),
        Obligation(
            "battle of one attacker, one defender",
            (p >= 0, p <= 1, q >= 0, q <= 1, (1 - p) * (1 - q) < 1, Eq(now, p + (1 - p) * (1 - q) * now)),
            Eq(now * (1 - (1 - p) * (1 - q)), p),
        ),
    )


def square_law() -> Correction:
    """Return the proved statement about battles in which every turn kills exactly the average."""
    verdict = prove(
        SQUARE_LAW,
        Text(
            "Without randomness a turn leads from $a$ and $d$ to $a' = a - q d$ and $d' = d - p a$. The first "
            "obligation says that $p a^2 - q d^2$ becomes $(1 - p q)$ times itself. Let it be positive. Then $a' > 0$ "
            "(second), and if $d' > 0$ too, then $p q < 1$ (third), so that the attacker is still ahead. By the "
            "fourth, $d/a$ falls in such a turn by $(p a^2 - q d^2)/(a a')$, which is at least $p - q (d/a)^2$, and "
            "that grows as $d/a$ falls. So $d'$ is 0 or less after finitely many turns. With the sides exchanged the "
            "same is true for the defender."
        ),
    )
    return Correction(
        r"Without randomness, if each side kills exactly the average, the attacker wins whenever $p a^2 > q d^2$, and "
        r"the defender whenever $p a^2 < q d^2$. The relevant ratio is $\sqrt{q/p}$, not $q/p$.",
        verdict,
    )


def one_defender(*evidence: Text | Formula) -> Verdict:
    """Return the verdict on the closed forms against one defender and for one attacker."""
    return prove(
        ONE_DEFENDER,
        Formula(
            r"P(\text{lose from } (A, 1)) = \prod_{a=1}^{A} \frac{q x^a}{1 - y x^a}, \qquad P(\text{win from } (1, "
            r"D)) = \frac{p}{1 - x y} \prod_{d=2}^{D} \frac{p y^d}{1 - x y^d}",
            True,
            "with x = 1 − p and y = 1 − q",
        ),
        Text(
            "Induction over the armies. From $(a, 1)$ the attacker can lose only if all $a$ miss, with probability "
            "$x^a$; then the one defender either misses too, and nothing changes, or hits. So the probability of "
            "losing satisfies $L_a = x^a (y L_a + q L_{a-1})$ with $L_0 = 1$, and the first obligation, with $t = "
            "x^a$, is the step. From $(1, d)$ with $d > 1$ the attacker must not be hit, with probability $y^d$: $W_d "
            "= y^d (x W_d + p W_{d-1})$, the second, with $t = y^d$. The third is $(1, 1)$, where both may die in the "
            "same turn and the attacker has won."
        ),
        *evidence,
    )
