"""Games in arrays unfold to the same graph as the same game in a plain class."""

import pickle

import numpy as np
import pytest
from small_games import LayeredNim, Nim

from gametheory import solve, state_graph
from gametheory.model.code_table import CodeTable
from gametheory.model.game import RulesError
from gametheory.model.state_graph import state_arrays
from gametheory.model.unfolding import PositionLimitExceeded
from gametheory.model.validation import validate_game

RANDOM = np.random.default_rng(1)


def test_the_graph_is_that_of_the_plain_class():
    layered, plain = LayeredNim((4, 3, 5), 3), Nim((4, 3, 5), 3)
    graph, other = validate_game(layered), state_graph(plain)
    assert list(graph) == [layered.encode(heaps, player == "second") for heaps, player in other]
    arrays, expected = state_arrays(graph), state_arrays(other)
    for name in ("outcome_of", "first_move", "successor"):
        assert getattr(arrays, name).tolist() == getattr(expected, name).tolist()
    moves = [16 * heap + taken for code in expected.move_of for heap, taken in expected.moves[code]]
    assert [arrays.moves[code][0] for code in arrays.move_of] == moves
    one, two = solve(layered), solve(plain)
    assert (one.payoffs, one.forced, one.positions, one.moves) == (two.payoffs, two.forced, two.positions, two.moves)
    start = layered.start()
    assert list(layered.moves(start, "first")) == [move[0] for move in arrays.joint_moves(0)]
    assert layered.moves(start, "second") == []
    assert {layered.after(start, move) for move in layered.moves(start, "first")} == set(graph.successors(start))


def test_every_position_is_found_again():
    graph = state_graph(LayeredNim((12, 12, 12), 4))
    arrays = state_arrays(graph)
    assert [arrays.index[position] for position in graph] == list(range(len(graph)))
    assert len(graph) > CodeTable(1)._keys.size // 2  # the table has grown
    assert -1 not in graph
    assert 2**63 not in graph
    assert "text" not in graph
    again = pickle.loads(pickle.dumps(graph))
    assert list(again) == list(graph)
    assert again.graph["start"] in again


@pytest.mark.parametrize("limit", [1, 7, 1500])
def test_the_limit_is_an_error(limit):
    with pytest.raises(PositionLimitExceeded, match=f"more than {limit} positions: {limit + 1} found"):
        state_graph(LayeredNim((9, 9, 9), 4), limit)
    assert len(state_graph(LayeredNim((1,), 1), 2)) == 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda layer: layer._replace(moves=layer.moves + np.random.default_rng().integers(2**20)),
            "when called again",
        ),
        (lambda layer: layer._replace(moves=layer.moves.astype(float)), "no whole numbers"),
        (lambda layer: layer._replace(outcome=layer.outcome + 2), "has the outcome 1, the player 0, 2 moves"),
        (lambda layer: layer._replace(active=layer.active + 2), "the player 2"),
        (lambda layer: layer._replace(counts=layer.counts[:0]), "of the lengths"),
        (lambda layer: layer._replace(moves=layer.moves * 0), "lists the move 0 twice"),
        (lambda layer: layer._replace(successors=-layer.successors), "negative"),
    ],
)
def test_broken_layers_are_refused(change, message):
    class Broken(LayeredNim):
        def expand(self, positions):
            return change(super().expand(positions))

    with pytest.raises(RulesError, match=message):
        validate_game(Broken((2, 0), 2))
