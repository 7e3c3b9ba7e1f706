"""Checkers of tables refuse other games, and lies of one unit in the last place."""

from fractions import Fraction
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest
from flint import fmpq
from trees import ENTRY

from gametheory import nash
from gametheory.formats.gambit import read_efg
from gametheory.model.normal_form import NormalForm
from gametheory.verify import (
    CertificateError,
    bracket_matrix_value,
    check_correlated,
    check_dominance,
    check_equilibrium_box,
    check_invasion,
    check_maximin,
    check_mixed_profile,
    check_nash,
    check_pure_equilibria,
    check_regret,
    check_stable,
    check_stackelberg,
    check_weak_stackelberg,
)
from gametheory.verify.tables import extreme_expectation

HALF, ONE, ZERO = Fraction(1, 2), Fraction(1), Fraction(0)
UNIT = Fraction(1, 10**30)
TINY, UNIT = Fraction(1, 10**30), Fraction(1, 10**12)


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
            for line, moves in product(([low, high], [high, low]), (1, 2)):
                replies = [[payoff] * moves for payoff in line]
                assert extreme_expectation([fmpq(1, moves)] * moves, replies, min) == low
                assert extreme_expectation([fmpq(1, moves)] * moves, replies, max) == high


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
    for by in (UNIT, -UNIT):
        with pytest.raises(CertificateError, match="does not prove"):
            check_equilibrium_box(NAU, moved(box, by))


def test_an_interval_of_the_last_action_that_misses_the_rest_is_refused():
    box = box_of(nash(NAU))
    low, high = box[0, 0, 1]
    with pytest.raises(CertificateError, match="not in its interval"):
        check_equilibrium_box(NAU, {**box, (0, 0, 1): (low + UNIT, high + UNIT)})


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
            by = UNIT if first < second else -UNIT
            changed = (first + by, second - by)
            with pytest.raises(CertificateError, match="more than"):
                check_mixed_profile(solution.game, [*plans[:player], changed, *plans[player + 1 :]])


CHICKEN = NormalForm.from_payoffs([[6, 2], [7, 0]], [[6, 7], [2, 0]])
SUM = (Fraction(1), Fraction(1))
BEST = {(0, 0): Fraction(1, 2), (1, 0): Fraction(1, 4), (0, 1): Fraction(1, 4)}
DUAL = {(0, 0, 1): Fraction(3, 4), (1, 0, 1): Fraction(3, 4)}


def test_the_best_distribution_is_accepted_with_its_multipliers():
    assert check_correlated(CHICKEN, BEST, SUM, DUAL) == Fraction(21, 2)
    # a coarse equilibrium of chicken cannot do better
    coarse = {(who, None, other): each for (who, _, other), each in DUAL.items()}
    assert check_correlated(CHICKEN, BEST, SUM, coarse, coarse=True) == Fraction(21, 2)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"distribution": {(0, 0): Fraction(1)}}, "player 1 gains 1 by strategy 2"),
        ({"distribution": {**BEST, (2, 0): Fraction(0)}}, "no distribution of profiles"),
        ({"weights": (Fraction(1),)}, "1 weights for 2 players"),
        ({"multipliers": {**DUAL, (0, 1, 0): -UNIT}}, "a multiplier is negative"),
        ({"multipliers": {**DUAL, (0, None, 1): UNIT}}, "belongs to no deviation"),
    ],
)
def test_other_certificates_are_refused(changed, message):
    certificate = {"distribution": BEST, "weights": SUM, "multipliers": DUAL} | changed
    with pytest.raises(CertificateError, match=message):
        check_correlated(CHICKEN, **certificate)


DILEMMA = read_efg(
    'EFG 2 R "" { "A" "B" } p "" 1 1 "" { "silent" "betray" } 0 p "" 2 1 "" { "silent" "betray" } 0 '
    't "" 1 "" { 3 3 } t "" 2 "" { 0 5 } p "" 2 1 0 t "" 3 "" { 5 0 } t "" 4 "" { 1 1 }'
)
SILENT, BETRAY = {(1, 0): ONE}, {(1, 1): ONE}


def test_the_gains_of_a_table_and_of_a_tree():
    assert check_regret(DILEMMA, [SILENT, SILENT], [BETRAY, BETRAY]) == ((3, 2), (3, 2))
    # to fight costs the incumbent 2 only if the entrant comes in
    come, stay, fight, share = {(1, 0): ONE}, {(1, 1): ONE}, {(1, 0): ONE}, {(1, 1): ONE}
    assert check_regret(ENTRY, [come, fight], [stay, share]) == ((-1, 1), (-1, 2))
    assert check_regret(ENTRY, [stay, fight], [stay, share]) == ((0, 0), (2, 0))
    mixed = {(1, 0): HALF, (1, 1): HALF}
    assert check_regret(ENTRY, [mixed, mixed], [come, share]) == ((0, 0), (1, HALF))


