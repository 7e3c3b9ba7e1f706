"""`gametheory battle`: the documented output, wrong input, and the help."""

from __future__ import annotations

import csv
import sys
from fractions import Fraction
from typing import Any
from xml.etree import ElementTree

import pytest
from program import call, document

from gametheory.games.battle import Battle
from gametheory.games.battle.distribution import exact_distribution

ODDS = ("battle", "odds", 40, 25, "--turns", 5)


def test_the_json_of_odds() -> None:
    result = document(*ODDS)
    assert {"turns", "eventual", "survivors", "error_bound"} <= set(result)
    assert [turn["turn"] for turn in result["turns"]] == [1, 2, 3, 4, 5]
    assert all({"turn", "win", "lose", "undecided"} <= set(turn) for turn in result["turns"])
    assert {"win", "lose", "stopped"} <= set(result["eventual"])
    assert round(result["turns"][0]["win"], 3) == 0.440
    assert (result["p"], result["q"]) == ("3/5", "7/10")
    assert 0 < result["error_bound"] < 1e-12
    for side in ("attackers", "defenders"):
        assert sum(result["survivors"][side].values()) == pytest.approx(1, abs=1e-12)


def test_exact_odds_are_strings_within_the_bound_of_the_floats() -> None:
    sys.set_int_max_str_digits(0)
    exact, fast = document(*ODDS, "--exact"), document(*ODDS)
    distribution = exact_distribution(Battle(40, 25), 5)
    assert exact["error_bound"] == "0"
    assert [Fraction(turn["win"]) for turn in exact["turns"]] == [turn.win for turn in distribution.turns]
    assert exact["eventual"]["win"] == str(distribution.eventual.win)
    for one, other in zip(exact["turns"], fast["turns"], strict=True):
        assert abs(Fraction(one["win"]) - Fraction(other["win"])) <= fast["error_bound"]


def test_exact_turns_omit_an_end_with_too_many_digits() -> None:
    result = document("battle", "odds", 70, 50, "--turns", 1, "--exact")
    assert result["eventual"] is None
    assert "digits" in result["eventual_left_out"]
    assert Fraction(result["turns"][0]["win"]) + Fraction(result["turns"][0]["undecided"]) == 1
    assert "The end is omitted: 70 v 50" in call("battle", "odds", 70, 50, "--turns", 1, "--exact").stdout


def test_without_turns_the_survivors_are_those_at_the_end() -> None:
    result = document("battle", "odds", 5, 4, "--exact")
    end = exact_distribution(Battle(5, 4)).survivors
    assert len(result["turns"]) == 5
    assert result["survivors"]["attackers"] == {str(count): str(value) for count, value in end.attackers.items()}


