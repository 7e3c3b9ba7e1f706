"""Games with simultaneous moves against the closed form of two-by-two matrix games."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import RandomGame, Ring

from gametheory import state_graph
from gametheory.model.payoffs import terminal_payoffs
from gametheory.solvers.simultaneous import solve_simultaneous
from gametheory.verify import check_simultaneous_equilibrium

SEEDS = st.integers(0, 10**6)


def value_of_two_by_two(matrix):
    (a, b), (c, d) = matrix
    low, high = max(min(a, b), min(c, d)), min(max(a, c), max(b, d))
    return low if low == high else (a * d - b * c) / (a + d - b - c)


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.booleans())
def test_values_follow_the_closed_form_of_two_by_two(seed, chance):
    game = RandomGame(seed, simultaneous=True, chance=chance)
    graph = state_graph(game)
    payoffs = terminal_payoffs(graph)

    def value(node):
        if node in game.ends:
            return Fraction(game.ends[node])
        mean = {
            moves: sum(p * value(v) for v, p in distribution.items())
            for moves, distribution in game.table[node].items()
        }
        return value_of_two_by_two([[mean[row, column] for column in "cd"] for row in "ab"])

    solution = solve_simultaneous(graph, payoffs)
    assert (
        solution.values[0]
        == value(0)
        == check_simultaneous_equilibrium(graph, payoffs, solution.values, solution.strategies)
    )


def test_games_of_another_class_are_refused():
    with pytest.raises(ValueError, match="not a zero-sum game"):
        solve_simultaneous(state_graph(Ring()), {})
