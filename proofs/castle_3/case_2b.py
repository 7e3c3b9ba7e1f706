"""Castle Defense III: section 2.b and the table of the ways the soldiers can win."""

from gametheory import Castle
from gametheory.claims import Verdict, claim
from gametheory.claims.derivation_formulas import derivation
from gametheory.games.castle.closed_form import best_fall_day, soldiers_fewest_waves
from gametheory.games.castle.published_formulas import published_fall_day, published_row, published_soldiers_waves

from . import lines
from .boxes import (
    bound_on_n,
    check_row,
    fourth_days,
)
from .rows import OBLIGATIONS
from .soldiers import BEST_DAY
from .verdicts import corrected, derived, is_2a, is_2b_or_2c, line_steps, row, text

CASE_2B = "section 2.b"
RECAP = "the table of the ways the soldiers can win"
A = "CD3.theorem.A"
MISPRINT = "A misprint, the conclusion is right"


@claim(
    "CD3.2b.days",
    "Soldiers, defenders and strength at the start of days 2 to 5, up to (13), and the general pattern for day $q$.",
    CASE_2B,
    uses=["CD3.eq1-3"],
    expected="corrected",
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
        corrected(
            r"Days 2 to 5 and (13) as printed; in the general pattern $(q-3)(\mathit{dpw} - n)$ for "
            r"$(q-2)(\mathit{dpw} - n)$.",
            [*line_steps("row 2b.days", lines.DAYS), *OBLIGATIONS["2b.days"]],
        ),
        8 if deep else 6,
        *derivation(lines.DAYS),
        kind=f"{MISPRINT}; days 2 to 5 and (13) are right",
    )


@claim(
    "CD3.2b.need",
    r"$s \ge 2n$ and $\mathit{dpw} \ge n$: the strength can never reach zero, so the soldiers need $s < 2n$.",
    CASE_2B,
    uses=[A],
    expected="corrected",
)
def strength_never_zero(deep: bool = False) -> Verdict:
    return check_row(
        lambda n, s, dpw: s >= 2 * n and dpw >= n,
        lambda n, s, dpw: s - 2 * n > 0,
        lambda n, s, dpw: (
            f"if all {n} fire at the castle on days 1 and 2, {2 * n} shots hit {s} points; then the soldiers die"
        ),
        corrected(
            r"$s \ge 2n$ and $\mathit{dpw} \ge n$: the soldiers cannot win, whether or not the strength reaches zero.",
            OBLIGATIONS["2b.need"],
        ),
        bound_on_n(deep),
        kind="The reason is false for s = 2n, the conclusion is right",
    )


