"""`pytest` collects claims as items: the same verdicts as `gametheory check`, next to a user's tests and plugins."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path
from xml.etree.ElementTree import parse

import pytest

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

@claim("E1", "Raises.", "p. 4")
def exits():
    raise SystemExit(3)
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


def test_claims_are_items_with_their_verdicts(folder: Path) -> None:
    done = run("claims", "tests", "--junit-xml", "a.xml")
    assert done.returncode == 1
    cases = {case.get("name"): [child.tag for child in case] for case in parse("a.xml").iter("testcase")}
    assert {name for name, tags in cases.items() if "skipped" in tags} == {"S1"}
    assert {name for name, tags in cases.items() if "failure" in tags} == {"broken.py", "R1", "E1"}
    assert {"test_number", "L1[1]", "L1[2]", "T1[1]", "T1[2]"} < set(cases)
    for text in ("counterexample 5: 5 < 5 is false", "looking", "raised SystemExit", "nonsense_mod"):
        assert text in done.stdout


def test_pytest_selects_files_and_ids(folder: Path) -> None:
    done = run("claims/book/table.py::R1", "claims/leaflet.py", "-k", "R1 and not leaflet", "-vv")
    assert done.returncode == 0
    assert "claims/book/table.py::R1 VERIFIED" in done.stdout


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
    assert not own & {"gametheory.claims", "gametheory.prove"}
