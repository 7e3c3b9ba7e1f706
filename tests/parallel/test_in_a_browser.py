"""The program as in a browser: integers of 32 bits for numpy and flint, and neither threads nor other processes.

A process of its own refuses what a browser lacks. It prints what each command printed, to be compared with the same
command in this process, which lacks nothing.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from program import call

COMMANDS = [
    "nash chicken",
    "nash seltens-horse",
    "correlated chicken",
    "stackelberg chicken",
    "dominance chicken",
    "solve nim",
    "solve pig 10",
    "solve goofspiel",
    "solve gamblers-ruin",
    "solve truel",
    "solve chomp",
    "solve kuhn",
    "castle solve 10 43 8",
    "towers odds 3 2 3 1",
    "battle odds 9 8",
    "wargame solve --soldiers 6 --rounds 4",
]
CHECKS = ["check one two --workers 2", "report one -o r.html"]
BROWSER = """
import contextlib, io, json, os, socket, subprocess, sys, threading
from types import SimpleNamespace

import flint, numpy as np, scipy.optimize, scipy.sparse.csgraph, scipy.sparse.linalg, scipy.spatial


def lacking(*_, **__):
    raise RuntimeError("can't start new thread")


def of_32_bits(function, place):
    def called(*arguments, **options):
        ours = sys._getframe(1).f_globals.get("__name__", "").startswith("gametheory")
        if ours and getattr(arguments[place], "dtype", None) == np.int64:
            raise TypeError("Cannot cast array data from int64 to int32")
        return function(*arguments, **options)

    return called


def with_default_of_32_bits(function):
    def called(*arguments, **options):
        ours = sys._getframe(1).f_globals.get("__name__", "").startswith("gametheory")
        made = function(*arguments, **options)
        asked = "dtype" in options or any(np.dtype(np.int64) == getattr(each, "dtype", each) for each in arguments)
        if not ours or asked or made.dtype != np.int64 or (made.size and np.abs(made).max() >= 1 << 31):
            return made
        return made.astype(np.int32)

    return called


def of_a_word(rows, columns, entries, modulus):
    if modulus >= 1 << 32:
        raise OverflowError("Python int too large to convert to C unsigned long")
    return residues(rows, columns, entries, modulus)


residues, flint.nmod_mat = flint.nmod_mat, of_a_word
np.intp, np.repeat, np.bincount = np.int32, of_32_bits(np.repeat, 1), of_32_bits(np.bincount, 0)
for name in ("arange", "array", "cumsum"):
    setattr(np, name, with_default_of_32_bits(getattr(np, name)))
sys.platform, sys.maxsize, sys._emscripten_info = "emscripten", (1 << 31) - 1, SimpleNamespace(pthreads=False)
threading.Thread.start = subprocess.Popen = socket.socketpair = os.fork = lacking

from gametheory.cli import main

for command in json.loads(sys.argv[1]):
    printed, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(errors):
        status = main(command)
    print(json.dumps([status, printed.getvalue(), errors.getvalue()]))
"""
CLAIMS = """
import _shared
from gametheory import check_all, claim

@claim("{id}.true", "A square is at least its root.", where="p. 1")
def squares():
    return check_all(range(9), lambda x: x * x >= x, "0 to 8")

@claim("{id}.false", "A square exceeds its root, as {folder} says.", where="p. 1")
def exceeds():
    assert _shared.NAME == "{folder}"
    return check_all(range(9), lambda x: x * x > x, "0 to 8")
"""


Answer = tuple[int, str, str]


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Answer]:
    """Run all commands, one after the other, in one process that lacks what a browser lacks."""
    folder = tmp_path_factory.mktemp("browser")
    for name in ("one", "two"):
        write_claims(folder / name)
    commands = {command: [*command.split(), "--json"] for command in COMMANDS}
    commands |= {command: command.split() for command in CHECKS}
    words = [sys.executable, "-c", BROWSER, json.dumps([*commands.values()])]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    printed = [tuple(json.loads(line)) for line in done.stdout.splitlines()]
    return dict(zip(commands, printed, strict=True))


def write_claims(folder: Path) -> None:
    folder.mkdir()
    (folder / "_shared.py").write_text(f"NAME = {folder.name!r}\n", encoding="utf-8")
    for id in ("A", "B"):
        text = CLAIMS.format(id=f"{folder.name}.{id}", folder=folder.name)
        (folder / f"{id.lower()}.py").write_text(text, encoding="utf-8")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_says_the_same(answers: dict[str, Answer], command: str, tmp_path: Path) -> None:
    done = call(*command.split(), "--json", cwd=tmp_path)
    assert done.returncode == 0
    status, printed, errors = answers[command]
    assert (status, errors) == (0, "")
    assert without_time(printed) == without_time(done.stdout)


def without_time(printed: str) -> dict[str, object]:
    document: dict[str, object] = json.loads(printed)
    return {key: value for key, value in document.items() if key != "seconds"}


@pytest.mark.parametrize("command", CHECKS)
def test_claims_are_checked_in_one_process_which_is_said(answers: dict[str, Answer], command: str) -> None:
    status, printed, _ = answers[command]
    assert status == 1, "false claims that are on no record"
    assert "no other process could be started" in printed
    assert "not enough memory" not in printed


def test_files_in_one_process_do_not_share_their_modules(answers: dict[str, Answer]) -> None:
    """Two folders have a module of the same name, which each claim reads: without it a claim would be open."""
    _, printed, _ = answers[CHECKS[0]]
    assert printed.count("refuted") >= 4, printed
    assert "4 verified, 4 refuted" in printed
