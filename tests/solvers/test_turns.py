"""Solvers of games with choices, each against a method that shares nothing with it, and checkers against tampering."""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import product
from operator import xor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import Alternating, Countdown, Ring

from gametheory.model.classify import MoveOrder, classify
from gametheory.model.game import Distribution, Outcome, active_players
from gametheory.model.payoffs import terminal_payoffs
from gametheory.model.state_graph import joint_moves, state_graph
from gametheory.solvers.backward_induction import backward_induction, best_moves
from gametheory.solvers.impartial import grundy_values, is_impartial, last_mover_wins
from gametheory.solvers.markov_decision import solve_mdp
from gametheory.solvers.retrograde import retrograde_analysis
from gametheory.solvers.shortest_paths import count_shortest_plays, distance_to_outcome, shortest_plays
from gametheory.solvers.simultaneous import solve_simultaneous
from gametheory.verify import (
    CertificateError,
    check_mdp_policy,
    check_simultaneous_equilibrium,
    check_strategy,
    check_subgame_perfect,
)


class Drawn:
    """A game drawn at random: positions are numbers, the last few are ends, every move has a law.

    `back` lets play go round; `chance` lets a move have two followers; in turn, each position has one of the movers.
    """

    def __init__(self, seed, players=("one", "two"), inner=6, back=False, chance=False, at_once=False):
        draw = random.Random(seed)
        self.players = players
        self.ends = {inner + k: draw.randint(-3, 3) for k in range(3)}
        self.mover = [draw.choice(players) for _ in range(inner)]
        self.at_once = at_once
        self.laws = [
            {
                move: self.law(draw, 0 if back else node + 1, inner + 2, chance)
                for move in (product("ab", "cd") if at_once else "abc"[: draw.randint(1, 3)])
            }
            for node in range(inner)
        ]

    @staticmethod
    def law(draw, low, high, chance):
        followers = draw.sample(range(low, high + 1), min(draw.choice((1, 2)) if chance else 1, high - low + 1))
        if len(followers) == 1:
            return {followers[0]: Fraction(1)}
        share = Fraction(draw.randint(1, 3), 4)
        return {followers[0]: share, followers[1]: 1 - share}

    def start(self):
        return 0

    def outcome(self, node):
        if node not in self.ends:
            return None
        value = Fraction(self.ends[node])
        return Outcome(f"end {node}", (value, -value)[: len(self.players)])

    def moves(self, node, player):
        if self.at_once:
            return "ab" if player == self.players[0] else "cd"
        return list(self.laws[node]) if player == self.mover[node] else ()

    def after(self, node, *moves):
        law = self.laws[node][moves if self.at_once else moves[0]]
        return Distribution(law) if len(law) > 1 else next(iter(law))


SEEDS = st.integers(0, 10**6)


@settings(max_examples=80, deadline=None)
@given(SEEDS, st.booleans())
def test_backward_induction_is_minimax_by_plain_recursion(seed, chance):
    game = Drawn(seed, chance=chance)
    graph = state_graph(game)
    found = backward_induction(graph, terminal_payoffs(graph))

    def value(node):
        if node in game.ends:
            return Fraction(game.ends[node])
        means = [sum(p * value(v) for v, p in law.items()) for law in game.laws[node].values()]
        return max(means) if game.mover[node] == "one" else min(means)

    assert (
        found.payoffs[0]
        == (value(0), -value(0))
        == check_subgame_perfect(graph, terminal_payoffs(graph), found.payoffs, found.strategy)
    )
    first = best_moves(graph, 0, found.payoffs)
    assert first == [m for m, law in game.laws[0].items() if sum(p * value(v) for v, p in law.items()) == value(0)]


@settings(max_examples=80, deadline=None)
@given(SEEDS)
def test_what_is_forced_is_minimax_with_many_moves_to_go(seed):
    """With as many moves to go as positions, and 0 when they are used up, every forced end is reached."""
    game = Drawn(seed, back=True, inner=8)
    graph = state_graph(game)
    worth = terminal_payoffs(graph)
    values = {node: Fraction(game.ends.get(node, 0)) for node in graph}
    for _ in range(2 * len(graph)):
        later = dict(values)
        for node in graph:
            if node not in game.ends:
                following = [values[v] for law in game.laws[node].values() for v in law]
                later[node] = max(following) if game.mover[node] == "one" else min(following)
        values = later
    found = retrograde_analysis(graph, worth)
    assert found.values == values
    for index, player in enumerate(game.players):
        due = (values[0], -values[0])[index]
        good = {graph.nodes[end]["outcome"] for end in worth if worth[end][index] >= due}
        own = {node: moves[0] for node, moves in found.strategy.items() if game.mover[node] == player}
        assert check_strategy(graph, player, own, good, allow_infinite_play=due <= 0) >= 1


