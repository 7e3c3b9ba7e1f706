"""The overview of a claims folder arranges the report and changes no verdict; what it misnames is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import gametheory
from gametheory.claims.sources import OVERVIEW, read_overview
from gametheory.cli import main
from gametheory.render.page import place_html
from gametheory.render.report import markdown_summary

SOURCE = '''"""{title}."""
from gametheory import check_all, claim

@claim("{id}.1", "Every square exceeds its root.", "[page <1>](https://example.org/1), p. 1", expected="refuted")
def greater():
    return check_all(range(9), lambda x: x * x > x, "0 to 8")

@claim("{id}.2", r"No square exceeds \\(8^2\\).", "https://example.org/2", expected="verified")
def small():
    return check_all(range(9), lambda x: x * x <= 64, "0 to 8")
'''
ARRANGED = """
title = "Are the squares right?"
introduction = "Two texts on $x^2$."
own = ["B.1"]

[letters]
"$x$" = "a number"

[[findings]]
claim = "A.1"
headline = "Zero is its own square"
truth = "$x^2 > x$ from $x = 2$ on."

[[sources]]
source = "second"
link = "https://example.org/second"
about = "A leaflet."

[groups]
"False theorems" = ["A.1"]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    claims = tmp_path / "claims"
    claims.mkdir()
    for name, title, id in (("first", "First text", "A"), ("second", "Second text", "B")):
        (claims / f"{name}.py").write_text(SOURCE.format(title=title, id=id))
    return claims


def page(folder: Path) -> str:
    gametheory.report(folder)
    return Path("report.html").read_text(encoding="utf-8")


def in_order(text: str, *parts: str) -> bool:
    """Return whether the parts follow each other in a text."""
    return re.search(".*".join(map(re.escape, parts)), text, re.DOTALL) is not None


def test_the_first_screen_has_the_findings_and_the_sources_are_in_the_stated_order(folder: Path) -> None:
    assert in_order(page(folder), "Which of the claims are true?", 'id="source-1">First text', 'id="source-2">Second')
    (folder / OVERVIEW).write_text(ARRANGED)
    text = page(folder)
    assert in_order(text, "<h1>Are the squares right?", "Zero is its own square", "True:", "Smallest example:", "<h2")
    assert "<title>Are the squares right?</title>" in text
    assert in_order(text, 'id="source-1">Second text', "https://example.org/second", 'id="source-2">First text')
    assert in_order(text, "<h3>False theorems", "A.1", 'id="own-statements"', "B.1", 'id="dependencies"')
    assert "1 false as printed" in text, "our own false statement is no error of a source"


def test_a_place_can_have_links_and_a_formula_can_be_in_parentheses(folder: Path) -> None:
    text = page(folder)
    assert '<a href="https://example.org/1" rel="noreferrer">page &lt;1&gt;</a>, p. 1' in text
    assert '<a href="https://example.org/2" rel="noreferrer">https://example.org/2</a>' in text
    assert "<math><msup><mn>8</mn><mn>2</mn></msup></math>." in text
    assert place_html("[x](javascript:y) $x$") == "[x](javascript:y) <math><mi>x</mi></math>"


def test_what_the_findings_use_is_explained_before_the_first() -> None:
    """The letters and the ways to write a game that the headlines and their examples use are in the introduction."""
    overview = read_overview(Path(__file__).parents[2] / "proofs")
    assert all(word in overview.introduction for word in ("$n$", "$s$", r"$\mathit{dpw}$", "2/3/1", "8 v 7"))
    assert all(re.search("wrong|misses|never", each.headline) for each in overview.findings), "what is wrong"


def test_an_overview_changes_no_verdict_and_costs_no_check(folder: Path) -> None:
    before = gametheory.report(folder, ["r.json"])
    verdicts = [(item["id"], item["status"]) for item in json.loads(Path("r.json").read_text())["claims"]]
    (folder / OVERVIEW).write_text(ARRANGED)
    after = gametheory.report(folder, ["r.json", "r.md"])
    manifest = json.loads(Path("r.json").read_text())
    assert [(item["id"], item["status"]) for item in manifest["claims"]] == verdicts
    assert (before.cached, after.cached) == (0, 4)
    assert markdown_summary(manifest) == Path("r.md").read_text(encoding="utf-8")


