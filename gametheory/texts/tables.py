"""Tables of a text: each number with those of its row and its column."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from gametheory.texts.marks import Cell, Misread, Raw, digest

# What an expression reads as the same number: so no zeros at the beginning, and none below a fraction.
NUMBER = re.compile(r"[-−]?(?:0|[1-9][0-9]*)(?:\.[0-9]+|/[1-9][0-9]*)?")
EMPTY = re.compile(r"[-–—.…]*")


class Entry(NamedTuple):
    """A number of a table with those of its row and its column, its place, and the hash of the row and the headings."""

    row: str
    column: str
    number: str
    at: int
    end: int
    block: str


def entries(raw: Raw) -> Iterator[Entry | Misread]:
    """Yield the numbers of a table; the first row and the first column are its headings."""
    rows = [row for row in raw.table if any(cell.text for cell in row)]
    if len(rows) < 2:
        yield Misread(raw.start, "the mark of cells belongs to a table with headings; there is none before it")
        return
    heads = rows[0]
    for row in rows[1:]:
        block = row_block(heads, row)
        for head, cell in list(zip(heads, row, strict=False))[1:]:
            if EMPTY.fullmatch(cell.text):
                continue
            if wrong := next((each for each in (row[0], head, cell) if not NUMBER.fullmatch(each.text)), None):
                yield Misread(
                    wrong.at, f"the cell {wrong.text!r} is no number; it must be like 7, 3/8 or 0.5, or empty"
                )
                continue
            yield Entry(_signed(row[0]), _signed(head), _signed(cell), cell.at, cell.end, block)
        for cell in row[len(heads) :]:
            yield Misread(cell.at, f"the cell {cell.text!r} has no heading; the table has {len(heads)} columns")


def row_block(heads: tuple[Cell, ...], row: tuple[Cell, ...]) -> str:
    """Return the hash of a row with the headings of its table, which give its numbers their meaning."""
    return digest(*(cell.text for cell in heads), "", *(cell.text for cell in row))


def _signed(cell: Cell) -> str:
    return cell.text.replace("−", "-")
