"""`gametheory towers`: its output and wrong input."""

from __future__ import annotations

import pytest
from program import call, document, refused

from gametheory.games.towers import AIMS, Towers, towers_distribution


@pytest.mark.parametrize("aim", AIMS)
def test_the_json_of_odds_is_the_exact_distribution(aim):
    result = document("towers", "odds", 6, 3, 3, 1, "--aim", aim, "--rounds", 3)
    distribution = towers_distribution(Towers(6, 3, 3, 1, aim), 3)
    assert [(row["win"], row["lose"], row["undecided"]) for row in result["rounds"]] == [
        tuple(map(str, row[1:])) for row in distribution.rounds
    ]
    assert result["eventual"] == {"win": str(distribution.win), "lose": str(distribution.lose)}
    assert result["expected_rounds"] == str(distribution.expected_rounds)
    assert result["decimals"]["eventual"]["win"] == float(distribution.win)
    assert [row["round"] for row in result["decimals"]["rounds"]] == [1, 2, 3][: len(distribution.rounds)]


def test_the_text_of_odds():
    done = call("towers", "odds", 2, 2, 1, 1)
    assert done.returncode == 0
    assert "1.500000 rounds on average, exactly 3/2." in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
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
def test_wrong_input_is_one_or_two_lines(arguments, message):
    assert message in refused("towers", "odds", *arguments)
