"""Checkers of mixed strategies of one matrix refuse every wrong certificate, however small the error."""

from fractions import Fraction

import pytest
from flint import fmpq

from gametheory.verify import CertificateError, bracket_matrix_value, check_nash
from gametheory.verify.mixed import extreme_expectation

HALF, ONE, TINY = Fraction(1, 2), Fraction(1), Fraction(1, 10**30)


@pytest.mark.parametrize("gain", [-TINY, 0 * TINY, TINY])
def test_a_pure_deviation_is_judged_up_to_the_last_place(gain):
    """The second row, or the second column, pays `gain` more than the first."""
    line = [[ONE, ONE], [ONE + gain, ONE + gain]]
    column = [[ONE, ONE + gain], [ONE, ONE + gain]]
    first = (ONE, 0 * ONE)
    for name, payoffs in (("row", (line, [[ONE] * 2] * 2)), ("column", ([[ONE] * 2] * 2, column))):
        if gain > 0:
            with pytest.raises(CertificateError, match=f"{name} 1 gets"):
                check_nash(*payoffs, first, first)
        else:
            assert check_nash(*payoffs, first, first) == (1, 1)


def test_bounds_of_a_matrix_are_exact_beyond_the_intervals():
    """Replies that differ by far less than intervals of 128 bits can show."""
    tiny, half = fmpq(1, 10**1000), fmpq(1, 2)
    fair = {0: half, 1: half}
    pennies = [[fmpq(1), fmpq(-1)], [fmpq(-1), fmpq(1)]]
    assert bracket_matrix_value(pennies, fair, fair) == (0, 0)
    shifted = {0: half + tiny, 1: half - tiny}
    assert bracket_matrix_value(pennies, shifted, fair) == (-2 * tiny, 0)
    assert bracket_matrix_value(pennies, fair, shifted) == (0, 2 * tiny)
    for wrong in ({0: half + tiny, 1: half}, {0: 1 + tiny, 1: -tiny}, {2: fmpq(1)}, {-1: fmpq(1)}, {}):
        for pair in ((wrong, fair), (fair, wrong)):
            with pytest.raises(CertificateError, match="no probability distribution"):
                bracket_matrix_value(pennies, *pair)


def test_replies_within_the_same_interval_are_compared_exactly():
    """Two replies that differ by 10^-1000, in either order."""
    tiny = fmpq(1, 10**1000)
    for base in (fmpq(1), fmpq(1, 3), fmpq(2, 7), fmpq(-5, 11)):
        for low, high in ((base - tiny, base), (base, base + tiny)):
            for line in ([low, high], [high, low]):
                assert extreme_expectation([fmpq(1)], [[line[0]], [line[1]]], min) == low
                assert extreme_expectation([fmpq(1)], [[line[0]], [line[1]]], max) == high
