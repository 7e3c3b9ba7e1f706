"""The symbols of this source: one table, so that a letter means the same in every obligation."""

from __future__ import annotations

from sympy import Eq, Expr, evaluate, symbols

from .wave import dpw

# A game, a day, and the fewest days.
n, s, t, T = symbols("n s t T", integer=True)
d = dpw
# A position (S, D, C), the result (x, R) of a day, and a second position and result for comparison.
S, D, C, x, R = symbols("S D C x R", integer=True)
S_, D_, C_, x_, R_ = symbols("S_ D_ C_ x_ R_", integer=True)
# Lower bounds U of day t and V of the day after; soldiers m and y of a battle.
U, V, m, y = symbols("U V m y", integer=True)
# Neighboring Fibonacci numbers f = F(2i), g = F(2i+1), and an earlier pair.
f, g, f_, g_, F, G = symbols("f g f_ g_ F G", integer=True)
# The root r of the quadratic and its whole part rho; other whole numbers.
r, rho, a, b, c, e, k, q, v, w, P, Q = symbols("r rho a b c e k q v w P Q", integer=True)
# Numbers left alive on days 2 to 4, with their weighted and plain sums.
x2, x3, x4, Y, Z = symbols("x2 x3 x4 Y Z", integer=True)
# Real numbers: the golden ratio and its inverse, and sides and factors of inequalities.
phi, psi, A, B, N, X, dist, left, right = symbols("phi psi A B N X dist left right")
# The root of dpw^2 + 4 n dpw; and n, x_q and x_(q+1) as real numbers, in lines with the golden ratio.
root = symbols("root")
real_n, real_x, real_y = symbols("n x y")
factor, other = symbols("u v_")


def left_alive(day: Expr) -> Expr:
    """Return U(t): how many defenders are left alive if the castle falls on day t without a wasted shot."""
    return s + (day - 1) * d - day * n


with evaluate(False):
    GAME = (n >= 1, s >= 1, d >= 1)
    CASE_2A = (n >= 1, d >= 1, d < n, s > n)
    MANY = (n >= 1, d >= n, s > n)
    CASE_2B = (*MANY, s < 2 * n)
    DAY_2 = Eq(U, s + d - 2 * n)
    NEXT_DAY = Eq(V, U + d - n)
