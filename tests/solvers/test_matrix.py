"""Zero-sum matrix games: every method against the others, and exact solutions against their own certificate."""

from fractions import Fraction
from operator import mul

import numpy as np
import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from gametheory.solvers.matrix_game import exact, methods
from gametheory.solvers.matrix_game.exact import solve_by_pivots, solve_matrix_exact
from gametheory.solvers.matrix_game.methods import solve_matrix
from gametheory.solvers.matrix_game.simplex_kernel import pure_guarantees, simplex
from gametheory.verify import CertificateError, bracket_matrix_value

SMALL = st.integers(1, 7)


WHOLE = st.integers(-3, 3)


@st.composite
def matrices(draw, entries=WHOLE):
    """Matrices of small numbers: many have saddle points, dominated moves and more than one solution."""
    width = draw(SMALL)
    return draw(st.lists(st.lists(entries, min_size=width, max_size=width), min_size=1, max_size=7))


def to_fractions(payoffs):
    return [[Fraction(payoff) for payoff in line] for line in payoffs]


@settings(max_examples=300, deadline=None)
@given(matrices())
def test_exact_solutions_are_certified_and_floats_agree(payoffs):
    solution = solve_matrix_exact(to_fractions(payoffs))
    approximate = solve_matrix(payoffs)
    assert sum(solution.row) == sum(solution.column) == 1
    assert min(solution.row + solution.column) >= 0
    for j in range(len(payoffs[0])):
        assert sum(weight * line[j] for weight, line in zip(solution.row, payoffs, strict=True)) >= solution.value
    for line in payoffs:
        assert sum(weight * entry for weight, entry in zip(solution.column, line, strict=True)) <= solution.value
    assert abs(Fraction(approximate.value) - solution.value) <= 1e-12
    assert approximate.gap <= 1e-12


@settings(max_examples=60, deadline=None)
@given(matrices(), st.sampled_from(["highs", "nashpy"]))
def test_other_solvers_find_the_same_value(payoffs, method):
    assert abs(solve_matrix(payoffs, method).value - float(solve_matrix_exact(to_fractions(payoffs)).value)) <= 1e-7


@settings(max_examples=100, deadline=None)
@given(matrices(), st.sampled_from([1e-12, 1e-7, 1.0, 1e9]), st.sampled_from([0.0, 1.0, -1e3]))
def test_payoffs_of_any_size(payoffs, scale, shift):
    """With absolute tolerances, payoffs of a small spread would give wrong strategies without any warning."""
    moved = np.array(payoffs, float) * scale + shift
    value = float(solve_matrix_exact([[Fraction(payoff) for payoff in line] for line in moved.tolist()]).value)
    solution = solve_matrix(moved)
    assert abs(solution.value - value) <= 1e-12 * np.ptp(moved) + 4e-16 * abs(shift)
    assert exact_gap(moved.tolist(), solution) <= 1e-12 * np.ptp(moved) + 1e-15 * (abs(shift) + scale)
    most = 1e-12 * np.ptp(moved) + 1e-14 * np.abs(moved).max() + 1e-300
    assert solution.gap <= most, "no more than rounding is added"


def exact_gap(payoffs, solution):
    """Return the gap of the strategies of a solution, scaled to the sum 1, in rationals."""
    row, column = to_fractions([solution.row, solution.column])
    lines = to_fractions(payoffs)
    most = max(sum(map(mul, line, column)) for line in lines)
    least = min(sum(map(mul, line, row)) for line in zip(*lines, strict=True))
    return most / sum(column) - least / sum(row)


@settings(max_examples=150, deadline=None)
@given(
    st.integers(0, 10**6), st.integers(1, 25), st.integers(1, 25), st.sampled_from([0.0, 1e6, -(2.0**31)]),
    st.sampled_from(["simplex", "highs"]),
)  # fmt: skip
def test_the_gap_bounds_that_of_the_strategies_and_the_error_of_the_value(seed, m, n, shift, method):
    """At payoffs near 2^31 the gap in floats is often 0 while the value is off by part of a unit in the last place."""
    random = np.random.default_rng(seed)
    payoffs = random.normal(size=(m, n)) * 10.0 ** random.integers(-3, 3) + shift
    solution = solve_matrix(payoffs, method)
    assert 0 <= exact_gap(payoffs.tolist(), solution) <= Fraction(solution.gap)
    value = solve_matrix_exact(payoffs.tolist()).value
    assert abs(Fraction(solution.value) - value) <= Fraction(solution.gap)


def test_payoffs_that_differ_by_more_than_the_greatest_float_are_refused():
    with pytest.raises(ValueError, match="differ by more than the greatest float"):
        solve_matrix([[1e308, -1e308], [-1e308, 1e308]])


@settings(max_examples=100, deadline=None)
@given(matrices(st.fractions(-2, 2, max_denominator=9)))
def test_pivots_in_rationals_find_optimal_strategies(payoffs):
    rationals = [[fmpq(payoff.numerator, payoff.denominator) for payoff in line] for line in payoffs]
    lower, upper = bracket_matrix_value(rationals, *solve_by_pivots(rationals))
    assert lower == upper


def test_a_wrong_basis_is_detected(monkeypatch):
    """If floats end in a wrong basis, pivots solve the game in rationals, and the solution says so."""
    wrong = np.zeros(1, np.int64)
    monkeypatch.setattr(exact, "simplex", lambda payoffs, refactorizations: (None, None, wrong, wrong, True))
    solution = solve_matrix_exact(to_fractions([[3, -1], [-2, 4]]))
    assert (solution.value, solution.method) == (1, "Lemke-Howson")


