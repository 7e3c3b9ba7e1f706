"""Castle Defense III: the theorems, and the post up to inequality (5)."""

from gametheory import Castle
from gametheory.claims import Verdict, Witness, appendix, claim, open_, refuted, verified
from gametheory.claims.evidence import LookupTable, Text
from gametheory.games.castle import defenders_first, play_out
from gametheory.games.castle.closed_form import castle_fewest_waves, soldiers_fewest_waves

from . import lines
from .boxes import (
    bound_on_n,
    check_row,
    closed_forms,
    one_point_left_waves,
    waves_text,
)
from .defense import CASTLE_SIDE, GREEDY, LONE, SIMULATION
from .explorer import explorer
from .figures import winner_map
from .lemmas import ALL_INTEGERS, BATTLE, DAY, RULES, theorem
from .rows import OBLIGATIONS
from .soldiers import ATTAINED, BEST_DAY, SOLDIERS
from .verdicts import corrected, derived, is_2a, matches_relations, row, text

THEOREM = "not in the post; docs/theory/castle.md"
CASE_2A = "section 2.a"
A, B = "CD3.theorem.A", "CD3.theorem.B"


@appendix("CD3.games", "Look up a castle game")
def games() -> list[LookupTable]:
    return [explorer()]


CLOSED_FORM = text(
    r"The closed form, for $s > n$. Let $e = 0$ for $\mathit{dpw} = 1$, otherwise $e = 1$; $D_t = (t-1)\mathit{dpw}$, "
    r"$S_t = n - \mathit{dpw}(t-1)(t-2)/2$, $A_t = nt - \mathit{dpw}\,t(t-1)(t-2)/6$, and $T_0$ the least $t$ with "
    r"$D_t \ge S_t$. If $s > A_{T_0}$: $T_0$ days. Otherwise let $t$ be the least day with $A_t \ge s$, and $U = D_t "
    r"+ s - A_t$. If $U \ge S_t$: $t$ days; if $U \le 0$: never. Otherwise let $x = U - e$ and $m = S_t - "
    r"e\,\mathit{dpw}$. If $m \ge 0$ and $x^2 + xm \le m^2$: never; else $t + j$ days with the least $j \ge 1$ for "
    r"which $x F_{2j+2} - m F_{2j+1} \ge \mathit{dpw} - 1$.",
)


@claim(
    "CD3.lemma.rules",
    "A day leaves $x$ defenders alive and $R$ points of strength, with $x + R = D + C - S$ unless shots are wasted; "
    "wasted shots win. These relations are equivalent to the code of the rules.",
    THEOREM,
    expected="proved",
)
def the_rules_as_relations() -> Verdict:
    if not matches_relations(9):
        return open_("volleys or outcomes of the code differ from the relations")
    return theorem(
        "all positions, by the code of the rules run on symbols",
        [*RULES, *DAY],
        Text("Volleys and outcomes were compared with the code on all positions with numbers up to 9."),
    )


@claim(
    "CD3.lemma.battle",
    r"After the castle fell with $n$ soldiers and $x$ defenders left alive, the soldiers win exactly when $x\varphi "
    r"< n$, $k(n, x)$ days later: the least $k \ge 0$ with $x F_{2k+1} \le n F_{2k}$. It does not fall when $x/n$ "
    "grows.",
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
    r"$\mathit{dpw} < n$, $\rho = \lfloor (\sqrt{\mathit{dpw}^2 + 4n\mathit{dpw}} - \mathit{dpw})/2 \rfloor$. They "
    r"cannot win exactly when $\mathit{dpw} \ge n$, $s > n$ and $(s + \mathit{dpw} - 2n)\varphi \ge n$.",
    THEOREM,
    uses=["CD3.lemma.battle"],
    expected="proved",
)
def soldiers_theorem() -> Verdict:
    return theorem(ALL_INTEGERS, SOLDIERS)


@claim(
    "CD3.conjecture",
    "No play is better for the castle than this one: until its last wave, leave as many defenders alive as possible "
    "with one point of strength left.",
    THEOREM,
    uses=["CD3.lemma.battle"],
    expected="corrected",
)
def one_point_left(deep: bool = False) -> Verdict:
    return check_row(
        lambda *game: True,
        lambda *game: one_point_left_waves(*game) == castle_fewest_waves(*game),
        lambda n, s, dpw: (
            f"with this play the castle wins: {waves_text(one_point_left_waves(n, s, dpw))}; it can win in "
            f"{waves_text(castle_fewest_waves(n, s, dpw))}"
        ),
        corrected(
            r"For $\mathit{dpw} \ge 2$ no play is better. For $\mathit{dpw} = 1$ no play is better than to fire all "
            "at the castle, and to fell it as soon as possible.",
            [*SIMULATION, *GREEDY, *LONE],
        ),
        bound_on_n(deep),
        kind="False, but only for dpw = 1",
    )


