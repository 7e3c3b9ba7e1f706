"""No file of the current folder, or next to a text, answers for a library: none of them runs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from program import COMMAND

PACKAGES = str(Path(__file__).parents[2])
# Standard and other libraries that the program, its processes and pytest import: early, late, or never.
NAMES = (
    *("json", "math", "random", "socket", "typing", "argparse", "ast", "pdb", "statistics", "multiprocessing"),
    *("pytest", "numpy", "sympy", "scipy", "numba", "z3", "cvc5", "networkx", "execnet", "xdist"),
    *("sitecustomize", "usercustomize"),
)
TRAP = """import pathlib
(pathlib.Path(FOLDER) / f"ran-{__name__}").touch()
"""
POST = """---
import: math
---
Of 5, choose 2: 10.<!-- claim: two check="math.comb(5, 2) == 10" -->
"""
CLAIMS = '''"""A leaflet."""
import json
import random
from _amounts import MOST
from gametheory import check_all, claim

assert json.loads(json.dumps([random.choice([1])])) == [1]

@claim("L1", "The amounts are small.", "line 1")
def small():
    import statistics
    return check_all(range(9), lambda n: statistics.mean([n]) < MOST)
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Make a folder with a text and a trap for each name, and a folder of claims with a helper."""
    for name in NAMES:
        (tmp_path / f"{name}.py").write_text(TRAP.replace("FOLDER", repr(str(tmp_path))))
    (tmp_path / "post.md").write_text(POST)
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims" / "leaflet.py").write_text(CLAIMS)
    (tmp_path / "claims" / "_amounts.py").write_text("MOST = 9\n")
    return tmp_path


def run(folder: Path, *command: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder, and find the traps that have run."""
    environment = {**os.environ, "PYTHONPATH": PACKAGES}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert [path.name for path in folder.rglob("ran-*")] == [], done.stderr
    return done


def test_no_file_of_the_current_folder_runs_for_help(folder: Path) -> None:
    """Python itself puts the current folder first for a module."""
    done = run(folder, sys.executable, "-m", "gametheory", "--help")
    assert done.stdout.startswith("usage: gametheory"), done.stderr


@pytest.mark.parametrize(
    "program",
    [[COMMAND], pytest.param([sys.executable, "-m", "gametheory"], marks=pytest.mark.slow)],
    ids=["command", "module"],
)
@pytest.mark.parametrize("words", ["annotate post.md -o post.html", "check post.md", "check claims", "report claims"])
def test_no_file_of_the_current_folder_runs(folder: Path, program: list[str], words: str) -> None:
    outputs = ["-o", "claims.md"] if "report" in words else []
    done = run(folder, *program, *words.split(), *outputs)
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 mark: 1 hold" in done.stdout if "post" in words else "1 verified" in done.stdout


def test_no_file_of_a_claims_folder_answers_for_a_library(folder: Path) -> None:
    """Each of them is a claims file, and runs as such; none is imported in the place of a library."""
    for name in NAMES:
        (folder / f"{name}.py").rename(folder / "claims" / f"{name}.py")
    for name in ("json", "random", "statistics", "sympy", "pytest"):
        (folder / "claims" / f"{name}.py").write_text("raise ValueError('not a library')")
    environment = {**os.environ, "PYTHONPATH": PACKAGES}
    command = [COMMAND, "check", "leaflet.py"]
    done = subprocess.run(command, cwd=folder / "claims", env=environment, capture_output=True, text=True, check=False)
    assert "L1      ✓ verified" in done.stdout
    ran = {path.name.removeprefix("ran-") for path in folder.glob("ran-*")}
    assert ran <= {f"claims_of_claims.{name}" for name in NAMES}, "as claims files only"


SCRIPT = """import threading
from gametheory.parallel.processes import results
end = threading.Event()
threading.Thread(target=end.wait).start()  # with a thread, no process is forked
print(sorted(results(lambda number: number**2, [1, 2], 2)))
end.set()
"""


def test_no_file_of_the_current_folder_runs_in_a_new_interpreter(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "scripts").mkdir()
    (tmp_path / "scripts" / "squares.py").write_text(SCRIPT)
    assert run(folder, sys.executable, "scripts/squares.py").stdout == "[(0, 1), (1, 4)]\n"
