"""The checker of regret refuses plans and deviations that are wrong by one unit in the last place."""

from fractions import Fraction

import pytest

from gametheory.formats.gambit.efg import read_efg
from gametheory.verify import CertificateError, check_regret

ONE, HALF, UNIT = Fraction(1), Fraction(1, 2), Fraction(1, 10**12)
DILEMMA = read_efg(
    'EFG 2 R "" { "A" "B" } p "" 1 1 "" { "silent" "betray" } 0 p "" 2 1 "" { "silent" "betray" } 0 '
    't "" 1 "" { 3 3 } t "" 2 "" { 0 5 } p "" 2 1 0 t "" 3 "" { 5 0 } t "" 4 "" { 1 1 }'
)
SILENT, BETRAY = {(1, 0): ONE}, {(1, 1): ONE}
ENTRY = read_efg(
    'EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0 p "" 2 1 "" { "fight" "share" } 0 '
    't "" 1 "" { -1 -1 } t "" 2 "" { 1 1 } t "" 3 "" { 0 2 }'
)


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
