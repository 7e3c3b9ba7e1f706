"""Run tests or a claim in a copy of the checkout, and judge whether they failed for the right reason."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

BROKEN = re.compile(r"^(?:E +)?.*\b(SyntaxError|IndentationError|NameError|ImportError|ModuleNotFoundError): ", re.M)
REPORT = "junit.xml"


class Found(NamedTuple):
    """The result of a check: the test or claim that failed, or why there is no answer; both empty if all passed."""

    failed: str = ""
    no_answer: str = ""


def run_tests(
    ids: Sequence[str], copy: Path, environment: Mapping[str, str], seconds: float, stop: bool = True
) -> Found:
    """Run tests by their ids; with `stop` only up to the first failure.

    Tests have failed where pytest collected them and one of them failed: not where it could not begin, and not by an
    error such as that of a name that does not exist, which no fault of the list should make.
    """
    report = copy / REPORT
    report.unlink(missing_ok=True)
    options = [
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "tests.mutants.quick",
        f"--junitxml={report}",
        *(["-x"] if stop else []),
    ]
    status, said, messages = _run([sys.executable, "-m", "pytest", *options, *ids], copy, environment, seconds)
    if status == 0:
        return Found()
    failures = _failures(report) if status == 1 else {}
    if not failures:
        return Found(no_answer=f"pytest ended with status {status}: {_last_line(said + messages)}")
    return _judged(", ".join(failures), "\n".join(failures.values()))


def run_claim(id: str, copy: Path, environment: Mapping[str, str], seconds: float) -> Found:
    """Check a claim and what it rests on; it has failed where a verdict is not the one on record."""
    command = [sys.executable, "-m", "gametheory", "check", "proofs", "-k", id, "--fresh", "--json"]
    status, manifest, said = _run(command, copy, environment, seconds)
    if status == 0:
        return Found()
    try:
        claims = json.loads(manifest)["claims"] if status == 1 else []
    except ValueError:
        claims = []
    other = [item for item in claims if not item["matches_expected"]]
    if not other:
        return Found(no_answer=f"the check of {id} ended with status {status}: {_last_line(said)}")
    texts = (piece.get("text", "") for item in other for piece in item["evidence"])
    return _judged(f"claim {other[0]['id']}", "\n".join(texts))


def environment_of(copy: Path, cache: Path) -> dict[str, str]:
    """Return an environment that imports the package from the copy and has its own cache for compiled code."""
    return {
        **os.environ,
        "PYTHONPATH": str(copy),
        "PYTHONDONTWRITEBYTECODE": "1",  # Python compares size and second of a file, and a fault may change neither
        "NUMBA_CACHE_DIR": str(cache),
    }


def is_imported(copy: Path, environment: Mapping[str, str]) -> bool:
    """Whether a new process, wherever it begins, takes the package from the copy, though another may be installed."""
    program = "import gametheory; print(gametheory.__file__)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd="/", env=environment, capture_output=True, text=True, check=False
    )
    return done.returncode == 0 and Path(done.stdout.strip()).is_relative_to(copy)


def _run(command: list[str], copy: Path, environment: Mapping[str, str], seconds: float) -> tuple[int | None, str, str]:
    """The status, output and messages of a command; the status is None where it was ended since it took too long."""
    with subprocess.Popen(
        command, cwd=copy, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, start_new_session=True,
    ) as process:  # fmt: skip
        try:
            said, messages = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)  # with the workers it may have begun
            return None, "", f"no answer in {seconds:.0f} seconds"
    return process.returncode, said, messages


def _failures(report: Path) -> dict[str, str]:
    """Return the failed tests, as (short) ids, each with its message."""
    found = {}
    for case in ElementTree.parse(report).iter("testcase"):
        if (failure := case.find("failure")) is not None:
            name = case.get("name", "").split("[")[0]
            # the class name is the path of the file: tests.games.castle.test_rules, or the module of an example
            files = [part for part in case.get("classname", "").split(".") if part.startswith("test_")]
            test = f"{files[0]}.py::{name}" if files else f"doctest {name}"
            found[test] = f"{failure.get('message')}\n{failure.text}"
    return found


def _judged(failed: str, said: str) -> Found:
    if broken := BROKEN.search(said):
        return Found(no_answer=f"{failed}: not a fault, but a {broken[1]}")
    return Found(failed)


def _last_line(said: str) -> str:
    return said.strip().rpartition("\n")[2][:200]
