r"""Castle Defense III: exact mathematics."""

import _castle_lines as lines
from _castle_box import (
    ceiling_is_least,
    closed_forms,
    earliest_fall,
    false_row,
    fourth_days,
    hold_days,
    most,
    printed_says_wait,
    rounding,
    waves,
)
from _castle_claims import as_the_relations_say, corrected, derived, is_2a, is_2b_or_2c, line_steps, row, told
from _castle_defence import DEFENCE
from _castle_map import winner_map
from _castle_rows import ROWS
from _castle_soldiers import ATTAINED, BEST_DAY, SOLDIERS
from _castle_theorem import ALL_INTEGERS, BATTLE, DAY, RULES, theorem

from gametheory import Castle
from gametheory.claims import Verdict, Witness, claim, refuted, undecided, verified
from gametheory.evidence import Exhibit, Text
from gametheory.games.castle import defenders_first, play_out
from gametheory.games.castle.formulas import best_fall_day, soldiers_fewest_waves
from gametheory.games.castle.printed import printed_fall_day, printed_row, printed_soldiers_waves
from gametheory.prove.symbolic import chain

THEOREM = "not in the post; docs/theory/castle.md"
DAYS_OF_BATTLE = "number of days to kill all defenders"
DAYS_OF_CASTLE = "number of days to destroy the castle"
CASE_2A, CASE_2B = "section 2.a", "section 2.b"
RECAP = "the table of the ways the soldiers can win"
A, B = "CD3.theorem.A", "CD3.theorem.B"
MISPRINT = "A misprint, the conclusion is right"


@claim(
    "CD3.lemma.rules",
    "A day leaves $x$ defenders alive and $R$ points of strength, with $x + R = D + C - S$ unless shots are wasted; "
    "wasted shots win. These relations are the code of the rules.",
    THEOREM,
    expected="proved",
)
def the_rules_as_relations() -> Verdict:
    if not as_the_relations_say(9):
        return undecided("volleys or ends of play differ from what the relations say")
    return theorem(
        "all positions, by the code of the rules run on symbols",
        [*RULES, *DAY],
        Text("Volleys and ends of play were compared with the code on all positions with numbers up to 9."),
    )


@claim(
    "CD3.lemma.battle",
    r"After the castle fell with $n$ soldiers and $x$ defenders left alive, the soldiers win exactly when $x\varphi < n$, "
    r"$k(n, x)$ days later: the least $k \ge 0$ with $x F_{2k+1} \le n F_{2k}$. It does not fall when $x/n$ grows.",
    THEOREM,
    uses=["CD3.lemma.rules"],
    expected="proved",
)
def the_battle() -> Verdict:
    return theorem(ALL_INTEGERS, BATTLE)


@claim(
    A,
    r"Soldiers' fewest days: $1$ for $s \le n$; else $T + k(n, U_T)$ with $U_t = s + (t-1)\mathit{dpw} - tn$, where "
    r"$T = 2$ for $\mathit{dpw} \ge n$ and $T = \max(2, 1 + \lceil (s - n - \rho)/(n - \mathit{dpw}) \rceil)$ for "
    r"$\mathit{dpw} < n$, $\rho = \lfloor (\sqrt{\mathit{dpw}^2 + 4n\mathit{dpw}} - \mathit{dpw})/2 \rfloor$. They cannot "
    r"win exactly when $\mathit{dpw} \ge n$, $s > n$ and $(s + \mathit{dpw} - 2n)\varphi \ge n$.",
    THEOREM,
    uses=["CD3.lemma.battle"],
    expected="proved",
)
def soldiers_theorem() -> Verdict:
    return theorem(ALL_INTEGERS, SOLDIERS)


@claim(
    B,
    r"Castle's fewest days: for $\mathit{dpw} \ge 2$ no play is better for it than sparing as many defenders as the rules "
    "allow while one point of strength is left, until the day that ends it; for $\\mathit{dpw} = 1$ the castle is better "
    r"felled as soon as it can be. The closed form of docs/theory/castle.md follows, and a threshold $s^*(n, \mathit{dpw})$.",
    THEOREM,
    uses=["CD3.lemma.battle"],
    expected="proved",
)
def castle_theorem() -> Verdict:
    return theorem(ALL_INTEGERS, DEFENCE)


@claim(
    "CD3.theorem.box",
    "The closed forms of both theorems, and the threshold, give what a search of all positions gives.",
    THEOREM,
    uses=[A, B],
    expected="verified",
)
def closed_forms_on_a_box(deep: bool = False) -> Verdict:
    found = closed_forms(most(deep))
    scope = f"all games with n <= {most(deep)}, s <= 6n, dpw <= 3n, by the exact solver"
    if found.first is not None:
        return refuted(scope, found.cases, Witness(str(found.first), f"{found.failures} games differ"))
    return verified(scope, found.cases, winner_map(12))


