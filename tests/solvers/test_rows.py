"""Solutions as sequences, as arrays, and as rows: every number is that of the solution."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from games_by_class import Dice, Goofspiel

from gametheory import Castle, Outcome, nash, solve
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
