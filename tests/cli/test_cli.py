"""The command line program."""

import json
import os
import signal
import subprocess
import sys

import pytest
from conftest import ROOT, wait_for
from program import COMMAND, call, call_process, document, refused


def test_solve_has_the_documented_keys():
    solved = document("castle", "solve", 10, 43, 8)
    assert {key: solved[key] for key in ("soldiers", "strength", "defenders_per_wave", "case")} == {
        "soldiers": 10,
        "strength": 43,
        "defenders_per_wave": 8,
        "case": "2a",
    }
    assert (solved["soldiers_min_waves"], solved["castle_min_waves"], solved["tie_possible"]) == (16, 3, False)
    assert solved["play"][-1] == {
        "wave": 16,
        "at_castle": 0,
        "at_defenders": 5,
        "soldiers": 5,
        "defenders": 0,
        "strength": 0,
    }
    assert [wave["wave"] for wave in solved["play"]] == list(range(1, 17))


def test_solve_if_the_soldiers_cannot_win():
    solved = document("castle", "solve", 10, 50, 10)
    assert (solved["case"], solved["soldiers_min_waves"], solved["castle_min_waves"]) == ("2d", None, 2)
    assert solved["tie_possible"] is True
    assert len(solved["play"]) == 2


@pytest.mark.parametrize(("convention", "total"), [("rules", 827), ("published", 797)])
def test_count_in_both_conventions(convention, total):
    counted = document("castle", "count", 12, 32, 5, "--convention", convention)
    assert (counted["soldiers_total"], counted["castle_total"], counted["convention"]) == (136, total, convention)
    assert sum(counted["castle"].values()) == total
    assert counted["soldiers"]["5"] == 21


def test_count_prints_integers_however_large():
    counted = document("castle", "count", 30, 300, 20)
    assert counted["castle_total"] == sum(counted["castle"].values()) > 2**40


@pytest.mark.parametrize(
    ("numbers", "strategy", "expected"),
    [
        ((10, 43, 8), "best", ("soldiers", 16, 5)),
        ((10, 43, 8), "castle-first", ("castle", 15, 0)),
        ((10, 43, 8), "defenders-first", ("soldiers", 18, 10)),
        ((5, 8, 5), "defenders-first", ("tie", None, 5)),
    ],
)
def test_play(numbers, strategy, expected):
    played = document("castle", "play", *numbers, "--strategy", strategy)
    assert (played["winner"], played["waves"], played["soldiers_left"]) == expected


def test_draw(tmp_path):
    done = call("castle", "draw", 10, 11, 15, "-o", tmp_path / "f.svg")
    assert done.returncode == 0
    assert (tmp_path / "f.svg").read_text().lstrip().startswith("<")


@pytest.mark.parametrize("action", ["solve", "count", "play"])
def test_output_for_people(action):
    extra = ["--strategy", "best"] if action == "play" else []
    done = call("castle", action, 10, 43, 8, *extra)
    assert done.returncode == 0
    assert "wave" in done.stdout
    assert "\x1b" not in done.stdout, "no colors in a pipe"


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ([], "COMMAND"),
        (["nonsense"], "nonsense"),
        (["lookup", "a.npz", "nim"], "invalid choice: 'lookup'"),
        (["verify", "a.npz", "nim"], "invalid choice: 'verify'"),
        (["solve", "nim", "--on-disk", "1G"], "unrecognized arguments: --on-disk 1G"),
        (["castle"], "ACTION"),
        (["castle", "solve", 3, 4], "DPW"),
        (["castle", "solve", 3, 4, 5, 6], "6"),
        (["castle", "solve", 3, 4, 5, "--jsn"], "--jsn"),
        (["castle", "count", 10**9, 10**12, 5], "too large"),
        (["castle", "count", 3, 4, 5, "--convention", "mine"], "mine"),
        (["castle", "play", 3, 4, 5], "--strategy"),
        (["castle", "play", 3, 4, 5, "--strategy", "worst"], "worst"),
        (["castle", "play", 2, 10**9, 1, "--strategy", "defenders-first"], "100000 waves"),
        (["castle", "play", 300, 10_000, 290, "--strategy", "best"], "more than 30000 positions"),
        (["castle", "draw", 10**40, 10**41, 15, "-o", "x.svg"], "castle draw: N, S, DPW too large"),
        (["castle", "draw", 3, 4, 5], "-o"),
        (["castle", "draw", 3, 4, 5, "-o", "/no/such/folder/x.svg"], "/no/such/folder"),
        (["castle", "draw", 3, 4, 5, "-o", "/"], "it is a folder"),
        (["castle", "draw", 3, 4, 5, "-o", "x.txt"], "argument -o: x.txt does not end in .svg"),
        (["solve", "gametheory.games.castle:Castle", 3, 4, 5, "--draw", "x.png"], "--draw: x.png does not end in .svg"),
        (["battle", "table", 3, 4, "-o", "x.npz", "--plot", "x.pdf"], "--plot: x.pdf does not end in .svg"),
        (["battle", "odds", 3, 4, "--plot", "x.png"], "--plot: x.png does not end in .svg"),
        (["wargame", "solve", "--plot", "x.png"], "--plot: x.png does not end in .svg"),
        (["check", "/no/such/folder"], "/no/such/folder"),
        (["check", ROOT / "proofs/towers", "-k", "no such claim"], "no such claim"),
        (["check", ROOT / "proofs", "--junit", "/no/such/folder/j.xml"], "/no/such/folder"),
        (["report", "/no/such/folder"], "/no/such/folder"),
        (["report", "-o", "/no/such/folder/r.html"], "/no/such/folder"),
    ],
    ids=lambda value: " ".join(map(str, value)) if isinstance(value, list) else "",
)
def test_wrong_input(arguments, named, wrong):
    wrong(arguments, named)