@settings(max_examples=80, deadline=None)
@given(SEEDS)
def test_a_forced_end_comes_in_the_moves_told(seed):
    """The least number of moves to go with which plain minimax already has the value, for wins and losses."""
    game = Drawn(seed, back=True, inner=7)
    game.ends = {end: (value > 0) - (value < 0) for end, value in game.ends.items()}
    graph = state_graph(game)
    found = retrograde_analysis(graph, terminal_payoffs(graph))
    start = found.values[0]
    if start == 0:
        return

    def value(node, left):
        if node in game.ends:
            return game.ends[node]
        if left == 0:
            return 0
        following = [value(v, left - 1) for law in game.laws[node].values() for v in law]
        return max(following) if game.mover[node] == "one" else min(following)

    assert found.distance[0] == next(left for left in range(len(graph) + 1) if value(0, left) == start)


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.booleans())
def test_the_best_of_all_policies_is_found(seed, chance):
    """Every choice of one move for each position, valued by a high power of its matrix."""
    game = Drawn(seed, players=("one",), inner=4, back=True, chance=chance)
    graph = state_graph(game)
    worth = {end: values[0] for end, values in terminal_payoffs(graph).items()}
    found = solve_mdp(graph, worth)
    inner = [node for node in graph if node not in game.ends]
    index = {node: number for number, node in enumerate(graph)}
    reward = np.array([float(worth.get(node, 0)) for node in graph])
    best = -np.inf
    for chosen in product(*(game.laws[node].values() for node in inner)):
        matrix = np.zeros((len(graph), len(graph)))
        for end in worth:
            matrix[index[end], index[end]] = 1
        for node, law in zip(inner, chosen, strict=True):
            for following, probability in law.items():
                matrix[index[node], index[following]] += float(probability)
        best = max(best, float(np.linalg.matrix_power(matrix, 2**22)[index[0]] @ reward))
    assert float(found.values[0]) == pytest.approx(best, abs=1e-6)
    assert check_mdp_policy(graph, worth, found.values, found.policy) == found.values[0]


def value_of_two_by_two(matrix):
    (a, b), (c, d) = matrix
    low, high = max(min(a, b), min(c, d)), min(max(a, c), max(b, d))
    return low if low == high else (a * d - b * c) / (a + d - b - c)


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.booleans())
def test_two_at_once_by_the_closed_form_of_two_by_two(seed, chance):
    game = Drawn(seed, at_once=True, chance=chance)
    graph = state_graph(game)
    worth = terminal_payoffs(graph)

    def value(node):
        if node in game.ends:
            return Fraction(game.ends[node])
        mean = {moves: sum(p * value(v) for v, p in law.items()) for moves, law in game.laws[node].items()}
        return value_of_two_by_two([[mean[row, column] for column in "cd"] for row in "ab"])

    found = solve_simultaneous(graph, worth)
    assert found.values[0] == value(0) == check_simultaneous_equilibrium(graph, worth, found.values, found.strategies)


@dataclass(frozen=True)
class Nim:
    """Heaps; a move takes at most `most` from one heap. Whoever takes the last wins, or in misère play loses."""

    heaps: tuple[int, ...]
    most: int = 10
    misere: bool = False
    players = ("first", "second")

    def start(self):
        return (self.heaps, "first")

    def outcome(self, position):
        heaps, mover = position
        if any(heaps):
            return None
        other = "second" if mover == "first" else "first"
        return Outcome(mover if self.misere else other)

    def moves(self, position, player):
        heaps, mover = position
        if player != mover:
            return []
        return [(heap, k) for heap, size in enumerate(heaps) for k in range(1, min(size, self.most) + 1)]

    def after(self, position, move):
        heaps, mover = position
        heap, taken = move
        left = tuple(size - taken * (place == heap) for place, size in enumerate(heaps))
        return (left, "second" if mover == "first" else "first")


