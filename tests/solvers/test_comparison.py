"""Claimed lists of equilibria, compared with those of `nash`; expected verdicts are computed by hand, or published."""

import json
import re
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import nashpy
import numpy as np
import pytest
from poker import kuhn_poker

from gametheory import nash
from gametheory.formats.gambit import read_efg
from gametheory.verify import CertificateError

GAMES = Path(__file__).parents[1] / "data" / "games"
SEXES = [[2, 0], [0, 1]], [[1, 0], [0, 2]]  # pure (1, 1) and (2, 2), and (2/3, 1/3) against (1/3, 2/3)
OPERA, MIXED, FIGHT = [[1, 0], [1, 0]], [["2/3", "1/3"], ["1/3", "2/3"]], [[0, 1], [0, 1]]
# the only equilibrium is irrational (Nau, Gomez Canovas and Hansen 2004)
NAU = [[[[3, 0, 2], [1, 0, 0]], [[0, 2, 0], [0, 1, 0]]], [[[0, 1, 0], [0, 3, 0]], [[1, 0, 0], [2, 0, 3]]]]
# A is indifferent between its first two columns: the first component is a line (`lines.nfg` of the how-to)
LINES = [[3, 3], [2, 5], [0, 6]], [[3, 3], [2, 6], [3, 1]]


def verdicts(comparison):
    return [claim.verdict for claim in comparison.claimed]


def reread(solution):
    return json.loads(json.dumps(solution.as_json()))


def test_a_list_that_is_right():
    found = nash(*SEXES).compare([OPERA, MIXED, FIGHT])
    assert (found.agrees, found.certain) == (True, True)
    assert [claim.equilibrium for claim in found.claimed] == [0, 1, 2]
    assert found.missing == ()
    assert "None is missing: all equilibria are known." in str(found)
    assert "<table" in found._repr_html_()


def test_a_profile_that_is_no_equilibrium_comes_with_each_deviation():
    """Ann gets 1 of 2 and gains 1 by the first row; Bob gets 1/2 and gains 1/2 by the second column."""
    [claim] = nash(*SEXES).compare([[["1/2", "1/2"], [1, 0]]]).claimed
    assert claim.verdict == "no equilibrium"
    assert [(one.player, one.payoff, one.gain, one.deviation) for one in claim.regrets] == [
        ("row", 1, 1, {"start": "1"}),
        ("column", Fraction(1, 2), Fraction(1, 2), {"start": "2"}),
    ]


def test_what_is_missing():
    found = nash(*SEXES).compare([MIXED])
    assert (found.missing, found.agrees) == ((0, 2), False)
    assert [one["strategies"] for one in found.as_json()["missing"]] == [
        [["1", "0"], ["1", "0"]],
        [["0", "1"], ["0", "1"]],
    ]
    assert nash(*SEXES).compare([]).missing == (0, 1, 2)


@pytest.mark.parametrize("shift", [Fraction(1, 10**30), Fraction(1, 10**7)])
def test_an_equilibrium_that_is_wrong_by_a_little_is_never_called_one(shift):
    wrong = [[Fraction(2, 3) + shift, Fraction(1, 3) - shift], MIXED[1]]
    solution = nash(*SEXES)
    found = solution.compare([OPERA, wrong, FIGHT])
    assert verdicts(found)[1] == "near an equilibrium"
    assert (found.claimed[1].equilibrium, found.claimed[1].distance) == (1, shift)
    assert (found.missing, found.agrees) == ((), False)
    assert solution.compare([OPERA, wrong, FIGHT], "1/1000000").agrees
    assert verdicts(solution.compare([wrong], shift / 2)) == ["no equilibrium"]


def test_numbers_that_were_divided_by_their_sum_are_not_equal_to_an_equilibrium():
    """Three times 0.3333333333 are in proportion those of rock-paper-scissors, and are not its probabilities."""
    rounded = [["0.3333333333"] * 3] * 2
    found = nash([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]).compare([rounded])
    assert verdicts(found) == ["near an equilibrium"]
    assert found.claimed[0].distance == Fraction(1, 10**10)
    assert not found.agrees


def test_a_number_below_0_is_never_a_probability():
    tiny = [[1, 0], ["1.00000001", "-0.00000001"]]
    found = nash(*SEXES).compare([tiny, MIXED, FIGHT])
    assert verdicts(found) == ["near an equilibrium", "equilibrium", "equilibrium"]
    assert not found.agrees
    with pytest.raises(ValueError, match="a number is negative"):
        nash(*SEXES).compare([[[1, 0], ["1.001", "-0.001"]]])


def test_payoffs_of_a_list_are_compared():
    right = {"strategies": OPERA, "payoffs": [2, 1]}
    solution = nash(*SEXES)
    for payoffs, differ in (([2, 1], False), (["2.0000001", 1], True), ([1, 2], True)):
        found = solution.compare([right | {"payoffs": payoffs}, MIXED, FIGHT])
        assert (found.claimed[0].payoffs_differ, found.agrees) == (differ, not differ)
    with pytest.raises(ValueError, match=r"profile 1: payoffs \[2\]; allowed: a number for each of 2 players"):
        solution.compare([right | {"payoffs": [2]}])


