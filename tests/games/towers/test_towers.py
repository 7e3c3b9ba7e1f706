"""The tower game: its rules for every aim, and its exact distribution against recursion and simulation."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
import towers.enumeration as recursion
from hypothesis import given, settings
from hypothesis import strategies as st

from gametheory.games.battle.simulation import confidence_interval
from gametheory.games.towers import AIMS, Position, Towers, towers_distribution
from gametheory.games.towers.simulation import simulate_towers
from gametheory.model.state_graph import state_graph
from gametheory.solvers.markov_chain import outcome_distribution

SMALL = st.builds(
    Towers, st.integers(1, 5), st.integers(1, 3), st.integers(1, 3), st.integers(0, 3), st.sampled_from(AIMS)
)


@settings(max_examples=60, deadline=None)
@given(SMALL)
def test_the_distribution_is_that_of_a_recursion_over_distinct_towers(game):
    expected = recursion.win_probability(game.soldiers, (game.hits,) * game.towers, game.kills, game.aim)
    assert towers_distribution(game, 1).win == expected == outcome_distribution(state_graph(game)).get("win", 0)


@settings(max_examples=60, deadline=None)
@given(SMALL)
def test_the_probabilities_add_up(game):
    distribution = towers_distribution(game, 40)
    for row in distribution.rounds:
        assert row.win + row.lose + row.undecided == 1
    assert distribution.win + distribution.lose == sum(distribution.soldiers.values()) == 1
    assert distribution.soldiers.get(0, Fraction(0)) == distribution.lose
    if not distribution.rounds[-1].undecided:
        continues = [Fraction(1), *(row.undecided for row in distribution.rounds)]
        assert distribution.expected_rounds == sum(continues)


@settings(max_examples=40, deadline=None)
@given(SMALL)
def test_a_round_of_each_aim_by_counting_targets(game):
    """If the soldiers choose independently, targets^soldiers choices are equally likely."""
    if game.aim in ("in-turn", "together"):
        return
    counted: dict[Position, int] = {}
    for targets in product(range(game.towers), repeat=game.soldiers):
        left = tuple(sorted((h for h in recursion.hit((game.hits,) * game.towers, targets) if h), reverse=True))
        after = Position(max(game.soldiers - game.kills * len(left), 0), left)
        counted[after] = counted.get(after, 0) + 1
    distribution = game.after(game.start())
    assert {
        position: probability * game.towers**game.soldiers for position, probability in distribution.items()
    } == counted


def test_one_tower_is_decided_by_division():
    """A single tower gets every shot, with every aim."""
    for soldiers, hits, kills, aim in product((1, 2, 5), (1, 3, 7), (0, 1, 2), AIMS):
        left, standing, rounds = soldiers, hits, 0
        while left > 0 and standing > 0:
            standing -= left
            left -= kills if standing > 0 else 0
            rounds += 1
        distribution = towers_distribution(Towers(soldiers, 1, hits, kills, aim), 1)
        assert (distribution.win, distribution.expected_rounds) == (int(standing <= 0), rounds)


@pytest.mark.parametrize(("soldiers", "towers"), [(3, 2), (5, 4), (12, 5), (30, 12)])
def test_towers_of_one_hit_are_the_occupancy_problem(soldiers, towers):
    """All fall in the first round if no box of a random allocation is empty (inclusion-exclusion)."""
    from math import comb

    expected = sum((-1) ** k * comb(towers, k) * Fraction(towers - k, towers) ** soldiers for k in range(towers + 1))
    assert towers_distribution(Towers(soldiers, towers, 1, soldiers), 1).rounds[0].win == expected


@pytest.mark.parametrize("aim", AIMS)
@pytest.mark.parametrize("numbers", [(6, 3, 3, 1), (4, 2, 3, 1), (3, 2, 2, 0)])
def test_the_distribution_is_inside_the_intervals_of_a_simulation(numbers, aim):
    assert outside(Towers(*numbers, aim), Towers(*numbers, aim)) == []


@pytest.mark.parametrize("wrong", [Towers(7, 3, 3, 1), Towers(6, 3, 2, 1), Towers(6, 3, 3, 2), Towers(6, 2, 3, 1)])
def test_a_wrong_distribution_is_outside(wrong):
    assert outside(Towers(6, 3, 3, 1), wrong)


@pytest.mark.parametrize("aim", AIMS[1:])
def test_the_distribution_of_another_aim_is_outside(aim):
    assert outside(Towers(6, 3, 3, 1), Towers(6, 3, 3, 1, aim))


def outside(game, claimed):
    """List the win probabilities of a claimed distribution outside of their intervals from a simulation of the game."""
    games = 3000
    simulation = simulate_towers(game, games, seed=11)
    distribution = towers_distribution(claimed, len(simulation.won_by_round))
    rows = [row.win for row in distribution.rounds]
    rows += [distribution.win] * (len(simulation.won_by_round) - len(rows))
    events = [*zip(simulation.won_by_round, rows, strict=True), (simulation.won, distribution.win)]
    each = 1 - 0.001 / len(events)
    intervals = [(confidence_interval(count, games, each), probability) for count, probability in events]
    return [str(probability) for (low, high), probability in intervals if not low <= probability <= high]


def test_the_same_seed_gives_the_same_games():
    game = Towers(5, 3, 2, 1)
    assert simulate_towers(game, 200, 3) == simulate_towers(game, 200, 3) != simulate_towers(game, 200, 4)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ((0, 1, 1, 1), "soldiers: 0 is not a whole number of at least 1"),
        ((1, 1, 0, 1), "hits: 0"),
        ((1, 1, 1, -1), "kills: -1 is not a whole number of at least 0"),
        ((1, True, 1, 1), "towers: True"),
        ((1, 1, 1, 1, "high"), "aim: 'high' is not one of each, in-turn, anywhere, together"),
    ],
)
def test_errors_name_the_wrong_value(values, message):
    with pytest.raises(ValueError, match=message):
        Towers(*values)