@pytest.mark.parametrize(
    ("options", "battle"),
    [
        (["--p", "0.5", "--q", "1/3"], Battle(6, 4, Fraction(1, 2), Fraction(1, 3))),
        (["--both-dead", "defender"], Battle(6, 4, both_dead="defender")),
        (["--reserve", "1"], Battle(6, 4, reserve=1)),
        (["--reserve", "1", "--stop-when-outnumbered"], Battle(6, 4, reserve=1, stop_when_outnumbered=True)),
        (["--p", "0", "--q", "0"], Battle(6, 4, Fraction(0), Fraction(0))),
        (["--p", "1", "--q", "1.0"], Battle(6, 4, Fraction(1), Fraction(1))),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
@pytest.mark.parametrize("exact", [True, False])
def test_every_option_reaches_the_rules(options: list[str], battle: Battle, exact: bool) -> None:
    result = document("battle", "odds", 6, 4, *options, "--turns", 3, *(["--exact"] if exact else []))
    distribution = exact_distribution(battle, 3)
    for turn, expected in zip(result["turns"], distribution.turns, strict=True):
        for name in ("win", "lose", "undecided", "stopped"):
            assert float(Fraction(turn[name])) == pytest.approx(float(getattr(expected, name)), abs=1e-12)
    for name, expected in distribution.eventual._asdict().items():
        assert float(Fraction(result["eventual"][name])) == pytest.approx(float(expected), abs=1e-12)


def test_decimals_are_read_exactly() -> None:
    result = document("battle", "odds", 1, 1, "--p", "0.1", "--q", "0.3", "--turns", 1, "--exact")
    assert result["turns"][0]["win"] == "1/10"


def test_the_text_of_odds() -> None:
    done = call(*ODDS)
    assert done.returncode == 0
    assert "0.440220" in done.stdout
    assert "No probability is off by more than" in done.stdout
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize("turns", [None, 1, 5, 100])
def test_the_plot_of_odds(turns: int | None, tmp_path: Any) -> None:
    file = tmp_path / "odds.svg"
    done = call("battle", "odds", 12, 9, *(["--turns", turns] if turns else []), "--plot", file)
    assert done.returncode == 0, done.stderr
    assert f"wrote {file}" in done.stdout
    words = {text.text for text in ElementTree.parse(file).iter("{http://www.w3.org/2000/svg}text")}
    assert {"attacker has won", "attacker has lost", "undecided", "attackers left", "defenders left"} <= words


def test_the_json_of_need() -> None:
    result = document("battle", "need", 60, "--win", "0.7")
    less = document("battle", "odds", result["attackers"] - 1, 60)["eventual"]["win"]
    enough = document("battle", "odds", result["attackers"], 60)["eventual"]["win"]
    assert less < 0.7 <= enough
    assert result["win"] == pytest.approx(enough, abs=1e-12)
    assert result["win_of_one_less"] == pytest.approx(less, abs=1e-12)


def test_need_within_turns_and_with_other_rules() -> None:
    soon = document("battle", "need", 20, "--win", "9/10", "--turns", 1)["attackers"]
    late = document("battle", "need", 20, "--win", "9/10")["attackers"]
    with_reserve = document("battle", "need", 20, "--win", "9/10", "--reserve", 3)["attackers"]
    assert soon > late
    assert with_reserve == late + 3


def test_a_table_as_csv_agrees_with_the_odds(tmp_path: Any) -> None:
    file = tmp_path / "odds.csv"
    assert call("battle", "table", 12, 9, "-o", file).returncode == 0
    rows = list(csv.DictReader(file.read_text().splitlines()))
    assert len(rows) == 13 * 10, "including battles that are over at the start"
    row = next(row for row in rows if (row["attackers"], row["defenders"]) == ("7", "6"))
    distribution = exact_distribution(Battle(7, 6)).eventual
    assert float(row["win"]) == pytest.approx(float(distribution.win), abs=1e-12)
    assert float(row["lose"]) == pytest.approx(float(distribution.lose), abs=1e-12)


def test_a_table_as_npz_agrees_with_the_odds(tmp_path: Any) -> None:
    import numpy as np

    file = tmp_path / "odds.npz"
    plot = tmp_path / "odds.svg"
    done = call("battle", "table", 12, 9, "-o", file, "--plot", plot, "--turns", 2)
    assert done.returncode == 0, done.stderr
    with np.load(file) as table:
        win, bound = table["win"], float(table["error_bound"])
    distribution = exact_distribution(Battle(7, 6), 2)
    assert abs(Fraction(float(win[7, 6])) - distribution.turns[-1].win) <= Fraction(bound)
    assert plot.read_text().startswith("<svg ")


def test_the_json_of_simulate() -> None:
    arguments = ("battle", "simulate", 40, 25, "--games", 2000, "--seed", 7, "--turns", 1)
    result = document(*arguments)
    assert result == document(*arguments), "the same seed gives the same games"
    assert result != document(*arguments[:-3], 8, *arguments[-2:])
    assert (result["games"], result["seed"]) == (2000, 7)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["battle"], "ACTION"),
        (["battle", "odds", 3], "D"),
        (["battle", "odds", 3, 2, 1], "1"),
        (["battle", "odds", 3, 2, "--turns", 10**9], "--turns"),
        (["battle", "odds", 3, 2, "--reserve", 3], "--reserve"),
        (["battle", "odds", 3, 2, "--both-dead", "neither"], "neither"),
        (["battle", "odds", 10**9, 10**9], "at most"),
        (["battle", "odds", "9" * 5000, 2], "at most"),
        (["battle", "odds", 500, 500, "--exact"], "digits"),
        (["battle", "odds", 5000, 5000, "--exact"], "digits"),
        (["battle", "odds", 500, 500, "--exact", "--turns", 5], "at most"),
        (["battle", "odds", 70, 50, "--exact", "--turns", 10**4], "digits"),
        (["battle", "need", 3], "--win"),
        (["battle", "need", 3, "--win", 0.5, "--p", 0], "win"),
        (["battle", "need", 10**9, "--win", 0.5], "at most"),
        (["battle", "table", 3, 2], "-o"),
        (["battle", "table", 3, 2, "-o", "x.txt"], ".npz"),
        (["battle", "table", 10**6, 10**6, "-o", "x.npz"], "too large"),
        (["battle", "table", 3, 2, "-o", "x.npz", "--reserve", 3], "--reserve"),
        (["battle", "simulate", 3, 2, "--games", 10], "--seed"),
        (["battle", "simulate", 3, 2, "--games", 10**15, "--seed", 1], "--games"),
        (
            ["battle", "table", 3, 2, "-o", "x.npz", "--dice", "3v2"],
            "--dice: only `battle odds` and `battle need` take",
        ),
        (["battle", "table", 3, 2, "--luck", 0.5], "--luck: only `battle odds` and `battle need` take it"),
        (["battle", "simulate", 3, 2, "--round=straight"], "--round: only `battle odds` and `battle need` take it"),
    ],
    ids=lambda value: " ".join(map(str, value))[:60] if isinstance(value, list) else "",
)
def test_wrong_input_is_refused(arguments: list[Any], named: str, wrong: Any) -> None:
    wrong(arguments, named)
