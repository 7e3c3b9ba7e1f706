"""`gametheory.report`: the Python front door to reports."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import gametheory
from gametheory.claims import ClaimsError

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


@pytest.mark.parametrize(
    ("latex", "note"),
    [
        (r"\\nonsense{", "this formula cannot be parsed"),
        ("{" * 1000 + "x" + "}" * 1000, "this formula cannot be parsed"),
        (r"\\style{position:fixed}{x}", "a formula may not have style"),
        (r"\\class{badge proved}{x}", "a formula may not have class"),
        (r"\\href{https://a.b}{x}", "a formula may not have href"),
    ],
)
def test_a_formula_that_cannot_be_typeset_is_a_note_in_its_card(folder: Path, latex: str, note: str) -> None:
    (folder / "squares.py").write_text(CLAIMS.replace("0, 1, 4", f"${latex}$"))
    gametheory.report(folder, ["r.html"])
    page = Path("r.html").read_text(encoding="utf-8")
    assert f"</code> ({note}" in page
    assert 'style="position:fixed' not in page
    assert 'class="badge proved"><mi' not in page


def test_a_wrong_folder_raises(tmp_path: Path) -> None:
    with pytest.raises(ClaimsError, match="there is no such folder"):
        gametheory.report(tmp_path / "missing", [tmp_path / "report.html"])
    assert not (tmp_path / "report.html").exists()
