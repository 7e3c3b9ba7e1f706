r"""The table of the ways the soldiers can win: rows 1 to 2d."""

# ruff: noqa: SIM300 (U and V are numbers of the game, not constants)
from __future__ import annotations

from itertools import combinations

from _game_claim import game_claim
from sympy import And, Eq, Not, Or, evaluate

from gametheory.claims import Correction, Verdict
from gametheory.games.castle.closed_form import best_fall_day, soldiers_fewest_waves
from gametheory.games.castle.published_formulas import published_fall_day, published_row, published_soldiers_waves

from .case_1 import CASE_1
from .case_2b import WITH_A
from .castle_days import BEST_DAY, CLOSED_FORM, DAY_T, STRENGTH
from .formulas import BATTLE_DAYS, FALL_DAY, LEFT_ALIVE
from .steps import Part, argued, conserved, legal, proved, step, text, the_outcome
from .sweeps import bound_on_n, check_row, is_2a
from .symbols import CASE_2A, CASE_2B, DAY_2, GAME, MANY, NEXT_DAY, U, V, d, factor, n, s
from .theorem_a import FEW_DEFENDERS, RHO

RECAP = "the table of the ways the soldiers can win"
A = "CD3.theorem.A"

# fmt: off
with evaluate(False):
    ROW_2B = Part(
        [
            step("row 2b", "n < s < 2n <= 2 dpw: U(2) = s + dpw - 2n is at least 1 and can be left on day 2",
                 (*CASE_2B, DAY_2), And(U >= 1, U <= d, legal(n, d, s - n, U, 0))),
            step("row 2b more", "… so the condition 2n < dpw + s is redundant", CASE_2B, s + d > 2 * n),
        ],
        {"day 2": (DAY_2,)},
    )
    # The condition dpw + s >= (phi + 1) n says that Q(n, U) <= 0 for U = U(2), by CD3.2b.limit.
    LOST = (*CASE_2B, DAY_2, conserved(n, U) <= 0)
    ROW_2C = Part(
        [
            step("row 2c", "Q(n, x) <= 0: defenders survive every day, and U(t) >= U(2) on any other day",
                 (*MANY, DAY_2, conserved(n, U) <= 0, NEXT_DAY), And(2 * U - n > 0, V >= U)),
        ],
        {"the day after": (NEXT_DAY,)},
    )
    ROW_2D = Part(
        [
            step("row 2d", "s > 2n, dpw >= n: U(2) >= n, so Q(n, U) < 0", (n >= 1, d >= n, s > 2 * n, DAY_2),
                 And(U >= n, conserved(n, U) < 0)),
        ],
        {"day 2": (DAY_2,)},
    )
    _SEPARATED = (And(n < s, s < 2 * n, d >= n, 2 * n < s + d, s + d < factor),
                  And(n < s, s < 2 * n, d >= n, 2 * n < s + d, s + d >= factor))
    ROWS = (s <= n, And(s > n, d < n), *_SEPARATED, And(s >= 2 * n, d >= n))
    COVER = [
        step("row cover", "with 2d from s >= 2n on, the rows cover every game; u = (phi + 1) n separates 2b from 2c",
             GAME, Or(*ROWS)),
        step("row cover once", "… and none twice", GAME,
             And(*(Not(And(one, another)) for one, another in combinations(ROWS, 2)))),
        step("row cover gap", "the printed rows omit s = 2n, dpw >= n", (n >= 1, Eq(s, 2 * n), d >= n),
             And(Not(s <= n), Not(d < n), Not(s < 2 * n), Not(s > 2 * n))),
    ]
# fmt: on


@game_claim(
    "CD3.row1",
    r"Row 1: $s \le n$, one day, all fire at the castle.",
    RECAP,
    uses=["CD3.case1"],
    theorems=["castle/SoldiersRows.cd3_row1"],
)
def row_1() -> Verdict:
    return proved([CASE_1, *the_outcome()])


