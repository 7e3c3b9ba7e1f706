"""Marks in Jupyter notebooks and in Quarto's texts: each cell of Markdown is read alone, and faults have its number."""

import json
from pathlib import Path
from typing import Any

import pytest
from program import call

from gametheory.texts.text import Text, has_marks, read_text

TRUE = 'Of 5, choose 2: 10.<!-- claim: two check="math.comb(5, 2) == 10" -->'
FALSE = 'Of 5, choose 3: 11.<!-- claim: three check="math.comb(5, 3) == 11" -->'
HEADER = "<!-- import: math -->"
Source = str | list[str]


def notebook(*cells: tuple[str, Source], **changes: Any) -> str:
    """Return a notebook with cells of a kind and a source."""
    found = [{"cell_type": kind, "metadata": {}, "source": source} for kind, source in cells]
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": found} | changes)


def read(folder: Path, document: str) -> Text:
    file = folder / "a.ipynb"
    file.write_text(document, encoding="utf-8")
    return read_text(file)


def test_marks_have_the_place_in_their_cell(tmp_path: Path) -> None:
    lines = ["Words.\n", "\n", FALSE]
    text = read(tmp_path, notebook(("markdown", HEADER), ("code", "1 + 1"), ("markdown", TRUE), ("markdown", lines)))
    assert text.faults == ()
    assert [(mark.id, str(mark.place), mark.place.words) for mark in text.marks] == [
        ("two", "cell 3:1:20", "cell 3, line 1, column 20"),
        ("three", "cell 4:3:20", "cell 4, line 3, column 20"),
    ]
    assert [mark.sentence for mark in text.marks] == ["Of 5, choose 2: 10.", "Of 5, choose 3: 11."]


@pytest.mark.parametrize("open_block", ["```\ncode", "<!-- a comment", "<pre>", "~~~"])
def test_a_block_without_an_end_hides_no_mark_of_the_next_cell(open_block: str, tmp_path: Path) -> None:
    text = read(tmp_path, notebook(("markdown", HEADER), ("markdown", open_block), ("markdown", FALSE)))
    assert [mark.id for mark in text.marks] == ["three"]


def test_a_table_of_a_cell_has_its_places(tmp_path: Path) -> None:
    table = '| | 1 | 2 |\n|---|---|---|\n| 4 | 4 | x |\n\n<!-- claim: T cells="math.comb" -->'
    text = read(tmp_path, notebook(("code", ""), ("markdown", HEADER), ("markdown", table)))
    assert [(mark.id, str(mark.place)) for mark in text.marks] == [("T[4,1]", "cell 3:3:7")]
    (fault,) = text.faults
    assert (str(fault.place), fault.as_json()["cell"]) == ("cell 3:3:11", 3)


def test_what_is_no_cell_of_markdown_is_no_text(tmp_path: Path) -> None:
    """In code a mark is an example; a raw cell can be typeset, so that its mark may not go unnoticed."""
    text = read(tmp_path, notebook(("markdown", HEADER), ("code", f"# {FALSE}"), ("raw", f"a\n{FALSE}")))
    assert text.marks == ()
    (fault,) = text.faults
    assert str(fault.place) == "cell 3:2:20"
    assert "raw cell" in fault.message


def test_one_id_marks_one_sentence_in_all_cells(tmp_path: Path) -> None:
    other = FALSE.replace("three", "two")
    text = read(tmp_path, notebook(("markdown", HEADER), ("markdown", TRUE), ("markdown", other)))
    (fault,) = text.faults
    assert fault.message == "the id two marks another sentence in cell 2, line 1, column 20"


@pytest.mark.parametrize(
    "document",
    [
        "claim",
        "[]",
        '{"claim": 1}',
        notebook(("markdown", HEADER), nbformat=3),
        notebook(nbformat="4"),
        notebook(cells=3),
        notebook(cells=[{"claim": 1}]),
        notebook(cells=[{"cell_type": "markdown", "source": [1]}]),
        "[" * 100_000,
    ],
)
def test_what_is_no_notebook_is_a_fault(document: str, tmp_path: Path) -> None:
    (fault,) = read(tmp_path, document).faults
    assert (str(fault.place), fault.message[:40]) == ("1:1", "it is no notebook of format 4: a JSON ob")


def test_an_edit_of_a_cell_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "a.ipynb"
    file.write_text(notebook(("markdown", HEADER), ("markdown", TRUE)), encoding="utf-8")
    assert call("check", "a.ipynb", "--record", cwd=tmp_path).returncode == 0
    file.write_text(notebook(("code", "new"), ("markdown", HEADER), ("markdown", f"Or: {TRUE}")), encoding="utf-8")
    changed = call("check", "a.ipynb", cwd=tmp_path).stdout
    assert "a.ipynb:cell 3:1:24: two: text changed since it was checked (sentence)" in changed


def test_a_folder_of_texts_is_checked(tmp_path: Path) -> None:
    """All texts below it, of every kind; a folder of claims has its claims, and not the texts in it."""
    (tmp_path / "docs" / "deep").mkdir(parents=True)
    (tmp_path / "docs" / ".ipynb_checkpoints").mkdir()
    (tmp_path / "docs" / "plain.md").write_text("no claim\n")
    (tmp_path / "docs" / "a.md").write_text(f"{HEADER}\n{TRUE}\n")
    (tmp_path / "docs" / "deep" / "b.qmd").write_text(f"{HEADER}\n{FALSE}\n")
    for folder in ("docs", "docs/.ipynb_checkpoints"):
        (tmp_path / folder / "c.ipynb").write_text(notebook(("markdown", HEADER), ("markdown", FALSE)))
    done = call("check", "docs", "-q", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stdout.splitlines()[-5:] == [
        "docs/a.md: 1 mark: 1 hold",
        "docs/c.ipynb:cell 2:1:20: three: refuted: math.comb(5, 3) is 10",
        "docs/c.ipynb: 1 mark: 1 refuted",
        "docs/deep/b.qmd:2:20: three: refuted: math.comb(5, 3) is 10",
        "docs/deep/b.qmd: 1 mark: 1 refuted",
    ]
    (tmp_path / "docs" / "claims.py").write_text(
        "from gametheory import claim\n\n@claim('A', 'One.')\ndef one():\n    return True\n"
    )
    assert "a.md" not in call("check", "docs", "-q", cwd=tmp_path).stdout


def test_only_texts_with_marks_are_looked_at(tmp_path: Path) -> None:
    (tmp_path / "a.ipynb").write_text(notebook(("markdown", "claim"), ("code", FALSE)))
    assert not has_marks(tmp_path / "a.ipynb")
    (tmp_path / "a.ipynb").write_text(notebook(("markdown", FALSE)))
    assert has_marks(tmp_path / "a.ipynb")