@claim(
    "CD3.2b.table",
    "The numbers left when the castle falls on day 2, 3 or 4, with the remarks under the table: soldiers then decrease "
    "strictly, $s_3 > s_4 > s_5$, and defenders increase strictly, $d_3 < d_4 < d_5$.",
    CASE_2B,
    uses=["CD3.2b.days"],
    expected="corrected",
)
def table_of_days(deep: bool = False) -> Verdict:
    return check_row(
        is_2b_or_2c,
        lambda n, s, dpw: dpw - n > 0,
        lambda n, s, dpw: (
            f"with x_2 = 0, s_3 = s_4 = {2 * n - s} and d_3 = d_4 = {s - n}: both differences are dpw - n plus a "
            "multiple of x_2, which is 0"
        ),
        corrected(
            r"The entries as printed. $s_3 \ge s_4$, $s_3 \ge s_5$, $d_3 \le d_4$, $d_3 \le d_5$, with equality on "
            r"day 3 exactly for $\mathit{dpw} = n$, $x_2 = 0$.",
            [*line_steps("row 2b.table", lines.TABLE), *OBLIGATIONS["2b.table"]],
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


@claim(
    "CD3.2b.fast",
    r"$\mathit{dpw} \ge n$: a fastest win of the soldiers destroys the castle on day 2.",
    CASE_2B,
    uses=[A],
    expected="proved",
)
def fastest_on_day_2() -> Verdict:
    return row("2b.fast")


@claim(
    "CD3.2b.inf",
    r"$\mathit{dpw} = n$: infinitely many plays win for the soldiers, with the castle destroyed on any chosen day.",
    CASE_2B,
    uses=[A, "CD3.2b.limit"],
    expected="corrected",
)
def any_chosen_day(deep: bool = False) -> Verdict:
    return check_row(
        lambda n, s, dpw: dpw == n < s < 2 * n,
        lambda *game: soldiers_fewest_waves(*game) is not None,
        lambda n, s, dpw: (
            f"with {n} soldiers, strength {s} and {dpw} defenders per wave the soldiers cannot win: {s - n} defenders "
            "are left alive, whichever day the castle falls"
        ),
        corrected(
            r"$\mathit{dpw} = n < s < \varphi n$: infinitely many plays win, with the castle destroyed on any day "
            r"from 2 on. For $s \ge \varphi n$ no play wins.",
            [*OBLIGATIONS["2b.inf"], *line_steps("row 2b.inf", lines.EQUAL)],
        ),
        bound_on_n(deep),
        *derivation(lines.EQUAL),
        text(
            "As a sentence by itself, with “always”, it is false; under the condition in the title of the section it "
            "is right."
        ),
    )


@claim(
    "CD3.2b.limit",
    r"$\mathit{dpw} \ge n$, $n < s < 2n$: the soldiers can win exactly when $x\varphi < n$, that is $\mathit{dpw} + "
    r"s < (2 + \varphi^{-1})n = (\varphi + 1)n$, by the limit of $F_{2i+2}/F_{2i+1}$.",
    CASE_2B,
    uses=["CD3.lemma.battle", A],
    expected="proved",
)
def limit() -> Verdict:
    note = text(
        r"The soldiers of (sold) stay positive for all $i$ exactly when $n/x \ge \varphi$, as the quotients rise to "
        r"$\varphi$ and never reach it; $n = x\varphi$ is impossible for whole numbers (L4e), so the strict sign "
        "is harmless.",
    )
    return derived("row 2b.limit", lines.LIMIT, note, more=OBLIGATIONS["2b.limit"])


@claim(
    "CD3.row1",
    r"Row 1: $s \le n$, one day, all fire at the castle.",
    RECAP,
    uses=["CD3.case1"],
    expected="proved",
)
def row_1() -> Verdict:
    return row("case1")


@claim(
    "CD3.row2a",
    r"Row 2a with (14): $\mathit{dpw} < n < s$, $q + \max(0, k)$ days, with $q$ of (12) and $k$ of (6).",
    RECAP,
    uses=[A, "CD3.eq6", "CD3.eq12"],
    expected="corrected",
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
        corrected(
            r"$1 + q + \max(0, k)$ days with $q = \max(1, \lceil \cdots \rceil)$ of (12), and $k$ of (6) for $x = s "
            r"+ q\mathit{dpw} - (q+1)n$; every defender is killed on the first $q$ days, and the castle falls on "
            "day $q + 1$ or, if more than dpw would be left alive, a day later.",
            [*OBLIGATIONS["eq8"], *OBLIGATIONS["eq12"], *BEST_DAY],
        ),
        bound_on_n(deep),
        text(
            "The printed number is always too small: by one day, and by more if (12) is below 1. The strategy next to "
            "it is also one day too early."
        ),
    )


@claim(
    "CD3.row2b",
    r"Row 2b with (15): $n < s < 2n$, $\mathit{dpw} \ge n$, $2n < \mathit{dpw} + s < (\varphi + 1)n$: $2 + \max(0, "
    "k)$ days.",
    RECAP,
    uses=[A, "CD3.eq6", "CD3.2b.limit"],
    expected="proved",
)
def row_2b() -> Verdict:
    return row(
        "row2b", text("Theorem A with $T = 2$; here the number of the day is right. $k$ is at least 1, since $x$ is.")
    )


@claim(
    "CD3.row2c",
    r"Row 2c: $n < s < 2n$, $\mathit{dpw} \ge n$, $\mathit{dpw} + s \ge (\varphi + 1)n$: the soldiers cannot win.",
    RECAP,
    uses=[A, "CD3.2b.limit"],
    expected="proved",
)
def row_2c() -> Verdict:
    return row("row2c", text(r"Printed as $2n < \mathit{dpw} + s \ge (\varphi + 1)n$; the first part is redundant."))


@claim(
    "CD3.row2d",
    r"Row 2d: $s > 2n$, $\mathit{dpw} \ge n$: the soldiers cannot win.",
    RECAP,
    uses=[A],
    expected="proved",
)
def row_2d() -> Verdict:
    return row("row2d", text(r"The text above the table says $s \ge 2n$, which is also right (CD3.2b.need)."))


@claim(
    "CD3.cover",
    r"Each $n$, $s$, $\mathit{dpw}$ is covered by exactly one of the five rows.",
    RECAP,
    expected="corrected",
)
def rows_cover(deep: bool = False) -> Verdict:
    return check_row(
        lambda *game: True,
        lambda *game: published_row(*game) is not None,
        lambda n, s, dpw: f"s = 2n is covered by no row: 2b and 2c require s < {2 * n}, 2d requires s > {2 * n}",
        corrected(
            r"With $s \ge 2n$ in row 2d, as in the text, the rows cover every game exactly once.", OBLIGATIONS["cover"]
        ),
        bound_on_n(deep),
        kind="A gap: table and text disagree on s = 2n",
    )
