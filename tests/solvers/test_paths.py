"""The solvers of one mover, against brute force and against each other."""

from collections import Counter

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_games import Coin, Countdown, Ring

from gametheory import Castle, state_graph
from gametheory.games.castle import Volley
from gametheory.solvers.shortest_paths import (
    count_plays_by_length,
    cycle_edges,
    distance_to_outcome,
    longest_distance,
    plays,
    shortest_plays,
)
from gametheory.verify import CertificateError, check_distance_lower_bound, check_play

games = st.builds(Castle, st.integers(1, 5), st.integers(1, 14), st.integers(1, 8))
sides = st.sampled_from(("soldiers", "castle"))


def every_play(game, position=None, length=0):
    """Walk every play, as the program of the second post does; the move that repeats a position is not followed."""
    position = game.start() if position is None else position
    end = game.outcome(position)
    if end is not None:
        yield end.name, length
        return
    for volley in game.moves(position):
        following = game.after(position, volley)
        if following != position:
            yield from every_play(game, following, length + 1)


@given(games)
def test_counts_equal_walking_every_play(game):
    walked = Counter(every_play(game))
    graph = state_graph(game)
    for side in ("soldiers", "castle"):
        expected = {length: count for (winner, length), count in walked.items() if winner == side}
        assert count_plays_by_length(graph, side) == dict(sorted(expected.items()))


@given(games, sides)
def test_ways_fewest_and_most_agree(game, side):
    graph = state_graph(game)
    lengths = Counter(len(way) for way in plays(graph, side))
    assert dict(sorted(lengths.items())) == count_plays_by_length(graph, side)
    start = game.start()
    assert distance_to_outcome(graph, side).get(start) == min(lengths, default=None)
    assert longest_distance(graph, side).get(start) == max(lengths, default=None)
    shortest = list(shortest_plays(graph, side))
    assert len(shortest) == (lengths[min(lengths)] if lengths else 0)
    assert len(set(shortest)) == len(shortest)


@given(games, sides)
def test_fewest_moves_carry_a_certificate(game, side):
    graph = state_graph(game)
    fewest = distance_to_outcome(graph, side)
    bound = check_distance_lower_bound(graph, side, fewest)
    way = next(shortest_plays(graph, side), None)
    assert bound == (None if way is None else check_play(game, (step.moves for step in way), side))


def test_a_count_beyond_64_bits_is_exact():
    fibonacci = [1, 1]
    while len(fibonacci) <= 120:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    found = count_plays_by_length(state_graph(Countdown(120)), "empty")
    assert sum(found.values()) == fibonacci[120] > 2**64


def test_endless_play_is_found_and_named():
    ties = cycle_edges(state_graph(Castle(5, 8, 5)))
    assert [(step.position, step.moves) for step in ties] == [((5, 5, 3), (Volley(0, 5),))]
    assert cycle_edges(state_graph(Castle(10, 43, 8))) == []


@given(games)
def test_endless_play_needs_as_many_defenders_a_wave_as_soldiers(game):
    possible = game.defenders_per_wave == game.soldiers < game.strength
    ties = cycle_edges(state_graph(game))
    assert bool(ties) == possible
    assert all(step.position == step.successor for step in ties)


def test_a_circle_of_several_positions():
    graph = state_graph(Ring())
    assert len(cycle_edges(graph)) == 3
    assert distance_to_outcome(graph, "out")[0] == 1
    with pytest.raises(ValueError, match="cycle through several positions"):
        count_plays_by_length(graph, "out")


def test_fewest_moves_is_networkx_distance():
    graph = state_graph(Castle(9, 33, 8))
    ends = [node for node, end in graph.nodes(data="outcome") if end and end.name == "soldiers"]
    distance = nx.multi_source_dijkstra_path_length(graph.reverse(), ends)
    assert distance_to_outcome(graph, "soldiers") == distance


GAME = Castle(4, 6, 7)


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        ([(Volley(3, 1),)], "not allowed"),
        ([(Volley(4, 0),), (Volley(4, 0),)], "not allowed"),
        ([(Volley(4, 0),)], "ends in"),
        ([(Volley(4, 0),), (Volley(2, 2),), (Volley(1, 0),)], "the game is over"),
        ([(Volley(4, 0), Volley(4, 0))], "not one move for each"),
        ([], "ends in"),
    ],
)
def test_a_wrong_way_is_caught(moves, why):
    with pytest.raises(CertificateError, match=why):
        check_play(GAME, moves, "castle")


def test_wrong_bounds_are_caught():
    graph = state_graph(Castle(10, 43, 8))
    fewest = distance_to_outcome(graph, "soldiers")
    assert check_distance_lower_bound(graph, "soldiers", fewest) == 16
    for position in list(fewest)[:40]:
        too_much = fewest | {position: fewest[position] + 1}
        with pytest.raises(CertificateError):
            check_distance_lower_bound(graph, "soldiers", too_much)
        missing = {node: bound for node, bound in fewest.items() if node != position}
        with pytest.raises(CertificateError):
            check_distance_lower_bound(graph, "soldiers", missing)


def test_a_way_to_the_other_outcome_is_refused():
    way = [step.moves for step in next(shortest_plays(state_graph(GAME), "castle"))]
    assert check_play(GAME, way, "castle") == 2
    with pytest.raises(CertificateError, match="not with soldiers"):
        check_play(GAME, way, "soldiers")


def test_a_way_by_chance_is_refused():
    """Tails is likelier than heads, but nobody can choose it."""
    with pytest.raises(CertificateError, match="chance decides"):
        check_play(Coin(1), [()], "never")
