"""Commands as whole processes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench import ROOT
from bench.work import Judgement, Program, Timed, Work

COMMAND = str(Path(sys.executable).with_name("gametheory"))


def run(arguments: list[str]) -> bool:
    """Return whether a command exits with status 0, run by the same Python as the benches."""
    return _succeeds(arguments, ROOT)


def run_first(arguments: list[str]) -> bool:
    """Return whether a command exits with status 0 before any loop has been compiled on the machine."""
    with TemporaryDirectory() as folder:
        return _succeeds(arguments, ROOT, NUMBA_CACHE_DIR=folder)


def _succeeds(arguments: list[str], folder: Path | str, **variables: str) -> bool:
    environment = {**os.environ, **variables}
    run = subprocess.run([COMMAND, *arguments], cwd=folder, env=environment, capture_output=True, check=False)
    return run.returncode == 0


def solve_argument(digits: int) -> list[str]:
    """Return a castle whose numbers have this many digits."""
    numbers = 3 * 10**digits + 7, 10 ** (digits + 1) + 9, 2 * 10**digits + 1
    return ["castle", "solve", *map(str, numbers), "--json"]


def commands(quick: bool) -> list[Work]:
    """Commands as whole processes, from start to end."""
    lines = {
        "--help": ["--help"],
        "castle solve 10 43 8": ["castle", "solve", "10", "43", "8"],
        "castle solve, numbers of 1,001 digits": solve_argument(1000),
        "battle odds 100 60": ["battle", "odds", "100", "60"],
        "battle odds 1000 600": ["battle", "odds", "1000", "600"],
        "check -k CD2.9 --fresh": ["check", "-k", "CD2.9", "--fresh"],
    }
    works = [_work(title, run, arguments) for title, arguments in list(lines.items())[: 1 if quick else None]]
    if not quick:
        battles = [(title, arguments) for title, arguments in lines.items() if title.startswith("battle")]
        works += [_work(f"{title}, first on a machine", run_first, arguments) for title, arguments in battles]
    return [*works, _work("solve tic-tac-toe", run, ["solve", "tic-tac-toe"])]


def _work(title: str, command: Callable[[Any], bool], case: Any) -> Work:
    return Work(
        f"gametheory {title}", (Program("gametheory", command, ("gametheory",)),), [case], judge, case, limit=30
    )


def judge(case: Any, timed: Timed, answers: Mapping[str, Any]) -> Judgement:  # noqa: ARG001
    """Judge whether the command succeeded."""
    return Judgement(1, {} if timed.answer else {timed.failure or "status": 1})


BENCHES = {"commands": commands}
