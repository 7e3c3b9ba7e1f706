"""Solutions as sequences, as arrays, and as rows: every number is that of the solution."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from games_by_class import Dice, Goofspiel

from gametheory import Castle, Outcome, correlated, dominance, ess, maximin, nash, regret, solve, stackelberg
from gametheory.formats.gambit import read_efg

SAME = [[[[int(a == b == c)] * 3 for c in (1, 2)] for b in (1, 2)] for a in (1, 2)]
IN_OR_OUT = """EFG 2 R "" { "A" "B" } p "" 1 1 "door" { "in" "out" } 0 p "" 2 1 "room" { "fight" "share" } 0
t "" 1 "war" { -1 -1 } t "" 2 "peace" { 1 1 } t "" 3 "" { 0 2 }"""


def by_player(rows: list[dict[str, Any]]) -> dict[Any, Any]:
    """Return the sum of the probabilities of each decision."""
    sums: dict[Any, Any] = {}
    for row in rows:
        key = tuple(row.get(name) for name in ("equilibrium", "player", "information set", "position"))
        sums[key] = sums.get(key, 0) + row["probability"]
    return sums


@pytest.mark.parametrize("game", [[[3, -1], [-1, 1]], SAME, read_efg(IN_OR_OUT), np.eye(3)])
def test_equilibria_are_a_sequence_and_rows(game: Any) -> None:
    solution = nash(game)
    assert list(solution) == list(solution.equilibria)
    assert len(solution) == len(solution.equilibria) == len(solution.arrays())
    assert set(by_player(solution.rows()).values()) == {1}
    assert {row["equilibrium"] for row in solution.rows()} == {*range(1, len(solution) + 1)}
    paid = {(row["equilibrium"], row["player"]): row["payoff"] for row in solution.rows()}
    assert [*paid.values()] == [payoff for each in solution for payoff in each.payoffs]


def test_an_equilibrium_is_unpacked_as_in_nashpy() -> None:
    ((row, column),) = nash([[3, -1], [-1, 1]])
    assert row == column == (Fraction(1, 3), Fraction(2, 3))
    (pair,) = nash([[3, -1], [-1, 1]]).arrays()
    assert np.allclose(pair, [[1 / 3, 2 / 3]] * 2, rtol=1e-15, atol=0)


def test_an_irrational_equilibrium_has_rows_of_intervals() -> None:
    """Three players, whose only equilibrium is irrational."""
    game = np.zeros((2, 2, 2, 3), int)
    game[0, 0, 0], game[0, 1, 0], game[1, 0, 0], game[1, 1, 0] = (3, 0, 2), (0, 2, 0), (0, 1, 0), (1, 0, 0)
    game[0, 0, 1], game[0, 1, 1], game[1, 0, 1], game[1, 1, 1] = (1, 0, 0), (0, 1, 0), (0, 3, 0), (2, 0, 3)
    solution = nash(game)
    numbers = [float(row["probability"]) for row in solution.rows()]
    assert any(not isinstance(row["probability"], Fraction) for row in solution.rows())
    assert np.allclose(np.concatenate(solution.arrays()[0]), numbers[:6])


@pytest.mark.parametrize("game", [Castle(10, 11, 15), Goofspiel(3), Dice()])
def test_decisions_are_a_sequence_and_rows(game: Any) -> None:
    solution = solve(game)
    decisions = [(position, player) for position, own in solution.strategy.items() for player in own]
    assert [each[:2] for each in solution] == decisions
    assert len(solution) == len(decisions)
    assert bool(solution)
    if decisions:
        assert set(by_player(solution.rows()).values()) == {1}
        assert [row["probability"] for row in solution.rows()] == [p for *_, mixed in solution for p in mixed.values()]
    else:
        assert {row["outcome"]: row["probability"] for row in solution.rows()} == {
            name: facts.probability for name, facts in solution.outcomes.items()
        }


class SameLabels:
    """Matching pennies whose coins are both called "coin"."""

    players = ("even", "odd")

    def start(self):
        return "toss"

    def outcome(self, at):
        return None if at == "toss" else Outcome(at)

    def moves(self, at, player):
        return (0, 1)

    def after(self, at, one, other):
        return "even" if one == other else "odd"

    def label_move(self, at, move):
        return "coin"


def test_moves_with_one_label_differ_in_rows_and_tables_as_in_json():
    solution = solve(SameLabels())
    assert [row["move"] for row in solution.rows()] == ["0", "1", "0", "1"]
    assert solution.as_json()["strategy"][0]["mixture"] == {"0": "1/2", "1": "1/2"}
    assert "0: 1/2, 1: 1/2" in str(solution)


CHICKEN = [[6, 2], [7, 0]], [[6, 7], [2, 0]]


def test_answers_about_a_strategy_are_sequences_with_rows_and_arrays():
    """Chicken: the mediator draws all but (2, 2) with 1/2, 1/4 and 1/4 (Aumann 1974)."""
    found = correlated(*CHICKEN)
    assert (len(found), [row["probability"] for row in found.rows()]) == (3, [Fraction(1, 2), *[Fraction(1, 4)] * 2])
    [table] = found.arrays()
    assert table.tolist() == [[0.5, 0.25], [0.25, 0]]
    least = maximin(*CHICKEN)
    assert [each.player for each in least] == ["row", "column"]
    assert [plan.tolist() for plan in least.arrays()] == [[1, 0], [1, 0]]
    # the example of Conitzer and Sandholm (2006): half of the time the first row, against the second column, pays 7/2
    leads = stackelberg([[2, 4], [1, 3]], [[1, 0], [0, 1]])
    assert [plan.tolist() for plan in leads.arrays()] == [[0.5, 0.5], [0, 1]]
    assert [row["value"] for row in leads.rows()] == [2, Fraction(7, 2)]
    hawks = ess([[-1, 4], [0, 2]])
    assert (len(hawks), hawks[0].stable, hawks.arrays()[0].round(3).tolist()) == (1, True, [0.667, 0.333])
    gains = regret(CHICKEN[0], {"strategies": [[1, 0], [1, 0]]}, CHICKEN[1])
    assert ([row["gain"] for row in gains.rows()], gains.arrays()[0].tolist()) == ([1, 1], [1, 1])
    assert gains.rows()[0] == {"profile": 1, "player": "row", "payoff": 6, "gain": 1, "deviation": "start: 2"}
    for answer in (found, least, leads, hawks, gains):
        assert "<table" in answer._repr_html_()
        assert len({tuple(row) for row in answer.rows()}) == 1, "all rows have the same columns"


def test_dominance_lists_what_is_eliminated_and_then_what_is_left():
    found = dominance([[3, 0], [0, 3], [1, 1]], [[1, 0], [1, 0], [0, 1]])
    rows = [(row["player"], row["strategy"], row["round"], row["dominated by"]) for row in found.rows()]
    assert rows == [
        ("row", "3", 1, "1 1/2, 2 1/2"),
        ("column", "2", 2, "1"),
        ("row", "2", 3, "1"),
        ("row", "1", None, ""),
        ("column", "1", None, ""),
    ]
    assert [left.tolist() for left in found.arrays()] == [[True, False, False], [True, False]]
    nothing = regret(CHICKEN[0], {"equilibria": []}, CHICKEN[1])
    assert (len(nothing), bool(nothing), nothing.rows(), nothing.arrays()) == (0, True, [], [])


def test_one_equilibrium_is_displayed_with_its_numbers() -> None:
    table = nash([[2, 0], [0, 1]], [[1, 0], [0, 2]])
    mixed = next(each for each in table if each.row[0] not in (0, 1))
    assert re.search(r"1 +2/3 +2/3, 1/3\n +2 +2/3 +1/3, 2/3", str(mixed))
    assert "<td" in mixed._repr_html_()
    [entry] = nash(read_efg(IN_OR_OUT), subgame_perfect=True)
    assert re.search(r"1 +1 +set 1: 1, 0\n +2 +1 +set 1: 0, 1", str(entry))
    assert repr(mixed).startswith("Equilibrium(plans=")
