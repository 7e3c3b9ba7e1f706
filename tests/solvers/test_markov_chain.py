"""Markov chains: distributions computed by hand, exact sums, and floats within their error bound."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from chains import HALF, Chain, craps, gamblers_ruin, trap
from games_by_table import MoveTable
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from small_games import Alternating, Coin, Countdown, Matching, Ring

from gametheory import state_graph
from gametheory.games.battle import Battle
from gametheory.model.classes import terminal_payoffs
from gametheory.model.unfolding import state_arrays
from gametheory.solvers import markov_chain
from gametheory.solvers.markov_decision import solve_mdp
from gametheory.verify import CertificateError, check_absorption_probability, check_mdp_policy


def outcomes_after(graph, steps):
    return markov_chain.sum_by_outcome(graph, markov_chain.distribution_after(graph, steps))


@pytest.mark.parametrize(("stake", "goal"), [(1, 2), (3, 7), (5, 12)])
@pytest.mark.parametrize("up", [HALF, Fraction(2, 3), Fraction(18, 37)])
def test_gamblers_ruin(stake, goal, up):
    graph = gamblers_ruin(stake, goal, up)
    ratio = (1 - up) / up
    won = Fraction(stake, goal) if up == HALF else (1 - ratio**stake) / (1 - ratio**goal)
    lasts = stake * (goal - stake) if up == HALF else (stake - goal * won) / (1 - 2 * up)
    assert markov_chain.outcome_distribution(graph) == {str(goal): won, "0": 1 - won, None: 0}
    assert markov_chain.expected_duration(graph) == lasts
    assert (
        check_absorption_probability(graph, markov_chain.absorption_probabilities(graph, str(goal)), str(goal)) == won
    )


def random_chain(size, neighbors, heaviest=9):
    """Return a chain in which a position leads to the next one, to some others, and to an end."""
    random = Random(100 * size + neighbors)
    rows = {}
    for position in range(size):
        near = [(position + 1) % size, *random.sample(range(size), min(neighbors, size) - 1)]
        weights = {place: random.randint(1, heaviest) for place in [*near, random.choice(["left", "right"])]}
        rows[position] = {place: Fraction(weight, sum(weights.values())) for place, weight in weights.items()}
    return state_graph(Chain(0, rows))


@pytest.mark.parametrize("size", [2, 5, 12])
@pytest.mark.parametrize("neighbors", [1, 2, 4, 11])
def test_sparse_and_dense_systems_have_the_same_solution(monkeypatch, size, neighbors):
    graph, solutions = random_chain(size, neighbors), []
    for small, sparse in ((150, markov_chain._solve_sparse), (0, markov_chain._solve_sparse), (0, lambda *_: None)):
        monkeypatch.setattr(markov_chain, "SMALL", small)
        monkeypatch.setattr(markov_chain, "_solve_sparse", sparse)
        labels = markov_chain.absorption_probabilities(graph, "left")
        solutions.append((labels, markov_chain.expected_duration(graph), markov_chain.absorption_distribution(graph)))
    assert solutions == [solutions[0]] * 3
    assert solutions[0][1] == sum(visits_by_elimination(graph))


def test_craps():
    graph = craps()
    assert markov_chain.outcome_distribution(graph) == {"win": Fraction(244, 495), "lose": Fraction(251, 495), None: 0}
    assert markov_chain.expected_duration(graph) == Fraction(557, 165)
    assert outcomes_after(graph, 1) == {
        "win": Fraction(2, 9),
        "lose": Fraction(1, 9),
        None: Fraction(2, 3),
    }


def test_play_that_is_over_at_the_start():
    graph = state_graph(Chain("end", {}))
    assert markov_chain.distribution_after(graph, 3) == markov_chain.absorption_distribution(graph) == {"end": 1}
    assert markov_chain.outcome_distribution(graph) == {"end": 1, None: 0}
    assert markov_chain.expected_duration(graph) == 0
    assert markov_chain.transition_matrix(graph) == [[1]]


def test_play_that_may_never_end():
    graph = trap()
    assert markov_chain.outcome_distribution(graph) == {"end": HALF, None: HALF}
    assert markov_chain.absorption_distribution(graph) == {"end": HALF}
    assert markov_chain.expected_duration(graph) is None
    assert markov_chain.absorption_probabilities(graph, "end") == {"start": HALF, "end": 1, "a": 0, "b": 0}


def test_play_that_never_ends():
    for graph in (state_graph(Battle(2, 1, Fraction(0), Fraction(0))), state_graph(Chain(0, {0: {1: 1}, 1: {0: 1}}))):
        assert markov_chain.outcome_distribution(graph) == {None: 1}
        assert markov_chain.absorption_distribution(graph) == {}
        assert markov_chain.expected_duration(graph) is None
        assert outcomes_after(graph, 9) == {None: 1}


@pytest.mark.parametrize("game", [Countdown(3), Matching(), Alternating(), Ring()], ids=lambda g: type(g).__name__)
def test_a_game_with_moves_of_players_is_refused(game):
    graph = state_graph(game)
    for solver in (
        markov_chain.absorption_distribution,
        markov_chain.outcome_distribution,
        markov_chain.expected_duration,
        markov_chain.transition_matrix,
    ):
        with pytest.raises(ValueError, match="a player moves"):
            solver(graph)
    with pytest.raises(CertificateError, match="a player moves"):
        check_absorption_probability(graph, dict.fromkeys(graph, Fraction(0)), "none")


@pytest.mark.parametrize("steps", [-1, 0.5, True])
def test_wrong_numbers_of_steps_are_refused(steps):
    for solver in (markov_chain.distribution_after, outcomes_after):
        with pytest.raises(ValueError, match=r"steps: .* is not a whole number of at least 0"):
            solver(craps(), steps)


def test_an_order_must_name_every_position_once():
    graph = trap()
    for order in (["start"], ["start", "end", "a", "a"], ["start", "end", "a", "c"]):
        with pytest.raises(ValueError, match="not each of the 4 positions once"):
            markov_chain.transition_matrix(graph, order)


def test_powers_of_the_matrix_are_the_distribution():
    graph = craps()
    places, matrix = list(graph), markov_chain.transition_matrix(graph)
    distribution = [Fraction(position == "first") for position in places]
    for steps in range(5):
        known = markov_chain.distribution_after(graph, steps)
        assert distribution == [known.get(position, 0) for position in places]
        distribution = [
            sum(x * row[j] for x, row in zip(distribution, matrix, strict=True)) for j in range(len(places))
        ]


@st.composite
def small_chains(draw):
    """Draw small chains with cycles, positions that repeat, and positions from which play cannot end."""
    size = draw(st.integers(1, 6))
    places = [*range(size), "left", "right"]
    rows = {}
    for position in range(size):
        weights = draw(st.dictionaries(st.sampled_from(places), st.integers(1, 9), min_size=1, max_size=4))
        rows[position] = {place: Fraction(weight, sum(weights.values())) for place, weight in weights.items()}
    return state_graph(Chain(0, rows))


@settings(deadline=None, max_examples=60)
@given(small_chains(), st.integers(0, 6))
def test_distributions_of_any_small_chain(graph, steps):
    distribution, later = (
        outcomes_after(graph, steps),
        outcomes_after(graph, steps + 1),
    )
    ends = markov_chain.outcome_distribution(graph)
    assert (
        sum(distribution.values())
        == sum(ends.values())
        == sum(markov_chain.distribution_after(graph, steps).values())
        == 1
    )
    for outcome in set(distribution) - {None}:
        assert distribution[outcome] <= later[outcome] <= ends[outcome]
        assert (
            check_absorption_probability(graph, markov_chain.absorption_probabilities(graph, outcome), outcome)
            == ends[outcome]
        )
    assert (markov_chain.expected_duration(graph) is None) == (ends[None] > 0)


@settings(deadline=None, max_examples=40)
@given(small_chains())
def test_the_expected_duration_is_the_sum_of_the_probabilities_to_go_on(graph):
    lasts = markov_chain.expected_duration(graph)
    if lasts is not None:
        partial = sum(outcomes_after(graph, steps)[None] for steps in range(12))
        assert partial <= lasts
        assert lasts == sum(visits_by_elimination(graph))


def visits_by_elimination(graph):
    """Return the expected visits to each position, by Gaussian elimination on the whole chain."""
    places = [node for node, end in graph.nodes(data="outcome") if end is None]
    whole = dict(zip(graph, markov_chain.transition_matrix(graph), strict=True))
    column = {node: index for index, node in enumerate(graph)}
    rows = [[(u == v) - whole[u][column[v]] for u in places] + [Fraction(v == graph.graph["start"])] for v in places]
    for pivot in range(len(places)):
        swap = next(row for row in range(pivot, len(places)) if rows[row][pivot])
        rows[pivot], rows[swap] = rows[swap], rows[pivot]
        rows[pivot] = [x / rows[pivot][pivot] for x in rows[pivot]]
        for row in range(len(places)):
            if row != pivot:
                rows[row] = [x - rows[row][pivot] * y for x, y in zip(rows[row], rows[pivot], strict=True)]
    return [row[-1] for row in rows]


@settings(deadline=None, max_examples=60)
@given(small_chains(), st.integers(1, 3))
def test_the_residual_of_refined_visits_is_exact(graph, rounds):
    """The equations of the visits, evaluated in fractions from the steps of the graph."""
    arrays = state_arrays(graph)
    assume(markov_chain.outcome_distribution(graph)[None] < 1)
    system, members = markov_chain.visit_system(arrays, markov_chain.steps_that_end(arrays))
    assume(all(system.refine() for _ in range(rounds)))
    common = markov_chain.steps_that_end(arrays).common
    scaled = zip(members.tolist(), system.scaled, strict=True)
    found = {number: Fraction(int(visit), 1 << system.bits) for number, visit in scaled}
    position = {node: number for number, node in enumerate(graph)}
    matrix = markov_chain.transition_matrix(graph)
    for target, rest in zip(members.tolist(), system.residual.tolist(), strict=True):
        into = sum(found[source] * matrix[source][target] for source in found)
        missing = (target == position[graph.graph["start"]]) + into - found[target]
        assert missing * common == Fraction(int(rest), 1 << system.bits)


@st.composite
def chains(draw, forward, heaviest):
    """Draw chains with positions that repeat, and with longer cycles unless play only goes forward."""
    size = draw(st.integers(1, 7))
    rows = {}
    for position in range(size):
        after = [*range(position if forward else 0, size), "left", "right"]
        weights = draw(st.dictionaries(st.sampled_from(after), st.integers(1, heaviest), min_size=1, max_size=4))
        rows[position] = {place: Fraction(weight, sum(weights.values())) for place, weight in weights.items()}
    return state_graph(Chain(0, rows))


def in_fractions(found):
    return [Fraction(int(number), found[1]) for number in found[0]]


@settings(deadline=None, max_examples=100)
@given(st.data(), st.booleans(), st.sampled_from([99, 2**45]))
def test_the_visits_of_all_methods_are_the_same(data, forward, heaviest):
    arrays = state_arrays(data.draw(chains(forward, heaviest)))
    exact = [Fraction(int(v.p), int(v.q)) for v in markov_chain.visits_in_rationals(arrays)]
    assume(any(exact))
    steps = markov_chain.steps_that_end(arrays)
    layers, refined = markov_chain.visits_by_layers(arrays, steps), markov_chain.visits_by_refinement(arrays, steps)
    assert not forward or layers
    # floats need not be precise enough for numbers with many digits
    assert refined or heaviest > 99
    assert all(in_fractions(found) == exact for found in (layers, refined) if found)


@pytest.fixture
def large(monkeypatch):
    """Let every chain count as a large one, and no other method be used."""
    monkeypatch.setattr(markov_chain, "LARGE", 0)
    monkeypatch.setattr(markov_chain, "visits_in_rationals", None)


@pytest.mark.usefixtures("large")
def test_a_fair_gambler_and_a_long_row_of_coins():
    graph = gamblers_ruin(300, 700, HALF)
    assert markov_chain.outcome_distribution(graph) == {"700": Fraction(3, 7), "0": Fraction(4, 7), None: 0}
    assert markov_chain.expected_duration(graph) == 300 * 400
    never = Fraction(2, 3) ** 400
    assert markov_chain.outcome_distribution(state_graph(Coin(400))) == {"heads": 1 - never, "never": never, None: 0}


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize("odd", range(2**40 + 1, 2**40 + 5, 2))
def test_a_small_denominator_that_fits_the_digits_but_not_the_equations(odd):
    end = Fraction(odd, 2**43)
    graph = state_graph(Chain(0, {0: {1: Fraction(1)}, 1: {0: 1 - end, "end": end}}))
    assert markov_chain.expected_duration(graph) == 2 / end


@pytest.mark.usefixtures("large")
def test_an_unfair_gambler_needs_many_digits():
    stake, goal, up = 20, 60, Fraction(18, 37)
    ratio = (1 - up) / up
    won = (1 - ratio**stake) / (1 - ratio**goal)
    graph = gamblers_ruin(stake, goal, up)
    assert markov_chain.outcome_distribution(graph) == {"60": won, "0": 1 - won, None: 0}
    assert markov_chain.expected_duration(graph) == (stake - goal * won) / (1 - 2 * up)


@pytest.mark.usefixtures("large")
def test_play_through_many_small_components():
    """Twenty pairs in a row, each left with probability 1/2: 40 components of two positions would fill up otherwise."""
    rows = {}
    for pair in range(20):
        rows[2 * pair] = {2 * pair + 1: Fraction(1)}
        rows[2 * pair + 1] = {2 * pair: HALF, 2 * pair + 2 if pair < 19 else "end": HALF}
    graph = state_graph(Chain(0, rows))
    assert markov_chain.expected_duration(graph) == 80
    assert markov_chain.absorption_distribution(graph) == {"end": 1}


def test_chains_that_need_another_method(monkeypatch):
    """Long numbers, and a system that is singular in floats; then rationals are the answer."""
    monkeypatch.setattr(markov_chain, "LARGE", 0)
    rare = Fraction(1, 10**400)
    graph = state_graph(Chain(0, {0: {1: 1 - rare, "end": rare}, 1: {0: Fraction(1)}}))
    arrays = state_arrays(graph)
    assert markov_chain.visits_by_refinement(arrays, markov_chain.steps_that_end(arrays)) is None
    assert markov_chain.expected_duration(graph) == 2 * 10**400 - 1
    monkeypatch.setattr(markov_chain, "MAX_BITS", 300)
    long = state_graph(Coin(400))
    arrays = state_arrays(long)
    assert markov_chain.visits_by_layers(arrays, markov_chain.steps_that_end(arrays)) is None
    assert markov_chain.outcome_distribution(long)["never"] == Fraction(2, 3) ** 400


def test_machine_integers_give_way_to_longer_ones():
    """Probabilities over 2^50: products with corrections of 45 bits are no machine integers."""
    unit = Fraction(1, 2**50)
    graph = state_graph(Chain(0, {0: {1: 1 - unit, "left": unit}, 1: {0: HALF + unit, "right": HALF - unit}}))
    arrays = state_arrays(graph)
    steps = markov_chain.steps_that_end(arrays)
    assert steps.weight.dtype == np.int64
    assert in_fractions(markov_chain.visits_by_refinement(arrays, steps))[0] == 1 / (1 - (1 - unit) * (HALF + unit))


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
