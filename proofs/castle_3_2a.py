r"""Castle Defense III: exact mathematics."""

import _castle_lines as lines
from _castle_box import (
    ceiling_is_least,
    earliest_fall,
    false_row,
    hold_days,
    most,
    printed_says_wait,
    rounding,
)
from _castle_claims import corrected, derived, is_2a, line_steps, row, told
from _castle_rows import ROWS
from _castle_soldiers import BEST_DAY

from gametheory import Castle
from gametheory.claims import Verdict, claim, open_
from gametheory.claims.evidence import Evidence
from gametheory.games.castle.closed_form import best_fall_day
from gametheory.games.castle.published_formulas import printed_fall_day
from gametheory.prove.derivation import derivation

DAYS_OF_BATTLE = "number of days to kill all defenders"
DAYS_OF_CASTLE = "number of days to destroy the castle"
A = "CD3.theorem.A"
MISPRINT = "A misprint, the conclusion is right"


def battle_row(name: str, formula: str) -> Verdict:
    """(def) and (sold) by induction, the steps before them, and the day of battle by the rules."""
    more = ROWS["def"]
    return derived(f"row {name}", lines.battle_lines(), told(f"By induction for all $i$: {formula}."), more=more)


@claim(
    "CD3.def",
    "The castle fallen on day $q$, day $q + i + 1$ begins with $x F_{2i+1} - n F_{2i}$ defenders; with the five "
    "lines printed before it.",
    DAYS_OF_BATTLE,
    uses=["CD3.lemma.battle"],
    expected="proved",
)
def defenders_by_day() -> Verdict:
    return battle_row("def", r"$d_{q+i+1} = x F_{2i+1} - n F_{2i}$, while both sides last")


@claim(
    "CD3.sold",
    "… and $n F_{2i+1} - x F_{2i+2}$ soldiers.",
    DAYS_OF_BATTLE,
    uses=["CD3.lemma.battle"],
    expected="proved",
)
def soldiers_by_day() -> Verdict:
    return battle_row("sold", r"$s_{q+i+1} = n F_{2i+1} - x F_{2i+2}$, while both sides last")


@claim(
    "CD3.binet",
    r"$F_p = (\varphi^p - (-\varphi)^{-p})/\sqrt{5}$ with $\varphi = (1 + \sqrt{5})/2$.",
    DAYS_OF_BATTLE,
    expected="proved",
)
def binet() -> Verdict:
    return derived("row binet", lines.BINET, told("Two values and the recursion $F_{p+2} = F_{p+1} + F_p$ fix $F_p$."))


@claim(
    "CD3.kzero",
    r"$x F_{2k+1} - n F_{2k} = 0$ exactly when $\varphi^{4k}(n - x\varphi) = n + x\varphi^{-1}$, that is $4k + "
    r"\log_\varphi (n - x\varphi) = \log_\varphi (n + x\varphi^{-1})$.",
    DAYS_OF_BATTLE,
    uses=["CD3.binet"],
    expected="proved",
)
def no_defender_left() -> Verdict:
    condition = told(
        r"The logarithms exist for $-n\varphi < x$ and $x\varphi < n$; $\log_\varphi \varphi^{4k} u = 4k + "
        r"\log_\varphi u$.",
    )
    return derived("row kzero", lines.KZERO, condition)


@claim(
    "CD3.eq6",
    r"$k = \lceil \frac{1}{4} \log_\varphi \frac{n + x\varphi^{-1}}{n - x\varphi} \rceil$, rounded up because the "
    "number of defenders may pass zero between two days.",
    DAYS_OF_BATTLE,
    uses=["CD3.kzero", "CD3.lemma.battle"],
    expected="proved",
)
def logarithm_rounded_up() -> Verdict:
    exact, doubles = ceiling_is_least(200), rounding(200)
    if exact.failures or doubles.first is None:
        return open_(f"(6) differs from the least k: {exact}; in doubles: {doubles}")
    first = f"{doubles.first.s} defenders against {doubles.first.n} soldiers"
    return row(
        "eq6",
        told(
            r"$d_k = x F_{2k+1} - n F_{2k} \le 0$ exactly when $\varphi^{4k}(n - x\varphi) \ge n + x\varphi^{-1}$, "
            r"since $\varphi^{4k}$ grows with $k$ the least such whole $k$ is the ceiling; for $x \le 0$ take "
            r"$\max(0, k)$. Checked as well, in whole numbers, for all x φ < n <= 200.",
        ),
        told(
            f"As a formula for a computer it is fragile: in double precision it is wrong for {doubles.failures:,} of "
            f"{doubles.cases:,} pairs with n <= 200, by a day too many or too few where the quotient is an exact "
            f"power of φ^4 (first: {first}; 10/43/8 is one, with 5 against 10). The Fibonacci comparison of (def) "
            "needs no logarithm.",
        ),
    )


