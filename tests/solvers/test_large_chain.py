"""Large Markov chains: integers by layers and refined floats give the numbers of the small method, and known ones."""

from fractions import Fraction

import numpy as np
import pytest
from chains import HALF, Chain, gamblers_ruin
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from small_games import Coin

from gametheory import state_graph
from gametheory.model.state_graph import state_arrays
from gametheory.solvers.markov_chain import distribution as markov_chain
from gametheory.solvers.markov_chain import visits


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
    exact = [Fraction(int(v.p), int(v.q)) for v in visits.visits_in_rationals(arrays)]
    assume(any(exact))
    steps = visits.steps_that_end(arrays)
    layers, refined = visits.visits_by_layers(arrays, steps), visits.visits_by_refinement(arrays, steps)
    assert not forward or layers
    # floats need not be precise enough for numbers with many digits
    assert refined or heaviest > 99
    assert all(in_fractions(found) == exact for found in (layers, refined) if found)


@pytest.fixture
def large(monkeypatch):
    """Let every chain count as a large one, and no other method be used."""
    monkeypatch.setattr(visits, "LARGE", 0)
    monkeypatch.setattr(visits, "visits_in_rationals", None)


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
    monkeypatch.setattr(visits, "LARGE", 0)
    rare = Fraction(1, 10**400)
    graph = state_graph(Chain(0, {0: {1: 1 - rare, "end": rare}, 1: {0: Fraction(1)}}))
    arrays = state_arrays(graph)
    assert visits.visits_by_refinement(arrays, visits.steps_that_end(arrays)) is None
    assert markov_chain.expected_duration(graph) == 2 * 10**400 - 1
    monkeypatch.setattr(visits, "MAX_BITS", 300)
    long = state_graph(Coin(400))
    arrays = state_arrays(long)
    assert visits.visits_by_layers(arrays, visits.steps_that_end(arrays)) is None
    assert markov_chain.outcome_distribution(long)["never"] == Fraction(2, 3) ** 400


def test_machine_integers_give_way_to_longer_ones():
    """Probabilities over 2^50: products with corrections of 45 bits are no machine integers."""
    unit = Fraction(1, 2**50)
    graph = state_graph(Chain(0, {0: {1: 1 - unit, "left": unit}, 1: {0: HALF + unit, "right": HALF - unit}}))
    arrays = state_arrays(graph)
    steps = visits.steps_that_end(arrays)
    assert steps.weight.dtype == np.int64
    assert in_fractions(visits.visits_by_refinement(arrays, steps))[0] == 1 / (1 - (1 - unit) * (HALF + unit))
