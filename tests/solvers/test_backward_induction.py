"""Backward induction against plain recursion."""

from fractions import Fraction

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import RandomGame, Ring

from gametheory import Distribution, Outcome, state_graph
from gametheory.model.classes import terminal_payoffs
from gametheory.model.unfolding import joint_moves
from gametheory.solvers.perfect_information import backward_induction
from gametheory.verify import check_subgame_perfect

SEEDS = st.integers(0, 10**6)


@settings(max_examples=80, deadline=None)
@given(SEEDS, st.booleans())
def test_backward_induction_is_minimax_by_plain_recursion(seed, chance):
    game = RandomGame(seed, chance=chance)
    graph = state_graph(game)
    solution = backward_induction(graph, terminal_payoffs(graph))

    def value(node):
        if node in game.ends:
            return Fraction(game.ends[node])
        means = [sum(p * value(v) for v, p in distribution.items()) for distribution in game.table[node].values()]
        return max(means) if game.active[node] == "one" else min(means)

    assert (
        solution.payoffs[0]
        == (value(0), -value(0))
        == check_subgame_perfect(graph, terminal_payoffs(graph), solution.payoffs, solution.strategy)
    )
    after = {move: sum(p * value(v) for v, p in following.items()) for move, following in game.table[0].items()}
    best = {(move,) for move, mean in after.items() if mean == value(0)}
    assert {moves for position, moves in solution.optimal if position == 0} == best


class Dice:
    """Roll a three-sided die, add one of two multiples of it to the own sum; the difference is paid at the end."""

    players = ("one", "two")

    def __init__(self, rounds, third=Fraction(1, 3)):
        self.rounds, self.third = rounds, third

    def start(self):
        return (0, 0)

    def outcome(self, position):
        return Outcome(str(position[1]), (position[1], -position[1])) if position[0] == self.rounds else None

    def moves(self, position, player):
        return (1, 2) if player == self.players[position[0] % 2] else ()

    def after(self, position, factor):
        done, ahead = position
        sign = 1 if done % 2 == 0 else -1
        probabilities = (self.third, Fraction(1, 3), Fraction(2, 3) - self.third)
        return Distribution(
            {
                (done + 1, ahead + sign * (roll * factor % 5)): p
                for roll, p in zip((1, 2, 3), probabilities, strict=True)
            }
        )


# 3^41 is no machine integer, nor is the denominator 3 * 10^30 to the power 4
@pytest.mark.parametrize(("rounds", "third"), [(7, Fraction(1, 3)), (41, Fraction(1, 3)), (4, Fraction(1, 10**30))])
@pytest.mark.parametrize("steps", [0, 10**9])
def test_expected_payoffs_are_exact_in_compiled_loops_and_beyond_machine_integers(rounds, third, steps, monkeypatch):
    monkeypatch.setattr("gametheory.parallel.compiled.SECONDS", steps)
    graph = state_graph(Dice(rounds, third))
    solution = backward_induction(graph, terminal_payoffs(graph))
    values, best = {}, set()
    for position in reversed(list(nx.topological_sort(graph))):
        end = graph.nodes[position]["outcome"]
        if end is not None:
            values[position] = Fraction(end.payoffs[0])
            continue
        means = {
            moves: sum(p * values[after] for after, p in distribution.items())
            for moves, distribution in joint_moves(graph, position).items()
        }
        values[position] = max(means.values()) if position[0] % 2 == 0 else min(means.values())
        best |= {(position, moves) for moves, mean in means.items() if mean == values[position]}
    assert {position: payoffs[0] for position, payoffs in solution.payoffs.items()} == values
    assert {position: -payoffs[1] for position, payoffs in solution.payoffs.items()} == values
    assert set(solution.optimal) == best >= set(solution.strategy.items())


def test_games_of_another_class_are_refused():
    simultaneous = state_graph(RandomGame(3, simultaneous=True))
    with pytest.raises(ValueError, match="move simultaneously"):
        backward_induction(simultaneous, terminal_payoffs(simultaneous))
    with pytest.raises(ValueError, match="can cycle"):
        backward_induction(state_graph(Ring()), {"out": (Fraction(0),)})
