"""The tower game: its rules in every reading, its exact law against plain recursion and simulation, and its command."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
import towers as told
from hypothesis import given, settings
from hypothesis import strategies as st
from test_cli import call, document

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
def test_the_law_is_that_of_a_recursion_over_towers_in_their_places(game):
    expected = told.chance_to_win(game.soldiers, (game.hits,) * game.towers, game.kills, game.aim)
    assert towers_distribution(game, 1).win == expected == outcome_distribution(state_graph(game)).get("win", 0)


@settings(max_examples=60, deadline=None)
@given(SMALL)
def test_the_law_adds_up(game):
    law = towers_distribution(game, 40)
    for row in law.rounds:
        assert row.win + row.lose + row.undecided == 1
    assert law.win + law.lose == sum(law.soldiers.values()) == 1
    assert law.soldiers.get(0, Fraction(0)) == law.lose
    if not law.rounds[-1].undecided:
        going_on = [Fraction(1), *(row.undecided for row in law.rounds)]
        assert law.expected_rounds == sum(going_on)


@settings(max_examples=40, deadline=None)
@given(SMALL)
def test_a_round_of_each_aim_by_counting_targets(game):
    """Where aims are drawn at once, targets^soldiers choices are equally likely."""
    if game.aim in ("in-turn", "together"):
        return
    counted: dict[Position, int] = {}
    for targets in product(range(game.towers), repeat=game.soldiers):
        left = tuple(sorted((h for h in told.hit((game.hits,) * game.towers, targets) if h), reverse=True))
        after = Position(max(game.soldiers - game.kills * len(left), 0), left)
        counted[after] = counted.get(after, 0) + 1
    law = game.after(game.start())
    assert {position: chance * game.towers**game.soldiers for position, chance in law.items()} == counted


def test_one_tower_is_decided_by_division():
    """A single tower gets every shot, in every reading."""
    for soldiers, hits, kills, aim in product((1, 2, 5), (1, 3, 7), (0, 1, 2), AIMS):
        left, standing, rounds = soldiers, hits, 0
        while left > 0 and standing > 0:
            standing -= left
            left -= kills if standing > 0 else 0
            rounds += 1
        law = towers_distribution(Towers(soldiers, 1, hits, kills, aim), 1)
        assert (law.win, law.expected_rounds) == (int(standing <= 0), rounds)


@pytest.mark.parametrize(("soldiers", "towers"), [(3, 2), (5, 4), (12, 5), (30, 12)])
def test_towers_of_one_hit_are_the_occupancy_problem(soldiers, towers):
    """All fall in the first round with the chance that no box of a random allocation is empty (inclusion-exclusion)."""
    from math import comb

    expected = sum((-1) ** k * comb(towers, k) * Fraction(towers - k, towers) ** soldiers for k in range(towers + 1))
    assert towers_distribution(Towers(soldiers, towers, 1, soldiers), 1).rounds[0].win == expected


@pytest.mark.parametrize("aim", AIMS)
@pytest.mark.parametrize("numbers", [(6, 3, 3, 1), (4, 2, 3, 1), (3, 2, 2, 0)])
def test_the_law_lies_inside_what_simulation_says(numbers, aim):
    assert outside(Towers(*numbers, aim), Towers(*numbers, aim)) == []


@pytest.mark.parametrize("wrong", [Towers(7, 3, 3, 1), Towers(6, 3, 2, 1), Towers(6, 3, 3, 2), Towers(6, 2, 3, 1)])
def test_a_wrong_law_lies_outside(wrong):
    assert outside(Towers(6, 3, 3, 1), wrong)


@pytest.mark.parametrize("aim", AIMS[1:])
def test_the_law_of_another_reading_lies_outside(aim):
    assert outside(Towers(6, 3, 3, 1), Towers(6, 3, 3, 1, aim))


def outside(game, claimed):
    """The rounds by which a claimed law wins more or less often than a simulation of the game can say."""
    games = 3000
    played = simulate_towers(game, games, seed=11)
    law = towers_distribution(claimed, len(played.won_by_round))
    rows = [row.win for row in law.rounds]
    rows += [law.win] * (len(played.won_by_round) - len(rows))
    counted = [*zip(played.won_by_round, rows, strict=True), (played.won, law.win)]
    each = 1 - 0.001 / len(counted)
    intervals = [(confidence_interval(count, games, each), chance) for count, chance in counted]
    return [str(chance) for (low, high), chance in intervals if not low <= chance <= high]


def test_the_same_seed_gives_the_same_games():
    game = Towers(5, 3, 2, 1)
    assert simulate_towers(game, 200, 3) == simulate_towers(game, 200, 3) != simulate_towers(game, 200, 4)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ((0, 1, 1, 1), "soldiers: 0 is not a whole number of at least 1"),
        ((1, 1, 0, 1), "hits: 0"),
        ((1, 1, 1, -1), "kills: -1 is not a whole number of at least 0"),
        ((1, True, 1, 1), "towers: True"),
        ((1, 1, 1, 1, "high"), "aim: 'high' is not one of each, in-turn, anywhere, together"),
    ],
)
def test_wrong_values_are_named(values, said):
    with pytest.raises(ValueError, match=said):
        Towers(*values)


@pytest.mark.parametrize("aim", AIMS)
def test_odds_are_the_exact_law(aim):
    found = document("towers", "odds", 6, 3, 3, 1, "--aim", aim, "--rounds", 3)
    law = towers_distribution(Towers(6, 3, 3, 1, aim), 3)
    assert [(row["win"], row["lose"], row["undecided"]) for row in found["rounds"]] == [
        tuple(map(str, row[1:])) for row in law.rounds
    ]
    assert found["eventual"] == {"win": str(law.win), "lose": str(law.lose)}
    assert found["expected_rounds"] == str(law.expected_rounds)
    assert found["decimals"]["eventual"]["win"] == float(law.win)
    assert [row["round"] for row in found["decimals"]["rounds"]] == [1, 2, 3][: len(law.rounds)]


def test_odds_for_a_person():
    done = call("towers", "odds", 2, 2, 1, 1)
    assert done.returncode == 0
    assert "1.500000 rounds on average, exactly 3/2." in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("0", "1", "1", "1"), "SOLDIERS"),
        (("1", "1", "1", "-1"), "-1"),
        (("1", "1", "1", "1", "--aim", "high"), "--aim"),
        (("1001", "1", "1", "1"), "argument SOLDIERS: 1,001 is more than 1,000"),
        (("1", "1", "1", "1", "--rounds", "1001"), "argument --rounds: 1,001 is more than 1,000"),
        (("20", "60", "60", "2"), "states of the towers"),
        (("20", "1" + "0" * 3000, "7", "2"), "states of the towers"),
        (("9" * 3000, "7", "7", "2"), "about 10^2999 is more than 1,000"),
    ],
)
def test_wrong_input_is_one_or_two_lines(arguments, said):
    done = call("towers", "odds", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert len(done.stderr.splitlines()) <= 2
    assert "Traceback" not in done.stderr
