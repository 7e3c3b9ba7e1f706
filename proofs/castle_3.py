r"""Castle Defense III: exact mathematics."""

import _castle_explorer
import _castle_lines as lines
from _castle_box import (
    closed_forms,
    false_row,
    most,
    point_kept_waves,
    waves,
)
from _castle_claims import as_the_relations_say, corrected, derived, is_2a, row, told
from _castle_defence import DEFENCE, GREEDY, LONE, SIMULATION
from _castle_map import winner_map
from _castle_rows import ROWS
from _castle_soldiers import ATTAINED, BEST_DAY, SOLDIERS
from _castle_theorem import ALL_INTEGERS, BATTLE, DAY, RULES, theorem

from gametheory import Castle
from gametheory.claims import Verdict, Witness, appendix, claim, open_, refuted, verified
from gametheory.claims.evidence import LookupTable, Text
from gametheory.games.castle import defenders_first, play_out
from gametheory.games.castle.closed_form import castle_fewest_waves, soldiers_fewest_waves

THEOREM = "not in the post; docs/theory/castle.md"
CASE_2A = "section 2.a"
A, B = "CD3.theorem.A", "CD3.theorem.B"


@appendix("CD3.games", "Look up a castle game")
def games() -> list[LookupTable]:
    return [_castle_explorer.explorer()]


CLOSED_FORM = told(
    r"The closed form, for $s > n$. Put $e = 0$ for $\mathit{dpw} = 1$ and else $e = 1$; $D_t = (t-1)\mathit{dpw}$, "
    r"$S_t = n - \mathit{dpw}(t-1)(t-2)/2$, $A_t = nt - \mathit{dpw}\,t(t-1)(t-2)/6$, and $T_0$ the least $t$ with "
    r"$D_t \ge S_t$. If $s > A_{T_0}$: $T_0$ days. Else let $t$ be the least day with $A_t \ge s$, and $U = D_t + s "
    r"- A_t$. If $U \ge S_t$: $t$ days; if $U \le 0$: never. Else let $x = U - e$ and $m = S_t - e\,\mathit{dpw}$. "
    r"If $m \ge 0$ and $x^2 + xm \le m^2$: never; else $t + j$ days with the least $j \ge 1$ for which $x F_{2j+2} - "
    r"m F_{2j+1} \ge \mathit{dpw} - 1$.",
)


@claim(
    "CD3.lemma.rules",
    "A day leaves $x$ defenders alive and $R$ points of strength, with $x + R = D + C - S$ unless shots are wasted; "
    "wasted shots win. These relations are the code of the rules.",
    THEOREM,
    expected="proved",
)
def the_rules_as_relations() -> Verdict:
    if not as_the_relations_say(9):
        return open_("volleys or ends of play differ from what the relations say")
    return theorem(
        "all positions, by the code of the rules run on symbols",
        [*RULES, *DAY],
        Text("Volleys and ends of play were compared with the code on all positions with numbers up to 9."),
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
    "No play is better for the castle than sparing as many defenders as the rules allow while one point of strength "
    "is left, until the wave that ends it.",
    THEOREM,
    uses=["CD3.lemma.battle"],
    expected="corrected",
)
def one_point_kept(deep: bool = False) -> Verdict:
    return false_row(
        lambda *game: True,
        lambda *game: point_kept_waves(*game) == castle_fewest_waves(*game),
        lambda n, s, dpw: (
            f"so played, the castle wins: {waves(point_kept_waves(n, s, dpw))}; it can win in "
            f"{waves(castle_fewest_waves(n, s, dpw))}"
        ),
        corrected(
            r"For $\mathit{dpw} \ge 2$ none is better. For $\mathit{dpw} = 1$ none is better than to fire all at the "
            "castle, and to fell it as soon as it can be felled.",
            [*SIMULATION, *GREEDY, *LONE],
        ),
        most(deep),
        kind="False, but only for dpw = 1",
    )


@claim(
    B,
    r"Castle's fewest days: for $\mathit{dpw} \ge 2$ no play is better for it than sparing as many defenders as the "
    r"rules allow while one point of strength is left, until the day that ends it; for $\mathit{dpw} = 1$ the castle "
    "is better felled as soon as it can be. The closed form of docs/theory/castle.md follows, and a threshold "
    r"$s^*(n, \mathit{dpw})$.",
    THEOREM,
    uses=["CD3.lemma.battle", "CD3.conjecture"],
    expected="proved",
)
def castle_theorem() -> Verdict:
    return theorem(ALL_INTEGERS, DEFENCE, CLOSED_FORM)


@claim(
    "CD3.theorem.box",
    "The closed forms of both theorems, and the threshold, give what a search of all positions gives.",
    THEOREM,
    uses=[A, B],
    expected="verified",
)
def closed_forms_on_a_box(deep: bool = False) -> Verdict:
    found = closed_forms(most(deep))
    scope = f"all games with n ≤ {most(deep)}, s ≤ 6n, dpw ≤ 3n, by the exact solver"
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
    "With $x$ defenders left alive and the castle standing, the next day begins with $s_i - x$ soldiers, "
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
    condition = told(
        r"Not stated, but needed: $s_i \ge \mathit{dpw} + 2x$, so that all can be shot, and a standing castle."
    )
    return derived("row eq4", lines.TWO_ON, condition, more=ROWS["eq4"])


@claim(
    "CD3.eq5",
    r"With none ever left alive, two days on stand $s_i$ soldiers, $\mathit{dpw}$ defenders and $c_i + 2\mathit{dpw} "
    "- 2s_i$ points, fewer than in (4).",
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
    r"$\mathit{dpw} < n$: the soldiers, killing every defender every day, are never slower than by any other play, "
    "and lose nobody.",
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
            r"$\mathit{dpw} < n < s$: some fastest win kills every defender on each day before day $T$, and fells "
            "the castle on day $T$ or, where that cannot be, on $T + 1$; it leaves defenders alive only when the "
            "castle has fallen.",
            [*ROWS["opt"], *ATTAINED, *BEST_DAY],
        ),
        most(deep),
        told(
            "What is right of it: leaving defenders alive while the castle stands is never of use, which is what the "
            "inequality under (5) shows. What is wrong: on its last day it pays to spare some and fell the castle "
            "earlier. The post itself goes on to do so. Killing all loses nobody, but the fastest win often loses "
            "soldiers.",
        ),
    )
