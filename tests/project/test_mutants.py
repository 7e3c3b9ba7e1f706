"""The list of planted faults does not rot, and planting works: what is caught, and what not."""

import ast
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT))

from tests.mutants import run
from tests.mutants.faults import Fault, faults

FAULTS = faults()


def test_each_old_text_occurs_once_in_its_file() -> None:
    for fault in FAULTS:
        text = (ROOT / fault.file).read_text(encoding="utf-8")
        assert fault.planted(text) != text, fault.id


@cache
def names_in(path: Path) -> set[str]:
    """Return the names of functions and classes of a file, and all its texts, among them the ids of claims."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    texts = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return texts | {node.name for node in nodes if hasattr(node, "name") and node.name}


def test_every_check_of_the_list_exists() -> None:
    claims = {text for path in (ROOT / "proofs").rglob("*.py") for text in names_in(path)}
    for fault in FAULTS:
        for test in fault.tests:
            file, _, name = test.partition("::")
            assert name.rpartition(".")[2] in names_in(ROOT / file), f"{fault.id}: {test}"
        assert set(fault.claims) <= claims, fault.id


def test_every_part_of_the_package_has_a_fault() -> None:
    packages = {Path(fault.file).parts[1].removesuffix(".py") for fault in FAULTS}
    assert {"model", "games", "verify", "solvers", "prove", "claims", "formats", "render", "cli"} <= packages


TEST = ("tests/model/test_games.py::test_not_a_distribution",)
RIGHT = "return total == denominator"
FAULT = Fault("sum", "gametheory/model/game.py", RIGHT, "return total <= 2 * denominator", "", TEST)
PLANTED = [
    (FAULT, "test_games.py::test_not_a_distribution", ""),
    (replace(FAULT, new="return denominator == total"), "", ""),
    (replace(FAULT, new=f"while total != denominator: pass\n    {RIGHT}"), "", "no answer in 1 seconds"),
    (replace(FAULT, tests=("tests/model/test_games.py::test_nothing",)), "", "pytest ended with status 4"),
]


@pytest.fixture(scope="module")
def copies() -> Iterator[run.Copies]:
    with run.copies(1) as made:
        yield made


@pytest.mark.slow
@pytest.mark.parametrize(("fault", "failed", "why"), PLANTED, ids=range(len(PLANTED)))
def test_planting(copies: run.Copies, monkeypatch: pytest.MonkeyPatch, fault: Fault, failed: str, why: str) -> None:
    """A fault is caught, survives or has no answer; afterwards the file is unchanged."""
    monkeypatch.setattr(run, "SECONDS", 1 if "while" in fault.new else 60)
    [outcome] = run.with_each_fault(copies, [fault], 1)
    assert outcome.found.failed == failed
    assert why in outcome.found.no_answer
    assert (outcome.caught, bool(outcome.found.no_answer)) == (bool(failed), bool(why))
    with copies.one() as copy:
        assert (copy / fault.file).read_bytes() == (ROOT / fault.file).read_bytes()
