"""Habits of a pytest user, each as it is typed in a folder of claims."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gametheory.cli import main

LEAFLET = '''"""The leaflet."""
from pathlib import Path
from gametheory import check_all, claim

Path("ran").open("a").write("leaflet ")

@claim("L1", "Small numbers are small.", "p. 1")
def small():
    return check_all(range(9), lambda n: n < 9, "0 to 8")

@claim("R1", "The rule of the leaflet.", "p. 2", uses=["L1"])
def rule():
    return check_all(range(9), lambda n: n < 5, "0 to 8")
'''
MAGAZINE = LEAFLET.replace("leaflet", "magazine").replace("L1", "M1").replace("n < 5", "n < 9")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a folder with two files that have one id in common, and work next to it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims" / "leaflet.py").write_text(LEAFLET)
    (tmp_path / "claims" / "magazine.py").write_text(MAGAZINE)
    return tmp_path / "claims"


def ids(capsys: Any, *arguments: str) -> list[str]:
    """Return the ids of the claims that a command checks."""
    main(["check", *arguments, "--json"])
    return [item["id"] for item in json.loads(capsys.readouterr().out)["claims"]]


def test_files_ids_and_expressions(capsys: Any) -> None:
    assert ids(capsys, "claims/leaflet.py::L1") == ["L1"]
    assert ids(capsys, "claims") == ["L1", "leaflet.py::R1", "M1", "magazine.py::R1"]
    assert ids(capsys, "claims/leaflet.py") == ["L1", "leaflet.py::R1"]
    assert ids(capsys, "claims/magazine.py::R1", "claims/leaflet.py::L1") == ["L1", "M1", "magazine.py::R1"]
    for options, found in EXPRESSIONS:
        assert ids(capsys, "claims", *options.split("|")) == found, options


def test_addresses_that_a_run_prints_can_be_typed(capsys: Any) -> None:
    assert main(["check", "claims", "--json"]) == 1
    claims = json.loads(capsys.readouterr().out)["claims"]
    assert [item["address"] for item in claims] == [
        f"claims/{name}" for name in ("leaflet.py::L1", "leaflet.py::R1", "magazine.py::M1", "magazine.py::R1")
    ]
    assert claims[3]["command"] == "gametheory check claims/magazine.py::R1"
    assert claims[3]["uses"] == ["M1"]
    assert claims[2]["command"] == "gametheory check claims -k M1"


EXPRESSIONS = [
    ("-k|M1", ["M1"]),
    ("-k|small and not M1", ["L1"]),
    ("-k|leaflet or M1", ["L1", "leaflet.py::R1", "M1"]),
    ("-k|not (L1 or M1 or leaflet)", ["M1", "magazine.py::R1"]),
    ("-k|rule and leaflet", ["L1", "leaflet.py::R1"]),
]


def test_two_folders(capsys: Any, folder: Path) -> None:
    (folder.parent / "other").mkdir()
    (folder.parent / "other" / "leaflet.py").write_text(LEAFLET)
    assert ids(capsys, "claims/leaflet.py", "other") == [
        *("claims/leaflet.py::L1", "leaflet.py::R1", "other/leaflet.py::L1", "R1"),
    ]


WRONG = [
    ("claims/none.py", "claims/none.py: there is no such file"),
    ("none", "none: there is no such folder"),
    ("notes.txt", "notes.txt: it is not a claims file"),
    ("claims/_shared.py", "claims/_shared.py: it is not a claims file"),
    ("claims/empty.py", "claims/empty.py: no claim found"),
    ("claims/leaflet.py::L9", "no claim of this file has the id L9; it has 2 claims (L1, R1)"),
    ("claims::L1", "claims::L1: :: joins a file and the id of a claim"),
    ("claims -k L9", "-k L9: no claim matches"),
    ("claims -k (L1", "expected right parenthesis"),
    ("claims/user.py", "claim user.py::U uses R1, and several files have that id: 2 claims (leaflet.py::R1"),
]


def test_wrong_paths_and_ids(capsys: Any, folder: Path) -> None:
    (folder.parent / "notes.txt").touch()
    (folder / "_shared.py").touch()
    (folder / "empty.py").touch()
    assert len(ids(capsys, "claims")) == 4
    for arguments, message in WRONG:
        if "user" in arguments:
            text = LEAFLET.replace('"R1"', '"U"').replace('uses=["L1"]', 'uses=["R1"]').replace('"L1"', '"V"')
            (folder / "user.py").write_text(text)
        assert main(["check", *arguments.split()]) == 2
        printed = capsys.readouterr()
        assert message in printed.err
        assert (len(printed.err.splitlines()), printed.out) == (1, "")


def test_a_file_that_breaks_is_open_and_the_others_run(capsys: Any, folder: Path) -> None:
    (folder / "broken.py").write_text("import nonsense_module")
    assert ids(capsys, "claims/leaflet.py", "claims/broken.py") == ["broken.py", "L1", "leaflet.py::R1"]
    assert ids(capsys, "claims/broken.py::X") == ["broken.py"]
    assert ids(capsys, "claims/leaflet.py") == ["L1", "leaflet.py::R1"]


def test_an_unknown_id_in_uses_costs_one_claim(capsys: Any, folder: Path) -> None:
    (folder / "magazine.py").write_text(MAGAZINE.replace('uses=["M1"]', 'uses=["M1", "M2"]'))
    assert main(["check", "claims", "-k", "magazine or L1", "--json"]) == 1
    claims = {item["id"]: item for item in json.loads(capsys.readouterr().out)["claims"]}
    assert {id: item["status"] for id, item in claims.items()} == {
        "L1": "verified",
        "M1": "verified",
        "magazine.py::R1": "open",
    }
    assert claims["magazine.py::R1"]["evidence"][0]["text"] == "it uses M2; no claim has that id"
    assert main(["report", "claims", "-o", "report.md"]) == 1


def printed(capsys: Any, *arguments: str) -> tuple[int, str]:
    """Return the exit status of a check and what it prints."""
    status = main(["check", *arguments])
    return status, capsys.readouterr().out


def test_exit_first_and_last_failed(capsys: Any, folder: Path) -> None:
    (folder / "magazine.py").write_text(MAGAZINE.replace("n < 9", "n < 3"))
    assert main(["check", "claims", "--json", "-x", "--workers", "1"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert [item["id"] for item in document["claims"]][:2] == ["L1", "leaflet.py::R1"]
    assert document["not_checked"]
    (folder / "magazine.py").write_text(MAGAZINE)
    assert len(ids(capsys, "claims")) == 4
    assert ids(capsys, "claims", "--lf") == ["L1", "leaflet.py::R1"], "with the claim that it uses"


def test_quiet_verbose_and_durations(capsys: Any) -> None:
    status, quiet = printed(capsys, "claims", "-q")
    assert (status, quiet.count("leaflet.py::R1"), "L1" in quiet) == (1, 2, False)
    verbose = printed(capsys, "claims", "-v", "--durations", "1")[1]
    assert re.search("leaflet.py::R1 REFUTED|REFUTED .*leaflet.py::R1", verbose)
    assert "slowest" in verbose
    assert printed(capsys, "claims", "--co", "-k", "M1")[1].splitlines()[0] == "magazine.py::M1"


PRINTING = LEAFLET.replace("def rule():", "def rule():\n    print('looking', chr(27))")


def test_what_a_check_prints_is_shown_if_it_fails_and_with_s_at_once(folder: Path, capsys: Any) -> None:
    (folder / "leaflet.py").write_text(PRINTING)
    assert "printed: looking \\x1b" in printed(capsys, "claims/leaflet.py")[1]
    done = run("claims/leaflet.py", "-s", "--fresh")
    assert done.stdout.index("looking") < done.stdout.index("Unexpected verdicts")
    assert "printed: looking" not in done.stdout


def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command as a process, with what is typed."""
    command = [sys.executable, "-m", "gametheory", "check", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, check=False, timeout=120)


