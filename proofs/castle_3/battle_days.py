r"""Section 2.a: the number of days to kill all defenders, (def) to (7)."""

from __future__ import annotations

from _game_claim import game_claim
from _rules_on_symbols import same
from sympy import evaluate

from gametheory.claims import Verdict, claim, open_
from gametheory.claims.derivation_formulas import derivation
from gametheory.games.castle import Volley

from . import golden, lines
from .formulas import BATTLE_DAYS
from .steps import Part, argued, iff, legal, lines_of, proved, step, text, the_code, wave
from .sweeps import ceiling_is_least, rounding
from .symbols import A, C, c, d, dist, factor, k, n, other, w, x, y

DAYS_OF_BATTLE = "number of days to kill all defenders"

# fmt: off
with evaluate(False):
    BOTH_LAST = (y > n, 2 * n - y >= 1)
    BATTLE_DAY = Part(
        [
            wave("row def", "after the fall of the castle: d - s defenders are left alive, and shoot",
                 (n >= 1, *BOTH_LAST, d >= 1), (n, y, 0), Volley(0, n), (2 * n - y, y - n, 0)),
        ],
    )
    _DISTANCE = (A > 0, w > 0, same(dist * w * A, other - A * A * factor))
    _CEILING = (k >= factor, k < factor + 1, c >= factor)
    ROUNDED_UP = Part(
        [
            step("row eq6", "d_k <= 0 exactly when phi^(4k) (n - x phi) >= n + x/phi; A = phi^(2k), brackets u and v_",
                 _DISTANCE, iff(dist <= 0, A * A * factor >= other)),
            step("row eq6 log", "… the least whole k at or above a number is its ceiling", _CEILING, c >= k),
        ],
        {
            "the defenders d_k by Binet's formula": _DISTANCE,
            "the ceiling k of a number u, and another whole number at or above it": _CEILING,
        },
    )
    FALL = step("row eq7", "the castle falls without a wasted shot: dpw - (n - c) are left alive",
                (n >= 1, d >= 1, C >= 1, legal(n, d, C, x, 0), n - (d - x) <= C), same(x, C + d - n))
# fmt: on


def battle_row(name: str, formula: str) -> Verdict:
    """Return the verdict on (def) or (sold): the printed steps, the induction, and a day of battle by the rules."""
    printed = lines.battle_steps()
    joined = text(f"By induction for all $i$: {formula}.")
    return argued(
        (n >= 1, d >= 1, *BOTH_LAST), [Part(lines_of(f"row {name}", printed)), BATTLE_DAY], *derivation(printed), joined
    )


@game_claim(
    "CD3.def",
    "After the castle falls on day $q$, day $q + i + 1$ begins with $x F_{2i+1} - n F_{2i}$ defenders; with the five "
    "lines printed before it.",
    DAYS_OF_BATTLE,
    uses=["CD3.lemma.battle"],
    theorems=["castle/BattleRows.cd3_def_sold"],
)
def defenders_by_day() -> Verdict:
    return battle_row("def", r"$d_{q+i+1} = x F_{2i+1} - n F_{2i}$, while both sides survive")


@game_claim(
    "CD3.sold",
    "After the castle falls on day $q$, day $q + i + 1$ begins with $n F_{2i+1} - x F_{2i+2}$ soldiers.",
    DAYS_OF_BATTLE,
    uses=["CD3.lemma.battle"],
    theorems=["castle/BattleRows.cd3_def_sold"],
)
def soldiers_by_day() -> Verdict:
    return battle_row("sold", r"$s_{q+i+1} = n F_{2i+1} - x F_{2i+2}$, while both sides survive")


@claim(
    "CD3.binet",
    r"$F_p = (\varphi^p - (-\varphi)^{-p})/\sqrt{5}$ with $\varphi = (1 + \sqrt{5})/2$.",
    DAYS_OF_BATTLE,
    theorems=["castle/PhiNumbers.cd3_binet", "castle/PhiNumbers.cd3_binet_root"],
)
def binet() -> Verdict:
    joined = text("Two values and the recursion $F_{p+2} = F_{p+1} + F_p$ determine $F_p$.")
    return argued((), [Part(lines_of("row binet", golden.BINET))], *derivation(golden.BINET), joined)


@claim(
    "CD3.kzero",
    r"$x F_{2k+1} - n F_{2k} = 0$ exactly when $\varphi^{4k}(n - x\varphi) = n + x\varphi^{-1}$, that is $4k + "
    r"\log_\varphi (n - x\varphi) = \log_\varphi (n + x\varphi^{-1})$.",
    DAYS_OF_BATTLE,
    uses=["CD3.binet"],
    theorems=["castle/PhiNumbers.cd3_kzero_binet", "castle/PhiNumbers.cd3_kzero"],
)
def no_defender_left() -> Verdict:
    condition = text(
        r"The logarithms exist for $-n\varphi < x$ and $x\varphi < n$; $\log_\varphi \varphi^{4k} u = 4k + "
        r"\log_\varphi u$.",
    )
    return argued((), [Part(lines_of("row kzero", golden.KZERO))], *derivation(golden.KZERO), condition)


@game_claim(
    "CD3.eq6",
    rf"$k = {BATTLE_DAYS}$, rounded up because the "
    "number of defenders may pass zero between two days.",
    DAYS_OF_BATTLE,
    uses=["CD3.kzero", "CD3.lemma.battle"],
    theorems=["castle/Logarithm.cd3_eq6", "castle/Logarithm.cd3_eq6_none_left"],
)
def logarithm_rounded_up() -> Verdict:
    exact, doubles = ceiling_is_least(200), rounding(200)
    if exact.failures or doubles.first is None:
        return open_(f"(6) differs from the least k: {exact}; in doubles: {doubles}")
    first = f"{doubles.first.s} defenders against {doubles.first.n} soldiers"
    return argued(
        (),
        [ROUNDED_UP],
        text(
            r"$d_k = x F_{2k+1} - n F_{2k} \le 0$ exactly when $\varphi^{4k}(n - x\varphi) \ge n + x\varphi^{-1}$, "
            r"since $\varphi^{4k}$ grows with $k$, the least such whole $k$ is the ceiling; for $x \le 0$ take "
            r"$\max(0, k)$. Also checked in whole numbers for all x φ < n <= 200.",
        ),
        text(
            f"As a formula for a computer it is unreliable: in double precision it is wrong for {doubles.failures:,} "
            f"of {doubles.cases:,} pairs with n <= 200, by a day too many or too few where the quotient is an exact "
            f"power of φ^4 (first: {first}; 10/43/8 is one, with 5 against 10). The Fibonacci comparison of (def) "
            "needs no logarithm.",
        ),
    )


@game_claim(
    "CD3.eq7",
    r"$n$ soldiers against $\mathit{dpw}$ defenders fell a castle with $c_q$ points at the start of the day: "
    r"$x = \mathit{dpw} - (n - c_q) = c_q + \mathit{dpw} - n$ defenders are left alive.",
    DAYS_OF_BATTLE,
    uses=["CD3.lemma.rules"],
    theorems=["castle/RulesRows.cd3_eq7"],
)
def left_alive() -> Verdict:
    return proved([FALL, *the_code()])
