"""The checker of subgame perfection with hidden information, and the completions that it accepts."""

import random
from fractions import Fraction

import pytest
from poker import random_tree
from trees import BATTLE

from gametheory import nash
from gametheory.verify import CertificateError, check_subgame_perfect_tree

MIXED = {(1, 1): (1, 0), (1, 2): (Fraction(3, 4), Fraction(1, 4)), (2, 1): (Fraction(1, 4), Fraction(3, 4))}


def test_a_mixed_equilibrium_of_a_subgame_keeps_a_player_out():
    assert check_subgame_perfect_tree(BATTLE, MIXED) == (2, 0)


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
    monkeypatch.setattr("gametheory.solvers.sequence_form.subgames.MAX_TRIES", 1)
    perfect = dict(zip([e.payoffs for e in nash(BATTLE).equilibria], nash(BATTLE).subgame_perfect, strict=True))
    assert perfect[3, 1]
    assert False not in nash(BATTLE).subgame_perfect
