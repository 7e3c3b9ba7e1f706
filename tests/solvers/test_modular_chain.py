"""Sums of expected visits modulo primes: the same numbers as in rationals, and known ones."""

from fractions import Fraction
from math import comb
from random import Random

import numpy as np
import pytest
from chains import HALF, Chain, craps, gamblers_ruin, trap
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import Coin

from gametheory import state_graph
from gametheory.solvers import markov_chain
from gametheory.solvers.markov_chain import modular, visits
from gametheory.solvers.markov_chain.elimination import elimination
from gametheory.solvers.markov_chain.modular import sums_of_visits
from gametheory.solvers.markov_chain.transition import MarkovChain
from gametheory.solvers.markov_chain.visits import sums_in_rationals


@st.composite
def chains(draw, forward, heaviest):
    """Draw chains with positions that repeat, and with longer cycles unless play only goes forward."""
    size = draw(st.integers(1, 7))
    rows = {}
    for position in range(size):
        places = [*range(position if forward else 0, size), "left", "right"]
        weights = draw(st.dictionaries(st.sampled_from(places), st.integers(1, heaviest), min_size=1, max_size=4))
        rows[position] = {place: Fraction(weight, sum(weights.values())) for place, weight in weights.items()}
    return MarkovChain(state_graph(Chain(0, rows)), Fraction)


@pytest.mark.parametrize(("forward", "heaviest"), [(True, 99), (False, 99), (False, 2**45)])
def test_sums_modulo_primes_are_those_in_rationals(forward, heaviest):
    @settings(deadline=None, max_examples=150)
    @given(chains(forward, heaviest), st.integers(1, 4), st.data())
    def check(chain, groups, data):
        group = np.array(data.draw(st.lists(st.integers(-1, groups - 1), min_size=len(chain), max_size=len(chain))))
        # play that never ends has infinitely many visits
        eliminated = elimination(chain.steps)
        group[(eliminated.component < 0) & ~chain.steps.ended] = -1
        found = sums_of_visits(chain, eliminated, group, groups)
        # a denominator that is no machine integer is left to the other method
        assert found == sums_in_rationals(chain, eliminated, group, groups) or (found is None and heaviest > 99)

    check()


@pytest.fixture
def large(monkeypatch):
    """Let every chain count as a large one, and no other method be used."""
    monkeypatch.setattr(visits, "LARGE", 0)
    monkeypatch.setattr(visits, "sums_in_rationals", None)


@pytest.mark.usefixtures("large")
def test_known_chains():
    assert markov_chain.outcome_distribution(craps()) == {
        "win": Fraction(244, 495),
        "lose": Fraction(251, 495),
        None: 0,
    }
    assert markov_chain.expected_duration(craps()) == Fraction(557, 165)
    assert markov_chain.outcome_distribution(trap()) == {"end": HALF, None: HALF}
    over = state_graph(Chain("end", {}))
    assert markov_chain.absorption_distribution(over) == {"end": 1}
    assert markov_chain.expected_duration(over) == 0
    endless = state_graph(Chain(0, {0: {1: 1}, 1: {0: 1}}))
    assert markov_chain.absorption_distribution(endless) == {}
    assert markov_chain.outcome_distribution(endless) == {None: 1}


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize("steps", [0, 10**18], ids=["compiled", "interpreted"])
def test_a_fair_gambler_and_a_long_row_of_coins(monkeypatch, steps):
    monkeypatch.setattr("gametheory.parallel.loops.COMPILED_FROM", steps)
    graph = gamblers_ruin(300, 700, HALF)
    assert markov_chain.outcome_distribution(graph) == {"700": Fraction(3, 7), "0": Fraction(4, 7), None: 0}
    assert markov_chain.expected_duration(graph) == 300 * 400
    never = Fraction(2, 3) ** 400
    assert markov_chain.outcome_distribution(state_graph(Coin(400))) == {"heads": 1 - never, "never": never, None: 0}


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize("odd", range(2**40 + 1, 2**40 + 21, 2))
def test_a_small_denominator_that_fits_the_residues_but_not_the_equations(odd):
    """Any number modulo two primes is a quotient of integers of 32 bits; the visits here have more."""
    end = Fraction(odd, 2**43)
    graph = state_graph(Chain(0, {0: {1: Fraction(1)}, 1: {0: 1 - end, "end": end}}))
    assert markov_chain.expected_duration(graph) == 2 / end


