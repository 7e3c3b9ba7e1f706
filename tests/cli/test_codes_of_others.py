"""A game, a bot or a closed stream cannot make a command that has printed nothing end with status 0."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

GAME = """class Game:
    players = ("one",)
    def __init__(self, leave="no"):
        if leave == "yes": raise SystemExit(0)
    def start(self): return 1
    def outcome(self, at): return None
    def moves(self, at, player): return ()
"""
BOT = "def leaving(view, player, moves): raise SystemExit(0)\n"


def run(folder: Path, *words: str, **streams: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "gametheory", *words]
    return subprocess.run(command, cwd=folder, text=True, stderr=subprocess.PIPE, check=False, **streams)  # type: ignore[call-overload,no-any-return]


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["solve", "game.py:Game", "yes"], "Game(yes) cannot be made"),
        (["play", "nim", *["--bot", "bot.py:leaving"] * 2, "--games", "1"], "argument --bot"),
        (["play", "nim", "--html", "nim.html", "--bot", "nope.py:bot"], "argument --bot: not allowed with --html"),
    ],
)
def test_the_code_of_others_does_not_choose_the_status(tmp_path: Path, words: list[str], named: str) -> None:
    (tmp_path / "game.py").write_text(GAME)
    (tmp_path / "bot.py").write_text(BOT)
    done = run(tmp_path, *words, stdout=subprocess.PIPE)
    assert (done.returncode, named in done.stderr) == (2, True), done.stderr
    assert not (tmp_path / "nim.html").exists()


def test_nothing_is_printed_to_a_closed_stream_with_status_0(tmp_path: Path) -> None:
    command = f"{sys.executable} -m gametheory castle solve 10 11 15"
    closed = subprocess.run(["sh", "-c", f"{command} >&-"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (closed.returncode, closed.stderr) == (
        2,
        "gametheory: standard output is closed; > /dev/null discards the output\n",
    )
    discarded = subprocess.run(["sh", "-c", f"{command} > /dev/null"], cwd=tmp_path, capture_output=True, check=False)
    assert discarded.returncode == 0


def test_init_writes_through_no_link(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / ".github").symlink_to(other)
    done = run(folder, "init", "claims", stdout=subprocess.PIPE)
    assert (done.returncode, list(other.iterdir()), (folder / "claims").exists()) == (2, [], False)
    assert ".github is a link" in done.stderr
    (folder / ".github").unlink()
    assert run(folder, "init", "claims", stdout=subprocess.PIPE).returncode == 0