def test_profiles_by_name_and_repeated_profiles():
    found = nash(*SEXES).compare([{"row": "2", "column": {"2": 1}}, {"strategies": FIGHT}, FIGHT])
    assert [(claim.equilibrium, claim.repeats) for claim in found.claimed] == [(2, None), (2, 0), (2, 0)]
    assert found.missing == (0, 1)


def test_one_member_of_a_component_is_enough():
    """Against the first row, each mixture with at least 2/3 of the first column keeps it best: 3 >= 5 - 3 q."""
    solution = nash(*LINES)
    found = solution.compare([[[1, 0, 0], ["5/6", "1/6"]]])
    assert verdicts(found) == ["equilibrium"]
    assert [tuple(part) for part in found.components] == [((0, 1), None, True), ((2,), None, False)]
    assert (found.claimed[0].equilibrium, found.missing) == (None, (2,))
    assert "equilibrium, in the component of 1, 2" in str(found)
    outside = solution.compare([[[1, 0, 0], ["13/20", "7/20"]]])
    assert verdicts(outside) == ["no equilibrium"]
    decimals = solution.compare([[[1, 0, 0], ["0.8571428571", "0.1428571429"]]])
    assert verdicts(decimals) == ["equilibrium"], "each such decimal is exact"


def test_decimals_of_a_point_of_a_component():
    """Both rows are best only against (1/3, 2/3), and any mixture of them, so that 0.33333333 is only near."""
    solution = nash([[2, 0], [0, 1]], [[1, 1], [1, 1]])
    found = solution.compare([[["1/7", "6/7"], [0.33333333, 0.66666667]]])
    assert verdicts(found) == ["near an equilibrium"]
    assert found.claimed[0].component == 0
    assert found.claimed[0].equilibrium is None


@pytest.mark.parametrize(("weight", "third", "verdict"), [(6, "1/3", "equilibrium"), (6, "1/4", "no equilibrium")])
def test_the_family_of_kuhn_poker(weight, third, verdict):
    """Kuhn (1950): the jack bets with any a <= 1/3, the king with 3 a, and the queen calls with a + 1/3."""
    a = Fraction(1, weight)

    def two(action, other, probability):
        return {action: str(probability), other: str(1 - Fraction(probability))}

    first = {
        "J": two("bet", "check", a),
        "Q": "check",
        "K": two("bet", "check", 3 * a),
        "J after bet": "fold",
        "Q after bet": two("call", "fold", a + Fraction(1, 3)),
        "K after bet": "call",
    }
    second = {
        "J after bet": "fold",
        "Q after bet": two("call", "fold", third),
        "K after bet": "call",
        "J after check": two("bet", "check", "1/3"),
        "Q after check": "check",
        "K after check": "bet",
    }
    found = nash(GAMES / "kuhn-poker.efg").compare([{"first": first, "second": second}])
    assert verdicts(found) == [verdict]
    assert found.agrees == (verdict == "equilibrium")


def test_an_irrational_equilibrium():
    solution = nash(NAU)
    assert solution.compare(reread(solution)).agrees, "an interval claims the equilibrium in it"
    floats = [[float(low_high) for low_high in plan] for plan in solution[0].plans]
    assert verdicts(solution.compare([floats])) == ["near an equilibrium"]
    moved = reread(solution)
    for ends in moved["equilibria"][0]["strategies"][0]:
        ends[0], ends[1] = (str(Fraction(end) + Fraction(1, 10**12)) for end in ends)
    assert "equilibrium" not in verdicts(solution.compare(moved))
    with pytest.raises(ValueError, match=r"profile 1: .* is an interval; allowed: at most 1/1000000 wide"):
        solution.compare([[[["1/2", "2/3"], ["1/3", "1/2"]], [1, 0], [1, 0]]])


def test_a_continuum_of_three_players():
    """Who is paid by the third player alone can do anything: each profile with the second action of the third."""
    payoffs = [[[(k, k, k) for k in (0, 1)] for _ in "ab"] for _ in "ab"]
    solution = nash(payoffs)
    found = solution.compare([[["1/3", "2/3"], ["1/5", "4/5"], [0, 1]]])
    assert verdicts(found) == ["equilibrium"]
    component = found.components[found.claimed[0].component]
    assert component.continuum is not None
    assert component.listed
    assert not found.agrees, "pure profiles are other supports"
    assert solution.compare(reread(solution)).agrees


def test_a_list_that_is_not_complete_is_not_certain():
    solution = nash(kuhn_poker(6))
    found = solution.compare(solution)
    assert verdicts(found) == ["equilibrium"]
    assert (found.certain, found.agrees, found.missing) == (False, False, ())
    assert "Not certain that no other is missing: one equilibrium was found, by linear programming" in str(found)


