"""Read formulas of a text: arithmetic in LaTeX becomes expressions of sympy, as they are written.

Read are numbers, letters with subscripts, sums, products with and without a sign, quotients, powers, square roots and
brackets. The golden ratio is `\\varphi` or `\\phi`. Everything else is refused with its place.
"""

from __future__ import annotations

import re
from fractions import Fraction

from sympy import Add, Expr, Integer, Mul, Pow, Rational, Symbol, evaluate, sqrt

from gametheory.prove.derivation import PHI

TOKEN = re.compile(r"\s*(\d+(?:\.\d+)?|\\[A-Za-z]+|\\.|[A-Za-z]|\S)")
SPACES = {r"\left", r"\right", r"\,", r"\;", r"\:", r"\!", r"\ ", r"\quad", r"\displaystyle", "~"}
LETTERS = frozenset(
    rf"\{name}"
    for name in "alpha beta gamma delta epsilon varepsilon zeta eta theta iota kappa lambda mu nu xi rho sigma tau chi "
    "psi omega".split()
)
GOLDEN = (r"\varphi", r"\phi")
MOST_SIGNS, MOST_EXPONENT, MOST_DIGITS = 1000, 100, 1000


class NotRead(ValueError):
    """A formula that cannot be read; `at` is the place in it."""

    def __init__(self, at: int, message: str) -> None:
        super().__init__(message)
        self.at = at


def read_formula(latex: str) -> Expr:
    r"""Return a formula in LaTeX as an expression.

    >>> read_formula(r"\frac{n + 1}{2} \cdot x_1^2"), read_formula(r"(1 + \sqrt{5})/2")
    (x_1**2*((n + 1)/2), (1 + sqrt(5))/2)
    >>> read_formula(r"\sin x")
    Traceback (most recent call last):
    gametheory.prove.formula_reader.NotRead: \sin is not read; it must be arithmetic with numbers and letters
    """
    if len(latex) > MOST_SIGNS:
        raise NotRead(0, f"the formula has more than {MOST_SIGNS:,} characters")
    try:
        with evaluate(False):
            return _Parser(latex).whole()
    except RecursionError as error:
        raise NotRead(0, "the formula is nested too deeply") from error


class _Parser:
    """A parser by recursive descent."""

    def __init__(self, latex: str) -> None:
        found = [each for each in TOKEN.finditer(latex) if each[1] not in SPACES]
        self._tokens = [(each[1], each.start(1)) for each in found] + [("", len(latex))]
        self._next = 0

    def whole(self) -> Expr:
        value = self._sum()
        if self._sign:
            raise self._wrong()
        return value

    @property
    def _sign(self) -> str:
        return self._tokens[self._next][0]

    def _take(self, *signs: str) -> str:
        """Return the next sign, if it is one of these, and go on."""
        sign = self._sign
        if sign and (sign in signs or not signs):
            self._next += 1
            return sign
        return ""

    def _expect(self, sign: str) -> None:
        if not self._take(sign):
            raise self._wrong()

    def _wrong(self) -> NotRead:
        sign, at = self._tokens[self._next]
        what = f"{sign} is not read" if sign else "the formula ends too early"
        return NotRead(at, f"{what}; it must be arithmetic with numbers and letters")

    def _sum(self) -> Expr:
        terms = [self._signed(self._take("+", "-", "−"))]
        while sign := self._take("+", "-", "−"):
            terms.append(self._signed(sign))
        return Add(*terms) if len(terms) > 1 else terms[0]

    def _signed(self, sign: str) -> Expr:
        term = self._product()
        return Mul(Integer(-1), term) if sign in ("-", "−") else term

    def _product(self) -> Expr:
        value = self._power()
        while True:
            if self._take("/"):
                value = Mul(value, Pow(self._power(), Integer(-1)))
            elif self._take("*", r"\cdot", r"\times") or self._begins():
                value = Mul(value, self._power())
            else:
                return value

    def _begins(self) -> bool:
        sign = self._sign
        return (
            sign[:1].isalnum()
            or sign in ("(", "[", "{", r"\frac", r"\dfrac", r"\tfrac", r"\sqrt", *GOLDEN)
            or sign in LETTERS
        )

    def _power(self) -> Expr:
        base = self._atom()
        if self._take("^"):
            at = self._tokens[self._next][1]
            with evaluate(True):
                exponent = self._group().doit()
            if not isinstance(exponent, Integer) or abs(exponent) > MOST_EXPONENT:
                raise NotRead(at, f"an exponent must be a whole number up to {MOST_EXPONENT}")
            return Pow(base, exponent)
        return base

    def _atom(self) -> Expr:
        sign = self._sign
        for opening, end in ("()", "[]", "{}"):
            if self._take(opening):
                value = self._sum()
                self._expect(end)
                return value
        if self._take(r"\frac", r"\dfrac", r"\tfrac"):
            return Mul(self._group(), Pow(self._group(), Integer(-1)))
        if self._take(r"\sqrt"):
            return sqrt(self._group())
        if sign[:1].isdigit() and len(sign) <= MOST_DIGITS:
            self._take()
            return Rational(Fraction(sign)) if "." in sign else Integer(int(sign))
        if self._take(*GOLDEN):
            return PHI
        if sign in LETTERS or (len(sign) == 1 and sign.isalpha()):
            self._take()
            return Symbol(sign.removeprefix("\\") + self._subscript())
        raise self._wrong()

    def _subscript(self) -> str:
        if not self._take("_"):
            return ""
        if not self._take("{"):
            return f"_{self._take()}"
        inside = ""
        while self._sign and self._sign != "}":
            inside += self._take()
        self._expect("}")
        return f"_{inside}"

    def _group(self) -> Expr:
        """Return what stands in braces, or one sign."""
        sign, at = self._tokens[self._next]
        if sign[:1].isdigit() and len(sign) > 1:  # of \frac12 and x^12, TeX takes one digit
            self._tokens[self._next : self._next + 1] = [(digit, at + place) for place, digit in enumerate(sign)]
        return self._atom()
