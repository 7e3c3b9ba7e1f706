r"""Section 2.a: the number of days to destroy the castle, (8) to (12)."""

# ruff: noqa: SIM300 (U and V are numbers of the game, not constants)
from __future__ import annotations

from _game_claim import game_claim
from _rules_on_symbols import same
from sympy import And, Eq, Not, evaluate

from gametheory import Castle
from gametheory.claims import Correction, Verdict, claim
from gametheory.claims.derivation_formulas import derivation
from gametheory.claims.evidence import Evidence
from gametheory.games.castle.closed_form import best_fall_day
from gametheory.games.castle.published_formulas import published_fall_day
from gametheory.prove.derivation import DerivationStep

from . import golden, lines
from .formulas import FALL_DAY
from .steps import Part, argued, derived, iff, legal, lines_of, proved, step, text
from .sweeps import battles_by_fall_day, bound_on_n, check_row, earliest_fall, is_2a, published_says_wait
from .symbols import (
    CASE_2A,
    NEXT_DAY,
    C,
    N,
    R,
    U,
    V,
    X,
    d,
    factor,
    left,
    left_alive,
    n,
    other,
    phi,
    psi,
    real_n,
    real_x,
    real_y,
    right,
    s,
    t,
    x,
)
from .theorem_a import FEW_DEFENDERS, RHO, quadratic

DAYS_OF_CASTLE = "number of days to destroy the castle"
A = "CD3.theorem.A"
MISPRINT = "A misprint, the conclusion is right"

# fmt: off
with evaluate(False):
    _FIRST = legal(n, 0, s, x, R)
    DAY_T = (t >= 2, Eq(C, s - n - (t - 2) * (n - d)), C + d - n > 0)
    _ALL_SHOT = legal(n, d, C, 0, R)
    STRENGTH = Part(
        [
            step("row eq8 first", "day 2 begins with s - n, not day 1", (*CASE_2A, _FIRST),
                 And(Eq(R, s - n), Eq(x, 0), Not(Eq(s, s - n)))),
            step("row eq8 next", "from day t to t + 1 the strength falls by n - dpw: c(t) = s - n - (t-2)(n-dpw)",
                 (*CASE_2A, *DAY_T, _ALL_SHOT), Eq(R, s - n - (t - 1) * (n - d))),
            step("row eq8 left",
                 "… and U(t) = c(t) + dpw - n = s + (t-1) dpw - t n are left alive if it falls on day t",
                 (Eq(C, s - n - (t - 2) * (n - d)),), same(C + d - n, left_alive(t))),
        ],
        {"the volley of day 1": (_FIRST,), "a volley that shoots all defenders on day t": (_ALL_SHOT,)},
    )
    _LOGARITHMS = (factor > 0, other > 0, N > 0, X > 0, Eq(left * factor, N), Eq(right * other, X))
    GOLDEN = (phi > 1, psi > 0, phi * psi > 0)
    NUMBERS = (real_x >= 1, real_y < real_x, phi * real_x < real_n)
    WAIT = Part(
        [
            step("row wait move", "move the logarithms to one side", (),
                 iff(left / 4 + 1 < right / 4, right - left > 4)),
            step("row wait multiply", "multiply by the two denominators, which are positive", _LOGARITHMS,
                 iff(X * factor > 4 * N * other, right > 4 * left)),
            step("row wait ratio", "n - x phi falls and n + x/phi rises with x, so the logarithm rises",
                 (real_n >= 1, *NUMBERS, *GOLDEN),
                 And(real_n - phi * real_y > real_n - phi * real_x, real_n + psi * real_y < real_n + psi * real_x)),
        ],
        {
            "two quotients with positive numerators and denominators": _LOGARITHMS,
        },
    )
    ONE_DAY_LATER = step("row eq11", "x_(q+1) = x_q + dpw - n", (Eq(U, s + t * d - (t + 1) * n),),
                         same(s + (t + 1) * d - (t + 2) * n, U + d - n))
    _ROOT = (factor > 0, Eq(factor * factor + other * factor, N * other), other > 0, N > 0, X > 0)
    QUADRATIC = Part(
        [
            step("row eq10", "(10) without the last phi is the comparison that decides", (NEXT_DAY,),
                 same(n * n + n * V - 2 * n * U - U * V, -quadratic(U))),
            step("row quad", "(10) with (11) in it is the quadratic", (NEXT_DAY,),
                 iff(n * n + n * V - 2 * n * U - U * V < 0, quadratic(U) > 0)),
            step("row quad root", "… which is positive exactly above its positive root u", _ROOT,
                 iff(X * X + other * X - N * other > 0, X > factor)),
        ],
        {"the day after": (NEXT_DAY,), "the positive root u for dpw = v_ and n = N, and a positive X": _ROOT},
    )
    _LEFT = Eq(U, left_alive(t))
    CLOSED_FORM = Part(
        [
            step("row eq12", "dpw < n: the least t with U(t) <= rho is 1 + the ceiling of (s - n - rho)/(n - dpw)",
                 (*CASE_2A, _LEFT), iff(U <= x, (t - 1) * (n - d) >= s - n - x)),
            step("row eq12 two",
                 "s > n: the castle does not fall before day 2, so q + 1 is replaced by 2 if it is less",
                 (n >= 1, s > n, _FIRST), R >= 1),
        ],
        {"U(t), and x in place of rho": (_LEFT,), "the volley of day 1": (_FIRST,)},
    )