@pytest.mark.usefixtures("large")
def test_an_unfair_gambler_needs_many_primes():
    stake, goal, up = 20, 60, Fraction(18, 37)
    ratio = (1 - up) / up
    won = (1 - ratio**stake) / (1 - ratio**goal)
    graph = gamblers_ruin(stake, goal, up)
    assert markov_chain.outcome_distribution(graph) == {"60": won, "0": 1 - won, None: 0}
    assert markov_chain.expected_duration(graph) == (stake - goal * won) / (1 - 2 * up)


@pytest.mark.usefixtures("large")
def test_sums_of_many_products_are_no_larger_than_machine_integers(monkeypatch):
    monkeypatch.setattr("gametheory.parallel.loops.COMPILED_FROM", 0)
    third = Fraction(1, 3)
    rows = {("middle", place): {"left": third, "right": 1 - third} for place in range(70)}
    graph = state_graph(Chain("start", {"start": dict.fromkeys(rows, Fraction(1, 70)), **rows}))
    assert markov_chain.outcome_distribution(graph) == {"left": third, "right": 1 - third, None: 0}


@pytest.mark.usefixtures("large")
def test_each_end_of_a_walk_has_a_binomial_probability():
    rows = {
        (step, up): {(step + 1, up): HALF, (step + 1, up + 1): HALF} for step in range(40) for up in range(step + 1)
    }
    found = markov_chain.absorption_distribution(state_graph(Chain((0, 0), rows)))
    assert found == {(40, up): Fraction(comb(40, up), 2**40) for up in range(41)}


def refused(graph):
    """Return whether the method declines a chain."""
    chain = MarkovChain(graph, Fraction)
    return sums_of_visits(chain, elimination(chain.steps), np.zeros(len(chain), int), 1) is None


def test_chains_that_need_another_method(monkeypatch):
    """A denominator of no machine integer, a dense component, and too many primes; then rationals are the answer."""
    rare = Fraction(1, 10**40)
    assert refused(state_graph(Chain(0, {0: {"end": rare, "far": 1 - rare}})))
    random = Random(3)
    everywhere = {place: dict.fromkeys([*range(40), "end"], Fraction(1, 41)) for place in range(40)}
    assert refused(state_graph(Chain(0, everywhere)))
    graph = gamblers_ruin(random.randrange(5, 9), 20, Fraction(18, 37))
    exactly = markov_chain.outcome_distribution(graph)
    monkeypatch.setattr(modular, "MOST_LIFTED", 2)
    monkeypatch.setattr(modular, "MOST_PRIMES", 1)
    assert refused(graph)
    assert refused(state_graph(Coin(40)))
    monkeypatch.setattr(visits, "LARGE", 0)
    assert markov_chain.outcome_distribution(graph) == exactly


def test_visits_that_are_off_by_one_modulo_a_prime_are_refused(monkeypatch):
    chain, right = MarkovChain(gamblers_ruin(2, 5, HALF), Fraction), modular.run_loop
    eliminated = elimination(chain.steps)

    def off_by_one(loop, steps, inputs, outputs):
        result = right(loop, steps, inputs, outputs)
        if loop is modular.modulo.visits:
            outputs[0][eliminated.order[-1]] += 1
        return result

    monkeypatch.setattr(modular, "run_loop", off_by_one)
    with pytest.raises(ArithmeticError, match="do not satisfy their equations"):
        sums_of_visits(chain, eliminated, np.zeros(len(chain), int), 1)
