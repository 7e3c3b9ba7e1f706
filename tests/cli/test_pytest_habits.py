"""Habits of a pytest user, each as it is typed in a folder of claims."""

from __future__ import annotations

import json
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


def test_files_ids_and_several_of_them(capsys: Any) -> None:
    assert ids(capsys, "claims/leaflet.py") == ["L1", "R1"]
    assert Path("ran").read_text().split() == ["leaflet"], "the other file need not run"
    assert ids(capsys, "claims/leaflet.py::L1") == ["L1"]
    assert ids(capsys, "claims/magazine.py::R1", "claims/leaflet.py::L1") == ["L1", "M1", "magazine.py::R1"]
    assert ids(capsys, "claims") == ["L1", "leaflet.py::R1", "M1", "magazine.py::R1"]


def test_addresses_that_a_run_prints_can_be_typed(capsys: Any) -> None:
    assert main(["check", "claims", "--json"]) == 1
    claims = json.loads(capsys.readouterr().out)["claims"]
    assert [item["address"] for item in claims] == [
        f"claims/{name}" for name in ("leaflet.py::L1", "leaflet.py::R1", "magazine.py::M1", "magazine.py::R1")
    ]
    assert claims[3]["command"] == "gametheory check claims/magazine.py::R1"
    assert claims[3]["uses"] == ["M1"]
    assert claims[2]["command"] == "gametheory check claims -k M1"


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ("-k|M1", ["M1"]),
        ("-k|L1|-k|M1", ["L1", "M1"]),
        ("-k|small and not M1", ["L1"]),
        ("-k|(leaflet or 'small numbers') and not magazine", ["L1", "leaflet.py::R1", "M1"]),
        ("-k|not (L1 or M1 or leaflet)", ["M1", "magazine.py::R1"]),
        ("-k|the rule of", ["L1", "leaflet.py::R1", "M1", "magazine.py::R1"]),
        ("-k|'rule of the leaflet'", ["L1", "leaflet.py::R1"]),
        ("-k|leaflet.py::R1", ["L1", "leaflet.py::R1"]),
    ],
)
def test_expressions(capsys: Any, options: str, found: list[str]) -> None:
    assert ids(capsys, "claims", *options.split("|")) == found


def test_two_folders(capsys: Any, folder: Path) -> None:
    (folder.parent / "other").mkdir()
    (folder.parent / "other" / "leaflet.py").write_text(LEAFLET)
    assert ids(capsys, "claims/leaflet.py", "other") == [
        *("claims/leaflet.py::L1", "claims/leaflet.py::R1"),
        *("other/leaflet.py::L1", "other/leaflet.py::R1"),
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("claims/none.py", "claims/none.py: there is no such file"),
        ("none", "none: there is no such folder"),
        ("notes.txt", "notes.txt: it is no claims file"),
        ("claims/_shared.py", "claims/_shared.py: it is no claims file"),
        ("claims/empty.py", "claims/empty.py: no claim found"),
        ("claims/leaflet.py::L9", "no claim of this file has the id L9; it has 2 claims (L1, R1)"),
        ("claims::L1", "claims::L1: :: joins a file and the id of a claim"),
        ("claims -k L9", "-k L9: no claim in claims has that id"),
        ("claims -k (L1", "-k (L1: a closing parenthesis is missing at the end"),
        ("claims/user.py", "claim user.py::U uses R1, and several files have that id: 2 claims (leaflet.py::R1"),
    ],
)
def test_wrong_paths_and_ids(capsys: Any, folder: Path, arguments: str, message: str) -> None:
    (folder.parent / "notes.txt").touch()
    (folder / "_shared.py").touch()
    (folder / "empty.py").touch()
    if "user" in arguments:
        text = LEAFLET.replace('"R1"', '"U"').replace('uses=["L1"]', 'uses=["R1"]').replace('"L1"', '"V"')
        (folder / "user.py").write_text(text)
    assert main(["check", *arguments.split()]) == 2
    printed = capsys.readouterr()
    assert message in printed.err
    assert (len(printed.err.splitlines()), printed.out) == (1, "")


def test_a_file_that_breaks_is_open_and_the_others_run(capsys: Any, folder: Path) -> None:
    (folder / "broken.py").write_text("import nonsense_module")
    assert ids(capsys, "claims/leaflet.py", "claims/broken.py") == ["broken.py", "L1", "R1"]
    assert ids(capsys, "claims/broken.py::X") == ["broken.py"]
    assert ids(capsys, "claims/leaflet.py") == ["L1", "R1"]


def test_known_claims_are_selected_without_running_their_files(capsys: Any, folder: Path) -> None:
    ids(capsys, "claims")
    before = Path("ran").read_text()
    assert ids(capsys, "claims", "-k", "M1") == ["M1"]
    assert Path("ran").read_text() == before, "the verdict is cached, and the index knows the claims"
    (folder / "magazine.py").write_text(MAGAZINE.replace('"M1"', '"M2"'))
    assert ids(capsys, "claims", "-k", "M2") == ["M2"]
    assert Path("ran").read_text() == f"{before}magazine ", "a changed file runs again, alone"
    (folder / "new.py").write_text(LEAFLET.replace("L1", "N1").replace("R1", "N2"))
    assert ids(capsys, "claims") == ["L1", "leaflet.py::R1", "M2", "magazine.py::R1", "N1", "N2"]
