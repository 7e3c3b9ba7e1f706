r"""The printed lines of CD3, each as an equation, with a corrected line for each false one.

An inequality `a < 0` is represented by its left side. Two inequalities are equivalent if one side is a positive
multiple of the other, and each is written so here.
"""

from __future__ import annotations

from sympy import Expr, Integer, evaluate

from gametheory.prove.derivation import PHI, DerivationStep, induction_identities

from .symbols import F, G, S, Y, Z, c, d, n, q, root, s, x, x2, x3, x4, y

DPW = r"\mathit{dpw}"


def line(
    latex: str, left: Expr, right: Expr, note: str = "", corrected: DerivationStep | None = None
) -> DerivationStep:
    """Return a line with `dpw` set as one name, where `root` is that of dpw^2 + 4 n dpw."""
    return DerivationStep(latex.replace("dpw", DPW), left, right, note, corrected, {root: d**2 + 4 * n * d})


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
    NEXT = [line(r"c_{i+1} = c_i - [s_i - (dpw - x)] = (c_i + dpw) - (s_i + x)", _c1, next_strength(c, S, x), "(3)")]
    TWO_ON = [
        line(r"c_{i+2} = c_{i+1} - (s_{i+1} - d_{i+1}) = c_i + 2 dpw + x - 2 s_i", _c2, strength_two_on(c, S, x), "(4)")
    ]
    NONE_ALIVE = [
        line(
            r"c_{i+2} = c_i + 2 dpw - 2 s_i", _c2.subs(x, 0), none_alive_two_on(c, S), "(5), which is (4) with $x = 0$"
        )
    ]


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
        texts = (
            r"x F_1 - n F_0 = x",
            r"n F_1 - x F_2 = n - x",
            r"x F_{2i+3} - n F_{2i+2} = d - s",
            r"n F_{2i+3} - x F_{2i+4} = s - (d - s)",
        )
        pairs = induction_identities(forms, day, {F: 0, G: 1}, {F: F + G, G: F + 2 * G}, (x, n - x))
        printed = [
            line(r"d_{q+2} = d_{q+1} - s_{q+1} = 2x - n", x - (n - x), 2 * x - n),
            line(r"s_{q+2} = s_{q+1} - d_{q+2} = 2n - 3x", (n - x) - (2 * x - n), 2 * n - 3 * x),
            line(r"d_{q+3} = d_{q+2} - s_{q+2} = 5x - 3n", (2 * x - n) - (2 * n - 3 * x), 5 * x - 3 * n),
            line(r"s_{q+3} = s_{q+2} - d_{q+3} = 5n - 8x", (2 * n - 3 * x) - (5 * x - 3 * n), 5 * n - 8 * x),
            line(r"s_{q+1} = n - x", n - x, n * 1 - x * 1, "with $F_1 = F_2 = 1$ in (sold)"),
        ]
        induction = [
            line(text, left, right, f"induction: ${name}$")
            for text, name, (left, right) in zip(texts, names, pairs, strict=True)
        ]
        return [*printed, *induction]


