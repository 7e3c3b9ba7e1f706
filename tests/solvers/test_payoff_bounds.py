"""Brackets of large sequential games: they contain the exact values, and rest on floats in nothing."""

from fractions import Fraction

import numpy as np
import pytest
from games_by_table import MoveTable
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import Matching, RandomGame
from test_stochastic import standoff

from gametheory import solve, unfold
from gametheory.games.catalogue.chance import Pig
from gametheory.model.classes import terminal_payoffs
from gametheory.numbers.rationals import exact_text
from gametheory.solvers import stochastic
from gametheory.solvers.dispatch import NoSolver
from gametheory.solvers.stochastic import bound_payoffs, solve_sequential
from gametheory.verify import check_guarantee, check_payoff_bound

NARROW = Fraction(1, 10**9)


def bracket(graph, bounds, position):
    """Return the bounds of the value of a position."""
    number = graph.index[position]
    low, high = (int(bound.values[number]) * bound.unit for bound in bounds)
    return low, -high


def checked(graph, bounds):
    """Let both checkers decide about both certificates, and return the bracket of the start."""
    found = []
    for side, (player, bound) in enumerate(zip(graph.game.players, bounds, strict=True)):
        payoffs = {end: both[side] for end, both in terminal_payoffs(graph).items()}
        found.append(check_payoff_bound(graph, payoffs, player, bound))
        strategies, values, ranks = {}, {}, {}
        for number, position in enumerate(graph):
            values[position] = int(bound.values[number]) * bound.unit
            ranks[position] = int(bound.ranks[number])
            if bound.chosen[number] >= 0:
                move = graph.moves[graph.move_of[bound.chosen[number]]][0]
                strategies[position] = {player: {move: Fraction(1)}}
        assert check_guarantee(graph, payoffs, [player], strategies, values, ranks) == found[-1]
    return found[0], -found[1]


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**6))
def test_the_bracket_of_every_position_contains_the_value(seed):
    graph = unfold(RandomGame(seed, inner=9, cyclic=True, chance=True))
    values = solve_sequential(graph, terminal_payoffs(graph)).values
    bounds = bound_payoffs(graph, terminal_payoffs(graph), NARROW)
    lower, upper = checked(graph, bounds)
    assert upper - lower <= NARROW
    for node in graph:
        low, high = bracket(graph, bounds, node)
        assert low <= values[node] <= high


def test_the_compiled_loops_find_the_same(monkeypatch):
    graph = unfold(Pig(4))
    found = []
    for steps in (0, 10**9):
        monkeypatch.setattr("gametheory.parallel.compiled.SECONDS", steps)
        found.append(bound_payoffs(graph, terminal_payoffs(graph), NARROW))
    for one, other in zip(*found, strict=True):
        for part, same in zip(one[1:], other[1:], strict=True):
            assert np.array_equal(part, same)


@pytest.mark.parametrize("width", [Fraction(1, 100), Fraction(1, 10**11)])
def test_pig_is_bracketed_if_it_counts_as_large(width):
    graph = unfold(Pig(5))
    exact, solution = solve(graph), solve(graph, width=width, component_limit=1)
    lower, upper = solution.bounds["first"]
    assert lower < exact.payoffs["first"] < upper
    assert upper - lower <= width * Fraction(11, 10)  # rounded outward to decimals
    assert solution.bounds["second"] == (-upper, -lower)
    assert solution.payoffs == {}
    assert solution.checked[0].checker == "verify.check_payoff_bound"
    assert "wider" not in solution.method
    for player, facts in exact.outcomes.items():
        least, most = solution.outcomes[player].probability, solution.outcomes[player].most
        assert least < facts.probability < most
        assert solution.as_json()["outcomes"][player] == {"lower": exact_text(least), "upper": exact_text(most)}
    assert set(solution.strategy) == {node for node, moves in exact.strategy.items() if moves}


