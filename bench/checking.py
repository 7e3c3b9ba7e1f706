"""A folder of 2,000 small claims, next to pytest with the same assertions as tests."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.work import Judgement, Program, Timed, Took, Work

FILES = 50
HEAD = {"claims": "from gametheory import check_all, claim\n", "tests": ""}
ITEM = {
    "claims": """
@claim("C{number}", "A square is {number} at most with a remainder.", "p. {number}")
def claim_{number}():
    return check_all(range({number}, {number} + 9), lambda n: n * n >= n, "nine numbers")
""",
    "tests": """
def test_{number}():
    for n in range({number}, {number} + 9):
        assert n * n >= n
""",
}


def write(folder: Path, kind: str, count: int) -> None:
    """Write claims, or tests with the same assertions, in 50 files."""
    for number in range(FILES):
        items = range(number, count, FILES)
        name = f"{'test_' if kind == 'tests' else 'c'}{number}.py"
        (folder / name).write_text(HEAD[kind] + "".join(ITEM[kind].format(number=item) for item in items))


def run(kind: str, arguments: list[str], count: int, runs: int = 1) -> Took:
    """Run a command in a new folder, first with an empty cache; return seconds and last line of the last run."""
    with TemporaryDirectory() as name:
        folder = Path(name, kind)
        folder.mkdir()
        write(folder, kind, count)
        environment = {**os.environ, "GAMETHEORY_CACHE_DIR": str(Path(name, "cache"))}
        command = [str(Path(sys.executable).with_name(arguments[0])), *arguments[1:], kind]
        for _ in range(runs):
            began = time.perf_counter()
            done = subprocess.run(command, cwd=name, env=environment, capture_output=True, text=True, check=False)
        return Took(time.perf_counter() - began, (done.returncode, done.stdout.splitlines()[-1]))


def check(count: int) -> Took:
    """Check the claims of a folder."""
    return run("claims", ["gametheory", "check", "-q"], count)


def check_again(count: int) -> Took:
    """Check the claims of a folder a second time, with the verdicts of the first in the cache."""
    return run("claims", ["gametheory", "check", "-q"], count, runs=2)


def test(count: int) -> Took:
    """Run the same assertions by pytest."""
    return run("tests", ["pytest", "-q", "-p", "no:cacheprovider", "-p", "no:gametheory"], count)


def judge(count: int, timed: Timed, answers: Mapping[str, Any]) -> Judgement:  # noqa: ARG001
    """Judge whether all were counted and none failed."""
    status, line = timed.answer or (1, timed.failure)
    words = f"{count:,} claims in ", f"{count:,} verdicts from the cache", f"{count} passed"
    right = status == 0 and line.startswith(words)
    return Judgement(1, {} if right else {"wrong count": 1})


def small_claims(quick: bool) -> list[Work]:
    """A folder of 2,000 small claims, from start to end, with an empty cache and again."""
    programs = (
        Program("gametheory check", check, ("gametheory",)),
        Program("gametheory check, second run", check_again, ("gametheory",)),
        Program("pytest", test, ("pytest",)),
    )
    return [Work("2,000 small claims in 50 files", programs, [100 if quick else 2000], judge, 50, limit=120)]


BENCHES = {"small-claims": small_claims}
