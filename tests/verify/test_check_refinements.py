"""The checkers of sequential, perfect and quasi-perfect equilibria: published examples, and lies of one unit."""

from dataclasses import replace
from fractions import Fraction

import pytest
from trees import ACROSS, HORSE

from gametheory.formats.gambit.efg import read_efg
from gametheory.model.game import Outcome
from gametheory.verify import (
    CertificateError,
    check_perfect_equilibrium,
    check_quasi_perfect_equilibrium,
    check_sequential_equilibrium,
)

UNIT = Fraction(1, 10**30)
CHECKERS = [check_sequential_equilibrium, check_perfect_equilibrium, check_quasi_perfect_equilibrium]


# player 1 goes down because player 3 goes left; but then player 2 gains by going down, if that is ever reached
DOWN = [
    {(1, 0): [0, 1], (1, 1): [1, -1]},
    {(1, 0): [1, -1], (1, 1): [0, 1]},
    {(1, 0): [1, -1], (1, 1): [0, 1]},
]

# both actions of player 1 lead to payoff 1, the first through a second decision
CARE = read_efg("""EFG 2 R "" { "A" } p "" 1 1 "" { "risk" "stop" } 0 p "" 1 2 "" { "good" "bad" } 0
t "" 1 "" { 1 } t "" 2 "" { 0 } t "" 1""")

# whoever plays "no" gets 0 in any case, "yes" is at least as good
AGREE = read_efg("""EFG 2 R "" { "A" "B" } p "" 1 1 "" { "yes" "no" } 0 p "" 2 1 "" { "yes" "no" } 0
t "" 1 "" { 1 1 } t "" 2 "" { 0 0 } p "" 2 1 0 t "" 2 t "" 2""")


@pytest.mark.parametrize("check", CHECKERS)
def test_the_good_equilibrium_of_seltens_horse(check):
    assessment = check(HORSE, ACROSS)
    assert assessment.behavior == {(1, 1): (1, 0), (2, 1): (1, 0), (3, 1): (0, 1)}
    assert assessment.beliefs == {0: 1, 1: 1, 3: 1, 6: 0}


@pytest.mark.parametrize("check", CHECKERS)
def test_the_other_equilibrium_of_seltens_horse_is_refused(check):
    """Selten (1975): a Nash equilibrium, and subgame perfect since there is no subgame, but not perfect."""
    with pytest.raises(CertificateError, match="player 2 gains by another action than 0 at information set 1"):
        check(HORSE, DOWN)


@pytest.mark.parametrize("check", CHECKERS)
def test_player_3_can_be_indifferent_but_not_by_one_unit_less(check):
    """Player 3 goes left with probability 1/4 if the beliefs are 2/3 and 1/3; then player 2 is indifferent too."""
    third = [{(1, 0): [Fraction(1, 4)], (1, 1): [Fraction(3, 4)]}]
    first, second = {(1, 0): [1, -1], (1, 1): [0, 1]}, {(1, 0): [1, -1, 0], (1, 1): [0, 1, 0]}
    exact = [first, {(1, 0): [1, -2, 2, -2], (1, 1): [0, 2, -2, 2]}, *third]
    if check is check_sequential_equilibrium:
        assert check(HORSE, exact).beliefs[3] == Fraction(2, 3)
    off = [first, {(1, 0): [1, -2 + UNIT], (1, 1): [0, 2 - UNIT]}, *third]
    with pytest.raises(CertificateError, match="player 3 gains by another action than 1"):
        check(HORSE, off)
    with pytest.raises(CertificateError, match="player 3 gains"):
        check(HORSE, [first, second, *third])


@pytest.mark.parametrize("check", CHECKERS)
@pytest.mark.parametrize("unit", [UNIT, -UNIT])
def test_a_payoff_of_one_unit_more_is_a_gain(check, unit):
    """An indifferent player mixes; one unit more for either action, and the other one must have probability 0."""
    coin = 'EFG 2 R "" { "A" } p "" 1 1 "" { "l" "r" } 0 t "" 1 "" { 1 } t "" 2 "" { 1 }'
    tree, path = read_efg(coin), [{None: [2], (1, 0): [1], (1, 1): [1]}]
    assert check(tree, path).behavior == {(1, 1): (Fraction(1, 2), Fraction(1, 2))}
    better = replace(tree, outcomes={**tree.outcomes, 2: Outcome("", (1 + unit,))})
    with pytest.raises(CertificateError, match="player 1 gains"):
        check(better, path)


