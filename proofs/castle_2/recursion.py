"""The two recursions of CD2 compared with the rules: the loop over i, and the battle after the castle fell."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from _wave import dpw, wave_obligation
from sympy import And, Eq, Implies, Or, evaluate, symbols

from gametheory import Castle
from gametheory.games.castle import Position, Volley
from gametheory.prove.smt import Obligation


def small_positions() -> Iterator[tuple[Castle, Position]]:
    """Yield positions with up to 5 soldiers, 8 defenders and strength 8, with up to 3 defenders per wave."""
    for fresh, soldiers, defenders, strength in product(range(1, 4), range(1, 6), range(9), range(9)):
        if defenders or strength:
            yield Castle(1, 1, fresh), Position(soldiers, defenders, strength)


def matches_loop(case: tuple[Castle, Position]) -> bool:
    """Return whether the moves of a position and their successors are those of the loop over i in the post."""
    castle, position = case
    soldiers, defenders, strength = position
    legal = set(castle.moves(position))
    for i in range(min(soldiers, defenders) + 1):
        volley = Volley(soldiers - i, i)
        overshoots = soldiers - i > strength and i < defenders
        left = (soldiers - (defenders - i), defenders - i + castle.defenders_per_wave, strength - (soldiers - i))
        both_left = left[0] > 0 and left[2] > 0
        if (volley in legal) == overshoots or (both_left and castle.after(position, volley) != left):
            return False
    return len(legal) <= min(soldiers, defenders) + 1


def transition_obligations() -> list[Obligation]:
    """Return the obligations for i shots at defenders: the transition, and why i never exceeds the defenders."""
    with evaluate(False):
        S, D, C, i = symbols("S D CH i", integer=True)
        given = (S >= 1, D >= 0, C >= 1, dpw >= 1, i >= 0, i <= S)
        both_left = And(S - (D - i) > 0, C - (S - i) > 0)
        return [
            wave_obligation(
                "CD2 transition, i shots at defenders",
                (*given, i <= D),
                (S, D, C),
                Volley(S - i, i),
                lambda soldiers, defenders, strength: Implies(
                    both_left, And(Eq(soldiers, S - (D - i)), Eq(defenders, D - i + dpw), Eq(strength, C - (S - i)))
                ),
            ),
            Obligation(
                "CD2 transition, more shots than defenders would raise the dead", (*given, i > D), S - (D - i) > S
            ),
        ]


def battle_obligations() -> list[Obligation]:
    """Return the obligations for a wave after the castle fell, with and without more defenders than soldiers."""
    with evaluate(False):
        S, D = symbols("S D", integer=True)
        after = S - (D - S)
        return [
            wave_obligation(
                "CD2 battle, more defenders than soldiers",
                (S >= 1, D > S, dpw >= 1),
                (S, D, 0),
                Volley(0, S),
                lambda soldiers, defenders, strength: And(
                    Eq(defenders, D - S),
                    Eq(strength, 0),
                    Or(And(after > 0, Eq(soldiers, after)), And(after <= 0, Eq(soldiers, 0))),
                ),
            ),
            wave_obligation(
                "CD2 battle, as many soldiers as defenders or more",
                (S >= 1, D >= 1, D <= S, dpw >= 1),
                (S, D, 0),
                Volley(S - D, D),
                lambda soldiers, defenders, strength: And(Eq(soldiers, S), Eq(defenders, 0), Eq(strength, 0)),
            ),
        ]
