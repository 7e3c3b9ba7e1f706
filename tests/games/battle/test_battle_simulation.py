"""The distribution is inside the confidence intervals of a simulation, and a wrong one is not."""

from fractions import Fraction

import pytest
from battles import hits
from hypothesis import given, settings
from hypothesis import strategies as st

from gametheory.games.battle import Battle
from gametheory.games.battle.distribution import (
    battle_distribution,
    confidence_interval,
    exact_distribution,
    simulate_battle,
)

GAMES = 20_000
OUTCOMES = "win", "lose", "stopped"
BATTLES = [
    Battle(12, 10),
    Battle(9, 12, both_dead="defender"),
    Battle(10, 8, reserve=1, stop_when_outnumbered=True),
    Battle(6, 6, Fraction(1, 50), Fraction(1, 40)),
    Battle(5, 4, Fraction(1), Fraction(0)),
]


def outside(battle, distribution, turns=None):
    """Return the events of a simulation that are outside of intervals with 99.9 % confidence together (Bonferroni)."""
    played = simulate_battle(battle, GAMES, seed=7, turns=turns)
    events = []
    for turn, counts in zip(distribution.turns, played.by_turn, strict=False):
        events += [(f"{name} by turn {turn.turn}", counts[i], getattr(turn, name)) for i, name in enumerate(OUTCOMES)]
    if turns is None:
        events += [(name, played.end[i], getattr(distribution.eventual, name)) for i, name in enumerate(OUTCOMES)]
    for side in ("attackers", "defenders"):
        counts, probabilities = getattr(played, side), getattr(distribution.survivors, side)
        both = counts.keys() | probabilities.keys()
        events += [(f"{side} left: {left}", counts.get(left, 0), probabilities.get(left, 0)) for left in both]
    each = 1 - 0.001 / len(events)
    intervals = [(name, *confidence_interval(count, GAMES, each), probability) for name, count, probability in events]
    bound = distribution.error_bound
    return [name for name, low, high, probability in intervals if not low - bound <= probability <= high + bound]


@pytest.mark.slow
@pytest.mark.parametrize("turns", [None, 3])
@pytest.mark.parametrize("battle", BATTLES, ids=str)
def test_the_distribution_is_inside_the_intervals(battle, turns):
    assert outside(battle, battle_distribution(battle, turns), turns) == []
    assert outside(battle, exact_distribution(battle, turns), turns) == []


@pytest.mark.parametrize("turns", [None, 3])
@pytest.mark.parametrize(
    "wrong",
    [
        Battle(12, 10, Fraction(7, 10), Fraction(3, 5)),
        Battle(11, 10),
        Battle(12, 11),
        Battle(12, 10, both_dead="defender"),
        Battle(13, 10, reserve=1),
        Battle(12, 10, stop_when_outnumbered=True),
        Battle(12, 10, Fraction(31, 50)),
    ],
)
def test_a_wrong_distribution_is_outside_the_intervals(wrong, turns):
    assert outside(Battle(12, 10), battle_distribution(wrong, turns), turns)


def test_the_same_seed_gives_the_same_games():
    assert (
        simulate_battle(Battle(9, 8), 500, 3)
        == simulate_battle(Battle(9, 8), 500, 3)
        != simulate_battle(Battle(9, 8), 500, 4)
    )


def test_every_game_is_counted():
    result = simulate_battle(Battle(9, 8, reserve=2, stop_when_outnumbered=True), 1000, 1)
    assert sum(result.end) == sum(result.attackers.values()) == sum(result.defenders.values()) == 1000
    assert min(result.attackers) >= 2


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 30), st.fractions(Fraction(1, 100), Fraction(99, 100), max_denominator=100))
def test_the_intervals_cover_with_their_confidence(games, probability):
    """Over all numbers of wins, the probability is outside of its interval with at most 1 - confidence."""
    distribution = hits(games, probability)
    outside = 0
    for count, weight in enumerate(distribution):
        low, high = confidence_interval(count, games, 0.9)
        outside += weight * (not low - 1e-12 <= probability <= high + 1e-12)
    assert outside <= Fraction(1, 10) + Fraction(1, 10**9)


def test_intervals_of_known_size():
    assert [round(end, 4) for end in confidence_interval(0, 10, 0.95)] == [0.0, 0.3085]
    assert [round(end, 4) for end in confidence_interval(10, 10, 0.95)] == [0.6915, 1.0]
    low, high = confidence_interval(500_000, 1_000_000, 0.95)
    assert high - low == pytest.approx(2 * 1.96 * 0.0005, rel=1e-3)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"games": 0}, "games"),
        ({"games": 1.5}, "games"),
        ({"seed": -1}, "seed"),
        ({"turns": 0}, "turns"),
        ({"battle": Battle(2, 2, Fraction(0), Fraction(0))}, "never ends"),
    ],
)
def test_refusals(arguments, message):
    with pytest.raises(ValueError, match=message):
        simulate_battle(**{"battle": Battle(2, 2), "games": 10, "seed": 1, **arguments})


def test_other_refusals():
    with pytest.raises(ValueError, match="confidence"):
        confidence_interval(1, 2, 1.0)
    with pytest.raises(ValueError, match="count"):
        confidence_interval(3, 2, 0.9)
