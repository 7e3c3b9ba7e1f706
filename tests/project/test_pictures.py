"""The pictures of the pages are those that the package draws."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from gametheory.cli import main

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"


def texts(path: Path) -> list[str]:
    """Return the texts of a drawing; positions depend on the version of Graphviz."""
    return sorted(
        "".join(element.itertext()) for element in ElementTree.parse(path).iter() if element.tag.endswith("text")
    )


@pytest.mark.parametrize("path", sorted(PICTURES.glob("castle-*.svg")), ids=lambda path: path.stem)
def test_picture_has_the_texts_of_the_drawing(path: Path, tmp_path: Path) -> None:
    game = path.stem.split("-")[1:]
    assert main(["castle", "draw", *game, "-o", str(tmp_path / "drawn.svg")]) == 0
    assert texts(path) == texts(tmp_path / "drawn.svg") != []


def test_every_picture_is_tested_and_shown() -> None:
    paths = [PICTURES.parent.parent / "README.md", *PICTURES.parent.rglob("*.md")]
    pages = "".join(path.read_text(encoding="utf-8") for path in paths)
    assert all(path.name in pages for path in PICTURES.iterdir())
    assert set(PICTURES.glob("castle-*.svg")) == set(PICTURES.iterdir())
