"""The class of each small game."""

import pytest
from small_games import Alternating, Countdown, RandomGame, Ring

from gametheory import state_graph
from gametheory.model.classes import MoveOrder, classify


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (Countdown(4), (MoveOrder.SINGLE_PLAYER, False, False)),
        (Ring(), (MoveOrder.SINGLE_PLAYER, False, True)),
        (Alternating(), (MoveOrder.SEQUENTIAL, False, False)),
        (RandomGame(3, simultaneous=True), (MoveOrder.SIMULTANEOUS, False, False)),
        (RandomGame(1, players=("one",), cyclic=True, chance=True), (MoveOrder.SINGLE_PLAYER, True, True)),
    ],
)
def test_classes(game, expected):
    found = classify(state_graph(game))
    assert (found.order, found.chance, found.cyclic) == expected
