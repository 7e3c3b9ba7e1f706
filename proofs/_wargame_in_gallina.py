"""The rules of the Wargame in Gallina, from their code run on symbols."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from sympy import Expr, symbols
from wargame.relations import Key, Share

from gametheory.games.wargame import Position, Wargame
from gametheory.model.game import Distribution
from gametheory.prove.gallina import gallina_definition
from gametheory.prove.symbolic import Branch, instance_on_symbols, run_symbolically
from gametheory.prove.symbolic_values import Opaque, described

HEAD = """(* Written by proofs/_write_generated.py from the Python code, run on symbols.
   Agree.v proves that the definitions of the theorems are equal to these. *)
Require Import QArith ZArith List.
Import ListNotations.
From Wargame Require Import Rules.
Open Scope Z_scope.
"""
LONGEST = 12  # schedule that is compared number by number
Text = Callable[[Expr], str]
PLACE = round_, camp_a, field_a, camp_b, field_b = symbols("round camp_a field_a camp_b field_b", integer=True)
a, b, n, numerator, denominator = symbols("a b soldiers numerator denominator", integer=True)
win, draw, loss, chance = symbols("win draw loss chance")
ARMIES = "(round camp_a field_a camp_b field_b : Z)"


class _Listed(Opaque):
    """A list of which a function describes the entries; wargame/relations.py states that every index is in range."""

    __slots__ = ("entry",)

    def __init__(self, entry: Callable[[Any], Any]) -> None:
        self.entry = entry

    def __getitem__(self, index: Any) -> Any:
        return self.entry(index)


def wargame(rules: type = Wargame) -> str:
    """Return the text of Generated.v, for these rules."""
    return "\n".join(
        [HEAD, _start(rules), *_outcomes(rules), *_moves(rules), _survivors(rules), _after(rules), _default(rules)]
    )


def _position(place: Any, text: Text) -> str:
    *numbers, battle = place
    return f"Position {' '.join(text(number) for number in numbers)} {str(bool(battle)).lower()}"


def _start(rules: type) -> str:
    branches = run_symbolically(lambda n: instance_on_symbols(rules, soldiers=n).start(), n)
    return gallina_definition("code_start", ["(soldiers : Z)"], "position", list(branches), _position) + "\n"


def _outcomes(rules: type) -> list[str]:
    def run(battle: bool) -> list[Branch]:
        def outcome(field_a: Any, field_b: Any, *payoffs: Any) -> Any:
            found = instance_on_symbols(rules, payoffs=payoffs).outcome(Position(1, 0, field_a, 0, field_b, battle))
            return found and found.payoffs[0]

        return list(run_symbolically(outcome, field_a, field_b, win, draw, loss))

    def text_of(value: Any, text: Text) -> str:
        return "None" if value is None else f"Some {text(value)}"

    parameters = ["(field_a field_b : Z)", "(win draw loss : Q)"]
    cases = (("code_outcome_of_battle", True), ("code_outcome_before", False))
    return [gallina_definition(name, parameters, "option Q", run(battle), text_of) + "\n" for name, battle in cases]


def _moves(rules: type) -> list[str]:
    def sent(value: Any, text: Text) -> str:
        return f"{text(value.lower)} <= sent < {text(value.upper)}" if value else "False"

    def run(player: str, battle: bool) -> list[Branch]:
        def moves(*place: Any) -> Any:
            numbers = instance_on_symbols(rules).moves(Position._make([*place, battle]), player)
            return tuple(numbers) if type(numbers) is range else numbers

        return list(run_symbolically(moves, *PLACE))

    cases = [(player, battle) for player in "AB" for battle in (False, True)]
    return [
        gallina_definition(
            f"code_moves_{player.lower()}_{'of_battle' if battle else 'before'}",
            [ARMIES, "(sent : Z)"], "Prop", run(player, battle), sent,
        ) + "\n"
        for player, battle in cases
    ]  # fmt: skip


def _survivors(rules: type) -> str:
    [branch] = run_symbolically(
        lambda n, p, q: instance_on_symbols(rules, soldiers=n, killed=Share(p, q)).survivors,
        n, numerator, denominator, given=(n >= 1, numerator >= 0, denominator >= 1),
    )  # fmt: skip
    [left], [field] = branch.value, branch.elements
    if (field.lower, field.upper) != (0, n + 1):
        raise ValueError("not one number for each field from 0 to the soldiers")
    one = replace(branch, value=left, elements=())
    parameters = [f"(numerator denominator {field.symbol} : Z)"]
    text = gallina_definition("code_survivors", parameters, "Z", [one], lambda value, text: text(value))
    return f"(* numerator/denominator is the share of a field that survives *)\n{text}\n"


def _after(rules: type) -> str:
    survivors = described("survivors")

    def after(*numbers: Any) -> Any:
        *place, a, b, chance = numbers
        game = instance_on_symbols(
            rules,
            {Position: Key, Distribution: dict},
            survivors=_Listed(survivors),
            _probabilities=_Listed(lambda index: (chance, 1 - chance) if index == place[0] - 1 else None),
        )
        return game.after(Key(*place), a, b)

    def distribution(pairs: Any, text: Text) -> str:
        return f"[{'; '.join(f'({_position(place, text)}, {text(probability)})' for place, probability in pairs)}]"

    branches = list(run_symbolically(after, *PLACE, a, b, chance))
    parameters = ["(survivors : Z -> Z)", ARMIES, "(a b : Z)", "(chance : Q)"]
    operations = {"survivors": "(survivors {})"}
    return (
        gallina_definition("code_after", parameters, "list (position * Q)", branches, distribution, operations) + "\n"
    )


def _default(rules: type) -> str:
    def schedule(rounds: int) -> str:
        return f"[{'; '.join(map(fraction, rules(1, rounds).battle_chances))}]"

    rows = ";\n   ".join(schedule(rounds) for rounds in range(1, LONGEST + 1))
    return (
        f"(* the chances of 1 to {LONGEST} rounds *)\nDefinition code_default_chances : list (list Q) :=\n  [{rows}].\n"
    )


def fraction(number: Fraction) -> str:
    """Return a rational number in Gallina."""
    return f"{number.numerator} # {number.denominator}"
