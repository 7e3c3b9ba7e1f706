r"""The printed lines of CD3 with the golden ratio, as equations between real numbers."""

from __future__ import annotations

from sympy import Integer, evaluate

from gametheory.prove.derivation import PHI

from .lines import comparison, line
from .symbols import A, B
from .symbols import real_n as n
from .symbols import real_x as x
from .symbols import real_y as y

with evaluate(False):
    BINET = [
        line(
            r"(\varphi^0 - (-\varphi)^0) / \sqrt{5} = 0", (PHI**0 - (-PHI) ** 0) / (2 * PHI - 1), Integer(0), "$p = 0$"
        ),
        line(r"(\varphi - (-\varphi)^{-1}) / \sqrt{5} = 1", (PHI + 1 / PHI) / (2 * PHI - 1), Integer(1), "$p = 1$"),
        line(
            r"\varphi^{p+2} - (-\varphi)^{-p-2} = [\varphi^{p+1} - (-\varphi)^{-p-1}] + [\varphi^p - (-\varphi)^{-p}]",
            A * PHI**2 - B / PHI**2,
            (A * PHI + B / PHI) + (A - B),
            r"from $p, p + 1$ to $p + 2$, with $A = \varphi^p$, $B = (-\varphi)^{-p}$",
        ),
    ]
    _zero = x * (PHI * A + 1 / (PHI * A)) - n * (A - 1 / A)
    KZERO = [
        line(
            r"x(\varphi^{2k+1} - (-\varphi)^{-2k-1}) - n(\varphi^{2k} - (-\varphi)^{-2k}) = "
            r"(x\varphi - n)\varphi^{2k} + (x\varphi^{-1} + n)\varphi^{-2k}",
            _zero,
            (x * PHI - n) * A + (x / PHI + n) / A,
            r"with $A = \varphi^{2k}$; an even power of a negative number is positive",
        ),
        line(
            r"-\varphi^{2k} [(x\varphi - n)\varphi^{2k} + (x\varphi^{-1} + n)\varphi^{-2k}] = "
            r"\varphi^{4k}(n - x\varphi) - (n + x\varphi^{-1})",
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
    _x, _y = "x_q", "x_{q+1}"
    CROSS = [
        line(
            rf"(n + {_x}\varphi^{{-1}})(n - {_y}\varphi) = n^2 - n{_y}\varphi + n{_x}\varphi^{{-1}} - {_x}{_y}",
            _left, n**2 - n * y * PHI + n * x / PHI - x * y, "cross multiplied, left",
        ),
        line(
            rf"(n - {_x}\varphi)(n + {_y}\varphi^{{-1}}) = n^2 + n{_y}\varphi^{{-1}} - n{_x}\varphi - {_x}{_y}",
            _right, n**2 + n * y / PHI - n * x * PHI - x * y, "cross multiplied, right",
        ),
        line(r"\varphi^4 = 3\varphi + 2", PHI**4, 3 * PHI + 2),
    ]  # fmt: skip
    NINE = [
        line(
            rf"(3\varphi+1)n^2 + (3 + 2\varphi^{{-1}} + \varphi)n{_y} - (3\varphi^2 + 2\varphi + "
            rf"\varphi^{{-1}})n{_x}\varphi - (3\varphi+1){_x}{_y} < 0",
            _nine - (3 * PHI**2 + 2 * PHI + 1 / PHI) * n * x * PHI, _all, "(9) as printed",
            line(
                rf"(3\varphi+1)n^2 + (3 + 2\varphi^{{-1}} + \varphi)n{_y} - (3\varphi^2 + 2\varphi + "
                rf"\varphi^{{-1}})n{_x} - (3\varphi+1){_x}{_y} < 0",
                _nine - (3 * PHI**2 + 2 * PHI + 1 / PHI) * n * x, _all,
                r"(9) corrected, without the last $\varphi$ of the third term",
            ),
        ),
    ]  # fmt: skip
    FACTOR = [
        line(
            rf"(3\varphi+1)[n^2 + n{_y} - 2n{_x}\varphi - {_x}{_y}] < 0", (3 * PHI + 1) * (_ten - 2 * n * x * PHI),
            _all,
            "as printed: the step from the printed (9) is right and repeats its misprint",
            line(rf"(3\varphi+1)[n^2 + n{_y} - 2n{_x} - {_x}{_y}] < 0", (3 * PHI + 1) * (_ten - 2 * n * x), _all,
                 "corrected"),
        ),
    ]  # fmt: skip
    TEN = [
        line(
            rf"n^2 + n{_y} - 2n{_x}\varphi - {_x}{_y} < 0", _ten - 2 * n * x * PHI, _all / (3 * PHI + 1),
            "(10) as printed",
            line(rf"n^2 + n{_y} - 2n{_x} - {_x}{_y} < 0", _ten - 2 * n * x, _all / (3 * PHI + 1), "(10) corrected"),
        ),
    ]  # fmt: skip
    GOLDEN = [
        line(r"\varphi^4 = (7 + 3\sqrt{5})/2", PHI**4, (7 + 3 * (2 * PHI - 1)) / 2),
        line(r"\varphi^4 = 3\varphi + 2", PHI**4, 3 * PHI + 2),
        line(r"\varphi^{-1} = -\frac{1}{2}(1 - \sqrt{5})", 1 / PHI, -(1 - (2 * PHI - 1)) / 2),
        line(r"\varphi^2 = (3 + \sqrt{5})/2", PHI**2, (3 + (2 * PHI - 1)) / 2),
        line(r"\varphi^2 = \varphi + 1", PHI**2, PHI + 1),
        line(r"3 + 2\varphi^{-1} + \varphi = 3\varphi + 1", 3 + 2 / PHI + PHI, 3 * PHI + 1),
        line(
            r"3\varphi^2 + 2\varphi + \varphi^{-1} = 2(3\varphi + 1)", 3 * PHI**2 + 2 * PHI + 1 / PHI, 2 * (3 * PHI + 1)
        ),
    ]
