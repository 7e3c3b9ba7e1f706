"""The lines of a derivation as evidence: each formula marked true or false."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sympy import factor, latex, radsimp

from gametheory.claims.evidence import Formula
from gametheory.prove.derivation import DerivationStep


def derivation(steps: Iterable[DerivationStep]) -> list[Formula]:
    """Return the formulas of a derivation as evidence, each marked true or false, with corrections after false lines.

    Parameters
    ----------
    steps
        The lines in order.

    Examples
    --------
    >>> from sympy import Symbol
    >>> x = Symbol("x")
    >>> right = DerivationStep("(x+1)^2 = x^2 + 2x + 1", (x + 1) ** 2, x**2 + 2 * x + 1)
    >>> wrong = DerivationStep("(x+1)^2 = x^2 + 1", (x + 1) ** 2, x**2 + 1, "square", correction=right)
    >>> [(line.correct, line.note) for line in derivation([wrong])]
    [(False, 'square; the sides differ by $2 x$'), (True, '')]
    """
    return [formula for step in steps for formula in _formulas(step)]


def _formulas(step: DerivationStep) -> Iterator[Formula]:
    """Yield the line marked true or false; after a false line also its correction."""
    if step.holds:
        yield Formula(step.latex, True, step.note)
        return
    yield Formula(step.latex, False, f"{step.note}; the sides differ by {_difference(step)}".lstrip("; "))
    if step.correction:
        yield from _formulas(step.correction)


def _difference(step: DerivationStep) -> str:
    """Return the difference of the two sides, in LaTeX between dollar signs."""
    difference = factor(radsimp((step.left - step.right).doit()))
    words = [symbol for symbol in difference.free_symbols if len(str(symbol)) > 1 and str(symbol).isalpha()]
    names = {word: rf"\mathit{{{word}}}" for word in words}
    return f"${latex(difference, symbol_names=names)}$"
