"""The lines of a derivation as evidence: each formula marked true or false."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sympy import factor, latex, radsimp

from gametheory.claims.evidence import Formula
from gametheory.prove.derivation import PHI, VALUE, DerivationStep


def derivation(steps: Iterable[DerivationStep]) -> list[Formula]:
    """Return the formulas of a derivation as evidence, each marked true or false, false ones with a correction."""
    formulas: list[Formula] = []
    for step in steps:
        formulas += _formulas(step)
    return formulas


def _formulas(step: DerivationStep) -> Iterator[Formula]:
    """Yield the line marked true or false; after a false line also its correction."""
    notes = [step.note, *_roots(step)]
    if not step.holds:
        notes.append(f"the sides differ by {_difference(step)}")
    yield Formula(step.latex, step.holds, "; ".join(filter(None, notes)))
    if step.correction and not step.holds:
        yield from _formulas(step.correction)


def _roots(step: DerivationStep) -> Iterator[str]:
    """Yield the square of each root in a line."""
    for root, square in step.squares.items():
        if root in (step.left - step.right).free_symbols:
            yield f"${DerivationStep(root**2, square).latex}$"


def _difference(step: DerivationStep) -> str:
    """Return the difference of the two sides, in LaTeX between dollar signs."""
    difference = factor(radsimp((step.left - step.right).xreplace({PHI: VALUE}).doit()))
    names = {}
    for symbol in difference.free_symbols:
        word = str(symbol)
        if len(word) > 1 and word.isalpha():  # TeX would set it as a product of letters
            names[symbol] = rf"\mathit{{{word}}}"
    return f"${latex(difference, symbol_names=names)}$"
