r"""The least strength of the castle grows like the power 3/2 of the soldiers, and the golden ratio cancels.

All numbers are real here; $t = u + 1$ is the day of the staircase. In units of $d$: $y = n/d$, $z^2 = 2y$, $e = 1/d$.
"""

from __future__ import annotations

from math import isqrt

from sympy import And, Eq, Expr, Max, Or, Rational, evaluate, symbols

from gametheory.claims import Verdict, argue, claim
from gametheory.claims.evidence import Formula, Table, Text
from gametheory.games.castle.closed_form import castle_min_winning_strength
from gametheory.prove.argument import Step
from gametheory.prove.smt import compose, obligation

from .staircase import MAP

EXAMPLES = (10, 10), (100, 7), (10_000, 7), (1_000_000, 2), (10**12, 3)
# n, d and the least strength s = d x; y = n/d, z, e = 1/d; phi; u = t - 1; d g = m, the margin; d f = floor(phi m).
n, d, s, y, z, e, x, phi, u, g, f = symbols("n d s y z e x phi u g f")
v, base = symbols("v base")  # z = u + phi - 1 + v; x without its rounding

# fmt: off
with evaluate(False):
    FIVES = Eq(phi**2, phi + 1)
    SQUARE = Eq(y, z**2 / 2)
    UNITS = (d >= 2, n >= d, Eq(e * d, 1), Eq(n, y * d), Eq(s, d * x), z > 0, SQUARE)
    ON, BEFORE = phi * (u - e) > g, Or(Eq(u, 1), phi * (u - 1 - e) <= g + u - 1)
    MARGIN, ANY = Eq(g, y - u * (u - 1) / 2 - 1), Or(u >= 2, Eq(u, 1))
    SHOTS = y * u - u * (u - 1) * (u - 2) / 6
    STRENGTH = (f <= phi * g, f + e > phi * g, Eq(x, SHOTS + e + Max(0, f - u + 1 + e)))
    PLACE, BASE = Eq(z, u + phi - 1 + v), Eq(base, SHOTS + phi * g - u + 1)
    GIVEN = (*UNITS, FIVES, phi > 1, ANY, MARGIN, g >= 0, ON, BEFORE, *STRENGTH, PLACE, BASE)

    SMALL = And(e > 0, e <= Rational(1, 2))
    LARGE = z**2 >= 2
    GOLDEN = And(phi > Rational(16, 10), phi < Rational(162, 100))
    RISEN = z**2 < u**2 - u + 2 + 2 * phi * u
    NOT_RISEN = Or(Eq(u, 1), z**2 >= u**2 - 3 * u + 4 + 2 * phi * (u - 1) - 2 * phi * e)
    POWERS = And(Eq(phi**2, phi + 1), Eq(phi**3, 2 * phi + 1), Eq(u * phi**2, u * phi + u))
    ABOVE = z**2 < (u + phi - Rational(1, 2))**2 + Rational(3, 4)
    BELOW = Or(Eq(u, 1), z**2 >= (u + phi - Rational(3, 2))**2 - Rational(9, 10))
    POINT = phi * e <= Rational(81, 100)
    RIGHT, LEFT = v <= Rational(7, 10), v >= -Rational(9, 10)
    CURVED = z * (v**2 - Rational(1, 4)) <= 1
    _OWN = phi / 6 + u / 2 - Rational(1, 3)
    IDENTITY = Eq(base - _OWN * (phi**2 - phi - 1), z**3 / 3 + z**2 / 2 - (Rational(1, 3) + v**2 / 2) * z
                  + (v**3 + 2 * v + 1 - 2 * phi) / 6)
    EXACT = Eq(base, z**3 / 3 + z**2 / 2 - (Rational(1, 3) + v**2 / 2) * z + (v**3 + 2 * v + 1 - 2 * phi) / 6)
    CUBIC = And(v**3 + 2 * v + 1 - 2 * phi <= 0, v**3 + 2 * v + 1 - 2 * phi >= -5)
    LAST = u - 1 <= phi * g + (phi + 1) * e
    ROUNDED = And(x > base, x <= base + (phi + 2) * e)
    LOWER = x >= z**3 / 3 + z**2 / 2 - 11 * z / 24 - 2
    UPPER = x <= z**3 / 3 + z**2 / 2 - z / 3 + 2
    BELOW_SQUARED = (x - y + 2)**2 >= 2 * y * (2 * y / 3 - Rational(11, 24))**2
    ABOVE_SQUARED = Or(x <= y + 2, (x - y - 2)**2 <= 2 * y * (2 * y / 3 - Rational(1, 3))**2)
    POINTS_BELOW = 288 * d * (s - n + 2 * d)**2 >= n * (16 * n - 11 * d)**2
    POINTS_ABOVE = Or(s <= n + 2 * d, 9 * d * (s - n - 2 * d)**2 <= 2 * n * (2 * n - d)**2)


def _step(name: str, says: str, given: tuple[Expr, ...], show: Expr, *uses: str) -> Step:
    return Step(says, obligation(f"growth, {name}", given, show), tuple(f"growth, {each}" for each in uses))


