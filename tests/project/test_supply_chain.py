"""Locks, licences, and the files of a release agree with pyproject.toml."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest
from conftest import ROOT

from gametheory.cli import main

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NEEDED = [
    *PROJECT["dependencies"],
    *(each for extra in ("prove", "draw") for each in PROJECT["optional-dependencies"][extra]),
]
LOCKS = {name: (ROOT / "constraints" / f"{name}.txt").read_text(encoding="utf-8") for name in ("lock", "lock-dev")}


def locked(text: str) -> dict[str, list[str]]:
    """Return the hashes of each library of a lock; a library has an entry for each group of Python versions."""
    entries = re.split(r"\n(?=\S)", text.strip())
    return {entry.split("==")[0]: re.findall(r"--hash=sha256:([0-9a-f]{64})\b", entry) for entry in entries}


def name_of(requirement: str) -> str:
    return re.match(r"[\w.-]+", requirement)[0].lower()  # type: ignore[index]


@pytest.mark.parametrize("name", LOCKS)
def test_every_library_is_locked_with_hashes(name: str) -> None:
    found = locked(LOCKS[name])
    assert all(found.values())
    assert {name_of(each) for each in NEEDED} <= set(found)


def test_the_lock_for_tests_adds_to_that_for_a_report() -> None:
    assert set(locked(LOCKS["lock"])) < set(locked(LOCKS["lock-dev"]))
    assert {"pytest", "mypy", "distributed"} <= set(locked(LOCKS["lock-dev"])) - set(locked(LOCKS["lock"]))


def test_every_locked_library_has_a_licence() -> None:
    page = (ROOT / "docs" / "reference" / "licences.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([\w.-]+) \| \S", page, re.MULTILINE)
    assert rows[1:] == sorted(locked(LOCKS["lock"]))


def test_the_files_of_a_release_agree() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {PROJECT['version']}\n" in citation
    assert f"\nlicense: {PROJECT['license']}\n" in citation
    assert f"## {PROJECT['version']}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    recipe = (ROOT / "packaging" / "conda" / "recipe.yaml").read_text(encoding="utf-8")
    assert f'version: "{PROJECT["version"]}"' in recipe
    needed = re.findall(r"^    - (\S+) ?(\S*)$", recipe.partition("  run:\n")[2].partition("tests:")[0], re.MULTILINE)
    assert [f"{name}{bound}" for name, bound in needed] == [
        f"python{PROJECT['requires-python']}",
        *NEEDED,
    ]


def test_the_commands_of_the_recipe_and_the_container_work(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recipe = (ROOT / "packaging" / "conda" / "recipe.yaml").read_text(encoding="utf-8")
    [command] = re.findall(r"^  - script: gametheory (.+)$", recipe, re.MULTILINE)
    assert main(command.split()) == 0
    assert "The soldiers" in capsys.readouterr().out
    assert re.findall(r"- gametheory = (.+)", recipe) == [PROJECT["scripts"]["gametheory"]]

    container = (ROOT / "packaging" / "Containerfile").read_text(encoding="utf-8")
    steps = dict(line.split(" ", 1) for line in container.splitlines() if line and not line.startswith("#"))
    [version] = re.findall(r"library/python:(3\.\d+)-slim$", steps["FROM"])
    assert f"Programming Language :: Python :: {version}" in PROJECT["classifiers"]
    assert "COPY constraints/lock.txt .\nRUN pip install --no-cache-dir --require-hashes -r lock.txt\n" in container
    assert (steps["USER"], json.loads(steps["ENTRYPOINT"])) == ("65534", ["gametheory"])
    name, folder, *outputs = json.loads(steps["CMD"])
    assert (ROOT / folder).is_dir()
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims" / "a.py").write_text("from gametheory import *\nclaim('A', 'a', '')(lambda: verified('b', 1))")
    assert main([name, str(tmp_path / "claims"), *(each.replace("/out", str(tmp_path)) for each in outputs)]) == 0
    assert (tmp_path / "report.html").is_file()


def test_make_installs_from_the_locks() -> None:
    make = (ROOT / "Makefile").read_text(encoding="utf-8")
    for name in LOCKS:
        assert f"$(PIP) --require-hashes --requirement constraints/{name}.txt" in make