@claim(
    "CD3.case1",
    r"$s \le n$: the soldiers win in one day, and the castle cannot win.",
    "section 1",
    uses=["CD3.lemma.rules"],
    expected="proved",
)
def case_1() -> Verdict:
    return row("case1")


@claim(
    "CD3.eq1-3",
    r"With $x$ defenders left alive and the castle standing, the next day begins with $s_i - x$ soldiers, "
    r"$\mathit{dpw} + x$ defenders and $(c_i + \mathit{dpw}) - (s_i + x)$ points of strength.",
    CASE_2A,
    uses=["CD3.lemma.rules"],
    expected="proved",
)
def next_state() -> Verdict:
    return derived("row eq1-3", lines.NEXT, more=ROWS["eq1-3"])


@claim(
    "CD3.eq4",
    r"With all defenders killed on the day after, two days on stand $s_i - x$ soldiers, $\mathit{dpw}$ defenders and "
    r"$c_i + 2\mathit{dpw} + x - 2s_i$ points.",
    CASE_2A,
    uses=["CD3.eq1-3"],
    expected="proved",
)
def two_days_on() -> Verdict:
    condition = told(r"Not stated, but needed: $s_i \ge \mathit{dpw} + 2x$, so that all can be shot, and a standing castle.")
    return derived("row eq4", lines.TWO_ON, condition, more=ROWS["eq4"])


@claim(
    "CD3.eq5",
    r"With none ever left alive, two days on stand $s_i$ soldiers, $\mathit{dpw}$ defenders and "
    r"$c_i + 2\mathit{dpw} - 2s_i$ points, fewer than in (4).",
    CASE_2A,
    uses=["CD3.eq1-3"],
    expected="proved",
)
def none_left_alive() -> Verdict:
    return derived("row eq5", lines.NONE_SPARED, more=ROWS["eq5"])


def kill_all_days(n: int, s: int, dpw: int) -> int:
    """Days of a win that kills every defender every day: day 1, then n - dpw points a day."""
    return 1 - (n - s) // (n - dpw)


@claim(
    "CD3.opt",
    r"$\mathit{dpw} < n$: the soldiers, killing every defender every day, are never slower than by any other play, and "
    "lose nobody.",
    CASE_2A,
    uses=[A],
    expected="corrected",
)
def kill_all_is_best(deep: bool = False) -> Verdict:
    def explain(n: int, s: int, dpw: int) -> str:
        slow = play_out(Castle(n, s, dpw), defenders_first).length
        return f"killing all takes {waves(slow)}, the fastest win {waves(soldiers_fewest_waves(n, s, dpw))}"

    return false_row(
        is_2a,
        lambda *game: kill_all_days(*game) == soldiers_fewest_waves(*game),
        explain,
        corrected(
            r"$\mathit{dpw} < n < s$: some fastest win kills every defender on each day before day $T$, and fells the castle "
            "on day $T$ or, where that cannot be, on $T + 1$; it leaves defenders alive only when the castle has fallen.",
            [*ROWS["opt"], *ATTAINED, *BEST_DAY],
        ),
        most(deep),
        told(
            "What is right of it: leaving defenders alive while the castle stands is never of use, which is what the",
            "inequality under (5) shows. What is wrong: on its last day it pays to spare some and fell the castle earlier.",
            "The post itself goes on to do so. Killing all loses nobody, but the fastest win often loses soldiers.",
        ),
    )


def battle_row(name: str, formula: str) -> Verdict:
    """(def) and (sold) by induction, the steps before them, and the day of battle by the rules."""
    more = ROWS["def"]
    return derived(f"row {name}", lines.battle_lines(), told(f"By induction for all $i$: {formula}."), more=more)


@claim(
    "CD3.def",
    r"The castle fallen on day $q$, day $q + i + 1$ begins with $x F_{2i+1} - n F_{2i}$ defenders; with the five lines "
    "printed before it.",
    DAYS_OF_BATTLE,
    uses=["CD3.lemma.battle"],
    expected="proved",
)
def defenders_by_day() -> Verdict:
    return battle_row("def", r"$d_{q+i+1} = x F_{2i+1} - n F_{2i}$, while both sides last")


