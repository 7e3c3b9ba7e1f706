"""The closed forms of CD3 with numbers that the reader chooses: as printed, right, and by search."""

from __future__ import annotations

from collections.abc import Sequence

from _castle_on_page import RULES
from sympy.logic.boolalg import Boolean

from gametheory.claims import appendix
from gametheory.claims.evidence import Calculator, Input, Quantity, TriedStatement
from gametheory.prove.gallina import number
from gametheory.prove.smt import statement

from .formulas import BATTLE_DAYS
from .page_functions import functions
from .symbols import d, left_alive, n, s
from .walk import BATTLE_DAYS as DAYS_AFTER_FALL
from .walk import LEFT, T, walks

FEW, MANY = ("$\\mathit{dpw} < n$", d < n), ("$\\mathit{dpw} \\ge n$", d >= n)
STRONG, NOT_TWICE = ("$n < s$", n < s), ("$s < 2n$", s < 2 * n)
BELOW_GOLDEN = Quantity("$\\mathit{dpw} + s < (\\varphi + 1)n$", "(is_below_golden n s dpw)")
ABOVE_GOLDEN = Quantity("$\\mathit{dpw} + s \\ge (\\varphi + 1)n$", "(not (is_below_golden n s dpw))")
THEOREM_A = (
    Quantity(
        "Theorem A: $1$ for $s \\le n$, otherwise $T + k(n, U_T)$ with $U_t = s + (t-1)\\mathit{dpw} - tn$ and $T = 2$ "
        "for $\\mathit{dpw} \\ge n$, otherwise $T = \\max(2, 1 + \\lceil (s - n - \\rho)/(n - \\mathit{dpw}) \\rceil)$",
        "(soldiers_fewest_waves n s dpw)",
    ),
    (Quantity("$T$", T), Quantity("$U_T$", LEFT), Quantity("$k(n, U_T)$", DAYS_AFTER_FALL)),
)
THEOREM_B = (
    Quantity(
        "Theorem B: the castle can win exactly when $s \\ge s^*(n, \\mathit{dpw})$; its card has the days",
        "(castle_fewest_waves n s dpw)",
    ),
    (Quantity("$s^*(n, \\mathit{dpw})$", "(castle_min_winning_strength n dpw)"),),
)
Condition = Quantity | tuple[str, Boolean]


def tried(
    claim: str,
    title: str,
    side: str,
    conditions: Sequence[Condition],
    printed: tuple[str, str],
    *parts: tuple[str, str],
) -> TriedStatement:
    """Return a statement to try; the right number is that of Theorem A for the soldiers and B for the castle."""
    right, right_parts = THEOREM_A if side == "soldiers" else THEOREM_B
    return TriedStatement(
        claim,
        title,
        side,
        [each if isinstance(each, Quantity) else Quantity(each[0], statement(each[1])) for each in conditions],
        Quantity(*printed),
        [Quantity(*part) for part in parts],
        right,
        right_parts,
    )


NEVER = "cannot win"
X_2B = number(left_alive(n - n + 2))
STATEMENTS = (
    tried(
        "CD3.row2a", "row 2a, the soldiers' fewest days", "soldiers", (FEW, STRONG),
        ("$q + \\max(0, k)$", "(row_2a n s dpw)"),
        ("$q$", "(fall_day n s dpw)"),
        ("$x$", "(left_alive_by_row_2a n s dpw)"),
        ("$k$", "(published_battle_days n (left_alive_by_row_2a n s dpw))"),
    ),
    tried(
        "CD3.opt", "killing every defender every day is never slower", "soldiers", (FEW, STRONG),
        ("$1 + \\lceil (s - n)/(n - \\mathit{dpw}) \\rceil$, the days if every defender is killed every day",
         "(kill_all_days n s dpw)"),
    ),
    tried("CD3.row1", "row 1", "soldiers", (("$s \\le n$", s <= n),), ("$1$", "1")),
    tried(
        "CD3.row2b", "row 2b", "soldiers",
        (STRONG, NOT_TWICE, MANY, ("$2n < \\mathit{dpw} + s$", 2 * n < d + s), BELOW_GOLDEN),
        (f"$2 + \\max(0, k)$ with $x = s + \\mathit{{dpw}} - 2n$, $k = {BATTLE_DAYS}$", "(row_2b n s dpw)"),
        ("$x$", X_2B),
        ("$k$", f"(published_battle_days n {X_2B})"),
    ),
    tried("CD3.row2c", "row 2c", "soldiers", (STRONG, NOT_TWICE, MANY, ABOVE_GOLDEN), (NEVER, "none")),
    tried("CD3.row2d", "row 2d", "soldiers", (("$s > 2n$", s > 2 * n), MANY), (NEVER, "none")),
    tried(
        "CD3.table.2a", "the castle's row 2a", "castle", (FEW, STRONG),
        ("$2$ if $\\mathit{dpw} + s > 3n$, otherwise it cannot win", "(castle_row_2a n s dpw)"),
    ),
    tried("CD3.castle.a", "small castles", "castle",
          (("$\\mathit{dpw} + s \\le 2n$", d + s <= 2 * n), STRONG, FEW), (NEVER, "none")),
    tried("CD3.castle.d", "two more points than soldiers", "castle",
          (Quantity("$s = n + 2$", "(= s (+ n 2))"),), (NEVER, "none")),
    tried(
        "CD3.castle.e", "three more points than soldiers", "castle",
        (Quantity("$s = n + 3$", "(= s (+ n 3))"), Quantity("$\\mathit{dpw} = n - 1$", "(= dpw (- n 1))"),
         ("$n > 2$", n > 2)),
        ("$n$", "n"),
    ),
    tried("CD3.castle.f", "three more points, fewer defenders", "castle",
          (Quantity("$s = n + 3$", "(= s (+ n 3))"), ("$\\mathit{dpw} < n - 1$", d < n - 1)), (NEVER, "none")),
    tried(
        "CD3.exercise.2c", "the exercise of row 2c", "castle", (STRONG, NOT_TWICE, MANY, ABOVE_GOLDEN),
        ("$2$ if $s + \\mathit{dpw} \\ge 3n$, otherwise $3$", "(exercise_2c n s dpw)"),
    ),
)  # fmt: skip


@appendix("CD3.try", "Try it yourself")
def try_it() -> list[Calculator]:
    return [
        Calculator(
            "Choose the numbers of a game and a statement. The page shows what the statement says as printed, what is "
            "right, and what a search of all plays finds.",
            [
                Input("n", "soldiers $n$", 10, 20, "20"),
                Input("s", "strength $s$", 43, 100, "(* 6 n)"),
                Input("dpw", "defenders per wave $\\mathit{dpw}$", 8, 40, "(* 3 n)"),
            ],
            functions(),
            RULES,
            STATEMENTS,
            walks(),
            "The formulas and the rules are those of the program: its code, run on symbols, gives the terms that this "
            "page computes, in whole numbers without rounding. The search knows only the rules. The lemmas are the "
            "statements that two solvers have discharged. Where Lemma 2 compares two battles, the second has one "
            "soldier more. Three of its steps are not shown: they compute with the golden ratio, no whole number.",
        )
    ]
