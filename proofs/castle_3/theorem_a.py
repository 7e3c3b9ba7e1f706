"""Theorem A: the fewest days of the soldiers, for all n, s and dpw. The steps of docs/theory/castle.md."""

# ruff: noqa: SIM300 (U and V are numbers of the game, not constants)
from __future__ import annotations

from _game_claim import game_claim
from _rules_on_symbols import same
from sympy import And, Eq, Expr, Implies, Or, evaluate

from gametheory.claims import Verdict

from .rules import THEOREM
from .steps import Part, argued, conserved, legal, step, text
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

    CASE_1 = step("A1 case 1", "s <= n: the castle falls on day 1, whatever volley is chosen",
                  (n >= 1, s >= 1, s <= n, _FIRST), And(Eq(x, 0), Eq(R, 0)))
    FIRST_DAY = Part(
        [
            step("A1 first day", "s > n: on day 1 all fire at the castle, and U = s - n points of strength are left",
                 (n >= 1, s > n, _FIRST), And(Eq(x, 0), Eq(R, s - n), R >= 1)),
            CASE_1,
        ],
        {"the volley of day 1": (_FIRST,)},
        [(s <= n, s > n)],
    )
    FEW_DEFENDERS = Part(
        [
            step("A2 lower bound",
                 "in every play, defenders left alive and strength left are together at least U(t); x defenders left "
                 "alive leave at most n - x soldiers",
                 (n >= 1, d >= 1, *_BEFORE), And(x_ + R_ >= U + d - n, S - x_ <= n - x_)),
            step("A3 fall",
                 "so when the castle falls, the soldiers are no better off than n - U soldiers against U defenders",
                 (n >= 1, *_FELL, U > 0), And(x >= U, S - x <= n - U)),
            step("A4a hold",
                 "dpw < n: the soldiers can shoot all defenders and leave U = C + dpw - n points of strength",
                 (*_FEW, *_HELD, U > 0), legal(n, d, C, 0, U)),
            step("A4b fell", "0 < U(t) <= dpw: a volley on day t can fell the castle and leave U(t) defenders alive",
                 (n >= 1, d >= 1, *_HELD, U > 0, U <= d), legal(n, d, C, U, 0)),
            step("A4c both", "U(t) <= 0: a volley on day t can fell the castle and shoot all defenders",
                 (*_FEW, *_HELD, U <= 0),
                 legal(n, d, C, 0, 0)),
            step("A5 not yet", "U(t) > dpw: after a fall a day later the battle is no worse", (*_FEW, U > d, NEXT_DAY),
                 And(V < 2 * U - n, n - V > (n - U) - (2 * U - n))),
            step("A6 identity",
                 "defenders per soldier after the next day: (2U - n)/(n - U) if the castle falls today, V/n if it "
                 "falls then; the quadratic U^2 + dpw U - n dpw compares them",
                 (NEXT_DAY,),
                 same(n * (2 * U - n) - V * (n - U), quadratic(U))),
            step("A6 wait", "if the quadratic is >= 0, it is no worse to wait a day",
                 (*_FEW, U > 0, U < n, NEXT_DAY, quadratic(U) >= 0), V * (n - U) <= n * (2 * U - n)),
            step("A6 lost", "… nor is it for U >= n, since a battle now would be lost", (n >= 1, U >= n),
                 conserved(n, U) < 0),
            step("A7 drop", "if the quadratic is <= 0, it is no worse to fell the castle today",
                 (*_FEW, U > 0, NEXT_DAY, quadratic(U) <= 0), And(U < n, n * (2 * U - n) <= V * (n - U))),
            step("A8 later", "… and this stays so on every later day", (*_FEW, U > 0, NEXT_DAY, quadratic(U) <= 0),
                 Or(V <= 0, quadratic(V) <= 0)),
            step("A9 rho",
                 "r is the square root of dpw^2 + 4 n dpw, and rho is (r - dpw)/2, both rounded down; so rho >= 0",
                 (n >= 1, d >= 1, *RHO),
                 And(rho >= 0, r >= d)),
            step("A9 below", "if U <= rho, then 2U + dpw <= r", (2 * rho <= r - d, U <= rho), 2 * U + d <= r),
            step("A9 above", "if U > rho, then 2U + dpw >= r + 1", (r - d < 2 * rho + 2, U > rho), 2 * U + d >= r + 1),
            step("A9 squares", "of numbers that are not negative, the greater one has the greater square",
                 (P >= 0, P <= Q),
                 P * P <= Q * Q),
            step("A9 identity",
                 "4 times the quadratic is the square of 2U + dpw, less dpw^2 + 4 n dpw: <= 0 exactly if U <= rho",
                 (),
                 same((2 * U + d) * (2 * U + d) - (d * d + 4 * n * d), 4 * quadratic(U))),
            step("A10 least", "T is rounded up, so no earlier day has U <= rho", _LEAST, v * w < e),
            step("A12 identity",
                 "Q = n^2 - n U - U^2, which a battle preserves, is (n - dpw)(n - U) less the quadratic",
                 (),
                 same(conserved(n, U), (n - d) * (n - U) - quadratic(U))),
            step("A12 below n", "the quadratic is <= 0 only if U < n", (*_FEW, U > 0, quadratic(U) <= 0), U < n),
            step("A12 finite", "… so Q > 0 on such a day: with dpw < n the soldiers win",
                 (*_FEW, U > 0, U < n, quadratic(U) <= 0, same(conserved(n, U), (n - d) * (n - U) - quadratic(U))),
                 conserved(n, U) > 0, "A12 identity", "A12 below n"),
            step("A14 edge", "if U(T) > dpw and U(T) <= rho, then 2 U(T) <= n, and a fall on day T + 1 is as good",
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
            step("A11 rising", "dpw >= n: U(t) never falls from day to day",
                 (n >= 1, d >= n, U > 0, NEXT_DAY), And(V >= U, V > 0)),
            step("A11 second day", "dpw >= n, s > n: U(2) is at least 1", MANY, s + d - 2 * n >= 1),
            step("A11 felled",
                 "dpw >= n, n < s < 2n: a volley on day 2 can fell the castle and leave U(2) defenders alive",
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
