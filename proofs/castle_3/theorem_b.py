"""Theorem B: the fewest days of the castle, for all n, s and dpw. The steps of docs/theory/castle.md.

A position with a dash, here `S_`, `D_`, `C_`, is the one that is better for the castle.
"""

# ruff: noqa: SIM300 (U and V are numbers of the game, not constants)
from __future__ import annotations

from _game_claim import game_claim
from _rules_on_symbols import same
from sympy import And, Eq, Expr, Implies, Max, Min, Not, Or, Piecewise, evaluate

from gametheory.claims import Correction, Verdict
from gametheory.games.castle.closed_form import castle_fewest_waves

from .rules import FORCED, POSITION, THEOREM, VOLLEY
from .steps import Part, argued, conserved, iff, legal, step, text, total
from .sweeps import bound_on_n, check_row, one_point_left_waves, waves_text
from .symbols import C_, D_, GAME, R_, S_, C, D, R, S, U, a, c, d, f, g, m, n, s, t, x, x_, y
from .theorem_a import FIRST_DAY


def _next(alive: Expr, left: Expr) -> Expr:
    return alive + Piecewise((d, left > 0), (0, True))


# fmt: off
with evaluate(False):
    _ORDER = (S_ >= 1, D_ >= 0, C_ >= 0, S_ <= S, D_ >= D, total(S_, D_, C_) >= total(S, D, C), Or(Eq(C, 0), C_ >= 1))
    _UNDECIDED = Or(x > 0, R > 0)
    _ANSWER = (Eq(x_, Max(x, D_ - S_)), Eq(R_, total(S_, D_, C_) - x_))
    _SIMULATED = (*POSITION, d >= 1, *_ORDER, VOLLEY, _UNDECIDED, *_ANSWER)
    SIMULATION = Part(
        [
            step("B1 answer", "the better position has a legal answer that does not lose", _SIMULATED,
                 And(legal(S_, D_, C_, x_, R_), Or(x_ > 0, R_ > 0))),
            step("B1 ends", "a castle win today from the worse position is one from the better",
                 (*_SIMULATED, x >= S), x_ >= S_),
            step("B1 order", "otherwise it is one from the better, or the order is preserved", (*_SIMULATED, x < S),
                 Or(x_ >= S_, And(S_ - x_ <= S - x, _next(x_, R_) >= _next(x, R),
                                  total(S_ - x_, _next(x_, R_), R_) >= total(S - x, _next(x, R), R),
                                  Or(Eq(R, 0), R_ >= 1)))),
            step("B8 monotone", "(n, 0, s + 1) is above (n, 0, s): the castle wins from a threshold in s on",
                 (n >= 1, s >= 1, d >= 1), And(total(n, 0, s + 1) >= total(n, 0, s), s + 1 >= 1)),
        ],
        {
            "a position": POSITION,
            "a position that is better for the castle": _ORDER,
            "a volley of the worse position that does not win": (VOLLEY, _UNDECIDED),
            "the answer of the better position": _ANSWER,
        },
        [(x >= S, x < S)],
    )

    _INTACT = (S >= 1, D >= 0, C >= 1)
    _GREEDY = Min(D, total(S, D, C) - 1)
    _ONE_MORE = (S >= 1, D >= 1, S_ >= 1, C_ >= 1, D_ >= 0, S_ <= S + 1, D_ >= D + 1,
                 total(S_, D_, C_) >= D - S + 1)
    _REPLY = (Eq(y, D - S), y >= 1, Eq(x_, Max(y, D_ - S_)), Eq(R_, total(S_, D_, C_) - x_))
    _LAST = (Eq(y, D - S), Eq(x_, Max(y + 1, D_ - S_)), Eq(R_, total(S_, D_, C_) - x_))
    _FELLED = (Eq(x, total(S, D, C)), x >= 1, x <= D)
    _SPARED = (Eq(x_, x - 1), Eq(R_, 1))
    GREEDY = Part(
        [
            FORCED,
            step("B2 more", "strength left: the more defenders left alive, the better",
                 (*_INTACT, d >= 1, VOLLEY, R >= 1, legal(S, D, C, x_, R_), R_ >= 1, x_ >= x),
                 And(S - x_ <= S - x, x_ + d >= x + d, total(S - x_, x_ + d, R_) >= total(S - x, x + d, R))),
            step("B2 most",
                 "strength left, no forced win of the soldiers: x* = min(D, D+C-S-1) is legal and leaves strength",
                 (*_INTACT, D + C > S, Eq(x_, _GREEDY), Eq(R_, total(S, D, C) - x_)),
                 And(legal(S, D, C, x_, R_), R_ >= 1)),
            step("B2 largest", "… and is the largest number that does",
                 (*_INTACT, D + C > S, Eq(x_, _GREEDY), VOLLEY, R >= 1), x_ >= x),
            step("B2 today only", "the castle wins today only if min(D, D+C-S) >= S", (*_INTACT, VOLLEY, x >= S),
                 And(x <= D, x <= total(S, D, C))),
            step("B2 today if", "… and if", (*_INTACT, d >= 1, Eq(x_, Min(D, total(S, D, C))),
                                             Eq(R_, total(S, D, C) - x_)),
                 Implies(And(D >= S, total(S, D, C) >= S), And(legal(S, D, C, x_, R_), x_ >= S))),
            step("B3 start",
                 "dpw >= 2, the day on which the castle can fall: one point left, one more soldier and defender",
                 (*_INTACT, d >= 2, *_FELLED, x < S, *_SPARED),
                 And(legal(S, D, C, x_, R_), S - x_ <= (S - x) + 1, x_ + d >= x + 1,
                     total(S - x_, x_ + d, 1) >= x - (S - x) + 1)),
            step("B3 order", "… and this lead is preserved", (*_ONE_MORE, d >= 2, *_REPLY, y < S),
                 Or(x_ >= S_, And(legal(S_, D_, C_, x_, R_), R_ >= 1, S_ - x_ <= S - y + 1, x_ + d >= y + 1,
                                  total(S_ - x_, x_ + d, R_) >= y - (S - y) + 1))),
            step("B3 ends", "… until the castle wins, no later than without the point",
                 (*_ONE_MORE, d >= 2, *_LAST, y >= S), And(legal(S_, D_, C_, x_, R_), x_ >= S_)),
        ],
        {
            "an intact position": _INTACT,
            "two volleys that leave strength": (VOLLEY, R >= 1, legal(S, D, C, x_, R_), R_ >= 1, x_ >= x),
            "the volley that spares most with a point left": (Eq(x_, _GREEDY), Eq(R_, total(S, D, C) - x_)),
            "the volley that spares most": (Eq(x_, Min(D, total(S, D, C))),),
            "the castle is felled with x defenders left alive": _FELLED,
            "one point is left instead": _SPARED,
            "a battle (S, D), and a position with one soldier and one defender more and strength left": _ONE_MORE,
            "the volley after the fall, and a reply": _REPLY,
            "the last volley after the fall, and a reply": _LAST,
        },
        [(D + C > S, D + C <= S), (x >= S, x < S), (y >= S, y < S)],
    )

    # dpw = 1: (S_, D_, 0) after the fall of the castle against (S, D, 1) with one point left.
    _LONE = (S >= 1, D >= 0, S_ >= 1, D_ >= 0, S_ <= S - 1, D_ >= D)
    _POINT = legal(S, D, 1, x, R)
    LONE = Part(
        [
            step("B5 start", "dpw = 1: felling the castle as soon as possible costs the soldiers one more",
                 (*_INTACT, Eq(d, 1), *_FELLED, *_SPARED), And(S - x <= (S - x_) - 1, x >= x_ + d)),
            step("B5 keep", "… a lead that is preserved while the other play has the point",
                 (*_LONE, _POINT, R >= 1),
                 And(D_ - S_ >= 1, D_ - S_ >= x, x + 1 <= D_ - S_, S_ - (D_ - S_) <= (S - x) - 1)),
            step("B5 drop", "… and becomes the order of the battle when the point is lost",
                 (*_LONE, _POINT, _UNDECIDED, R <= 0), And(D_ - S_ >= x, S_ - (D_ - S_) <= S - x)),
            step("B5 ends", "… until the castle wins, no later", (*_LONE, _POINT, _UNDECIDED, x >= S),
                 D_ - S_ >= S_),
        ],
        {
            "an intact position": _INTACT,
            "the castle is felled with x defenders left alive": _FELLED,
            "one point is left instead": _SPARED,
            "a battle (S_, D_) and a position (S, D, 1)": _LONE,
            "a volley that does not win at the position with one point": (_POINT, _UNDECIDED),
        },
        [(R >= 1, R <= 0), (x >= S, x < S)],
    )
    ANY_DPW = Part([], splits=[(d >= 2, Eq(d, 1))])

    _LEFT = (Eq(x, a * g - m * f), Eq(y, m * g - a * (f + g)))
    _ALL_FIRE = (t >= 1, Eq(2 * S, 2 * n - d * (t - 1) * (t - 2)), Eq(D, (t - 1) * d),
                 Eq(6 * c, 6 * n * (t - 1) - d * (t - 1) * (t - 2) * (t - 3)))
    _FEWER = (S >= y, D <= m, x <= D)
    _RECURSION = (Eq(y, S - d), Eq(D, x + d), Eq(x_, D - S))
    PHASES = Part(
        [
            step("B6 all fire",
                 "all at the castle: soldiers, defenders and shots of day t determine those of day t + 1",
                 (d >= 1, *_ALL_FIRE),
                 And(same(2 * (S - D), 2 * n - d * t * (t - 1)), same(D + d, t * d),
                     same(6 * (c + S), 6 * n * t - d * t * (t - 1) * (t - 2)))),
            step("B6 greedy", "… which is the best volley while C >= S + 1", _INTACT,
                 Implies(C >= S + 1, And(legal(S, D, C, D, C - S), Eq(D, _GREEDY)))),
            step("B6 fewest", "no play has fewer soldiers or more defenders: the castle never wins sooner",
                 (*_FEWER, d >= 1), And(S - x >= y - m, x + d <= m + d)),
            step("B7 recursion",
                 "one point left: defenders left alive and soldiers - dpw satisfy the recursion of the battle",
                 _RECURSION, And(same(x_, x - y), same((S - x_) - d, y - x_))),
            step("B7 no win", "dpw >= 2, m >= 0 and Q(m, x) >= 0: the castle does not win on the next day",
                 (x >= 0, d >= 2, m >= 0, conserved(m, x) >= 0), Not(3 * x + 1 >= d + 2 * m)),
            step("B7 stays", "… and m remains >= 0", (x >= 0, m >= 0, conserved(m, x) >= 0), m - x >= 0),
            step("B7 wins", "Q(m, x) < 0: every day a defender is left alive and a soldier dies",
                 (x >= 0, m >= 0, conserved(m, x) < 0), 2 * x - m >= 1),
            step("B7 negative", "m < 0: the same", (x >= 0, m < 0), And(2 * x - m >= 1, m - x < 0)),
            step("B7 day",
                 "the castle wins on day t + j when x F(2j+2) - m F(2j+1) >= dpw - 1; f = F(2j-2), g = F(2j-1)",
                 _LEFT, iff((x - y) + 1 >= y + d, a * (2 * f + 3 * g) - m * (f + 2 * g) >= d - 1)),
            step("B7 day dpw 1", "dpw = 1, after the fall of the castle: the same, with 0 on the right",
                 (*_LEFT, Eq(d, 1)), iff(x - y >= y, a * (2 * f + 3 * g) - m * (f + 2 * g) >= d - 1)),
        ],
        {
            "an intact position": _INTACT,
            "day t, all shots before it at the castle: c of them": _ALL_FIRE,
            "any other play, with S soldiers and D defenders; y and m are those of the best": _FEWER,
            "one point left, x defenders alive and y = soldiers - dpw": _RECURSION,
            "x defenders left alive": (x >= 0,),
            "x defenders left alive and y soldiers - dpw, j days later": _LEFT,
        },
        [(d >= 2, Eq(d, 1)), (m >= 0, m < 0), (conserved(m, x) >= 0, conserved(m, x) < 0)],
    )

    _POINT_LEFT = (S >= 1, Eq(x, U - 1), Eq(m, S - d))
    THRESHOLD = Part(
        [
            step("B8 identity", "Q(m, x) < 0 exactly when 2x + m > isqrt(5 m^2)", (),
                 same((2 * x + m) * (2 * x + m) - 5 * m * m, -4 * conserved(m, x))),
            step("B8 today", "a castle win on day t itself has Q(m, x) < 0 as well",
                 (n >= 1, d >= 2, *_POINT_LEFT, m >= 0), Implies(U >= S, conserved(m, x) < 0)),
            step("B8 today dpw 1", "… and so for dpw = 1", (S >= 1, Eq(d, 1)), Implies(U >= S, conserved(S, U) < 0)),
            step("B8 more spared", "and it gets no worse if more are left alive",
                 (x >= 0, m >= 0, conserved(m, x) < 0, x_ >= x), conserved(m, x_) < 0),
        ],
        {"one point left of U, before S soldiers": _POINT_LEFT, "more left alive": (x >= 0, x_ >= x)},
    )
    _SECOND_DAY = (Eq(x, Min(d, s + d - 2 * n)), Eq(R, s + d - 2 * n - x))
    TWO_DAYS = Part(
        [
            step("B9 two days if", "s > n, dpw >= n, s + dpw >= 3n: the castle can win on day 2",
                 (n >= 1, s > n, *_SECOND_DAY),
                 Implies(And(d >= n, s + d >= 3 * n), And(legal(n, d, s - n, x, R), x >= n))),
            step("B9 two days only", "… and only then", (n >= 1, d >= 1, s > n, legal(n, d, s - n, x, R)),
                 Implies(x >= n, And(d >= n, s + d >= 3 * n))),
        ],
        {"a volley of day 2": (legal(n, d, s - n, x, R),), "the volley of day 2 that spares most": _SECOND_DAY},
    )
    TIES = Part(
        [
            step("T1 tie",
                 "a day without loss of soldiers or strength requires D = S; an endless play reaches S = D = dpw",
                 (*_INTACT, d >= 1, VOLLEY, Eq(x, 0), Eq(R, C)), Eq(D, S)),
        ],
        {"an intact position": _INTACT, "a day without loss": (VOLLEY, Eq(x, 0), Eq(R, C))},
    )
