"""Castle Defense III: section 2.a, from the battle after the fall of the castle to (12)."""

from gametheory import Castle
from gametheory.claims import Verdict, claim, open_
from gametheory.claims.derivation_formulas import derivation
from gametheory.claims.evidence import Evidence
from gametheory.games.castle.closed_form import best_fall_day
from gametheory.games.castle.published_formulas import published_fall_day
from gametheory.prove.derivation import DerivationStep

from . import lines
from .boxes import (
    battles_by_fall_day,
    bound_on_n,
    ceiling_is_least,
    check_row,
    earliest_fall,
    published_says_wait,
    rounding,
)
from .rows import OBLIGATIONS
from .soldiers import BEST_DAY
from .verdicts import corrected, derived, is_2a, line_steps, row, text

DAYS_OF_BATTLE = "number of days to kill all defenders"
DAYS_OF_CASTLE = "number of days to destroy the castle"
A = "CD3.theorem.A"
MISPRINT = "A misprint, the conclusion is right"


def battle_row(name: str, formula: str) -> Verdict:
    """Return the verdict on (def) or (sold): the printed steps, the induction, and a day of battle by the rules."""
    more = OBLIGATIONS["def"]
    return derived(f"row {name}", lines.battle_steps(), text(f"By induction for all $i$: {formula}."), more=more)


@claim(
    "CD3.def",
    "After the castle falls on day $q$, day $q + i + 1$ begins with $x F_{2i+1} - n F_{2i}$ defenders; with the five "
    "lines printed before it.",
    DAYS_OF_BATTLE,
    uses=["CD3.lemma.battle"],
    expected="proved",
)
def defenders_by_day() -> Verdict:
    return battle_row("def", r"$d_{q+i+1} = x F_{2i+1} - n F_{2i}$, while both sides survive")


@claim(
    "CD3.sold",
    "… and $n F_{2i+1} - x F_{2i+2}$ soldiers.",
    DAYS_OF_BATTLE,
    uses=["CD3.lemma.battle"],
    expected="proved",
)
def soldiers_by_day() -> Verdict:
    return battle_row("sold", r"$s_{q+i+1} = n F_{2i+1} - x F_{2i+2}$, while both sides survive")


@claim(
    "CD3.binet",
    r"$F_p = (\varphi^p - (-\varphi)^{-p})/\sqrt{5}$ with $\varphi = (1 + \sqrt{5})/2$.",
    DAYS_OF_BATTLE,
    expected="proved",
)
def binet() -> Verdict:
    return derived(
        "row binet", lines.BINET, text("Two values and the recursion $F_{p+2} = F_{p+1} + F_p$ determine $F_p$.")
    )


