"""Obligations of single rows of CD3, and of the statements that replace the false ones.

Each row depends on the theorems. `OBLIGATIONS` has its additional steps, by the id of its claim without `CD3.`.
"""

# ruff: noqa: SIM300 (U and V are numbers of the game, not constants)
from __future__ import annotations

from itertools import combinations

from _wave import wave_obligation
from sympy import And, Eq, Expr, Min, Not, Or, evaluate, symbols
from sympy.logic.boolalg import Boolean

from gametheory.games.castle import Volley

from .lemmas import C, R, Step, U, V, conserved, d, f, g, iff, legal, m, n, s, same, step, t, x, y
from .soldiers import quadratic

x2, x3, Y, Z, T, c, w, k = symbols("x2 x3 Y Z T c w k", integer=True)
phi, psi, A, u, v, N, X, dist, left, right = symbols("phi psi A u v N X dist left right")
with evaluate(False):
    _U2 = Eq(U, s + d - 2 * n)
    _MANY = (n >= 1, d >= n, s > n)
    _2B = (*_MANY, s < 2 * n)
    _2A = (n >= 1, d >= 1, d < n, s > n)
    _CASES = (s <= n, And(s > n, d < n), And(n < s, s < 2 * n, d >= n), And(s >= 2 * n, d >= n))


def _wave(
    name: str, says: str, given: tuple[Boolean, ...], start: tuple[Expr, ...], volley: Volley, end: tuple[Expr, ...]
) -> Step:
    """Return the step that the rules lead from one position to another, in every branch of the code."""
    obligation = wave_obligation(f"castle {name}", given, start, volley, lambda *after: And(*map(same, after, end)))
    return Step(says, obligation)