def test_an_exact_solution_is_preferred_up_to_the_limit(monkeypatch):
    graph = unfold(Pig(3))
    assert solve(graph, component_limit=len(graph)).bounds == {}
    assert solve(graph, component_limit=len(graph) - 1).payoffs == {}
    monkeypatch.setattr("gametheory.solvers.dispatch.MAX_COMPONENT", len(graph) - 1)
    assert solve(graph).payoffs == {}


@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_bounds_hold_although_no_iteration_was_finished(rounds, monkeypatch):
    """Values that are far off are lowered until the certificate is right, or to the least payoff."""
    monkeypatch.setattr(stochastic, "MAX_ROUNDS", rounds)
    for seed in range(10):
        graph = unfold(RandomGame(seed, inner=7, cyclic=True, chance=True))
        value = solve_sequential(graph, terminal_payoffs(graph)).values[0]
        lower, upper = checked(graph, bound_payoffs(graph, terminal_payoffs(graph), NARROW))
        assert lower <= value <= upper


def test_values_that_only_hold_themselves_up_are_forgotten():
    """While values are not known yet, a loss seems to be certain in a cycle that never ends."""
    graph = unfold(RandomGame(330, inner=9, cyclic=True, chance=True))
    values = solve_sequential(graph, terminal_payoffs(graph)).values
    bounds = bound_payoffs(graph, terminal_payoffs(graph), NARROW)
    assert all(
        low <= values[node] <= high <= low + NARROW for node in graph for low, high in [bracket(graph, bounds, node)]
    )


@pytest.mark.parametrize(("hit", "value"), [(Fraction(1, 3), 0), (Fraction(1, 2), 0), (Fraction(2, 3), Fraction(1, 3))])
def test_waiting_forever_pays_nothing(hit, value):
    graph = unfold(standoff(hit))
    lower, upper = checked(graph, bound_payoffs(graph, terminal_payoffs(graph), NARROW))
    assert lower <= value <= upper <= lower + NARROW
    assert value or lower == upper == 0


def leaking(chance, payoffs=(1, -1)):
    """Return a slow walk: each round the first player wins with a small probability, and otherwise the walk goes on."""
    rows = {
        "one": ("one", {"on": {"won": chance, "two": 1 - chance}}),
        "two": ("two", {"on": {"won": chance, "one": 1 - chance}}),
    }
    return MoveTable("one two", rows, {"won": payoffs})


def test_a_bracket_that_floats_cannot_narrow_says_so(monkeypatch):
    """Few rounds, and a walk that they do not finish: the bounds are true all the same."""
    monkeypatch.setattr(stochastic, "MAX_ROUNDS", 5)
    solution = solve(leaking(Fraction(1, 1000)), component_limit=1)
    lower, upper = solution.bounds["one"]
    assert lower <= 1 <= upper
    assert upper - lower > Fraction(1, 10**6)
    assert solution.method.endswith("the bracket is wider than asked")


def test_games_of_another_kind_are_refused():
    with pytest.raises(NoSolver, match=r"more than 10 digits; --component-limit, in Python component_limit, above"):
        solve(leaking(Fraction(1, 10**11)), component_limit=1)
    graph = unfold(leaking(Fraction(1, 2)))
    with pytest.raises(ValueError, match="width: 0 is not positive"):
        bound_payoffs(graph, terminal_payoffs(graph), Fraction(0))
    with pytest.raises(ValueError, match="not a zero-sum game of two players"):
        bound_payoffs(graph, {"won": (Fraction(1), Fraction(1))}, NARROW)
    with pytest.raises(ValueError, match="even and odd move simultaneously"):
        bound_payoffs(unfold(Matching()), dict.fromkeys(("even", "odd"), (Fraction(0),) * 2), NARROW)


@pytest.mark.parametrize("pays", [Fraction(10**30), Fraction(1, 10**30), Fraction(1, 7)])
def test_payoffs_of_any_size(pays):
    graph = unfold(leaking(Fraction(1, 3), (pays, -pays)))
    lower, upper = checked(graph, bound_payoffs(graph, terminal_payoffs(graph), pays / 10**6))
    assert lower < pays <= upper <= lower + pays / 10**6
