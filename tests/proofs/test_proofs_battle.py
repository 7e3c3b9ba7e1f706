"""The claims on the Warlight battle: every row has its verdict, and the evidence has the key numbers."""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path

import pytest

from gametheory.claims import Status
from gametheory.games.battle import Battle
from gametheory.games.battle.distribution import exact_distribution

PROOFS = Path(__file__).parents[2] / "proofs"
sys.path.insert(0, str(PROOFS))

import battle.shared as shared  # noqa: E402


@pytest.mark.parametrize(
    ("value", "text", "agrees"),
    [
        (Fraction(4402202, 10**7), "0.440", True),
        (Fraction(4406, 10**4), "0.440", False),
        (Fraction(4395, 10**4), "0.440", True),
        (Fraction(1), "1", True),
        (Fraction(3, 5), "1", True),
        (Fraction(49, 100), "1", False),
    ],
)
def test_a_printed_number_is_right_if_the_value_rounds_to_it(value: Fraction, text: str, agrees: bool) -> None:
    assert shared.rounds_to(value, text) is agrees


def test_a_wrong_printed_number_is_detected() -> None:
    verdict = shared.compare("one number", [shared.Comparison("1 v 1", "0.61", Fraction(3, 5))], "")
    assert verdict.status is Status.REFUTED
    assert verdict.witness is not None
    assert "0.61" in verdict.witness.explanation


def test_the_products_in_closed_form_are_the_exact_probabilities() -> None:
    for p, q in ((Fraction(3, 5), Fraction(7, 10)), (Fraction(1, 3), Fraction(1)), (Fraction(0), Fraction(1, 2))):
        x, y = 1 - p, 1 - q
        lose, win = Fraction(1), p / (1 - x * y)
        for number in range(1, 7):
            lose *= q * x**number / (1 - y * x**number)
            win *= p * y**number / (1 - x * y**number) if number > 1 else 1
            assert exact_distribution(Battle(number, 1, p, q)).eventual.lose == lose
            assert exact_distribution(Battle(1, number, p, q)).eventual.win == win


def test_the_binomial_test_is_two_sided() -> None:
    assert shared.two_sided(100, 0.5, 0.5) == pytest.approx(1)
    assert shared.two_sided(100, 0.5, 0.4) == pytest.approx(shared.two_sided(100, 0.5, 0.6))
    assert shared.two_sided(100, 0.5, 0.3) < 0.001
