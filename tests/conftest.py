"""What the tests share: the published tables, and the games that the package holds."""

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from gametheory.cli import main

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "proofs"))


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


def wait_for(pattern: str, folder: Path, process: subprocess.Popen[str]) -> None:
    """Wait until something is there, while the process lives."""
    for _ in range(6000):
        if list(folder.glob(pattern)):
            return
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)
    raise AssertionError(f"no {pattern}")
