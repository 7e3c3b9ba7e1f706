"""The reduced normal form of trees, with and without perfect recall, against payoffs summed along each play."""

import random
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from plans import payoffs_of

from gametheory import nash
from gametheory.formats.gambit import read_efg
from gametheory.model.extensive_form import ImperfectRecall, check_perfect_recall
from gametheory.model.sequence_form import FormTooLarge, reduced_normal_form
from tests.fuzz.random_trees import random_tree

GAMES = Path(__file__).parents[1] / "data" / "games"


def test_payoffs_along_a_play_add_up():
    tree = read_efg(
        'EFG 2 R "" { "A" "B" } c "" 1 "" { "x" .25 "y" .75 } 1 "fee" { -1 0 } '
        'p "" 1 1 "" { "l" "r" } 2 "bonus" { 4 4 } t "" 1 t "" 0 p "" 1 1 0 t "" 0 t "" 2'
    )
    form = reduced_normal_form(tree)
    assert form.strategies == (("l", "r"), ("",))
    left = (Fraction(1, 4) * 2 - Fraction(3, 4), Fraction(1))
    right = (Fraction(1, 4) * 3 + Fraction(3, 4) * 3, Fraction(4))
    assert [outcome.payoffs for outcome in form.outcomes] == [left, right]


def merged(tree, numbers):
    """The tree in which players cannot tell information sets with as many actions apart, as far as `numbers` say."""
    first = {}
    joined = {
        (player, number): first.setdefault((player, len(own.actions), numbers.random() < 0.7 or number), number)
        for (player, number), own in tree.information_sets.items()
        if player
    }
    nodes = tuple(node._replace(information_set=joined[node.set_key]) if node.player else node for node in tree.nodes)
    sets = {key: own for key, own in tree.information_sets.items() if not key[0] or joined[key] == key[1]}
    return type(tree)(tree.players, nodes, sets, tree.outcomes)


def test_payoffs_with_and_without_perfect_recall():
    """Each plan of all information sets belongs to one reduced strategy, and pays what a walk down the tree says."""
    forgetful = 0
    for seed in range(40):
        numbers = random.Random(seed)
        tree = merged(random_tree(numbers, depth=3), numbers)
        form = reduced_normal_form(tree)
        try:
            check_perfect_recall(tree)
        except ImperfectRecall:
            forgetful += 1
        table = dict(zip(product(*reversed(form.strategies)), form.outcomes, strict=True))
        for profile, outcome in table.items():
            plans = []
            for player, name in enumerate(profile[::-1], 1):
                sets = dict.fromkeys(node.information_set for node in tree.nodes if node.player == player)
                actions = [tree.information_sets[player, number].actions for number in sets]
                words = name.split(",") if sets else []
                plans.append({number: own.index(word) if word in own else 0
                              for number, own, word in zip(sets, actions, words, strict=True)})  # fmt: skip
            assert outcome.payoffs == payoffs_of(tree, plans), (seed, profile)
    assert forgetful > 10


def test_the_absent_minded_driver():
    """Piccione and Rubinstein (1997): plans get at most 1, behavior strategies 4/3, since no plan exits only later."""
    solution = nash(GAMES / "absent-minded-driver.efg")
    assert [max(each.payoffs) for each in solution.equilibria] == [1]
    assert "comes twice on one path (absent-mindedness)" in solution.imperfect_recall
    assert "Mixed strategies over plans" in str(solution)
    assert solution.as_json()["imperfect_recall"] == solution.imperfect_recall
    with pytest.raises(ImperfectRecall):
        nash(GAMES / "absent-minded-driver.efg", refine="perfect")


def test_an_equilibrium_in_plans_where_behavior_strategies_have_none():
    """Wichardt (2008): a player who forgets the own first action; whoever mixes both actions apart can lose 5."""
    pays = iter(["1 -1", "-1 1", "-5 5", "-5 5", "-5 5", "-5 5", "-1 1", "1 -1"])
    guesses = [f'p "" 2 1 "" {{ "B" "T" }} 0 t "" {k} "" {{ {next(pays)} }} t "" {k + 1} "" {{ {next(pays)} }} '
               for k in (1, 3, 5, 7)]  # fmt: skip
    second = [f'p "" 1 2 "" {{ "r" "l" }} 0 {guesses[k]}{guesses[k + 1]}' for k in (0, 2)]
    solution = nash(read_efg(f'EFG 2 R "" {{ "A" "B" }} p "" 1 1 "" {{ "R" "L" }} 0 {"".join(second)}'))
    assert solution.imperfect_recall.startswith("player A has no perfect recall: information set 2")
    assert solution.strategies == (("R,r", "R,l", "L,r", "L,l"), ("B", "T"))
    half = Fraction(1, 2)
    assert [each.plans for each in solution.equilibria] == [((half, 0, 0, half), (half, half))]


def test_too_many_reduced_strategies_are_refused():
    actions = " ".join(f'"{k}"' for k in range(10))
    body = " ".join(f'p "" 1 {k} "" {{ {actions} }} 0 ' + 't "" 0 ' * 10 for k in range(1, 21))
    probabilities = " ".join('"" 1/20' for _ in range(20))
    tree = read_efg(f'EFG 2 R "" {{ "A" "B" }} c "" 1 "" {{ {probabilities} }} 0 {body}')
    with pytest.raises(FormTooLarge, match=r"player A has more than 10,000 reduced strategies"):
        reduced_normal_form(tree)


def test_a_tree_too_deep_for_its_table_is_refused():
    nodes = "".join(f'p "" 1 {k} "s" {{ "x" }} 0\n' for k in range(1, 20_000))
    with pytest.raises(FormTooLarge, match="the plays of the tree have too many moves"):
        reduced_normal_form(read_efg(f'EFG 2 R "" {{ "A" "B" }}\n{nodes}t "" 0'))
