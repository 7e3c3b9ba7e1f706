"""Tables of a text: each cell with the numbers of its row and its column."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from gametheory.texts.marks import Misread, Raw

NUMBER = re.compile(r"[-−]?\d+(?:[./]\d+)?")
EMPTY = re.compile(r"[-–—.…]*")
DECORATION = re.compile(
    r"\\(?:hline|toprule|midrule|bottomrule|cline\{[^{}]*\}|mathbf|textbf|phantom\{[^{}]*\})|[$*_`{}\s]|<!--.*?-->"
)


class Cell(NamedTuple):
    """A number of a table with those of its row and its column, and its place in the text."""

    row: str
    column: str
    number: str
    at: int
    end: int


def cells(raw: Raw, latex: bool) -> Iterator[Cell | Misread]:
    """Yield the cells of a table; the first row and the first column are its headings."""
    rows = [row for row in _rows(raw, latex) if any(text for text, *_ in row)]
    if len(rows) < 2:
        yield Misread(raw.start, "the mark of cells belongs to a table with headings; there is none before it")
        return
    heads = rows[0]
    for row in rows[1:]:
        for head, cell in list(zip(heads, row, strict=False))[1:]:
            if EMPTY.fullmatch(cell[0]):
                continue
            if wrong := next((each for each in (row[0], head, cell) if not NUMBER.fullmatch(each[0])), None):
                yield Misread(wrong[1], f"the cell {wrong[0]!r} is no number; it must be like 7, 3/8 or 0.5, or empty")
                continue
            number, at, end = cell
            yield Cell(_signed(row[0][0]), _signed(head[0]), _signed(number), at, end)


def _signed(number: str) -> str:
    return number.replace("−", "-")


def _rows(raw: Raw, latex: bool) -> Iterator[list[tuple[str, int, int]]]:
    """Yield rows of texts with their places."""
    for line in re.finditer(
        r".*?(?:\\\\(?:\[[^\]]*\])?|\Z)" if latex else r"[^\n]+", raw.content, re.DOTALL if latex else 0
    ):
        text, at = re.sub(r"\\\\(\[[^\]]*\])?$", "", line[0]), raw.content_at + line.start()
        if not latex:
            bare = text.strip()
            at += text.index(bare) + bare.startswith("|")
            text = bare.removeprefix("|").removesuffix("|")
            if re.fullmatch(r"[\s|:-]+", text) and "-" in text:
                continue
        yield list(_cells(text, at, "&" if latex else "|"))


def _cells(text: str, at: int, separator: str) -> Iterator[tuple[str, int, int]]:
    for part in re.finditer(rf"(?:^|(?<=\{separator}))[^{separator}]*", text):
        inner = part[0].strip()
        begin = at + part.start() + (part[0].index(inner) if inner else 0)
        yield DECORATION.sub("", inner), begin, begin + len(inner)
