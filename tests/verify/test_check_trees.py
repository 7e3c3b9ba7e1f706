"""The checkers of trees: a result that is wrong by one unit in the last place is refused."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from plans import pure_plans, table_of_plans
from poker import kuhn_poker, random_tree

from gametheory.formats.gambit.efg import read_efg
from gametheory.model.game import Outcome
from gametheory.verify import CertificateError, check_perfect_information, check_tree_equilibrium

THIRD, UNIT = Fraction(1, 3), Fraction(1, 10**30)


def kuhn_plans(bluff=THIRD):
    """Kuhn (1950): the first player never bets first; card 0 is bluffed by the second player with probability 1/3."""
    first = {(1, 0): 1, (2, 0): 1, (3, 0): 1, (4, 0): 1, (5, 0): 2 * THIRD, (5, 1): THIRD, (6, 1): 1}
    second = {
        (1, 0): 1 - bluff,
        (1, 1): bluff,
        (2, 0): 1,
        (3, 1): 1,
        (4, 0): 1,
        (5, 0): 2 * THIRD,
        (5, 1): THIRD,
        (6, 1): 1,
    }
    return [first, second]


def test_an_equilibrium_of_kuhn_poker():
    assert check_tree_equilibrium(kuhn_poker(3), kuhn_plans()) == (Fraction(-1, 18), Fraction(1, 18))


@pytest.mark.parametrize("unit", [UNIT, -UNIT])
def test_a_plan_that_is_off_in_the_last_place_is_refused(unit):
    with pytest.raises(CertificateError, match=r"player 1 gets .* by another plan"):
        check_tree_equilibrium(kuhn_poker(3), kuhn_plans(THIRD + unit))


def test_a_payoff_that_is_off_in_the_last_place_makes_another_plan_better():
    tree = kuhn_poker(3)
    better = Outcome("", (Fraction(1), Fraction(-1) + UNIT))
    with pytest.raises(CertificateError, match="by another plan"):
        check_tree_equilibrium(replace(tree, outcomes={**tree.outcomes, 1: better}), kuhn_plans())


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({(1, 0): 1 + UNIT}, "wrong weights at information set 1"),
        ({(1, 0): 2, (1, 1): -1}, "a weight is negative"),
        ({(1, 0): 1.0}, "not an integer or a Fraction"),
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


ENTRY = """EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0
p "" 2 1 "" { "fight" "share" } 0 t "" 1 "" { -1 -1 } t "" 2 "" { 1 1 } t "" 3 "" { 0 2 }"""


def entry_payoffs(share=Fraction(1)):
    war, peace, out = (Fraction(-1), Fraction(-1)), (share, share), (Fraction(0), Fraction(2))
    return [peace, peace, war, peace, out]


def test_backward_induction():
    assert check_perfect_information(read_efg(ENTRY), entry_payoffs(), [0, 1, 0, 0, 0]) == (1, 1)


@pytest.mark.parametrize(
    ("payoffs", "actions", "why"),
    [
        (entry_payoffs(), [0, 0, 0, 0, 0], "the payoffs at node 0|player 2 gains at node 1"),
        (entry_payoffs(), [1, 1, 0, 0, 0], "player 1 gains at node 0"),
        (entry_payoffs(1 + UNIT), [0, 1, 0, 0, 0], "the payoffs at node 3"),
        (entry_payoffs(), [0, 2, 0, 0, 0], "node 1 has no action 2"),
        (entry_payoffs(), [0, -1, 0, 0, 0], "node 1 has no action -1"),
        (entry_payoffs()[:4], [0, 1, 0, 0], "4 payoffs and 4 actions for 5 nodes"),
        ([(1.0, 1.0), *entry_payoffs()[1:]], [0, 1, 0, 0, 0], "not an integer or a Fraction"),
    ],
)
def test_wrong_results_of_backward_induction_are_refused(payoffs, actions, why):
    with pytest.raises(CertificateError, match=why):
        check_perfect_information(read_efg(ENTRY), payoffs, actions)


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
