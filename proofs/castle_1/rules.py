"""The rules for all integers: legal volleys, and what the code of the rules returns after a wave.

A wave starts with S soldiers, D defenders and strength C. Of the S shots, b are at defenders. It leaves S_ soldiers, D_
defenders and strength C_.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from _rules_on_symbols import castle_outcome, castle_start, in_every, same, yielded
from sympy import And, Eq, Expr, Min, Or, evaluate, symbols
from sympy.logic.boolalg import Boolean

from gametheory.games.castle import Castle, Position, Volley, defenders_first
from gametheory.prove.argument import Step
from gametheory.prove.smt import obligation
from gametheory.prove.symbolic import instance_on_symbols, run_symbolically

n, s, dpw, S, D, C, b, j = symbols("n s dpw S D C b j", integer=True)
S_, D_, C_ = symbols("S_ D_ C_", integer=True)
PLACE = (S >= 1, D >= 0, C >= 0)
AFTER = (S_, D_, C_)


def legal(soldiers: Expr, defenders: Expr, strength: Expr, shot: Expr) -> Boolean:
    """State that a volley with `shot` shots at defenders is legal: no shot is wasted while a defender is alive."""
    return And(
        shot >= 0, shot <= soldiers, shot <= defenders, Or(soldiers - shot <= strength, Eq(shot, defenders)),
        evaluate=False,
    )  # fmt: skip


def wave(before: tuple[Expr, ...], shot: Expr, after: tuple[Expr, ...]) -> Boolean:
    """State that the code of the rules leads from one position to another, with `shot` shots at defenders.

    The code is run on symbols: in each of its branches the position after the wave is the one that it returns.
    """

    def result(*numbers: Any) -> Any:
        soldiers, defenders, strength, shot, fresh = numbers
        game = instance_on_symbols(Castle, defenders_per_wave=fresh)
        return game.after(Position(soldiers, defenders, strength), Volley(soldiers - shot, shot))

    with evaluate(False):
        branches = run_symbolically(result, *before, shot, dpw)
        return in_every(branches, lambda found: And(*(Eq(*pair) for pair in zip(after, found, strict=True))))


WAVE = wave((S, D, C), b, AFTER)
LEGAL = legal(S, D, C, b)
DEFENDERS_FIRST = Eq(b, Min(S, D))
START = (Eq(S, n), Eq(D, 0), Eq(C, s))


def code(prefix: str) -> list[Step]:
    """Return that the code of `start`, `moves` and `outcome` is the relations; the names begin with a prefix."""
    return [*moves(prefix), *(_renamed(each, prefix) for each in (*castle_start(), *castle_outcome()))]


def _renamed(each: Step, prefix: str) -> Step:
    name = f"{prefix} {each.statement.name.removeprefix('castle ')}"
    return replace(each, statement=replace(each.statement, name=name))


def moves(prefix: str) -> list[Step]:
    """Return that the volleys of the code are the legal ones."""
    branches = list(run_symbolically(lambda *place: instance_on_symbols(Castle).moves(Position(*place)), S, D, C))

    def each_is_legal(volleys: Any) -> Boolean:
        pairs = [(same(at_castle, S - shot), legal(S, D, C, shot)) for at_castle, shot in volleys]
        return And(*(part for pair in pairs for part in pair))

    every, present = in_every(branches, each_is_legal), yielded(branches, (S - b, b), b)
    return [
        step(f"{prefix} code, volleys are legal", "every volley of the code is legal", PLACE, every),
        step(f"{prefix} code, legal volleys", "every legal volley is one of the code", (*PLACE, LEGAL), present),
    ]


def code_of_strategy(prefix: str, strategy: Callable[[Position], Volley] = defenders_first) -> Step:
    """Return that the code of attackDefenders fires at as many defenders as possible, and all else at the castle."""
    branches = run_symbolically(lambda *place: strategy(Position(*place)), S, D, C)
    with evaluate(False):
        show = in_every(branches, lambda volley: And(Eq(volley[1], Min(S, D)), Eq(volley[0], S - Min(S, D))))
    return step(f"{prefix} code, attackDefenders", "the code of the strategy fires at min(S, D) defenders", PLACE, show)


def step(name: str, says: str, given: tuple[Boolean, ...], show: Boolean, *uses: str) -> Step:
    """Return a step of an argument."""
    return Step(says, obligation(name, given, show), uses)
