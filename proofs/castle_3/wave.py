"""Obligations about one wave, from the code of the rules run on symbols."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from sympy import And, Expr, Implies, Symbol
from sympy.logic.boolalg import Boolean

from gametheory.games.castle import Castle, Position, Volley
from gametheory.prove.smt import obligation
from gametheory.prove.statement import Statement
from gametheory.prove.symbolic import Branch, run_symbolically

dpw = Symbol("dpw", integer=True)


def wave_branches(position: tuple[Expr, ...], volley: Volley) -> list[Branch]:
    """Return all branches of `Castle.after` on a symbolic position and volley; dpw is the symbol `dpw`."""

    def after(soldiers: Any, defenders: Any, strength: Any, at_castle: Any, at_defenders: Any, fresh: Any) -> Position:
        rules: Any = SimpleNamespace(defenders_per_wave=fresh)
        return Castle.after(rules, Position(soldiers, defenders, strength), Volley(at_castle, at_defenders))

    return list(run_symbolically(after, *position, *volley, dpw))


def wave_obligation(
    name: str,
    given: tuple[Boolean, ...],
    position: tuple[Expr, ...],
    volley: Volley,
    show: Callable[..., Boolean],
) -> Statement:
    """Whatever branch the rules take from the position under the volley, `show(soldiers, defenders, strength)`."""
    cases = [Implies(And(*branch.condition), show(*branch.value)) for branch in wave_branches(position, volley)]
    return obligation(name, given, And(*cases))