CLAIMS = '''"""A source."""
from gametheory.claims import claim, check_all

@claim("G.1", "squares are not less than their roots", "p. 1")
def squares():
    return check_all(range(9), lambda x: x * x >= x, "0 to 8")

@claim("G.2", "squares are greater than their roots", "p. 2", uses=["G.1"])
def greater():
    return check_all(range(9), lambda x: x * x > x, "0 to 8")
'''


@pytest.fixture
def folder(tmp_path):
    claims = tmp_path / "claims"
    claims.mkdir()
    (claims / "squares.py").write_text(CLAIMS)
    return claims


def test_check_another_folder(folder):
    done = call_process("check", folder, "--json")
    assert done.returncode == 1, "a claim without an expected status must be true"
    checked = json.loads(done.stdout)
    assert checked["counts"] == {"proved": 0, "argued": 0, "verified": 1, "corrected": 0, "refuted": 1, "open": 0}
    first, second = checked["claims"]
    keys = "id source statement status expected scope cases evidence witness uses grounded seconds command".split()
    assert set(keys) <= set(first)
    assert (first["status"], first["cases"], first["grounded"]) == ("verified", 9, True)
    assert (second["status"], second["witness"]["case"], second["uses"]) == ("refuted", "0", ["G.1"])
    assert call(*second["command"].split()[1:]).returncode == 1, "the command repeats it"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_permission(folder, tmp_path):
    tmp_path.chmod(0o500)
    assert "permission" in refused("report", folder, "-o", tmp_path / "r.html")


def test_a_reader_that_exits_early():
    line = f"{COMMAND} castle count 12 44 6 --json | head -1"
    done = subprocess.run(line, shell=True, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("{\n", "")


def test_interrupt_ends_cleanly(folder, tmp_path):
    endless = CLAIMS.replace("G.", "S.").replace("range(9)", "(open('started', 'w').close() or iter(int, 1))")
    (folder / "slow.py").write_text(endless)
    command = [COMMAND, "report", folder, "-o", tmp_path / "r.html"]
    running = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=tmp_path)
    try:
        wait_for("started", tmp_path, running)
        running.send_signal(signal.SIGINT)
        _, message = running.communicate(timeout=20)
    finally:
        running.kill()
    assert (running.returncode, message) == (130, "gametheory: interrupted\n")
    assert not (tmp_path / "r.html").exists()


def test_a_terminal_without_unicode(folder):
    ascii_only = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run([COMMAND, "check", folder], capture_output=True, text=True, env=ascii_only)
    assert done.returncode == 1
    assert "? verified" in done.stdout


def test_python_dash_m():
    done = subprocess.run([sys.executable, "-m", "gametheory", "--version"], capture_output=True, text=True)
    assert done.stdout.startswith("gametheory ")