def steps() -> list[Step]:
    """Return the steps, with both inequalities of the statement as the last ones."""
    with evaluate(False):
        return [
            _step("unit", "e is positive and at most 1/2", (d >= 2, Eq(e * d, 1)), SMALL),
            _step("size", "z^2 is at least 2", (d >= 2, n >= d, Eq(n, y * d), SQUARE), LARGE),
            _step("phi", "phi is between 1.6 and 1.62", (FIVES, phi > 1), GOLDEN),
            _step("risen", "the day has come", (SQUARE, phi > 1, MARGIN, ON, SMALL), RISEN, "unit"),
            _step("above", "so z is not far above u", (FIVES, RISEN), ABOVE, "risen"),
            _step("not risen", "the day before it had not", (SQUARE, MARGIN, BEFORE), NOT_RISEN),
            _step("point", "phi points are at most 0.81 in units of d", (SMALL, GOLDEN), POINT, "unit", "phi"),
            _step("below", "so z is not far below", (FIVES, NOT_RISEN, POINT), BELOW, "not risen", "point"),
            _step("right", "so v is at most 0.7", (z > 0, ANY, PLACE, GOLDEN, ABOVE), RIGHT, "phi", "above"),
            _step("left", "and at least -0.9", (z > 0, LARGE, PLACE, GOLDEN, BELOW), LEFT, "size", "phi", "below"),
            _step("curved", "z (v^2 - 1/4) is at most 1", (z > 0, LARGE, PLACE, GOLDEN, ABOVE, BELOW, RIGHT, LEFT),
                  CURVED, "size", "phi", "above", "below", "right", "left"),
            _step("identity", "the shots and the margin as a polynomial of u, v and phi", (SQUARE, MARGIN, PLACE, BASE),
                  IDENTITY),
            _step("powers", "multiples of phi^2 = phi + 1", (FIVES,), POWERS),
            _step("exact", "the shots and the margin are this polynomial: phi is gone, but for the square root of 5",
                  (POWERS, IDENTITY), EXACT, "powers", "identity"),
            _step("cubic", "its last term is small", (GOLDEN, RIGHT, LEFT), CUBIC, "phi", "right", "left"),
            _step("last", "the day before gives at most this maximum", (FIVES, phi > 1, BEFORE, g >= 0, SMALL), LAST,
                  "unit"),
            _step("rounded", "rounding adds at most phi + 2 points", (*STRENGTH, BASE, LAST, SMALL, GOLDEN), ROUNDED,
                  "last", "unit", "phi"),
            _step("lower", "the lower bound", (z > 0, EXACT, CUBIC, CURVED, ROUNDED), LOWER,
                  "exact", "cubic", "curved", "rounded"),
            _step("upper", "the upper bound", (z > 0, EXACT, CUBIC, ROUNDED, SMALL, GOLDEN), UPPER,
                  "exact", "cubic", "rounded", "unit", "phi"),
            _step("lower squared", "without z", (z > 0, SQUARE, LARGE, LOWER), BELOW_SQUARED, "size", "lower"),
            _step("upper squared", "without z", (z > 0, SQUARE, LARGE, UPPER), ABOVE_SQUARED, "size", "upper"),
            _step("lower in points", "without fractions", (d >= 2, Eq(n, y * d), Eq(s, d * x), BELOW_SQUARED),
                  POINTS_BELOW, "lower squared"),
            _step("upper in points", "without fractions", (d >= 2, Eq(n, y * d), Eq(s, d * x), ABOVE_SQUARED),
                  POINTS_ABOVE, "upper squared"),
        ]
# fmt: on


@claim(
    "NEW.power",
    r"For all $n \ge d \ge 2$ the least strength $s^*$ of the castle satisfies "
    r"$n(16n - 11d)^2 \le 288\,d\,(s^* - n + 2d)^2$, and $9d(s^* - n - 2d)^2 \le 2n(2n - d)^2$ or $s^* \le n + 2d$. "
    r"That is, $s^* = \frac{2\sqrt 2}{3} n^{3/2} d^{-1/2} + n - \theta\sqrt{2nd}$ with "
    r"$\frac13 \le \theta \le \frac{11}{24}$, up to $2d$.",
    MAP,
    uses=["NEW.staircase"],
)
def power() -> Verdict:
    return argue(
        lambda: compose(GIVEN, steps()),
        Formula(
            r"\frac{s^*}{d} \approx \frac{z^3}{3} + \frac{z^2}{2} - \left(\frac13 + \frac{v^2}{2}\right) z "
            r"+ \frac{v^3 + 2v - \sqrt5}{6}, \qquad z = \sqrt{2n/d} = u + \varphi - 1 + v",
            True,
            "exactly, before rounding; |v| is at most about 1/2",
        ),
        Text(
            "By NEW.staircase the least strength is a sum of the shots of $u = t - 1$ days, of 1 and of a maximum. "
            "Divide all by $d$. The maximum is $\\lfloor \\varphi m \\rfloor - ud + d + 1$ or 0. The first steps say "
            "where $z$ lies between the days. Then the shots become a polynomial of $z$ and $v$. In it "
            "$\\varphi$ cancels, since $\\varphi + (\\varphi - 1)^2 = 2$: only $\\sqrt5 = 2\\varphi - 1$ remains. "
            "With $z(v^2 - 1/4) \\le 1$ the bounds follow, and squaring removes $z$."
        ),
        Table(
            ("n", "d", "least strength", "from", "to"),
            [(*pair, castle_min_winning_strength(*pair), *bounds(*pair)) for pair in EXAMPLES],
            "The least strength and both bounds, rounded outwards to whole points.",
        ),
    )


def bounds(n: int, d: int) -> tuple[int, int]:
    """Return the bounds of the statement as whole numbers, for 16 n >= 11 d."""
    below = n - 2 * d + isqrt(n * (16 * n - 11 * d) ** 2 // (288 * d))
    above = n + 2 * d + isqrt(2 * n * (2 * n - d) ** 2 // (9 * d)) + 1
    return below, above
