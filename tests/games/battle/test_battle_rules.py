"""The battle: its rules, the published numbers of WB.2, and the exact distribution compared with the graph."""

import csv
import math
from fractions import Fraction
from pathlib import Path

import pytest
from battles import battles
from hypothesis import given, settings
from hypothesis import strategies as st

from gametheory import state_graph
from gametheory.games.battle import Battle, Position
from gametheory.games.battle.distribution import ending_digits, exact_distribution, exact_odds_by_turn
from gametheory.games.battle.rules import survivor_distribution
from gametheory.solvers.markov_chain import (
    absorption_distribution,
    distribution_after,
    outcome_distribution,
    sum_by_outcome,
    transition_matrix,
)

MATRIX = Path(__file__).parents[3] / "proofs" / "tables" / "battle_matrix.tsv"
P, Q = Fraction(3, 5), Fraction(7, 10)


def place(name):
    return Position(*map(int, name.split(":")))


def test_the_published_matrix():
    lines = [line for line in MATRIX.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    rows = list(csv.DictReader(lines, delimiter="\t"))
    order = [row["to"] for row in rows]
    assert order == list(rows[0])[1:] == ["2:1", "1:1", "0:1", "2:0", "1:0", "0:0"]
    matrix = transition_matrix(state_graph(Battle(2, 1)), [place(name) for name in order])
    for column, start in enumerate(order):
        assert [Fraction(row[start]) for row in rows] == matrix[column]


def test_the_worked_entries():
    hits = survivor_distribution(2, 2, P)
    assert [hits[left] for left in (2, 1, 0)] == [Fraction(text) for text in ("0.16", "0.48", "0.36")]
    assert survivor_distribution(1, 2, P) == {1: Fraction("0.16"), 0: Fraction("0.84")}
    assert survivor_distribution(2, 1, Q) == {2: Fraction("0.3"), 1: Fraction("0.7")}
    assert Battle(2, 1).after(Position(2, 1))[Position(1, 0)] == Fraction("0.588")


def test_who_wins_when_both_are_wiped_out():
    for side, outcome in (("attacker", "win"), ("defender", "lose")):
        assert Battle(3, 3, both_dead=side).outcome(Position(0, 0)).name == outcome
        assert Battle(3, 3, both_dead=side, reserve=1).outcome(Position(1, 0)).name == outcome
        assert Battle(3, 3, both_dead=side, reserve=1).outcome(Position(2, 0)).name == "win"


def test_a_reserve_neither_shoots_nor_falls():
    with_reserve, without = Battle(5, 3, reserve=2), Battle(3, 3)
    distribution = without.after(without.start())
    assert with_reserve.after(with_reserve.start()) == {
        Position(a + 2, d): probability for (a, d), probability in distribution.items()
    }
    assert exact_distribution(with_reserve).eventual == exact_distribution(without).eventual
    assert with_reserve.outcome(Position(2, 1)).name == "lose"


def test_stopping_when_outnumbered_counts_the_reserve_and_the_first_turn():
    game = Battle(4, 3, reserve=1, stop_when_outnumbered=True)
    assert game.outcome(game.start()) is None
    assert Battle(3, 3, stop_when_outnumbered=True).outcome(Position(3, 3)).name == "stopped"
    distribution = exact_distribution(Battle(3, 3, stop_when_outnumbered=True), 2)
    assert distribution.eventual.stopped == distribution.turns[0].stopped == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"attackers": -1}, "attackers: -1 is not a whole number of at least 0"),
        ({"defenders": 2.5}, "defenders: 2.5 is not a whole number"),
        ({"defenders": True}, "defenders: True is not a whole number"),
        ({"attacker_hits": Fraction(6, 5)}, "attacker_hits: 6/5 is not an exact number"),
        ({"defender_hits": -1}, "defender_hits: -1 is not an exact number"),
        ({"defender_hits": 0.7}, "defender_hits: 0.7 is not an exact number"),
        ({"both_dead": "neither"}, "both_dead: 'neither' is not one of attacker, defender"),
        ({"reserve": 2}, "reserve: 2 leaves none of 2 attackers to fight"),
        ({"reserve": -1}, "reserve: -1 is not a whole number"),
    ],
)
def test_errors_name_the_wrong_input(arguments, message):
    with pytest.raises(ValueError, match=message):
        Battle(**{"attackers": 2, "defenders": 1, **arguments})


@pytest.mark.parametrize("turns", [0, -1, 1.5, True])
def test_invalid_turns_are_refused(turns):
    for distribution in (exact_distribution, exact_odds_by_turn):
        with pytest.raises(ValueError, match=r"turns: .* is not a whole number of at least 1"):
            distribution(Battle(2, 1), turns)


def test_an_end_with_too_many_digits_is_refused():
    with pytest.raises(ValueError, match=r"100 v 60: the exact end takes fractions of .* digits, more than 150000"):
        exact_distribution(Battle(100, 60), 1)
    assert (
        exact_odds_by_turn(Battle(100, 60), 1).turns[0].win + exact_odds_by_turn(Battle(100, 60), 1).turns[0].undecided
        == 1
    )
    distribution = exact_distribution(Battle(9, 7))
    assert distribution.eventual.win.denominator < 10 ** ending_digits(Battle(9, 7))


def test_the_first_published_number():
    won = exact_odds_by_turn(Battle(40, 25), 1).turns[0].win
    assert won == sum(math.comb(40, i) * P**i * (1 - P) ** (40 - i) for i in range(25, 41))
    assert round(float(won), 3) == 0.440


@settings(deadline=None, max_examples=60)
@given(battles(4), st.integers(1, 4))
def test_the_exact_distribution_is_that_of_the_graph(game, turns):
    graph = state_graph(game)
    distribution = exact_distribution(game, turns)
    for turn in distribution.turns:
        probabilities = sum_by_outcome(graph, distribution_after(graph, turn.turn))
        assert (turn.win, turn.lose, turn.stopped) == tuple(probabilities.get(n, 0) for n in ("win", "lose", "stopped"))
        assert turn.undecided == probabilities[None]
    eventual = outcome_distribution(graph)
    assert distribution.eventual == (*(eventual.get(name, 0) for name in ("win", "lose", "stopped")), eventual[None])
    assert distribution.survivors == sides(distribution_after(graph, turns))
    if not distribution.eventual.never:
        assert exact_distribution(game).survivors == sides(absorption_distribution(graph))


def sides(distribution):
    """Return the distribution of each side."""
    each = ({}, {})
    for position, probability in distribution.items():
        for counts, armies in zip(each, position, strict=True):
            counts[armies] = counts.get(armies, 0) + probability
    return each
