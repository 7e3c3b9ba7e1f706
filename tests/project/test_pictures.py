"""The pictures of the pages are those that the commands of the gallery draw, and a figure of a claim."""

import re
from pathlib import Path
from xml.etree import ElementTree

import conftest  # noqa: F401 (makes proofs/ importable)
import pytest
from new.staircase import steps_figure

from gametheory.cli import main

DOCS = Path(__file__).parents[2] / "docs"
PICTURES = DOCS / "pictures"
FIGURE = PICTURES / "castle-staircase.svg"
SHOWN = re.compile(
    r"^\$ gametheory (?P<command>.*)\n(?:(?!```).*\n)*```\n\n!\[[^]]+\]\(\.\./pictures/(?P<name>[^)]+)\)$", re.M
)
COMMANDS = {
    found["name"]: found["command"] for found in SHOWN.finditer((DOCS / "how-to/gallery.md").read_text("utf-8"))
}


def texts(path: Path) -> list[str]:
    """Return the texts of a drawing; positions depend on the version of Graphviz."""
    return sorted(
        "".join(element.itertext()) for element in ElementTree.parse(path).iter() if element.tag.endswith("text")
    )


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_picture_has_the_texts_of_the_drawing(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(COMMANDS[name].split()) == 0
    (drawn,) = tmp_path.glob("*.svg")
    assert texts(PICTURES / name) == texts(drawn) != []


def test_every_picture_is_tested_and_shown() -> None:
    assert {*COMMANDS, FIGURE.name} == {path.name for path in PICTURES.glob("*.svg")}
    assert f"pictures/{FIGURE.name}" in (DOCS / "theory/what-is-new.md").read_text("utf-8")


def test_the_figure_of_the_claim_is_the_picture() -> None:
    assert FIGURE.read_text("utf-8") == steps_figure().svg