# fmt: on

BEST_PLAY = [SIMULATION, GREEDY, LONE, ANY_DPW]
CASTLE_SIDE = [*BEST_PLAY, PHASES, THRESHOLD, FIRST_DAY, TWO_DAYS, TIES]
JOINED = text(
    "By induction over the days, the position that is better for the castle stays better (B1), so by B2 the volley "
    "that leaves most defenders alive, with a point left, is best among those that leave strength. By B3, felling the "
    "castle is no better for dpw of at least 2; by B5 it is better for dpw = 1."
)
CLOSED_FORM = text(
    r"The closed form, for $s > n$. Let $e = 0$ for $\mathit{dpw} = 1$, otherwise $e = 1$; $D_t = (t-1)\mathit{dpw}$, "
    r"$S_t = n - \mathit{dpw}(t-1)(t-2)/2$, $A_t = nt - \mathit{dpw}\,t(t-1)(t-2)/6$, and $T_0$ the least $t$ with "
    r"$D_t \ge S_t$. If $s > A_{T_0}$: $T_0$ days. Otherwise let $t$ be the least day with $A_t \ge s$, and $U = D_t "
    r"+ s - A_t$. If $U \ge S_t$: $t$ days; if $U \le 0$: never. Otherwise let $x = U - e$ and $m = S_t - "
    r"e\,\mathit{dpw}$. If $m \ge 0$ and $x^2 + xm \le m^2$: never; else $t + j$ days with the least $j \ge 1$ for "
    r"which $x F_{2j+2} - m F_{2j+1} \ge \mathit{dpw} - 1$.",
)


