"""Grundy values against Bouton's theorems on Nim."""

from dataclasses import dataclass
from functools import reduce
from operator import xor

import pytest
from small_games import Countdown, Nim, RandomGame

from gametheory import Outcome, solve, state_graph
from gametheory.model.classes import terminal_payoffs
from gametheory.solvers.perfect_information import backward_induction, grundy_values, is_impartial, last_mover_wins
from gametheory.solvers.solution import GrundyValue


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
    assert not is_impartial(state_graph(AtTheEnd((3, 3), effect=True)))


def test_other_moves_with_the_same_effect_are_not_impartial():
    assert is_impartial(state_graph(AtTheEnd((3, 3))))
    assert not is_impartial(state_graph(AtTheEnd((3, 3), names=True)))


class AtTheEnd(Nim):
    """Nim in which the second player's moves differ only where one stick is left in each heap, which both can reach."""

    def __init__(self, heaps, effect=False, names=False):
        super().__init__(heaps, most=2)
        self.__dict__.update(effect=effect, names=names)

    def moves(self, position, player):
        moves = super().moves(position, player)
        return [(heap, -taken) for heap, taken in moves] if self.names and position == ((1, 1), "second") else moves

    def after(self, position, move):
        heap, taken = move
        if self.effect and position == ((1, 1), "second"):
            return ((0, 0), "first")
        return super().after(position, (heap, abs(taken)))


@dataclass(frozen=True)
class Table:
    heaps: tuple[int, ...]
    turn: bool


class Spelled:
    """Nim whose positions say in another way whose turn it is."""

    players = ("first", "second")

    def __init__(self, write, read, least=1):
        self.write, self.read, self.least = write, read, least

    def start(self):
        return self.write((2, 3), 0)

    def outcome(self, position):
        heaps, moved = self.read(position)
        return None if any(heaps) else Outcome(self.players[(moved + 1) % 2])

    def moves(self, position, player):
        heaps, moved = self.read(position)
        least = self.least if player == "second" else 1
        takes = [(h, k) for h, size in enumerate(heaps) for k in range(min(least, size) or 1, size + 1)]
        return takes if player == self.players[moved % 2] else []

    def after(self, position, move):
        heaps, moved = self.read(position)
        return self.write(tuple(size - move[1] * (h == move[0]) for h, size in enumerate(heaps)), moved + 1)


SPELLINGS = {
    "a number": (lambda heaps, n: (heaps, n % 2), lambda at: at),
    "a count of moves": (lambda heaps, n: (*heaps, n), lambda at: (at[:2], at[2])),
    "a letter in a text": (
        lambda heaps, n: f"{'AB'[n % 2]}:{heaps[0]},{heaps[1]}",
        lambda at: (tuple(map(int, at[2:].split(","))), "AB".index(at[0])),
    ),
    "a field that is true or false": (lambda heaps, n: Table(heaps, n % 2 == 1), lambda at: (at.heaps, int(at.turn))),
    "a name inside a pair": (
        lambda heaps, n: (("first", "second")[n % 2], (heaps, "first")),
        lambda at: (at[1][0], ("first", "second").index(at[0])),
    ),
}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_nim_is_impartial_however_it_says_whose_turn_it_is(spelling):
    write, read = SPELLINGS[spelling]
    graph = state_graph(Spelled(write, read))
    assert is_impartial(graph)
    values = grundy_values(graph)
    assert all(values[position] == read(position)[0][0] ^ read(position)[0][1] for position in graph)
    assert not is_impartial(state_graph(Spelled(write, read, least=2)))
    assert solve(graph).grundy == GrundyValue(1, True)
