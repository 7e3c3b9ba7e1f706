"""The checkers of trees: a result that is wrong by one unit in the last place is refused."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from plans import pure_plans, table_of_plans
from poker import kuhn_poker, random_tree
from trees import ENTRY, kuhn_plans

from gametheory.formats.gambit.efg import read_efg
from gametheory.model.game import Outcome
from gametheory.verify import CertificateError, check_perfect_information, check_tree_equilibrium

UNIT = Fraction(1, 10**30)


def test_an_equilibrium_of_kuhn_poker():
    assert check_tree_equilibrium(kuhn_poker(3), kuhn_plans()) == (Fraction(-1, 18), Fraction(1, 18))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({(1, 0): 2, (1, 1): -1}, "a weight is negative"),
        ({(1, 2): 0}, "has no actions"),
        ({(9, 0): 1}, "has no actions"),
        ({(4, 0): 0}, "wrong weights at information set 4"),
    ],
)
def test_weights_that_are_no_plan_are_refused(change, why):
    first, second = kuhn_plans()
    with pytest.raises(CertificateError, match=why):
        check_tree_equilibrium(kuhn_poker(3), [first | change, second])


def test_a_plan_for_each_player_is_needed():
    with pytest.raises(CertificateError, match="1 plans for 2 players"):
        check_tree_equilibrium(kuhn_poker(3), kuhn_plans()[:1])


def test_a_player_who_forgets_is_refused():
    tree = read_efg("""EFG 2 R "" { "A" } p "" 1 1 "" { "l" "r" } 0
        p "" 1 2 "" { "l" "r" } 0 t "" 1 "" { 1 } t "" 2 "" { 0 } p "" 1 2 0 t "" 2 t "" 1""")
    with pytest.raises(CertificateError, match="player 1 does not remember all at information set 2"):
        check_tree_equilibrium(tree, [{(1, 0): 1, (2, 0): 1}])


def test_payoffs_at_inner_nodes_and_chance_count():
    tree = read_efg("""EFG 2 R "" { "A" } p "" 1 1 "" { "l" "r" } 1 "toll" { -1 }
        c "" 1 "" { "x" 1/4 "y" 3/4 } 2 "bonus" { 2 } t "" 3 "" { 4 } t "" 0 t "" 2""")
    assert check_tree_equilibrium(tree, [{(1, 0): 1}]) == (2,)


def test_pure_plans_of_random_trees_are_accepted_if_and_only_if_the_table_says_so():
    accepted = refused = 0
    for seed in range(25):
        tree = random_tree(random.Random(seed), depth=3)
        plans = [[dict.fromkeys(plan.items(), Fraction(1)) for plan in pure_plans(tree, player)] for player in (1, 2)]
        if len(plans[0]) > 9:
            continue
        form = table_of_plans(tree)
        payoffs = form.payoff_matrix(0), form.payoff_matrix(1)
        for i, row in enumerate(plans[0]):
            for j, column in enumerate(plans[1]):
                here = payoffs[0][i][j], payoffs[1][i][j]
                best = max(line[j] for line in payoffs[0]), max(payoffs[1][i])
                if here == best:
                    assert check_tree_equilibrium(tree, [row, column]) == here, seed
                    accepted += 1
                else:
                    with pytest.raises(CertificateError, match="by another plan"):
                        check_tree_equilibrium(tree, [row, column])
                    refused += 1
    assert accepted > 20
    assert refused > 100


RETURNS = [(1, 1), (1, 1), (-1, -1), (1, 1), (0, 2)]


def test_backward_induction():
    assert check_perfect_information(ENTRY, RETURNS, [0, 1, 0, 0, 0]) == (1, 1)


@pytest.mark.parametrize(
    ("payoffs", "actions", "why"),
    [
        (RETURNS, [0, 0, 0, 0, 0], "the payoffs at node 0|player 2 gains at node 1"),
        (RETURNS, [1, 1, 0, 0, 0], "player 1 gains at node 0"),
        (RETURNS, [0, 2, 0, 0, 0], "node 1 has no action 2"),
        (RETURNS, [0, -1, 0, 0, 0], "node 1 has no action -1"),
        (RETURNS[:4], [0, 1, 0, 0], "4 payoffs and 4 actions for 5 nodes"),
    ],
)
def test_wrong_results_of_backward_induction_are_refused(payoffs, actions, why):
    with pytest.raises(CertificateError, match=why):
        check_perfect_information(ENTRY, payoffs, actions)


def test_a_gain_of_one_unit_is_found():
    tree = read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "l" "r" } 0 t "" 1 "" { 0 } t "" 2 "" { 0 }')
    gain = Outcome("", (UNIT,))
    payoffs = [(Fraction(0),), (Fraction(0),), (UNIT,)]
    with pytest.raises(CertificateError, match="player 1 gains at node 0"):
        check_perfect_information(replace(tree, outcomes={**tree.outcomes, 2: gain}), payoffs, [0, 0, 0])


def test_hidden_information_is_refused():
    tree = read_efg("""EFG 2 R "" { "A" "B" } p "" 1 1 "" { "l" "r" } 0 p "" 2 1 "" { "l" } 0 t "" 0
        p "" 2 1 0 t "" 0""")
    with pytest.raises(CertificateError, match="an information set has more than one node"):
        check_perfect_information(tree, [(Fraction(0), Fraction(0))] * 5, [0] * 5)
