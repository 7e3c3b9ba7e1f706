"""The rules and closed forms of the castle game in Gallina, from their code run on symbols."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from math import isqrt
from typing import Any

from sympy import Expr, Symbol, symbols
from sympy.logic.boolalg import Boolean

from gametheory.games.castle import Castle, Position, Volley
from gametheory.games.castle import closed_form as forms
from gametheory.games.castle.closed_form import compare_golden_multiple, fibonacci_pair
from gametheory.games.castle.published_formulas import published_fall_day
from gametheory.numbers.rationals import ceiling_division
from gametheory.prove.gallina import gallina_definition
from gametheory.prove.symbolic import instance_on_symbols, on_symbols, run_symbolically
from gametheory.prove.symbolic_values import described

HEAD = """(* Written by proofs/_write_generated.py from the Python code, run on symbols.
   Agree.v proves that the definitions of the theorems are equal to these. *)
Require Import ZArith Bool.
From Castle Require Import Rules ClosedForms ClosedFormsA.
Open Scope Z_scope.
"""
Text = Callable[[Expr], str]
first, second = described("fibonacci_first"), described("fibonacci_second")
OPERATIONS = {
    "fibonacci_first": "(fst (fibonacci_pair (Z.to_nat {})))",
    "fibonacci_second": "(snd (fibonacci_pair (Z.to_nat {})))",
    "compare_golden_multiple": "(compare_golden_multiple {} {})",
    "most_left_alive": "(most_left_alive {} {})",
    "best_fall_day": "(best_fall_day {} {} {})",
    "soldiers_on": "(soldiers_on {} {} {})",
    "shots_by": "(shots_by {} {} {})",
    "point_left": "(point_left {})",
    "isqrt": "(Z.sqrt {})",  # of a square, so that it never fails
}
CALLS: Mapping[Any, Any] = {
    fibonacci_pair: lambda index: (first(index), second(index)),
    compare_golden_multiple: described("compare_golden_multiple"),
    forms.most_left_alive: described("most_left_alive"),
    forms.best_fall_day: described("best_fall_day"),
    forms._soldiers_on: described("soldiers_on"),
    forms._shots_by: described("shots_by"),
    forms._point_left: described("point_left"),
    forms._about_last_day: lambda *_: None,  # where a search begins does not change its result
}
S, D, C, a, b, n, s, d = symbols(
    "soldiers defenders strength at_castle at_defenders n s defenders_per_wave", integer=True
)
CASES = {"1": "Row1", "2a": "Row2a", "2b": "Row2b", "2c": "Row2c", "2d": "Row2d"}
OUTCOMES = {None: "None", "soldiers": "Some Soldiers", "castle": "Some Rules.Castle"}


def castle(rules: type = Castle) -> str:
    """Return the text of Generated.v, for these rules."""
    return "\n".join([HEAD, *_rules(rules), *_numbers(), *_relations()])


def _rules(rules: type) -> list[str]:
    place = "(soldiers defenders strength : Z)"

    def position(value: Any, text: Text) -> str:
        return f"P {' '.join(map(text, value))}"

    def volley(value: Any, text: Text) -> str:
        [(at_castle, at_defenders)] = value
        return f"at_castle = {text(at_castle)} /\\ at_defenders = {text(at_defenders)}"

    def after(S: Any, D: Any, C: Any, a: Any, b: Any, d: Any) -> Any:
        return instance_on_symbols(rules, defenders_per_wave=d).after(Position(S, D, C), Volley(a, b))

    runs = (
        ("start", "(soldiers strength : Z)", "pos", position, (S, C),
         lambda S, C: instance_on_symbols(rules, soldiers=S, strength=C).start()),
        ("outcome", place, "option side", lambda value, _: OUTCOMES[value.name if value else None], (S, D, C),
         lambda *at: instance_on_symbols(rules).outcome(Position(*at))),
        ("move", f"{place} (at_castle at_defenders : Z)", "Prop", volley, (S, D, C),
         lambda *at: instance_on_symbols(rules).moves(Position(*at))),
        ("after", f"{place} (at_castle at_defenders defenders_per_wave : Z)", "pos", position,
         (S, D, C, a, b, d), after),
    )  # fmt: skip
    return [
        gallina_definition(name, [parameters], kind, list(run_symbolically(code, *arguments)), value) + "\n"
        for name, parameters, kind, value, arguments, code in runs
    ]


def _function(
    function: Callable[..., Any],
    kind: str = "Z",
    value: Callable[[Any, Text], str] = lambda value, text: text(value),
    given: Callable[..., tuple[Boolean, ...]] = lambda *_: (),
    answer: str = "",
) -> str:
    """Return the definition of a function of integers, under the name of its code."""
    names = list(inspect.signature(function).parameters)
    arguments = [Symbol(name, integer=True) for name in names]
    calls = {original: call for original, call in CALLS.items() if original is not function}
    if function is forms.castle_min_winning_strength:
        calls[isqrt] = described("isqrt")
    branches = list(run_symbolically(on_symbols(function, calls), *arguments, given=given(*arguments)))
    parameters = [f"({' '.join(names)} : Z)", *([f"(answer : {answer})"] if answer else [])]
    text = gallina_definition(function.__name__.lstrip("_"), parameters, kind, branches, value, OPERATIONS)
    where = " and ".join(str(relation) for relation in given(*arguments))
    return (f"(* where {where} *)\n" if where else "") + text + "\n"


def _numbers() -> list[str]:
    def root(soldiers: Any, fresh: Any) -> tuple[Boolean, ...]:
        return (fresh * (fresh + 4 * soldiers) >= 0,)

    def printed(soldiers: Any, _: Any, fresh: Any) -> tuple[Boolean, ...]:
        return (fresh < soldiers, 2 * fresh < 2 * soldiers, fresh**2 + 4 * soldiers * fresh >= 0)

    return [
        _function(compare_golden_multiple),
        _function(ceiling_division, given=lambda _, divisor: (divisor > 0,)),
        _function(forms.case_of, "row", lambda value, _: CASES[value]),
        _function(forms.most_left_alive, given=root),
        _function(forms.best_fall_day),
        _function(forms._soldiers_on),
        _function(forms._shots_by),
        _function(forms._point_left),
        _function(published_fall_day, given=printed),
    ]


def _relations() -> list[str]:
    def optional(value: Any, text: Text) -> str:
        return "answer = None" if value is None else f"answer = Some {text(value)}"

    def waves(value: Any, text: Text) -> str:
        return "answer = None" if value is None else f"answer = Some (Z.to_nat {text(value)})"

    def game(*numbers: Any) -> tuple[Boolean, ...]:
        return tuple(number >= 1 for number in numbers)

    return [
        _function(forms.battle_days, "Prop", optional, answer="option Z"),
        _function(forms.soldiers_fewest_waves, "Prop", waves, answer="option nat"),
        _function(forms.castle_fewest_waves, "Prop", waves, answer="option nat"),
        _function(
            forms.castle_min_winning_strength, "Prop", lambda value, text: f"answer = {text(value)}", game, answer="Z"
        ),
    ]
