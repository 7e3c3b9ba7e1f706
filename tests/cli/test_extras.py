"""Without the libraries of an extra, what needs them is refused by the name of the extra, and all else works."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from gametheory.cli import main
from gametheory.parallel.extras import install_command
from gametheory.prove.statement import Statement

SQUARE = Statement("square", (("x", "Int"),), ("(> x 1)",), "(> (* x x) x)")


@pytest.fixture
def hide(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """A function that makes libraries look as if they were not installed; the current folder is an empty one."""
    monkeypatch.chdir(tmp_path)
    return lambda *names: [monkeypatch.setitem(sys.modules, name, None) for name in names]


def missing(name: str, extra: str) -> str:
    return f"gametheory: {name} is not installed; pip install '.[{extra}]' in the source folder installs it\n"


@pytest.mark.parametrize(
    "command",
    [
        "castle draw 3 4 2 -o a.svg",
        "solve gametheory.games.castle:Castle 3 4 2 --draw a.svg",
    ],
)
def test_drawings_need_an_extra(hide: Any, tmp_path: Path, capsys: Any, command: str) -> None:
    (tmp_path / "claims").mkdir()
    hide("pygraphviz")
    assert main(command.split()) == 2
    assert capsys.readouterr() == ("", missing("pygraphviz", "draw"))
    assert [path.name for path in tmp_path.iterdir()] == ["claims"]


def test_a_library_without_one_of_the_system_is_refused_by_its_name(hide: Any, capsys: Any, monkeypatch: Any) -> None:
    """The wheel of pygraphviz needs libXrender, which a small container lacks."""
    hide("pygraphviz")
    error = "libXrender.so.1: cannot open shared object file: No such file or directory"

    def load(name: str) -> None:
        raise ImportError(error)

    monkeypatch.setattr("gametheory.parallel.extras.import_module", load)
    assert main(["castle", "draw", "3", "4", "2", "-o", "a.svg"]) == 2
    assert capsys.readouterr() == ("", f"gametheory: pygraphviz cannot be loaded: {error}\n")


@pytest.mark.parametrize("name", ["z3", "cvc5"])
def test_proofs_need_an_extra(hide: Any, tmp_path: Path, capsys: Any, name: str) -> None:
    (tmp_path / "square.smt2").write_text(SQUARE.script(), encoding="utf-8")
    hide(name, "pygraphviz")
    assert main(["recheck", "."]) == 2
    assert capsys.readouterr() == ("", missing(name, "prove"))


CLAIMS = """
'Sums.'
from gametheory import check_all, claim
first = claim("S1", "$1 + 1 = 2$", "p. 1")(lambda: check_all([1], lambda n: n + n == 2))
second = claim("S2", "$2 + 2 = 4$", "p. 2", uses=["S1"])(lambda: check_all([2], lambda n: n + n == 4))
"""


def test_a_report_is_written_without_extras_and_says_what_is_left_out(hide: Any, tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims" / "sums.py").write_text(CLAIMS, encoding="utf-8")
    hide("pygraphviz", "z3", "cvc5")
    assert main(["report", "claims", "-o", "a.html", "-o", "a.md"]) == 0
    output = capsys.readouterr().out
    reason = missing("pygraphviz", "draw").strip().removeprefix("gametheory: ")
    assert f"the map of the claims is left out of the page: {reason}\n" in output
    assert "2 verified" in output
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert f"The map of 2 claims is left out: {reason.replace(chr(39), '&#39;')}." in page
    assert 'id="S2"' in page
    assert "left out" not in (tmp_path / "a.md").read_text(encoding="utf-8")


def test_a_report_with_the_extra_has_its_map(tmp_path: Path, capsys: Any, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims" / "sums.py").write_text(CLAIMS, encoding="utf-8")
    assert main(["report", "claims"]) == 0
    assert "left out" not in capsys.readouterr().out
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "left out" not in page
    assert 'class="map"' in page


def test_each_hint_names_extras_of_the_project_and_no_distribution_of_an_index() -> None:
    """No index has `gametheory-exact`, so that installing it by name fails, or installs a stranger's code."""
    folder = Path(__file__).parents[2]
    extras = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    pages = [folder / "README.md", *(folder / "docs").rglob("*.md"), *(folder / "gametheory").rglob("*.py")]
    found = 0
    for page in pages:
        text = page.read_text(encoding="utf-8")
        # with the address of a repository, as in the how-to on servers, it does not ask an index
        by_name = re.findall(r"pip install '?gametheory-exact(?:\[[\w,]*\])?(.{0,3})", text)
        assert set(by_name) <= {" @ "}, page
        for names in re.findall(r"pip install (?:-\S+ )*'\.\[([\w,]+)\]'", text):
            found += 1
            assert set(names.split(",")) <= extras.keys(), page
    assert found
    calls = re.findall(r"library\(\"\w+\", \"(\w+)\"", "".join(page.read_text("utf-8") for page in pages))
    assert {*calls, "fast"} <= extras.keys()
    assert install_command("draw") == "pip install '.[draw]' in the source folder"


def test_a_report_without_a_folder_of_claims_names_what_to_try(tmp_path: Path, capsys: Any, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["report"]) == 2
    output, errors = capsys.readouterr()
    assert output == ""
    assert "`gametheory report --example`" in errors
    assert "`gametheory init`" in errors
    assert not list(tmp_path.iterdir())
