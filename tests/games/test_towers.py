"""The tower game: its rules for every aim, and its exact distribution against recursion and simulation."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
import towers.enumeration as recursion
from hypothesis import given, settings
from hypothesis import strategies as st

from gametheory.games.towers import AIMS, Position, Towers, towers_distribution
from gametheory.model.unfolding import state_graph
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
