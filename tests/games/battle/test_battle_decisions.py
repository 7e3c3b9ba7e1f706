"""Minimum attackers, rules of thumb and optimal stopping, decided exactly where floats cannot."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from battle.rules_of_thumb import (
    HALF,
    decision_rules,
    evaluate_rule,
    mean_hits_rule,
    square_law,
    win_probability_at_least,
)
from battles import battles, follow, outcome_name
from hypothesis import given, settings
from hypothesis import strategies as st

from gametheory.games.battle import Battle, decisions
from gametheory.games.battle.decisions import (
    StoppingSolution,
    TooClose,
    minimum_attackers,
    odds_table,
    optimal_stopping,
    wins_at_least,
    wins_surely,
)
from gametheory.games.battle.distribution import exact_distribution


def win_of(battle, turns=None):
    distribution = exact_distribution(battle, turns)
    return distribution.turns[-1].win if turns else distribution.eventual.win


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(battles(6), st.fractions(0, 1, max_denominator=12), st.sampled_from([None, 1, 3]))
def test_the_minimum_reaches_the_probability_and_one_less_does_not(battle, win, turns):
    try:
        result = minimum_attackers(battle, win, turns)
    except ValueError:
        most = replace(battle, attackers=battle.reserve + 12)
        assert win_of(most, turns) < win
        return
    if result.attackers > 14:
        return
    assert win_of(replace(battle, attackers=result.attackers), turns) >= win
    if result.win_before is not None:
        assert win_of(replace(battle, attackers=result.attackers - 1), turns) < win


def test_probability_zero_needs_no_attacker():
    """Probability 0 needs no attacker, even if hits are rare."""
    result = minimum_attackers(Battle(1, 1, Fraction(1, 10**9), Fraction(1)), Fraction(0))
    assert (result.attackers, result.win_before) == (0, None)


def test_a_search_that_would_be_too_large_is_refused():
    """Otherwise the first distribution would have a billion attackers."""
    with pytest.raises(ValueError, match="more than 20,000 attackers may be needed"):
        minimum_attackers(Battle(1, 6, Fraction(1, 10**9), Fraction(7, 10)), Fraction(1, 2))


@pytest.mark.parametrize("turns", [None, 2])
@pytest.mark.parametrize("attackers", [6, 9])
def test_exact_ties_are_decided(attackers, turns):
    """The exact win probability of a number of attackers needs that number; a little more needs one more."""
    win = win_of(Battle(attackers, 10), turns)
    assert minimum_attackers(Battle(1, 10), win, turns).attackers == attackers
    assert minimum_attackers(Battle(1, 10), win + Fraction(1, 10**40), turns).attackers == attackers + 1
    assert minimum_attackers(Battle(1, 10), win - Fraction(1, 10**40), turns).attackers == attackers


COIN = Battle(1, 1, HALF, Fraction(0))  # won in the first turn with probability 1/2


@pytest.mark.parametrize(("probability", "sign"), [(0.25, 1), (0.75, -1)])
def test_floats_decide_only_outside_their_bound(monkeypatch, probability, sign):
    """The distance to the required probability is the bound, then one unit in the last place more than the bound."""
    for bound, exactly in ((0.25, True), (np.nextafter(0.25, 1), True), (np.nextafter(0.25, 0), False)):
        monkeypatch.setattr(decisions, "win_probability", lambda *_, bound=bound: (probability, float(bound)))
        assert wins_at_least(COIN, HALF, 1) == (exactly or sign < 0)
    for win in (HALF + Fraction(1, 10**30), HALF - Fraction(1, 10**30)):
        monkeypatch.setattr(decisions, "win_probability", lambda *_: (probability, 0.26))
        assert wins_at_least(COIN, win, 1) == (win < HALF)


@pytest.mark.parametrize("error", [1, -1])
def test_a_table_decides_only_outside_its_bound(error):
    table = odds_table(1, 1, 1, COIN.attacker_hits, COIN.defender_hits)
    for bound in (2**-20, 2**-30):
        wrong = replace(table, win=table.win + error * bound, error_bound=bound)
        assert win_probability_at_least(wrong, HALF)[1, 1]
        assert not win_probability_at_least(wrong, HALF + Fraction(1, 10**30))[1, 1]


def test_the_size_up_to_which_ties_are_decided(monkeypatch):
    win = win_of(Battle(5, 6))
    monkeypatch.setattr(decisions, "MAX_EXACT", 30)
    assert wins_at_least(Battle(5, 6), win)
    monkeypatch.setattr(decisions, "MAX_EXACT", 29)
    with pytest.raises(TooClose):
        wins_at_least(Battle(5, 6), win)


def test_advice_at_the_bound():
    """At twice the bound the order may be either; one unit in the last place more decides."""
    at = np.array([[0.5]])
    for bound, more, less in ((0.125, "either", "either"), (float(np.nextafter(0.125, 0)), "attack", "stop")):
        assert StoppingSolution(at, at + 0.25, at, at, bound).advice(0, 0) == more
        assert StoppingSolution(at, at - 0.25, at, at, bound).advice(0, 0) == less


@pytest.mark.parametrize(
    ("battle", "win", "message"),
    [
        (Battle(1, 5), Fraction(1), "no number of attackers"),
        (Battle(1, 5), Fraction(3, 2), "not a probability"),
        (Battle(1, 5), Fraction(-1), "not a probability"),
        (Battle(1, 5, Fraction(0)), HALF, "cannot hit"),
    ],
)
def test_unreachable_probabilities_are_refused(battle, win, message):
    with pytest.raises(ValueError, match=message):
        minimum_attackers(battle, win)


@settings(max_examples=40, deadline=None)
@given(battles(5), st.sampled_from([None, 1, 3]))
def test_sure_wins(battle, turns):
    assert wins_surely(battle, turns) == (win_of(battle, turns) == 1)


@settings(max_examples=25, deadline=None)
@given(battles(5), st.sampled_from([None, 2]))
def test_more_attackers_never_win_less(battle, turns):
    more = replace(battle, attackers=battle.attackers + 1)
    fewer = replace(battle, defenders=max(battle.defenders - 1, 0))
    assert win_of(battle, turns) <= min(win_of(more, turns), win_of(fewer, turns))


def test_rules_of_thumb_are_evaluated():
    table = odds_table(30, 30)
    rules = {rule.name: rule for rule in decision_rules(table)}
    assert rules["p a >= d"].minimum[24] == 42
    by_odds = evaluate_rule(table, rules["win >= 0.7"], Fraction(7, 10))
    assert (by_odds.accuracy, by_odds.false_attacks, by_odds.missed_attacks) == (1, 0, 0)
    errors = evaluate_rule(table, rules["p a >= d"])
    count = sum(win_of(Battle(a, d)) >= HALF and 3 * a < 5 * d for a in range(1, 9) for d in range(1, 9))
    small = evaluate_rule(odds_table(8, 8), next(decision_rules(odds_table(8, 8))))
    assert (small.missed_attacks, small.false_attacks, errors.false_attacks) == (count, 0, 0)
    assert errors.accuracy < evaluate_rule(table, rules["p a^2 >= q d^2"]).accuracy


@given(st.integers(0, 10**6), st.fractions(Fraction(1, 100), 1), st.fractions(0, 1))
def test_rules_of_thumb_in_whole_numbers(count, hits, other):
    square, naive = square_law(count, hits, other), mean_hits_rule(count, hits, other)
    assert hits * square**2 >= other * count**2
    assert square == 0 or hits * (square - 1) ** 2 < other * count**2
    assert hits * naive >= other * count > hits * (naive - 1)


def value_of(battle, price, prize, stopping):
    """Return the same values in exact rationals, position by position, smallest armies first."""
    values = {}
    for a in range(battle.attackers + 1):
        for d in range(battle.defenders + 1):
            end, now = outcome_name(battle, a, d), price * a
            if end:
                values[a, d] = price * a + prize * (end == "win")
                continue
            later = {}
            follow(battle, a, d, Fraction(1), later, to_the_end=True)
            going_on = sum(probability * values[place] for place, probability in later.items())
            values[a, d] = max(going_on, now) if stopping else going_on
    return values


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(battles(5), st.fractions(0, 3, max_denominator=4), st.fractions(Fraction(1, 4), 20, max_denominator=4))
def test_optimal_stopping_in_exact_rationals(battle, price, prize):
    battle = replace(battle, reserve=0, stop_when_outnumbered=False)
    if not (battle.attacker_hits or battle.defender_hits):
        return
    result = optimal_stopping(battle, price, prize)
    for stopping, values in ((True, result.optimal), (False, result.never_stop)):
        for (a, d), value in value_of(battle, price, prize, stopping).items():
            assert abs(Fraction(float(values[a, d])) - value) <= result.error_bound


def test_when_to_stop():
    result = optimal_stopping(Battle(20, 20), Fraction(1), Fraction(10))
    gain = result.optimal - result.never_stop
    assert (gain >= -2 * result.error_bound).all()
    assert gain[10, 15] > 1
    assert (result.advice(20, 3), result.advice(3, 20)) == ("attack", "stop")
    assert result.advice(0, 5) == "either"
    odds = odds_table(20, 20)
    free = optimal_stopping(Battle(20, 20), Fraction(0), Fraction(1))
    assert np.abs(free.optimal - odds.win).max() <= free.error_bound + odds.error_bound
    no_hits = optimal_stopping(Battle(3, 3, Fraction(0), Fraction(0)), Fraction(1), Fraction(5))
    assert no_hits.optimal[3, 3] == 3


@pytest.mark.parametrize(("price", "prize"), [(-1, 1), (1, -1), (0, 0)])
def test_invalid_prices_are_refused(price, prize):
    with pytest.raises(ValueError, match="neither may be negative"):
        optimal_stopping(Battle(3, 3), Fraction(price), Fraction(prize))
    with pytest.raises(ValueError, match="own stopping rule"):
        optimal_stopping(Battle(3, 3, stop_when_outnumbered=True), Fraction(1), Fraction(1))


def test_no_advice_within_the_bound():
    """A difference that could be an error of the computation gives no advice."""
    result = optimal_stopping(Battle(20, 20), Fraction(1), Fraction(10))
    ahead = float(result.continue_once[20, 3] - result.stop_now[20, 3])
    assert result.advice(20, 3) == "attack"
    assert replace(result, error_bound=0.4 * ahead).advice(20, 3) == "attack"
    assert replace(result, error_bound=0.6 * ahead).advice(20, 3) == "either"
