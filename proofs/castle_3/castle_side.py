"""Castle Defense III: when the castle wins, the final table and the closing examples."""

from gametheory import Castle
from gametheory.claims import Verdict, claim
from gametheory.claims.evidence import Table, Text
from gametheory.games.castle.closed_form import (
    castle_fewest_waves,
    castle_min_winning_strength,
    soldiers_fewest_waves,
)
from gametheory.games.castle.fibonacci import fibonacci
from gametheory.games.castle.published_formulas import published_castle_waves
from gametheory.numbers.bisect import least_satisfying

from .boxes import bound_on_n, check_row, games, sweep_games, waves_text
from .defense import PHASES, SIMULATION, THRESHOLD, TIES, TWO_DAYS
from .rows import OBLIGATIONS
from .verdicts import corrected, is_2a, is_2b_or_2c, row, text
from .worked_examples import example, facts_3819, facts_3820

WHERE = "minimum number of days for the castle to win"
FINAL = "the final table"
CLOSING = "the example that closes the mathematics"
ALL_N_AND_DPW = "all integers n, dpw of at least 1"
A, B = "CD3.theorem.A", "CD3.theorem.B"


@claim(
    "CD3.castle.a",
    r"$\mathit{dpw} + s \le 2n$, $s > n$, $\mathit{dpw} < n$: the castle cannot win, and the soldiers win on day 2.",
    WHERE,
    uses=["CD3.lemma.rules"],
    expected="proved",
)
def soldiers_win_on_day_2() -> Verdict:
    return row("castle.a", text("Every volley of day 2 wins."))


@claim(
    "CD3.castle.b",
    r"$\mathit{dpw} < n < s$: the castle needs more than 2 days.",
    WHERE,
    uses=["CD3.lemma.rules"],
    expected="proved",
)
def more_than_two_days() -> Verdict:
    return row("castle.b")


@claim(
    "CD3.castle.c",
    r"$\mathit{dpw} = n - 1$: the castle needs at least 3 days, and wins on day 3 only if $s > 2n$.",
    WHERE,
    uses=["CD3.castle.b", B],
    expected="corrected",
)
def one_defender_short(deep: bool = False) -> Verdict:
    return check_row(
        lambda n, s, dpw: dpw == n - 1 and s > n,
        lambda n, s, dpw: s > 2 * n or castle_fewest_waves(n, s, dpw) != 3,
        lambda n, s, dpw: (
            f"s is not above {2 * n}, and the castle can win in {waves_text(castle_fewest_waves(n, s, dpw))}"
        ),
        corrected(
            r"$\mathit{dpw} = n - 1$, $s > n$: at least 3 days, and a win on day 3 exactly when $3s \ge 4n + 6$ or "
            "$s > 2n$.",
            [*OBLIGATIONS["castle.c"], *PHASES],
        ),
        bound_on_n(deep),
        text("At least 3 days is right, and so is “if”; “only if” is false."),
    )


@claim(
    "CD3.castle.d",
    "$s = n + 2$: the castle can never win.",
    WHERE,
    uses=[B],
    expected="corrected",
)
def two_more_points(deep: bool = False) -> Verdict:
    return check_row(
        lambda n, s, dpw: s == n + 2,
        lambda *game: castle_fewest_waves(*game) is None,
        lambda n, s, dpw: f"the castle can win in {waves_text(castle_fewest_waves(n, s, dpw))}",
        corrected(
            r"$s = n + 2$ and $\mathit{dpw} < n$: the castle can never win.",
            [*OBLIGATIONS["castle.d"], *PHASES],
            ALL_N_AND_DPW,
        ),
        bound_on_n(deep),
        text(
            "The paragraph is about dpw < n, and with this condition it is right; the closing sentence does not state "
            "the condition, and row 2d of the post's own table contradicts it.",
        ),
        kind="False without the condition of its paragraph",
    )


def first_fibonacci_day(n: int) -> int:
    """Return 2 + the least j >= 1 with F(2j) >= n - 2."""
    return 2 + least_satisfying(lambda j: fibonacci(2 * j) >= n - 2, 1)