def test_pdb_stops_at_the_line_that_raises_and_gives_no_verdict(folder: Path) -> None:
    raising = LEAFLET.replace("def rule():", "def rule():\n    number = 7\n    number / 0")
    (folder / "leaflet.py").write_text(raising)
    done = run("claims/leaflet.py", "--pdb", typed="p number + 35\n!number = 1\nc\n")
    assert done.returncode == 1
    assert "ZeroDivisionError" in done.stdout
    assert "(Pdb) 42" in done.stdout
    assert "1 verified, 1 open; 1 unexpected" in done.stdout


@pytest.mark.parametrize(
    "options", ["--co --pdb", "--lf --ff", "-x --maxfail 2", "-q -v", "--co --json", "--record -x", "--pdb --json"]
)
def test_options_that_exclude_each_other(capsys: Any, options: str) -> None:
    assert main(["check", "claims", *options.split()]) == 2
    message = capsys.readouterr().err
    assert "not allowed with" in message
    assert len(message.splitlines()) == 1


@pytest.mark.parametrize("value", ["0", "-1", "two"])
def test_maxfail_is_a_number_of_at_least_one(capsys: Any, value: str) -> None:
    assert main(["check", "claims", "--maxfail", value]) == 2
    assert "--maxfail" in capsys.readouterr().err


def test_both_tutorials_are_checked_in_one_folder(capsys: Any, folder: Path) -> None:
    for path in folder.glob("*.py"):
        path.unlink()
    pages = Path(__file__).parents[2] / "docs" / "tutorial"
    for page in pages.glob("*.md"):
        text = page.read_text(encoding="utf-8")
        for name, content in re.findall(r"<!-- file: (\S+) -->\n```python\n(.*?)```", text, re.S):
            Path(name).write_text(content, encoding="utf-8")
    assert ids(capsys, "claims") == ["L1", "leaflet.py::R1", "L2", "M1", "magazine.py::R1"]
    status, text = printed(capsys, "claims", "-q")
    assert (status, "unexpected" in text) == (0, False)
    assert main(["report", "claims", "-o", "both.html"]) == 0
    page = Path("both.html").read_text()
    assert page.count('id="leaflet.py_3a__3a_R1"') == 1