@pytest.mark.parametrize("heaps", [(1,), (5,), (1, 2), (3, 3), (1, 2, 3), (2, 3, 4), (1, 1, 1)])
@pytest.mark.parametrize("most", [2, 3, 10])
def test_nim_values_are_those_of_bouton(heaps, most):
    """Bouton 1901: a heap of which at most k are taken is worth its size modulo k + 1; heaps add without carrying."""
    graph = state_graph(Nim(heaps, most))
    assert is_impartial(graph)
    assert last_mover_wins(graph) is True
    values = grundy_values(graph)
    assert all(values[position] == reduce(xor, (h % (most + 1) for h in position[0]), 0) for position in graph)
    found = backward_induction(graph, terminal_payoffs(graph)).payoffs
    assert all((found[at][("first", "second").index(at[1])] == 1) == (values[at] > 0) for at in graph)


@pytest.mark.parametrize("heaps", [(1,), (4,), (1, 1), (1, 2, 3), (2, 2), (1, 1, 1), (1, 1, 2)])
def test_misere_nim_is_lost_where_bouton_says(heaps):
    graph = state_graph(Nim(heaps, misere=True))
    assert last_mover_wins(graph) is False
    values = grundy_values(graph, last_mover_wins=False)
    for (left, _), value in values.items():
        lost = reduce(xor, left, 0) == 0 if max(left) > 1 else sum(left) % 2 == 1
        assert (value == 0) == lost


class Partisan(Nim):
    """The second player may take one at most."""

    def moves(self, position, player):
        return [m for m in super().moves(position, player) if player == "first" or m[1] == 1]


def test_what_is_not_impartial():
    assert not is_impartial(state_graph(Partisan((3,))))
    assert not is_impartial(state_graph(Countdown(3)))
    assert not is_impartial(state_graph(Drawn(1)))
    assert last_mover_wins(state_graph(Drawn(1))) is None


@pytest.mark.parametrize(
    ("game", "kind"),
    [
        (Countdown(4), (MoveOrder.SINGLE_PLAYER, False, False)),
        (Ring(), (MoveOrder.SINGLE_PLAYER, False, True)),
        (Alternating(), (MoveOrder.SEQUENTIAL, False, False)),
        (Drawn(3, at_once=True), (MoveOrder.SIMULTANEOUS, False, False)),
        (Drawn(1, players=("one",), back=True, chance=True), (MoveOrder.SINGLE_PLAYER, True, True)),
    ],
)
def test_kinds(game, kind):
    found = classify(state_graph(game))
    assert (found.order, found.chance, found.cyclic) == kind


