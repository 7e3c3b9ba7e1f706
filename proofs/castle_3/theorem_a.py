"""Theorem A: the fewest days of the soldiers, for all n, s and dpw. The steps of docs/theory/castle.md."""

# ruff: noqa: SIM300 (U and V are numbers of the game, not constants)
from __future__ import annotations

from _game_claim import game_claim
from sympy import And, Eq, Expr, Implies, Or, evaluate

from gametheory.claims import Verdict

from .rules import THEOREM
from .steps import Part, argued, conserved, legal, same, step, text
from .symbols import DAY_2, GAME, MANY, NEXT_DAY, R_, C, P, Q, R, S, U, V, d, e, n, r, rho, s, t, v, w, x, x_


def quadratic(alive: Expr) -> Expr:
    """Return the quadratic that CD3 derives under (11): its sign decides whether to wait a day."""
    return alive * alive + d * alive - n * d


# fmt: off
with evaluate(False):
    _FIRST = legal(n, 0, s, x, R)
    _FEW = (n >= 1, d >= 1, d < n)
    _BEFORE = (S >= 1, S <= n, x >= 0, C > 0, x + C >= U, legal(S, x + d, C, x_, R_))
    _FELL = (S >= 1, S <= n, Eq(R, 0), x + R >= U)
    _HELD = (C > 0, Eq(C, U + n - d))
    RHO = (r >= 0, d * d + 4 * n * d < (r + 1) * (r + 1), 2 * rho <= r - d, r - d < 2 * rho + 2)
    _LEAST = (w >= 1, t * w >= e, (t - 1) * w < e, v <= t - 1)

    CASE_1 = step("A1 case 1", "s <= n: every volley of day 1 wins", (n >= 1, s >= 1, s <= n, _FIRST),
                  And(Eq(x, 0), Eq(R, 0)))
    FIRST_DAY = Part(
        [
            step("A1 first day", "s > n: there is one volley on day 1, and U = s - n points of strength are left",
                 (n >= 1, s > n, _FIRST), And(Eq(x, 0), Eq(R, s - n), R >= 1)),
            CASE_1,
        ],
        {"the volley of day 1": (_FIRST,)},
        [(s <= n, s > n)],
    )
    FEW_DEFENDERS = Part(
        [
            step("A2 lower bound", "strength + defenders left never fall below U(t), nor do soldiers exceed n - x",
                 (n >= 1, d >= 1, *_BEFORE), And(x_ + R_ >= U + d - n, S - x_ <= n - x_)),
            step("A3 fall", "when the castle falls, the battle is no better than one of n - U soldiers and U defenders",
                 (n >= 1, *_FELL, U > 0), And(x >= U, S - x <= n - U)),
            step("A4a hold", "all defenders shot and strength left, the next position is (n, dpw, C + dpw - n)",
                 (*_FEW, *_HELD, U > 0), legal(n, d, C, 0, U)),
            step("A4b fell", "the castle can fall on day t with U(t) defenders left alive, when 0 < U(t) <= dpw",
                 (n >= 1, d >= 1, *_HELD, U > 0, U <= d), legal(n, d, C, U, 0)),
            step("A4c both", "U(t) <= 0: one volley can remove castle and defenders", (*_FEW, *_HELD, U <= 0),
                 legal(n, d, C, 0, 0)),
            step("A5 not yet", "U(t) > dpw: a day later the battle is no worse", (*_FEW, U > d, NEXT_DAY),
                 And(V < 2 * U - n, n - V > (n - U) - (2 * U - n))),
            step("A6 identity", "the quadratic compares the two ratios of defenders to soldiers", (NEXT_DAY,),
                 same(n * (2 * U - n) - V * (n - U), quadratic(U))),
            step("A6 wait", "quadratic >= 0: waiting a day is no worse",
                 (*_FEW, U > 0, U < n, NEXT_DAY, quadratic(U) >= 0), V * (n - U) <= n * (2 * U - n)),
            step("A6 lost", "… also for U >= n, where the battle would be lost", (n >= 1, U >= n),
                 conserved(n, U) < 0),
            step("A7 drop", "quadratic <= 0: felling the castle today is no worse",
                 (*_FEW, U > 0, NEXT_DAY, quadratic(U) <= 0), And(U < n, n * (2 * U - n) <= V * (n - U))),
            step("A8 later", "… and it stays no worse on every later day", (*_FEW, U > 0, NEXT_DAY, quadratic(U) <= 0),
                 Or(V <= 0, quadratic(V) <= 0)),
            step("A9 rho", "r = isqrt(dpw^2 + 4 n dpw), rho = (r - dpw) // 2: rho >= 0", (n >= 1, d >= 1, *RHO),
                 And(rho >= 0, r >= d)),
            step("A9 below", "U <= rho gives 2U + dpw <= r", (2 * rho <= r - d, U <= rho), 2 * U + d <= r),
            step("A9 above", "U > rho gives 2U + dpw >= r + 1", (r - d < 2 * rho + 2, U > rho), 2 * U + d >= r + 1),
            step("A9 squares", "squares preserve the order of numbers that are not negative", (P >= 0, P <= Q),
                 P * P <= Q * Q),
            step("A9 identity", "so the quadratic is <= 0 exactly when U <= rho", (),
                 same((2 * U + d) * (2 * U + d) - (d * d + 4 * n * d), 4 * quadratic(U))),
            step("A10 least", "the ceiling: no earlier day has U <= rho", _LEAST, v * w < e),
            step("A12 identity", "Q(n, U) is (n - dpw)(n - U) less the quadratic", (),
                 same(conserved(n, U), (n - d) * (n - U) - quadratic(U))),
            step("A12 below n", "quadratic <= 0 only below n", (*_FEW, U > 0, quadratic(U) <= 0), U < n),
            step("A12 finite", "… so Q(n, U) > 0 there: with dpw < n the soldiers win",
                 (*_FEW, U > 0, U < n, quadratic(U) <= 0, same(conserved(n, U), (n - d) * (n - U) - quadratic(U))),
                 conserved(n, U) > 0, "A12 identity", "A12 below n"),
            step("A14 edge", "U(T) > dpw and U(T) <= rho are both true only if 2 U(T) <= n: then T + 1 is as good",
                 (*_FEW, U > d, NEXT_DAY), Implies(2 * U - n > 0, V * (n - U) < n * (2 * U - n))),
        ],
        {
            "a day before the fall, with x + C >= U": _BEFORE,
            "the day of the fall": _FELL,
            "day t of the play that kills all defenders": _HELD,
            "the day after": (NEXT_DAY,),
            "two numbers to square": (P >= 0, P <= Q),
            "the least t with t w >= e, and an earlier day": _LEAST,
        },
        [(U > 0, U <= 0), (U <= d, U > d), (U < n, U >= n),
         (quadratic(U) >= 0, quadratic(U) <= 0), (U <= rho, U > rho)],
    )
    MANY_DEFENDERS = Part(
        [
            step("A11 rising", "dpw >= n: U never falls", (n >= 1, d >= n, U > 0, NEXT_DAY), And(V >= U, V > 0)),
            step("A11 second day", "dpw >= n, s > n: U(2) >= 1", MANY, s + d - 2 * n >= 1),
            step("A11 felled", "dpw >= n, n < s < 2n: the castle can fall on day 2 with U(2) left alive",
                 (*MANY, s < 2 * n, DAY_2), And(U <= d, legal(n, d, s - n, U, 0))),
            step("A13 too strong", "dpw >= n, s >= 2n: the soldiers cannot win", (n >= 1, d >= n, s >= 2 * n, DAY_2),
                 And(U >= n, conserved(n, U) < 0)),
        ],
        {"the day after": (NEXT_DAY,), "day 2": (DAY_2,)},
        [(s < 2 * n, s >= 2 * n)],
    )
    FEW_OR_MANY = Part([], splits=[(d < n, d >= n)])