@claim(
    "CD3.eq7",
    r"The castle, $c_q$ points strong at the start of the day, is felled by $n$ soldiers against $\mathit{dpw}$ "
    r"defenders: $x = \mathit{dpw} - (n - c_q) = c_q + \mathit{dpw} - n$ are left alive.",
    DAYS_OF_BATTLE,
    uses=["CD3.lemma.rules"],
    expected="proved",
)
def left_alive() -> Verdict:
    return row("eq7")


@claim(
    "CD3.eq8",
    "Killing all defenders every day, at the start of the day $q$ on which the castle falls stand $s_q = n$ "
    r"soldiers and $c_q = s - nq + (q-1)\mathit{dpw}$ points; $x_q = s + q\mathit{dpw} - (q+1)n$ are left alive on "
    "it.",
    DAYS_OF_CASTLE,
    uses=["CD3.lemma.rules", "CD3.eq7"],
    expected="corrected",
)
def strength_by_day(deep: bool = False) -> Verdict:
    def first_day_as_printed(n: int, s: int, dpw: int) -> bool:
        return Castle(n, s, dpw).start().strength == s - n

    return false_row(
        is_2a,
        first_day_as_printed,
        lambda n, s, dpw: (
            f"day 1 begins with strength {s}; the formula gives {s - n} for q = 1, which is that of day 2"
        ),
        corrected(
            "$c_q$ is the strength at the start of day $q + 1$: with $t = q + 1$, day $t$ begins with $s - n - "
            r"(t-2)(n - \mathit{dpw})$ points, and $U_t = s + (t-1)\mathit{dpw} - tn$ are left alive when it falls "
            "then.",
            ROWS["eq8"],
        ),
        most(deep),
        *derivation(lines.STRENGTH),
        told("The algebra is right, and so is $s_q = n$; the day is counted one low. Row 2a inherits that."),
        kind="The number of the day is one low",
    )


@claim(
    "CD3.wait",
    "Waiting one more day is faster when the logarithm for the day after, plus 4, is less than that of the day; and "
    r"each step from there to (9): the difference above 4, the quotient above $\varphi^4$, multiplied out.",
    DAYS_OF_CASTLE,
    uses=["CD3.eq6", "CD3.phi", A],
    expected="proved",
)
def when_to_wait() -> Verdict:
    return derived(
        "row wait",
        lines.CROSS,
        told(
            r"Both denominators must be positive: $x_q\varphi < n$ and $n + x_{q+1}\varphi^{-1} > 0$; where "
            r"$x_q\varphi \ge n$ the battle would be lost, and waiting is right. The comparison leaves the ceilings "
            "out. That this does no harm is not argued in the post; Theorem A proves it (A6 to A8).",
        ),
        more=ROWS["wait"],
    )


def misprint(printed: list[lines.Line], where: str, deep: bool, *evidence: Evidence) -> Verdict:
    """A line with the extra phi, judged as the waiting rule it states."""

    def holds(n: int, s: int, dpw: int) -> bool:
        pairs = hold_days(n, s, dpw)
        return all(printed_says_wait(n, x, y) == (x * x + dpw * x > n * dpw) for x, y in pairs)

    def explain(n: int, s: int, dpw: int) -> str:
        x, y = next(
            (x, y) for x, y in hold_days(n, s, dpw) if printed_says_wait(n, x, y) != (x * x + dpw * x > n * dpw)
        )
        printed_word, right_word = ("wait", "fell it now") if printed_says_wait(n, x, y) else ("fell it now", "wait")
        return f"felled today the castle leaves x = {x}, tomorrow {y}: as printed, {printed_word}; right: {right_word}"

    return false_row(
        is_2a,
        holds,
        explain,
        corrected(
            f"${printed[0].right_line.latex}$",
            line_steps(f"row {where}", [*lines.CROSS, *printed]),
            "all values of the symbols",
            *derivation([line.right_line for line in printed]),
        ),
        most(deep),
        *derivation([*lines.CROSS, *printed]),
        *evidence,
        kind=MISPRINT,
    )