@claim(
    "CD3.sold",
    r"… and $n F_{2i+1} - x F_{2i+2}$ soldiers.",
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
    r"$x F_{2k+1} - n F_{2k} = 0$ exactly when $\varphi^{4k}(n - x\varphi) = n + x\varphi^{-1}$, that is "
    r"$4k + \log_\varphi (n - x\varphi) = \log_\varphi (n + x\varphi^{-1})$.",
    DAYS_OF_BATTLE,
    uses=["CD3.binet"],
    expected="proved",
)
def no_defender_left() -> Verdict:
    condition = told(r"The logarithms exist for $-n\varphi < x$ and $x\varphi < n$; $\log_\varphi \varphi^{4k} u = 4k + \log_\varphi u$.")
    return derived("row kzero", lines.KZERO, condition)


@claim(
    "CD3.eq6",
    r"$k = \lceil \frac{1}{4} \log_\varphi \frac{n + x\varphi^{-1}}{n - x\varphi} \rceil$, rounded up because the number of "
    "defenders may pass zero between two days.",
    DAYS_OF_BATTLE,
    uses=["CD3.kzero", "CD3.lemma.battle"],
    expected="proved",
)
def logarithm_rounded_up() -> Verdict:
    exact, doubles = ceiling_is_least(200), rounding(200)
    if exact.failures or doubles.first is None:
        return undecided(f"(6) differs from the least k: {exact}; in doubles: {doubles}")
    first = f"{doubles.first.s} defenders against {doubles.first.n} soldiers"
    return row(
        "eq6",
        told(
            rf"$d_k = x F_{{2k+1}} - n F_{{2k}} \le 0$ exactly when $\varphi^{{4k}}(n - x\varphi) \ge n + x\varphi^{{-1}}$,",
            r"since $\varphi^{4k}$ grows with $k$ the least such whole $k$ is the ceiling; for $x \le 0$ take $\max(0, k)$.",
            "Checked as well, in whole numbers, for all x φ < n <= 200.",
        ),
        told(
            f"As a formula for a computer it is fragile: in double precision it is wrong for {doubles.failures:,} of",
            f"{doubles.cases:,} pairs with n <= 200, by a day too many or too few where the quotient is an exact power of φ^4",
            f"(first: {first}; 10/43/8 is one, with 5 against 10). The Fibonacci comparison of (def) needs no logarithm.",
        ),
    )


@claim(
    "CD3.eq7",
    r"The castle, $c_q$ points strong at the start of the day, is felled by $n$ soldiers against $\mathit{dpw}$ defenders: "
    r"$x = \mathit{dpw} - (n - c_q) = c_q + \mathit{dpw} - n$ are left alive.",
    DAYS_OF_BATTLE,
    uses=["CD3.lemma.rules"],
    expected="proved",
)
def left_alive() -> Verdict:
    return row("eq7")


@claim(
    "CD3.eq8",
    r"Killing all defenders every day, at the start of the day $q$ on which the castle falls stand $s_q = n$ soldiers and "
    r"$c_q = s - nq + (q-1)\mathit{dpw}$ points; $x_q = s + q\mathit{dpw} - (q+1)n$ are left alive on it.",
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
        lambda n, s, dpw: f"day 1 begins with strength {s}; the formula gives {s - n} for q = 1, which is that of day 2",
        corrected(
            r"$c_q$ is the strength at the start of day $q + 1$: with $t = q + 1$, day $t$ begins with "
            r"$s - n - (t-2)(n - \mathit{dpw})$ points, and $U_t = s + (t-1)\mathit{dpw} - tn$ are left alive when it falls then.",
            ROWS["eq8"],
        ),
        most(deep),
        *chain(lines.STRENGTH),
        told("The algebra is right, and so is $s_q = n$; the day is counted one low. Row 2a inherits that."),
        kind="The number of the day is one low",
    )


@claim(
    "CD3.wait",
    "Waiting one more day is faster when the logarithm for the day after, plus 4, is less than that of the day; and each "
    r"step from there to (9): the difference above 4, the quotient above $\varphi^4$, multiplied out.",
    DAYS_OF_CASTLE,
    uses=["CD3.eq6", "CD3.phi", A],
    expected="proved",
)
def when_to_wait() -> Verdict:
    return derived(
        "row wait",
        lines.CROSS,
        told(
            r"Both denominators must be positive: $x_q\varphi < n$ and $n + x_{q+1}\varphi^{-1} > 0$; where $x_q\varphi \ge n$ the",
            "battle would be lost, and waiting is right. The comparison leaves the ceilings out. That this does no harm is",
            "not argued in the post; Theorem A proves it (A6 to A8).",
        ),
        more=ROWS["wait"],
    )


