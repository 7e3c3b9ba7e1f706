"""Markov decision processes against all policies."""

from fractions import Fraction

import pytest
from games_by_table import MoveTable
from small_games import Alternating

from gametheory import state_graph
from gametheory.model.payoffs import terminal_payoffs
from gametheory.solvers.markov_decision import solve_mdp
from gametheory.verify import check_mdp_policy


def walk():
    """Return a walk along a line, safely to the left or, at a risk, to the right; the end pays how far it is."""
    shares = {"left": Fraction(1, 3), "right": Fraction(1, 2)}
    rows = {
        place: ("one", {move: {place - 1: 1 - share, place + 1: share} for move, share in shares.items()})
        for place in range(1, 120)
    }
    return MoveTable("one", rows, {0: (0,), 120: (120**2,)}, start=lambda: 60)


def test_a_large_component_is_solved_from_a_guess():
    graph = state_graph(walk())
    payoffs = {end: values[0] for end, values in terminal_payoffs(graph).items()}
    solution = solve_mdp(graph, payoffs)
    # a fair coin is the best: the walk is a martingale
    assert solution.values == {place: Fraction(120 * place) for place in graph}
    assert set(solution.policy.values()) == {("right",)}
    assert check_mdp_policy(graph, payoffs, solution.values, solution.policy) == 7200


def test_games_of_several_players_are_refused():
    with pytest.raises(ValueError, match="not a single-player game"):
        solve_mdp(state_graph(Alternating()), {})
