"""`pytest` collects claims as items: the same verdicts as `gametheory check`, next to a user's tests and plugins."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path
from xml.etree.ElementTree import parse

import pytest

from gametheory.cli import main

CLAIMS = '''"""The leaflet."""
from gametheory import check_all, claim, parametrize

@claim("L1", "Small numbers are small.", "p. 1")
@parametrize("n", [1, 2])
def small(n):
    return check_all([n], lambda m: m < 9, f"{n}")

@claim("R1", "The rule of $n$.", "p. 2", uses=["L1"])
def rule():
    print("looking")
    return check_all(range(9), lambda n: n < 5, "0 to 8")

@claim("S1", "Skipped.", "p. 3", skip="needs 40 GB")
def skipped():
    1 / 0

@claim("E1", "Exits.", "p. 4")
def exits():
    import os
    os._exit(3)
'''
TESTS = """import pytest
from gametheory import claim
@pytest.fixture
def number(): return 3
def test_number(number): assert number == 3
"""


# Where the package is installed with its entry points, pytest loads the plugin by itself.
INSTALLED = any(each.value == "gametheory.pytest_plugin" for each in entry_points(group="pytest11"))
PLUGIN = [] if INSTALLED else ["-p", "gametheory.pytest_plugin"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a folder with claims in two files and in a source folder, and with tests."""
    monkeypatch.chdir(tmp_path)
    files = {
        "claims/leaflet.py": CLAIMS,
        "claims/broken.py": "from gametheory import claim\nimport nonsense_module",
        "claims/_helper.py": "1 / 0",
        "claims/book/__init__.py": "import os\nopen('processes', 'a').write(f'{os.getpid()} ')",
        "claims/book/table.py": CLAIMS.replace('"L1"', '"T1"').replace("n < 5", "n < 9").partition('@claim("S1"')[0],
        "tests/test_number.py": TESTS,
        "tests/helper.py": "1 / 0",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run pytest with the plugin, as the entry point loads it."""
    command = [sys.executable, "-m", "pytest", *PLUGIN, "-p", "no:cacheprovider", "-q"]
    return subprocess.run([*command, *arguments], capture_output=True, text=True, check=False, timeout=200)


def test_the_verdicts_are_those_of_check(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = run("claims", "tests", "--junit-xml", "a.xml")
    assert done.returncode == 1
    cases = {case.get("name"): [child.tag for child in case] for case in parse("a.xml").iter("testcase")}
    failed = {name for name, tags in cases.items() if "failure" in tags}
    assert {name for name, tags in cases.items() if "skipped" in tags} == {"S1"}
    assert "test_number" in cases
    assert main(["check", "claims", "--json"]) == 1
    claims = json.loads(capsys.readouterr().out)["claims"]
    local = {item["id"].rpartition("::")[2]: item for item in claims}
    assert set(cases) - {"test_number"} == set(local)
    assert failed == {"broken.py", "R1", "E1"}
    assert {item["address"] for item in claims if not item["matches_expected"]} == {
        *("claims/broken.py::broken.py", "claims/leaflet.py::R1", "claims/leaflet.py::E1")
    }
    assert "counterexample 5: n < 5 is false: 5 < 5" in done.stdout
    assert "looking" in done.stdout
    assert "ended its process with exit status 3" in done.stdout
    assert "nonsense_module" in done.stdout


def test_files_and_ids_are_selected_and_no_claim_runs_in_the_process_of_pytest(folder: Path) -> None:
    done = run("claims/book/table.py::R1", "claims/leaflet.py", "-k", "R1 and not leaflet", "-vv")
    assert done.returncode == 0
    assert "claims/book/table.py::R1 PASSED" in done.stdout
    assert "1 passed, 5 deselected" in done.stdout
    code = f"import os, pytest; pytest.main([*{PLUGIN}, 'claims']); print('process', os.getpid())"
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False).stdout
    assert output.split()[-1] not in Path("processes").read_text().split()


def test_recorded_verdicts_are_an_item(folder: Path) -> None:
    (folder / "claims" / "broken.py").unlink()
    (folder / "claims" / "leaflet.py").unlink()
    assert main(["check", "claims", "--record"]) == 0
    assert run("claims").returncode == 0
    lines = (folder / "claims" / "expected.tsv").read_text().splitlines()
    (folder / "claims" / "expected.tsv").write_text("\n".join(lines[:-1]) + "\n")
    done = run("claims")
    assert done.returncode == 1
    assert "1 claim (R1) is not in " in done.stdout


def test_workers_of_xdist_check_claims(folder: Path) -> None:
    done = run("claims/book", "-n", "2")
    assert done.returncode == 0
    assert "3 passed" in done.stdout


def test_nothing_is_imported_where_no_claims_are(folder: Path) -> None:
    (folder / "tests" / "test_number.py").write_text(TESTS.replace("from gametheory import claim\n", ""))
    code = f"import sys, pytest; pytest.main([*{PLUGIN}, '-q', 'tests']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "1 passed" in done.stdout
    loaded = done.stdout.splitlines()[-1].split()
    own = {name for name in loaded if name.startswith("gametheory.")}
    assert own == {"gametheory.numbers", "gametheory.numbers.printed", "gametheory.pytest_plugin"}


def test_a_folder_that_cannot_be_checked_is_an_error_of_its_files(folder: Path) -> None:
    (folder / "claims" / "leaflet.py").write_text(CLAIMS.replace('"R1"', '"S1"'))
    done = run("claims")
    assert "two claims have the id S1" in done.stdout
    assert done.returncode == 2


def test_settings_of_the_project_apply(folder: Path) -> None:
    (folder / "pyproject.toml").write_text("[tool.gametheory]\ndeep = true\ntimeout = 1\n", encoding="utf-8")
    text = """from gametheory import check_all, claim
@claim("D1", "Small.", "p. 1", expected="refuted")
def deep(deep=False):
    return check_all(range(9 if deep else 3), lambda n: n < 5, "0 to 8")
@claim("D2", "Slow.", "p. 1")
def slow():
    import time
    time.sleep(60)
"""
    (folder / "one").mkdir()
    (folder / "one" / "deep.py").write_text(text, encoding="utf-8")
    done = run("one")
    assert "1 failed, 1 passed" in done.stdout
    assert "did not end within 1 seconds" in done.stdout
    (folder / "pyproject.toml").write_text("[tool.gametheory]\ndeep = 3\n", encoding="utf-8")
    done = run("one")
    assert "tool.gametheory.deep: 3 is not allowed; it must be true or false" in done.stdout
    assert done.returncode == 2
