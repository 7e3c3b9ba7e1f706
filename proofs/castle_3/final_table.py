r"""The final table: the castle's row 2a, and solutions of the exercises."""

# ruff: noqa: SIM300 (U and V are numbers of the game, not constants)
from __future__ import annotations

from _game_claim import game_claim
from _rules_on_symbols import same
from sympy import And, Eq, Implies, evaluate

from gametheory.claims import Correction, Verdict
from gametheory.claims.evidence import Table, Text
from gametheory.games.castle.closed_form import (
    castle_fewest_waves,
    castle_min_winning_strength,
    soldiers_fewest_waves,
)

from .castle_side import WITH_B
from .soldiers_table import LOST
from .steps import Part, argued, conserved, iff, legal, step, text
from .sweeps import bound_on_n, check_row, games, is_2a, is_2b_or_2c, sweep_games, waves_text
from .symbols import CASE_2B, DAY_2, R, U, d, f, g, m, n, s, x
from .theorem_b import PHASES, SIMULATION, THRESHOLD, TWO_DAYS

FINAL = "the final table"
A, B = "CD3.theorem.A", "CD3.theorem.B"

# fmt: off
with evaluate(False):
    NOT_IN_TWO = Part(
        [
            step("row table.2a two", "dpw < n: never in two days", (n >= 1, d >= 1, s > n, legal(n, d, s - n, x, R)),
                 Implies(d < n, x < n)),
        ],
    )
    _POINT_LEFT = (Eq(x, U - 1), Eq(m, n - d))
    _PRINTED = Eq(x, s + d - 2 * n - 1)
    EXERCISE = Part(
        [
            step("row exercise used up", "n < s < 2n, dpw >= n: the strength can be used up on day 2, and dpw >= 2",
                 CASE_2B, And(d >= 2, s > n, s <= 2 * n, s + d - 2 * n >= 1)),
            step("row exercise two", "… where U(2) >= n is equivalent to s + dpw >= 3n: a win on day 2",
                 (*CASE_2B, DAY_2), iff(U >= n, s + d >= 3 * n)),
            step("row exercise never", "one point left, x = U - 1 against m = n - dpw <= 0: no win only for x = m = 0",
                 (*CASE_2B, DAY_2, *_POINT_LEFT),
                 iff(And(m >= 0, conserved(m, x) >= 0), And(Eq(s, n + 1), Eq(d, n)))),
            step("row exercise day", "x F(2j+2) - m F(2j+1) is the printed sum; f = F(2j-2), g = F(2j-1)",
                 (_PRINTED, Eq(m, n - d)),
                 same(x * (2 * f + 3 * g) - m * (f + 2 * g),
                      (s + d - 2 * n - 1) * (2 * f + 3 * g) + (d - n) * (f + 2 * g))),
            step("row exercise three", "… in particular day 3 (j = 1) exactly when 3s + 4 dpw >= 8n + 2",
                 CASE_2B, iff(3 * (s + d - 2 * n - 1) + 2 * (d - n) >= d - 1, 3 * s + 4 * d >= 8 * n + 2)),
        ],
        {"one point left on day 2": (*_POINT_LEFT, _PRINTED), "day 2": (DAY_2,)},
    )
    IN_THREE = Part(
        [
            step("row exercise 2c", "2c, n >= 3: in three days if not in two", (n >= 3, *LOST),
                 Implies(U < n, 3 * (U - 1) + 2 * (d - n) >= d - 1)),
            step("row exercise 2c two", "2c, n = 2: always in two days", (Eq(n, 2), *LOST), U >= n),
        ],
        splits=[(n >= 3, Eq(n, 2))],
    )
# fmt: on


def printed_waves(n: int, s: int, dpw: int) -> int | None:
    """Return the fewest waves of the castle by row 2a as printed, or None for "Can not win"."""
    return 2 if dpw + s > 3 * n else None


