"""The distribution of a battle in floats is within its bound of the exact one, under all rules."""

from fractions import Fraction

import numpy as np
import pytest
from battles import PROBABILITIES, battles, by_recursion, probability_of_outcome
from hypothesis import given, settings
from hypothesis import strategies as st

from gametheory.games.battle import Battle
from gametheory.games.battle import distribution as distribution_module
from gametheory.games.battle.distribution import (
    battle_distribution,
    battle_odds_by_turn,
    exact_distribution,
    exact_odds_by_turn,
)
from gametheory.games.battle.hits_kernel import (
    GROUP,
    UNIT,
    correlate,
    expected_turns_bound,
    hit_distributions,
    probability_at_least,
    probability_of,
)
from gametheory.games.battle.rules import survivor_distribution
from gametheory.parallel import limits
from gametheory.parallel.limits import limit_cores


def probabilities(distribution):
    """Return all probabilities of a distribution, by name."""
    result = {(turn.turn, name): getattr(turn, name) for turn in distribution.turns for name in turn._fields[1:]}
    result |= {("end", name): getattr(distribution.eventual, name) for name in distribution.eventual._fields}
    for side in distribution.survivors._fields:
        result |= {(side, left): probability for left, probability in getattr(distribution.survivors, side).items()}
    return result


def greatest_error(distribution, exact):
    one, other = probabilities(distribution), probabilities(exact)
    return max(abs(Fraction(one.get(name, 0)) - Fraction(other.get(name, 0))) for name in one.keys() | other.keys())


@settings(max_examples=60, deadline=None)
@given(battles(), st.sampled_from([None, 1, 2, 5]))
def test_floats_are_within_the_bound_of_the_exact_distribution(battle, turns):
    distribution = battle_distribution(battle, turns)
    armies = battle.attackers + battle.defenders  # a bound on the turns with a hit, which are those with errors
    assert (
        greatest_error(distribution, exact_distribution(battle, turns))
        <= distribution.error_bound
        <= 1e-14 * (2 + armies)
    )


def test_rare_hits_take_no_more_time():
    """Nearly every turn has no hit: the geometric series is summed, not followed."""
    rare = Fraction(1, 10**12)
    distribution, exact = battle_distribution(Battle(6, 5, rare, rare)), exact_distribution(Battle(6, 5, rare, rare))
    assert greatest_error(distribution, exact) <= distribution.error_bound <= 1e-13
    with pytest.raises(ValueError, match="below 1e-100"):
        battle_distribution(Battle(2, 2, Fraction(1, 10**101)))


@settings(max_examples=40, deadline=None)
@given(battles(6), st.sampled_from([1, 2, 5]))
def test_odds_by_turn_are_those_of_the_distribution(battle, turns):
    distribution, alone = battle_distribution(battle, turns), battle_odds_by_turn(battle, turns)
    assert (alone.turns, alone.survivors) == (distribution.turns, distribution.survivors)
    assert alone.error_bound <= distribution.error_bound
    exact = exact_odds_by_turn(battle, turns)
    assert (exact.turns, exact.survivors) == (
        exact_distribution(battle, turns).turns,
        exact_distribution(battle, turns).survivors,
    )


def test_a_large_battle_has_its_bound():
    distribution = battle_distribution(Battle(600, 560))
    assert distribution.error_bound <= 1e-12
    assert abs(distribution.eventual.win + distribution.eventual.lose - 1) <= 2 * distribution.error_bound


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 30), st.integers(0, 30), PROBABILITIES)
def test_hit_probabilities_have_their_relative_error(shooters, standing, probability):
    table = hit_distributions(30, probability, 1e-17)
    distribution = [
        probability_of(table, shooters, standing - left) if left else probability_at_least(table, shooters, standing)
        for left in range(standing + 1)
    ]
    exact = survivor_distribution(standing, shooters, probability)
    for left, weight in enumerate(distribution):
        wanted = exact.get(left, Fraction(0))
        assert abs(Fraction(weight) - wanted) <= wanted * Fraction(table.relative_error) + Fraction(1e-17)


def test_bands_omit_no_more_than_stated():
    table = hit_distributions(200, Fraction(3, 5), 1e-6)
    for shooters in (1, 50, 200):
        band = range(int(table.first[shooters]), int(table.last[shooters]) + 1)
        exact = survivor_distribution(shooters, shooters, Fraction(3, 5))
        assert sum(exact.get(shooters - hit, 0) for hit in band) >= 1 - Fraction(1e-6)
        assert len(band) < 0.8 * shooters or shooters < 100
        assert abs(sum(probability_of(table, shooters, hit) for hit in band) - 1) <= 1e-6


@settings(max_examples=40, deadline=None)
@given(battles(6))
def test_the_bound_on_the_expected_turns(battle):
    """The expected number of turns, by the recursion turn by turn, is below the bound."""
    if battle.attackers - battle.reserve == 0 or not battle.defenders:
        return
    if max(battle.attacker_hits, battle.defender_hits) < Fraction(1, 10):
        return
    expected = sum(probability_of_outcome(battle, by_recursion(battle, turn), None) for turn in range(4))
    rules = battle.attackers - battle.reserve, battle.defenders, battle.attacker_hits, battle.defender_hits
    assert expected <= Fraction(expected_turns_bound(*rules)) + Fraction(1, 10**9)


@pytest.mark.parametrize("count", [0, 4, 36])
def test_correlation(count):
    random = np.random.default_rng(1)
    weights, values, result = random.random(count), random.random(count + 50), np.ones(50)
    correlate(weights, values, result)
    wanted = [1 + sum(Fraction(w) * Fraction(v) for w, v in zip(weights, values[j:], strict=False)) for j in range(50)]
    bound = Fraction((count // GROUP + 3) * UNIT)
    assert all(abs(Fraction(one) - other) <= bound * other for one, other in zip(result.tolist(), wanted, strict=True))


def test_results_do_not_depend_on_the_number_of_cores(monkeypatch):
    """Results on several cores are those on one, to the last bit."""
    battle, rare = Battle(90, 80), Battle(90, 80, Fraction(1, 20), Fraction(1, 30))
    one = [battle_distribution(game, 3) for game in (battle, rare)]
    monkeypatch.setattr(limits, "SERIAL_BELOW", 0)
    with limit_cores(3):
        assert [battle_distribution(game, 3) for game in (battle, rare)] == one


def test_the_bound_is_attained_if_undecided_probability_is_left_out(monkeypatch):
    """The attacker surely wins in the end; what is undecided after the first turn counts in full."""
    propagation = distribution_module._Propagation(Battle(1, 1, Fraction(1, 2), Fraction(0)))
    propagation.play(1)
    monkeypatch.setattr(distribution_module, "MAX_OMITTED", 1.0)
    propagation.finish()
    win = propagation.outcome_probabilities()[0]
    assert win == 0.5
    assert 1 - win <= propagation.error_bound() <= 0.51


@pytest.mark.parametrize("battle", [Battle(20, 20), Battle(12, 30)], ids=str)
def test_the_bound_counts_omitted_probability(monkeypatch, battle):
    """With narrow bands the error is far above all rounding errors, and still within the bound."""
    monkeypatch.setattr(distribution_module, "MAX_OMITTED", 1e-6)
    distribution = battle_distribution(battle)
    assert 1e-9 < greatest_error(distribution, exact_distribution(battle)) <= distribution.error_bound
