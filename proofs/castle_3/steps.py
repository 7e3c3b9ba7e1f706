"""Steps of arguments, and the verdicts of claims that rest on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from _rules_on_symbols import castle_after, castle_moves, castle_outcome, castle_start, same
from sympy import And, Eq, Expr, Implies, Max, Or
from sympy.logic.boolalg import Boolean

from gametheory.claims import Verdict, argue, prove
from gametheory.claims.derivation_formulas import derivation
from gametheory.claims.evidence import Evidence, Text
from gametheory.games.castle import Castle, Position, Volley
from gametheory.prove.argument import Step
from gametheory.prove.derivation import DerivationStep, obligations
from gametheory.prove.smt import compose, obligation
from gametheory.prove.symbolic import instance_on_symbols, run_symbolically

from .wave import wave_branches, wave_obligation

Settings = Mapping[str, Sequence[Boolean]]


class Part(NamedTuple):
    """A part of an argument: its steps, the objects that they speak about, and its case distinctions."""

    steps: Sequence[Step]
    settings: Settings = MappingProxyType({})
    splits: Sequence[Sequence[Boolean]] = ()


def step(name: str, says: str, given: Sequence[Boolean], show: Boolean, *uses: str) -> Step:
    """Return a step named `castle NAME`, which uses other steps; its certificate is the file castle-name.smt2."""
    return Step(says, obligation(f"castle {name}", tuple(given), show), tuple(f"castle {used}" for used in uses))


def iff(left: Boolean, right: Boolean) -> Boolean:
    """Return the equivalence of two statements."""
    return And(Implies(left, right), Implies(right, left))


def legal(soldiers: Expr, defenders: Expr, strength: Expr, alive: Expr, left: Expr) -> Boolean:
    """State that a legal volley leaves `alive` defenders and `left` strength: a <= C or b = D, 0 <= b <= min(S, D)."""
    at_defenders = defenders - alive
    at_castle = soldiers - at_defenders
    return And(
        alive >= 0,
        alive <= defenders,
        at_defenders <= soldiers,
        Or(at_castle <= strength, Eq(alive, 0)),
        Eq(left, Max(strength - at_castle, 0)),
    )


def total(soldiers: Expr, defenders: Expr, strength: Expr) -> Expr:
    """Return defenders + strength - soldiers: the sum of both after a day without a wasted shot."""
    return defenders + strength - soldiers


def conserved(soldiers: Expr, defenders: Expr) -> Expr:
    """Return the quadratic form that is invariant under a day of battle."""
    return soldiers * soldiers - soldiers * defenders - defenders * defenders


def the_code() -> list[Step]:
    """Return that the relation `legal`, the outcomes and the next positions are those of the code of the rules."""
    return [*castle_start(), *castle_moves(legal), *castle_after(), *castle_outcome()]


def the_outcome() -> list[Step]:
    """Return that the soldiers win exactly where no defender and no strength is left, by the code of the rules."""
    return castle_outcome()


def wave(
    name: str, says: str, given: tuple[Boolean, ...], start: tuple[Expr, ...], volley: Volley, end: tuple[Expr, ...]
) -> Step:
    """Return the step that the code of the rules leads from one position to another under a volley."""
    obligation = wave_obligation(f"castle {name}", given, start, volley, lambda *after: And(*map(same, after, end)))
    return Step(says, obligation)


def every_volley(
    name: str, says: str, given: tuple[Boolean, ...], start: tuple[Expr, ...], show: Callable[..., Boolean]
) -> Step:
    """Return the step that every volley of the code leads from a position to one with `show(S, D, C)`."""
    cases = []
    for branch in run_symbolically(lambda *place: instance_on_symbols(Castle).moves(Position(*place)), *start):
        for volley in branch.value:
            for after in wave_branches(start, Volley(*volley)):
                cases.append(Implies(And(*branch.facts, *after.condition), show(*after.value)))
    return step(name, says, given, And(*cases))


def lines_of(name: str, lines: Sequence[DerivationStep]) -> list[Step]:
    """Return the lines of a derivation as steps, with the corrected line in place of a false one."""
    found = obligations(f"castle {name}", lines)
    right = [line.corrected for line in lines]
    return [Step(f"${line.latex}$", obligation) for line, obligation in zip(right, found, strict=True)]


def argued(given: Sequence[Boolean], parts: Sequence[Part], *evidence: Evidence) -> Verdict:
    """Return *argued* if the composer accepts the parts and both solvers discharge every step."""
    settings = {label: terms for part in parts for label, terms in part.settings.items()}
    steps = [entry for part in parts for entry in part.steps]
    splits = [split for part in parts for split in part.splits]
    return argue(lambda: compose(given, steps, settings, splits), *evidence)


def proved(steps: Sequence[Step], *evidence: Evidence) -> Verdict:
    """Return *proved* if both solvers discharge every step, which together are the claim."""
    return prove([entry.statement for entry in steps], *evidence)


def derived(name: str, lines: Sequence[DerivationStep], *evidence: Evidence, more: Sequence[Step] = ()) -> Verdict:
    """Return the verdict of a derivation without a false line, which is the claim together with `more`."""
    return proved([*lines_of(name, lines), *more], *derivation(lines), *evidence)


def text(*sentences: str) -> Text:
    """Return a paragraph."""
    return Text(" ".join(sentences))