@claim(
    "CD3.kzero",
    r"$x F_{2k+1} - n F_{2k} = 0$ exactly when $\varphi^{4k}(n - x\varphi) = n + x\varphi^{-1}$, that is $4k + "
    r"\log_\varphi (n - x\varphi) = \log_\varphi (n + x\varphi^{-1})$.",
    DAYS_OF_BATTLE,
    uses=["CD3.binet"],
    expected="proved",
)
def no_defender_left() -> Verdict:
    condition = text(
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


@claim(
    "CD3.eq7",
    r"$n$ soldiers against $\mathit{dpw}$ defenders fell a castle with $c_q$ points at the start of the day: "
    r"$x = \mathit{dpw} - (n - c_q) = c_q + \mathit{dpw} - n$ defenders are left alive.",
    DAYS_OF_BATTLE,
    uses=["CD3.lemma.rules"],
    expected="proved",
)
def left_alive() -> Verdict:
    return row("eq7")


@claim(
    "CD3.eq8",
    "If all defenders are killed every day, the day $q$ on which the castle falls begins with $s_q = n$ soldiers and "
    r"$c_q = s - nq + (q-1)\mathit{dpw}$ points; $x_q = s + q\mathit{dpw} - (q+1)n$ defenders are left alive on it.",
    DAYS_OF_CASTLE,
    uses=["CD3.lemma.rules", "CD3.eq7"],
    expected="corrected",
)
def strength_by_day(deep: bool = False) -> Verdict:
    def first_day_as_printed(n: int, s: int, dpw: int) -> bool:
        return Castle(n, s, dpw).start().strength == s - n

    return check_row(
        is_2a,
        first_day_as_printed,
        lambda n, s, dpw: f"On day 1 the strength is {s}; the formula gives {s - n}, the strength on day 2.",
        corrected(
            "$c_q$ is the strength at the start of day $q + 1$: with $t = q + 1$, day $t$ begins with $s - n - "
            r"(t-2)(n - \mathit{dpw})$ points, and $U_t = s + (t-1)\mathit{dpw} - tn$ are left alive when it falls "
            "then.",
            OBLIGATIONS["eq8"],
        ),
        bound_on_n(deep),
        *derivation(lines.STRENGTH),
        text(
            "The algebra is right, and so is $s_q = n$; the number of the day is one too small. Row 2a has the same "
            "error."
        ),
        kind="The number of the day is one too small",
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
        text(
            r"Both denominators must be positive: $x_q\varphi < n$ and $n + x_{q+1}\varphi^{-1} > 0$; if "
            r"$x_q\varphi \ge n$ the battle would be lost, and waiting is right. The comparison ignores the ceilings. "
            "The post does not argue that this is harmless; Theorem A proves it (A6 to A8).",
        ),
        more=OBLIGATIONS["wait"],
    )


def misprint(printed: list[DerivationStep], where: str, deep: bool, *evidence: Evidence) -> Verdict:
    """Return the verdict on a line with the extra phi, checked as a rule for when to wait."""

    def holds(n: int, s: int, dpw: int) -> bool:
        pairs = battles_by_fall_day(n, s, dpw)
        return all(published_says_wait(n, x, y) == (x * x + dpw * x > n * dpw) for x, y in pairs)

    def explain(n: int, s: int, dpw: int) -> str:
        x, y = next(
            (x, y)
            for x, y in battles_by_fall_day(n, s, dpw)
            if published_says_wait(n, x, y) != (x * x + dpw * x > n * dpw)
        )
        printed_advice, right = ("wait", "fell it now") if published_says_wait(n, x, y) else ("fell it now", "wait")
        return f"if the castle falls today, x = {x}, tomorrow {y}: as printed, {printed_advice}; right: {right}"

    return check_row(
        is_2a,
        holds,
        explain,
        corrected(
            f"${printed[0].corrected.latex}$",
            line_steps(f"row {where}", [*lines.CROSS, *printed]),
            "all values of the symbols",
            *derivation([line.corrected for line in printed]),
        ),
        bound_on_n(deep),
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
        text("The quadratic that the post derives next follows from the corrected (10), not from this line."),
    )


@claim(
    "CD3.eq11",
    r"$x_{q+1} = s + (q+1)\mathit{dpw} - (q+2)n = x_q + \mathit{dpw} - n$.",
    DAYS_OF_CASTLE,
    expected="proved",
)
def one_day_later() -> Verdict:
    return derived("row eq11", lines.ELEVEN, more=OBLIGATIONS["eq11"])


@claim(
    "CD3.quad",
    r"Waiting is faster when $x_q^2 - n\mathit{dpw} + \mathit{dpw}\,x_q > 0$, that is, above the positive root.",
    DAYS_OF_CASTLE,
    uses=["CD3.eq10", "CD3.eq11"],
    expected="proved",
)
def quadratic_inequality() -> Verdict:
    note = text(r"It follows from the corrected (10), not from the printed one: they differ by $n x_q(\sqrt{5} - 1)$.")
    return derived("row quad", lines.QUAD, note, more=[*OBLIGATIONS["10"], *OBLIGATIONS["quad"]])


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
            f"(12) gives {published_fall_day(n, s, dpw)}; the earliest day on which any play brings the castle down is "
            f"{earliest_fall(Castle(n, s, dpw))}; in the fastest win it falls on day {best_fall_day(n, s, dpw)}"
        )

    return check_row(
        is_2a,
        lambda *game: published_fall_day(*game) == earliest_fall(Castle(*game)),
        explain,
        corrected(
            r"With $q$ replaced by $\max(1, q)$, $T = q + 1$ is the day of the fall in a fastest win; the castle can "
            "often fall sooner, with a slower win.",
            [*OBLIGATIONS["eq12"], *BEST_DAY],
        ),
        7 if deep else 5,
        *derivation(lines.TWELVE),
        text(
            "The algebra is right: (12) is the least whole $q$ with $x_q$ at or below the root. But the day is one too "
            "small, the number can be 0 or negative, and it is the best day, not the earliest.",
        ),
    )