with evaluate(False):
    _ALIVE = (n >= 1, d >= 1, x >= 0, x <= d, d - x <= n, n - x >= 1)
    NEXT = _wave(
        "row eq1-3",
        "x left alive, soldiers and strength left: the next day begins as printed",
        (*_ALIVE, C + d - n - x >= 1),
        (n, d, C),
        Volley(n - d + x, d - x),
        (n - x, d + x, C + d - n - x),
    )
    TWO_DAYS_ON = _wave(
        "row eq4",
        "… and if all d + x are shot the day after, two days later as printed",
        (*_ALIVE, d + x <= n - x, C + 2 * d + x - 2 * n >= 1),
        (n - x, d + x, C + d - n - x),
        Volley(n - d - 2 * x, d + x),
        (n - x, d, C + 2 * d + x - 2 * n),
    )
    NONE_ALIVE = _wave(
        "row eq5",
        "none left alive: the next day begins with (n, dpw, C + dpw - n); two such days give (5)",
        (n >= 1, d >= 1, d <= n, C + d - n >= 1),
        (n, d, C),
        Volley(n - d, d),
        (n, d, C + d - n),
    )
    LESS = step(
        "row eq5 less", "(5) leaves x points less than (4)", (x >= 0,), C + 2 * d - 2 * n <= C + 2 * d + x - 2 * n
    )
    BATTLE_DAY = _wave(
        "row def",
        "after the fall of the castle: d - s defenders are left alive, and shoot",
        (n >= 1, y > n, 2 * n - y >= 1, d >= 1),
        (n, y, 0),
        Volley(0, n),
        (2 * n - y, y - n, 0),
    )

    # fmt: off
    OBLIGATIONS: dict[str, list[Step]] = {
        "case1": [step("row case1", "s <= n: every volley of day 1 wins, so the castle cannot",
                       (n >= 1, s >= 1, s <= n, legal(n, 0, s, x, R)), And(Eq(x, 0), Eq(R, 0)))],
        "eq1-3": [NEXT],
        "eq4": [NEXT, TWO_DAYS_ON],
        "eq5": [NONE_ALIVE, LESS],
        "opt": [
            step("row opt", "kill all until day T: the evening before, strength is left and no defender is alive",
                 (*_2A, t >= 2, t < T, Eq(U, s + (t - 1) * d - t * n), U > 0, Eq(C, U + n - d)),
                 And(C > 0, legal(n, d, C, 0, U))),
        ],
        "def": [BATTLE_DAY],
        "eq6": [
            step("row eq6", "d_k <= 0 exactly when phi^(4k) (n - x phi) >= n + x/phi; A = phi^(2k), u, v the brackets",
                 (A > 0, w > 0, same(dist * w * A, v - A * A * u)), iff(dist <= 0, A * A * u >= v)),
            step("row eq6 log", "… the least whole k at or above a number is its ceiling",
                 (k >= u, k < u + 1, c >= u), c >= k),
        ],
        "eq7": [step("row eq7", "the castle falls without a wasted shot: dpw - (n - c) are left alive",
                     (n >= 1, d >= 1, C >= 1, legal(n, d, C, x, 0), n - (d - x) <= C), same(x, C + d - n))],
        "eq8": [
            step("row eq8 first", "day 2 begins with s - n, not day 1", (*_2A, legal(n, 0, s, x, R)),
                 And(Eq(R, s - n), Eq(x, 0), Not(Eq(s, s - n)))),
            step("row eq8 next", "from day t to t + 1 the strength falls by n - dpw: c(t) = s - n - (t-2)(n-dpw)",
                 (*_2A, t >= 2, Eq(C, s - n - (t - 2) * (n - d)), C + d - n > 0, legal(n, d, C, 0, R)),
                 Eq(R, s - n - (t - 1) * (n - d))),
            step("row eq8 left",
                 "… and U(t) = c(t) + dpw - n = s + (t-1) dpw - t n are left alive if it falls on day t",
                 (Eq(C, s - n - (t - 2) * (n - d)),), same(C + d - n, s + (t - 1) * d - t * n)),
        ],
        "wait": [
            step("row wait move", "move the logarithms to one side", (),
                 iff(left / 4 + 1 < right / 4, right - left > 4)),
            step("row wait multiply", "multiply by the two denominators, which are positive",
                 (u > 0, v > 0, N > 0, X > 0, Eq(left * u, N), Eq(right * v, X)),
                 iff(X * u > 4 * N * v, right > 4 * left)),
            step("row wait ratio", "n - x phi falls and n + x/phi rises with x, so the logarithm rises",
                 (n >= 1, U >= 1, V < U, phi > 1, phi * U < n, phi * psi > 0, psi > 0),
                 And(n - phi * V > n - phi * U, n + psi * V < n + psi * U)),
        ],
        "10": [
            step("row eq10", "(10) without the last phi is the comparison that decides",
                 (Eq(V, U + d - n),), same(n * n + n * V - 2 * n * U - U * V, -quadratic(U))),
        ],
        "eq11": [step("row eq11", "x_(q+1) = x_q + dpw - n", (Eq(U, s + t * d - (t + 1) * n),),
                      same(s + (t + 1) * d - (t + 2) * n, U + d - n))],
        "quad": [
            step("row quad", "(10) with (11) in it is the quadratic", (Eq(V, U + d - n),),
                 iff(n * n + n * V - 2 * n * U - U * V < 0, quadratic(U) > 0)),
            step("row quad root", "… which is positive exactly above its positive root u",
                 (u > 0, Eq(u * u + v * u, N * v), v > 0, N > 0, X > 0), iff(X * X + v * X - N * v > 0, X > u)),
        ],
        "eq12": [
            step("row eq12", "dpw < n: the least t with U(t) <= rho is 1 + the ceiling of (s - n - rho)/(n - dpw)",
                 (*_2A, Eq(U, s + (t - 1) * d - t * n)), iff(U <= x, (t - 1) * (n - d) >= s - n - x)),
            step("row eq12 two",
                 "s > n: the castle does not fall before day 2, so q + 1 is replaced by 2 if it is less",
                 (n >= 1, s > n, legal(n, 0, s, x, R)), R >= 1),
        ],
        "2b.days": [
            step("row 2b.days base", "day 4 of the pattern with q - 3", (),
                 same((s - 2 * n) + (d - x2) - (n - x2 - (d + x2 - x3)), (s - 2 * n) + (d - n) + d + x2 - x3)),
            step("row 2b.days step",
                 "from day q to q + 1; Y is the weighted and Z the plain sum of the numbers left alive",
                 (Eq(C, (s - 2 * n) + (t - 3) * (d - n) + d + Y - x2),),
                 same(C - (n - Z - (d + x2 - x3)), (s - 2 * n) + (t - 2) * (d - n) + d + (Y + Z) - x3)),
        ],
        "2b.need": [
            step("row 2b.need", "s >= 2n, dpw >= n: x = s + dpw - 2n is too many, whichever day the castle falls",
                 (*_MANY, s >= 2 * n, _U2), And(U >= n, conserved(n, U) < 0)),
            step("row 2b.need zero", "s = 2n: all at the castle on two days brings it to zero",
                 (n >= 1, d >= n, Eq(C, n)), legal(n, d, C, d, 0)),
        ],
        "2b.table": [
            step("row 2b.table", "day 2 is best: no fewer soldiers, no more defenders than on day 3 or 4",
                 (*_2B, x2 >= 0, x3 >= 0, Eq(Y, d - n), Eq(U, s - n + Y)),
                 And(n - U >= n - (s - n) - 2 * Y - 2 * x2, n - U >= n - (s - n) - 3 * Y - 3 * x2 - 2 * x3,
                     U <= s - n + 2 * Y + x2, U <= s - n + 3 * Y + 2 * x2 + x3)),
            step("row 2b.table equal", "… with equality on day 3 exactly when dpw = n and x_2 = 0",
                 (*_2B, x2 >= 0, Eq(Y, d - n), Eq(U, s - n + Y)),
                 iff(Eq(U, s - n + 2 * Y + x2), And(Eq(Y, 0), Eq(x2, 0)))),
        ],
        "2b.fast": [
            step("row 2b.fast", "dpw >= n: on day t >= 2 at least U(t) >= U(2) >= 1 are left alive, so t + k >= 2 + k",
                 (*_MANY, t >= 2, Eq(V, s + (t - 1) * d - t * n), _U2), And(V >= U, U >= 1)),
            step("row 2b.fast felled", "n < s < 2n: the castle can fall on day 2 with U(2) left alive", (*_2B, _U2),
                 And(U <= d, legal(n, d, s - n, U, 0))),
        ],
        "2b.inf": [
            step("row 2b.inf hold", "dpw = n, all defenders shot: the day after begins as this one did",
                 (n >= 1, Eq(d, n), C >= 1), And(legal(n, d, C, 0, C))),
            step("row 2b.inf fall", "… until the castle falls, on any chosen day, with s - n left alive",
                 (n >= 1, Eq(d, n), s > n, s < 2 * n, _U2), And(Eq(U, s - n), legal(n, d, s - n, U, 0))),
            step("row 2b.inf win",
                 "phi is positive, so that n - (s - n) phi = phi (phi n - s) has the sign of phi n - s",
                 (phi > 0,), iff(phi * (u - v) > 0, u > v)),
            step("row 2b.inf more", "s >= 2n: no play wins", (n >= 1, Eq(d, n), s >= 2 * n, _U2), conserved(n, U) < 0),
        ],
        "2b.limit": [
            step("row 2b.limit", "phi is positive, so that n - x phi has the sign of (phi + 1) n - (dpw + s)",
                 (phi > 0,),
                 iff(phi * (u - v) > 0, u > v)),
        ],
        "row2b": [
            step("row 2b", "n < s < 2n <= 2 dpw: U(2) = s + dpw - 2n is at least 1 and can be left on day 2",
                 (*_2B, _U2),
                 And(U >= 1, U <= d, legal(n, d, s - n, U, 0))),
            step("row 2b more", "… so the condition 2n < dpw + s is redundant", _2B, s + d > 2 * n),
        ],
        "row2c": [
            step("row 2c", "Q(n, x) <= 0: defenders survive every day, and U(t) >= U(2) on any other day",
                 (*_MANY, _U2, conserved(n, U) <= 0, Eq(V, U + d - n)), And(2 * U - n > 0, V >= U)),
        ],
        "row2d": [
            step("row 2d", "s > 2n, dpw >= n: U(2) >= n, so Q(n, U) < 0", (n >= 1, d >= n, s > 2 * n, _U2),
                 And(U >= n, conserved(n, U) < 0)),
        ],
        "cover": [
            step("row cover", "with 2d from s >= 2n on, the rows cover every game",
                 (n >= 1, s >= 1, d >= 1), Or(s <= n, And(s > n, d < n), And(n < s, s < 2 * n, d >= n, s + d > 2 * n),
                                              And(s >= 2 * n, d >= n))),
            step("row cover once", "… and none twice; u = (phi + 1) n separates 2b from 2c",
                 (n >= 1, s >= 1, d >= 1),
                 And(*(Not(And(left_case, right_case)) for left_case, right_case in combinations(_CASES, 2)))),
            step("row cover gap", "the printed rows omit s = 2n, dpw >= n", (n >= 1, Eq(s, 2 * n), d >= n),
                 And(Not(s <= n), Not(d < n), Not(s < 2 * n), Not(s > 2 * n))),
        ],
        "castle.a": [
            step("row castle.a", "s > n, dpw + s <= 2n: every volley of day 2 wins",
                 (n >= 1, d >= 1, s > n, s + d <= 2 * n, legal(n, d, s - n, x, R)), And(Eq(x, 0), Eq(R, 0))),
        ],
        "castle.b": [
            step("row castle.b", "dpw < n: on day 2 fewer defenders than soldiers are left alive",
                 (*_2A, legal(n, d, s - n, x, R)), x < n),
        ],
        "castle.c": [
            step("row castle.c three", "dpw = n - 1, n < s <= 2n, n >= 3, one point left: day 3 wins iff 3s >= 4n + 6",
                 (n >= 3, Eq(d, n - 1), s > n, s <= 2 * n, Eq(x, s + d - 2 * n - 1), Eq(m, n - d)),
                 iff(3 * x - 2 * m >= d - 1, 3 * s >= 4 * n + 6)),
            step("row castle.c strong", "s > 2n, dpw = n - 1: all at the castle for two days, and day 3 wins",
                 (n >= 2, Eq(d, n - 1), s > 2 * n, Eq(C, s - n)),
                 And(legal(n, d, C, d, C - n), Eq(n - d, 1), Min(2 * d, 2 * d + (C - n) - 1) >= n - d)),
            step("row castle.c two",
                 "n = 2, dpw = 1: with s = 4 = 2n the castle cannot win, with s = 5 it wins on day 3",
                 (Eq(n, 2), Eq(d, 1), s >= 3, s <= 4, Eq(U, s + d - 2 * n)),
                 And(Or(U <= 0, U * U + U * 2 <= 4), 3 * s < 14)),
        ],
        "castle.d": [
            step("row castle.d", "s = n + 2, 2 <= dpw < n: one point left on day 2 gives x <= 0 against m >= 1",
                 (n >= 3, d >= 2, d < n, Eq(s, n + 2), Eq(x, s + d - 2 * n - 1), Eq(m, n - d)),
                 Or(x < 0, And(m >= 1, Eq(x, 0)))),
            step("row castle.d one", "dpw = 1: U(2) <= 0, or n = 2 and one defender against two soldiers",
                 (n >= 2, Eq(d, 1), Eq(s, n + 2), _U2), Or(U <= 0, And(Eq(U, 1), Eq(n, 2)))),
            step("row castle.d day", "s = n + 2 <= 2n: the strength can be used up on day 2",
                 (n >= 2, Eq(s, n + 2)), And(s > n, s <= 2 * n)),
        ],
        "castle.e": [
            step("row castle.e", "s = n + 3, dpw = n - 1, n >= 3: x = m = 1 on day 2, and Q(1, 1) < 0",
                 (n >= 3, Eq(d, n - 1), Eq(s, n + 3), Eq(x, s + d - 2 * n - 1), Eq(m, n - d)),
                 And(s <= 2 * n, Eq(x, 1), Eq(m, 1), conserved(m, x) < 0, x + 1 < n)),
            step("row castle.e day", "x F(2j+2) - m F(2j+1) is then F(2j); f = F(2j-2), g = F(2j-1)",
                 (Eq(x, 1), Eq(m, 1)), same(x * (2 * f + 3 * g) - m * (f + 2 * g), f + g)),
        ],
        "castle.e options": [
            step("row castle.e first", "first option, 2 left alive: the soldiers win the battle for n >= 4",
                 (n >= 4,), conserved(n, 2) > 0),
            step("row castle.e first three", "… and lose it for n = 3, on day 3", (Eq(n, 3),),
                 And(conserved(n, 2) < 0, 2 >= n - 2)),
            step("row castle.e third",
                 "third option, 2 points, none alive: 1 left alive if it falls, else 0 against m = 1",
                 (n >= 3, Eq(d, n - 1), _U2, Eq(s, n + 2), Eq(m, n - d)), And(Eq(U, 1), Eq(m, 1), conserved(n, U) > 0)),
        ],
        "castle.f": [
            step("row castle.f", "s = n + 3, dpw < n - 1: U(2) <= 1, so x <= 0 < m",
                 (n >= 3, d >= 2, d < n - 1, Eq(s, n + 3), _U2, Eq(m, n - d)), And(U <= 1, m >= 2, s <= 2 * n)),
            step("row castle.f one", "dpw = 1: U(2) <= 1 against n >= 3 soldiers, and 1 + n < n^2",
                 (n >= 3, Eq(d, 1), Eq(s, n + 3), _U2), And(U <= 1, Or(U <= 0, U * U + U * n <= n * n))),
        ],
        "castle.2d": [
            step("row castle.2d", "s >= 2n, dpw >= n: all at the castle on both days, and all soldiers die on day 2",
                 (n >= 1, d >= n, s >= 2 * n, Eq(C, s - n)), And(legal(n, d, C, d, C - n), d >= n)),
            step("row castle.2d end", "dpw >= 2n: no volley of day 2 leaves a soldier alive",
                 (n >= 1, d >= 2 * n, s >= 2 * n, legal(n, d, s - n, x, R)), x >= n),
            step("row castle.2d delay", "n <= dpw < 2n: with as many shots at defenders as possible a soldier survives",
                 (n >= 1, d >= n, d < 2 * n, s >= 2 * n, Eq(x, d - n)), And(legal(n, d, s - n, x, s - n), x < n)),
        ],
        "castle.tie": [
            step("row castle.tie", "dpw = n, s > n: shooting all defenders changes nothing, on every day",
                 (n >= 1, s > n, Eq(d, n), Eq(C, s - n)), And(legal(n, d, C, 0, C), Eq(n - 0, n))),
        ],
        "table.2a": [
            step("row table.2a two", "dpw < n: never in two days", (*_2A, legal(n, d, s - n, x, R)), x < n),
            step("row table.2a rule", "the two-day rule is true for dpw >= n",
                 (n >= 1, d >= n, s > n, s + d >= 3 * n, Eq(x, Min(d, s + d - 2 * n)), Eq(R, s + d - 2 * n - x)),
                 And(legal(n, d, s - n, x, R), x >= n)),
        ],
        "exercise": [
            step("row exercise used up", "n < s < 2n, dpw >= n: the strength can be used up on day 2, and dpw >= 2",
                 _2B, And(d >= 2, s > n, s <= 2 * n, s + d - 2 * n >= 1)),
            step("row exercise two", "… where U(2) >= n is equivalent to s + dpw >= 3n: a win on day 2", (*_2B, _U2),
                 iff(U >= n, s + d >= 3 * n)),
            step("row exercise never", "one point left, x = U - 1 against m = n - dpw <= 0: no win only for x = m = 0",
                 (*_2B, _U2, Eq(x, U - 1), Eq(m, n - d)),
                 iff(And(m >= 0, conserved(m, x) >= 0), And(Eq(s, n + 1), Eq(d, n)))),
            step("row exercise day", "x F(2j+2) - m F(2j+1) is the printed sum; f = F(2j-2), g = F(2j-1)",
                 (Eq(x, s + d - 2 * n - 1), Eq(m, n - d)),
                 same(x * (2 * f + 3 * g) - m * (f + 2 * g),
                      (s + d - 2 * n - 1) * (2 * f + 3 * g) + (d - n) * (f + 2 * g))),
            step("row exercise three", "… in particular day 3 (j = 1) exactly when 3s + 4 dpw >= 8n + 2",
                 (*_2B,), iff(3 * (s + d - 2 * n - 1) + 2 * (d - n) >= d - 1, 3 * s + 4 * d >= 8 * n + 2)),
        ],
        "exercise.2c": [
            step("row exercise 2c", "2c, n >= 3: in three days if not in two",
                 (n >= 3, *_2B, _U2, conserved(n, U) <= 0, U < n), 3 * (U - 1) + 2 * (d - n) >= d - 1),
            step("row exercise 2c two", "2c, n = 2: always in two days",
                 (Eq(n, 2), *_2B, _U2, conserved(n, U) <= 0), U >= n),
        ],
    }
