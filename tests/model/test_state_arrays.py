"""The arrays of a state graph are the graph that networkx would store, and stay so when it is changed."""

import pickle
from collections import deque
from dataclasses import dataclass, field
from fractions import Fraction

import networkx as nx
import pytest
from chains import Chain
from small_games import Alternating, Coin, Countdown, Matching, Nim, RandomGame, Ring, Written

from gametheory import Castle, Outcome, state_graph
from gametheory.games.battle import Battle
from gametheory.games.towers import Towers
from gametheory.model.interning import MoveTable
from gametheory.model.state_graph import joint_moves, state_arrays, transitions

GAMES = [Castle(5, 8, 5), Castle(12, 32, 5), Battle(4, 3), Battle(2, 1, Fraction(0), Fraction(0)), Towers(3, 2, 2, 1)]
GAMES += [Countdown(7), Coin(4), Matching(), Alternating(), Ring(), Nim((3, 2)), Chain(0, {0: {0: 1}})]
GAMES += [RandomGame(seed, cyclic=True, chance=seed % 2 == 1, simultaneous=seed > 7) for seed in range(12)]


class ParallelMoves:
    """Two moves lead to one position, with another move between them."""

    players = ("one",)

    def start(self):
        return 0

    def outcome(self, position):
        return Outcome("end") if position else None

    def moves(self, position, player):
        return ("a", "b", "c")

    def after(self, position, move):
        return 2 if move == "b" else 1


def dictionaries(game):
    """Return the state graph as networkx stores it, built edge by edge."""
    start = game.start()
    graph = nx.MultiDiGraph(game=game, start=start)
    graph.add_node(start, outcome=game.outcome(start))
    queue = deque([start])
    while queue:
        position = queue.popleft()
        if graph.nodes[position]["outcome"] is not None:
            continue
        for moves, distribution in transitions(game, position):
            for successor, probability in distribution.items():
                if successor not in graph:
                    graph.add_node(successor, outcome=game.outcome(successor))
                    queue.append(successor)
                graph.add_edge(position, successor, moves=moves, probability=probability)
    return graph


def contents(graph):
    """Return everything that a graph contains, in its order."""
    ways = [{v: list(graph.get_edge_data(u, v).values()) for v in graph.successors(u)} for u in graph]
    before = [list(graph.predecessors(u)) for u in graph]
    return list(graph.nodes(data=True)), list(graph.edges(data=True, keys=True)), ways, before, graph.graph


@pytest.mark.parametrize("game", [*GAMES, ParallelMoves()], ids=lambda game: type(game).__name__)
def test_the_graph_is_the_one_that_networkx_would_store(game):
    graph, plain = state_graph(game), dictionaries(game)
    assert list(graph) == list(plain)
    assert (len(graph), graph.number_of_edges()) == (len(plain), plain.number_of_edges())
    for position in plain:
        assert list(joint_moves(graph, position).items()) == list(joint_moves(plain, position).items())
        for neighbors in ("successors", "predecessors"):
            found, expected = (list(getattr(each, neighbors)(position)) for each in (graph, plain))
            assert sorted(found, key=hash) == sorted(expected, key=hash)
    assert "_adj" not in vars(graph)
    # where two chance moves lead to the same positions, their edges may be in another order
    if not isinstance(game, RandomGame) or all(probability == 1 for *_, probability in plain.edges(data="probability")):
        assert contents(graph) == contents(plain)
    assert nx.utils.graphs_equal(graph, plain)


