"""`gametheory games` lists the catalogue and shows a game."""

import re
import shlex

import pytest
from program import call, document, refused

from gametheory.games.catalogue import ENTRIES

SLOW = ("liars-dice", "leduc", "hex", "second-price-auction")  # seconds; they print the same as others


def test_the_list_names_every_game():
    done = call("games")
    assert all(f"  {entry.name} " in done.stdout for entry in ENTRIES)
    listed = document("games")["games"]
    assert [each["name"] for each in listed] == [entry.name for entry in ENTRIES]
    assert {each["name"]: len(each["players"]) for each in listed}["truel"] == 3


def test_a_game_is_shown_with_its_board_and_its_source():
    shown = call("games", "nim").stdout
    assert shown.startswith("Two players take any number of stones")
    assert "5: |||||\n4: ||||\n3: |||\n" in shown
    assert "Bouton" in shown
    assert "gametheory solve nim" in shown


def test_a_table_is_shown_with_its_payoffs():
    assert "3, 3" in call("games", "prisoners-dilemma").stdout
    assert re.search(r"c +b +a +0, 1, 2 *\n", call("games", "voting").stdout)


@pytest.mark.parametrize("entry", [each for each in ENTRIES if each.name not in SLOW], ids=lambda each: each.name)
def test_the_command_that_solves_it_works_as_printed(entry, tmp_path):
    program, *words = shlex.split(document("games", entry.name)["commands"]["solve"])
    done = call(*words, cwd=tmp_path)
    assert (program, done.returncode, done.stderr) == ("gametheory", 0, "")


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("voting", r"chair +a +.*\n +second +c +.*\n +third +c "),  # c wins with two votes
        ("second-price-auction", r"left +0,2 +.*\n +right +0,2 "),  # the values 0 and 2 bid 0 and 2
    ],
)
def test_the_known_value_is_seen_by_the_command_as_printed(name, printed, tmp_path):
    command = document("games", name)["commands"]["see"]
    assert f"\n{command}\n" in call("games", name).stdout
    assert re.search(printed, call(*shlex.split(command)[1:], cwd=tmp_path).stdout)


def test_the_horse_names_the_figure_of_selten_and_the_textbook():
    shown = " ".join(call("games", "seltens-horse").stdout.split())
    assert "Selten, Reexamination of the perfectness concept (1975), figure 1" in shown
    assert "in Selten's figure (3, 2, 2)" in shown
    assert "see" not in document("games", "seltens-horse")["commands"]


@pytest.mark.parametrize("name", ["nim", "monty-hall", "chicken", "seltens-horse"])
def test_it_is_played_by_the_command_as_printed(name, tmp_path):
    _, *words = shlex.split(document("games", name)["commands"]["play"])
    assert call(*words, cwd=tmp_path).returncode == 0


def test_what_cannot_be_played_has_no_command_for_it():
    assert "play" not in document("games", "gamblers-ruin")["commands"]


def test_wrong_input_is_refused_in_one_line():
    message = "argument NAME: the catalogue has no game 'kun'; did you mean kuhn?"
    assert refused("games", "kun") == f"gametheory games: {message}\n"


def test_a_refusal_of_a_game_that_is_named_has_its_name():
    assert refused("nash", "prisoners-dilemma", "--subgame-perfect").endswith("; prisoners-dilemma is a table\n")
