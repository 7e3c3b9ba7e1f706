"""The checker of deviations in subgames: why an equilibrium is not subgame perfect."""

import random
from fractions import Fraction

import pytest
from poker import random_tree
from trees import BATTLE, ENTRY

from gametheory import nash
from gametheory.formats.gambit.efg import read_efg
from gametheory.model.sequence_form import sequence_form
from gametheory.solvers.sequence_form.deviation import find_deviation
from gametheory.verify import CertificateError, check_not_subgame_perfect
from gametheory.verify.subgames import proper_subgames

UNIT = Fraction(1, 10**30)
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