def misprint(printed: list[lines.Line], where: str, deep: bool, *evidence: Exhibit) -> Verdict:
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
            *chain([line.right_line for line in printed]),
        ),
        most(deep),
        *chain([*lines.CROSS, *printed]),
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
        lines.TEN, "eq10", deep, told("The quadratic that the post finds next follows from the corrected (10), not from this.")
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
    note = told(r"It follows from the corrected (10); from the printed one it does not, they differ by $n x_q(\sqrt{5} - 1)$.")
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
            r"With $q$ replaced by $\max(1, q)$, $T = q + 1$ is the day on which felling the castle makes the whole win "
            "fastest; the castle can often be felled sooner, for a slower win.",
            [*ROWS["eq12"], *BEST_DAY],
        ),
        7 if deep else 5,
        *chain(lines.TWELVE),
        told(
            "The algebra is right: (12) is the least whole $q$ with $x_q$ at or below the root. But the day is one low, the",
            "number can be 0 or negative, and it is the best day, not the least.",
        ),
    )


@claim(
    "CD3.2b.days",
    r"Soldiers, defenders and strength at the start of days 2 to 5, up to (13), and the general pattern for day $q$.",
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
        return f"with x_2 = {x2}, x_3 = {x3} day 4 begins with strength {position.strength}; the pattern gives {printed}"

    return false_row(
        is_2b_or_2c,
        holds,
        explain,
        corrected(
            r"Days 2 to 5 and (13) as printed; in the general pattern $(q-3)(\mathit{dpw} - n)$ for $(q-2)(\mathit{dpw} - n)$.",
            [*line_steps("row 2b.days", lines.DAYS), *ROWS["2b.days"]],
        ),
        8 if deep else 6,
        *chain(lines.DAYS),
        kind=f"{MISPRINT}; days 2 to 5 and (13) hold",
    )


@claim(
    "CD3.2b.need",
    r"$s \ge 2n$ and $\mathit{dpw} \ge n$: the strength can never reach zero, so the soldiers need $s < 2n$.",
    CASE_2B,
    uses=[A],
    expected="corrected",
)
def strength_never_zero(deep: bool = False) -> Verdict:
    return false_row(
        lambda n, s, dpw: s >= 2 * n and dpw >= n,
        lambda n, s, dpw: s - 2 * n > 0,
        lambda n, s, dpw: f"all {n} at the castle on days 1 and 2 fire {2 * n} shots at {s} points; then the soldiers fall",
        corrected(
            r"$s \ge 2n$ and $\mathit{dpw} \ge n$: the soldiers cannot win, whether or not the strength reaches zero.",
            ROWS["2b.need"],
        ),
        most(deep),
        kind="The reason is false for s = 2n, the conclusion is right",
    )


@claim(
    "CD3.2b.table",
    r"What is left when the castle falls on day 2, 3 or 4; and that soldiers then fall strictly, $s_3 > s_4 > s_5$, and "
    r"defenders rise strictly, $d_3 < d_4 < d_5$, as do the remarks under the table.",
    CASE_2B,
    uses=["CD3.2b.days"],
    expected="corrected",
)
def table_of_days(deep: bool = False) -> Verdict:
    return false_row(
        is_2b_or_2c,
        lambda n, s, dpw: dpw - n > 0,
        lambda n, s, dpw: f"with x_2 = 0, s_3 = s_4 = {2 * n - s} and d_3 = d_4 = {s - n}: both differences are "
        "(dpw - n) and a multiple of x_2, and both are 0",
        corrected(
            r"The entries as printed. $s_3 \ge s_4$, $s_3 \ge s_5$, $d_3 \le d_4$, $d_3 \le d_5$, with equality on day 3 "
            r"exactly for $\mathit{dpw} = n$, $x_2 = 0$.",
            [*line_steps("row 2b.table", lines.TABLE), *ROWS["2b.table"]],
        ),
        most(deep),
        *chain(lines.TABLE),
        told(
            "Only day 2 against each later day is used, and that holds with at least and at most. Days 3 and 4 belong to",
            "different plays, and nothing orders them. The remarks on when $x_2$ and $x_3$ are largest and smallest hold.",
        ),
        kind="The strict order is false, what is concluded from it is right",
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
    r"$\mathit{dpw} = n$: infinitely many plays win for the soldiers, with the castle destroyed on any day one likes.",
    CASE_2B,
    uses=[A, "CD3.2b.limit"],
    expected="corrected",
)
def any_day_one_likes(deep: bool = False) -> Verdict:
    return false_row(
        lambda n, s, dpw: dpw == n < s < 2 * n,
        lambda *game: soldiers_fewest_waves(*game) is not None,
        lambda n, s, dpw: f"the soldiers cannot win: {s - n} defenders left alive against {n} soldiers, on whatever day",
        corrected(
            r"$\mathit{dpw} = n < s < \varphi n$: infinitely many plays win, with the castle destroyed on any day from 2 on. "
            r"For $s \ge \varphi n$ none does.",
            [*ROWS["2b.inf"], *line_steps("row 2b.inf", lines.EQUAL)],
        ),
        most(deep),
        *chain(lines.EQUAL),
        told("False as a sentence by itself, with “always”; under the condition in the title of the section it is right."),
    )


@claim(
    "CD3.2b.limit",
    r"$\mathit{dpw} \ge n$, $n < s < 2n$: the soldiers can win exactly when $x\varphi < n$, that is "
    r"$\mathit{dpw} + s < (2 + \varphi^{-1})n = (\varphi + 1)n$, by the limit of $F_{2i+2}/F_{2i+1}$.",
    CASE_2B,
    uses=["CD3.lemma.battle", A],
    expected="proved",
)
def limit() -> Verdict:
    note = told(
        r"The soldiers of (sold) stay positive for all $i$ exactly when $n/x \ge \varphi$, as the quotients rise to",
        r"$\varphi$ and never reach it; $n = x\varphi$ is impossible for whole numbers (L4e), so the strict sign does no harm.",
    )
    return derived("row 2b.limit", lines.LIMIT, note, more=ROWS["2b.limit"])


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
            f"printed: {printed_soldiers_waves(n, s, dpw)}, with q = {printed_fall_day(n, s, dpw)}; "
            f"right: {soldiers_fewest_waves(n, s, dpw)}, the castle felled on day {best_fall_day(n, s, dpw)}"
        )

    return false_row(
        is_2a,
        lambda *game: printed_soldiers_waves(*game) == soldiers_fewest_waves(*game),
        explain,
        corrected(
            r"$1 + q + \max(0, k)$ days with $q = \max(1, \lceil \cdots \rceil)$ of (12), and $k$ of (6) for "
            r"$x = s + q\mathit{dpw} - (q+1)n$; every defender is killed on the first $q$ days, and the castle felled on day "
            "$q + 1$ or, where more than dpw would be left alive, a day later.",
            [*ROWS["eq8"], *ROWS["eq12"], *BEST_DAY],
        ),
        most(deep),
        told("Always too small: by one day, and by more where (12) is below 1. The strategy beside it is a day low as well."),
    )


