"""Sequential zero-sum games with chance moves and cycles, against all stationary strategies and value iteration."""

from fractions import Fraction

import pytest
from brute_force import max_min, value_iteration
from games_by_table import MoveTable
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import Matching, RandomGame, Ring

from gametheory import Outcome, solve, state_graph
from gametheory.games.catalogue.chance import Pig
from gametheory.model.classes import terminal_payoffs
from gametheory.solvers import stochastic
from gametheory.solvers.stochastic import solve_sequential

SEEDS = st.integers(0, 10**6)


def own_payoffs(graph):
    return {end: payoffs[0] for end, payoffs in terminal_payoffs(graph).items()}


@settings(max_examples=40, deadline=None)
@given(SEEDS, st.booleans())
def test_values_are_the_best_of_all_stationary_strategies(seed, chance):
    graph = state_graph(RandomGame(seed, inner=4, cyclic=True, chance=chance))
    found = solve_sequential(graph, terminal_payoffs(graph))
    assert found.values == max_min(graph, own_payoffs(graph))


@settings(max_examples=40, deadline=None)
@given(SEEDS)
def test_every_random_game_is_solved_with_a_certificate(seed):
    game = RandomGame(seed, inner=9, cyclic=True, chance=True)
    graph = state_graph(game)
    if len({game.active[node] for node in graph if node < 9}) == 2:
        solution = solve(graph)
        assert sum(solution.payoffs.values()) == 0
        assert {node for node, end in graph.nodes(data="outcome") if end is None} == set(solution.strategy)


def test_pig_to_10():
    """The first player wins with probability .709424, which value iteration in another program found."""
    solution = solve(Pig(10))
    found = solution.outcomes["first"].probability
    assert abs(found - Fraction("0.709424")) < Fraction(1, 10**6)
    assert solution.payoffs["first"] == 2 * found - 1
    assert solution.outcomes["second"].probability == 1 - found


def test_pig_to_20():
    graph = state_graph(Pig(20))
    value = solve_sequential(graph, terminal_payoffs(graph)).values[graph.graph["start"]]
    assert abs((1 + value) / 2 - Fraction("0.615559")) < Fraction(1, 10**6)


def test_pig_by_plain_value_iteration():
    graph = state_graph(Pig(8))
    values = value_iteration(graph, own_payoffs(graph), 250)
    found = solve_sequential(graph, terminal_payoffs(graph)).values
    assert max(abs(float(found[node]) - values[node]) for node in graph) < 1e-9


WINS = {"one wins": (1, -1), "two wins": (-1, 1)}


def standoff(hit, payoffs=WINS):
    """Return a game of two who shoot, and win or lose, or pass."""
    rows = {
        one: (one, {"shoot": {f"{one} wins": hit, f"{two} wins": 1 - hit}, "pass": two})
        for one, two in (("one", "two"), ("two", "one"))
    }
    return MoveTable("one two", rows, payoffs)


@pytest.mark.parametrize(("hit", "value"), [(Fraction(1, 3), 0), (Fraction(1, 2), 0), (Fraction(2, 3), Fraction(1, 3))])
def test_a_bad_shot_waits_forever(hit, value):
    """Play without end pays 0: a player who would lose by shooting passes, and so does the other."""
    solution = solve(standoff(hit))
    assert solution.payoffs == {"one": value, "two": -value}


@pytest.mark.parametrize("game", [Ring(), Matching()])
def test_games_of_another_class_are_refused(game):
    with pytest.raises(ValueError, match=r"not a zero-sum game|move simultaneously"):
        solve_sequential(state_graph(game), {"out": (Fraction(0), Fraction(0))})


def test_payoffs_must_be_zero_sum():
    graph = state_graph(RandomGame(1, cyclic=True, chance=True))
    with pytest.raises(ValueError, match="not a zero-sum game"):
        solve_sequential(graph, dict.fromkeys(terminal_payoffs(graph), (Fraction(1), Fraction(1))))


def test_the_probability_of_play_without_end_is_left_over():
    """One player shoots and hits with 2/3, or passes; the outcomes of a game without a fight have probability 0."""
    assert solve(standoff(Fraction(1, 3))).outcomes == {}  # with payoffs there is no list
    for hit, won in ((Fraction(1, 3), (0, 0)), (Fraction(2, 3), (Fraction(2, 3), Fraction(1, 3)))):
        game = standoff(hit, {})
        game.outcome = lambda at: Outcome(at[:3]) if "wins" in at else None
        found = {name: facts.probability for name, facts in solve(game).outcomes.items()}
        assert found == dict(zip(("one", "two"), won, strict=True))


@settings(max_examples=40, deadline=None)
@given(SEEDS, st.booleans(), st.integers(0, 2))
def test_the_guess_decides_nothing(seed, chance, pick):
    """Strategy iteration finds the same values from any first moves, also where it has to learn to wait forever."""
    for game in (RandomGame(seed, inner=5, cyclic=True, chance=chance), standoff(Fraction(1, 3))):
        graph = state_graph(game)
        expected = solve_sequential(graph, terminal_payoffs(graph)).values
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(stochastic, "guess_moves", lambda rows, options, *_: {
                number: rows.moves(number)[pick % len(rows.moves(number))] for number in options
            })  # fmt: skip
            assert solve_sequential(graph, terminal_payoffs(graph)).values == expected
