"""The bracket of Pig contains the exact value, and a certificate that claims more is refused."""

from fractions import Fraction

import pytest

from bench.pig_bracket import UNIT, Certificate, bracket, certificate

EXACT = Fraction(7776, 10961)  # with the goal 10; `gametheory solve` prints it


def test_the_bracket_contains_the_exact_value():
    lower, upper = bracket(certificate(10))
    assert lower < EXACT < upper
    assert upper - lower < Fraction(1, 10**9)


@pytest.mark.parametrize(
    ("table", "position", "chance", "why"),
    [
        ("active", (0, 0, 0), EXACT, "greater than after every move of the player"),
        ("waiting", (0, 0, 0), 1 - EXACT, "greater than after some move of the other player"),
        ("active", (9, 9, 0), Fraction(6, 7), "greater than after every move of the player"),
        ("active", (9, 9, 1), 1 + Fraction(1, UNIT), "not integers of at most"),
        ("waiting", (9, 9, 1), Fraction(1, UNIT), "not 0 where the other player has won"),
        ("waiting", (0, 0, 0), Fraction(-2), "less than -1"),
    ],
)
def test_a_chance_that_is_too_great_is_refused(table, position, chance, why):
    """Values of the game, rounded up by less than one unit, are more than the player can be sure of."""
    found = certificate(10)
    tables = {name: getattr(found, name).copy() for name in found._fields}
    tables[table][position] = -(-chance * UNIT // 1)
    with pytest.raises(ValueError, match=why):
        bracket(Certificate(**tables))


def test_floats_are_no_certificate():
    found = certificate(3)
    with pytest.raises(ValueError, match="not integers"):
        bracket(Certificate(found.active.astype(float), found.waiting))