@claim(
    "CD3.eq9",
    r"(9) as printed: the third term is $(3\varphi^2 + 2\varphi + \varphi^{-1}) n x_q \varphi$.",
    DAYS_OF_CASTLE,
    uses=["CD3.wait"],
    expected="corrected",
)
def inequality_9(deep: bool = False) -> Verdict:
    return misprint(lines.NINE, "eq9", deep)


@claim(
    "CD3.phi",
    r"$\varphi^4 = (7 + 3\sqrt{5})/2 = 3\varphi + 2$, and the four identities after (9).",
    DAYS_OF_CASTLE,
    expected="proved",
)
def golden_identities() -> Verdict:
    return derived("row phi", lines.GOLDEN)


@claim(
    "CD3.factor",
    r"(9) is $(3\varphi + 1)$ times a bracket whose third term is printed $2 n x_q \varphi$.",
    DAYS_OF_CASTLE,
    uses=["CD3.eq9", "CD3.phi"],
    expected="corrected",
)
def factor(deep: bool = False) -> Verdict:
    return misprint(lines.FACTOR, "factor", deep)


@claim(
    "CD3.eq10",
    r"(10) as printed: $n^2 + n x_{q+1} - 2 n x_q \varphi - x_q x_{q+1} < 0$.",
    DAYS_OF_CASTLE,
    uses=["CD3.factor"],
    expected="corrected",
)
def inequality_10(deep: bool = False) -> Verdict:
    return misprint(
        lines.TEN,
        "eq10",
        deep,
        told("The quadratic that the post finds next follows from the corrected (10), not from this."),
    )


@claim(
    "CD3.eq11",
    r"$x_{q+1} = s + (q+1)\mathit{dpw} - (q+2)n = x_q + \mathit{dpw} - n$.",
    DAYS_OF_CASTLE,
    expected="proved",
)
def one_day_later() -> Verdict:
    return derived("row eq11", lines.ELEVEN, more=ROWS["eq11"])


@claim(
    "CD3.quad",
    r"Waiting pays when $x_q^2 - n\mathit{dpw} + \mathit{dpw}\,x_q > 0$, that is above the positive root.",
    DAYS_OF_CASTLE,
    uses=["CD3.eq10", "CD3.eq11"],
    expected="proved",
)
def quadratic_inequality() -> Verdict:
    note = told(
        r"It follows from the corrected (10); from the printed one it does not, they differ by $n x_q(\sqrt{5} - 1)$."
    )
    return derived("row quad", lines.QUAD, note, more=[*ROWS["10"], *ROWS["quad"]])


@claim(
    "CD3.eq12",
    "The closed form (12) of $q$ is the least number of days in which the soldiers can kill the castle.",
    DAYS_OF_CASTLE,
    uses=["CD3.eq8", "CD3.quad", A],
    expected="corrected",
)
def day_of_the_fall(deep: bool = False) -> Verdict:
    def explain(n: int, s: int, dpw: int) -> str:
        return (
            f"(12) gives {printed_fall_day(n, s, dpw)}; the earliest day on which any play brings the castle down is "
            f"{earliest_fall(Castle(n, s, dpw))}; the fastest win fells it on day {best_fall_day(n, s, dpw)}"
        )

    return false_row(
        is_2a,
        lambda *game: printed_fall_day(*game) == earliest_fall(Castle(*game)),
        explain,
        corrected(
            r"With $q$ replaced by $\max(1, q)$, $T = q + 1$ is the day on which felling the castle makes the whole "
            "win fastest; the castle can often be felled sooner, for a slower win.",
            [*ROWS["eq12"], *BEST_DAY],
        ),
        7 if deep else 5,
        *derivation(lines.TWELVE),
        told(
            "The algebra is right: (12) is the least whole $q$ with $x_q$ at or below the root. But the day is one "
            "low, the number can be 0 or negative, and it is the best day, not the least.",
        ),
    )
