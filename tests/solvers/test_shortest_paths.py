"""Shortest and longest plays, and the number of plays, against brute force and against each other."""

from collections import Counter

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_games import Countdown, Ring

from gametheory import Castle, state_graph
from gametheory.games.castle import Volley
from gametheory.solvers.shortest_paths import (
    count_plays_by_length,
    count_shortest_plays,
    cycle_edges,
    distance_to_outcome,
    longest_distance,
    plays,
    shortest_plays,
)
from gametheory.verify import check_distance_lower_bound, check_play

games = st.builds(Castle, st.integers(1, 5), st.integers(1, 14), st.integers(1, 8))
sides = st.sampled_from(("soldiers", "castle"))


def every_play(game, position=None, length=0):
    """Yield the winner and length of every play, by recursion; a move that repeats its position is not followed."""
    position = game.start() if position is None else position
    end = game.outcome(position)
    if end is not None:
        yield end.name, length
        return
    for volley in game.moves(position):
        successor = game.after(position, volley)
        if successor != position:
            yield from every_play(game, successor, length + 1)


@given(games)
def test_counts_equal_the_number_of_plays(game):
    walked = Counter(every_play(game))
    graph = state_graph(game)
    for side in ("soldiers", "castle"):
        expected = {length: count for (winner, length), count in walked.items() if winner == side}
        assert count_plays_by_length(graph, side) == dict(sorted(expected.items()))


@given(games, sides)
def test_plays_and_both_distances_agree(game, side):
    graph = state_graph(game)
    lengths = Counter(len(play) for play in plays(graph, side))
    assert dict(sorted(lengths.items())) == count_plays_by_length(graph, side)
    start = game.start()
    assert distance_to_outcome(graph, side).get(start) == min(lengths, default=None)
    assert longest_distance(graph, side).get(start) == max(lengths, default=None)
    shortest = list(shortest_plays(graph, side))
    assert len(shortest) == (lengths[min(lengths)] if lengths else 0)
    assert len(set(shortest)) == len(shortest)


@given(games, sides)
def test_distances_are_a_certificate(game, side):
    graph = state_graph(game)
    distance = distance_to_outcome(graph, side)
    bound = check_distance_lower_bound(graph, side, distance)
    play = next(shortest_plays(graph, side), None)
    assert bound == (None if play is None else check_play(game, (step.moves for step in play), side))


def test_a_count_beyond_64_bits_is_exact():
    fibonacci = [1, 1]
    while len(fibonacci) <= 120:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    solution = count_plays_by_length(state_graph(Countdown(120)), "empty")
    assert sum(solution.values()) == fibonacci[120] > 2**64


def test_infinite_play_is_found():
    ties = cycle_edges(state_graph(Castle(5, 8, 5)))
    assert [(step.position, step.moves) for step in ties] == [((5, 5, 3), (Volley(0, 5),))]
    assert cycle_edges(state_graph(Castle(10, 43, 8))) == []


def test_a_cycle_of_several_positions():
    graph = state_graph(Ring())
    assert len(cycle_edges(graph)) == 3
    assert distance_to_outcome(graph, "out")[0] == 1
    with pytest.raises(ValueError, match="cycle through several positions"):
        count_plays_by_length(graph, "out")


def test_distances_equal_those_of_networkx():
    graph = state_graph(Castle(9, 33, 8))
    ends = [node for node, end in graph.nodes(data="outcome") if end and end.name == "soldiers"]
    distance = nx.multi_source_dijkstra_path_length(graph.reverse(), ends)
    assert distance_to_outcome(graph, "soldiers") == distance


@pytest.mark.parametrize("pile", range(1, 12))
def test_shortest_plays_are_counted(pile):
    graph = state_graph(Countdown(pile))
    assert count_shortest_plays(graph, "empty") == len(list(shortest_plays(graph, "empty")))
    assert distance_to_outcome(graph, "empty")[pile] == -(-pile // 2)
    assert count_shortest_plays(graph, "full") == 0
