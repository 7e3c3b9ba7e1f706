"""Checkers of plays and distances refuse every wrong certificate."""

from fractions import Fraction
from itertools import product

import pytest
from small_games import Coin, Countdown

from gametheory import Castle, Distribution, solve, state_graph, unfold
from gametheory.games.castle import Volley
from gametheory.games.towers import Towers
from gametheory.model.state_arrays import PositionMap
from gametheory.solvers.shortest_paths import distance_to_outcome, shortest_plays
from gametheory.verify import CertificateError, check_distance_lower_bound, check_play

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
def test_a_wrong_play_is_refused(moves, why):
    with pytest.raises(CertificateError, match=why):
        check_play(GAME, moves, "castle")


def test_a_play_to_the_other_outcome_is_refused():
    play = [step.moves for step in next(shortest_plays(state_graph(GAME), "castle"))]
    assert check_play(GAME, play, "castle") == 2
    with pytest.raises(CertificateError, match="not with soldiers"):
        check_play(GAME, play, "soldiers")


def test_a_play_through_a_chance_node_is_refused():
    """Tails is likelier than heads, but no player can choose it."""
    with pytest.raises(CertificateError, match="chance decides"):
        check_play(Coin(1), [()], "never")


def test_a_distribution_of_one_position_is_certain():
    """Rules may write a certain result as a distribution; the game is one without chance moves all the same."""

    class Written(Countdown):
        def after(self, position, taken):
            return Distribution({position - taken: Fraction(1), position: Fraction(0)})

    assert check_play(Written(2), [(1,), (1,)], "empty") == 2
    assert solve(Written(3)).outcomes["empty"].distance == 2


def test_a_smaller_bound_is_a_bound_too():
    """Labels below the distances prove less; one unit more, in any position, proves something false."""
    graph = state_graph(Countdown(9))
    distance = distance_to_outcome(graph, "empty")
    assert check_distance_lower_bound(graph, "empty", distance) == 5
    assert check_distance_lower_bound(graph, "empty", {**distance, 9: 4}) == 4
    assert check_distance_lower_bound(graph, "empty", {pile: moves - 1 for pile, moves in distance.items()}) == 4
    for position in graph:
        with pytest.raises(CertificateError):
            check_distance_lower_bound(graph, "empty", {**distance, position: distance[position] + 1})


@pytest.mark.parametrize("game", [Countdown(9), GAME, Castle(5, 8, 5), Towers(2, 2, 1, 1)], ids=repr)
def test_labels_in_arrays_are_accepted_where_labels_in_a_dictionary_are(game):
    """Every label one unit greater or less, or left out: the passes over arrays and over dictionaries agree."""
    graph = unfold(game)
    for outcome in {end.name for end in graph.outcomes}:
        right = distance_to_outcome(graph, outcome)
        accepted = []
        for place, change in product(range(len(graph)), (-1, 0, 1)):
            codes = right.codes.copy()
            codes[place] += change
            found = []
            for labels in (
                PositionMap(graph, codes, right.table),
                dict(PositionMap(graph, codes, right.table)),
            ):
                try:
                    found.append(check_distance_lower_bound(graph, outcome, labels))
                except CertificateError as error:
                    found.append(str(error))
            assert found[0] == found[1]
            accepted.append((change, isinstance(found[0], str)))
        assert (0, False) in accepted
        assert (1, True) in accepted
        assert (0, True) not in accepted


def test_labels_in_arrays_are_the_values_and_not_their_codes():
    graph = unfold(Countdown(3))
    right = distance_to_outcome(graph, "empty")
    for table in (range(1, 9), range(0, 9, 2)):
        with pytest.raises(CertificateError):
            check_distance_lower_bound(graph, "empty", PositionMap(graph, right.codes, table))


def test_an_outcome_out_of_reach_needs_no_labels():
    graph = state_graph(Countdown(4))
    assert check_distance_lower_bound(graph, "full", {}) is None
    with pytest.raises(CertificateError, match="is not labeled 0"):
        check_distance_lower_bound(graph, "empty", {})
