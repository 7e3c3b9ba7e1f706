r"""Derivations, line by line: each printed equation decided exactly, in polynomials over Q(sqrt 5).

A line says that two expressions are equal, for all values of their symbols for which no denominator is zero.
It is decided twice: here, by the normal form $a + b \sqrt 5$ of the numerator of the difference, whose
coefficients are polynomials and which is zero only when $a$ and $b$ are; and as an obligation, with the
denominators multiplied out, by the solvers. No number is ever rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sympy import (
    Add,
    Dummy,
    Eq,
    Expr,
    Poly,
    Pow,
    Rational,
    Symbol,
    factor,
    fraction,
    latex,
    radsimp,
    sqrt,
    sympify,
    together,
)

from gametheory.claims.evidence import Formula
from gametheory.prove.smt import Obligation

PHI = (1 + sqrt(5)) / 2
ROOT = Symbol("root5")


@dataclass(frozen=True)
class DerivationStep:
    """One line of a derivation: `latex` as it is printed, and the equation `left = right` it asserts.

    `squares` gives the square of any symbol that stands for another square root. `note` says what the line
    is; `corrected` is the line that should stand there, shown after a line that does not hold.

    >>> DerivationStep(r"\\varphi^2 = \\varphi + 1", PHI**2, PHI + 1).holds
    True
    >>> DerivationStep(r"\\varphi^2 = \\varphi + 2", PHI**2, PHI + 2).holds
    False
    >>> misprint = DerivationStep(r"\\varphi^2 = 2", PHI**2, 2, corrected=DerivationStep(r"\\varphi^2 = \\varphi + 1", PHI**2, PHI + 1))
    >>> print(misprint.corrected.latex, [formula.holds for formula in misprint.formulas()])
    \\varphi^2 = \\varphi + 1 [False, True]
    >>> a = Symbol("a")
    >>> DerivationStep("(a + 1)^2 = a^2 + 2a + 1", (a + 1) ** 2, a**2 + 2 * a + 1).obligation("binomial").show
    Eq((a + 1)**2, a**2 + 2*a + 1)
    """

    latex: str
    left: Expr
    right: Expr
    note: str = ""
    corrected: DerivationStep | None = None
    squares: Mapping[Symbol, Expr] = field(default_factory=dict)

    @property
    def holds(self) -> bool:
        """Whether the two sides are equal, decided by normal form."""
        return is_zero(self.left - self.right, self.squares)

    @property
    def right_line(self) -> DerivationStep:
        """The line itself where it holds, else the corrected one; ValueError where neither holds."""
        if self.holds:
            return self
        if self.corrected is None or not self.corrected.holds:
            raise ValueError(f"no line that holds stands for {self.latex}")
        return self.corrected

    def formulas(self) -> list[Formula]:
        """The line with its mark; where it does not hold, the difference of the sides, and the corrected line."""
        if self.holds:
            return [Formula(self.latex, True, self.note)]
        shown = Formula(self.latex, False, f"{self.note}; the sides differ by {_factored(self)}".lstrip("; "))
        return [shown, *(self.corrected.formulas() if self.corrected else [])]

    def obligation(self, name: str) -> Obligation:
        """The same equation for the solvers: denominators multiplied out, the root of 5 a symbol.

        The difference of the sides is a multiple of `root5^2 - 5`; the obligation names the factor, so that
        it is an identity without hypotheses.
        """
        (top, bottom), (other_top, other_bottom) = map(_quotient, (self.left, self.right))
        rest, multiples = top * other_bottom - other_top * bottom, []
        for root, square in {ROOT: sympify(5), **self.squares}.items():
            quotient, remainder = Poly(rest, root).div(Poly(root**2 - square, root))
            multiples.append((root**2 - square) * quotient.as_expr())
            rest = remainder.as_expr()
        return Obligation(name, (), Eq(top * other_bottom, Add(other_top * bottom, *multiples), evaluate=False))


def derivation(lines: Iterable[DerivationStep]) -> list[Formula]:
    """The exhibits of a derivation: every line with its own mark, the corrected line after one that fails.

    >>> x = Symbol("x")
    >>> wrong = DerivationStep("(x+1)^2 = x^2 + 1", (x + 1) ** 2, x**2 + 1, "square")
    >>> [(line.holds, line.note) for line in derivation([wrong])]
    [(False, 'square; the sides differ by $2 x$')]
    """
    return [formula for line in lines for formula in line.formulas()]


def obligations(name: str, lines: Sequence[DerivationStep]) -> list[Obligation]:
    """One obligation a line, numbered under a name; of a line that fails, its corrected line.

    >>> square = DerivationStep(r"\\varphi^2 = \\varphi + 1", PHI**2, PHI + 1)
    >>> inverse = DerivationStep(r"1/\\varphi = \\varphi - 1", 1 / PHI, PHI - 1)
    >>> [obligation.name for obligation in obligations("golden", [square, inverse])]
    ['golden line 1', 'golden line 2']
    """
    return [line.right_line.obligation(f"{name} line {number}") for number, line in enumerate(lines, 1)]


def is_zero(expression: Expr, squares: Mapping[Symbol, Expr] | None = None) -> bool:
    """Whether an expression in symbols, square roots of 5 and `squares` vanishes identically.

    Raises ZeroDivisionError where a denominator does.

    >>> is_zero(1 / PHI - (PHI - 1)), is_zero(PHI**4 - 3 * PHI - 1)
    (True, False)
    """
    top, bottom = fraction(together(sympify(expression)))
    if not any(_reduced(bottom, squares or {})):
        raise ZeroDivisionError(f"the denominator of {expression} is zero")
    return not any(_reduced(top, squares or {}))


def induction_identities(
    forms: Sequence[Expr],
    step: Callable[..., Sequence[Expr]],
    base: Mapping[Symbol, Expr],
    following: Mapping[Symbol, Expr],
    start: Sequence[Expr],
) -> list[tuple[Expr, Expr]]:
    """The equations of an induction: the forms at the base are the start, and one step leads to the next forms.

    `following` says what the symbols of the index become from one step to the next, such as a pair of
    neighbours in the Fibonacci numbers $(F, G) \\to (G, F + G)$.

    >>> a, b, F, G = (Symbol(name) for name in "abFG")
    >>> forms = (a * F + b * G, a * G + b * (F + G))
    >>> pairs = induction_identities(forms, lambda u, v: (v, u + v), {F: 0, G: 1}, {F: G, G: F + G}, (b, a + b))
    >>> all(is_zero(left - right) for left, right in pairs)
    True
    """
    at_base = [form.subs(base, simultaneous=True) for form in forms]
    after = [form.subs(following, simultaneous=True) for form in forms]
    return [*zip(at_base, start, strict=True), *zip(after, step(*forms), strict=True)]


def _factored(line: DerivationStep) -> str:
    """The difference of the two sides of a line, in LaTeX between dollar signs."""
    difference = factor(radsimp(line.left - line.right))
    words = [symbol for symbol in difference.free_symbols if len(str(symbol)) > 1 and str(symbol).isalpha()]
    names = {word: rf"\mathit{{{word}}}" for word in words}
    return f"${latex(difference, symbol_names=names)}$"


def _reduced(polynomial: Expr, squares: Mapping[Symbol, Expr]) -> list[Expr]:
    """Coefficients of the normal form: no square of a root is left in it."""
    root = Dummy("root")
    expression = _with_root(polynomial, root)
    for symbol, square in {root: sympify(5), **squares}.items():
        expression = Poly(expression, symbol).rem(Poly(symbol**2 - square, symbol)).as_expr()
    return [entry for entry in Poly(expression, root, *squares).coeffs() if entry.expand() != 0]


def _quotient(expression: Expr) -> tuple[Expr, Expr]:
    top, bottom = fraction(together(_with_root(sympify(expression), ROOT)))
    return top, bottom


def _with_root(expression: Expr, root: Symbol) -> Expr:
    """The square root of 5 as a symbol; any other root is refused."""
    replaced = expression.subs(sqrt(5), root)
    odd = [power for power in replaced.atoms(Pow) if isinstance(power.exp, Rational) and not power.exp.is_Integer]
    if odd:
        raise ValueError(f"{odd[0]} is not in Q(sqrt 5): give its square in `squares`")
    return replaced
