"""docs/reference/python.md lists the names that `gametheory` exports: all of them, and no others."""

import importlib
import re
from pathlib import Path

import pytest

import gametheory

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "python.md"
NAMES, PACKAGES = re.findall(r"(?:^\|.*\n)+", PAGE.read_text(encoding="utf-8"), re.M)


def first_column(table: str) -> list[str]:
    """Return the quoted names in the first column of a table."""
    return [name for row in table.splitlines()[2:] for name in re.findall(r"`([^`]+)`", row.split(" | ")[0])]


def test_names_are_those_exported():
    assert sorted(first_column(NAMES)) == sorted(gametheory.__all__)


@pytest.mark.parametrize("name", gametheory.__all__)
def test_each_name_can_be_imported_and_has_a_docstring(name):
    assert getattr(gametheory, name).__doc__


def test_packages_exist_and_none_is_missing():
    listed = first_column(PACKAGES)
    assert all(importlib.import_module(name) for name in listed)
    folders = {f"gametheory.{path.parent.name}" for path in Path(gametheory.__file__).parent.glob("*/__init__.py")}
    assert folders - set(listed) == {"gametheory.cli"}
