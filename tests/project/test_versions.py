"""docs/reference/versions.md, the bounds of pyproject.toml and the constraint files say the same."""

import re
import tomllib
from pathlib import Path

import pytest
from conftest import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NEEDED = [
    *PROJECT["dependencies"],
    *(each for extra in ("prove", "draw") for each in PROJECT["optional-dependencies"][extra]),
]
PAGE = (ROOT / "docs" / "reference" / "versions.md").read_text(encoding="utf-8")


def pins(path: Path) -> dict[str, str]:
    """The version of each library in a constraint file."""
    return dict(re.findall(r"^([\w.-]+)==(\S+)", path.read_text(encoding="utf-8"), re.MULTILINE))


OLDEST, NEWEST = (pins(ROOT / "constraints" / f"{which}.txt") for which in ("oldest", "newest"))


def numbers(version: str) -> list[int]:
    """The numbers of a version, without zeros at the end."""
    found = list(map(int, re.findall(r"\d+", version)))
    return found[: max((place for place, number in enumerate(found, 1) if number), default=0)]


@pytest.mark.parametrize("needed", NEEDED)
def test_every_library_has_a_row(needed: str) -> None:
    name = re.match(r"[\w.-]+", needed)[0]  # type: ignore[index]
    assert f"| {name} | `{needed.removeprefix(name)}` | {OLDEST[name]} | {NEWEST[name]} |" in PAGE


@pytest.mark.parametrize("needed", NEEDED)
def test_the_oldest_tested_is_the_lower_bound(needed: str) -> None:
    name, least = re.match(r"([\w.-]+)>=([\d.]+)", needed).groups()  # type: ignore[union-attr]
    tested = numbers(OLDEST[name])
    assert tested[: len(numbers(least))] == numbers(least)
    assert tested <= numbers(NEWEST[name])
