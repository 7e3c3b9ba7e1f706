"""`gametheory solve -o`, `lookup` and `verify`: what they print, and one line for every wrong input."""

import json
from pathlib import Path

import numpy as np
import pytest
from program import call, document, refused

HERE = Path(__file__).parents[1]
NIM = ("small_games.py:Nim", "(2,1)")


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("saved") / "nim.npz"
    assert call("solve", *NIM, "-o", path, cwd=HERE).stdout.endswith(f"verify {path} small_games.py:Nim '(2,1)'\n")
    return path


def test_lookup(file):
    """Whoever moves at (2, 1) takes one stick of the first heap and wins after two more moves."""
    found = document("lookup", file, *NIM, cwd=HERE)
    assert (found["position"], found["player"], found["payoffs"]) == (
        [[2, 1], "first"],
        "first",
        {"first": "1", "second": "-1"},
    )
    line = found["lines"]["payoff"]
    assert (line["distance"], line["best_moves"], len(line["play"]), line["end"]) == (3, [[0, 1]], 3, "first")
    lost = document("lookup", file, *NIM, "--position", "((1, 1), 'second')", cwd=HERE)
    as_json = document("lookup", file, *NIM, "--position", json.dumps(lost["position"]), cwd=HERE)
    assert as_json | {"asked": lost["asked"]} == lost
    assert (lost["payoffs"]["second"], lost["player"]) == ("-1", "second")
    end = call("lookup", file, *NIM, "--position", "((0, 0), 'first')", cwd=HERE).stdout
    assert end.splitlines()[0] == "Position ((0, 0), 'first'): play has ended."
    assert (found["asked"], lost["asked"], lost["symmetric"]) == (None, "((1, 1), 'second')", False)


def test_a_symmetric_position_names_the_one_asked_for(tmp_path):
    path, game = tmp_path / "row.npz", ("model/test_symmetry.py:Reflected", 3)
    assert call("solve", *game, "-o", path, cwd=HERE).returncode == 0
    found = document("lookup", path, *game, "--position", "X  ", cwd=HERE)
    assert (found["asked"], found["symmetric"], found["position"]) == ("X  ", True, "  X")


def test_verify(file):
    found = document("verify", file, *NIM, cwd=HERE)
    assert (found["positions"], found["sound"], found["fault"]) == (8, True, None)
    done = call("verify", file, *NIM, 1, "True", cwd=HERE)
    assert (done.returncode, done.stdout.splitlines()[1][:10]) == (1, "Not sound:")
    assert json.loads(call("verify", file, *NIM, 1, "True", "--json", cwd=HERE).stdout)["sound"] is False


def test_a_position_in_a_layered_game(tmp_path):
    path, game = tmp_path / "layered.npz", ("small_games.py:LayeredNim", "(2,1)", 2)
    assert call("solve", *game, "-o", path, cwd=HERE).returncode == 0
    assert document("lookup", path, *game, "--position", "0", cwd=HERE)["lines"]["payoff"]["end"] == "second"
    assert "is not a whole number" in call("lookup", path, *game, "--position", "x", cwd=HERE).stderr
    assert len(np.load(path)["positions"]) == 8


def test_solve_on_disk(tmp_path):
    memory, disk = tmp_path / "memory.npz", tmp_path / "disk.npz"
    game = ("small_games.py:LayeredNim", "(2,1)", 2)
    assert call("solve", *game, "-o", memory, cwd=HERE).returncode == 0
    found = document("solve", *game, "-o", disk, "--on-disk", "1M", cwd=HERE)
    assert (found["positions"], found["moves"], found["payoffs"]) == (8, 10, {"first": "1", "second": "-1"})
    assert disk.read_bytes() == memory.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("solve", *NIM, "-o", "{file}.new", "--on-disk", "1G"), "only a LayeredGame can be solved on the disk"),
        (("solve", "small_games.py:WrittenInArrays", "(0,)", "-o", "{file}", "--on-disk", "1G"), "has chance moves"),
        (("solve", *NIM, "--on-disk", "1G"), "--on-disk: only with -o FILE.npz, and without --draw and --theorem"),
        (("lookup", "{file}", *NIM, "--position", "nowhere"), "'nowhere'; the first position is ((2, 1), 'first')"),
        (("lookup", "{file}", "small_games.py:Nim", "(7,7)"), "the file is for other rules: it has no position"),
        (("verify", "{file}", "small_games.py:Ring"), "the file is for other rules: their players are first, second"),
        (("verify", "small_games.py", *NIM), "small_games.py: not a solution file: it is damaged, or another kind"),
        (("verify", "no.npz", *NIM), "argument FILE.npz: cannot read no.npz: No such file or directory"),
        (("verify", ".", *NIM), "argument FILE.npz: cannot read .: Is a directory"),
        (("verify", "{file}", "data/games/prisoner.nfg"), "prisoner.nfg"),
        (("solve", "small_games.py:Coin", "2", "-o", "{file}.new"), "argument -o: a solution file has one label for"),
        (("solve", *NIM, "-o", "nowhere/file.npz"), "argument -o: cannot write nowhere/file.npz: there is no folder"),
    ],
)
def test_wrong_input_is_named_in_a_line(arguments, message, file):
    before = file.read_bytes()
    assert message in refused(*(argument.replace("{file}", str(file)) for argument in arguments), cwd=HERE)
    assert not file.with_name("nim.npz.new").exists()
    assert file.read_bytes() == before
