"""Commands as whole processes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bench import ROOT
from bench.work import Judgement, Program, Timed, Work

COMMAND = str(Path(sys.executable).with_name("gametheory"))


def run(arguments: list[str]) -> bool:
    """Return whether a command exits with status 0, run by the same Python as the benches."""
    return subprocess.run([COMMAND, *arguments], cwd=ROOT, capture_output=True, check=False).returncode == 0


def solve_argument(digits: int) -> list[str]:
    """Return a castle whose numbers have this many digits."""
    numbers = 3 * 10**digits + 7, 10 ** (digits + 1) + 9, 2 * 10**digits + 1
    return ["castle", "solve", *map(str, numbers), "--json"]


def commands(quick: bool) -> list[Work]:
    """Commands as whole processes, from start to end."""
    lines = {
        "castle solve 10 43 8": ["castle", "solve", "10", "43", "8"],
        "castle solve, numbers of 1,001 digits": solve_argument(1000),
        "battle odds 100 60": ["battle", "odds", "100", "60"],
        "check -k CD2.9 --fresh": ["check", "-k", "CD2.9", "--fresh"],
    }
    return [_work(title, arguments) for title, arguments in list(lines.items())[: 1 if quick else None]]


def _work(title: str, arguments: list[str]) -> Work:
    program = Program("gametheory", run, ("gametheory",))
    return Work(f"gametheory {title}", (program,), [arguments], judge, ["--help"], limit=30)


def judge(arguments: list[str], timed: Timed, answers: Mapping[str, Any]) -> Judgement:  # noqa: ARG001
    """Judge whether the command succeeded."""
    return Judgement(1, {} if timed.answer else {timed.failure or "status": 1})


BENCHES = {"commands": commands}
