"""Checkers of trees: a result that is wrong by one unit in the last place is refused."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from plans import pure_plans, table_of_plans
from poker import kuhn_poker, random_tree
from trees import BATTLE, ENTRY, HORSE, kuhn_plans

from gametheory import nash
from gametheory.formats.gambit import read_efg
from gametheory.model.game import Outcome
from gametheory.model.sequence_form import sequence_form
from gametheory.solvers.subgames import find_deviation
from gametheory.verify import (
    CertificateError,
    check_not_subgame_perfect,
    check_perfect_equilibrium,
    check_perfect_information,
    check_quasi_perfect_equilibrium,
    check_sequential_equilibrium,
    check_subgame_perfect_tree,
    check_tree_equilibrium,
)
from gametheory.verify.trees import proper_subgames

UNIT = Fraction(1, 10**30)


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


MIXED = {(1, 1): (1, 0), (1, 2): (Fraction(3, 4), Fraction(1, 4)), (2, 1): (Fraction(1, 4), Fraction(3, 4))}


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({(1, 2): (1, 0)}, "in the subgame at node 2: player 2 gets"),
        ({(1, 1): (0, 1)}, "in the subgame at node 0: player 1 gets 2 by another plan"),
        ({(2, 1): ()}, "player 2: no behavior at information set 1"),
    ],
)
def test_a_behavior_that_is_off_in_the_last_place_is_refused(change, why):
    with pytest.raises(CertificateError, match=why):
        check_subgame_perfect_tree(BATTLE, MIXED | change)


def test_completions_say_what_the_plans_leave_out():
    solution = nash(BATTLE)
    found = {
        equilibrium.payoffs: solution.added(index)
        for index, equilibrium in enumerate(solution.equilibria)
        if solution.subgame_perfect[index]
    }
    assert found == {(2, 0): {(1, 2): (0, 1)}, (3, 1): {}}
    assert [equilibrium.get("completion") for equilibrium in solution.as_json()["equilibria"]][1] == {
        "A": {"A plays": {"opera": "0", "fight": "1"}},
        "B": {},
    }


@pytest.mark.parametrize("seed", range(8))
def test_a_threat_in_an_unreached_subgame_of_a_random_tree_is_refused(seed):
    """Every completion is accepted; with another action at a single node that is a subgame, if worse, it is not."""
    tree = random_tree(random.Random(seed), depth=3, perfect_information=seed % 2 == 0)
    solution = nash(tree)
    for perfect, completion in zip(solution.subgame_perfect, solution.completions, strict=True):
        if perfect and completion:
            behavior = {(p, n): own for p, each in enumerate(completion, 1) for n, own in each.items()}
            payoffs = check_subgame_perfect_tree(tree, behavior)
            assert payoffs in [equilibrium.payoffs for equilibrium in solution.equilibria]


def test_a_subgame_with_too_many_vertices_is_tried_by_pivots(monkeypatch):
    monkeypatch.setattr("gametheory.solvers.subgames.MAX_TRIES", 1)
    perfect = dict(zip([e.payoffs for e in nash(BATTLE).equilibria], nash(BATTLE).subgame_perfect, strict=True))
    assert perfect[3, 1]
    assert False not in nash(BATTLE).subgame_perfect


OUT, FIGHT, SHARE = {(1, 1): 1}, {(1, 0): 1}, {(1, 1): 1}


def deep(last):
    """A stays out or goes in, B stops or goes on, A takes x or y: with these payoffs of y."""
    return read_efg(f"""EFG 2 R "" {{ "A" "B" }} p "" 1 1 "" {{ "out" "in" }} 0 t "" 1 "" {{ 2 0 }}
    p "" 2 1 "" {{ "stop" "on" }} 0 t "" 2 "" {{ 1 1 }} p "" 1 2 "" {{ "x" "y" }} 0
    t "" 3 "" {{ 3 3 }} t "" 4 "" {{ {last} }}""")


def test_an_empty_threat_loses_in_its_subgame():
    assert check_not_subgame_perfect(ENTRY, [OUT, FIGHT], 1, 2, SHARE) == 2
    half = {(1, 0): Fraction(1, 2), (1, 1): Fraction(1, 2)}
    assert check_not_subgame_perfect(ENTRY, [OUT, half], 1, 2, SHARE) == 1


@pytest.mark.parametrize(
    ("plans", "subgame", "player", "deviation", "why"),
    [
        ([OUT, FIGHT], 1, 2, FIGHT, "player 2 gains 0 by the deviation"),
        ([OUT, SHARE], 1, 2, FIGHT, "player 2 gains -2"),
        ([OUT, FIGHT], 1, 1, {(1, 0): 1}, "wrong weights|no actions"),
        ([OUT, FIGHT], 1, 1, {}, "player 1: the plan does not lead to node 1"),
        ([OUT, FIGHT], 2, 2, SHARE, "no subgame begins at node 2"),
        ([OUT, FIGHT], 1, 3, SHARE, "there is no player 3"),
        ([OUT, FIGHT], 1, 2, {(1, 1): 1 - UNIT}, "wrong weights at information set 1"),
        ([OUT, FIGHT], 1, 2, {(1, 1): 1.0}, "not an integer or a Fraction"),
        ([OUT, {(1, 0): 1 - UNIT}], 1, 2, SHARE, "wrong weights at information set 1"),
    ],
)
def test_what_shows_nothing_is_refused(plans, subgame, player, deviation, why):
    with pytest.raises(CertificateError, match=why):
        check_not_subgame_perfect(ENTRY, plans, subgame, player, deviation)


def test_the_deviation_gains_against_every_best_response():
    """B mixes so that A likes both: then A may play what makes B like the mixture. One unit less, and A may not."""
    opera, fight = {(1, 0): 1}, {(1, 1): 1}

    def plan(share):
        return {(1, 0): share, (1, 1): 1 - share}

    for deviation in (opera, fight):
        with pytest.raises(CertificateError, match="player 2 gains"):
            check_not_subgame_perfect(BATTLE, [{(1, 0): 1}, plan(Fraction(1, 4))], 2, 2, deviation)
    more, less = (plan(Fraction(1, 4) + unit) for unit in (UNIT, -UNIT))
    assert check_not_subgame_perfect(BATTLE, [{(1, 0): 1}, more], 2, 2, opera) == Fraction(3, 4) - UNIT
    assert check_not_subgame_perfect(BATTLE, [{(1, 0): 1}, less], 2, 2, fight) == 3 * (Fraction(1, 4) - UNIT)


def test_inner_subgames_with_one_payoff_are_replaced():
    """A would take x. If y pays A the same, A may also choose y, and B stops for good reason."""
    plans = [{(1, 0): 1}, {(1, 0): 1}]
    assert check_not_subgame_perfect(deep("0 0"), plans, 2, 2, {(1, 1): 1}) == 2
    assert check_not_subgame_perfect(deep("3 3"), plans, 2, 2, {(1, 1): 1}) == 2
    with pytest.raises(CertificateError, match="player 2 gains -"):
        check_not_subgame_perfect(deep("3 0"), plans, 2, 2, {(1, 1): 1})
    with pytest.raises(CertificateError, match="player 2 gains 0"):
        check_not_subgame_perfect(deep("4 1"), plans, 2, 2, {(1, 1): 1})


def test_a_player_mixes_before_the_subgame():
    """The plan there is what is left of the weights after the way to it."""
    tree = read_efg("""EFG 2 R "" { "A" "B" } p "" 2 1 "" { "l" "r" } 0 t "" 1 "" { 0 0 }
    p "" 1 1 "" { "out" "in" } 0 t "" 1 p "" 2 2 "" { "u" "d" } 0 t "" 2 "" { -1 1 } t "" 3 "" { 1 3 }""")
    half = Fraction(1, 2)
    plans = [{(1, 0): 1}, {(1, 0): half, (1, 1): half, (2, 0): half}]
    assert check_not_subgame_perfect(tree, plans, 4, 2, {(2, 1): 1}) == 2


@pytest.mark.parametrize("kind", [{}, {"perfect_information": True}, {"payoffs": range(2)}])
def test_every_equilibrium_that_is_not_subgame_perfect_has_a_deviation(kind):
    refuted = 0
    for seed in range(4):
        tree = random_tree(random.Random(seed), depth=3, **kind)
        solution = nash(tree, limit=300)
        deviations = solution.deviations or (None,)  # none after backward induction
        for perfect, deviation in zip(solution.subgame_perfect, deviations, strict=True):
            assert (perfect is False) == (deviation is not None)
            assert deviation is None or (deviation.player and deviation.gain > 0)
            refuted += perfect is False
    assert refuted > 3


def test_no_subgame_perfect_equilibrium_is_refuted():
    """The search for deviations accuses every subgame, and the checker accepts none."""
    tried = 0
    for tree in (ENTRY, BATTLE, deep("3 0"), random_tree(random.Random(1), depth=3)):
        solution, form = nash(tree, limit=300), sequence_form(tree)
        for perfect, equilibrium in list(zip(solution.subgame_perfect, solution.equilibria, strict=True))[:4]:
            for subgame in [0, *(root for root, _ in proper_subgames(tree))] if perfect else ():
                assert not find_deviation(form, equilibrium.plans, subgame).player, subgame
                tried += 1
    assert tried > 7


def test_a_mixed_deviation_can_be_needed():
    """B threatens to abstain. Every move of A is a best response, and only a mixture gains against all of them."""
    tree = read_efg("""EFG 2 R "" { "A" "B" } p "" 1 1 "" { "out" "in" } 0 t "" 1 "" { 2 0 }
    p "" 1 2 "" { "h" "t" } 0 p "" 2 1 "" { "h" "t" "abstain" } 0 t "" 2 "" { 0 2 } t "" 3 "" { 0 -1 } t "" 4 "" { 0 0 }
    p "" 2 1 0 t "" 3 t "" 2 t "" 4""")
    abstain, both = {(1, 2): 1}, {(1, 0): Fraction(1, 2), (1, 1): Fraction(1, 2)}
    for pure in (0, 1):
        with pytest.raises(CertificateError, match="player 2 gains -1"):
            check_not_subgame_perfect(tree, [{(1, 0): 1}, abstain], 2, 2, {(1, pure): 1})
    assert check_not_subgame_perfect(tree, [{(1, 0): 1}, abstain], 2, 2, both) == Fraction(1, 2)
    out, never = (Fraction(1), Fraction(1), *[Fraction(0)] * 3), (*[Fraction(1)], *[Fraction(0)] * 2, Fraction(1))
    found = find_deviation(sequence_form(tree), (out, never), 2)
    assert found.gain == Fraction(1, 2)
    assert found.behavior == {1: (Fraction(1, 2), Fraction(1, 2), 0)}


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
def test_mistakes_of_a_player_who_forgets_are_refused(check):
    tree = read_efg('EFG 2 R "" { "A" } p "" 1 7 "" { "stay" "go" } 0 p "" 1 7 0 t "" 0 t "" 0 t "" 0')
    with pytest.raises(CertificateError, match="player 1 does not remember all at information set 7"):
        check(tree, [{(7, 0): [1, -1], (7, 1): [0, 1]}])
