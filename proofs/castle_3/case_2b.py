r"""Section 2.b: at least as many defenders per wave as soldiers."""

# ruff: noqa: SIM300 (U and V are numbers of the game, not constants)
from __future__ import annotations

from _game_claim import game_claim
from _rules_on_symbols import same
from sympy import And, Eq, evaluate

from gametheory import Castle
from gametheory.claims import Correction, Verdict
from gametheory.claims.derivation_formulas import derivation
from gametheory.games.castle.closed_form import soldiers_fewest_waves
from gametheory.prove.derivation import DerivationStep

from . import lines
from .steps import Part, argued, conserved, iff, legal, lines_of, step, text
from .sweeps import bound_on_n, check_row, fourth_days, is_2b_or_2c
from .symbols import CASE_2B, DAY_2, MANY, C, U, V, Y, Z, d, factor, left_alive, n, other, phi, s, t, x2, x3

CASE = "section 2.b"
A = "CD3.theorem.A"
MISPRINT = "A misprint, the conclusion is right"

# fmt: off
with evaluate(False):
    _PATTERN = Eq(C, (s - 2 * n) + (t - 3) * (d - n) + d + Y - x2)
    DAYS = Part(
        [
            step("row 2b.days base", "day 4 of the pattern with q - 3", (),
                 same((s - 2 * n) + (d - x2) - (n - x2 - (d + x2 - x3)), (s - 2 * n) + (d - n) + d + x2 - x3)),
            step("row 2b.days step",
                 "from day q to q + 1; Y is the weighted and Z the plain sum of the numbers left alive", (_PATTERN,),
                 same(C - (n - Z - (d + x2 - x3)), (s - 2 * n) + (t - 2) * (d - n) + d + (Y + Z) - x3)),
        ],
        {"the strength by the pattern": (_PATTERN,)},
    )
    TOO_STRONG = Part(
        [
            step("row 2b.need", "s >= 2n, dpw >= n: x = s + dpw - 2n is too many, whichever day the castle falls",
                 (n >= 1, d >= n, s >= 2 * n, DAY_2), And(U >= n, conserved(n, U) < 0)),
        ],
        {"day 2": (DAY_2,)},
    )
    ZERO = Part(
        [
            step("row 2b.need zero", "s = 2n: all at the castle on two days brings it to zero",
                 (n >= 1, d >= n, Eq(C, n)), legal(n, d, C, d, 0)),
        ],
        {"the strength on day 2 for s = 2n": (Eq(C, n),)},
    )
    _LEFT_ALIVE = (x2 >= 0, x3 >= 0, Eq(Y, d - n), Eq(U, s - n + Y))
    TABLE = Part(
        [
            step("row 2b.table", "day 2 is best: no fewer soldiers, no more defenders than on day 3 or 4",
                 (*CASE_2B, *_LEFT_ALIVE),
                 And(n - U >= n - (s - n) - 2 * Y - 2 * x2, n - U >= n - (s - n) - 3 * Y - 3 * x2 - 2 * x3,
                     U <= s - n + 2 * Y + x2, U <= s - n + 3 * Y + 2 * x2 + x3)),
            step("row 2b.table equal", "… with equality on day 3 exactly when dpw = n and x_2 = 0",
                 (*CASE_2B, x2 >= 0, Eq(Y, d - n), Eq(U, s - n + Y)),
                 iff(Eq(U, s - n + 2 * Y + x2), And(Eq(Y, 0), Eq(x2, 0)))),
        ],
        {"x_2 and x_3 left alive on days 2 and 3, Y = dpw - n, and U = x_2 if the castle falls on day 2": _LEFT_ALIVE},
    )
    _LATER = (t >= 2, Eq(V, left_alive(t)))
    FAST = Part(
        [
            step("row 2b.fast", "dpw >= n: on day t >= 2 at least U(t) >= U(2) >= 1 are left alive, so t + k >= 2 + k",
                 (*MANY, *_LATER, DAY_2), And(V >= U, U >= 1)),
            step("row 2b.fast felled", "n < s < 2n: the castle can fall on day 2 with U(2) left alive",
                 (*CASE_2B, DAY_2), And(U <= d, legal(n, d, s - n, U, 0))),
            *TOO_STRONG.steps,
        ],
        {"day 2": (DAY_2,), "a day t": _LATER},
        [(s < 2 * n, s >= 2 * n)],
    )
    EQUAL = Part(
        [
            step("row 2b.inf hold", "dpw = n, all defenders shot: the day after begins as this one did",
                 (n >= 1, Eq(d, n), C >= 1), legal(n, d, C, 0, C)),
            step("row 2b.inf fall", "… until the castle falls, on any chosen day, with s - n left alive",
                 (n >= 1, Eq(d, n), s > n, s < 2 * n, DAY_2), And(Eq(U, s - n), legal(n, d, s - n, U, 0))),
            step("row 2b.inf win",
                 "phi is positive, so that n - (s - n) phi = phi (phi n - s) has the sign of phi n - s",
                 (phi > 0,), iff(phi * (factor - other) > 0, factor > other)),
            step("row 2b.inf more", "s >= 2n: no play wins", (n >= 1, Eq(d, n), s >= 2 * n, DAY_2),
                 conserved(n, U) < 0),
        ],
        {"strength left": (C >= 1,), "day 2": (DAY_2,), "the golden ratio": (phi > 0,)},
        [(s < 2 * n, s >= 2 * n)],
    )
    LIMIT = Part(
        [
            step("row 2b.limit",
                 "phi is positive, so that n - x phi has the sign of (phi + 1) n - (dpw + s)", (phi > 0,),
                 iff(phi * (factor - other) > 0, factor > other)),
        ],
        {"the golden ratio": (phi > 0,)},
    )
