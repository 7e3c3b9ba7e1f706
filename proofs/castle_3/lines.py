r"""The printed lines of CD3, each as an equation, with a corrected line for each false one.

An inequality `a < 0` is represented by its left side. Two inequalities are equivalent if one side is a positive
multiple of the other, and each is written so here. A note says which number of the source an equation computes, and
what the letters of `symbols` stand for in it.
"""

from __future__ import annotations

from sympy import Expr, Integer, evaluate

from gametheory.prove.derivation import PHI, DerivationStep, induction_identities

from .symbols import F, G, S, Y, Z, c, d, n, q, root, s, x, x2, x3, x4, y


def line(left: Expr, right: Expr, note: str = "", corrected: DerivationStep | None = None) -> DerivationStep:
    """Return a line, where `root` is that of dpw^2 + 4 n dpw."""
    return DerivationStep(left, right, note, corrected, {root: d**2 + 4 * n * d})


def next_strength(strength: Expr, soldiers: Expr, alive: Expr) -> Expr:
    """Return the right side of (3): the strength of the next day, if `alive` defenders are left alive."""
    return (strength + d) - (soldiers + alive)


def strength_two_on(strength: Expr, soldiers: Expr, alive: Expr) -> Expr:
    """Return the right side of (4): the strength of the day after, on which all are shot."""
    return strength + 2 * d + alive - 2 * soldiers


def none_alive_two_on(strength: Expr, soldiers: Expr) -> Expr:
    """Return the right side of (5): the same if none is ever left alive."""
    return strength + 2 * d - 2 * soldiers


with evaluate(False):
    _c1 = c - (S - (d - x))
    _c2 = _c1 - ((S - x) - (d + x))
    NEXT = [line(_c1, next_strength(c, S, x), "(3): $c_{i+1}$ for $c = c_i$ and $S = s_i$")]
    TWO_ON = [line(_c2, strength_two_on(c, S, x), "(4): $c_{i+2}$ for $c = c_i$ and $S = s_i$")]
    NONE_ALIVE = [line(_c2.subs(x, 0), none_alive_two_on(c, S), "(5): $c_{i+2}$, which is (4) with $x = 0$")]


def comparison(soldiers: Expr, today: Expr, tomorrow: Expr) -> Expr:
    """Return what (10) compares with 2 n x_q: n^2 + n x_(q+1) - x_q x_(q+1)."""
    return soldiers**2 + soldiers * tomorrow - today * tomorrow


def battle_steps() -> list[DerivationStep]:
    """Return the printed steps, and base and step of the induction to (def) and (sold)."""
    with evaluate(False):
        forms = (x * G - n * F, n * G - x * (F + G))

        def day(defenders: Expr, soldiers: Expr) -> tuple[Expr, Expr]:
            return defenders - soldiers, soldiers - (defenders - soldiers)

        names = ("d, i = 0", "s, i = 0", r"d, i \to i + 1", r"s, i \to i + 1")
        pairs = induction_identities(forms, day, {F: 0, G: 1}, {F: F + G, G: F + 2 * G}, (x, n - x))
        printed = [
            line(x - (n - x), 2 * x - n, "$d_{q+2} = d_{q+1} - s_{q+1}$"),
            line((n - x) - (2 * x - n), 2 * n - 3 * x, "$s_{q+2} = s_{q+1} - d_{q+2}$"),
            line((2 * x - n) - (2 * n - 3 * x), 5 * x - 3 * n, "$d_{q+3} = d_{q+2} - s_{q+2}$"),
            line((2 * n - 3 * x) - (5 * x - 3 * n), 5 * n - 8 * x, "$s_{q+3} = s_{q+2} - d_{q+3}$"),
            line(n - x, n * 1 - x * 1, "$s_{q+1}$, with $F_1 = F_2 = 1$ in (sold)"),
        ]
        induction = [
            line(left, right, f"induction: ${name}$, with $F = F_{{2i}}$ and $G = F_{{2i+1}}$")
            for name, (left, right) in zip(names, pairs, strict=True)
        ]
        return [*printed, *induction]


