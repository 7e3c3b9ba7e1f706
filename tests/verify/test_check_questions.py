"""Checkers of answers about strategies refuse other certificates; see `test_every_number_counts` for lies of a unit."""

from fractions import Fraction

import pytest

from gametheory.model.normal_form import NormalForm
from gametheory.verify import (
    CertificateError,
    check_dominance,
    check_invasion,
    check_maximin,
    check_pure_equilibria,
    check_stable,
    check_stackelberg,
)

ONE, HALF, ZERO = Fraction(1), Fraction(1, 2), Fraction(0)
# the second row is never better than the first, and once worse
WEAK = NormalForm.from_payoffs([[1, 1], [1, 0]], [[0, 0], [0, 0]])
EVEN = {(0,): HALF, (1,): HALF}
LEFT = {(0, 0): EVEN, (1, 0): {(0,): ONE}, (1, 1): {(0,): ONE}}
SAME = NormalForm.from_payoffs([[1, 0], [0, 1]], [[1, 0], [0, 1]])


@pytest.mark.parametrize(
    ("rounds", "beliefs", "weak", "message"),
    [
        ([{(0, 1): {0: ONE}}], LEFT, False, "strategy 2 of player 1 is not dominated"),
        ([{(0, 1): {1: ONE}}], LEFT, True, "not dominated"),
        ([{(0, 1): {2: ONE}}], LEFT, True, "no mixture of the strategies"),
        ([{(0, 1): {0: ONE}}] * 2, LEFT, True, "no mixture of the strategies"),
        ([], LEFT, True, "the beliefs are not those"),
        ([{(0, 1): {0: ONE}}], {**LEFT, (0, 0): {(0,): ONE}}, True, "a belief excludes a profile"),
        ([{(0, 1): {0: ONE}}], {**LEFT, (1, 0): {(1,): ONE}}, True, "no distribution of the others"),
        ([], {**LEFT, (0, 1): EVEN}, False, "strategy 2 of player 1 is no best reply"),
    ],
)
def test_other_eliminations_are_refused(rounds, beliefs, weak, message):
    assert check_dominance(WEAK, [{(0, 1): {0: ONE}}], LEFT, weak=True) == ((0,), (0, 1))
    assert check_dominance(WEAK, [], {**LEFT, (0, 1): {(0,): ONE}}) == ((0, 1), (0, 1))
    with pytest.raises(CertificateError, match=message):
        check_dominance(WEAK, rounds, beliefs, weak)


def test_a_guarantee_below_the_greatest_is_refused():
    with pytest.raises(CertificateError, match="guarantees 0, and 1/2 is possible"):
        check_maximin(SAME, 0, {0: ONE}, EVEN)
    with pytest.raises(CertificateError, match="no strategies of the others"):
        check_maximin(SAME, 0, {0: HALF, 1: HALF}, {(2,): ONE})


@pytest.mark.parametrize(
    ("programs", "message"),
    [
        ({0: ({0: ONE}, {})}, "not those of the replies"),
        ({0: ({}, {}), 1: ({1: ONE}, {})}, "do not bound strategy 1"),
        ({0: ({0: ONE}, {1: -ONE}), 1: ({1: ONE}, {})}, "a multiplier is negative"),
        ({0: ({0: ONE}, {2: ONE}), 1: ({1: ONE}, {})}, "belongs to no reply"),
        ({0: ({2: ONE}, {}), 1: ({1: ONE}, {})}, "is no strategy"),
    ],
)
def test_other_commitments_are_refused(programs, message):
    assert check_stackelberg(SAME, 0, {0: ({0: ONE}, {}), 1: ({1: ONE}, {})}) == {0: (1, 1), 1: (1, 1)}
    with pytest.raises(CertificateError, match=message):
        check_stackelberg(SAME, 0, programs)


def cycle(victory):
    """Return rock-paper-scissors with a payoff for a victory, and -1 for a defeat."""
    return [[ZERO, -ONE, victory], [victory, ZERO, -ONE], [-ONE, victory, ZERO]]


def test_a_strategy_that_a_mutant_invades_is_not_stable():
    third = [ONE / 3] * 3
    assert check_stable(cycle(2 * ONE), third) == Fraction(1, 3)
    for victory in (ONE, HALF):  # in the first a mutant does as well, in the second better
        with pytest.raises(CertificateError, match="a mutant invades"):
            check_stable(cycle(victory), third)
    # the mutant is another best reply, and does as well, or better only together with the third
    for matrix in ([[ONE, ONE], [ONE, ONE]], [[ZERO, ZERO, ZERO], [ZERO, -ONE, 2 * ONE], [ZERO, 2 * ONE, -ONE]]):
        with pytest.raises(CertificateError, match="a mutant invades that uses"):
            check_stable(matrix, [ONE, *[ZERO] * (len(matrix) - 1)])
    assert check_stable([[ZERO, ZERO, ZERO], [ZERO, -ONE, HALF], [ZERO, HALF, -ONE]], [ONE, ZERO, ZERO]) == 0


@pytest.mark.parametrize(
    ("mutant", "message"),
    [
        ([ONE, ZERO, ZERO], "no other strategy"),
        ([ZERO, ONE], "no other strategy"),
        ([ZERO, ONE, ZERO], "the mutant gets -1 against itself, the strategy 0"),
        ([ZERO, ZERO, ONE], "the mutant gets -1 against the strategy, less than 0"),
    ],
)
def test_a_mutant_that_does_not_invade_is_refused(mutant, message):
    matrix = [[ZERO, ZERO, ZERO], [ZERO, -ONE, ZERO], [-ONE, ZERO, ZERO]]
    with pytest.raises(CertificateError, match=message):
        check_invasion(matrix, [ONE, ZERO, ZERO], mutant)


@pytest.mark.parametrize("profiles", [[], [(0, 0)], [(0, 0), (1, 1), (0, 1)], [(0, 0), (1, 1), (2, 2)]])
def test_the_list_of_pure_equilibria_is_whole(profiles):
    check_pure_equilibria(SAME, [(0, 0), (1, 1)])
    with pytest.raises(CertificateError):
        check_pure_equilibria(SAME, profiles)
