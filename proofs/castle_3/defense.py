"""Theorem B: the fewest days of the castle, for all n, s and dpw. The steps of docs/theory/castle.md.

A position with a dash, here `S_`, `D_`, `C_`, is the one that is better for the castle.
"""

# ruff: noqa: SIM300 (U and V are numbers of the game, not constants)
from __future__ import annotations

from sympy import And, Eq, Expr, Max, Min, Not, Or, Piecewise, evaluate, symbols

from .lemmas import (
    C_,
    D_,
    R_,
    S_,
    C,
    D,
    R,
    S,
    conserved,
    d,
    iff,
    legal,
    m,
    n,
    s,
    same,
    step,
    t,
    total,
    x,
    x_,
    y,
)

a, c, f, g, r, U = symbols("a c f g r U", integer=True)

# fmt: off
with evaluate(False):
    _ORDER = (S >= 1, S_ >= 1, D >= 0, C >= 0, D_ >= 0, C_ >= 0, d >= 1, S_ <= S, D_ >= D,
              total(S_, D_, C_) >= total(S, D, C), Or(Eq(C, 0), C_ >= 1))
    _MOVE = (legal(S, D, C, x, R), Or(x > 0, R > 0))
    _ANSWER = (Eq(x_, Max(x, D_ - S_)), Eq(R_, total(S_, D_, C_) - x_))


def _next(alive: Expr, left: Expr) -> Expr:
    return alive + Piecewise((d, left > 0), (0, True))