@game_claim(
    "CD3.table.2a",
    r"$\mathit{dpw} < n < s$: the castle wins in two days if $\mathit{dpw} + s > 3n$, and cannot win if "
    r"$\mathit{dpw} + s \le 3n$.",
    FINAL,
    uses=[B, "CD3.castle.b"],
    theorems=["castle/CastleRows.cd3_table_2a", "castle/CastleRows.cd3_table_2a_two_days"],
)
def table_row_2a(deep: bool = False) -> Verdict:
    bound = bound_on_n(deep)
    above, below = (
        sweep_games(bound, lambda *game: printed_waves(*game) == castle_fewest_waves(*game), condition)
        for condition in (
            lambda n, s, dpw: is_2a(n, s, dpw) and dpw + s > 3 * n,
            lambda n, s, dpw: is_2a(n, s, dpw) and dpw + s <= 3 * n,
        )
    )
    return check_row(
        is_2a,
        lambda *game: printed_waves(*game) == castle_fewest_waves(*game),
        lambda n, s, dpw: (
            f"printed: {waves_text(printed_waves(n, s, dpw))}; right: {waves_text(castle_fewest_waves(n, s, dpw))}"
        ),
        Correction(
            r"$\mathit{dpw} < n < s$: never in two days; the castle can win exactly when $s \ge s^*(n, "
            r"\mathit{dpw})$, in the days of Theorem B. The rule of two days is true for $\mathit{dpw} \ge n$: there "
            r"exactly when $s + \mathit{dpw} \ge 3n$.",
            argued((n >= 1, s >= 1, d >= 1, s > n), [NOT_IN_TWO, TWO_DAYS, SIMULATION, PHASES, THRESHOLD], WITH_B),
        ),
        bound,
        text(
            f"Both halves are false: “above 3n: two days” in {above.failures:,} of {above.cases:,}, the smallest "
            f"{above.first}; “up to 3n: cannot” in {below.failures:,} of {below.cases:,}, the smallest {below.first}.",
        ),
        Table(
            ("n", "dpw", "s* by Theorem B", "3n - dpw"),
            [
                (soldiers, dpw, castle_min_winning_strength(soldiers, dpw), 3 * soldiers - dpw)
                for soldiers in range(2, 8)
                for dpw in range(1, soldiers)
            ],
            "The least strength with which the castle can win, and the strength above which the table says so.",
        ),
    )


def days_table(deep: bool, in_2b: bool) -> Table:
    """Return how often each number of days occurs in the box."""
    counts: dict[str, int] = {}
    for soldiers in range(1, min(bound_on_n(deep), 25) + 1):
        for game in games(soldiers):
            if is_2b_or_2c(*game) and (soldiers_fewest_waves(*game) is not None) == in_2b:
                key = waves_text(castle_fewest_waves(*game))
                counts[key] = counts.get(key, 0) + 1
    return Table(
        ("castle wins in", "games"), sorted(counts.items()), "All games of the row with n <= 25, s ≤ 6n, dpw ≤ 3n."
    )


SOLUTION = Text(
    r"All fire at the castle on day 1. On day 2, if $U = s + \mathit{dpw} - 2n \ge n$, all do so again and die. "
    "Otherwise the volley leaves one point of strength and $U - 1$ defenders against $n$ soldiers, and every later "
    "volley leaves that point and as many defenders alive as possible (Theorem B)."
)


@game_claim(
    "CD3.exercise.2b",
    r"Solution of the exercise for $n < s < 2n$, $\mathit{dpw} \ge n$, $\mathit{dpw} + s < (\varphi + 1)n$: never "
    r"for $s = n + 1$, $\mathit{dpw} = n$; otherwise in $2 + j$ days with the least $j \ge 1$ for which $(s + "
    r"\mathit{dpw} - 2n - 1)F_{2j+2} + (\mathit{dpw} - n)F_{2j+1} \ge \mathit{dpw} - 1$.",
    FINAL,
    uses=[B],
    theorems=["castle/Exercises.cd3_exercise_2b"],
)
def exercise_2b(deep: bool = False) -> Verdict:
    return argued(CASE_2B, [EXERCISE], SOLUTION, days_table(deep, in_2b=True))


@game_claim(
    "CD3.exercise.2c",
    r"Solution of the exercise for $n < s < 2n$, $\mathit{dpw} \ge n$, $\mathit{dpw} + s \ge (\varphi + 1)n$: in 2 "
    r"days exactly when $s + \mathit{dpw} \ge 3n$, otherwise in 3.",
    FINAL,
    uses=[B],
    theorems=["castle/Exercises.cd3_exercise_2c", "castle/Exercises.cd3_exercise_three_days"],
)
def exercise_2c(deep: bool = False) -> Verdict:
    return argued((*LOST, d >= 1), [IN_THREE, EXERCISE, TWO_DAYS], SOLUTION, days_table(deep, in_2b=False))
