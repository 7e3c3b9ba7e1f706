"""What the claims of CD3 share: a row proved, a derivation proved line by line, a false row with its correction."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from types import SimpleNamespace

from _castle_rows import ROWS
from _castle_theorem import ALL_INTEGERS, Step, theorem

from gametheory import Castle
from gametheory.claims import Correction, Verdict
from gametheory.claims.evidence import Evidence, Text
from gametheory.games.castle import Position
from gametheory.prove.derivation import DerivationStep, derivation, obligations

REALS = "all values of the symbols for which no denominator is zero"


def row(name: str, *evidence: Evidence, more: Sequence[Step] = ()) -> Verdict:
    """A row proved by its own obligations and further steps."""
    return theorem(ALL_INTEGERS, [*ROWS[name], *more], *evidence)


def line_steps(name: str, lines: Sequence[DerivationStep]) -> list[Step]:
    """The lines of a derivation as steps; of a line that does not hold, the corrected one."""
    found = obligations(f"castle {name}", lines)
    right = [line.right_line for line in lines]
    return [Step(f"${line.latex}$", obligation) for line, obligation in zip(right, found, strict=True)]


def derived(name: str, lines: Sequence[DerivationStep], *evidence: Evidence, more: Sequence[Step] = ()) -> Verdict:
    """A derivation in which every line holds, each decided by normal form and by the solvers."""
    scope = ALL_INTEGERS if more else REALS
    return theorem(scope, [*line_steps(name, lines), *more], *derivation(lines), *evidence)


def corrected(statement: str, steps: Sequence[Step], scope: str = ALL_INTEGERS, *evidence: Evidence) -> Correction:
    """What holds instead of a false statement, proved."""
    return Correction(statement, theorem(scope, steps, *evidence))


def told(*sentences: str) -> Text:
    """A paragraph."""
    return Text(" ".join(sentences))


def is_2a(n: int, s: int, dpw: int) -> bool:
    """The condition of row 2a."""
    return dpw < n < s


def is_2b_or_2c(n: int, s: int, dpw: int) -> bool:
    """The condition that rows 2b and 2c share."""
    return n < s < 2 * n and dpw >= n


def as_the_relations_say(bound: int) -> bool:
    """Volleys and ends of play by the code, against a <= C or b = D, and the two ends, on all small positions."""
    sizes = range(bound + 1)
    return all(_agrees(Position(*numbers)) for numbers in product(range(1, bound + 1), sizes, sizes))


def _agrees(position: Position) -> bool:
    soldiers, defenders, strength = position
    fired = {volley.at_defenders for volley in Castle.moves(SimpleNamespace(), position)}  # type: ignore[arg-type]
    said = {b for b in range(min(soldiers, defenders) + 1) if soldiers - b <= strength or b == defenders}
    ends = [Castle.outcome(SimpleNamespace(), place) for place in (position, position._replace(soldiers=0))]  # type: ignore[arg-type]
    names = [end.name if end else None for end in ends]
    return fired == said and names == ["soldiers" if defenders == strength == 0 else None, "castle"]
