"""Every game of the catalogue keeps the protocol, and every command finds it by its name."""

import pytest
from program import call, document

from gametheory import solve
from gametheory.games.catalogue import ENTRIES, entry, game
from gametheory.model.normal_form import NormalForm
from gametheory.model.validation import validate_game

NAMES = [entry.name for entry in ENTRIES]


@pytest.mark.parametrize("name", NAMES)
def test_the_rules_are_in_words_and_keep_the_protocol(name):
    assert entry(name).rules.endswith(".")
    assert entry(name).source[-1] not in ".,"
    made = game(name)
    if not isinstance(made, NormalForm):
        validate_game(made)


def test_names_differ():
    assert len({*NAMES}) == len(NAMES)


def test_the_commands_take_a_name_and_arguments(tmp_path):
    assert document("solve", "pig", 4, 2, cwd=tmp_path)["outcomes"]["first"] == "4/7"
    assert document("nash", "kuhn", cwd=tmp_path)["value"] == "-1/18"
    assert document("correlated", "chicken", cwd=tmp_path)["value"] == "21/2"
    profile = tmp_path / "profile.json"
    profile.write_text(call("nash", "stag-hunt", "--json", cwd=tmp_path).stdout, encoding="utf-8")
    asked = document("regret", "stag-hunt", profile, cwd=tmp_path)
    assert {each["gain"] for players in asked["profiles"] for each in players} == {"0"}


def test_the_solution_is_that_of_the_class(tmp_path):
    assert document("solve", "nim", cwd=tmp_path)["payoffs"] == {"first": "1", "second": "-1"}
    assert solve(game("nim", (1, 2, 3))).payoffs["first"] == -1


@pytest.mark.parametrize("command", ["solve", "nash"])
def test_a_name_that_is_also_a_file_is_refused(command, tmp_path):
    (tmp_path / "nim").write_text("", encoding="utf-8")
    done = call(command, "nim", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"gametheory {command}: 'nim' is a game of the catalogue and a file in this folder; ./nim is the file\n"
    )


def test_an_unknown_name_is_refused(tmp_path):
    done = call("solve", "kun", cwd=tmp_path)
    assert done.returncode == 2
    assert "`gametheory games` lists the catalogue" in done.stderr
