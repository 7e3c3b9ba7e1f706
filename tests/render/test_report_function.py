"""`gametheory.report`: the Python front door to reports."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import gametheory
from gametheory.cli import main

CLAIMS = '''"""Squares."""
from gametheory import Text, appendix, check_all, claim

@claim("S.1", "A square exceeds its root.", "p. 1")
def greater():
    return check_all(range(9), lambda x: x * x > x, "0 to 8")

@appendix("list", "A list of squares")
def squares():
    return [Text("0, 1, 4")]
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a folder of claims in the current folder."""
    monkeypatch.chdir(tmp_path)
    claims = tmp_path / "claims"
    claims.mkdir()
    (claims / "squares.py").write_text(CLAIMS)
    return claims


def test_every_format_is_written(folder: Path) -> None:
    gametheory.report("claims", ["r.md", folder / "r.html", "r.json"])
    assert "S.1" in Path("r.md").read_text(encoding="utf-8")
    assert "S.1" in (folder / "r.html").read_text(encoding="utf-8")
    assert json.loads(Path("r.json").read_text(encoding="utf-8"))["counts"]["refuted"] == 1
    assert gametheory.report("claims", ["r.md", folder / "r.html", "r.json"]).cached == 1, "outputs are no dependencies"


@pytest.mark.parametrize(
    ("output", "reason"),
    [
        ("r.docx", "cannot write r.docx: the format of a report is one of .html, .md, .json"),
        ("missing/r.html", "cannot write missing/r.html: there is no folder missing"),
        ("claims", "cannot write claims: it is a folder"),
    ],
)
def test_a_file_that_cannot_be_written_is_refused_before_the_check(folder: Path, output: str, reason: str) -> None:
    with pytest.raises(gametheory.ReportError) as caught:
        gametheory.report(folder, ["report.html", output])
    assert str(caught.value) == reason
    assert not Path("report.html").exists()
    assert [path.name for path in folder.iterdir()] == ["squares.py"]


UNSHOWN = {
    r"Formula(r'\frac{a}{')": "this formula cannot be parsed",
    r"Text(r'so \(\nonsense{\)')": "this formula cannot be parsed",
    "Table(['n'], [['$' + '{' * 1000 + 'x' + '}' * 1000 + '$']])": "this formula cannot be parsed",
    r"Text(r'$\style{position:fixed}{x}$')": "a formula may not have style",
    r"Text(r'$\class{badge proved}{x}$')": "a formula may not have class",
    r"Figure('<svg/>', r'$\href{https://a.b}{x}$')": "a formula may not have href",
    "Figure('<svg', 'a curve')": "this drawing is not SVG",
    "Figure('<g>' * 2000 + '</g>' * 2000, 'deep')": "this drawing is not SVG",
}


def test_evidence_that_cannot_be_shown_is_a_note_and_its_claim_is_unexpected(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line of evidence is lost, and says why; all the rest is written, and the exit status is 1."""
    check = "lambda: check_all([1], bool, '', None, {})"
    lines = [f"claim('A{place}', 'so', '')({check.format(each)})" for place, each in enumerate(UNSHOWN)]
    lines += [f"claim('B', 'so', '')({check.format('Text(str(7))')})"]
    (folder / "squares.py").write_text("\n".join(["'Sums.'", "from gametheory import *", *lines]))
    assert main(["report", "claims", "-o", "r.html", "-o", "r.json"]) == 1
    assert f"{len(UNSHOWN) + 1} claims" in capsys.readouterr().out
    page, claims = Path("r.html").read_text(encoding="utf-8"), json.loads(Path("r.json").read_text())["claims"]
    assert [item["id"] for item in claims if item["matches_expected"]] == ["B"]
    for item, note in zip(claims, UNSHOWN.values(), strict=False):
        assert item["not_shown"][0].startswith(note)
        assert len(re.findall(rf'<li><a class="id" href="#{item["id"]}">{item["id"]}</a> {note}', page)) == 1
    assert page.count(f"</code> ({UNSHOWN[next(iter(UNSHOWN))]})") == 3
    assert 'style="position:fixed' not in page
    assert 'class="badge proved"><mi' not in page
