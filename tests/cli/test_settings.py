"""Settings in pyproject.toml, and the folder that `gametheory init` writes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gametheory.claims.settings import Settings, read_settings
from gametheory.cli import main

CLAIM = "from gametheory import check_all, claim\n@claim('ID', 'a', '')\ndef f(deep=False):\n    SLEEP\n"
CLAIM += "    return check_all(range(9 if deep else 3), lambda n: n < 5, f'{deep}')\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_new_folder_checks_without_an_argument(folder: Path, capsys: Any) -> None:
    assert main(["init"]) == 0
    printed = capsys.readouterr().out
    assert printed.splitlines()[-1] == "Next: gametheory check"
    assert sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()) == [
        ".github/workflows/claims.yml",
        "claims/_takeaway.py",
        "claims/example.py",
        "pyproject.toml",
    ]
    assert main(["check", "--json"]) == 0
    claims = json.loads(capsys.readouterr().out)["claims"]
    found = {item["id"]: item["status"] for item in claims}
    assert found == {"E1": "verified", "E2": "refuted", "E3": "open"} | {f"E4[{n}]": "verified" for n in (5, 6, 7)}
    assert claims[1]["witness"]["explanation"] == "first_player_wins(n) is false, with n = 4"
    assert "gametheory check --junit claims.xml" in Path(".github/workflows/claims.yml").read_text()


def test_existing_files_stay(folder: Path, capsys: Any) -> None:
    (folder / "pyproject.toml").write_text("[project]\n")
    assert main(["init", "mine"]) == 0
    printed = capsys.readouterr().out
    assert '[tool.gametheory]\nfolders = ["mine"]' in printed
    assert "pyproject.toml exists and stays as it is" in printed
    assert (folder / "pyproject.toml").read_text() == "[project]\n"
    assert main(["init", "mine"]) == 2
    assert "argument FOLDER: mine is not an empty folder" in capsys.readouterr().err
    assert main(["init", "pyproject.toml/claims"]) == 2
    assert "cannot make the folder" in capsys.readouterr().err


def test_the_settings_are_those_of_the_nearest_file_with_the_table(folder: Path, monkeypatch: Any) -> None:
    assert read_settings(folder) == Settings()
    (folder / "pyproject.toml").write_text(
        "[tool.gametheory]\nfolders = ['a', 'b']\ntimeout = 5\nworkers = 2\ndeep = true"
    )
    inner = folder / "deep" / "er"
    inner.mkdir(parents=True)
    (inner / "pyproject.toml").write_text("[tool.other]\n")
    assert read_settings(inner) == Settings((Path("a"), Path("b")), 5, True, 2)
    monkeypatch.chdir(inner)
    assert read_settings().folders == (folder / "a", folder / "b")


def test_the_command_uses_the_settings(folder: Path, capsys: Any) -> None:
    for name in ("a", "b"):
        (folder / name).mkdir()
        (folder / name / "claims.py").write_text(
            CLAIM.replace("ID", name).replace("SLEEP", "__import__('time').sleep(19)")
        )
    (folder / "b" / "claims.py").write_text(CLAIM.replace("ID", "b").replace("SLEEP", "pass"))
    text = "[tool.gametheory]\nfolders = ['a', 'b']\ntimeout = 4\ndeep = true\nworkers = 2\n"
    (folder / "pyproject.toml").write_text(text)
    assert main(["check", "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert [item["status"] for item in document["claims"]] == ["open", "refuted"]
    assert document["deep"]
    assert main(["report"]) == 2
    assert "name one of a, b" in capsys.readouterr().err
    assert main(["check", "b", "--co", "-q"]) == 0
    assert capsys.readouterr().out.startswith("b/claims.py::b\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("folder = 'a'", "tool.gametheory.folder: is not known; the settings are folders, timeout, deep, workers"),
        ("folders = 'a'", "tool.gametheory.folders: 'a' is not allowed; it must be a list of folders"),
        ("folders = []", "it must be a list of folders"),
        ("timeout = -1", "tool.gametheory.timeout: -1 is not allowed"),
        ("workers = true", "tool.gametheory.workers: True is not allowed; it must be a whole number of at least 1"),
        ("deep = 1", "tool.gametheory.deep: 1 is not allowed; it must be true or false"),
        ("deep = ", "it is not TOML"),
    ],
)
def test_wrong_settings_are_one_line(folder: Path, capsys: Any, text: str, message: str) -> None:
    (folder / "pyproject.toml").write_text(f"[tool.gametheory]\n{text}\n")
    assert main(["check"]) == 2
    printed = capsys.readouterr()
    assert message in printed.err
    assert (printed.out, len(printed.err.splitlines())) == ("", 1)


@pytest.mark.parametrize(
    ("in_the_way", "message"),
    [
        (".github", "cannot write .github/workflows/claims.yml: .github is not a folder"),
        (".github/workflows", "cannot write .github/workflows/claims.yml: .github/workflows is not a folder"),
    ],
)
def test_init_writes_nothing_if_a_file_is_in_the_way(folder: Path, capsys: Any, in_the_way: str, message: str) -> None:
    Path(in_the_way).parent.mkdir(exist_ok=True)
    Path(in_the_way).touch()
    assert main(["init"]) == 2
    assert capsys.readouterr() == ("", f"gametheory init: {message}\n")
    assert [path for path in folder.rglob("*") if path.is_file()] == [folder / in_the_way]