with evaluate(False):
    _cq = s - n - (q - 1) * (n - d)
    _xq = s + q * d - (q + 1) * n
    STRENGTH = [
        line(r"c_q = s - n - (q-1)(n - dpw) = s - nq + (q-1) dpw", _cq, s - n * q + (q - 1) * d, "the algebra of (8)"),
        line(r"x_q = dpw - n + c_q = s + q dpw - (q+1) n", d - n + _cq, _xq, "the algebra of (8)"),
    ]
    ELEVEN = [line(r"x_{q+1} = s + (q+1) dpw - (q+2) n = x_q + dpw - n", _xq.subs(q, q + 1), _xq + d - n, "(11)")]
    _ten = comparison(n, x, y)
    _root = (root - d) / 2
    QUAD = [
        line(
            r"-(n^2 + nx_{q+1} - 2nx_q - x_qx_{q+1}) = x_q^2 - n dpw + dpw x_q",
            -(_ten - 2 * n * x).subs(y, x + d - n), x**2 - n * d + d * x, "(11) inserted into the corrected (10)",
        ),
        line(
            r"u^2 + dpw u - n dpw = 0, \quad u = \frac{-dpw + \sqrt{dpw^2 + 4 n dpw}}{2}",
            _root**2 + d * _root - n * d, Integer(0), "its positive root",
        ),
    ]  # fmt: skip
    _real_q = (root - d + 2 * n - 2 * s) / (2 * (d - n))
    TWELVE = [
        line(r"2 x_q = 2s + 2q(dpw - n) - 2n", 2 * _xq, 2 * s + 2 * q * (d - n) - 2 * n),
        line(
            r"q = \frac{\sqrt{dpw^2 + 4 n dpw} - dpw + 2n - 2s}{2(dpw - n)} \; \Rightarrow \; x_q = u",
            _xq.subs(q, _real_q), _root, "(12) without its ceiling: then $x_q$ is the root",
        ),
    ]  # fmt: skip
    _c3 = (s - 2 * n) + d - x2
    _c4 = (s - 2 * n) + (d - n) + d + x2 - x3
    _c5 = (s - 2 * n) + 2 * (d - n) + d + 2 * x2 + x3 - x4
    _sum = Y - x2
    DAYS = [
        line("c_3 = (s - 2n) + dpw - x_2", s - n - (n - (d - x2)), _c3),
        line("c_4 = (s - 2n) + (dpw - n) + dpw + x_2 - x_3", _c3 - (n - x2 - (d + x2 - x3)), _c4),
        line("c_5 = (s-2n) + 2(dpw-n) + dpw + 2x_2 + x_3 - x_4", _c4 - (n - x2 - x3 - (d + x3 - x4)), _c5, "(13)"),
        line(
            r"c_q = (s-2n) + (q-2)(dpw-n) + dpw + (q-3)x_2 + (q-4)x_3 + \dots - x_{q-1}",
            ((s - 2 * n) + (q - 2) * (d - n) + d + x2 - x3).subs(q, 4), _c4,
            "the general pattern as printed, at $q = 4$",
            line(
                r"c_q = (s-2n) + (q-3)(dpw-n) + dpw + (q-3)x_2 + (q-4)x_3 + \dots - x_{q-1}",
                ((s - 2 * n) + (q - 3) * (d - n) + d + x2 - x3).subs(q, 4), _c4, "corrected, at $q = 4$",
            ),
        ),
        line(
            r"c_{q+1} = c_q - [s_q - (d_q - x_q)] = (s-2n) + (q-2)(dpw-n) + dpw + (Y + Z) - x_q",
            ((s - 2 * n) + (q - 3) * (d - n) + d + _sum) - (n - Z - (d + x2 - x3)),
            (s - 2 * n) + (q - 2) * (d - n) + d + (Y + Z) - x3,
            r"the corrected pattern from $q$ to $q + 1$; $Z = x_2 + \dots + x_{q-1}$, "
            r"$Y = (q-3)x_2 + (q-4)x_3 + \dots$",
        ),
    ]  # fmt: skip
    TABLE = [
        line("x_2 = (s-n) + (dpw-n)", _c3.subs(x2, (s - n) + (d - n)), Integer(0), "from $c_3 = 0$"),
        line("x_3 = (s-n) + 2(dpw-n) + x_2", _c4.subs(x3, (s - n) + 2 * (d - n) + x2), Integer(0), "from $c_4 = 0$"),
        line("x_4 = (s-n) + 3(dpw-n) + 2x_2 + x_3",
             _c5.subs(x4, (s - n) + 3 * (d - n) + 2 * x2 + x3), Integer(0), "from $c_5 = 0$"),
        line("s_4 = n - (s-n) - 2(dpw-n) - 2x_2",
             n - x2 - ((s - n) + 2 * (d - n) + x2), n - (s - n) - 2 * (d - n) - 2 * x2),
        line(
            "s_5 = n - (s-n) - 3(dpw-n) - 3x_2 - 2x_3", n - x2 - x3 - ((s - n) + 3 * (d - n) + 2 * x2 + x3),
            n - (s - n) - 3 * (d - n) - 3 * x2 - 2 * x3,
        ),
    ]  # fmt: skip
    LIMIT = [
        line(r"2 + \varphi^{-1} = \varphi + 1", 2 + 1 / PHI, PHI + 1),
        line(
            r"n - x\varphi = \varphi [(\varphi + 1) n - (dpw + s)]",
            n - (s + d - 2 * n) * PHI,
            PHI * ((PHI + 1) * n - d - s),
        ),
    ]
    EQUAL = [line(r"n - (s - n)\varphi = \varphi (\varphi n - s)", n - (s - n) * PHI, PHI * (PHI * n - s))]