@claim(
    B,
    r"Castle's fewest days: for $\mathit{dpw} \ge 2$ no play is better for the castle than to leave as many defenders "
    r"alive as possible with one point of strength left, until the last day; for $\mathit{dpw} = 1$ it is better to "
    "fell the castle as soon as possible. The closed form of docs/theory/castle.md follows, and a threshold "
    r"$s^*(n, \mathit{dpw})$.",
    THEOREM,
    uses=["CD3.lemma.battle", "CD3.conjecture"],
    expected="proved",
)
def castle_theorem() -> Verdict:
    return theorem(ALL_INTEGERS, CASTLE_SIDE, CLOSED_FORM)


@claim(
    "CD3.theorem.box",
    "The closed forms of both theorems, and the threshold, agree with a search of all positions.",
    THEOREM,
    uses=[A, B],
    expected="verified",
)
def closed_forms_on_a_box(deep: bool = False) -> Verdict:
    result = closed_forms(bound_on_n(deep))
    scope = f"all games with n ≤ {bound_on_n(deep)}, s ≤ 6n, dpw ≤ 3n, by the exact solver"
    if result.first is not None:
        return refuted(scope, result.cases, Witness(str(result.first), f"{result.failures} games differ"))
    return verified(scope, result.cases, winner_map(12))


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
    "With $x$ defenders left alive and strength left, the next day begins with $s_i - x$ soldiers, "
    r"$\mathit{dpw} + x$ defenders and $(c_i + \mathit{dpw}) - (s_i + x)$ points of strength.",
    CASE_2A,
    uses=["CD3.lemma.rules"],
    expected="proved",
)
def next_state() -> Verdict:
    return derived("row eq1-3", lines.NEXT, more=OBLIGATIONS["eq1-3"])


@claim(
    "CD3.eq4",
    r"With all defenders killed on the day after, two days later there are $s_i - x$ soldiers, $\mathit{dpw}$ "
    r"defenders and $c_i + 2\mathit{dpw} + x - 2s_i$ points.",
    CASE_2A,
    uses=["CD3.eq1-3"],
    expected="proved",
)
def two_days_on() -> Verdict:
    condition = text(
        r"Not stated, but needed: $s_i \ge \mathit{dpw} + 2x$, so that all can be shot, and strength left."
    )
    return derived("row eq4", lines.TWO_ON, condition, more=OBLIGATIONS["eq4"])


@claim(
    "CD3.eq5",
    r"With none ever left alive, two days later there are $s_i$ soldiers, $\mathit{dpw}$ defenders and $c_i + "
    r"2\mathit{dpw} - 2s_i$ points, fewer than in (4).",
    CASE_2A,
    uses=["CD3.eq1-3"],
    expected="proved",
)
def none_left_alive() -> Verdict:
    return derived("row eq5", lines.NONE_ALIVE, more=OBLIGATIONS["eq5"])


def kill_all_days(n: int, s: int, dpw: int) -> int:
    """Return the days of a win that kills every defender every day: day 1, then n - dpw points a day."""
    return 1 - (n - s) // (n - dpw)


@claim(
    "CD3.opt",
    r"$\mathit{dpw} < n$: the soldiers, killing every defender every day, are never slower than by any other play, "
    "and lose no soldier.",
    CASE_2A,
    uses=[A],
    expected="corrected",
)
def kill_all_is_best(deep: bool = False) -> Verdict:
    def explain(n: int, s: int, dpw: int) -> str:
        slow = play_out(Castle(n, s, dpw), defenders_first).length
        return f"killing all takes {waves_text(slow)}, the fastest win {waves_text(soldiers_fewest_waves(n, s, dpw))}"

    return check_row(
        is_2a,
        lambda *game: kill_all_days(*game) == soldiers_fewest_waves(*game),
        explain,
        corrected(
            r"$\mathit{dpw} < n < s$: some fastest win kills every defender on each day before day $T$, and fells "
            "the castle on day $T$ or, if that is not possible, on $T + 1$; it leaves defenders alive only when the "
            "castle has fallen.",
            [*OBLIGATIONS["opt"], *ATTAINED, *BEST_DAY],
        ),
        bound_on_n(deep),
        text(
            "What is right: it is never useful to leave defenders alive while strength is left, as the inequality "
            "under (5) shows. What is wrong: on the last day it is faster to leave some alive and to fell the castle "
            "earlier, and the post continues so. Killing all loses no soldier, but the fastest win often loses "
            "soldiers.",
        ),
    )
