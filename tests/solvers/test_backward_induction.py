"""Backward induction against plain recursion."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import RandomGame, Ring

from gametheory import state_graph
from gametheory.model.payoffs import terminal_payoffs
from gametheory.solvers.backward_induction import backward_induction, best_moves
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
    first = best_moves(graph, 0, solution.payoffs)
    assert first == [
        m for m, distribution in game.table[0].items() if sum(p * value(v) for v, p in distribution.items()) == value(0)
    ]


def test_games_of_another_class_are_refused():
    simultaneous = state_graph(RandomGame(3, simultaneous=True))
    with pytest.raises(ValueError, match="move simultaneously"):
        backward_induction(simultaneous, terminal_payoffs(simultaneous))
    with pytest.raises(ValueError, match="can cycle"):
        backward_induction(state_graph(Ring()), {"out": (Fraction(0),)})
    with pytest.raises(ValueError, match="2 players move, not one"):
        best_moves(simultaneous, 0, terminal_payoffs(simultaneous))
