"""Retrograde analysis against minimax with a limited number of moves."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import RandomGame, Ring

from gametheory import state_graph
from gametheory.model.classes import terminal_payoffs
from gametheory.model.unfolding import joint_moves
from gametheory.solvers.perfect_information import retrograde_analysis
from gametheory.verify import check_strategy

SEEDS = st.integers(0, 10**6)


@settings(max_examples=80, deadline=None)
@given(SEEDS)
def test_values_are_minimax_with_many_moves_left(seed):
    """Minimax with more moves than positions, and 0 after the last one, reaches every forced end."""
    game = RandomGame(seed, cyclic=True, inner=8)
    graph = state_graph(game)
    payoffs = terminal_payoffs(graph)
    values = {node: Fraction(game.ends.get(node, 0)) for node in graph}
    for _ in range(2 * len(graph)):
        later = dict(values)
        for node in graph:
            if node not in game.ends:
                successor = [values[v] for distribution in game.table[node].values() for v in distribution]
                later[node] = max(successor) if game.active[node] == "one" else min(successor)
        values = later
    solution = retrograde_analysis(graph, payoffs)
    assert solution.values == values
    for index, player in enumerate(game.players):
        due = (values[0], -values[0])[index]
        good = {graph.nodes[end]["outcome"] for end in payoffs if payoffs[end][index] >= due}
        own = {node: moves[0] for node, moves in solution.strategy.items() if game.active[node] == player}
        assert check_strategy(graph, player, own, good, allow_infinite_play=due <= 0) >= 1


@settings(max_examples=80, deadline=None)
@given(SEEDS)
def test_distances_are_the_least_depth_of_minimax(seed):
    """The distance is the least depth at which minimax has the value, for wins and losses."""
    game = RandomGame(seed, cyclic=True, inner=7)
    game.ends = {end: (value > 0) - (value < 0) for end, value in game.ends.items()}
    graph = state_graph(game)
    solution = retrograde_analysis(graph, terminal_payoffs(graph))
    start = solution.values[0]
    if start == 0:
        return

    def value(node, left):
        if node in game.ends:
            return game.ends[node]
        if left == 0:
            return 0
        successor = [value(v, left - 1) for distribution in game.table[node].values() for v in distribution]
        return max(successor) if game.active[node] == "one" else min(successor)

    assert solution.distance[0] == next(left for left in range(len(graph) + 1) if value(0, left) == start)


@settings(max_examples=80, deadline=None)
@given(SEEDS)
def test_the_strategies_take_as_many_moves_as_the_distance(seed):
    """The winner shortens play and the loser prolongs it: the number of moves is the distance."""
    game = RandomGame(seed, cyclic=True, inner=7)
    game.ends = {end: (value > 0) - (value < 0) for end, value in game.ends.items()}
    graph = state_graph(game)
    solution = retrograde_analysis(graph, terminal_payoffs(graph))
    node, made = 0, 0
    while solution.values[0] and node not in game.ends and made < 100:
        (node,) = joint_moves(graph, node)[solution.strategy[node]]
        made += 1
    assert made == solution.distance.get(0, 0) or not solution.values[0]


@pytest.mark.parametrize("steps", [0, 10**9])
def test_layers_that_are_sorted_give_the_same_solution(monkeypatch, steps):
    """Large layers of compiled loops are sorted: the solution does not depend on the order, nor on the compiler."""
    graphs = [state_graph(RandomGame(seed, cyclic=True, inner=12)) for seed in range(40)]
    before = [retrograde_analysis(graph, terminal_payoffs(graph)) for graph in graphs]
    monkeypatch.setattr("gametheory.parallel.compiled.SECONDS", steps)
    monkeypatch.setattr("gametheory.solvers.perfect_information.SORTED_FROM", 1)
    assert [retrograde_analysis(graph, terminal_payoffs(graph)) for graph in graphs] == before


def test_games_of_another_class_are_refused():
    simultaneous = state_graph(RandomGame(3, simultaneous=True))
    with pytest.raises(ValueError, match="not a zero-sum game of two players"):
        retrograde_analysis(state_graph(Ring()), {"out": (Fraction(0), Fraction(0))})
    with pytest.raises(ValueError, match="move simultaneously"):
        retrograde_analysis(simultaneous, terminal_payoffs(simultaneous))
    game = state_graph(RandomGame(3))
    with pytest.raises(ValueError, match="not a zero-sum game"):
        retrograde_analysis(game, dict.fromkeys(terminal_payoffs(game), (Fraction(1), Fraction(1))))
