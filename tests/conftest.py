"""What the tests share: the published tables, and the games that the package holds."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from gametheory.claims import Result, run
from gametheory.claims.cache import VerdictCache
from gametheory.claims.collect import collect
from gametheory.cli import main

ROOT = Path(__file__).parent.parent
PROOFS = ROOT / "proofs"
sys.path.insert(0, str(PROOFS))


@pytest.fixture
def wrong(tmp_path: Any, monkeypatch: Any, capsys: Any) -> Any:
    """A function that runs a command, which must be refused in a line or two that name something, and leave no file."""
    monkeypatch.chdir(tmp_path)

    def refuse(arguments: list[Any], named: str) -> None:
        status = main(list(map(str, arguments)))
        printed = capsys.readouterr()
        assert (status, printed.out) == (2, "")
        assert 1 <= len(printed.err.splitlines()) <= 2
        assert named in printed.err
        assert list(tmp_path.iterdir()) == [], "nothing half-written"

    return refuse


@pytest.fixture(scope="session")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with proofs/, its report.html and report.json, and the verdicts on all its claims.

    They are found once for all processes of a run of the tests; a process that comes second waits.
    """
    shared = tmp_path_factory.getbasetemp()
    shared = shared.parent if "PYTEST_XDIST_WORKER" in os.environ else shared
    folder = shared / "checked"
    try:
        folder.mkdir()
    except FileExistsError:
        for _ in range(6000):
            if (folder / "done").exists():
                return folder
            time.sleep(0.1)
        raise AssertionError(f"no verdicts in {folder}") from None
    try:
        shutil.copytree(PROOFS, folder / "proofs", ignore=shutil.ignore_patterns("__pycache__", ".gametheory_cache"))
        command = [sys.executable, "-m", "gametheory", "report", "-o", "report.html", "-o", "report.json"]
        subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=False)
    finally:
        (folder / "done").touch()
    return folder


@pytest.fixture(scope="session")
def all_results(checked: Path) -> dict[str, Result]:
    """The verdict on every claim of proofs/, by its id."""
    found = run(collect(PROOFS), memory=VerdictCache(checked / "proofs"))
    return {result.claim.id: result for result in found}


def wait_for(pattern: str, folder: Path, process: subprocess.Popen[str]) -> None:
    """Wait until something is there, while the process lives."""
    for _ in range(6000):
        if list(folder.glob(pattern)):
            return
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)
    raise AssertionError(f"no {pattern}")
