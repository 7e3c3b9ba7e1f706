"""Commands whose standard output, disk or folder is gone end with a line, and without a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gametheory.cli import main

pytestmark = pytest.mark.skipif(os.name != "posix", reason="redirections of a shell")
COMMAND = f"{sys.executable} -m gametheory"
CLOSED = "gametheory: standard output is closed; > /dev/null discards the output\n"
FULL = "gametheory: cannot write the output: No space left on device\n"


@pytest.mark.parametrize(
    ("line", "status", "error"),
    [
        (f"{COMMAND} castle solve 3 4 2 >&-", 2, CLOSED),
        (f"{COMMAND} castle solve 0 4 2 2>&-", 2, ""),
        (f"{COMMAND} --help > /dev/full", 2, FULL),
        (f"{COMMAND} castle solve 3 4 2 --json > /dev/full", 2, FULL),
        (f"mkdir a; cd a; rmdir ../a; {COMMAND} check", 2, "gametheory: the current folder no longer exists\n"),
    ],
)
def test_it_ends_with_a_line(tmp_path: Path, line: str, status: int, error: str) -> None:
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONUNBUFFERED"}
    environment |= {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(["sh", "-c", line], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (status, error)


@pytest.mark.parametrize("text", ["(" * 3000, "not " * 5000 + "A"])
def test_a_deep_expression_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    (tmp_path / "a.py").write_text("from gametheory import *\nclaim('A', 'a', '')(lambda: check_all([1], bool, 'b'))")
    assert main(["check", str(tmp_path), "-k", text]) == 2
    error = capsys.readouterr().err
    assert error.startswith("gametheory: -k ")
    assert len(error) < 400


@pytest.mark.parametrize("command", ["report . -o loop", "battle table 3 3 -o loop.csv", "check . --junit loop"])
def test_a_circle_of_links_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("loop", "loop.csv"):
        (tmp_path / name).symlink_to(name)
    assert main(command.split()) == 2
    assert "Too many levels of symbolic links" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform != "linux", reason="other systems limit memory otherwise")
def test_a_command_that_needs_more_memory_than_is_free_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("gametheory.parallel.limits.free_memory", lambda: 50e6)
    assert main(["castle", "count", "60", "600", "40"]) == 2
    assert capsys.readouterr() == ("", "gametheory: not enough memory\n")
