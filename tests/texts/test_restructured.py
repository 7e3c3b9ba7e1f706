"""Marks in reStructuredText: which block they mark, and that none is overlooked in silence."""

import sys
from pathlib import Path

import pytest
from program import call

from gametheory.texts.text import Text, has_marks, read_text

pytest.importorskip("docutils")
MARK = '.. claim: two check="math.comb(5, 2) == 10"'
HEADER = ".. import: math\n\n"


def read(folder: Path, content: str) -> Text:
    file = folder / "a.rst"
    file.write_text(content, encoding="utf-8")
    return read_text(file)


@pytest.mark.parametrize(
    ("text", "sentence", "place"),
    [
        (f"One,\nand *two*.\n\n{MARK}", "One, and two.", "6:1"),
        (f"Head\n====\n\n{MARK}", "Head", "6:1"),
        (f"* One.\n* Two.\n\n  {MARK}\n* Three.", "Two.", "6:3"),
        (f"One.\n\n.. note::\n\n   Inside.\n\n   {MARK}", "Inside.", "9:4"),
        (f"One::\n\n    {MARK}\n\nTwo.\n\n{MARK}", "Two.", "9:1"),
        (f"One.\n\n.. a comment\n\n.. _target:\n\n{MARK}", "One.", "9:1"),
        ('One.\n\n..\n   claim: two\n   check="math.comb(5, 2)\n   == 10"', "One.", "6:4"),
        (f"One.\n\n.. tab-set::\n\n   Two.\n\n{MARK}", ".. tab-set:: Two.", "9:1"),
    ],
)
def test_a_mark_is_of_the_block_above(text: str, sentence: str, place: str, tmp_path: Path) -> None:
    found = read(tmp_path, HEADER + text)
    assert found.faults == ()
    (mark,) = found.marks
    assert (mark.id, mark.sentence, str(mark.place)) == ("two", sentence, place)


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        (f".. tab-set::\n\n   One.\n\n   {MARK}", "7:4", "is not read"),
        ("One.\n\n.. Claim: two", "5:1", "is not read"),
        ("One.\n\n..  claim two", "5:1", "is not read"),
        (f".. include:: other.rst\n   {MARK}", "4:4", "is not read"),
        (MARK, "3:1", "the mark follows no text"),
        (f"One.\n{MARK}", "4:1", "is not read"),
    ],
)
def test_what_looks_like_a_mark_is_a_fault(text: str, place: str, message: str, tmp_path: Path) -> None:
    found = read(tmp_path, HEADER + text)
    assert found.marks == ()
    (fault,) = found.faults
    assert (str(fault.place), message in fault.message) == (place, True)


TABLE = """
+---+---+---+
|   | 1 | 2 |
+===+===+===+
| 4 | 4 | 7 |
+---+---+---+

.. claim: T cells="math.comb"
"""


def test_the_cells_of_a_table_are_checked(tmp_path: Path) -> None:
    (tmp_path / "a.rst").write_text(HEADER + TABLE, encoding="utf-8")
    done = call("check", "a.rst", "-q", cwd=tmp_path)
    assert done.returncode == 1
    assert "a.rst:10:1: T[4,2]: refuted: math.comb(4, 2) is 6" in done.stdout
    assert "1 hold, 1 refuted" in done.stdout


def test_a_cell_of_several_columns_is_refused(tmp_path: Path) -> None:
    (fault,) = read(tmp_path, HEADER + TABLE.replace("| 4 | 4 | 7 |", "| 4 | 4   7 |")).faults
    assert "several rows or columns" in fault.message


def test_no_file_is_read_but_the_text(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("Hidden words.\n")
    text = f"One.\n\n.. include:: secret.txt\n\n.. raw:: html\n   :file: secret.txt\n\nTwo.\n\n{MARK}"
    (mark,) = read(tmp_path, HEADER + text).marks
    assert mark.sentence == "Two."


def test_an_edit_of_a_substitution_changes_the_frame(tmp_path: Path) -> None:
    text = f"There are |n|.\n\n{MARK}\n\n.. |n| replace:: ten"
    (before,) = read(tmp_path, HEADER + text).marks
    (after,) = read(tmp_path, HEADER + text.replace("ten", "twelve")).marks
    assert before.block == after.block
    assert before.frame != after.frame


def test_without_docutils_a_text_with_marks_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("gametheory.texts.restructured", raising=False)
    monkeypatch.setitem(sys.modules, "gametheory.texts.restructured", None)
    (fault,) = read(tmp_path, HEADER + f"One.\n\n{MARK}").faults
    assert fault.message == "docutils is needed to read its marks; pip install docutils"
    assert not has_marks(tmp_path / "other.rst")
    (tmp_path / "plain.rst").write_text("Words.\n")
    assert not has_marks(tmp_path / "plain.rst")
