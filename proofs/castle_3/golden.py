r"""The printed lines of CD3 with the golden ratio, as equations between real numbers."""

from __future__ import annotations

from sympy import Integer, Mul, evaluate

from gametheory.prove.derivation import PHI

from .lines import comparison, line
from .symbols import A, B
from .symbols import real_n as n
from .symbols import real_x as x
from .symbols import real_y as y

LETTERS = r"$x = x_q$ and $y = x_{q+1}$"
BELOW = "the right side is below 0 when waiting is faster"
ROOT_OF_FIVE = r"$2\varphi - 1 = \sqrt{5}$"

with evaluate(False):
    BINET = [
        line((1 + Mul(-1, 1)) / (2 * PHI - 1), Integer(0), r"$p = 0$; $2\varphi - 1 = \sqrt{5}$"),
        line((PHI + 1 / PHI) / (2 * PHI - 1), Integer(1), r"$p = 1$; $-(-\varphi)^{-1} = \varphi^{-1}$"),
        line(
            A * PHI**2 - B / PHI**2,
            (A * PHI + B / PHI) + (A - B),
            r"from $p, p + 1$ to $p + 2$, with $A = \varphi^p$, $B = (-\varphi)^{-p}$",
        ),
    ]
    _zero = x * (PHI * A + 1 / (PHI * A)) - n * (A - 1 / A)
    KZERO = [
        line(
            _zero,
            (x * PHI - n) * A + (x / PHI + n) / A,
            r"with $A = \varphi^{2k}$; an even power of a negative number is positive",
        ),
        line(
            -A * _zero,
            A**2 * (n - x * PHI) - (n + x / PHI),
            "so one is zero exactly when the other is",
        ),
    ]
    _left = (n + x / PHI) * (n - y * PHI)
    _right = (n - x * PHI) * (n + y / PHI)
    _all = PHI**4 * _right - _left
    _nine = (3 * PHI + 1) * n**2 + (3 + 2 / PHI + PHI) * n * y - (3 * PHI + 1) * x * y
    _ten = comparison(n, x, y)
    CROSS = [
        line(
            _left, n**2 - n * y * PHI + n * x / PHI - x * y, f"cross multiplied, left; {LETTERS}",
        ),
        line(
            _right, n**2 + n * y / PHI - n * x * PHI - x * y, "cross multiplied, right",
        ),
        line(PHI**4, 3 * PHI + 2),
    ]  # fmt: skip
    NINE = [
        line(
            _nine - (3 * PHI**2 + 2 * PHI + 1 / PHI) * n * x * PHI, _all, f"(9) as printed: its left side; {BELOW}",
            line(
                _nine - (3 * PHI**2 + 2 * PHI + 1 / PHI) * n * x, _all,
                r"(9) corrected, without the last $\varphi$ of the third term",
            ),
        ),
    ]  # fmt: skip
    FACTOR = [
        line(
            (3 * PHI + 1) * (_ten - 2 * n * x * PHI),
            _all,
            "as printed: the step from the printed (9) is right and repeats its misprint",
            line((3 * PHI + 1) * (_ten - 2 * n * x), _all, "corrected"),
        ),
    ]  # fmt: skip
    TEN = [
        line(
            _ten - 2 * n * x * PHI, _all / (3 * PHI + 1), f"(10) as printed: its left side; {BELOW}",
            line(_ten - 2 * n * x, _all / (3 * PHI + 1), "(10) corrected"),
        ),
    ]  # fmt: skip
    GOLDEN = [
        line(PHI**4, (7 + 3 * (2 * PHI - 1)) / 2, ROOT_OF_FIVE),
        line(PHI**4, 3 * PHI + 2),
        line(1 / PHI, -(1 - (2 * PHI - 1)) / 2, ROOT_OF_FIVE),
        line(PHI**2, (3 + (2 * PHI - 1)) / 2, ROOT_OF_FIVE),
        line(PHI**2, PHI + 1),
        line(3 + 2 / PHI + PHI, 3 * PHI + 1),
        line(3 * PHI**2 + 2 * PHI + 1 / PHI, 2 * (3 * PHI + 1)),
    ]
