"""Expressions as they are written, as terms for the printer: quotients stay quotients, and sums keep their order."""

from __future__ import annotations

from sympy import Add, Expr, Integer, Mul, Pow, Rational, Symbol

from gametheory.prove.terms import Term

ROOT_OF_FIVE = "root5"


def as_written(expression: Expr) -> Term:
    """Return an expression as a term of `gametheory.prove.readable`.

    Brackets that change nothing are left out: those of a sum at the beginning of a sum, and of a product in a product.
    Factors of 1 are left out of longer products.

    Parameters
    ----------
    expression
        A rational function of symbols and of the square root of 5, made inside `sympy.evaluate(False)`.

    Raises
    ------
    ValueError
        If the expression contains anything else.

    Examples
    --------
    >>> from sympy import evaluate, symbols
    >>> from gametheory.prove.readable import as_latex
    >>> n, x, phi = symbols("n x phi")
    >>> with evaluate(False):
    ...     print(as_latex(as_written((n + x / phi) - 2 * (n - x) ** 2)))
    n + \\frac{x}{\\varphi} - 2 \\, \\left(n - x\\right)^{2}
    """
    if isinstance(expression, Add):
        return ("+", *map(as_written, _summands(expression)))
    if isinstance(expression, Mul | Pow | Rational):
        return _quotient(_factors(expression))
    if isinstance(expression, Symbol):
        return str(expression.name)
    raise ValueError(f"{expression} ({type(expression).__name__}) cannot be printed as it is written")


def _summands(expression: Expr) -> list[Expr]:
    first, *others = expression.args
    return [*(_summands(first) if isinstance(first, Add) else [first]), *others]


def _factors(expression: Expr) -> list[Expr]:
    return (
        [part for each in expression.args for part in _factors(each)] if isinstance(expression, Mul) else [expression]
    )


def _quotient(factors: list[Expr]) -> Term:
    """Return a product as a term; factors with a negative exponent are its denominator."""
    first, *others = factors
    if isinstance(first, Rational) and first < 0:
        return ("-", _quotient(others if first == -1 and others else [-first, *others]))
    above, below = list[Term](), list[Term]()
    for factor in factors:
        if isinstance(factor, Rational):
            above.append(str(factor.p) if factor >= 0 else ("-", str(-factor.p)))
            below += [str(factor.q)] if factor.q > 1 else []
        elif not isinstance(factor, Pow):
            above.append(as_written(factor))
        elif factor.args == (Integer(5), Rational(1, 2)):
            above.append(ROOT_OF_FIVE)
        elif isinstance(factor.exp, Integer) and factor.exp != 0:
            (above if factor.exp > 0 else below).extend([as_written(factor.base)] * abs(int(factor.exp)))
        else:
            raise ValueError(f"{factor} cannot be printed as it is written")
    top = _product(above)
    return ("/", top, _product(below)) if below else top


def _product(factors: list[Term]) -> Term:
    left = [factor for factor in factors if factor != "1"] if len(factors) > 2 else factors
    return ("*", *left) if len(left) > 1 else left[0] if left else "1"
