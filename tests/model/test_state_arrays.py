"""The arrays of a game, its networkx graph, and the rules say the same."""

from itertools import product

from games_by_table import MoveTable
from small_games import Matching, Ring

from gametheory import state_graph, unfold
from gametheory.model.unfolding import joint_moves, state_arrays


def test_a_changed_graph_has_other_arrays():
    graph = state_graph(Ring())
    graph.add_edge("out", 1, moves=("back",), probability=1)
    assert joint_moves(state_arrays(graph), "out") == {("back",): {1: 1}}


def test_a_graph_of_other_rules_has_their_players():
    graph = state_graph(Matching())
    assert state_arrays(graph).groups[0] == [("even", "odd")]

    class Swapped(Matching):
        players = ("odd", "even")

    graph.graph["game"] = Swapped()
    assert state_arrays(graph).groups[0] == [("odd", "even")]


def test_a_move_that_is_a_tuple_is_no_joint_move():
    numbers = dict.fromkeys(product((1, 2), repeat=2), "numbers")
    pairs = MoveTable("one two", {"pair": ("one", {(1, 2): "numbers"}), "numbers": ("all", numbers)})
    assert unfold(pairs).moves == [((1, 2),), (1, 1), (1, 2), (2, 1), (2, 2)]
