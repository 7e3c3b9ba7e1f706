"""The pictures of the pages are those that commands draw, and figures of claims."""

from pathlib import Path
from xml.etree import ElementTree

import conftest  # noqa: F401 (makes proofs/ importable)
import pytest
from new.staircase import steps_figure
from new.wargame_rounds import mean_figure
from new.ways import plateau_figure

from gametheory.cli import main

DOCS = Path(__file__).parents[2] / "docs"
PICTURES = DOCS / "pictures"
FIGURES = {
    "castle-staircase.svg": steps_figure,
    "castle-ways.svg": plateau_figure,
    "wargame-mean-sent.svg": mean_figure,
}
COMMANDS = {
    f"castle-{game}.svg": f"castle draw {game.replace('-', ' ')} -o {game}.svg"
    for game in ("2-3-1", "2-5-1", "10-11-15")
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
    assert {*COMMANDS, *FIGURES} == {path.name for path in PICTURES.glob("*.svg")}
    page = (DOCS / "theory/what-is-new.md").read_text("utf-8")
    assert all(f"pictures/{name}" in page for name in FIGURES)


@pytest.mark.parametrize("name", FIGURES)
def test_the_figure_of_the_claim_is_the_picture(name: str) -> None:
    assert (PICTURES / name).read_text("utf-8") == FIGURES[name]().svg
