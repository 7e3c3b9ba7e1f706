"""Control and bidirectional characters of names and statements are visible escapes in every output."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from gametheory.claims import Witness, claim, refuted, run
from gametheory.claims.evidence import Figure, Table, Text
from gametheory.cli import main
from gametheory.cli.output import print_json
from gametheory.numbers.format import json_text, visible
from gametheory.render.charts import Drawing
from gametheory.render.manifest import build_manifest
from gametheory.render.report import OUTPUT_FORMATS, print_results

# Clear the screen; the same in one character; override the direction; hide; a carriage return; a line separator.
HIDDEN = "\x1b[2J\x9b2J\u202eabc\u2066\x07\r\u2028\u200b\U000e0041\x7f"
SHOWN = r"\x1b[2J\x9b2J\u202eabc\u2066\x07\r\u2028\u200b\U000e0041\x7f"
LETTERS = "x² ≤ y – „Zug“ é 日本語 🎲"


def is_clean(text: str) -> bool:
    """No character of a control sequence and none that reorders text, by a list of their own."""
    controls = {*map(chr, range(32)), *map(chr, range(127, 160))} - set("\n\t")
    bidirectional = set("\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
    return not (controls | bidirectional | {"\u200b", "\ufeff", "\U000e0041"}) & set(text)


def test_letters_stay_and_other_characters_become_escapes() -> None:
    assert visible(LETTERS + HIDDEN) == LETTERS + SHOWN
    assert visible("a\n\tb") == "a\n\tb"
    assert visible("\ud800\ufffe") == r"\ud800\ufffe"


def test_json_means_the_same() -> None:
    text = json_text({"name": LETTERS + HIDDEN})
    assert is_clean(text)
    assert LETTERS in text
    assert json.loads(text) == {"name": LETTERS + HIDDEN}


@pytest.fixture(scope="module")
def manifest() -> dict[str, Any]:
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg"><text>{HIDDEN[1:5]}&#x202e;</text></svg>'.replace("\x9b", "")
    evidence = [
        Text(f"text {HIDDEN}"),
        Table([f"n {HIDDEN}"], [[HIDDEN]], HIDDEN),
        Figure(drawing, f"drawing {HIDDEN}"),
    ]
    item = claim("H", f"A statement {HIDDEN}", f"p. {HIDDEN}", expected="proved")(
        lambda: refuted(f"a scope {HIDDEN}", 1, Witness(f"case {HIDDEN}", f"why {HIDDEN}"), *evidence)
    )
    problems = [f"a problem {HIDDEN}"]
    return build_manifest(run([(f"A source {HIDDEN}", item)]), Path("claims"), problems=problems)


@pytest.mark.parametrize("extension", [".html", ".md", ".json"])
def test_reports_show_escapes(manifest: dict[str, Any], extension: str) -> None:
    text = str(OUTPUT_FORMATS[extension](manifest))
    assert is_clean(text)
    assert "u202eabc" in text
    if extension == ".json":
        assert json.loads(text) == manifest


def test_the_terminal_shows_escapes(manifest: dict[str, Any]) -> None:
    console = Console(file=io.StringIO(), width=300, force_terminal=False)
    print_results(manifest, console)
    printed = console.file.getvalue()  # type: ignore[attr-defined]
    assert is_clean(printed)
    assert SHOWN in printed


def test_a_drawing_and_a_notebook_show_escapes() -> None:
    assert Drawing(f"<svg>{HIDDEN}</svg>") == f"<svg>{SHOWN}</svg>"
    table = Table([HIDDEN], [[HIDDEN]], HIDDEN)
    assert is_clean(table._repr_html_())
    assert is_clean(str(table))


NFG = 'NFG 1 R "{0}" {{ "A{0}" "B" }} {{ {{ "up{0}" "down" }} {{ "left" "right{0}" }} }} "" 1 -1 -1 1 -1 1 1 -1'
EFG = 'EFG 2 R "{0}" {{ "A{0}" "B" }} "" p "" 1 1 "s{0}" {{ "up{0}" "no" }} 0 t "" 1 "" {{ 1, 2 }} t "" 2 "" {{ 0, 3 }}'


@pytest.mark.parametrize(("name", "text"), [("a.nfg", NFG), ("a.efg", EFG)])
@pytest.mark.parametrize("command", ["nash", "solve"])
def test_names_in_files_of_games_are_shown_as_escapes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, name: str, text: str
) -> None:
    hostile = HIDDEN.replace("\r", "")  # reading text turns a carriage return into a line break
    path = tmp_path / name
    path.write_text(text.format(hostile), encoding="utf-8")
    assert main([command, str(path)]) == 0
    printed = capsys.readouterr().out
    assert is_clean(printed)
    assert "\\x1b[2J" in "".join(printed.split())
    assert main([command, str(path), "--json"]) == 0
    printed = capsys.readouterr().out
    assert is_clean(printed)
    assert any(hostile in each for each in _texts(json.loads(printed)))


def _texts(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [each for pair in value.items() for part in pair for each in _texts(part)]
    return [each for part in value for each in _texts(part)] if isinstance(value, list) else [str(value)]


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "latin-1", "utf-16"])
def test_json_is_utf_8_whatever_the_terminal_is(monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding=encoding, errors="replace"))
    print_json({"name": LETTERS})
    sys.stdout.flush()
    assert json.loads(raw.getvalue().decode("utf-8")) == {"name": LETTERS}
