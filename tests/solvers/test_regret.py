"""The regret of given strategies: by hand, by brute force over plans, in tables, trees and classes; bad profiles."""

import json
import random
from fractions import Fraction

import pytest
from games_by_class import Entry
from plans import pure_plans, table_of_plans

from gametheory import nash, regret, solve
from gametheory.formats.gambit.efg import read_efg
from gametheory.model.normal_form import NormalForm

DILEMMA = [[3, 0], [5, 1]], [[3, 5], [0, 1]]
LATER = read_efg(
    'EFG 2 R "" { "A" "B" } p "" 1 1 "first" { "in" "out" } 0 p "" 2 1 "reply" { "l" "r" } 0 '
    'p "" 1 2 "last" { "u" "d" } 0 t "" 1 "" { 3 1 } t "" 2 "" { 0 0 } t "" 3 "" { 1 4 } t "" 4 "" { 2 2 }'
)


def gains(solution):
    return [tuple(each.gain for each in profile) for profile in solution.profiles]


def test_the_regret_of_silence_is_the_temptation():
    solution = regret(DILEMMA[0], {"strategies": [[1, 0], [1, 0]]}, DILEMMA[1])
    assert gains(solution) == [(2, 2)]
    assert [each.deviation for each in solution.profiles[0]] == [{"start": "2"}, {"start": "2"}]
    assert solution.greatest == (2,)


@pytest.mark.parametrize("seed", range(6))
def test_a_table_has_the_regret_of_each_pure_strategy(seed):
    rng = random.Random(seed)
    array = [[[[rng.randint(-9, 9) for _ in "abc"] for _ in "ab"] for _ in "abc"] for _ in "ab"]
    mixed = [[rng.randint(0, 5) + 1 for _ in range(size)] for size in (2, 3, 2)]
    mixed = [[Fraction(weight, sum(own)) for weight in own] for own in mixed]

    def payoff(who, plans):
        cells = ((a, b, c) for a in range(2) for b in range(3) for c in range(2))
        return sum(plans[0][a] * plans[1][b] * plans[2][c] * array[a][b][c][who] for a, b, c in cells)

    (found,) = regret(array, {"strategies": mixed}).profiles
    for who, each in enumerate(found):
        pure = [[int(i == j) for j in range(len(mixed[who]))] for i in range(len(mixed[who]))]
        best = max(payoff(who, [*mixed[:who], own, *mixed[who + 1 :]]) for own in pure)
        assert (each.payoff, each.gain) == (payoff(who, mixed), best - payoff(who, mixed))


def test_a_tree_has_the_regret_of_its_table_of_plans():
    third, half = Fraction(1, 3), Fraction(1, 2)
    behavior = {
        "A": {"first": {"in": third, "out": 1 - third}, "last": {"u": half, "d": half}},
        "B": {"reply": {"l": half, "r": half}},
    }
    (found,) = regret(LATER, {"behavior": behavior}).profiles
    weights = {(0, 0): third * half, (0, 1): third * half, (1,): 1 - third}
    mixed = [weights[tuple(plan.values())] for plan in pure_plans(LATER, 1)]
    (table,) = regret(table_of_plans(LATER), {"strategies": [mixed, [half, half]]}).profiles
    assert [each[1:3] for each in found] == [each[1:3] for each in table]
    # to go in and then up, and to stay out, both get 2
    assert found[0].deviation in ({"first": "in", "last": "u"}, {"first": "out"})


UNNAMED = read_efg(
    'EFG 2 R "" { "" "" } p "" 1 1 "" { "1" "2" } 0 p "" 2 1 "" { "1" "2" } 0 t "" 1 "" { 3 1 } t "" 2 "" { 0 0 } '
    'p "" 2 2 "" { "1" "2" } 0 t "" 3 "" { 1 4 } t "" 4 "" { 2 2 }'
)


@pytest.mark.parametrize(
    "game",
    [NormalForm.from_payoffs(*DILEMMA), LATER, UNNAMED, Entry()],
    ids=["table", "tree", "tree without names", "class"],
)
def test_what_nash_and_solve_print_has_no_regret(game):
    for solution in (nash(game), solve(game)):
        document = json.loads(json.dumps(solution.as_json()))
        assert set(regret(game, document).greatest) == {0}


@pytest.mark.parametrize(
    ("profile", "message"),
    [
        ({"strategies": [["1/3", "2/3"], [1, 0]]}, None),
        ({"strategies": [[0.1, 0.9], [1, 0]]}, None),
        ({"strategies": [[0.3333333, 0.6666666], [1, 0]]}, "row at start: 1 0.3333333, 2 0.6666666 is no distribution"),
        ({"strategies": [[2, -1], [1, 0]]}, "is no distribution; allowed: exact numbers such as"),
        ({"strategies": [["a", "2/3"], [1, 0]]}, "1 a, 2 2/3 is no distribution"),
        ({"strategies": [[["1/3", "2/3"], 1], [1, 0]]}, "is no distribution"),
        ({"strategies": [[float("nan"), 1], [1, 0]]}, "is no distribution"),
        ({"strategies": [[1, 0]]}, "is no profile of this game"),
        ({"strategies": [[1, 0], [1]]}, "is no profile of this game"),
        ({"equilibria": [3]}, "3 is no profile of this game"),
        ([], r"\[\] is no profile of this game; allowed: JSON that nash or solve prints"),
        ({"strategy": [{"player": "row"}]}, "is no profile of this game"),
        ({"behavior": {"row": 3}}, "row has no information set 3, only start"),
        ({"behavior": {"row": {"start": 3}}}, "row at start: 3 has other actions than 1, 2"),
        ({"behavior": {"Eve": {}}}, "the game has no player 'Eve', only row, column"),
        ({"behavior": {"row": {"end": {}}}}, "row has no information set 'end', only start"),
        ({"behavior": {"row": {"start": {"3": 1}}}}, "has other actions than 1, 2"),
        ({"behavior": {"row": {"start": {"1": 1}}}}, "no probabilities for column at start"),
    ],
)
def test_a_profile_that_is_none_is_named(profile, message):
    if message is None:
        regret(DILEMMA[0], profile, DILEMMA[1])
        return
    with pytest.raises(ValueError, match=f"^profile: .*{message}"):
        regret(DILEMMA[0], profile, DILEMMA[1])
