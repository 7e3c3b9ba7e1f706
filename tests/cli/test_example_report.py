"""`gametheory report` in few lines, and the claims that come with the program, in a clone and installed."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from gametheory.claims import declare as example
from gametheory.cli import main

ROOT = Path(__file__).parents[2]
CLAIMS = """
from gametheory import check_all, claim, open_
a = claim("A", "yes", "")(lambda: check_all([1], bool, "one"))
b = claim("B", "no", "", expected="refuted")(lambda: check_all(range(3), lambda n: n < 2, "n < 3"))
"""
OPEN = 'c = claim("C", "perhaps", "")(lambda: open_("too hard"))\n'


def report(folder: Path, text: str, capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str]]:
    (folder / "claims").mkdir(exist_ok=True)
    (folder / "claims" / "a.py").write_text(text)
    status = main(["report", "claims", *arguments])
    return status, capsys.readouterr().out.splitlines()


def test_a_report_ends_with_what_was_found_and_how_to_open_it(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    status, lines = report(tmp_path, CLAIMS, capsys)
    assert status == 0
    assert lines[0].startswith("2 claims in ")
    assert lines[0].endswith(": 1 verified, 1 refuted")
    assert lines[1:] == [
        "1 statement is false as printed: B",
        "wrote report.html",
        f"to read it, open {(tmp_path / 'report.html').as_uri()} in a browser",
        "for a line on each claim: gametheory check claims",
    ]


def test_a_report_still_prints_what_is_unexpected(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    status, lines = report(tmp_path, CLAIMS + OPEN, capsys, "-o", "r.md")
    assert status == 1
    assert any(line.split()[:2] == ["C", "open"] and line.endswith("(too hard)") for line in lines)
    assert any(line.endswith("; 1 unexpected") for line in lines)
    assert "wrote r.md" in lines
    assert not any("browser" in line for line in lines), "there is no page to open"


def test_the_example_is_the_folder_of_the_repository_or_of_the_wheel(tmp_path, monkeypatch, wrong):
    assert example.example_folder() == ROOT / "proofs"
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert ROOT / "gametheory" / Path(wheel["force-include"]["proofs"]).name == example.EXAMPLE[0]
    assert ROOT / wheel["force-include"]["textbooks"] == example.TEXTBOOKS[0]
    assert example.textbooks_folder() == ROOT / "textbooks"
    assert {name for name in wheel["force-include"] if not (ROOT / name).exists()} == set()
    monkeypatch.setattr(example, "EXAMPLE", (tmp_path / "a", tmp_path / "b"))
    wrong(["report", "--example"], "example claims")


@pytest.mark.slow
def test_the_example_is_checked_from_an_installation_that_cannot_be_written(tmp_path):
    """`.ci/package` does the same with a wheel."""
    package = tmp_path / "installed" / "gametheory"
    shutil.copytree(ROOT / "gametheory", package)  # with bytecode, as pip leaves it
    shutil.copytree(ROOT / "proofs", package / "example_claims")
    for path in (package, *package.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    code = (
        "from gametheory.claims.declare import example_folder as place; from gametheory import check;"
        "print(place());"
        "print(check(place(), 'CD1.1').counts['refuted'])"
    )
    environment = {**os.environ, "PYTHONPATH": str(package.parent)}
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.stdout.split() == [str(package / "example_claims"), "1"], done.stderr
