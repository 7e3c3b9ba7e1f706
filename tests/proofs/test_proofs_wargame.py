"""The claims on the Wargame: every row has its verdict, and the evidence has the key numbers."""

from __future__ import annotations

import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from flint import fmpq

from gametheory.games.wargame import Position, Wargame, solve_wargame, solve_wargame_exact

PROOFS = Path(__file__).parents[2] / "proofs"
sys.path.insert(0, str(PROOFS))

import wargame.shared as shared  # noqa: E402
import wargame.theory as theory  # noqa: E402


class Forward(Wargame):
    """Rules that favour A: no soldier of A's is killed."""

    def after(self, position: Position, a: int, b: int):  # type: ignore[no-untyped-def]
        distribution = super().after(position, a, b)
        field = position.field_a + a
        return {p if p.battle else p._replace(field_a=field): weight for p, weight in distribution.items()}


def test_other_rules_are_detected() -> None:
    game = Forward(2, 2)
    assert not all(result == shared.two_armies(game, *case) for case, result in shared.transitions(game))
    assert not all(shared.is_symmetric(game, case) for case, _ in shared.transitions(game))
    assert not shared.is_symmetric(Wargame(1, 1, payoffs=(1, 1, -1)), (Position(1, 1, 0, 1, 0), 0, 0))
    assert shared.same_game(Wargame(2, 2, killed=Fraction(0)))


@pytest.mark.parametrize("game", [Wargame(9, 4), Wargame(6, 4), Wargame(8, 3)], ids=str)
def test_the_exact_opening_is_in_the_intervals(game: Wargame) -> None:
    """The exact opening of a small game is in the intervals from floats, where it has an odd number of moves."""
    exact = solve_wargame_exact(game).mixed_strategies(game.start())[0]
    found = solve_wargame(game)
    if len(found.mixed_strategies(game.start())[0]) % 2 == 0:
        with pytest.raises(ValueError, match="an opening of"):
            theory.opening(found)
        return
    opening = theory.opening(found)
    if all(map(opening.is_certain, range(game.soldiers + 1))):
        assert set(exact) == set(opening.probabilities)
        assert all(opening.probabilities[sent].contains(fmpq(chance)) for sent, chance in exact.items())


def test_an_opening_is_not_unique_where_the_bound_is_too_wide() -> None:
    assert all(map(theory.opening(shared.published()).is_certain, range(21)))
    with pytest.raises(ValueError, match="too wide"):
        theory.opening(replace(shared.published(), exploitability=0.1))


def test_the_example_has_fields_of_constant_size() -> None:
    assert shared.field_sizes_in_example() == {"A": {2}, "B": {4}}
