"""The rules' code, run on symbols, against the relations that the proofs use: equivalent for all integers.

Each function returns steps: name, words, hypotheses and conclusion. A conclusion says of every branch of the code
that its facts imply the relation; the branches cover all cases. The other direction, where the code yields a set,
names the element that yields a given member. The rules are an argument, so that tests can plant other rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sympy import And, Eq, Expr, Implies, Max, Not, Or, symbols, sympify
from sympy.logic.boolalg import Boolean

from gametheory.games.castle import Castle, Position, Volley
from gametheory.prove.argument import Step
from gametheory.prove.smt import obligation
from gametheory.prove.symbolic import Branch, instance_on_symbols, run_symbolically

S, D, C, a, b, x, R, n, s, d = symbols("S D C a b x R n s dpw", integer=True)
PLACE = (S >= 1, D >= 0, C >= 0)


def step(name: str, says: str, given: Sequence[Boolean], show: Boolean) -> Step:
    """Return the step that the hypotheses imply the conclusion, with its name and in words."""
    return Step(says, obligation(name, tuple(given), show))


def same(left: Any, right: Any) -> Boolean:
    """Return an equation that sympy does not decide."""
    return Eq(sympify(left), sympify(right), evaluate=False)


def in_every(branches: Iterable[Branch], show: Callable[[Any], Boolean]) -> Boolean:
    """Return the statement that `show` is true of the value of every branch."""
    return And(*(Implies(And(*branch.facts), show(branch.value)) for branch in branches))


def yielded(branches: Iterable[Branch], member: Sequence[Expr], element: Expr) -> Boolean:
    """Return the statement that some branch yields the member, for this element of its range."""
    cases = []
    for branch in branches:
        if branch.definitions:
            raise ValueError("a described value cannot be introduced here")
        at = {entry.symbol: element for entry in branch.elements}
        for value in branch.value:
            equal = [same(part, wanted) for part, wanted in zip(value, member, strict=True)]
            cases.append(And(*branch.facts, *equal).xreplace(at))
    return Or(*cases)


def equal_to(value: Sequence[Any], names: Sequence[Expr], numbers: Sequence[Any]) -> Boolean:
    """Return that a position is one of these numbers, by names for its parts: sympy must not decide it."""
    is_value = And(*(same(name, part) for name, part in zip(names, value, strict=True)))
    return Implies(
        is_value, And(*(And(name >= number, name <= number) for name, number in zip(names, numbers, strict=True)))
    )


Legal = Callable[[Expr, Expr, Expr, Expr, Expr], Boolean]


def castle_moves(legal: Legal, rules: type = Castle) -> list[Step]:
    """Return that the volleys of the code are the legal ones; `legal(S, D, C, x, R)` states what a day leaves."""
    branches = list(run_symbolically(lambda *place: instance_on_symbols(rules).moves(Position(*place)), S, D, C))

    def each_is_legal(volleys: Any) -> Boolean:
        return And(
            *(And(same(at_castle + at_defenders, S), legal(S, D, C, D - at_defenders, Max(C - at_castle, 0)))
              for at_castle, at_defenders in volleys)
        )  # fmt: skip

    return [
        step("castle code, volleys are legal", "every volley of `moves` is legal", PLACE,
                  in_every(branches, each_is_legal)),
        step("castle code, legal volleys are moves", "every legal volley is one of `moves`",
                  (*PLACE, legal(S, D, C, x, R)), yielded(branches, (S - (D - x), D - x), D - x)),
    ]  # fmt: skip


def castle_outcome(rules: type = Castle) -> list[Step]:
    """Return who has won, as relations: equivalent for all integers, since the three cases exclude each other."""
    soldiers_win, castle_wins = And(S >= 1, Eq(D, 0), Eq(C, 0)), S <= 0
    cases = {"soldiers": soldiers_win, "castle": castle_wins, None: And(Not(soldiers_win), Not(castle_wins))}
    branches = run_symbolically(lambda *place: instance_on_symbols(rules).outcome(Position(*place)), S, D, C)
    show = in_every(branches, lambda outcome: cases[outcome.name if outcome else None])
    return [step("castle code, outcome", "`outcome` is as the relations say", (), show)]


def castle_after(rules: type = Castle) -> list[Step]:
    """Return the position after any volley: strength, soldiers, and defenders with the fresh ones of the next wave."""

    def after(S: Any, D: Any, C: Any, a: Any, b: Any, fresh: Any) -> Any:
        return instance_on_symbols(rules, defenders_per_wave=fresh).after(Position(S, D, C), Volley(a, b))

    branches = run_symbolically(after, S, D, C, a, b, d)
    strength, soldiers = Max(C - a, 0), Max(S - (D - b), 0)
    goes_on = And(C - a > 0, S - (D - b) > 0)

    def result(position: Any) -> Boolean:
        found_soldiers, found_defenders, found_strength = position
        return And(
            same(found_soldiers, soldiers),
            same(found_strength, strength),
            Or(And(goes_on, same(found_defenders, D - b + d)), And(Not(goes_on), same(found_defenders, D - b))),
        )

    return [step("castle code, after", "`after` gives the position of the relations", (), in_every(branches, result))]


def castle_start(rules: type = Castle) -> list[Step]:
    """Return that the play starts with n soldiers, no defender and strength s."""
    branches = run_symbolically(lambda n, s: instance_on_symbols(rules, soldiers=n, strength=s).start(), n, s)
    show = in_every(branches, lambda position: equal_to(position, (S, D, C), (n, 0, s)))
    return [step("castle code, start", "the play starts with n, 0 and s", (n >= 1, s >= 1), show)]