@game_claim(
    "CD3.row2a",
    rf"Row 2a with (14): $\mathit{{dpw}} < n < s$, $q + \max(0, k)$ days, with $q = {FALL_DAY}$ by (12), "
    rf"$x = {LEFT_ALIVE}$ and $k = {BATTLE_DAYS}$ by (6).",
    RECAP,
    uses=[A, "CD3.eq6", "CD3.eq12"],
    theorems=[
        "castle/Row2a.cd3_row2a",
        "castle/Row2a.cd3_row2a_can_win",
        "castle/Row2a.cd3_row2a_printed_number",
        "castle/Row2a.cd3_row2a_printed",
    ],
)
def row_2a(deep: bool = False) -> Verdict:
    def explain(n: int, s: int, dpw: int) -> str:
        return (
            f"printed: {published_soldiers_waves(n, s, dpw)}, with q = {published_fall_day(n, s, dpw)}; right: "
            f"{soldiers_fewest_waves(n, s, dpw)}, the castle falls on day {best_fall_day(n, s, dpw)}"
        )

    return check_row(
        is_2a,
        lambda *game: published_soldiers_waves(*game) == soldiers_fewest_waves(*game),
        explain,
        Correction(
            rf"$1 + q + \max(0, k)$ days with $q = \max\left(1, {FALL_DAY}\right)$, $x = {LEFT_ALIVE}$ and "
            rf"$k = {BATTLE_DAYS}$; every defender is killed on the first $q$ days, and the castle falls on "
            "day $q + 1$ or, if more than dpw would be left alive, a day later.",
            argued((*CASE_2A, *RHO, *DAY_T), [FEW_DEFENDERS, STRENGTH, CLOSED_FORM], BEST_DAY),
        ),
        bound_on_n(deep),
        text(
            "In every game of the row there is a printed number (theorem cd3_row2a_printed_number), and it is too "
            "small: by exactly one day if (12) is at least 1, otherwise by at least one (theorem "
            "cd3_row2a_printed). In 2/3/1 (12) is 0 and the number is 1 day too small; in 4/5/3 it is -1, and the "
            "number is 2 days too small. The strategy next to it is one day too early."
        ),
    )


@game_claim(
    "CD3.row2b",
    r"Row 2b with (15): $n < s < 2n$, $\mathit{dpw} \ge n$, $2n < \mathit{dpw} + s < (\varphi + 1)n$: $2 + \max(0, "
    "k)$ days.",
    RECAP,
    uses=[A, "CD3.eq6", "CD3.2b.limit"],
    theorems=["castle/SoldiersRows.cd3_row2b"],
)
def row_2b() -> Verdict:
    return argued(
        CASE_2B,
        [ROW_2B],
        text("Theorem A with $T = 2$; here the number of the day is right. $k$ is at least 1, since $x$ is."),
    )


@game_claim(
    "CD3.row2c",
    r"Row 2c: $n < s < 2n$, $\mathit{dpw} \ge n$, $\mathit{dpw} + s \ge (\varphi + 1)n$: the soldiers cannot win.",
    RECAP,
    uses=[A, "CD3.2b.limit"],
    theorems=["castle/SoldiersRows.cd3_row2c"],
)
def row_2c() -> Verdict:
    return argued(
        LOST,
        [ROW_2C],
        WITH_A,
        text(r"Printed as $2n < \mathit{dpw} + s \ge (\varphi + 1)n$; the first part is redundant."),
    )


@game_claim(
    "CD3.row2d",
    r"Row 2d: $s > 2n$, $\mathit{dpw} \ge n$: the soldiers cannot win.",
    RECAP,
    uses=[A],
    theorems=["castle/SoldiersRows.cd3_row2d"],
)
def row_2d() -> Verdict:
    return argued(
        (n >= 1, d >= n, s > 2 * n),
        [ROW_2D],
        WITH_A,
        text(r"The text above the table says $s \ge 2n$, which is also right (CD3.2b.need)."),
    )


@game_claim(
    "CD3.cover",
    r"Each $n$, $s$, $\mathit{dpw}$ is covered by exactly one of the five rows.",
    RECAP,
    theorems=["castle/SoldiersRows.cd3_cover", "castle/SoldiersRows.cd3_cover_case_of"],
)
def rows_cover(deep: bool = False) -> Verdict:
    return check_row(
        lambda *game: True,
        lambda *game: published_row(*game) is not None,
        lambda n, s, dpw: "s = 2n is covered by no row: 2b and 2c require s < 2n, 2d requires s > 2n",
        Correction(
            r"With $s \ge 2n$ in row 2d, as in the text, the rows cover every game exactly once.", proved(COVER)
        ),
        bound_on_n(deep),
        kind="A gap: table and text disagree on s = 2n",
    )