# fmt: on
BEST_DAY = text(
    "By Theorem A the number of days does not rise up to the least day t >= 2 with U(t) at most rho, and does not fall "
    "after it; the ceiling of (12) is that day."
)


@game_claim(
    "CD3.eq8",
    "If all defenders are killed every day, the day $q$ on which the castle falls begins with $s_q = n$ soldiers and "
    r"$c_q = s - nq + (q-1)\mathit{dpw}$ points; $x_q = s + q\mathit{dpw} - (q+1)n$ defenders are left alive on it.",
    DAYS_OF_CASTLE,
    uses=["CD3.lemma.rules", "CD3.eq7"],
    theorems=["castle/KillAll.cd3_eq8", "castle/KillAll.cd3_eq8_left_alive", "castle/RulesRows.cd3_eq7"],
)
def strength_by_day(deep: bool = False) -> Verdict:
    def first_day_as_printed(n: int, s: int, dpw: int) -> bool:
        return Castle(n, s, dpw).start().strength == s - n

    return check_row(
        is_2a,
        first_day_as_printed,
        lambda n, s, dpw: f"On day 1 the strength is {s}; the formula gives {s - n}, the strength on day 2.",
        Correction(
            "$c_q$ is the strength at the start of day $q + 1$: with $t = q + 1$, day $t$ begins with $s - n - "
            r"(t-2)(n - \mathit{dpw})$ points, and $U_t = s + (t-1)\mathit{dpw} - tn$ are left alive when it falls "
            "then.",
            argued(
                (*CASE_2A, *DAY_T), [STRENGTH], text("By induction over the days on which every defender is killed.")
            ),
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
    theorems=[
        "castle/Waiting.cd3_wait_logarithms",
        "castle/PhiNumbers.cd3_wait",
        "castle/KillAll.cd3_quad_wait",
        "castle/KillAll.cd3_quad_fall",
    ],
)
def when_to_wait() -> Verdict:
    return argued(
        (real_n >= 1, *NUMBERS, *GOLDEN),
        [Part(lines_of("row wait", golden.CROSS)), WAIT],
        *derivation(golden.CROSS),
        text(
            r"Both denominators must be positive: $x_q\varphi < n$ and $n + x_{q+1}\varphi^{-1} > 0$; if "
            r"$x_q\varphi \ge n$ the battle would be lost, and waiting is right. The comparison ignores the ceilings. "
            "The post does not argue that this is harmless; Theorem A proves it (A6 to A8). In Rocq, the lines with "
            r"logarithms are equivalent in every ordered field with a logarithm to the base $\varphi$, such as the "
            "real numbers; then, for whole numbers, the products are compared exactly, and the battle is no longer.",
        ),
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
        Correction(
            f"${printed[0].corrected.left_latex} < 0$ for $x = x_q$ and $y = x_{{q+1}}$",
            proved(
                lines_of(f"row {where}", [*golden.CROSS, *printed]),
                *derivation([line.corrected for line in printed]),
            ),
        ),
        bound_on_n(deep),
        *derivation([*golden.CROSS, *printed]),
        *evidence,
        kind=MISPRINT,
    )


@claim(
    "CD3.eq9",
    r"(9) as printed: the third term is $(3\varphi^2 + 2\varphi + \varphi^{-1}) n x_q \varphi$.",
    DAYS_OF_CASTLE,
    uses=["CD3.wait"],
    theorems=["castle/PhiNumbers.cd3_eq9", "castle/PhiNumbers.cd3_eq9_printed"],
)
def inequality_9(deep: bool = False) -> Verdict:
    return misprint(golden.NINE, "eq9", deep)


@claim(
    "CD3.phi",
    r"$\varphi^4 = (7 + 3\sqrt{5})/2 = 3\varphi + 2$, and the four identities after (9).",
    DAYS_OF_CASTLE,
    theorems=["castle/PhiNumbers.cd3_phi"],
)
def golden_identities() -> Verdict:
    return derived("row phi", golden.GOLDEN)


@claim(
    "CD3.factor",
    r"(9) is $(3\varphi + 1)$ times a bracket whose third term is printed $2 n x_q \varphi$.",
    DAYS_OF_CASTLE,
    uses=["CD3.eq9", "CD3.phi"],
    theorems=["castle/PhiNumbers.cd3_factor", "castle/PhiNumbers.cd3_factor_printed"],
)
def as_product(deep: bool = False) -> Verdict:
    return misprint(golden.FACTOR, "factor", deep)


@claim(
    "CD3.eq10",
    r"(10) as printed: $n^2 + n x_{q+1} - 2 n x_q \varphi - x_q x_{q+1} < 0$.",
    DAYS_OF_CASTLE,
    uses=["CD3.factor"],
    theorems=["castle/PhiNumbers.cd3_eq10", "castle/PhiNumbers.cd3_eq10_printed"],
)
def inequality_10(deep: bool = False) -> Verdict:
    return misprint(
        golden.TEN,
        "eq10",
        deep,
        text("The quadratic that the post derives next follows from the corrected (10), not from this line."),
    )


@claim(
    "CD3.eq11",
    r"$x_{q+1} = s + (q+1)\mathit{dpw} - (q+2)n = x_q + \mathit{dpw} - n$.",
    DAYS_OF_CASTLE,
    theorems=["castle/KillAll.cd3_eq11"],
)
def one_day_later() -> Verdict:
    return derived("row eq11", lines.ELEVEN, more=[ONE_DAY_LATER])


@game_claim(
    "CD3.quad",
    r"Waiting is faster when $x_q^2 - n\mathit{dpw} + \mathit{dpw}\,x_q > 0$, that is, above the positive root.",
    DAYS_OF_CASTLE,
    uses=["CD3.eq10", "CD3.eq11"],
    theorems=["castle/KillAll.cd3_quad_root", "castle/KillAll.cd3_quad_wait", "castle/KillAll.cd3_quad_fall"],
)
def quadratic_inequality() -> Verdict:
    note = text(r"It follows from the corrected (10), not from the printed one: they differ by $n x_q(\sqrt{5} - 1)$.")
    return argued((), [Part(lines_of("row quad", lines.QUAD)), QUADRATIC], *derivation(lines.QUAD), note)


@game_claim(
    "CD3.eq12",
    rf"(12): $q = {FALL_DAY}$ is the least number of days in which the soldiers can kill the castle.",
    DAYS_OF_CASTLE,
    uses=["CD3.eq8", "CD3.quad", A],
    theorems=["castle/Row2a.cd3_eq12_ceiling", "castle/Row2a.cd3_eq12"],
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
        Correction(
            r"With $q$ replaced by $\max(1, q)$, $T = q + 1$ is the day of the fall in a fastest win; the castle can "
            "often fall sooner, with a slower win.",
            argued((*CASE_2A, *RHO), [FEW_DEFENDERS, CLOSED_FORM], BEST_DAY),
        ),
        7 if deep else 5,
        *derivation(lines.TWELVE),
        text(
            "The algebra is right: (12) is the least whole $q$ with $x_q$ at or below the root. But the day is one too "
            "small, the number can be 0 or negative, and it is the best day, not the earliest.",
        ),
    )