@pytest.mark.parametrize("sign", [1, -1])
def test_a_deviation_that_gains_less_or_a_plan_that_is_none_is_refused(sign):
    near = {(1, 0): UNIT, (1, 1): 1 - UNIT}
    with pytest.raises(CertificateError, match="player 1 gets 5 by the best plan, not"):
        check_regret(DILEMMA, [SILENT, SILENT], [near, BETRAY])
    more = {(1, 0): HALF, (1, 1): HALF + sign * UNIT}
    for plans in ([more, SILENT], [SILENT, more]):
        with pytest.raises(CertificateError, match="wrong weights at information set 1"):
            check_regret(DILEMMA, plans, [BETRAY, BETRAY])
    with pytest.raises(CertificateError, match="wrong weights at information set 1"):
        check_regret(DILEMMA, [SILENT, SILENT], [BETRAY, more])
    with pytest.raises(CertificateError, match="wrong weights at information set 1"):
        check_regret(ENTRY, [more, {(1, 0): ONE}], [{(1, 1): ONE}, {(1, 1): ONE}])


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        ({(1, 2): ONE}, "wrong weights at information set 1"),
        ({**SILENT, (2, 0): ONE}, "has no actions"),
        ({(1, 0): 1.0}, "not an integer or a Fraction"),
        ({(1, 0): 2 * ONE, (1, 1): -ONE}, "a weight is negative"),
        ({}, "wrong weights at information set 1"),
    ],
)
def test_a_plan_of_another_game_is_refused(plan, message):
    with pytest.raises(CertificateError, match=message):
        check_regret(DILEMMA, [plan, SILENT], [BETRAY, BETRAY])
    with pytest.raises(CertificateError, match="1 plans for 2 players"):
        check_regret(DILEMMA, [SILENT], [BETRAY])


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


# the follower is always indifferent between the first two replies, and never likes the third better than both mixed
TIES = NormalForm.from_payoffs([[3, 1, 9], [2, 4, 9]], [[1, 1, 0], [1, 1, 1]])


def test_ties_against_the_leader():
    """Against the worse of 3 p + 2 (1 - p) and p + 4 (1 - p), p = 1/2 gets 5/2; the third reply never is alone."""
    even = {0: HALF, 1: HALF}
    programs = {0: (even, {1: HALF / 2}), 1: (even, {0: 3 * HALF / 2}), 2: ({1: ONE}, {})}
    sides = {0: ({0: ONE}, {}), 1: ({0: ONE}, {}), 2: ({}, {0: ONE})}
    assert check_weak_stackelberg(TIES, 0, programs, sides) == {0: (Fraction(5, 2), 1), 1: (Fraction(5, 2), 1)}
    wrong = [
        (programs | {0: ({0: ONE}, {1: HALF / 2})}, sides, "better for the follower, or worse for the leader"),
        (programs | {0: (even, {1: HALF / 2 - UNIT})}, sides, "do not bound"),
        (programs | {0: (even, {1: -HALF})}, sides, "a multiplier is negative"),
        (programs | {0: ({}, {1: HALF / 2})}, sides, "do not bound"),
        (programs, sides | {2: ({1: ONE}, {})}, "as good as"),
        (programs, sides | {0: ({}, {2: ONE})}, "the mixture is worse"),
        (programs, sides | {2: ({}, {2: ONE})}, "no mixture of other replies"),
        (programs, {0: sides[0]}, "not those of the replies"),
    ]
    for other_programs, other_sides, message in wrong:
        with pytest.raises(CertificateError, match=message):
            check_weak_stackelberg(TIES, 0, other_programs, other_sides)


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


def test_pure_equilibria_are_checked_by_one_maximum_for_each_player_and_profile_of_the_others():
    """No payoff is looked up again for each other strategy, which took the cube of their number."""

    class Counted(dict):
        lookups = 0

        def __getitem__(self, key):
            self.lookups += 1
            return super().__getitem__(key)

    size = 20
    cells = Counted({(i, j): (Fraction(-abs(i - j)), Fraction(-abs(i - j))) for i in range(size) for j in range(size)})
    table = SimpleNamespace(cells=lambda: cells, strategies=((" ",) * size,) * 2)
    check_pure_equilibria(table, [(i, i) for i in range(size)])
    assert cells.lookups <= 2 * len(cells)
    with pytest.raises(CertificateError, match=r"a player gains in \(3, 4\)"):
        check_pure_equilibria(table, [*((i, i) for i in range(size)), (3, 4)])
