"""Locks, licences, and the files of a release agree with pyproject.toml."""

from __future__ import annotations

import re
import tomllib

import pytest
from conftest import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
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
    assert {name_of(each) for each in PROJECT["dependencies"]} <= set(found)


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
        *PROJECT["dependencies"],
    ]
    container = (ROOT / "packaging" / "Containerfile").read_text(encoding="utf-8")
    assert "--require-hashes -r lock.txt" in container
    assert "USER 65534" in container
