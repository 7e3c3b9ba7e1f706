"""The law of a battle in floats is within its bound of the exact law, under all rules."""

from fractions import Fraction

import numpy as np
import pytest
from battles import CHANCES, battles, chance_of, plainly
from hypothesis import given, settings
from hypothesis import strategies as st

from gametheory.games.battle import Battle
from gametheory.games.battle import distribution as law_module
from gametheory.games.battle._kernels.binomial import (
    UNIT,
    probability_at_least,
    probability_of,
    hit_distributions,
    expected_turns_bound,
)
from gametheory.games.battle._kernels.correlation import GROUP, correlate
from gametheory.games.battle.distribution import battle_distribution, battle_odds_by_turn
from gametheory.games.battle.exact import exact_distribution, exact_odds_by_turn
from gametheory.games.battle.rules import survivor_distribution
from gametheory.parallel import threads
from gametheory.parallel.cores import limit_cores

NEVER = (Fraction(0), Fraction(0))


def chances(law):
    """All probabilities of a law, by name."""
    found = {(turn.turn, name): getattr(turn, name) for turn in law.turns for name in turn._fields[1:]}
    found |= {("end", name): getattr(law.eventual, name) for name in law.eventual._fields}
    for side in law.survivors._fields:
        found |= {(side, left): chance for left, chance in getattr(law.survivors, side).items()}
    return found


def greatest_error(law, exact):
    one, other = chances(law), chances(exact)
    return max(abs(Fraction(one.get(name, 0)) - Fraction(other.get(name, 0))) for name in one.keys() | other.keys())


@settings(max_examples=150, deadline=None)
@given(battles(), st.sampled_from([None, 1, 2, 5]))
def test_within_its_bound_of_the_exact_law(battle, turns):
    law = battle_distribution(battle, turns)
    armies = battle.attackers + battle.defenders  # in no more turns than these is somebody hit, and that is what costs
    assert greatest_error(law, exact_distribution(battle, turns)) <= law.error_bound <= 1e-14 * (2 + armies)


@settings(max_examples=60, deadline=None)
@given(battles(5), st.sampled_from([None, 1, 3]))
def test_within_its_bound_of_a_plain_recursion(battle, turns):
    if turns is None and (battle.attacker_hits, battle.defender_hits) == NEVER:
        return
    law, plain = battle_distribution(battle, turns), plainly(battle, turns)
    last = law.turns[-1] if turns else law.eventual
    for outcome in ("win", "lose", "stopped"):
        assert abs(Fraction(getattr(last, outcome)) - chance_of(battle, plain, outcome)) <= law.error_bound
    for (fighting, _), chance in plain.items():
        assert law.survivors.attackers.get(fighting + battle.reserve, 0) >= chance - Fraction(law.error_bound)


@pytest.mark.parametrize("battle", [Battle(24, 18), Battle(18, 24), Battle(30, 30, Fraction(1, 20), Fraction(1, 20))])
def test_larger_battles(battle):
    law = battle_distribution(battle, 3)
    turn = exact_distribution(battle, 3).turns[-1] if battle.attacker_hits > Fraction(1, 2) else None
    assert law.error_bound <= 1e-12
    if turn:
        assert (
            max(abs(Fraction(one) - other) for one, other in zip(law.turns[-1], turn, strict=True)) <= law.error_bound
        )
    assert abs(sum(law.eventual) - 1) <= 4 * law.error_bound
    assert abs(sum(law.survivors.attackers.values()) - 1) <= 200 * law.error_bound


def test_the_printed_chances():
    law = battle_distribution(Battle(40, 25), 5)
    assert round(law.turns[0].win, 3) == 0.440
    simulator = battle_distribution(Battle(40, 25, reserve=1, stop_when_outnumbered=True), 3)
    assert [round(turn.win, 2) for turn in simulator.turns] == [0.36, 1.0, 1.0]


def test_turns_go_on_to_the_end():
    """The sweep to the end and many single turns agree, and the sweep starts from wherever the turns stopped."""
    battle = Battle(30, 28)
    end, turns = battle_distribution(battle), battle_distribution(battle, 60)
    assert turns.turns[-1].undecided <= 1e-12
    assert abs(end.eventual.win - turns.turns[-1].win) <= end.error_bound + 2 * turns.error_bound + 1e-12
    assert abs(end.eventual.win - battle_distribution(battle, 2).eventual.win) <= 2 * turns.error_bound


def test_rare_hits_take_no_longer():
    """Nobody is hit in nearly every turn: the geometric series is summed, not followed."""
    rare = Fraction(1, 10**12)
    law, exact = battle_distribution(Battle(6, 5, rare, rare)), exact_distribution(Battle(6, 5, rare, rare))
    assert greatest_error(law, exact) <= law.error_bound <= 1e-13
    with pytest.raises(ValueError, match="below 1e-100"):
        battle_distribution(Battle(2, 2, Fraction(1, 10**101)))


