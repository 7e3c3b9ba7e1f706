"""The rules of a battle in Gallina: outcomes from their code run on symbols, distributions computed by the code.

The loop over the number of hits adds up probabilities, so that it cannot run over a symbolic number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from _wargame_in_gallina import fraction
from sympy import Expr, symbols

from gametheory.games.battle import Battle
from gametheory.games.battle import rules as code
from gametheory.games.battle.rules import Position
from gametheory.prove.gallina import gallina_definition
from gametheory.prove.symbolic import instance_on_symbols, run_symbolically

HEAD = """(* Written by proofs/_write_generated.py from the Python code: run on symbols, or its results.
   Agree.v proves that the definitions of the theorems agree with these. *)
Require Import QArith List.
Import ListNotations.
From Battle Require Import Rules.
Open Scope Z_scope.
"""
Text = Callable[[Expr], str]
attackers, defenders, reserve = symbols("attackers defenders reserve", integer=True)
ENDINGS = {None: "None", "win": "Some wins", "lose": "Some loses", "stopped": "Some stopped"}
ARMIES = range(5)  # of which every distribution of survivors is compared
# A probability is a polynomial of degree 4 at most in the hits; equal at five places, two of them are one.
HITS = (Fraction(0), Fraction(1, 3), Fraction(3, 5), Fraction(7, 10), Fraction(1))
GAMES = [((p, q), held) for p, q in ((HITS[2], HITS[3]), (HITS[0], HITS[1]), (HITS[4], HITS[2])) for held in (0, 1)]


def battle(rules: type = Battle) -> str:
    """Return the text of Generated.v, for these rules."""
    return "\n".join([HEAD, *_outcomes(rules), _survivors(), _turns(rules)])


def _outcomes(rules: type) -> list[str]:
    def outcome(side: str, stop: bool) -> Callable[..., Any]:
        return lambda A, D, held: instance_on_symbols(
            rules, reserve=held, both_dead=side, stop_when_outnumbered=stop
        ).outcome(Position(A, D))

    return [
        gallina_definition(
            f"outcome_{side}{'_stop' * stop}",
            ["(attackers defenders reserve : Z)"],
            "option ending",
            list(run_symbolically(outcome(side, stop), attackers, defenders, reserve)),
            lambda value, _: ENDINGS[value and value.name],
        )
        + "\n"
        for side, stop in product(("attacker", "defender"), (False, True))
    ]


def _survivors() -> str:
    def row(armies: int, shooters: int, hits: Fraction) -> str:
        left = _distribution(code.survivor_distribution(armies, shooters, hits), _number)
        return f"({armies}%nat, {shooters}%nat, {fraction(hits)}, {left})"

    kind = "list (nat * nat * Q * list (nat * Q))"
    rows = (row(*case) for case in product(ARMIES, ARMIES, HITS))
    return _table(f"survivor_distributions : {kind}", "armies, shooters, hits: the armies left", rows)


def _turns(rules: type) -> str:
    def row(hits: tuple[Fraction, Fraction], held: int, place: Position) -> str:
        game = rules(4, 4, *hits, reserve=held)
        left = _distribution(game.after(place), _place)
        shown = " ".join(f"({fraction(chance)})" for chance in hits)
        return f"(Battle {shown} attacker {held} false, {_place(place)}, {left})"

    rows = (
        row(hits, held, Position(held + fighting, others))
        for (hits, held), fighting, others in product(GAMES, range(1, 4), range(1, 4))
    )
    return _table("turns : list (battle * position * list (position * Q))", "a game and a position: after a turn", rows)


def _place(place: Position) -> str:
    return f"({', '.join(map(_number, place))})"


def _number(count: int) -> str:
    return f"{count}%nat"


def _distribution(found: Mapping[Any, Fraction], text: Callable[[Any], str]) -> str:
    return f"[{'; '.join(f'({text(place)}, {fraction(probability)})' for place, probability in found.items())}]"


def _table(name: str, says: str, rows: Iterable[str]) -> str:
    return f"(* {says} *)\nDefinition {name} :=\n  [" + ";\n   ".join(rows) + "].\n"