def test_payoffs_that_are_equal_as_floats():
    tiny = Fraction(1, 10**40)
    solution = solve_matrix_exact([[1 + tiny, Fraction(1)], [Fraction(1), 1 + 2 * tiny]])
    assert solution.value == 1 + Fraction(2, 3) * tiny


@settings(max_examples=200, deadline=None)
@given(matrices())
def test_pure_guarantees(payoffs):
    matrix = np.array(payoffs, float)
    i, j, lower, upper, spread = pure_guarantees(matrix)
    assert lower == matrix[i].min() == matrix.min(axis=1).max()
    assert upper == matrix[:, j].max() == matrix.max(axis=0).min()
    assert spread == np.ptp(matrix)
    assert (lower == upper) == (matrix[i, j] == lower == upper)


def test_refactorizing_the_tableau_keeps_the_solution():
    payoffs = np.random.default_rng(7).random((30, 40))
    for refactorizations in (0, 1, 3):
        row, column, *_ = simplex(payoffs, refactorizations)
        assert (payoffs @ column).max() - (row @ payoffs).min() <= 1e-14


@pytest.mark.parametrize("payoffs", [[], [[]], [[1, 2], [3]], [[float("nan")]], [["a"]], [1, 2], [[float("inf"), 1]]])
def test_invalid_matrices_are_refused(payoffs):
    with pytest.raises(ValueError, match="matrix of payoffs"):
        solve_matrix(payoffs)


def test_an_unknown_method_is_refused():
    with pytest.raises(ValueError, match="method: 'guess' is not one of simplex, highs, nashpy"):
        solve_matrix([[1]], "guess")


def test_strategies_that_are_not_distributions_are_refused():
    payoffs = [[fmpq(1), fmpq(0)]]
    one = {0: fmpq(1)}
    for row, column in ((({}), one), (one, {0: fmpq(1, 2)}), (one, {2: fmpq(1)}), (one, {0: fmpq(2), 1: fmpq(-1)})):
        with pytest.raises(CertificateError, match="no probability distribution"):
            bracket_matrix_value(payoffs, row, column)


def test_a_method_that_fails_shows_its_gap(monkeypatch):
    """The pure pair of the first row and the first column guarantees -1 to the one and 3 to the other."""
    monkeypatch.setitem(methods.PROGRAMS, "highs", lambda payoffs: (np.array([1.0, 0.0]), np.array([1.0, 0.0])))
    solution = solve_matrix([[3, -1], [-2, 4]], "highs")
    assert (solution.gap, solution.value) == (pytest.approx(4.0, abs=1e-13), 1.0)


@pytest.mark.parametrize("seed", [*range(20), 105, 172])  # the simplex method in floats fails for the last two
def test_rows_in_different_units_are_solved(seed):
    random = np.random.default_rng(seed)
    game = random.normal(size=(8, 8)) * 10 ** random.uniform(-6, 6, (8, 1))
    for payoffs in (game, -game.T):
        exact, found = solve_matrix_exact(payoffs.tolist()), solve_matrix(payoffs)
        assert abs(Fraction(found.value) - exact.value) <= 1e-9 * np.ptp(payoffs)
        guarantees = [sum(map(mul, map(Fraction, found.row), map(Fraction, column))) for column in payoffs.T.tolist()]
        assert float(exact.value - min(guarantees)) <= 1e-9 * np.ptp(payoffs)


@pytest.mark.parametrize("scale", [1, Fraction(1, 10**300), Fraction(1, 10**400), 10**300, 10**400])
@pytest.mark.parametrize("shift", [0, 1, 10**9])
def test_payoffs_in_other_units_have_the_same_basis(scale, shift):
    """The floats that propose a basis keep enough digits, whatever the units of the payoffs."""
    game = [[3, -1, 2], [-2, 4, 0], [1, 1, -3]]
    found = solve_matrix_exact(game)
    other = solve_matrix_exact([[(payoff + shift) * Fraction(scale) for payoff in row] for row in game])
    assert (other.row, other.column) == (found.row, found.column)
    assert other.value == (found.value + shift) * scale
    assert other.method == found.method == "basis of the simplex"


FRACTIONS = st.fractions(-3, 3, max_denominator=10**6)
FLOATS = st.floats(-1e300, 1e300)


@given(st.integers(1, 4).flatmap(lambda n: st.lists(st.lists(FRACTIONS | FLOATS, min_size=n, max_size=n), min_size=1)))
@settings(max_examples=60, deadline=None)
def test_an_exact_value_is_in_the_units_of_the_payoffs(payoffs):
    """Whether or not the denominators have a short common one, and also for floats, which are binary fractions."""
    solution = solve_matrix_exact(payoffs)
    numbers = [[fmpq(*payoff.as_integer_ratio()) for payoff in row] for row in payoffs]
    row, column = (
        {move: fmpq(*p.as_integer_ratio()) for move, p in enumerate(mixed) if p}
        for mixed in (solution.row, solution.column)
    )
    assert bracket_matrix_value(numbers, row, column) == (fmpq(*solution.value.as_integer_ratio()),) * 2


@pytest.mark.parametrize("exponents", [(0, 1), (-30, 30), (-1070, -1000), (900, 1020), (-1000, 1000)])
def test_many_floats_are_converted_exactly(exponents):
    random = np.random.default_rng(3)
    # odd numerators with few and with all binary digits, so that each last digit counts
    odd = 2 * random.integers(-(2 ** random.integers(1, 52, (10, 11))), 2**51) + 1.0
    floats = np.ldexp(odd, random.integers(*exponents, (10, 11)) - 52).tolist()
    found, expected = solve_matrix_exact(floats), solve_matrix_exact(to_fractions(floats))
    assert (found.value, found.row, found.column) == (expected.value, expected.row, expected.column)
