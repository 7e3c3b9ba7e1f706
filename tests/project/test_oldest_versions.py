"""With the oldest versions that pyproject.toml allows, commands answer as with those of this environment."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

from gametheory.storage.files import VARIABLE

OLDEST = ROOT / "constraints/oldest.txt"
TABLE = 'NFG 1 R "Two by two" { "A" "B" } { { "u" "d" } { "l" "r" } }\n\n3 0 1 2 0 4 2 1\n'
CLAIMS = '''\
"""Odd numbers."""
from gametheory.claims import check_all, claim


@claim("S.1", "The sum of the first n odd numbers is the square of n.", "p. 1")
def squares():
    return check_all(range(30), lambda n: sum(range(1, 2 * n, 2)) == n * n)


@claim("S.2", "Each odd number is a prime number.", "p. 1")
def primes():
    return check_all(range(3, 30, 2), lambda n: all(n % k for k in range(2, n)))
'''
COMMANDS = {"solve pig": 0, "solve truel": 0, "nash table.nfg": 0, "castle solve 10 12 3": 0, "check odd.py": 1}
CHANGING = ("seconds", "computed_with")


def pip(*words: object) -> str:
    """Run pip once, without further attempts, and return why it failed."""
    command = [sys.executable, "-m", "pip", "--retries", "0", "--timeout", "15", *map(str, words)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    return done.stderr if done.returncode else ""


@pytest.fixture(scope="module")
def oldest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the Python of a new environment with the oldest versions.

    `oldest.txt` is for Python 3.11. Wheels come from pip's cache if an earlier run has fetched them.
    """
    python = sys.executable if sys.version_info[:2] == (3, 11) else shutil.which("python3.11")
    if not python:
        pytest.skip("needs Python 3.11")
    folder = tmp_path_factory.mktemp("oldest")
    why = pip("download", "--quiet", "--no-deps", "--no-cache-dir", "--dest", folder, "latex2mathml==3.77.0")
    if why:
        pytest.skip(f"pip reaches no index: {why.strip().splitlines()[-1]}")
    # without a pip of its own, the environment is there in a moment
    subprocess.run([python, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    inside = folder / "venv/bin/python"
    options = ("--quiet", "--no-compile", "--only-binary", ":all:", "--constraint", OLDEST, "--editable", ROOT)
    assert not pip("--python", inside, "install", *options)
    return inside


def answer(python: Path, command: str, status: int, folder: Path) -> Any:
    """Return what a command answers, without what may differ between two environments."""
    cache = folder / str(python).replace(os.sep, "_")  # no verdict of the other environment
    environment = {**os.environ, VARIABLE: str(cache)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # each command would compile all that it imports
    words = [python, "-m", "gametheory", *command.split(), "--json"]
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stderr) == (status, ""), command
    return json.loads(done.stdout, object_hook=lambda found: {k: v for k, v in found.items() if k not in CHANGING})


@pytest.mark.slow
def test_the_oldest_versions_give_the_same_answers(oldest: Path, tmp_path: Path) -> None:
    for name, text in {"table.nfg": TABLE, "odd.py": CLAIMS}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    for command, status in COMMANDS.items():
        answers = [answer(python, command, status, tmp_path) for python in (oldest, Path(sys.executable))]
        assert answers[0] == answers[1], command
