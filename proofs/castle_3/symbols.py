"""The symbols of this source: one table, so that a letter means the same in every obligation."""

from __future__ import annotations

from _wave import dpw as d
from sympy import Eq, evaluate, symbols

# A game, a day, and the fewest days.
n, s, t, T = symbols("n s t T", integer=True)
# A position (S, D, C), the result (x, R) of a day, and a second position and result for comparison.
S, D, C, x, R = symbols("S D C x R", integer=True)
S_, D_, C_, x_, R_ = symbols("S_ D_ C_ x_ R_", integer=True)
# Lower bounds U of day t and V of the day after; soldiers m and y of a battle.
U, V, m, y = symbols("U V m y", integer=True)
# Neighboring Fibonacci numbers f = F(2i), g = F(2i+1), and an earlier pair.
f, g, f_, g_ = symbols("f g f_ g_", integer=True)
# The root r of the quadratic and its whole part rho; other whole numbers.
r, rho, a, b, c, e, k, v, w, P, Q = symbols("r rho a b c e k v w P Q", integer=True)
# Numbers left alive on days 2 and 3, with their weighted and plain sums.
x2, x3, Y, Z = symbols("x2 x3 Y Z", integer=True)
# Real numbers: the golden ratio and its inverse, and sides and factors of inequalities.
phi, psi, A, N, X, dist, left, right = symbols("phi psi A N X dist left right")
factor, other = symbols("u v_")

with evaluate(False):
    GAME = (n >= 1, s >= 1, d >= 1)
    CASE_2A = (n >= 1, d >= 1, d < n, s > n)
    MANY = (n >= 1, d >= n, s > n)
    CASE_2B = (*MANY, s < 2 * n)
    DAY_2 = Eq(U, s + d - 2 * n)
    NEXT_DAY = Eq(V, U + d - n)