def test_a_statement_of_no_group_is_shown(folder: Path) -> None:
    (folder / OVERVIEW).write_text('[groups]\n"False theorems" = ["B.1"]\n')
    assert in_order(page(folder), "<h3>False theorems", "B.1", "<h3>Other false statements", "A.1")


def test_a_part_of_the_folder_has_no_overview(folder: Path, tmp_path: Path) -> None:
    part = folder / "third"
    part.mkdir()
    (part / "__init__.py").write_text('"""Third text."""')
    (part / "squares.py").write_text(SOURCE.format(title="", id="C"))
    (folder / "expected.tsv").write_text("id\tstatus\nC.1\trefuted\nC.2\tverified\n")
    (folder / OVERVIEW).write_text(ARRANGED)
    assert "Which of the claims are true?" in page(part)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("title = 3", "title: 3 is not text"),
        ("headline = 'x'", "there is no key 'headline'; the keys are title, introduction, picture, letters,"),
        ("findings = 'A.1'", "findings: 'A.1' is not allowed; it must be a sequence"),
        ("[[findings]]\nclaim = 'A.1'", "findings, entry 1: headline is missing"),
        ("[[findings]]\nclaim = 'A.1'\nheadline = 1", "findings, entry 1: headline: 1 is not text"),
        (
            "[[sources]]\nsource = 'first'\nlink = 'javascript:x'",
            "entry 1: link: 'javascript:x' does not begin with https",
        ),
        ("[[sources]]\nsource = 'first'\nurl = 'x'", "sources, entry 1: there is no key 'url'"),
        ("letters = 'n'", "letters: 'n' is not allowed; it must be a mapping"),
        ("own = 'A.1'", "own: 'A.1' is not allowed; it must be a sequence"),
        ("[groups]\nWrong = [1]", "groups.Wrong, entry 1: 1 is not text"),
        ("own = [", "it is not TOML in UTF-8"),
    ],
)
def test_a_malformed_overview_is_refused_before_the_check(folder: Path, capsys: Any, text: str, why: str) -> None:
    (folder / "first.py").write_text("raise SystemExit('a claims file was run')")
    (folder / OVERVIEW).write_text(text)
    assert main(["report", str(folder)]) == 2
    error = capsys.readouterr().err
    assert why in error
    assert error.startswith(f"gametheory: {folder / OVERVIEW}: ")
    assert not Path("report.html").exists()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("own = ['Z']", "overview.toml: own: there is no claim with the id 'Z'"),
        ("own = ['A.1', 'A.1']", "overview.toml: own: 'A.1' occurs twice"),
        ("picture = 'Z'", "overview.toml: picture: there is no claim or appendix with the id 'Z'"),
        ("[[findings]]\nclaim = 'Z'\nheadline = 'Z'", "overview.toml: findings: there is no claim with the id 'Z'"),
        ("[[sources]]\nsource = 'third'", "overview.toml: sources: there is no source 'third'"),
        ("[groups]\na = ['A.1']\nb = ['A.1']", "overview.toml: groups: 'A.1' occurs twice"),
    ],
)
def test_unknown_names_are_refused_and_nothing_is_written(folder: Path, capsys: Any, text: str, why: str) -> None:
    (folder / OVERVIEW).write_text(text)
    assert main(["report", str(folder)]) == 2
    assert capsys.readouterr().err == f"gametheory: {why}\n"
    assert not Path("report.html").exists()


def test_text_that_is_not_utf_8_is_refused(folder: Path) -> None:
    (folder / OVERVIEW).write_bytes(b'title = "\xff"')
    with pytest.raises(gametheory.claims.ClaimsError, match=r"overview.toml: it is not TOML in UTF-8"):
        read_overview(folder)