def test_chance_moves_to_the_same_positions_follow_each_other():
    """The edges of a position are sorted by next position, then by move, and the moves by their first edge."""
    moves = {1: (3, [(2, 2), (1, 1)]), 5: (1, [(3, 1)]), 8: (4, [(4, 3), (3, 1)]), 0: (2, [(4, 1), (1, 1)])}
    game = Written([(0, moves), 0, 1, 2, 2])
    graph, plain = state_graph(game), dictionaries(game)
    assert list(joint_moves(graph, 0)) == [(1,), (0,), (5,), (8,)] == list(joint_moves(plain, 0))
    assert [list(spread) for spread in joint_moves(graph, 0).values()] == [[2, 1], [1, 4], [3], [3, 4]]
    assert joint_moves(graph, 0)[8,] == {4: Fraction(3, 4), 3: Fraction(1, 4)}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_arrays_made_from_dictionaries_are_the_same(game):
    own, converted = state_arrays(state_graph(game)), state_arrays(dictionaries(game))
    assert [own.joint_moves(number) for number in range(len(own))] == [
        converted.joint_moves(number) for number in range(len(own))
    ]
    assert list(own.positions) == list(converted.positions)
    groups, group_of = own.groups
    converted_groups, converted_group_of = converted.groups
    assert [groups[code] for code in group_of if code >= 0] == [
        converted_groups[code] for code in converted_group_of if code >= 0
    ]


def test_a_changed_graph_has_other_arrays():
    changes = {
        "an edge more": lambda graph: graph.add_edge("out", 1, moves=("back",), probability=Fraction(1)),
        "an edge less": lambda graph: graph.remove_edge(0, 1),
        "a position more": lambda graph: graph.add_node("new", outcome=None),
        "a position less": lambda graph: graph.remove_node("out"),
        "an attribute": lambda graph: graph.edges[0, 1, 0].update(probability=Fraction(1, 2)),
        "an outcome": lambda graph: graph.nodes["out"].update(outcome=Outcome("other")),
        "nothing left": lambda graph: graph.clear(),
    }
    for change in changes.values():
        graph = state_graph(Ring())
        before = state_arrays(graph)
        assert state_arrays(graph) is before
        list(graph.edges(data=True))
        list(graph.nodes(data=True))
        assert state_arrays(graph) is before
        change(graph)
        after = state_arrays(graph)
        assert list(after.positions) == list(graph) == list(graph.copy())
        moves = [joint_moves(graph, position) for position in graph]
        assert [after.joint_moves(number) for number in range(len(after))] == moves
        outcomes = [after.outcomes[code] if code >= 0 else None for code in after.outcome_of]
        assert outcomes == [outcome for _, outcome in graph.nodes(data="outcome")]


def test_a_graph_of_other_rules_has_their_players():
    graph = state_graph(Matching())
    assert state_arrays(graph).groups[0] == [("even", "odd")]

    class Swapped(Matching):
        players = ("odd", "even")

    graph.graph["game"] = Swapped()
    assert state_arrays(graph).groups[0] == [("odd", "even")]


def test_pickles_and_subgraphs_are_equal():
    graph = state_graph(Castle(5, 8, 5))
    again = pickle.loads(pickle.dumps(graph))
    assert nx.utils.graphs_equal(graph, again)
    again.remove_node(graph.graph["start"])
    changed = pickle.loads(pickle.dumps(again))
    assert nx.utils.graphs_equal(again, changed)
    assert len(changed) == len(graph) - 1 == len(graph.subgraph(changed)) == len(state_arrays(changed))
    assert graph.reverse().number_of_edges() == graph.number_of_edges()
    assert object() not in graph
    assert [] not in graph


def test_equal_moves_that_differ_stay_different():
    @dataclass(frozen=True)
    class Labeled:
        number: int
        label: str = field(compare=False)

    @dataclass(frozen=True)
    class Plain:
        number: int

    table = MoveTable()
    moves = [1, True, Fraction(1), (1,), (1,), Labeled(1, "a"), Labeled(1, "b"), Plain(1), Plain(1), (Labeled(1, "a"),)]
    codes = [table.code((move,)) for move in moves]
    assert codes == [0, 1, 2, 3, 3, 4, 5, 6, 6, 7]
    assert [table.moves[code][0] for code in codes] == moves
    assert [table.moves[code][0].label for code in codes[5:7]] == ["a", "b"]
    assert table.codes_of_one((1, True, (1,))) == [0, 1, 3]
    assert table.codes_of_one((1, 1)) == [0, 0]
    assert table.codes([(1, True), ((1,),)]) == [8, 9]