@claim(
    "CD3.row2b",
    r"Row 2b with (15): $n < s < 2n$, $\mathit{dpw} \ge n$, $2n < \mathit{dpw} + s < (\varphi + 1)n$: $2 + \max(0, k)$ days.",
    RECAP,
    uses=[A, "CD3.eq6", "CD3.2b.limit"],
    expected="proved",
)
def row_2b() -> Verdict:
    return row("row2b", told("Theorem A with $T = 2$; here the day is counted right. $k$ is at least 1, as $x$ is."))


@claim(
    "CD3.row2c",
    r"Row 2c: $n < s < 2n$, $\mathit{dpw} \ge n$, $\mathit{dpw} + s \ge (\varphi + 1)n$: the soldiers cannot win.",
    RECAP,
    uses=[A, "CD3.2b.limit"],
    expected="proved",
)
def row_2c() -> Verdict:
    return row("row2c", told(r"Printed as $2n < \mathit{dpw} + s \ge (\varphi + 1)n$; the first part says nothing more."))


@claim(
    "CD3.row2d",
    r"Row 2d: $s > 2n$, $\mathit{dpw} \ge n$: the soldiers cannot win.",
    RECAP,
    uses=[A],
    expected="proved",
)
def row_2d() -> Verdict:
    return row("row2d", told(r"The text above the table says $s \ge 2n$, which is right too (CD3.2b.need)."))


@claim(
    "CD3.cover",
    r"The five rows cover every $n$, $s$, $\mathit{dpw}$, and never two at once.",
    RECAP,
    expected="corrected",
)
def rows_cover(deep: bool = False) -> Verdict:
    return false_row(
        lambda *game: True,
        lambda *game: printed_row(*game) is not None,
        lambda n, s, dpw: f"s = 2n and dpw >= n: 2b and 2c ask for s < {2 * n}, 2d for s > {2 * n}",
        corrected(r"With $s \ge 2n$ in row 2d, as in the text, they do; never two at once is right.", ROWS["cover"]),
        most(deep),
        kind="A gap: table and text disagree on s = 2n",
    )
