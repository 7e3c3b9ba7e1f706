r"""Section 2.a up to the inequality under (5): the next days, with and without defenders left alive."""

from __future__ import annotations

from _game_claim import game_claim
from sympy import And, Eq, evaluate

from gametheory import Castle
from gametheory.claims import Correction, Verdict
from gametheory.games.castle import Volley, defenders_first, play_out
from gametheory.games.castle.closed_form import soldiers_fewest_waves

from . import lines
from .steps import Part, argued, derived, legal, step, text, wave
from .sweeps import bound_on_n, check_row, is_2a, waves_text
from .symbols import CASE_2A, C, T, U, d, left_alive, n, t, x
from .theorem_a import FEW_DEFENDERS, RHO

WHERE = "section 2.a"

with evaluate(False):
    _ALIVE = (n >= 1, d >= 1, x >= 0, x <= d, d - x <= n, n - x >= 1)
    NEXT = wave(
        "row eq1-3",
        "x left alive, soldiers and strength left: the next day begins as printed",
        (*_ALIVE, lines.next_strength(C, n, x) >= 1),
        (n, d, C),
        Volley(n - d + x, d - x),
        (n - x, d + x, lines.next_strength(C, n, x)),
    )
    TWO_DAYS_ON = wave(
        "row eq4",
        "… and if all d + x are shot the day after, two days later as printed",
        (*_ALIVE, d + x <= n - x, lines.strength_two_on(C, n, x) >= 1),
        (n - x, d + x, lines.next_strength(C, n, x)),
        Volley(n - d - 2 * x, d + x),
        (n - x, d, lines.strength_two_on(C, n, x)),
    )
    NONE_ALIVE = wave(
        "row eq5",
        "none left alive: the next day begins with (n, dpw, C + dpw - n)",
        (n >= 1, d >= 1, d <= n, C + d - n >= 1),
        (n, d, C),
        Volley(n - d, d),
        (n, d, C + d - n),
    )
    NONE_ALIVE_AGAIN = wave(
        "row eq5 second",
        "… and the day after with (n, dpw, C + 2 dpw - 2n)",
        (n >= 1, d >= 1, d <= n, lines.none_alive_two_on(C, n) >= 1),
        (n, d, C + d - n),
        Volley(n - d, d),
        (n, d, lines.none_alive_two_on(C, n)),
    )
    LESS = step(
        "row eq5 less",
        "(5) leaves x points less than (4)",
        (x >= 0,),
        lines.none_alive_two_on(C, n) <= lines.strength_two_on(C, n, x),
    )
    # fmt: off
    _BEFORE_T = (t >= 2, t < T, Eq(U, left_alive(t)))
    KILL_ALL = Part(
        [
            step("row opt", "kill all until day T: the evening before, strength is left and no defender is alive",
                 (*CASE_2A, *_BEFORE_T, U > 0, Eq(C, U + n - d)), And(C > 0, legal(n, d, C, 0, U))),
        ],
        {"a day before T": _BEFORE_T},
    )
    # fmt: on


@game_claim(
    "CD3.eq1-3",
    "With $x$ defenders left alive and strength left, the next day begins with $s_i - x$ soldiers, "
    r"$\mathit{dpw} + x$ defenders and $(c_i + \mathit{dpw}) - (s_i + x)$ points of strength.",
    WHERE,
    uses=["CD3.lemma.rules"],
    theorems=["castle/RulesRows.cd3_eq1_3"],
)
def next_state() -> Verdict:
    return derived("row eq1-3", lines.NEXT, more=[NEXT])


@game_claim(
    "CD3.eq4",
    r"With all defenders killed on the day after, two days later there are $s_i - x$ soldiers, $\mathit{dpw}$ "
    r"defenders and $c_i + 2\mathit{dpw} + x - 2s_i$ points.",
    WHERE,
    uses=["CD3.eq1-3"],
    theorems=["castle/RulesRows.cd3_eq1_3", "castle/RulesRows.cd3_eq4"],
)
def two_days_on() -> Verdict:
    condition = text(
        r"Not stated, but needed: $s_i \ge \mathit{dpw} + 2x$, so that all can be shot, and strength left."
    )
    return derived("row eq4", lines.TWO_ON, condition, more=[NEXT, TWO_DAYS_ON])


@game_claim(
    "CD3.eq5",
    r"With none ever left alive, two days later there are $s_i$ soldiers, $\mathit{dpw}$ defenders and $c_i + "
    r"2\mathit{dpw} - 2s_i$ points, fewer than in (4).",
    WHERE,
    uses=["CD3.eq1-3"],
    theorems=["castle/RulesRows.cd3_eq5", "castle/RulesRows.cd3_eq5_fewer"],
)
def none_left_alive() -> Verdict:
    return derived("row eq5", lines.NONE_ALIVE, more=[NONE_ALIVE, NONE_ALIVE_AGAIN, LESS])


BOUND = text(
    "By Theorem A the fewest days are those of felling the castle on day T after killing every defender before it (A4, "
    "A5), since the number of days does not rise before T and does not fall after it (A6 to A8)."
)


def kill_all_days(n: int, s: int, dpw: int) -> int:
    """Return the days of a win that kills every defender every day: day 1, then n - dpw points a day."""
    return 1 - (n - s) // (n - dpw)


@game_claim(
    "CD3.opt",
    r"$\mathit{dpw} < n$: the soldiers, killing every defender every day, are never slower than by any other play, "
    "and lose no soldier.",
    WHERE,
    uses=["CD3.theorem.A"],
    theorems=["castle/KillAll.cd3_opt", "castle/KillAll.cd3_opt_kill_all"],
)
def kill_all_is_best(deep: bool = False) -> Verdict:
    def explain(n: int, s: int, dpw: int) -> str:
        slow = play_out(Castle(n, s, dpw), defenders_first).length
        return f"killing all takes {waves_text(slow)}, the fastest win {waves_text(soldiers_fewest_waves(n, s, dpw))}"

    return check_row(
        is_2a,
        lambda *game: kill_all_days(*game) == soldiers_fewest_waves(*game),
        explain,
        Correction(
            r"$\mathit{dpw} < n < s$: some fastest win kills every defender on each day before day $T$, and fells "
            "the castle on day $T$ or, if that is not possible, on $T + 1$; it leaves defenders alive only when the "
            "castle has fallen.",
            argued((*CASE_2A, *RHO), [FEW_DEFENDERS, KILL_ALL], BOUND),
        ),
        bound_on_n(deep),
        text(
            "What is right: it is never useful to leave defenders alive while strength is left, as the inequality "
            "under (5) shows. What is wrong: on the last day it is faster to leave some alive and to fell the castle "
            "earlier, and the post continues so. Killing all loses no soldier, but the fastest win often loses "
            "soldiers.",
        ),
    )
