"""Rules with hidden information become trees, and trees become rules."""

import random
from fractions import Fraction

import pytest
from plans import table_of_plans
from poker import kuhn_poker, random_tree
from small_games import Alternating, Matching, Ring

from gametheory import nash, solve, state_graph
from gametheory.formats.gambit import read_efg, read_nfg, to_efg, to_nfg
from gametheory.games.catalogue.hidden_information import Kuhn
from gametheory.model.extensive_form import TreeGame, check_perfect_recall, extensive_form
from gametheory.model.game import PositionLimitExceeded, RulesError
from gametheory.solvers.dispatch import NoSolver


def test_kuhn_poker_as_rules():
    """Kuhn (1950): the value is -1/18, and the extreme equilibria are the same as those of the tree made by hand."""
    solution = solve(Kuhn())
    assert solution.payoffs == {"first": Fraction(-1, 18), "second": Fraction(1, 18)}
    assert solution.strategy["(2, 'b')"] == {"second": {"pass": Fraction(2, 3), "bet": Fraction(1, 3)}}
    checkers = [check.checker for check in solution.checked]
    assert checkers == ["verify.check_tree_equilibrium", "verify.check_complete_plans"]
    ours = nash(extensive_form(state_graph(Kuhn())))
    plans = [{frozenset(behavior.values()) for behavior in one.behavior} for one in ours.equilibria]
    by_hand = [{frozenset(b.values()) for b in one.behavior} for one in nash(kuhn_poker(3)).equilibria]
    assert plans == by_hand


def test_a_graph_with_hidden_information_is_solved_like_its_rules():
    assert solve(state_graph(Kuhn())).payoffs == solve(Kuhn()).payoffs


@pytest.mark.parametrize("game", [Kuhn(), Matching(), Alternating()], ids=["Kuhn", "Matching", "Alternating"])
def test_files_give_the_same_tree_and_the_tree_the_same_value(game):
    tree = extensive_form(state_graph(game))
    assert read_efg(to_efg(tree)) == tree
    form = table_of_plans(tree)
    assert read_nfg(to_nfg(form)).outcomes == form.outcomes
    assert list(solve(TreeGame(tree)).payoffs.values()) == list(solve(game).payoffs.values())
    assert nash(form).value == solve(game).payoffs[game.players[0]]


def test_simultaneous_moves_are_hidden():
    tree = extensive_form(state_graph(Matching()))
    assert [(node.player, node.information_set) for node in tree.nodes if node.player] == [(1, 1), (2, 2), (2, 2)]
    assert extensive_form(state_graph(Alternating())).has_perfect_information


def test_a_player_who_observes_nothing_new_forgets():
    class Blind(Kuhn):
        def observation(self, position, player):
            return "nothing"

    with pytest.raises(NoSolver, match=r"player first has no perfect recall: information set .* 'nothing'"):
        solve(Blind())


def test_different_moves_with_one_observation_are_refused():
    class Confused(Kuhn):
        def moves(self, position, player):
            return super().moves(position, player)[: 1 + (position[0] < (2,))]

        def observation(self, position, player):
            return player

    with pytest.raises(RulesError, match="first observes 'first' in positions with different moves"):
        solve(Confused())


def test_an_observation_that_is_not_hashable_is_refused():
    class Listed(Kuhn):
        def observation(self, position, player):
            return [position]

    with pytest.raises(RulesError, match="is not hashable"):
        solve(Listed())


def test_cycles_and_large_trees_are_refused():
    class Hidden(Ring):
        def observation(self, position, player):
            return position

    with pytest.raises(NoSolver, match="a game with hidden information must be acyclic"):
        solve(Hidden())
    with pytest.raises(PositionLimitExceeded, match="more than 54 positions"):
        extensive_form(state_graph(Kuhn()), 54)
    assert len(extensive_form(state_graph(Kuhn()), 55).nodes) == 55


def test_trees_with_perfect_information_and_any_number_of_players():
    """The solver of graphs and backward induction on the tree agree."""
    for seed in range(8):
        tree = random_tree(random.Random(seed), players=1 + seed % 4, perfect_information=True)
        if not any(node.player for node in tree.nodes):
            continue
        graph = solve(tree)
        assert tuple(graph.payoffs.values()) == nash(tree).equilibria[0].payoffs or len(tree.players) < 3, seed
        assert graph.checked, seed


def test_rules_of_a_tree_keep_its_information_sets():
    for seed in range(5):
        tree = random_tree(random.Random(seed), depth=3, payoffs=range(-50, 51), zero_sum=True)
        again = extensive_form(state_graph(TreeGame(tree)))
        check_perfect_recall(again)
        assert nash(again).value == nash(tree).value, seed


def test_hidden_information_and_payoffs_of_every_move_are_refused():
    class Paid(Kuhn):
        def stage_payoffs(self, position, *moves):
            return (Fraction(0), Fraction(0))

    with pytest.raises(RulesError, match="stage_payoffs or observation, not both"):
        solve(Paid())
