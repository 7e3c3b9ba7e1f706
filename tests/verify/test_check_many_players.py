"""The checkers of equilibria of many players accept true ones, and refuse everything else."""

from fractions import Fraction

import numpy as np
import pytest

from gametheory import nash
from gametheory.formats.gambit.efg import read_efg
from gametheory.model.normal_form import NormalForm
from gametheory.verify import CertificateError, check_equilibrium_box, check_minimal_polynomials, check_mixed_profile

HALF, ONE, ZERO = Fraction(1, 2), Fraction(1), Fraction(0)
MOVED = Fraction(1, 10**12)

# Nau, Gomez Canovas and Hansen (2004): the only equilibrium of the game in section 4 is irrational
NAU = NormalForm.from_array(
    [[[[3, 0, 2], [1, 0, 0]], [[0, 2, 0], [0, 1, 0]]], [[[0, 1, 0], [0, 3, 0]], [[1, 0, 0], [2, 0, 3]]]]
)
# matching pennies of three: the first wins if the choices of the next agree with it, and so on in a circle


def box_of(solution):
    """Return the certificate of the first equilibrium of a table, without the tests of the solver."""
    plans = solution.equilibria[0].plans
    ends = ((player, action, each) for player, plan in enumerate(plans) for action, each in enumerate(plan) if each)
    return {(player, 0, action): tuple(each) for player, action, each in ends}


def moved(box, by):
    return {
        (player, number, action): (low + by * (1 - 2 * action), high + by * (1 - 2 * action))
        for (player, number, action), (low, high) in box.items()
    }


def test_the_box_of_an_irrational_equilibrium_is_accepted_and_a_moved_one_refused():
    box = box_of(nash(NAU))
    bounds = check_equilibrium_box(NAU, box)
    # no float is an irrational payoff, so that bounds which contain it differ
    assert all(low < high < low + 1e-9 for low, high in bounds)
    for by in (MOVED, -MOVED):
        with pytest.raises(CertificateError, match="does not prove"):
            check_equilibrium_box(NAU, moved(box, by))


# all probabilities by that of the first player's first choice, a root of 23x² - 53x + 24
ROOTS = {(0, 0, 0): [24, -53, 23], (1, 0, 0): [-9, 13, 12], (2, 0, 0): [-9, 23, 2], (2, 0, 1): [16, -27, 2]}
SECOND, THIRD = [Fraction(5, 3), Fraction(-23, 12)], [Fraction(15, 2), Fraction(-23, 2)]
FIELD = {(0, 0, 0): [ZERO, ONE], (1, 0, 0): SECOND, (2, 0, 0): THIRD}


@pytest.mark.parametrize(
    ("polynomials", "points", "message"),
    [
        ({(2, 0, 1): [-9, 23, 2]}, {}, "a polynomial of degree 2 has not one root in its interval"),
        ({(2, 0, 1): [16 * 3, -27 * 3, 2 * 3]}, {}, "a polynomial of degree 2 is not irreducible"),
        ({(2, 0, 1): [-16, 43, -29, 2]}, {}, "a polynomial of degree 3 is not irreducible"),
        ({(2, 0, 1): [16.0, -27, 2]}, {}, "not integers for actions of the box"),
        ({}, {(1, 0, 0): [SECOND[0] + MOVED, SECOND[1]]}, "probability of .1, 0, 0. is not in its interval"),
        ({(0, 0, 9): [0, 1]}, {}, "not integers for actions of the box"),
        ({}, {(0, 0, 1): [ZERO]}, "the probabilities are not those of the box"),
    ],
)
def test_other_minimal_polynomials_are_refused(polynomials, points, message):
    box = box_of(nash(NAU))
    assert check_minimal_polynomials(NAU, box, ROOTS, (0, 0, 0), FIELD) == check_equilibrium_box(NAU, box)
    with pytest.raises(CertificateError, match=message):
        check_minimal_polynomials(NAU, box, ROOTS | polynomials, (0, 0, 0), FIELD | points)


def test_a_point_near_the_equilibrium_is_not_taken_for_it():
    """Without polynomials of its own a probability may be any number of the field: only the equations refuse it."""
    box, near = box_of(nash(NAU)), {(1, 0, 0): [SECOND[0] + Fraction(1, 10**29), SECOND[1]]}
    with pytest.raises(CertificateError, match="is not the root"):
        check_minimal_polynomials(NAU, box, ROOTS, (0, 0, 0), FIELD | near)
    only = {(0, 0, 0): ROOTS[0, 0, 0]}
    check_minimal_polynomials(NAU, box, only, (0, 0, 0), FIELD)
    with pytest.raises(CertificateError, match="is not as good as another used action"):
        check_minimal_polynomials(NAU, box, only, (0, 0, 0), FIELD | near)


