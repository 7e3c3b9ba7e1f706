"""Grundy values against Bouton's theorems on Nim."""

from functools import reduce
from operator import xor

import pytest
from small_games import Countdown, Nim, RandomGame

from gametheory import state_graph
from gametheory.model.payoffs import terminal_payoffs
from gametheory.solvers.backward_induction import backward_induction
from gametheory.solvers.impartial import grundy_values, is_impartial, last_mover_wins


@pytest.mark.parametrize("heaps", [(1,), (5,), (1, 2), (3, 3), (1, 2, 3), (2, 3, 4), (1, 1, 1)])
@pytest.mark.parametrize("most", [2, 3, 10])
def test_grundy_values_of_nim_are_those_of_bouton(heaps, most):
    """Bouton 1901: a heap of which at most k are taken has the value size modulo k + 1; values add without carry."""
    graph = state_graph(Nim(heaps, most))
    assert is_impartial(graph)
    assert last_mover_wins(graph) is True
    values = grundy_values(graph)
    assert all(values[position] == reduce(xor, (h % (most + 1) for h in position[0]), 0) for position in graph)
    solution = backward_induction(graph, terminal_payoffs(graph)).payoffs
    assert all((solution[at][("first", "second").index(at[1])] == 1) == (values[at] > 0) for at in graph)


@pytest.mark.parametrize("heaps", [(1,), (4,), (1, 1), (1, 2, 3), (2, 2), (1, 1, 1), (1, 1, 2)])
def test_misere_nim_is_lost_as_bouton_says(heaps):
    graph = state_graph(Nim(heaps, misere=True))
    assert last_mover_wins(graph) is False
    values = grundy_values(graph, last_mover_wins=False)
    for (left, _), value in values.items():
        lost = reduce(xor, left, 0) == 0 if max(left) > 1 else sum(left) % 2 == 1
        assert (value == 0) == lost


class Partisan(Nim):
    """Nim in which the second player takes one at most."""

    def moves(self, position, player):
        return [m for m in super().moves(position, player) if player == "first" or m[1] == 1]


def test_games_that_are_not_impartial():
    assert not is_impartial(state_graph(Partisan((3,))))
    assert not is_impartial(state_graph(Countdown(3)))
    assert not is_impartial(state_graph(RandomGame(1)))
    assert last_mover_wins(state_graph(RandomGame(1))) is None


class Heavy(Nim):
    """Nim in which a move of the second player removes one more, if one is left."""

    def after(self, position, move):
        (heaps, _), active = super().after(position, move), position[1]
        extra = active == "second" and max(heaps) > 0
        heap = heaps.index(max(heaps))
        left = tuple(size - (extra and place == heap) for place, size in enumerate(heaps))
        return (left, "second" if active == "first" else "first")


def test_the_same_moves_with_another_effect_are_not_impartial():
    assert is_impartial(state_graph(Nim((3,))))
    assert not is_impartial(state_graph(Heavy((3,))))