@settings(max_examples=40, deadline=None)
@given(battles(6), st.sampled_from([1, 2, 5]))
def test_the_turns_alone_are_those_of_the_law(battle, turns):
    law, alone = battle_distribution(battle, turns), battle_odds_by_turn(battle, turns)
    assert (alone.turns, alone.survivors) == (law.turns, law.survivors)
    assert alone.error_bound <= law.error_bound
    exact = exact_odds_by_turn(battle, turns)
    assert (exact.turns, exact.survivors) == (
        exact_distribution(battle, turns).turns,
        exact_distribution(battle, turns).survivors,
    )


def test_nobody_can_hit():
    law = battle_distribution(Battle(3, 2, *NEVER))
    assert law.eventual == (0, 0, 0, 1)
    assert dict(law.survivors.attackers) == {3: 1.0}


@pytest.mark.parametrize("turns", [0, -1, 1.5, True])
def test_turns_are_whole(turns):
    with pytest.raises(ValueError, match="turns"):
        battle_distribution(Battle(2, 1), turns)


def test_a_large_battle_has_its_bound():
    law = battle_distribution(Battle(600, 560))
    assert law.error_bound <= 1e-12
    assert abs(law.eventual.win + law.eventual.lose - 1) <= 2 * law.error_bound


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 30), st.integers(0, 30), CHANCES)
def test_volleys_have_their_relative_error(shooters, standing, chance):
    table = hit_distributions(30, chance, 1e-17)
    law = [
        probability_of(table, shooters, standing - left) if left else probability_at_least(table, shooters, standing)
        for left in range(standing + 1)
    ]
    exact = survivor_distribution(standing, shooters, chance)
    for left, weight in enumerate(law):
        wanted = exact.get(left, Fraction(0))
        assert abs(Fraction(weight) - wanted) <= wanted * Fraction(table.relative_error) + Fraction(1e-17)


def test_bands_leave_out_no_more_than_they_say():
    table = hit_distributions(200, Fraction(3, 5), 1e-6)
    for shooters in (1, 50, 200):
        kept = range(int(table.first[shooters]), int(table.last[shooters]) + 1)
        exact = survivor_distribution(shooters, shooters, Fraction(3, 5))
        assert sum(exact.get(shooters - hit, 0) for hit in kept) >= 1 - Fraction(1e-6)
        assert len(kept) < 0.8 * shooters or shooters < 100
        assert abs(sum(probability_of(table, shooters, hit) for hit in kept) - 1) <= 1e-6


@settings(max_examples=40, deadline=None)
@given(battles(6))
def test_a_battle_is_no_longer_than_most_turns(battle):
    """The expected number of turns, by the plain law turn by turn, stays below the bound."""
    if battle.attackers - battle.reserve == 0 or not battle.defenders:
        return
    if max(battle.attacker_hits, battle.defender_hits) < Fraction(1, 10):
        return
    expected = sum(chance_of(battle, plainly(battle, turn), None) for turn in range(4))
    rules = battle.attackers - battle.reserve, battle.defenders, battle.attacker_hits, battle.defender_hits
    assert expected <= Fraction(expected_turns_bound(*rules)) + Fraction(1, 10**9)


@pytest.mark.parametrize("count", [0, 4, 36])
def test_correlation(count):
    random = np.random.default_rng(1)
    weights, values, found = random.random(count), random.random(count + 50), np.ones(50)
    correlate(weights, values, found)
    wanted = [1 + sum(Fraction(w) * Fraction(v) for w, v in zip(weights, values[j:], strict=False)) for j in range(50)]
    bound = Fraction((count // GROUP + 3) * UNIT)
    assert all(abs(Fraction(one) - other) <= bound * other for one, other in zip(found.tolist(), wanted, strict=True))


def test_the_cores_agree_with_one(monkeypatch):
    """What is computed on all cores is to the last bit what one computes."""
    battle, rare = Battle(90, 80), Battle(90, 80, Fraction(1, 20), Fraction(1, 30))
    one = [battle_distribution(game, 3) for game in (battle, rare)]
    monkeypatch.setattr(threads, "SERIAL_BELOW", 0)
    with limit_cores(3):
        assert [battle_distribution(game, 3) for game in (battle, rare)] == one


@pytest.mark.parametrize("battle", [Battle(20, 20), Battle(12, 30)], ids=str)
def test_the_bound_counts_what_is_left_out(monkeypatch, battle):
    """With narrow bands the error is far above all rounding, and still within the bound."""
    monkeypatch.setattr(law_module, "OMITTED_AT_MOST", 1e-6)
    law = battle_distribution(battle)
    assert 1e-9 < greatest_error(law, exact_distribution(battle)) <= law.error_bound