with evaluate(False):
    SIMULATION = [
        step("B1 answer", "the better position has a legal answer that does not lose", (*_ORDER, *_MOVE, *_ANSWER),
             And(legal(S_, D_, C_, x_, R_), Or(x_ > 0, R_ > 0))),
        step("B1 ends", "a castle win today from the worse position is one from the better",
             (*_ORDER, *_MOVE, *_ANSWER, x >= S),
             x_ >= S_),
        step("B1 order", "otherwise the order is preserved", (*_ORDER, *_MOVE, *_ANSWER, x < S, x_ < S_),
             And(S_ - x_ <= S - x, _next(x_, R_) >= _next(x, R),
                 total(S_ - x_, _next(x_, R_), R_) >= total(S - x, _next(x, R), R), Or(Eq(R, 0), R_ >= 1))),
        step("B8 monotone", "(n, 0, s + 1) is above (n, 0, s): the castle wins from a threshold in s on",
             (n >= 1, s >= 1, d >= 1), And(total(n, 0, s + 1) >= total(n, 0, s), s + 1 >= 1)),
    ]
    _GREEDY = Min(D, total(S, D, C) - 1)
    _INTACT = (S >= 1, D >= 0, C >= 1, total(S, D, C) >= 1)
    _FELLED = Min(D, total(S, D, C))
    _ONE_MORE = (S >= 1, D >= 1, S_ >= 1, C_ >= 1, D_ >= 0, d >= 2, S_ <= S + 1, D_ >= D + 1,
                 total(S_, D_, C_) >= D - S + 1)
    _REPLY = (Eq(y, D - S), y >= 1, Eq(x_, Max(y, D_ - S_)), Eq(R_, total(S_, D_, C_) - x_))
    GREEDY = [
        step("B2 more", "strength left: the more defenders left alive, the better",
             (S >= 1, D >= 0, C >= 1, d >= 1, legal(S, D, C, x, R), R >= 1, legal(S, D, C, x_, R_), R_ >= 1, x_ >= x,
              x_ < S),
             And(S - x_ <= S - x, x_ + d >= x + d, total(S - x_, x_ + d, R_) >= total(S - x, x + d, R))),
        step("B2 most",
             "strength left, no forced win of the soldiers: x* = min(D, D+C-S-1) is legal and leaves strength",
             (*_INTACT, Eq(x_, _GREEDY), Eq(R_, total(S, D, C) - x_)), And(legal(S, D, C, x_, R_), R_ >= 1)),
        step("B2 largest", "… and is the largest number that does",
             (*_INTACT, Eq(x_, _GREEDY), legal(S, D, C, x, R), R >= 1),
             x_ >= x),
        step("B2 today only", "the castle wins today only if min(D, D+C-S) >= S",
             (S >= 1, D >= 0, C >= 1, legal(S, D, C, x, R), x >= S), And(x <= D, x <= total(S, D, C))),
        step("B2 today if", "… and if", (S >= 1, D >= 0, C >= 1, d >= 1, D >= S, total(S, D, C) >= S, Eq(x, _FELLED),
                                         Eq(R, total(S, D, C) - x)), And(legal(S, D, C, x, R), x >= S)),
        step("B3 start",
             "dpw >= 2, the day on which the castle can fall: one point left, one more soldier and defender",
             (S >= 1, C >= 1, D >= 0, d >= 2, Eq(x, total(S, D, C)), x >= 1, x <= D, x < S, Eq(x_, x - 1), Eq(R_, 1)),
             And(legal(S, D, C, x_, R_), S - x_ <= (S - x) + 1, x_ + d >= x + 1,
                 total(S - x_, x_ + d, 1) >= x - (S - x) + 1)),
        step("B3 order", "… and this lead is preserved", (*_ONE_MORE, *_REPLY, y < S, x_ < S_),
             And(legal(S_, D_, C_, x_, R_), R_ >= 1, S_ - x_ <= S - y + 1, x_ + d >= y + 1,
                 total(S_ - x_, x_ + d, R_) >= y - (S - y) + 1)),
        step("B3 ends", "… until the castle wins, no later than without the point",
             (*_ONE_MORE, Eq(y, D - S), y >= S, Eq(x_, Max(y + 1, D_ - S_)), Eq(R_, total(S_, D_, C_) - x_)),
             And(legal(S_, D_, C_, x_, R_), x_ >= S_)),
    ]
    # dpw = 1: (S_, D_, 0) after the fall of the castle against (S, D, 1) with one point left.
    _LONE = (S >= 1, D >= 0, S_ >= 1, D_ >= 0, S_ <= S - 1, D_ >= D)
    LONE = [
        step("B5 start", "dpw = 1: felling the castle as soon as possible costs the soldiers one more",
             (S >= 1, D >= 0, C >= 1, Eq(x, total(S, D, C)), x >= 1, x <= D, Eq(x_, x - 1), Eq(d, 1)),
             And(S - x <= (S - x_) - 1, x >= x_ + d)),
        step("B5 keep", "… a lead that is preserved while the other play has the point",
             (*_LONE, legal(S, D, 1, x, R), R >= 1),
             And(D_ - S_ >= 1, D_ - S_ >= x, x + 1 <= D_ - S_, S_ - (D_ - S_) <= (S - x) - 1)),
        step("B5 drop", "… and becomes the order of the battle when the point is lost",
             (*_LONE, legal(S, D, 1, x, R), Eq(R, 0), x >= 1),
             And(D_ - S_ >= x, S_ - (D_ - S_) <= S - x)),
        step("B5 ends", "… until the castle wins, no later", (*_LONE, legal(S, D, 1, x, R), Or(x > 0, R > 0), x >= S),
             D_ - S_ >= S_),
    ]
    _LEFT = (Eq(x, a * g - m * f), Eq(y, m * g - a * (f + g)))
    PHASES = [
        step("B6 all fire", "all at the castle: soldiers, defenders and shots of day t determine those of day t + 1",
             (d >= 1, t >= 1, Eq(2 * S, 2 * n - d * (t - 1) * (t - 2)), Eq(D, (t - 1) * d),
              Eq(6 * c, 6 * n * (t - 1) - d * (t - 1) * (t - 2) * (t - 3))),
             And(same(2 * (S - D), 2 * n - d * t * (t - 1)), same(D + d, t * d),
                 same(6 * (c + S), 6 * n * t - d * t * (t - 1) * (t - 2)))),
        step("B6 greedy", "… which is the best volley while C >= S + 1",
             (S >= 1, D >= 0, C >= S + 1, Eq(x, D), Eq(R, C - S)),
             And(legal(S, D, C, x, R), Eq(x, _GREEDY))),
        step("B6 fewest", "no play has fewer soldiers or more defenders: the castle never wins sooner",
             (S >= y, D <= m, x <= D, d >= 1), And(S - x >= y - m, x + d <= m + d)),
        step("B7 recursion",
             "one point left: defenders left alive and soldiers - dpw satisfy the recursion of the battle",
             (Eq(y, S - d), Eq(D, x + d), Eq(x_, D - S)), And(same(x_, x - y), same((S - x_) - d, y - x_))),
        step("B7 no win", "m >= 0 and Q(m, x) >= 0: the castle does not win on the next day",
             (m >= 0, x >= 0, d >= 2, conserved(m, x) >= 0), Not(3 * x + 1 >= d + 2 * m)),
        step("B7 stays", "… and m remains >= 0", (m >= 0, x >= 0, conserved(m, x) >= 0), m - x >= 0),
        step("B7 wins", "Q(m, x) < 0: every day a defender is left alive and a soldier dies",
             (m >= 0, x >= 1, conserved(m, x) < 0), 2 * x - m >= 1),
        step("B7 negative", "m < 0: the same", (m < 0, x >= 0), And(2 * x - m >= 1, m - x < 0)),
        step("B7 day", "the castle wins on day t + j when x F(2j+2) - m F(2j+1) >= dpw - 1; f = F(2j-2), g = F(2j-1)",
             _LEFT, iff((x - y) + 1 >= y + d, a * (2 * f + 3 * g) - m * (f + 2 * g) >= d - 1)),
        step("B7 day dpw 1", "dpw = 1, after the fall of the castle: the same, with 0 on the right", _LEFT,
             iff(x - y >= y, a * (2 * f + 3 * g) - m * (f + 2 * g) >= 0)),
    ]
    _POINT_LEFT = (n >= 1, d >= 2, S >= 1, U >= 1, Eq(x, U - 1), Eq(m, S - d))
    THRESHOLD = [
        step("B8 identity", "Q(m, x) < 0 exactly when 2x + m > isqrt(5 m^2)", (),
             same((2 * x + m) * (2 * x + m) - 5 * m * m, -4 * conserved(m, x))),
        step("B8 today", "a castle win on day t itself has Q(m, x) < 0 as well", (*_POINT_LEFT, U >= S, m >= 0),
             conserved(m, x) < 0),
        step("B8 today dpw 1", "… and so for dpw = 1", (S >= 1, U >= S), conserved(S, U) < 0),
        step("B8 more spared", "and it gets no worse if more are left alive",
             (m >= 0, x >= 0, conserved(m, x) < 0, x_ >= x),
             conserved(m, x_) < 0),
    ]
    TIES = [
        step("T1 tie", "a day without loss of soldiers or strength requires D = S; an endless play reaches S = D = dpw",
             (S >= 1, D >= 0, C >= 1, d >= 1, legal(S, D, C, x, R), Eq(x, 0), Eq(R, C)), Eq(D, S)),
    ]
    TWO_DAYS = [
        step("B9 two days if", "s > n, dpw >= n, s + dpw >= 3n: the castle can win on day 2",
             (n >= 1, d >= n, s > n, s + d >= 3 * n, Eq(x, Min(d, s + d - 2 * n)), Eq(R, s + d - 2 * n - x)),
             And(legal(n, d, s - n, x, R), x >= n)),
        step("B9 two days only", "… and only then", (n >= 1, d >= 1, s > n, legal(n, d, s - n, x, R), x >= n),
             And(d >= n, s + d >= 3 * n)),
    ]
    CASTLE_SIDE = [*SIMULATION, *GREEDY, *LONE, *PHASES, *THRESHOLD, *TWO_DAYS, *TIES]