@pytest.mark.parametrize("pile", range(1, 12))
def test_shortest_ways_are_counted(pile):
    graph = state_graph(Countdown(pile))
    assert count_shortest_plays(graph, "empty") == len(list(shortest_plays(graph, "empty")))
    assert distance_to_outcome(graph, "empty")[pile] == -(-pile // 2)
    assert count_shortest_plays(graph, "full") == 0


# Checkers notice what is wrong.


def changed(mapping, key, value):
    return {**mapping, key: value}


def test_a_strategy_that_loses_is_refused():
    graph = state_graph(Nim((4,), 2))
    found = backward_induction(graph, terminal_payoffs(graph))
    own = {at: moves[0] for at, moves in found.strategy.items() if at[1] == "first"}
    assert check_strategy(graph, "first", own, ["first"]) == 5
    start = graph.graph["start"]
    with pytest.raises(CertificateError, match="play can end in"):
        check_strategy(graph, "first", changed(own, start, (0, 2)), ["first"])
    with pytest.raises(CertificateError, match="no move, or one that is not allowed"):
        check_strategy(graph, "first", changed(own, start, (0, 3)), ["first"])
    with pytest.raises(CertificateError, match="no move"):
        check_strategy(graph, "first", {}, ["first"])
    with pytest.raises(CertificateError, match="play can cycle"):
        check_strategy(state_graph(Ring()), "walker", dict.fromkeys(range(3), "on"), ["out"])
    assert (
        check_strategy(state_graph(Ring()), "walker", dict.fromkeys(range(3), "on"), [], allow_infinite_play=True) == 3
    )


def test_wrong_values_of_turns_are_refused():
    graph = state_graph(Nim((4,), 2))
    worth = terminal_payoffs(graph)
    values, choice = backward_induction(graph, worth)
    start = graph.graph["start"]
    with pytest.raises(CertificateError, match="does not attain"):
        check_subgame_perfect(graph, worth, changed(values, start, (Fraction(0), Fraction(0))), choice)
    with pytest.raises(CertificateError, match="does not attain"):
        check_subgame_perfect(graph, worth, values, changed(choice, start, ((0, 2),)))
    with pytest.raises(CertificateError, match="not allowed"):
        check_subgame_perfect(graph, worth, values, changed(choice, start, ()))
    end = next(iter(worth))
    with pytest.raises(CertificateError, match=r"is not valued|does not attain"):
        check_subgame_perfect(graph, worth, changed(values, end, (Fraction(0), Fraction(0))), choice)
    with pytest.raises(CertificateError, match="play can cycle"):
        check_subgame_perfect(state_graph(Ring()), {}, {}, {})


def test_a_consistent_choice_that_is_not_best_is_refused():
    graph = state_graph(Nim((1,), 1))
    game = Drawn(5, players=("one",), inner=1)
    game.laws = [{"a": {1: Fraction(1)}, "b": {2: Fraction(1)}}]
    game.ends = {1: 1, 2: 2}
    graph = state_graph(game)
    worth = {1: Fraction(1), 2: Fraction(2)}
    poor = {0: Fraction(1), **worth}
    with pytest.raises(CertificateError, match="has the expected value 2, more than 1"):
        check_mdp_policy(graph, worth, poor, {0: ("a",)})
    with pytest.raises(CertificateError, match=r"gains by \[\('b',\)\]"):
        check_subgame_perfect(
            graph, {k: (v,) for k, v in worth.items()}, {k: (v,) for k, v in poor.items()}, {0: ("a",)}
        )


def test_a_loss_that_can_be_put_off_for_ever_is_not_its_value():
    """The walker who pays 1 to leave had better not; and going round is worth 0, not what leaving would be."""
    graph = state_graph(Ring())
    worth = {"out": Fraction(-1)}
    found = solve_mdp(graph, worth)
    assert found.values == {0: 0, 1: 0, 2: 0, "out": -1}
    assert check_mdp_policy(graph, worth, found.values, found.policy) == 0
    with pytest.raises(CertificateError, match="stay forever"):
        check_mdp_policy(graph, worth, dict.fromkeys(graph, Fraction(-1)), dict.fromkeys(range(3), ("leave",)))
    with pytest.raises(CertificateError, match="its value is not 0"):
        check_mdp_policy(
            graph, {"out": Fraction(1)}, dict.fromkeys(graph, Fraction(1)), dict.fromkeys(range(3), ("on",))
        )


def test_wrong_mixtures_are_refused():
    game = Drawn(3, at_once=True, inner=1)
    game.laws = [{("a", "c"): {1: 1}, ("a", "d"): {2: 1}, ("b", "c"): {2: 1}, ("b", "d"): {1: 1}}]
    game.ends = {1: 1, 2: -1}
    graph = state_graph(game)
    worth = terminal_payoffs(graph)
    values, mixtures = solve_simultaneous(graph, worth)
    assert check_simultaneous_equilibrium(graph, worth, values, mixtures) == 0
    half = Fraction(1, 2)
    with pytest.raises(CertificateError, match="one does not guarantee 0"):
        check_simultaneous_equilibrium(graph, worth, values, {0: {**mixtures[0], "one": {"a": Fraction(1)}}})
    for wrong in ({"a": half}, {"a": half, "b": Fraction(1, 4), "c": Fraction(1, 4)}):
        with pytest.raises(CertificateError, match="no probability distribution"):
            check_simultaneous_equilibrium(graph, worth, values, {0: {**mixtures[0], "one": wrong}})
    with pytest.raises(CertificateError, match="guarantee"):
        check_simultaneous_equilibrium(graph, worth, changed(values, 0, half), mixtures)


# What no solver takes.


def test_what_does_not_fit_a_solver_is_refused():
    at_once, ring = state_graph(Drawn(3, at_once=True)), state_graph(Ring())
    with pytest.raises(ValueError, match="move simultaneously"):
        backward_induction(at_once, terminal_payoffs(at_once))
    with pytest.raises(ValueError, match="can cycle"):
        backward_induction(ring, {"out": (Fraction(0),)})
    with pytest.raises(ValueError, match="not two players"):
        retrograde_analysis(ring, {"out": (Fraction(0), Fraction(0))})
    with pytest.raises(ValueError, match="not one player moves"):
        retrograde_analysis(at_once, terminal_payoffs(at_once))
    with pytest.raises(ValueError, match="not a single-player game"):
        solve_mdp(state_graph(Alternating()), {})
    with pytest.raises(ValueError, match="not a zero-sum game"):
        solve_simultaneous(ring, {})
    with pytest.raises(ValueError, match="no payoffs"):
        terminal_payoffs(ring)


def test_movers_and_options_are_those_of_the_rules():
    game = Drawn(4, at_once=True, chance=True)
    graph = state_graph(game)
    assert active_players(game, 0) == ("one", "two")
    assert joint_moves(graph, 0) == game.laws[0]


def one_step(players=("one",)):
    """One move, to an end that is worth 1."""
    game = Drawn(5, players=players, inner=1)
    game.laws, game.ends = [{"a": {1: Fraction(1)}}], {1: 1}
    return state_graph(game), {1: Fraction(1)}


def test_an_end_valued_too_high_is_refused():
    """Values that fit each other, all of them too great by one."""
    graph, worth = one_step()
    high = {0: Fraction(2), 1: Fraction(2)}
    with pytest.raises(CertificateError, match="the end 1 is not valued 1"):
        check_mdp_policy(graph, worth, high, {0: ("a",)})
    with pytest.raises(CertificateError, match=r"the end 1 is not valued \(Fraction\(1, 1\),\)"):
        check_subgame_perfect(graph, {1: (worth[1],)}, {node: (value,) for node, value in high.items()}, {0: ("a",)})


def test_a_value_that_the_choice_does_not_attain_is_refused():
    graph, worth = one_step()
    with pytest.raises(CertificateError, match="the policy gets 1 in 0"):
        check_mdp_policy(graph, worth, {0: Fraction(2), **worth}, {0: ("a",)})


def test_a_checker_refuses_games_of_another_kind():
    """Where everything is worth nothing, nobody gains by anything; but it is not the game that the checker is for."""
    for game, check, zero in (
        (Alternating(), check_mdp_policy, Fraction(0)),
        (Drawn(3, at_once=True), check_subgame_perfect, (Fraction(0), Fraction(0))),
    ):
        graph = state_graph(game)
        ends = {node for node, end in graph.nodes(data="outcome") if end is not None}
        choice = {node: next(iter(joint_moves(graph, node))) for node in set(graph) - ends}
        with pytest.raises(CertificateError, match="is not allowed|more than one player"):
            check(graph, dict.fromkeys(ends, zero), dict.fromkeys(graph, zero), choice)


def test_payoffs_that_are_not_opposite_are_refused():
    graph = state_graph(Drawn(3, at_once=True))
    worth = {end: (Fraction(1), Fraction(1)) for end, outcome in graph.nodes(data="outcome") if outcome}
    mixtures = {node: {"one": {"a": Fraction(1)}, "two": {"c": Fraction(1)}} for node in set(graph) - set(worth)}
    with pytest.raises(CertificateError, match="is not valued 1"):
        check_simultaneous_equilibrium(graph, worth, dict.fromkeys(graph, Fraction(1)), mixtures)


@settings(max_examples=80, deadline=None)
@given(SEEDS)
def test_the_moves_made_take_as_many_as_told(seed):
    """The winner hurries and the loser draws play out: together they make just the number of moves to the end."""
    game = Drawn(seed, back=True, inner=7)
    game.ends = {end: (value > 0) - (value < 0) for end, value in game.ends.items()}
    graph = state_graph(game)
    found = retrograde_analysis(graph, terminal_payoffs(graph))
    node, made = 0, 0
    while found.values[0] and node not in game.ends and made < 100:
        (node,) = joint_moves(graph, node)[found.strategy[node]]
        made += 1
    assert made == found.distance.get(0, 0) or not found.values[0]


class Heavy(Nim):
    """The second player takes one more than he says, where there is one."""

    def after(self, position, move):
        (heaps, _), mover = super().after(position, move), position[1]
        extra = mover == "second" and max(heaps) > 0
        heap = heaps.index(max(heaps))
        left = tuple(size - (extra and place == heap) for place, size in enumerate(heaps))
        return (left, "second" if mover == "first" else "first")


def test_the_same_moves_with_another_effect_are_not_impartial():
    assert is_impartial(state_graph(Nim((3,))))
    assert not is_impartial(state_graph(Heavy((3,))))
