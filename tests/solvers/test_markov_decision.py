"""Markov decision processes against all policies."""

from fractions import Fraction

import pytest
from hypothesis import strategies as st
from small_games import Alternating

from gametheory import Distribution, Outcome, state_graph
from gametheory.model.payoffs import terminal_payoffs
from gametheory.solvers.markov_decision import solve_mdp
from gametheory.verify import check_mdp_policy

SEEDS = st.integers(0, 10**6)


class Walk:
    """Walk along a line of places, safely to the left or, at a risk, to the right; the end pays how far it is."""

    players = ("one",)

    def start(self):
        return 60

    def outcome(self, place):
        return Outcome(str(place), (Fraction(place**2),)) if place in (0, 120) else None

    def moves(self, place, player):
        return ("left", "right")

    def after(self, place, move):
        right = Fraction(1, 3) if move == "left" else Fraction(1, 2)
        return Distribution({place - 1: 1 - right, place + 1: right})


def test_a_large_component_is_solved_from_a_guess():
    graph = state_graph(Walk())
    payoffs = {end: values[0] for end, values in terminal_payoffs(graph).items()}
    solution = solve_mdp(graph, payoffs)
    # a fair coin is the best: the walk is a martingale
    assert solution.values == {place: Fraction(120 * place) for place in graph}
    assert set(solution.policy.values()) == {("right",)}
    assert check_mdp_policy(graph, payoffs, solution.values, solution.policy) == 7200


def test_games_of_several_players_are_refused():
    with pytest.raises(ValueError, match="not a single-player game"):
        solve_mdp(state_graph(Alternating()), {})
