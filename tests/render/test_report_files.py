"""`gametheory report -o FILE`: one run, several formats, and no partial file."""

import re
from base64 import b64decode
from gzip import decompress
from pathlib import Path

import pytest

from gametheory.cli import main
from gametheory.render.report import OUTPUT_FORMATS

CLAIMS = '''"""A source."""
from gametheory import Castle, Figure, Table, Text, claim, appendix, check_all, state_graph
from gametheory.render.graphs import draw_state_graph

@claim("A.1", "small", "p. 1", expected="refuted")
def small():
    figure = Figure(draw_state_graph(state_graph(Castle(2, 3, 1)), set(), "A castle"), "All positions")
    return check_all(range(9), lambda n: n < 5, "0 to 8", lambda n: "too large", figure, Table(["n"], [[float("nan")]]))

@appendix("A.more", "More")
def more():
    return [Text("for no single claim")]
'''


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims" / "a.py").write_text(CLAIMS)
    return tmp_path


def report(*names: str) -> int:
    return main(["report", "claims", "--fresh", *(word for name in names for word in ("-o", name))])


def test_a_name_without_an_extension_is_html(folder):
    assert report("page") == 0
    assert Path("page").read_text().startswith("<!DOCTYPE html>")


def unpacked(text: str) -> str:
    """Return a report with the manifest in it as text, since seconds in it change all that is compressed."""
    packed = r"data:application/gzip;base64,([A-Za-z0-9+/=]+)"
    return re.sub(packed, lambda found: decompress(b64decode(found[1])).decode(), text)


def test_two_runs_differ_only_in_seconds(folder):
    texts = []
    for number in (1, 2):
        names = {extension: f"r{number}{extension}" for extension in OUTPUT_FORMATS}
        report(*names.values())
        files = {extension: unpacked(Path(name).read_text()) for extension, name in names.items()}
        texts.append({extension: re.sub(r"\d+\.\d{1,3}\b", "#", text) for extension, text in files.items()})
    assert '"seconds":#' in texts[0][".html"]
    assert texts[0] == texts[1]


def test_an_appendix_that_fails_is_a_section_with_its_reason(folder, capsys):
    path = Path("claims/a.py")
    path.write_text(path.read_text().replace('[Text("for no single claim")]', "1 / 0"))
    assert report("r.html", "r.md") == 1
    assert "the appendix A.more was not made: the check raised ZeroDivisionError" in capsys.readouterr().out
    page = Path("r.html").read_text()
    assert page.count("the check raised ZeroDivisionError: division by zero") == 2, "in its section, and as a problem"
    assert "for no single claim" not in page


def test_the_id_of_an_appendix_must_be_unique(folder, capsys):
    path = Path("claims/a.py")
    path.write_text(path.read_text().replace('"A.more"', '"A.1"'))
    assert report("r.html") == 2
    assert "the id A.1 of an appendix in A source occurs twice" in capsys.readouterr().err