def test_perfect_players_avoid_their_own_mistakes_and_quasi_perfect_ones_need_not():
    """The example of van Damme (1984) for one player: "risk" is quasi-perfect and sequential, not perfect."""
    risk = [{(1, 0): [1, -1], (1, 1): [0, 1], (2, 0): [1, -2, 1], (2, 1): [0, 1, -1]}]
    stop = [{(1, 0): [0, 1], (1, 1): [1, -1], (2, 0): [0, 1, -1], (2, 1): [0, 0, 1]}]
    for check in CHECKERS:
        assert check(CARE, stop).behavior[1, 1] == (0, 1)
    for check in (check_sequential_equilibrium, check_quasi_perfect_equilibrium):
        assert check(CARE, risk).behavior[1, 1] == (1, 0)
    with pytest.raises(CertificateError, match="player 1 gains by another action than 0 at information set 1"):
        check_perfect_equilibrium(CARE, risk)


def test_an_equilibrium_in_dominated_strategies_is_sequential_only():
    refuse = [{(1, 0): [0, 1], (1, 1): [1, -1]}] * 2
    assert check_sequential_equilibrium(AGREE, refuse).behavior == {(1, 1): (0, 1), (2, 1): (0, 1)}
    for check in (check_perfect_equilibrium, check_quasi_perfect_equilibrium):
        with pytest.raises(CertificateError, match="player 1 gains by another action than 1"):
            check(AGREE, refuse)


@pytest.mark.parametrize("check", CHECKERS)
@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({(1, 0): [1, -1 + UNIT]}, "player 1: wrong weights at information set 1"),
        ({(1, 0): [1, -1, UNIT]}, "player 1: wrong weights at information set 1"),
        ({(1, 0): [1], (1, 1): [0]}, "player 1: a weight is not positive"),
        ({(1, 0): [1, 1], (1, 1): [0, -1]}, "player 1: a weight is not positive"),
        ({(1, 0): [1.0, -1]}, "not an integer or a Fraction"),
        ({(2, 0): [1]}, "player 1: the weights are not those of the actions"),
        ({None: [1, 1]}, "player 1: wrong weights at information set 1"),
    ],
)
def test_weights_that_are_no_path_are_refused(check, change, why):
    with pytest.raises(CertificateError, match=why):
        check(AGREE, [{(1, 0): [1, -1], (1, 1): [0, 1]} | change, {(1, 0): [1, -1], (1, 1): [0, 1]}])


@pytest.mark.parametrize("check", CHECKERS)
def test_a_path_for_each_player_is_needed(check):
    with pytest.raises(CertificateError, match="1 plans for 2 players"):
        check(AGREE, [{(1, 0): [1, -1], (1, 1): [0, 1]}])


@pytest.mark.parametrize("check", CHECKERS)
def test_a_chance_event_of_probability_0_is_refused(check):
    tree = read_efg("""EFG 2 R "" { "A" } c "" 1 "" { "a" 1 "b" 0 } 0
        p "" 1 1 "" { "l" "r" } 0 t "" 0 t "" 0 p "" 1 1 0 t "" 0 t "" 0""")
    with pytest.raises(CertificateError, match="a chance event has probability 0"):
        check(tree, [{(1, 0): [1, -1], (1, 1): [0, 1]}])


@pytest.mark.parametrize("check", CHECKERS)
def test_a_player_who_forgets_is_refused(check):
    tree = read_efg('EFG 2 R "" { "A" } p "" 1 7 "" { "stay" "go" } 0 p "" 1 7 0 t "" 0 t "" 0 t "" 0')
    with pytest.raises(CertificateError, match="player 1 does not remember all at information set 7"):
        check(tree, [{(7, 0): [1, -1], (7, 1): [0, 1]}])