@claim(
    "CD3.castle.e",
    r"$s = n + 3$, $\mathit{dpw} = n - 1$, $n > 2$: of the options of day 2 the first lets the castle win only for "
    "$n = 3$, the third never, and the second always: on the third day for $n = 3$, on the fourth for $n = 4$, and "
    "so on.",
    WHERE,
    uses=[B],
    expected="corrected",
)
def three_more_points(deep: bool = False) -> Verdict:
    return check_row(
        lambda n, s, dpw: s == n + 3 and dpw == n - 1 and n > 2,
        lambda n, s, dpw: castle_fewest_waves(n, s, dpw) == n,
        lambda n, s, dpw: f"the castle wins in {waves_text(castle_fewest_waves(n, s, dpw))}, not in {n}",
        corrected(
            r"$s = n + 3$, $\mathit{dpw} = n - 1$, $n > 2$: the castle can win, and soonest on day $2 + j$ with the "
            r"least $j \ge 1$ for which $F_{2j} \ge n - 2$; on day 3 only for $n = 3$.",
            [*OBLIGATIONS["castle.e"], *OBLIGATIONS["castle.e options"], *PHASES],
            ALL_N_AND_DPW,
        ),
        bound_on_n(deep),
        text(
            "The statements on the three options are right, and so are the days for $n = 3$ and $n = 4$. The “etc.” is "
            "false: the number of days grows with the logarithm of $n$.",
        ),
        Table(("n", "castle wins on day", "as printed"), [(n, first_fibonacci_day(n), n) for n in range(3, 26)]),
    )


@claim(
    "CD3.castle.f",
    r"$s = n + 3$, $\mathit{dpw} < n - 1$: the castle cannot win.",
    WHERE,
    uses=[B],
    expected="proved",
)
def three_more_points_fewer_defenders() -> Verdict:
    return row(
        "castle.f",
        text(r"The reason given, $s + \mathit{dpw} \le 2n + 1$, is right: at most one defender is left alive."),
    )


@claim(
    "CD3.castle.2d",
    r"$s \ge 2n$, $\mathit{dpw} \ge n$: the castle wins in 2 days when all fire at it; the soldiers cannot win, but "
    "can delay that by firing at both.",
    "section 2.d",
    uses=["CD3.2b.need"],
    expected="corrected",
)
def case_2d(deep: bool = False) -> Verdict:
    return check_row(
        lambda n, s, dpw: s >= 2 * n and dpw >= n,
        lambda n, s, dpw: max(position.soldiers for position in after_day_2(n, s, dpw)) > 0,
        lambda n, s, dpw: (
            f"after day 1, {dpw} defenders face {n} soldiers; after any volley {dpw - n} or more fire back"
        ),
        corrected(
            r"$s \ge 2n$, $\mathit{dpw} \ge n$: the castle wins in 2 days when all fire at it, the soldiers never, "
            r"and they can delay it exactly when $\mathit{dpw} < 2n$.",
            OBLIGATIONS["castle.2d"],
        ),
        16 if deep else 10,
        kind="The two days and “never” are right, “can delay” is false",
    )


def after_day_2(n: int, s: int, dpw: int):  # type: ignore[no-untyped-def]
    """Return the positions after every volley of day 2, by the rules."""
    castle = Castle(n, s, dpw)
    (first,) = castle.moves(castle.start())
    second_day = castle.after(castle.start(), first)
    return (castle.after(second_day, volley) for volley in castle.moves(second_day))


@claim(
    "CD3.castle.tie",
    r"$\mathit{dpw} = n$: killing all defenders from day 2 on, the soldiers can tie.",
    "section 2.d",
    uses=["CD3.lemma.rules"],
    expected="proved",
)
def tie() -> Verdict:
    note = text("For $s > n$, as in its section. No other play is endless: a day without losses requires $S = D$ (T1).")
    return row("castle.tie", note, more=TIES)