def test_an_interval_of_the_last_action_that_misses_the_rest_is_refused():
    box = box_of(nash(NAU))
    low, high = box[0, 0, 1]
    with pytest.raises(CertificateError, match="not in its interval"):
        check_equilibrium_box(NAU, {**box, (0, 0, 1): (low + MOVED, high + MOVED)})


def test_a_wide_box_with_two_zeros_is_refused():
    """Newton's step from the middle of the box stays in it: only the derivatives of all of the box show the second."""
    payoffs = [
        [[[3, 1, 0], [0, 2, -2]], [[-3, -3, 2], [1, 3, 3]]],
        [[[1, 1, -2], [-3, 0, 2]], [[2, -2, 3], [2, 0, 1]]],
    ]
    game = NormalForm.from_array(payoffs)
    assert sum(all(all(plan) for plan in each.plans) for each in nash(payoffs).equilibria) == 2
    box = {(player, 0, action): (ONE / 16, 1 - ONE / 16) for player in range(3) for action in (0, 1)}
    with pytest.raises(CertificateError, match="does not prove"):
        check_equilibrium_box(game, box)


def test_a_box_whose_probability_can_be_zero_is_refused():
    game = NormalForm.from_payoffs([[1, -1], [-1, 1]], [[0, 1], [0, 0]])  # the zero of the equations is at (0, 1)
    near = (-HALF / 8, HALF / 8)
    box = {
        (0, 0, 0): near,
        (0, 0, 1): (ONE - HALF / 8, ONE + HALF / 8),
        (1, 0, 0): (HALF, ONE),
        (1, 0, 1): (ZERO, HALF),
    }
    with pytest.raises(CertificateError, match="can be 0"):
        check_equilibrium_box(game, box)


def test_an_unused_action_that_is_better_or_as_good_is_refused():
    pure = {(player, 0, 0): (ONE, ONE) for player in range(3)}
    for better in (0, 1):
        cells = [[[[0 if a == 0 else better, 1 - b, 1 - c] for c in (0, 1)] for b in (0, 1)] for a in (0, 1)]
        with pytest.raises(CertificateError, match="as good as a used action"):
            check_equilibrium_box(NormalForm.from_array(cells), pure)


def test_a_player_without_an_action_is_refused():
    with pytest.raises(CertificateError, match="no action"):
        check_equilibrium_box(
            NormalForm.from_array([[[[0, 0, 0]] * 2]]), {(0, 0, 0): (ONE, ONE), (1, 0, 0): (ONE, ONE)}
        )


def test_what_follows_an_unused_action_in_a_tree_counts():
    """Leaving pays 2; going on pays 3 if the player then goes up."""
    tree = """EFG 2 R "" { "A" "B" } p "" 1 1 "" { "leave" "on" } 0 t "" 1 "" { 2 0 } p "" 1 2 "" { "down" "up" } 0
        t "" 2 "" { 1 0 } t "" 3 "" { %s 0 }"""
    leave = {(0, 1, 0): (ONE, ONE)}
    assert check_equilibrium_box(read_efg(tree % 1), leave) == ((2.0, 2.0), (0.0, 0.0))
    with pytest.raises(CertificateError, match="as good as a used action"):
        check_equilibrium_box(read_efg(tree % 3), leave)


def test_a_profile_has_a_strategy_for_each_player():
    with pytest.raises(CertificateError, match="2 strategies for 3 players"):
        check_mixed_profile(NAU, [(HALF, HALF)] * 2)


@pytest.mark.parametrize("seed", range(8))
def test_a_regular_equilibrium_that_is_moved_is_refused(seed):
    payoffs = np.random.default_rng(seed).integers(-999, 1000, (2, 2, 2, 3)).tolist()
    solution = nash(payoffs)
    assert solution.regular
    for plans in (each.plans for each in solution.equilibria if isinstance(each.payoffs[0], Fraction)):
        check_mixed_profile(solution.game, plans)
        for player, (first, second) in enumerate(plans):
            by = MOVED if first < second else -MOVED
            changed = (first + by, second - by)
            with pytest.raises(CertificateError, match="more than"):
                check_mixed_profile(solution.game, [*plans[:player], changed, *plans[player + 1 :]])