with evaluate(False):
    _cq = s - n - (q - 1) * (n - d)
    _xq = s + q * d - (q + 1) * n
    STRENGTH = [
        line(_cq, s - n * q + (q - 1) * d, "the algebra of (8): $c_q$"),
        line(d - n + _cq, _xq, "the algebra of (8): $x_q$"),
    ]
    ELEVEN = [line(_xq.subs(q, q + 1), _xq + d - n, r"(11): $x_{q+1} = x_q + \mathit{dpw} - n$")]
    _ten = comparison(n, x, y)
    _root = (root - d) / 2
    QUAD = [
        line(
            -(_ten - 2 * n * x).subs(y, x + d - n), x**2 - n * d + d * x,
            "(11) inserted into the corrected (10), for $x = x_q$",
        ),
        line(
            _root**2 + d * _root - n * d, Integer(0), "the positive root of the quadratic",
        ),
    ]  # fmt: skip
    _real_q = (root - d + 2 * n - 2 * s) / (2 * (d - n))
    TWELVE = [
        line(2 * _xq, 2 * s + 2 * q * (d - n) - 2 * n, "$2 x_q$"),
        line(
            _xq.subs(q, _real_q), _root,
            "(12) without its ceiling, inserted for $q$: then $x_q$ is the root of the quadratic",
        ),
    ]  # fmt: skip
    _c3 = (s - 2 * n) + d - x2
    _c4 = (s - 2 * n) + (d - n) + d + x2 - x3
    _c5 = (s - 2 * n) + 2 * (d - n) + d + 2 * x2 + x3 - x4
    _sum = Y - x2
    DAYS = [
        line(s - n - (n - (d - x2)), _c3, "$c_3$"),
        line(_c3 - (n - x2 - (d + x2 - x3)), _c4, "$c_4$"),
        line(_c4 - (n - x2 - x3 - (d + x3 - x4)), _c5, "(13): $c_5$"),
        line(
            ((s - 2 * n) + (q - 2) * (d - n) + d + x2 - x3).subs(q, 4), _c4,
            r"the general pattern of $c_q$ as printed, $(s-2n) + (q-2)(\mathit{dpw}-n)$ $+ \mathit{dpw} + (q-3)x_2$ "
            r"$+ (q-4)x_3 + \dots - x_{q-1}$, at $q = 4$, against $c_4$",
            line(
                ((s - 2 * n) + (q - 3) * (d - n) + d + x2 - x3).subs(q, 4), _c4,
                "corrected, with $q - 3$ for $q - 2$, at $q = 4$",
            ),
        ),
        line(
            ((s - 2 * n) + (q - 3) * (d - n) + d + _sum) - (n - Z - (d + x2 - x3)),
            (s - 2 * n) + (q - 2) * (d - n) + d + (Y + Z) - x3,
            r"$c_{q+1} = c_q - [s_q - (d_q - x_q)]$, the corrected pattern from $q$ to $q + 1$; $x_2$ and $x_3$ stand "
            r"for $x_{q-1}$ and $x_q$, $Z = x_2 + \dots + x_{q-1}$ and $Y = (q-3)x_2 + (q-4)x_3 + \dots$",
        ),
    ]  # fmt: skip
    TABLE = [
        line(_c3.subs(x2, (s - n) + (d - n)), Integer(0), "$c_3 = 0$ with the printed $x_2$"),
        line(_c4.subs(x3, (s - n) + 2 * (d - n) + x2), Integer(0), "$c_4 = 0$ with the printed $x_3$"),
        line(_c5.subs(x4, (s - n) + 3 * (d - n) + 2 * x2 + x3), Integer(0), "$c_5 = 0$ with the printed $x_4$"),
        line(n - x2 - ((s - n) + 2 * (d - n) + x2), n - (s - n) - 2 * (d - n) - 2 * x2, "$s_4$"),
        line(
            n - x2 - x3 - ((s - n) + 3 * (d - n) + 2 * x2 + x3), n - (s - n) - 3 * (d - n) - 3 * x2 - 2 * x3, "$s_5$",
        ),
    ]  # fmt: skip
    LIMIT = [
        line(2 + 1 / PHI, PHI + 1),
        line(
            n - (s + d - 2 * n) * PHI,
            PHI * ((PHI + 1) * n - d - s),
            r"$n - x\varphi$ for $x = s + \mathit{dpw} - 2n$",
        ),
    ]
    EQUAL = [line(n - (s - n) * PHI, PHI * (PHI * n - s), r"$n - x\varphi$ for $x = s - n$")]