# fmt: on

JOINED = text(
    "By induction over the days, x + R stays at or above U(t) up to the fall (A2), so no play is faster than the least "
    "t + k(n, U(t)) over t >= 2 (A3, Lemma 3). By A6 to A8 this number does not rise up to day T and does not fall "
    "after it, and A4 states a play that attains it. The ratios of A6 and A7 are compared through the k of Lemma 3."
)


@game_claim(
    "CD3.theorem.A",
    r"Soldiers' fewest days: $1$ for $s \le n$; else $T + k(n, U_T)$ with $U_t = s + (t-1)\mathit{dpw} - tn$, where "
    r"$T = 2$ for $\mathit{dpw} \ge n$ and $T = \max(2, 1 + \lceil (s - n - \rho)/(n - \mathit{dpw}) \rceil)$ for "
    r"$\mathit{dpw} < n$, $\rho = \lfloor (\sqrt{\mathit{dpw}^2 + 4n\mathit{dpw}} - \mathit{dpw})/2 \rfloor$. They "
    r"cannot win exactly when $\mathit{dpw} \ge n$, $s > n$ and $(s + \mathit{dpw} - 2n)\varphi \ge n$.",
    THEOREM,
    uses=["CD3.lemma.battle"],
    theorems=[
        "castle/TheoremA.theorem_A",
        "castle/TheoremA.theorem_A_never",
        "castle/Agree.soldiers_fewest_waves_agrees",
        "castle/Doubling.digit_by_digit",
    ],
)
def soldiers_theorem() -> Verdict:
    return argued((*GAME, *RHO), [FIRST_DAY, FEW_DEFENDERS, MANY_DEFENDERS, FEW_OR_MANY], JOINED)