# fmt: on


def printed(name: str, found: list[DerivationStep]) -> Part:
    """Return the printed lines of a claim as steps."""
    return Part(lines_of(f"row 2b.{name}", found))


WITH_A = text(
    "This is Theorem A for dpw >= n: U(t) never falls from day to day, so no day of the fall is better than day 2."
)


@game_claim(
    "CD3.2b.days",
    "Soldiers, defenders and strength at the start of days 2 to 5, up to (13), and the general pattern for day $q$.",
    CASE,
    uses=["CD3.eq1-3"],
    theorems=["castle/Section2b.cd3_2b_days"],
)
def days_2_to_5(deep: bool = False) -> Verdict:
    def printed_pattern(n: int, s: int, dpw: int, x2: int, x3: int) -> int:
        return (s - 2 * n) + (4 - 2) * (dpw - n) + dpw + (4 - 3) * x2 - x3

    def holds(n: int, s: int, dpw: int) -> bool:
        days = fourth_days(Castle(n, s, dpw))
        return all(position.strength == printed_pattern(n, s, dpw, x2, x3) for x2, x3, position in days)

    def explain(n: int, s: int, dpw: int) -> str:
        x2, x3, position = next(fourth_days(Castle(n, s, dpw)))
        printed = printed_pattern(n, s, dpw, x2, x3)
        return f"with x_2 = {x2}, x_3 = {x3} the strength on day 4 is {position.strength}; the pattern gives {printed}"

    return check_row(
        is_2b_or_2c,
        holds,
        explain,
        Correction(
            r"Days 2 to 5 and (13) as printed; in the general pattern $(q-3)(\mathit{dpw} - n)$ for "
            r"$(q-2)(\mathit{dpw} - n)$.",
            argued((), [printed("days", lines.DAYS), DAYS], text("By induction over the days.")),
        ),
        8 if deep else 6,
        *derivation(lines.DAYS),
        kind=f"{MISPRINT}; days 2 to 5 and (13) are right",
    )


@game_claim(
    "CD3.2b.need",
    r"$s \ge 2n$ and $\mathit{dpw} \ge n$: the strength can never reach zero, so the soldiers need $s < 2n$.",
    CASE,
    uses=[A],
    theorems=[
        "castle/Section2b.cd3_2b_need",
        "castle/Section2b.cd3_2b_need_strength",
        "castle/Section2b.cd3_2b_need_printed",
    ],
)
def strength_never_zero(deep: bool = False) -> Verdict:
    return check_row(
        lambda n, s, dpw: s >= 2 * n and dpw >= n,
        lambda n, s, dpw: s - 2 * n > 0,
        lambda n, s, dpw: (
            f"if every shot of days 1 and 2 is at the castle, {2 * n} shots hit {s} points; then no soldier is left"
        ),
        Correction(
            r"$s \ge 2n$ and $\mathit{dpw} \ge n$: the soldiers cannot win, whether or not the strength reaches zero.",
            argued((n >= 1, d >= n, s >= 2 * n), [TOO_STRONG, ZERO], WITH_A),
        ),
        bound_on_n(deep),
        kind="The reason is false for s = 2n, the conclusion is right",
    )


