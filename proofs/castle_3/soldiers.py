"""Theorem A: the fewest days of the soldiers, for all n, s and dpw. The steps of docs/theory/castle.md."""

# ruff: noqa: SIM300 (U and V are numbers of the game, not constants)
from __future__ import annotations

from sympy import And, Eq, Expr, evaluate, symbols

from .lemmas import R_, C, R, S, U, V, conserved, d, legal, n, s, same, step, t, x, x_

r, rho, w, e, v, P, Q = symbols("r rho w e v P Q", integer=True)


def quadratic(alive: Expr) -> Expr:
    """Return the quadratic that CD3 derives under (11): its sign decides whether to wait a day."""
    return alive * alive + d * alive - n * d


# fmt: off
with evaluate(False):
    _FEW = (n >= 1, d >= 1, d < n)
    _NEXT = Eq(V, U + d - n)
    _ROOT = (n >= 1, d >= 1, r >= 0, d * d + 4 * n * d < (r + 1) * (r + 1), 2 * rho <= r - d, r - d < 2 * rho + 2)

    LOWER = [
        step("A1 first day", "s > n: there is one volley on day 1, and U = s - n points of strength are left",
             (n >= 1, s > n, legal(n, 0, s, x, R)), And(Eq(x, 0), Eq(R, s - n), R >= 1)),
        step("A1 case 1", "s <= n: every volley of day 1 wins", (n >= 1, s >= 1, s <= n, legal(n, 0, s, x, R)),
             And(Eq(x, 0), Eq(R, 0))),
        step("A2 lower bound", "strength + defenders left never fall below U(t), nor do soldiers exceed n - x",
             (n >= 1, d >= 1, S >= 1, S <= n, x >= 0, C > 0, x + C >= U, legal(S, x + d, C, x_, R_)),
             And(x_ + R_ >= U + d - n, S - x_ <= n - x_)),
        step("A3 fall", "when the castle falls, the battle is no better than one of n - U soldiers and U defenders",
             (n >= 1, S <= n, S >= 1, x >= 1, Eq(R, 0), x + R >= U, U >= 1), And(x >= U, S - x <= n - U)),
    ]
    ATTAINED = [
        step("A4a hold", "dpw <= n: all defenders shot and strength left, the next position is (n, dpw, C + dpw - n)",
             (n >= 1, d >= 1, d <= n, C > 0, C + d - n > 0, Eq(x, 0), Eq(R, C + d - n)), legal(n, d, C, x, R)),
        step("A4b fell", "the castle can fall on day t with U(t) defenders left alive, when 0 < U(t) <= dpw",
             (n >= 1, d >= 1, C > 0, Eq(C, U + n - d), U > 0, U <= d, Eq(x, U), Eq(R, 0)), legal(n, d, C, x, R)),
        step("A4c both", "U(t) <= 0: one volley can remove castle and defenders",
             (n >= 1, d >= 1, d <= n, C > 0, C + d - n <= 0, Eq(x, 0), Eq(R, 0)), legal(n, d, C, x, R)),
        step("A5 not yet", "U(t) > dpw: a day later the battle is no worse",
             (*_FEW, U > d, U < n, _NEXT), And(V < 2 * U - n, n - V > (n - U) - (2 * U - n))),
        step("A11 rising", "dpw >= n: U never falls", (n >= 1, d >= n, U >= 1, _NEXT), And(V >= U, V >= 1)),
        step("A11 second day", "dpw >= n, s > n: U(2) >= 1", (n >= 1, d >= n, s > n), s + d - 2 * n >= 1),
        step("A11 felled", "dpw >= n, n < s < 2n: the castle can fall on day 2 with U(2) left alive",
             (n >= 1, d >= n, s > n, s < 2 * n, Eq(U, s + d - 2 * n)), And(U <= d, legal(n, d, s - n, U, 0))),
        step("A13 too strong", "dpw >= n, s >= 2n: the soldiers cannot win",
             (n >= 1, d >= n, s >= 2 * n, Eq(U, s + d - 2 * n)), And(U >= n, conserved(n, U) < 0)),
    ]
    BEST_DAY = [
        step("A6 identity", "the quadratic compares the two ratios of defenders to soldiers", (_NEXT,),
             same(n * (2 * U - n) - V * (n - U), quadratic(U))),
        step("A6 wait", "quadratic >= 0: waiting a day is no worse", (*_FEW, U > 0, U < n, _NEXT, quadratic(U) >= 0),
             V * (n - U) <= n * (2 * U - n)),
        step("A7 drop", "quadratic <= 0: felling the castle today is no worse",
             (*_FEW, U > 0, _NEXT, quadratic(U) <= 0), And(U < n, n * (2 * U - n) <= V * (n - U))),
        step("A8 later", "… and it stays no worse on every later day",
             (*_FEW, U > 0, V > 0, V < U, quadratic(U) <= 0), quadratic(V) <= 0),
        step("A9 rho", "r = isqrt(dpw^2 + 4 n dpw), rho = (r - dpw) // 2: rho >= 0", _ROOT, And(rho >= 0, r >= d)),
        step("A9 below", "U <= rho gives 2U + dpw <= r", (2 * rho <= r - d, U <= rho), 2 * U + d <= r),
        step("A9 above", "U > rho gives 2U + dpw >= r + 1", (r - d < 2 * rho + 2, U > rho), 2 * U + d >= r + 1),
        step("A9 squares", "squares preserve the order of numbers that are not negative", (P >= 0, P <= Q),
             P * P <= Q * Q),
        step("A9 identity", "so the quadratic is <= 0 exactly when U <= rho", (),
             same((2 * U + d) * (2 * U + d) - (d * d + 4 * n * d), 4 * quadratic(U))),
        step("A10 least", "the ceiling: no earlier day has U <= rho", (w >= 1, t * w >= e, (t - 1) * w < e, v <= t - 1),
             v * w < e),
        step("A12 identity", "Q(n, U) is (n - dpw)(n - U) less the quadratic", (),
             same(conserved(n, U), (n - d) * (n - U) - quadratic(U))),
        step("A12 below n", "quadratic <= 0 only below n", (*_FEW, U > 0, quadratic(U) <= 0), U < n),
        step("A12 finite", "… so Q(n, U) > 0 there: with dpw < n the soldiers win",
             (*_FEW, U > 0, U < n, quadratic(U) <= 0, same(conserved(n, U), (n - d) * (n - U) - quadratic(U))),
             conserved(n, U) > 0),
        step("A14 edge", "U(T) > dpw and U(T) <= rho are both true only if 2 U(T) <= n: then T + 1 is as good",
             (*_FEW, U > d, 2 * U - n > 0, U < n, _NEXT), V * (n - U) < n * (2 * U - n)),
    ]
    SOLDIERS = [*LOWER, *ATTAINED, *BEST_DAY]
