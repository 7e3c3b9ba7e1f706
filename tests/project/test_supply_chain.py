"""Locks, licences, tested versions, and the files of a release agree with pyproject.toml."""

from __future__ import annotations

import re
import subprocess
import tomllib

import pytest
from conftest import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
NEEDED = [*PROJECT["dependencies"], *EXTRAS["fast"], *EXTRAS["prove"], *EXTRAS["draw"]]
TESTED = [*NEEDED, *EXTRAS["cluster"], *EXTRAS["docs"], *(name for name in EXTRAS["dev"] if "[" not in name)]


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def locked(name: str) -> dict[str, list[str]]:
    """Return the hashes of each library of a lock; a library has an entry for each group of Python versions."""
    entries = re.split(r"\n(?=\S)", text(f"constraints/{name}.txt").strip())
    return {entry.split("==")[0]: re.findall(r"--hash=sha256:([0-9a-f]{64})\b", entry) for entry in entries}


def pinned(name: str) -> dict[str, list[int]]:
    """Return the version of each library in a constraint file, without zeros at the end."""
    pins = re.findall(r"^([\w.-]+)==(\S+)", text(f"constraints/{name}.txt"), re.M)
    return {
        library: [int(number) for number in re.findall(r"\d+", re.sub(r"(\.0)+$", "", pin))] for library, pin in pins
    }


def test_every_library_is_locked_with_hashes_and_has_a_licence() -> None:
    report, dev = locked("lock"), locked("lock-dev")
    assert all(report.values())
    assert all(dev.values())
    assert {re.match(r"[\w.-]+", each)[0].lower() for each in NEEDED} <= set(report) < set(dev)  # type: ignore[index]
    rows = re.findall(r"^\| ([\w.-]+) \| \S", text("docs/reference/licences.md"), re.M)
    assert rows[1:] == sorted(report)
    for name in ("lock", "lock-dev"):
        assert f"$(PIP) --require-hashes --requirement constraints/{name}.txt" in text("Makefile")


@pytest.mark.parametrize("needed", TESTED)
def test_the_oldest_tested_version_is_the_lower_bound(needed: str) -> None:
    name, least = re.match(r"([\w.-]+)>=([\d.]+)", needed).groups()  # type: ignore[union-attr]
    bound = [int(number) for number in least.split(".")]
    assert (pinned("oldest")[name] + [0] * len(bound))[: len(bound)] == bound
    assert pinned("oldest")[name] <= pinned("newest")[name]


def test_the_files_of_a_release_agree() -> None:
    assert f"\nversion: {PROJECT['version']}\n" in text("CITATION.cff")
    assert f"\nlicense: {PROJECT['license']}\n" in text("CITATION.cff")
    assert f"## {PROJECT['version']}" in text("CHANGELOG.md")


def test_no_recipe_installs_the_program_of_another_author() -> None:
    """On the package index, `gametheory` is not this program; and a tag of an action can be moved."""
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    texts = {name: text(name) for name in files if name.endswith((".md", ".py", ".yml", ".toml", "Makefile", "run"))}
    for pattern in (r"pip install [^\n`]*\bgametheory(?!-)\b", r"uses: [\w/-]+@(?![0-9a-f]{40} # v)"):
        assert not [name for name, content in texts.items() if re.search(pattern, content)]
