"""docs/reference/promises.md: each test that it names exists, and each number that can be counted is right."""

from __future__ import annotations

import ast
import re

import pytest
from conftest import ROOT

from mutants.faults import faults

PAGE = (ROOT / "docs" / "reference" / "promises.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`((?:tests/|\.ci/)[^`]+)`", PAGE))))
def test_every_named_test_exists(name: str) -> None:
    file, _, function = name.partition("::")
    path = ROOT / file
    assert path.is_file()
    if function:
        names = [node.name for node in ast.parse(path.read_bytes()).body if isinstance(node, ast.FunctionDef)]
        assert function in names


def test_every_promise_names_a_test() -> None:
    tables = PAGE.partition("## Files mean no harm")[2]
    rows = [line for line in tables.splitlines() if line.startswith("| ") and "---" not in line]
    without = [row for row in rows if "tests/" not in row and ".ci/" not in row]
    assert without == ["| promise | test |"] * 2 + ["| environment | test | run |"] + ["| promise | test |"]


def cases(file: str, *names: str) -> int:
    """Return the number of items in the lists and dictionaries of a file that have these names."""
    found = {}
    for node in ast.parse((ROOT / file).read_bytes()).body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.List | ast.Dict):
            items = node.value.elts if isinstance(node.value, ast.List) else node.value.keys
            found[ast.unparse(node.targets[0])] = len(items)
    return sum(found[name] for name in names)


def test_numbers_that_can_be_counted() -> None:
    assert f"| {len(faults())}<!-- faults --> |" in PAGE
    files = len(list((ROOT / "tests" / "data" / "hostile").iterdir()))
    assert f"| {files}<!-- files: tests/data/hostile --> |" in PAGE
    counts = re.findall(r"\| (\d+)<!-- cases: (.+?) --> \|", PAGE)
    assert len(counts) == 2
    for count, listed in counts:
        assert int(count) == sum(cases(*each.split()) for each in listed.split(", "))
    rows = PAGE.partition("## Anywhere")[2].partition("**Not run.**")[0].splitlines()
    assert f"| environments | {sum(line.startswith('| ') for line in rows) - 1} |" in PAGE
