"""Zero-sum matrix games: every method against the others, and exact solutions against their own certificate."""

from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from gametheory.solvers import matrix_game
from gametheory.solvers.matrix_game import program_of, solve_by_pivots, solve_matrix
from gametheory.solvers.matrix_kernel import pure_guarantees, simplex
from gametheory.verify import CertificateError, bracket_matrix_value

SMALL = st.integers(1, 7)


WHOLE = st.integers(-3, 3)


@st.composite
def matrices(draw, entries=WHOLE):
    """Matrices of small numbers: many have saddle points, dominated moves and more than one solution."""
    width = draw(SMALL)
    return draw(st.lists(st.lists(entries, min_size=width, max_size=width), min_size=1, max_size=7))


def rationals(payoffs):
    return [[fmpq(*payoff.as_integer_ratio()) for payoff in line] for line in payoffs]


def gap(payoffs, row, column):
    """Return the difference of what both strategies guarantee."""
    matrix = np.array(payoffs, float)
    return (matrix @ column).max() - (row @ matrix).min()


@settings(max_examples=100, deadline=None)
@given(matrices() | matrices(st.fractions(-3, 3, max_denominator=10**6) | st.floats(-1e300, 1e300)))
def test_exact_solutions_are_certified(payoffs):
    payoffs = rationals(payoffs)
    solution = solve_matrix(payoffs)
    assert bracket_matrix_value(payoffs, solution.row, solution.column) == (solution.value,) * 2


@settings(max_examples=60, deadline=None)
@given(matrices(), st.sampled_from(["highs", "nashpy"]))
def test_other_solvers_find_the_same_value(payoffs, method):
    row, column = program_of(method)(np.array(payoffs, float))
    assert gap(payoffs, row, column) <= 1e-7


@settings(max_examples=100, deadline=None)
@given(matrices(), st.sampled_from([1e-12, 1e-7, 1.0, 1e9]), st.sampled_from([0.0, 1.0, -1e3]))
def test_payoffs_of_any_size(payoffs, scale, shift):
    """With absolute tolerances, payoffs of a small spread would give wrong strategies without any warning."""
    moved = np.array(payoffs, float) * scale + shift
    row, column, *_ = simplex(moved, 0)
    assert gap(moved, row, column) <= 1e-12 * np.ptp(moved) + 1e-15 * (abs(shift) + scale)


@settings(max_examples=50, deadline=None)
@given(matrices(st.fractions(-2, 2, max_denominator=9)))
def test_pivots_in_rationals_find_optimal_strategies(payoffs):
    payoffs = rationals(payoffs)
    lower, upper = bracket_matrix_value(payoffs, *solve_by_pivots(payoffs))
    assert lower == upper


def test_a_wrong_basis_is_detected(monkeypatch):
    """If floats end in a wrong basis, pivots solve the game in rationals, and the solution says so."""
    wrong = np.zeros(1, np.int64)
    monkeypatch.setattr(matrix_game, "simplex", lambda payoffs, refactorizations: (None, None, wrong, wrong))
    solution = solve_matrix(rationals([[3, -1], [-2, 4]]))
    assert (solution.value, solution.method) == (1, "Lemke-Howson")


def test_payoffs_that_are_equal_as_floats():
    tiny = fmpq(1, 10**40)
    solution = solve_matrix([[1 + tiny, fmpq(1)], [fmpq(1), 1 + 2 * tiny]])
    assert solution.value == 1 + fmpq(2, 3) * tiny


@settings(max_examples=60, deadline=None)
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


def test_an_unknown_method_is_refused():
    with pytest.raises(ValueError, match="method: 'guess' is not one of simplex, highs, nashpy"):
        program_of("guess")


def test_strategies_that_are_not_distributions_are_refused():
    payoffs = [[fmpq(1), fmpq(0)]]
    one = {0: fmpq(1)}
    for row, column in ((({}), one), (one, {0: fmpq(1, 2)}), (one, {2: fmpq(1)}), (one, {0: fmpq(2), 1: fmpq(-1)})):
        with pytest.raises(CertificateError, match="no probability distribution"):
            bracket_matrix_value(payoffs, row, column)


@pytest.mark.parametrize("seed", [*range(20), 105, 172])  # the simplex method in floats fails for the last two
def test_rows_in_different_units_are_solved(seed):
    random = np.random.default_rng(seed)
    game = random.normal(size=(8, 8)) * 10 ** random.uniform(-6, 6, (8, 1))
    for payoffs in map(rationals, (game.tolist(), (-game.T).tolist())):
        found = solve_matrix(payoffs)
        assert bracket_matrix_value(payoffs, found.row, found.column) == (found.value,) * 2


@pytest.mark.parametrize("scale", [1, Fraction(1, 10**300), Fraction(1, 10**400), 10**300, 10**400])
@pytest.mark.parametrize("shift", [0, 1, 10**9])
def test_payoffs_in_other_units_have_the_same_basis(scale, shift):
    """The floats that propose a basis keep enough digits, whatever the units of the payoffs."""
    game = [[3, -1, 2], [-2, 4, 0], [1, 1, -3]]
    found = solve_matrix(rationals(game))
    other = solve_matrix(rationals([[(payoff + shift) * Fraction(scale) for payoff in row] for row in game]))
    assert (other.row, other.column) == (found.row, found.column)
    assert other.value == (found.value + shift) * fmpq(*scale.as_integer_ratio())
    assert other.method == found.method == "basis of the simplex"