def test_pure_equilibria_only():
    solution = nash(*SEXES, pure=True)
    assert solution.compare([OPERA, FIGHT]).agrees
    assert "None is missing: all pure equilibria are known." in str(solution.compare([OPERA, FIGHT]))
    assert verdicts(solution.compare([MIXED])) == ["equilibrium"]
    assert solution.compare([MIXED]).missing == (0, 1)


def test_lists_of_another_program():
    """Nashpy enumerates vertices in floats; its supports miss equilibria that these have."""
    random = np.random.default_rng(20261128)
    compared = 0
    for _ in range(12):
        first, second = random.integers(-99, 99, (2, 3, 4))
        claimed = list(nashpy.Game(first, second).vertex_enumeration())
        solution = nash(first, second)
        if solution.degenerate:
            continue
        assert solution.compare(claimed, "1/1000000000").agrees
        without = claimed[1:]
        compared += 1
        assert len(solution.compare(without, "1/1000000000").missing) == 1
    assert compared > 8


def test_every_game_in_a_file_agrees_with_itself():
    for path in sorted(GAMES.glob("*.?fg")):
        solution = nash(path)
        found = solution.compare(reread(solution))
        assert found.agrees, path
        assert [claim.equilibrium for claim in found.claimed] == list(range(len(solution))), path
        components = [part.equilibria for part in found.components]
        assert sorted(number for part in components for number in part) == list(range(len(solution)))
        assert all(one < other for one, other in pairwise(components))


def test_a_list_that_lacks_an_equilibrium_is_not_believed_to_be_complete():
    solution = nash(*SEXES)
    lying = replace(solution, equilibria=solution.equilibria[:2])
    assert lying.complete
    with pytest.raises(CertificateError, match="a list that is complete does not have it"):
        lying.compare([FIGHT])
    assert lying.compare([OPERA, MIXED]).agrees, "the control"


@pytest.mark.parametrize(
    ("claimed", "message"),
    [
        ([[[1, 0], ["1/2", "1/3"]]], "profile 1: column at start: 1 1/2, 2 1/3 is no distribution: the sum is 0.8333"),
        ([OPERA, [[2, -1], [1, 0]]], "profile 2: row at start: 1 2, 2 -1 is no distribution: a number is negative"),
        ([[[1, 0, 0], [1, 0]]], "row has 2 strategies, and [1, 0, 0] has 3 numbers"),
        ([[[1, 0]]], "is no profile of this game"),
        ([[[1, 0]] * 3], "is no profile of this game"),
        ([{"row": "3", "column": "1"}], "profile 1: row at start: {'3': 1} has other actions than 1, 2"),
        ([{"rows": "1", "column": "1"}], "the game has no player 'rows', only row, column"),
        ([{"row": "1"}], "no probabilities for column"),
        (3, "3 is no list of profiles; allowed: a list of profiles"),
        ("abc", "'abc' is no list of profiles"),
        ([3], "profile 1: 3 is no profile of this game"),
        ([None], "profile 1: None is no profile of this game"),
        ({"equilibria": 3}, "3 is no list of profiles"),
        ({"equilibria": [], "continua": [3]}, "continua: 3 has no point"),
        ({"equilibria": [], "players": ["Ann", "Bob"]}, "it is for the players ['Ann', 'Bob']; this game has row"),
        ([[[["1/2", "1/3"], 0], [1, 0]]], "an interval has two ends, the lesser one first"),
        ([[["a", "b"], [1, 0]]], "profile 1: 'a' is no exact number"),
        ([[[float("nan"), 0], [1, 0]]], "profile 1: nan is not a finite number"),
    ],
)
def test_lists_that_are_refused(claimed, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        nash(*SEXES).compare(claimed)


def test_what_cannot_be_compared():
    for tolerance in (0, -1, "1/2", float("nan"), "x"):
        with pytest.raises(ValueError, match=r"tolerance|finite number|exact number"):
            nash(*SEXES).compare([OPERA], tolerance)
    entry = read_efg("""EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0
        p "" 2 1 "" { "fight" "share" } 0 t "" 1 "" { -1 -1 } t "" 2 "" { 1 1 } t "" 3 "" { 0 2 }""")
    for options, kind in (({"refine": "perfect"}, "perfect"), ({"subgame_perfect": True}, "pure subgame-perfect")):
        with pytest.raises(ValueError, match=f"the list has {kind} equilibria only"):
            nash(entry, **options).compare([])
    assert verdicts(nash(entry).compare([{"A": {"1": "in"}, "B": {"1": "share"}}])) == ["equilibrium"]
    assert verdicts(nash(entry).compare([{"A": "in", "B": "share"}, {"A": "in", "B": "fight"}])) == [
        "equilibrium",
        "no equilibrium",
    ]
    message = (
        r"profile 1: \[\[1, 0\], \[0, 1\]\] is a list; allowed of a tree: actions by name, such as {'A': {'1': 'in'}}"
    )
    with pytest.raises(ValueError, match=message):
        nash(entry).compare([[[1, 0], [0, 1]]])