@claim(
    "CD3.table.2a",
    r"$\mathit{dpw} < n < s$: the castle wins in two days if $\mathit{dpw} + s > 3n$, and cannot win if "
    r"$\mathit{dpw} + s \le 3n$.",
    FINAL,
    uses=[B, "CD3.castle.b"],
    expected="corrected",
)
def table_row_2a(deep: bool = False) -> Verdict:
    bound = bound_on_n(deep)
    above, below = (
        sweep_games(bound, lambda *game: published_castle_waves(*game) == castle_fewest_waves(*game), condition)
        for condition in (
            lambda n, s, dpw: is_2a(n, s, dpw) and dpw + s > 3 * n,
            lambda n, s, dpw: is_2a(n, s, dpw) and dpw + s <= 3 * n,
        )
    )
    return check_row(
        is_2a,
        lambda *game: published_castle_waves(*game) == castle_fewest_waves(*game),
        lambda n, s, dpw: (
            f"printed: {waves_text(published_castle_waves(n, s, dpw))}; right: "  # type: ignore[arg-type]
            f"{waves_text(castle_fewest_waves(n, s, dpw))}"
        ),
        corrected(
            r"$\mathit{dpw} < n < s$: never in two days; the castle can win exactly when $s \ge s^*(n, "
            r"\mathit{dpw})$, in the days of Theorem B. The rule of two days is true for $\mathit{dpw} \ge n$: there "
            r"exactly when $s + \mathit{dpw} \ge 3n$.",
            [*OBLIGATIONS["table.2a"], *TWO_DAYS, *SIMULATION, *PHASES, *THRESHOLD],
        ),
        bound,
        text(
            f"Both halves are false: “above 3n: two days” in {above.failures:,} of {above.cases:,}, the smallest "
            f"{above.first}; “up to 3n: cannot” in {below.failures:,} of {below.cases:,}, the smallest {below.first}.",
        ),
        Table(
            ("n", "dpw", "s* by Theorem B", "3n - dpw"),
            [(n, dpw, castle_min_winning_strength(n, dpw), 3 * n - dpw) for n in range(2, 8) for dpw in range(1, n)],
            "The least strength with which the castle can win, and the strength above which the table says so.",
        ),
    )


def days_table(deep: bool, in_2b: bool) -> Table:
    """Return how often each number of days occurs in the box."""
    counts: dict[str, int] = {}
    for n in range(1, min(bound_on_n(deep), 25) + 1):
        for game in games(n):
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


@claim(
    "CD3.exercise.2b",
    r"Solution of the exercise for $n < s < 2n$, $\mathit{dpw} \ge n$, $\mathit{dpw} + s < (\varphi + 1)n$: never "
    r"for $s = n + 1$, $\mathit{dpw} = n$; otherwise in $2 + j$ days with the least $j \ge 1$ for which $(s + "
    r"\mathit{dpw} - 2n - 1)F_{2j+2} + (\mathit{dpw} - n)F_{2j+1} \ge \mathit{dpw} - 1$.",
    FINAL,
    uses=[B],
    expected="proved",
)
def exercise_2b(deep: bool = False) -> Verdict:
    return row("exercise", SOLUTION, days_table(deep, in_2b=True))


@claim(
    "CD3.exercise.2c",
    r"Solution of the exercise for $n < s < 2n$, $\mathit{dpw} \ge n$, $\mathit{dpw} + s \ge (\varphi + 1)n$: in 2 "
    r"days exactly when $s + \mathit{dpw} \ge 3n$, otherwise in 3.",
    FINAL,
    uses=[B],
    expected="proved",
)
def exercise_2c(deep: bool = False) -> Verdict:
    return row("exercise.2c", SOLUTION, days_table(deep, in_2b=False), more=[*OBLIGATIONS["exercise"], *TWO_DAYS])


@claim(
    "CD3.ex3819",
    "3819/5000/5000: the soldiers cannot win; the castle can win in 3 and not in 2; and every printed number of both "
    "plays.",
    CLOSING,
    uses=[A, B],
    expected="verified",
)
def worked_3819() -> Verdict:
    return example(
        3819,
        facts_3819(),
        text(
            "Every number is right. One sentence is imprecise: on day 3 “all” 2,638 soldiers attack a castle of 1,181 "
            "points while defenders are alive; under the rules 1,457 of them must fire at defenders, and the castle "
            "still wins that day.",
        ),
    )


@claim(
    "CD3.ex3820",
    "3820/5000/5000: $k = 5$ and 7 waves for the soldiers, and every printed number; the castle can still win in 3.",
    CLOSING,
    uses=[A, B],
    expected="verified",
)
def worked_3820() -> Verdict:
    return example(3820, facts_3820(), text("The castle's win in 3 has the same imprecise third day as that of 3819."))
