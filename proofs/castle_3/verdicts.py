"""Verdicts of the claims of CD3: proved rows, derivations proved line by line, and proved corrections."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from types import SimpleNamespace

from gametheory import Castle
from gametheory.claims import Correction, Verdict
from gametheory.claims.derivation_formulas import derivation
from gametheory.claims.evidence import Evidence, Text
from gametheory.games.castle import Position
from gametheory.prove.derivation import DerivationStep, obligations

from .lemmas import ALL_INTEGERS, Step, theorem
from .rows import OBLIGATIONS

REALS = "all values of the symbols for which no denominator is zero"


def row(name: str, *evidence: Evidence, more: Sequence[Step] = ()) -> Verdict:
    """Return the verdict of a row, proved by its own obligations and the steps in `more`."""
    return theorem(ALL_INTEGERS, [*OBLIGATIONS[name], *more], *evidence)


def line_steps(name: str, lines: Sequence[DerivationStep]) -> list[Step]:
    """Return the lines of a derivation as steps, with the corrected line in place of a false one."""
    found = obligations(f"castle {name}", lines)
    right = [line.corrected for line in lines]
    return [Step(f"${line.latex}$", obligation) for line, obligation in zip(right, found, strict=True)]


def derived(name: str, lines: Sequence[DerivationStep], *evidence: Evidence, more: Sequence[Step] = ()) -> Verdict:
    """Return the verdict of a derivation without a false line; normal forms and the solvers decide each line."""
    scope = ALL_INTEGERS if more else REALS
    return theorem(scope, [*line_steps(name, lines), *more], *derivation(lines), *evidence)


def corrected(statement: str, steps: Sequence[Step], scope: str = ALL_INTEGERS, *evidence: Evidence) -> Correction:
    """Return the proved statement that replaces a false one."""
    return Correction(statement, theorem(scope, steps, *evidence))


def text(*sentences: str) -> Text:
    """Return a paragraph."""
    return Text(" ".join(sentences))


def is_2a(n: int, s: int, dpw: int) -> bool:
    """Return whether a game satisfies the condition of row 2a."""
    return dpw < n < s


def is_2b_or_2c(n: int, s: int, dpw: int) -> bool:
    """Return whether a game satisfies the common condition of rows 2b and 2c."""
    return n < s < 2 * n and dpw >= n


def matches_relations(bound: int) -> bool:
    """Compare the legal volleys and the outcomes of the code with their formulas, on all positions up to a bound."""
    sizes = range(bound + 1)
    return all(_agrees(Position(*numbers)) for numbers in product(range(1, bound + 1), sizes, sizes))


def _agrees(position: Position) -> bool:
    soldiers, defenders, strength = position
    fired = {volley.at_defenders for volley in Castle.moves(SimpleNamespace(), position)}  # type: ignore[arg-type]
    formula = {b for b in range(min(soldiers, defenders) + 1) if soldiers - b <= strength or b == defenders}
    ends = [Castle.outcome(SimpleNamespace(), place) for place in (position, position._replace(soldiers=0))]  # type: ignore[arg-type]
    names = [end.name if end else None for end in ends]
    return fired == formula and names == ["soldiers" if defenders == strength == 0 else None, "castle"]