@game_claim(
    "CD3.2b.table",
    "The numbers left when the castle falls on day 2, 3 or 4, with the remarks under the table: soldiers then decrease "
    "strictly, $s_3 > s_4 > s_5$, and defenders increase strictly, $d_3 < d_4 < d_5$.",
    CASE,
    uses=["CD3.2b.days"],
    theorems=[
        "castle/Section2b.cd3_2b_table",
        "castle/Section2b.cd3_2b_table_day_2",
        "castle/Section2b.cd3_2b_table_day_3",
        "castle/Section2b.cd3_2b_table_day_4",
    ],
)
def table_of_days(deep: bool = False) -> Verdict:
    return check_row(
        is_2b_or_2c,
        lambda n, s, dpw: dpw - n > 0,
        lambda n, s, dpw: (
            f"with x_2 = 0, s_3 = s_4 = {2 * n - s} and d_3 = d_4 = {s - n}: both differences are dpw - n plus a "
            "multiple of x_2, which is 0"
        ),
        Correction(
            r"The entries are right as printed, and $s_3 \ge s_4$, $s_3 \ge s_5$, $d_3 \le d_4$, $d_3 \le d_5$, with "
            r"equality on day 3 exactly for $\mathit{dpw} = n$, $x_2 = 0$.",
            argued(
                CASE_2B,
                [printed("table", lines.TABLE), TABLE],
                text("The entries are those of CD3.2b.days with strength 0."),
            ),
        ),
        bound_on_n(deep),
        *derivation(lines.TABLE),
        text(
            "The post uses only the comparison of day 2 with each later day, which is right with at least and at "
            "most. Days 3 and 4 belong to different plays and are not ordered. The remarks on when $x_2$ and $x_3$ "
            "are largest and smallest are right.",
        ),
        kind="The strict order is false, the conclusion is right",
    )


@game_claim(
    "CD3.2b.fast",
    r"$\mathit{dpw} \ge n$: a fastest win of the soldiers destroys the castle on day 2.",
    CASE,
    uses=[A],
    theorems=["castle/Section2b.cd3_2b_fast"],
)
def fastest_on_day_2() -> Verdict:
    return argued(MANY, [FAST], WITH_A)


@game_claim(
    "CD3.2b.inf",
    r"$\mathit{dpw} = n$: infinitely many plays win for the soldiers, with the castle destroyed on any chosen day.",
    CASE,
    uses=[A, "CD3.2b.limit"],
    theorems=["castle/Section2b.cd3_2b_inf"],
)
def any_chosen_day(deep: bool = False) -> Verdict:
    return check_row(
        lambda n, s, dpw: dpw == n < s < 2 * n,
        lambda *game: soldiers_fewest_waves(*game) is not None,
        lambda n, s, dpw: (
            f"with {n} soldiers, strength {s} and {dpw} defenders per wave the soldiers cannot win: {s - n} defenders "
            "are left alive, whichever day the castle falls"
        ),
        Correction(
            r"$\mathit{dpw} = n < s < \varphi n$: infinitely many plays win, with the castle destroyed on any day "
            r"from 2 on. For $s \ge \varphi n$ no play wins.",
            argued((n >= 1, Eq(d, n), s > n), [printed("inf", lines.EQUAL), EQUAL], WITH_A),
        ),
        bound_on_n(deep),
        *derivation(lines.EQUAL),
        text(
            "As a sentence by itself, with “always”, it is false; under the condition in the title of the section it "
            "is right."
        ),
    )


@game_claim(
    "CD3.2b.limit",
    r"$\mathit{dpw} \ge n$, $n < s < 2n$: the soldiers can win exactly when $x\varphi < n$, that is $\mathit{dpw} + "
    r"s < (2 + \varphi^{-1})n = (\varphi + 1)n$, by the limit of $F_{2i+2}/F_{2i+1}$.",
    CASE,
    uses=["CD3.lemma.battle", A],
    theorems=["castle/SoldiersRows.cd3_2b_limit", "castle/SoldiersRows.cd3_2b_limit_left_alive"],
)
def limit() -> Verdict:
    note = text(
        r"The soldiers of (sold) stay positive for all $i$ exactly when $n/x \ge \varphi$, as the quotients rise to "
        r"$\varphi$ and never reach it; $n = x\varphi$ is impossible for whole numbers (L4e), so the strict sign "
        "is harmless.",
    )
    return argued(CASE_2B, [printed("limit", lines.LIMIT), LIMIT], *derivation(lines.LIMIT), note, WITH_A)
