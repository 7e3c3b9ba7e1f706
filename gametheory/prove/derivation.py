r"""Derivations line by line: each printed equation is decided exactly, in polynomials over Q(sqrt 5).

A `DerivationStep` is a printed equation: two expressions are equal for all values of their symbols for which no
denominator is zero. It is decided twice. The first method brings the numerator of the difference to the normal form
$a + b \sqrt 5$, where $a$ and $b$ are polynomials; it is zero only if $a$ and $b$ are zero. The second method
multiplies out the denominators and gives the equation to the SMT solvers. No number is rounded. The formula is
printed from the same two expressions, so that it cannot differ from what is decided.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import chain
from operator import or_
from typing import NamedTuple

import sympy

from gametheory.prove.smt import obligation
from gametheory.prove.statement import Statement, Term, as_latex

PHI = sympy.Symbol("phi")  # the golden ratio
VALUE = (1 + sympy.sqrt(5)) / 2
ROOT = sympy.Symbol("root5")


@dataclass(frozen=True)
class DerivationStep:
    """One line of a derivation: the equation that it asserts, from which its formula is printed.

    >>> DerivationStep(PHI**2, PHI + 1).holds, DerivationStep(PHI**2, PHI + 2).holds
    (True, False)
    >>> misprint = DerivationStep(PHI**2, sympy.sympify(2), correction=DerivationStep(PHI**2, PHI + 1))
    >>> misprint.latex, misprint.left_latex, misprint.corrected.latex
    ('\\\\varphi^{2} = 2', '\\\\varphi^{2}', '\\\\varphi^{2} = 1 + \\\\varphi')
    >>> a = sympy.Symbol("a")
    >>> DerivationStep((a + 1) ** 2, a**2 + 2 * a + 1).obligation("binomial").conclusion
    '(= (* (+ 1.0 a) (+ 1.0 a)) (+ 1.0 (* a a) (* 2.0 a)))'
    """

    left: sympy.Expr
    right: sympy.Expr
    note: str = ""
    correction: DerivationStep | None = None
    squares: Mapping[sympy.Symbol, sympy.Expr] = field(default_factory=dict)

    @property
    def latex(self) -> str:
        """The equation in LaTeX."""
        return f"{self.left_latex} = {as_latex(as_written(sympy.sympify(self.right)))}"

    @property
    def left_latex(self) -> str:
        """The left side in LaTeX."""
        return as_latex(as_written(sympy.sympify(self.left)))

    @property
    def holds(self) -> bool:
        """Whether the two sides are equal, decided by the normal form."""
        return is_zero(self.left - self.right, self.squares)

    @property
    def corrected(self) -> DerivationStep:
        """The step itself if it is correct, otherwise its correction."""
        if self.holds:
            return self
        if self.correction is None or not self.correction.holds:
            raise ValueError(f"there is no correct line for {self.latex}")
        return self.correction

    def obligation(self, name: str) -> Statement:
        """Return the equation as a statement, as written but for denominators and the root of 5.

        Denominators are multiplied out and the root of 5 is the symbol `root5`. The difference of the sides is then a
        multiple of `root5^2 - 5`. The obligation contains the factor, so that it is an identity without hypotheses.
        """
        with sympy.evaluate(False):
            left = _quotient(sympy.sympify(self.left).xreplace({PHI: VALUE}))
            right = _quotient(sympy.sympify(self.right).xreplace({PHI: VALUE}))
            common = left.below | right.below
            top = left.over(common)
            other_top = right.over(common)
        multiples = []
        rest = top.doit() - other_top.doit()
        for root, square in {ROOT: sympy.sympify(5), **self.squares}.items():
            quotient, remainder = sympy.Poly(rest, root).div(sympy.Poly(root**2 - square, root))
            if not quotient.is_zero:
                multiples.append((root**2 - square) * quotient.as_expr())
            rest = remainder.as_expr()
        equal_top = sympy.Add(other_top, *multiples, evaluate=False)
        return obligation(name, (), sympy.Eq(top, equal_top, evaluate=False))


def obligations(name: str, steps: Sequence[DerivationStep]) -> list[Statement]:
    """Return one obligation per line; for a false line, that of its correction."""
    lines = list[Statement]()
    for number, step in enumerate(steps, 1):
        lines.append(step.corrected.obligation(f"{name} line {number}"))
    return lines


def is_zero(expression: sympy.Expr, squares: Mapping[sympy.Symbol, sympy.Expr] | None = None) -> bool:
    """Return whether an expression is identically zero."""
    exact = sympy.sympify(expression).xreplace({PHI: VALUE})
    top, bottom = sympy.fraction(sympy.together(exact.doit()))
    if not any(_reduced(bottom, squares or {})):
        raise ZeroDivisionError(f"the denominator of {expression} is zero")
    return not any(_reduced(top, squares or {}))


def induction_identities(
    forms: Sequence[sympy.Expr],
    step: Callable[..., Sequence[sympy.Expr]],
    base: Mapping[sympy.Symbol, sympy.Expr],
    following: Mapping[sympy.Symbol, sympy.Expr],
    start: Sequence[sympy.Expr],
) -> list[tuple[sympy.Expr, sympy.Expr]]:
    """Return the equations (left, right) that prove closed forms by induction.

    The closed forms at the base must equal the start values, and one step must lead to the forms at the next index.
    """
    at_base = [form.subs(base, simultaneous=True) for form in forms]
    after = [form.subs(following, simultaneous=True) for form in forms]
    return [*zip(at_base, start, strict=True), *zip(after, step(*forms), strict=True)]


def _reduced(polynomial: sympy.Expr, squares: Mapping[sympy.Symbol, sympy.Expr]) -> list[sympy.Expr]:
    """Return the non-zero coefficients of the normal form, in which no root is squared."""
    root = sympy.Dummy("root")
    expression = _with_root(polynomial, root)
    for symbol, square in {root: sympy.sympify(5), **squares}.items():
        modulus = sympy.Poly(symbol**2 - square, symbol)
        expression = sympy.Poly(expression, symbol).rem(modulus).as_expr()
    # sympy does not expand the coefficients, so that a zero can look like another number.
    coefficients = sympy.Poly(expression, root, *squares).coeffs()
    return [coefficient for coefficient in coefficients if coefficient.expand() != 0]


class _Quotient(NamedTuple):
    """A numerator, and the factors of its denominator with their multiplicities."""

    top: sympy.Expr
    below: Counter[sympy.Expr]

    def over(self, common: Counter[sympy.Expr]) -> sympy.Expr:
        """Return the numerator over another denominator, a multiple of its own."""
        return _product([self.top, *(common - self.below).elements()])


def _quotient(expression: sympy.Expr) -> _Quotient:
    """Write an expression as a quotient without simplifying it; call it inside `evaluate(False)`."""
    if isinstance(expression, sympy.Pow):
        return _power(*expression.args)
    if not isinstance(expression, sympy.Add | sympy.Mul):
        return _Quotient(expression, Counter())
    parts = list(map(_quotient, expression.args))
    if isinstance(expression, sympy.Add):
        # The union of multisets is the least common multiple of the denominators.
        common = reduce(or_, (part.below for part in parts))
        return _Quotient(sympy.Add(*(part.over(common) for part in parts)), common)
    below = sum((part.below for part in parts), Counter[sympy.Expr]())
    return _Quotient(_product([part.top for part in parts]), below)


def _power(base: sympy.Expr, exponent: sympy.Expr) -> _Quotient:
    # a symbol in place of the root, so that the solvers meet polynomials only
    if (base, exponent) == (5, sympy.Rational(1, 2)):
        return _Quotient(ROOT, Counter())
    if not isinstance(exponent, sympy.Integer):
        raise ValueError(f"{base}**({exponent}) is not in Q(sqrt 5): give its square in `squares`")
    # a power of a number is a number again, and needs no quotient
    if isinstance(base, sympy.Rational):
        with sympy.evaluate(True):
            return _Quotient(base**exponent, Counter())
    top, below = _quotient(base)
    factors = list(below.elements())
    times = abs(int(exponent))
    if exponent < 0:  # numerator and denominator change places
        return _Quotient(_product(factors * times), Counter({top: times}))
    return _Quotient(_product([top] * times), Counter(factors * times))


def _product(factors: Sequence[sympy.Expr]) -> sympy.Expr:
    if not factors:
        return sympy.Integer(1)
    return sympy.Mul(*factors)


def _with_root(expression: sympy.Expr, root: sympy.Symbol) -> sympy.Expr:
    """Replace the square root of 5 by a symbol; raise ValueError if there is another root."""
    replaced = expression.subs(sympy.sqrt(5), root)
    for power in replaced.atoms(sympy.Pow):
        if isinstance(power.exp, sympy.Rational) and not power.exp.is_Integer:
            raise ValueError(f"{power} is not in Q(sqrt 5): give its square in `squares`")
    return replaced


def as_written(expression: sympy.Expr) -> Term:
    """Return an expression as a term of `gametheory.prove.statement`.

    Brackets that change nothing are left out: those of a sum at the beginning of a sum, and of a product in a product.
    Factors of 1 are left out of longer products.
    """
    if isinstance(expression, sympy.Add):
        return ("+", *map(as_written, _summands(expression)))
    if isinstance(expression, sympy.Mul | sympy.Pow | sympy.Rational):
        return _quotient_term(_factors(expression))
    if isinstance(expression, sympy.Symbol):
        return str(expression.name)
    raise ValueError(f"{expression} ({type(expression).__name__}) cannot be printed as it is written")


def _summands(expression: sympy.Expr) -> list[sympy.Expr]:
    first, *others = expression.args
    if isinstance(first, sympy.Add):
        return [*_summands(first), *others]
    return [first, *others]


def _factors(expression: sympy.Expr) -> list[sympy.Expr]:
    if not isinstance(expression, sympy.Mul):
        return [expression]
    return list(chain.from_iterable(map(_factors, expression.args)))


def _quotient_term(factors: list[sympy.Expr]) -> Term:
    """Return a product as a term; factors with a negative exponent are its denominator."""
    first, *others = factors
    # the sign is written once, before the whole product
    if isinstance(first, sympy.Rational) and first < 0:
        if first == -1 and others:
            size = others
        else:
            size = [-first, *others]
        return ("-", _quotient_term(size))
    above: list[Term] = []
    below: list[Term] = []
    for factor in factors:
        if isinstance(factor, sympy.Rational):
            digits = str(abs(factor.p))
            above.append(digits if factor >= 0 else ("-", digits))
            if factor.q > 1:
                below.append(str(factor.q))
        elif not isinstance(factor, sympy.Pow):
            above.append(as_written(factor))
        elif factor.args == (sympy.Integer(5), sympy.Rational(1, 2)):
            above.append(str(ROOT))
        elif isinstance(factor.exp, sympy.Integer) and factor.exp != 0:
            side = above if factor.exp > 0 else below
            side += [as_written(factor.base)] * abs(int(factor.exp))
        else:
            raise ValueError(f"{factor} cannot be printed as it is written")
    if not below:
        return _product_term(above)
    return ("/", _product_term(above), _product_term(below))


def _product_term(factors: list[Term]) -> Term:
    shown = factors
    if len(factors) > 2:  # a line may write 1 · x on purpose, but not 1 in a longer product
        shown = [factor for factor in factors if factor != "1"]
    if len(shown) > 1:
        return ("*", *shown)
    if not shown:  # 1 · 1 · 1
        return "1"
    return shown[0]