@game_claim(
    "CD3.conjecture",
    "No play is better for the castle than this one: until its last wave, leave as many defenders alive as possible "
    "with one point of strength left.",
    THEOREM,
    uses=["CD3.lemma.battle"],
    theorems=["castle/CastlePlays.cd3_conjecture"],
)
def one_point_left(deep: bool = False) -> Verdict:
    return check_row(
        lambda *game: True,
        lambda *game: one_point_left_waves(*game) == castle_fewest_waves(*game),
        lambda n, s, dpw: (
            f"with this play the castle wins: {waves_text(one_point_left_waves(n, s, dpw))}; it can win in "
            f"{waves_text(castle_fewest_waves(n, s, dpw))}"
        ),
        Correction(
            r"For $\mathit{dpw} \ge 2$ no play is better. For $\mathit{dpw} = 1$ no play is better than to fire all "
            "at the castle, and to fell it as soon as possible.",
            argued(GAME, BEST_PLAY, JOINED),
        ),
        bound_on_n(deep),
        kind="False, but only for dpw = 1",
    )


@game_claim(
    "CD3.theorem.B",
    r"Castle's fewest days: for $\mathit{dpw} \ge 2$ no play is better for the castle than to leave as many defenders "
    r"alive as possible with one point of strength left, until the last day. For $\mathit{dpw} = 1$ it is better to "
    "fell the castle as soon as possible. The number of days is the closed form below, and the castle can win exactly "
    r"when $s \ge s^*(n, \mathit{dpw})$, a threshold.",
    THEOREM,
    uses=["CD3.lemma.battle", "CD3.conjecture"],
    theorems=[
        "castle/TheoremB.theorem_B",
        "castle/CastlePlays.cd3_conjecture",
        "castle/Threshold.theorem_B_threshold",
        "castle/Agree.castle_fewest_waves_agrees",
        "castle/Agree.castle_min_winning_strength_agrees",
    ],
)
def castle_theorem() -> Verdict:
    return argued(GAME, CASTLE_SIDE, JOINED, CLOSED_FORM)
