"""The arrays of a game, its networkx graph, and the rules say the same."""

import networkx as nx
import pytest
from chains import Chain
from small_games import Alternating, Coin, Countdown, Matching, Nim, RandomGame, Ring

from gametheory import Castle, state_graph, unfold
from gametheory.games.battle import Battle
from gametheory.games.towers import Towers
from gametheory.model.state_graph import joint_moves, networkx_graph, outcome_of, state_arrays, transitions

GAMES = [Castle(5, 8, 5), Castle(12, 32, 5), Battle(4, 3), Battle(2, 1, 0, 0), Towers(3, 2, 2, 1)]
GAMES += [Countdown(7), Coin(4), Matching(), Alternating(), Ring(), Nim((3, 2)), Chain(0, {0: {0: 1}})]
GAMES += [RandomGame(seed, cyclic=True, chance=seed % 2 == 1, simultaneous=seed > 7) for seed in range(12)]


def added_edge_by_edge(game):
    """Return the state graph, built by the rules and networkx alone."""
    start = game.start()
    graph, positions = nx.MultiDiGraph(game=game, start=start), [start]
    graph.add_node(start, outcome=game.outcome(start))
    for position in positions:
        if graph.nodes[position]["outcome"] is None:
            for moves, distribution in transitions(game, position):
                for successor, probability in distribution.items():
                    if successor not in graph:
                        graph.add_node(successor, outcome=game.outcome(successor))
                        positions.append(successor)
                    graph.add_edge(position, successor, moves=moves, probability=probability)
    return graph


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_the_graph_is_the_one_that_networkx_would_store(game):
    graph, plain, arrays = state_graph(game), added_edge_by_edge(game), unfold(game)
    assert type(graph) is nx.MultiDiGraph
    assert list(graph.nodes(data=True)) == list(plain.nodes(data=True))
    assert list(graph.edges(data=True, keys=True)) == list(plain.edges(data=True, keys=True))
    assert graph.graph == plain.graph
    for each in (state_arrays(plain), arrays):
        assert list(each) == list(plain)
        assert nx.utils.graphs_equal(networkx_graph(each), plain)
        for position in plain:
            assert joint_moves(each, position) == joint_moves(plain, position)
            assert outcome_of(each, position) == outcome_of(plain, position)
        names, expected = ([sorted(group) for group in every.groups[0]] for every in (each, arrays))
        assert names == expected
        assert each.groups[1].tolist() == arrays.groups[1].tolist()


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
    class Pairs:
        """One player chooses a pair; then two players choose its numbers."""

        players = ("one", "two")

        def start(self):
            return "pair"

        def outcome(self, position):
            return None

        def moves(self, position, player):
            return ((1, 2),) if position == "pair" and player == "one" else () if position == "pair" else (1, 2)

        def after(self, position, *moves):
            return "numbers"

    assert unfold(Pairs()).moves == [((1, 2),), (1, 1), (1, 2), (2, 1), (2, 2)]
