"""The dice of RISK and the luck modifier of Warzone, against published tables and a second way of counting."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import pytest
from program import document, refused

from gametheory import solve
from gametheory.games.battle import Battle
from gametheory.games.battle.distribution import exact_distribution
from gametheory.games.battle.other_rules import (
    DiceBattle,
    LuckBattle,
    exact_battle,
    killed_defenders,
    win_probabilities,
)

# J. A. Osborne, Markov Chains for the RISK Board Game Revisited, Mathematics Magazine 76 (2003), table 2: dice of the
# attacker and of the defender, and rolls in which 0, 1 and 2 defenders fall.
ROLLS = {
    (1, 1): (21, 15),
    (1, 2): (161, 55),
    (2, 1): (91, 125),
    (2, 2): (581, 420, 295),
    (3, 1): (441, 855),
    (3, 2): (2275, 2611, 2890),
}
# Table 3 there: a row for each number of defenders from 1 to 10, a column for each number of attackers.
WINS = """
.417 .754 .916 .972 .990 .997 .999 1.000 1.000 1.000
.106 .363 .656 .785 .890 .934 .967 .980 .990 .994
.027 .206 .470 .642 .769 .857 .910 .947 .967 .981
.007 .091 .315 .477 .638 .745 .834 .888 .930 .954
.002 .049 .206 .359 .506 .638 .736 .818 .873 .916
.000 .021 .134 .253 .397 .521 .640 .730 .808 .861
.000 .011 .084 .181 .297 .423 .536 .643 .726 .800
.000 .005 .054 .123 .224 .329 .446 .547 .646 .724
.000 .003 .033 .086 .162 .258 .357 .464 .558 .650
.000 .001 .021 .057 .118 .193 .287 .380 .480 .568
"""


def two_highest(dice: int) -> dict[tuple[int, int], int]:
    """Count the rolls by their two highest dice, without a list of the rolls: both are at most x, all others at most y.

    Of one die, the second highest is 0.
    """

    def at_most(x: int, y: int) -> int:
        if dice == 1:
            return x
        low = min(x, y)
        return low**dice + dice * low ** (dice - 1) * (x - low)

    counts = {}
    for x, y in product(range(1, 7), range(7)):
        if dice == 1:
            counts[x, y] = int(y == 0)
        elif 1 <= y <= x:
            # inclusion and exclusion: exactly x and exactly y; with x = y only two of the four corners differ
            counts[x, y] = at_most(x, y) - at_most(x, y - 1)
            if y < x:
                counts[x, y] -= at_most(x - 1, y) - at_most(x - 1, y - 1)
    return {pair: count for pair, count in counts.items() if count}


@pytest.mark.parametrize("dice", ROLLS, ids=lambda dice: f"{dice[0]}v{dice[1]}")
def test_a_roll_kills_as_many_as_in_the_table_of_osborne_and_by_a_second_count(dice: tuple[int, int]) -> None:
    rolls = 6 ** sum(dice)
    published = {killed: Fraction(count, rolls) for killed, count in enumerate(ROLLS[dice])}
    assert killed_defenders(*dice) == published
    counted = dict.fromkeys(published, 0)
    for own, others in product(two_highest(dice[0]).items(), two_highest(dice[1]).items()):
        killed = sum(one > other > 0 for one, other in zip(own[0], others[0], strict=True))
        counted[killed] += own[1] * others[1]
    assert counted == dict(enumerate(ROLLS[dice]))


def test_battles_are_won_as_often_as_in_the_table_of_osborne() -> None:
    for defenders, row in enumerate(WINS.strip().splitlines(), 1):
        wins = [f"{float(win):.3f}" for _, win in win_probabilities(DiceBattle(1, defenders), 10)]
        assert wins == [f"{float(number):.3f}" for number in row.split()]


BATTLES = [
    DiceBattle(5, 4),
    DiceBattle(6, 3, reserve=1, stop_when_outnumbered=True),
    DiceBattle(4, 4, dice=(2, 1)),
    LuckBattle(5, 4, luck=Fraction(3, 4), rounding="weighted"),
    LuckBattle(5, 5, luck=Fraction(4, 25)),
    LuckBattle(3, 4, Fraction(1, 5), Fraction(1, 3), "defender", luck=Fraction(1, 2)),
]


@pytest.mark.parametrize("battle", BATTLES, ids=str)
def test_forward_backward_and_the_solver_of_markov_chains_agree(battle: Battle) -> None:
    distribution = exact_battle(battle, 3)
    solution = solve(battle)
    probabilities = {name: facts.probability for name, facts in solution.outcomes.items()}
    eventual = {name: value for name, value in distribution.eventual._asdict().items() if value}
    never = eventual.pop("never", Fraction(0))
    assert probabilities == eventual
    assert never == solution.never_ends
    assert dict(win_probabilities(battle, battle.attackers))[battle.attackers] == distribution.eventual.win
    for side in distribution.survivors:
        assert sum(side.values()) == 1


@pytest.mark.parametrize("rounding", ["straight", "weighted"])
def test_with_luck_1_a_battle_is_one_of_the_question(rounding: str) -> None:
    expected = exact_distribution(Battle(5, 4), 2)
    found = exact_battle(LuckBattle(5, 4, rounding=rounding), 2, ends=False)
    assert (found.turns, found.eventual) == (expected.turns, expected.eventual)
    assert {count: share for count, share in found.survivors.attackers.items() if share} == expected.survivors.attackers


def test_the_examples_of_the_wiki_of_warzone() -> None:
    """Luck_Modifier: of 100 armies, 60 kills are expected; with 54 by chance and luck 50 %, 57 are killed."""
    kills = LuckBattle(100, 1, luck=Fraction(1, 2)).kills(100, Fraction(3, 5))
    # a half is rounded up (Rounding_mode), so that 53 by chance become 57, too
    chances = [comb(100, count) * Fraction(3, 5) ** count * Fraction(2, 5) ** (100 - count) for count in (53, 54)]
    assert kills[57] == sum(chances)
    # Rounding_mode: without luck and rounded straight, 4 armies kill as many as 3
    certain = LuckBattle(4, 1, luck=Fraction(0))
    assert certain.kills(4, Fraction(3, 5)) == certain.kills(3, Fraction(3, 5)) == {2: 1}
    # there: of 12.8, weighted random rounding makes 13 with 80 %, and else 12
    weighted = LuckBattle(16, 1, luck=Fraction(0), rounding="weighted")
    assert weighted.kills(16, Fraction(4, 5)) == {12: Fraction(1, 5), 13: Fraction(4, 5)}
    # and a whole number stays
    assert weighted.kills(5, Fraction(3, 5)) == {3: 1}


def test_odds_with_dice_and_with_luck_are_exact() -> None:
    odds = document("battle", "odds", 5, 5, "--dice", "3v2")
    assert odds["eventual"]["win"] == str(exact_battle(DiceBattle(5, 5), 1).eventual.win)
    assert odds["error_bound"] == "0"
    assert odds["dice"] == [3, 2]
    assert "p" not in odds
    luck = document("battle", "odds", 6, 4, "--luck", "0.75", "--round", "weighted", "--turns", 2)
    assert (luck["luck"], luck["rounding"], luck["p"]) == ("3/4", "weighted", "3/5")
    assert len(luck["turns"]) == 2
    assert sum(Fraction(share) for share in luck["survivors"]["attackers"].values()) == 1
    plain = document("battle", "odds", 6, 4, "--exact")
    assert document("battle", "odds", 6, 4, "--luck", "1")["eventual"] == plain["eventual"]


def test_need_with_dice_is_the_first_of_the_table() -> None:
    need = document("battle", "need", 10, "--win", "0.5", "--dice", "3v2")
    assert need["attackers"] == 10
    assert (f"{float(Fraction(need['win'])):.3f}", f"{float(Fraction(need['win_of_one_less'])):.3f}") == (
        "0.568",
        "0.480",
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("odds 5 5 --dice 4v2", "argument --dice: '4v2' is not AvD with at most 3 dice of the attacker and 2 of the"),
        ("odds 5 5 --dice 3v2 --p 0.5", "argument --p: not allowed with --dice, which decides who is hit"),
        ("odds 5 5 --dice 3v2 --luck 0.5", "argument --luck: not allowed with --dice"),
        ("odds 5 5 --round weighted", "argument --round: only with --luck"),
        ("odds 5 5 --luck 1.5", "argument --luck: '1.5' is more than 1"),
        ("odds 5 5 --luck 0.5 --round up", "argument --round: invalid choice: 'up'"),
        ("odds 32 32 --luck 0.5", "A, D too large: 1,024 positions; at most 1,000, for example 31 against 31"),
        ("odds 101 100 --dice 3v2", "A, D too large: 10,100 positions; at most 10,000"),
        ("need 5 --win 0.5 --dice 3v2 --turns 3", "argument --turns: not allowed with --dice or --luck"),
        ("need 40 --win 1 --luck 0", "argument --win: 1 is not reached by 25 attackers, the most that are tried"),
        ("table 5 5 -o table.csv --dice 3v2", "argument --dice: only `battle odds` and `battle need` take it"),
    ],
)
def test_wrong_rules_are_refused(arguments: str, message: str) -> None:
    assert message in refused("battle", *arguments.split())


def test_rules_in_python_refuse_wrong_values() -> None:
    for dice in ((4, 2), (3, 3), (0, 1)):
        with pytest.raises(ValueError, match="are not 1 to 3 of the attacker and 1 or 2 of the defender"):
            DiceBattle(3, 3, dice=dice)
    with pytest.raises(ValueError, match="luck: 2 is not from 0 to 1"):
        LuckBattle(3, 3, luck=Fraction(2))
    with pytest.raises(ValueError, match="rounding: 'up' is not one of straight, weighted"):
        LuckBattle(3, 3, rounding="up")
