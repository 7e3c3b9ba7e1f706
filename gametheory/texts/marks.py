"""Marks: a claim that a text names, with its place and sentence; and what is wrong in a text, with line and column.

A mark of a table is one mark for each number: `entries` yields each with those of its row and its column.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

NAME = re.compile(r"(?:[^\W\d_]\w*)(?:\.[^\W\d_]\w*)*")
IMPORT = re.compile(rf"({NAME.pattern})(?:\s+as\s+([^\W\d_]\w*))?")
ATTRIBUTE = re.compile(r'([A-Za-z_]+)="([^"]*)"|([^\s"]+)|(\S+)')
FORMS = 'check="…", check="…" for="…" or cells="…"'
KINDS = ("check", "cells")
NOTEBOOK = ".ipynb"
RESTRUCTURED = ".rst"
ENDINGS = (".md", ".qmd", NOTEBOOK, RESTRUCTURED, ".tex")  # of the names of texts
SAYS_CLAIM = re.compile(r"\bclaim\s*:|^\W*claim\b", re.IGNORECASE)  # a comment that is meant as a mark
NO_TEXT = "the mark follows no text"
LONGEST = 1000  # characters of a sentence that are shown; the lock holds the whole block


class Place(NamedTuple):
    """A place in a text; lines and columns count from 1, and in a notebook those of a cell."""

    cell: int  # of a notebook, counted from 1 with its cells of code; 0 in another text
    line: int
    column: int

    def __str__(self) -> str:
        """Return the place as programs write it after the name of a file."""
        of_cell = f"cell {self.cell}:" if self.cell else ""
        return f"{of_cell}{self.line}:{self.column}"

    @property
    def words(self) -> str:
        """The place for a sentence."""
        of_cell = f"cell {self.cell}, " if self.cell else ""
        return f"{of_cell}line {self.line}, column {self.column}"

    def as_json(self) -> dict[str, int]:
        """Return line and column, and the cell of a notebook."""
        of_cell = {"cell": self.cell} if self.cell else {}
        return {"line": self.line, "column": self.column} | of_cell


class Fault(NamedTuple):
    """What is wrong in a text, and where."""

    place: Place
    message: str

    def as_json(self) -> dict[str, object]:
        """Return the fault as JSON values."""
        return self.place.as_json() | {"message": self.message}


class Mark(NamedTuple):
    """A claim that a text names: by its id alone, or with an expression."""

    id: str
    kind: str  # "" for a claim of the claims folder, or "check"
    formal: str  # the expression
    sentence: str  # what is shown of the block
    place: Place
    at: int  # where the expression begins in the text
    shown: int  # where the verdict is shown in the text
    block: str  # the hash of the whole block: paragraph, item, heading, row, table or formula
    frame: str  # the hash of what all sentences depend on: the header, and in LaTeX the macros
    written: str  # the id as it is written; that of a table is the beginning of the ids of its cells
    source: str  # the sentence as LaTeX reads it; empty in Markdown


class Cell(NamedTuple):
    """A cell of a table: its text, which is a number if nothing else is in it, and its place in the text."""

    text: str
    at: int
    end: int


class Raw(NamedTuple):
    """A mark as it is written: attributes in words, and the part of the text that it marks."""

    words: str
    at: int  # where the words begin
    start: int
    end: int
    sentence: str
    block: str  # its hash
    table: tuple[tuple[Cell, ...], ...] = ()  # the rows of the table that the mark belongs to
    source: str = ""  # the sentence as LaTeX reads it


class Field(NamedTuple):
    """A line of the header: `claims` or `import` with its value, and the place of the value."""

    name: str
    value: str
    at: int


class Header(NamedTuple):
    """What a text says about its names: the folder of its claims, and its imports, each with its place."""

    claims: str
    claims_place: Place
    imports: dict[str, tuple[str, int]]


class Places:
    """The places of a text; of a notebook, whose cells begin at some offsets, those in its cells."""

    def __init__(self, content: str, cells: Mapping[int, int] | None = None) -> None:
        self._starts = [0, *(found.end() for found in re.finditer("\n", content))]
        self._cells = cells or {0: 0}  # the number of each cell by the offset of its beginning
        self._offsets = sorted(self._cells)

    def of(self, offset: int) -> Place:
        """Return the place of an offset.

        >>> str(Places("a\\nbc").of(3)), str(Places("a\\n\\nb\\nc", {0: 2, 3: 7}).of(5))
        ('2:2', 'cell 7:2:1')
        """
        line = bisect_right(self._starts, offset)
        column = offset - self._starts[line - 1] + 1
        start = self._offsets[max(0, bisect_right(self._offsets, offset) - 1)]
        first_line = bisect_right(self._starts, start)
        return Place(self._cells[start], line - first_line + 1, column)


class Misread(Exception):
    """A part of a text that cannot be read; `at` is its place."""

    def __init__(self, at: int, message: str) -> None:
        super().__init__(message)
        self.at = at


def with_plain_lines(text: str) -> str:
    """Return a text with the line ends of Unix, and without NUL.

    >>> with_plain_lines("a\\r\\nb\\rc")
    'a\\nb\\nc'
    """
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")


class Reading(NamedTuple):
    """What a text says in its language."""

    fields: list[Field]
    marks: list[Raw]
    faults: list[Misread]
    frame: str  # the text of the header, and in LaTeX of the macros
    files: tuple[str, ...] = ()  # the names of the files that a LaTeX text reads


class Source(NamedTuple):
    """A text, its places, and what it says in its language."""

    content: str  # of a notebook that of its cells of Markdown
    places: Places
    reading: Reading


def attributes(raw: Raw) -> tuple[str, str, str, int, str, int]:
    """Return the id of a mark, its kind, its value and its variables with their places; raise Misread if malformed."""
    id = ""
    found = ("", "", raw.at)
    variables = ("", raw.at)
    for word in ATTRIBUTE.finditer(raw.words):
        name, value, bare, other = word.groups()
        at = raw.at + word.start()
        if other:
            raise Misread(at, f"attribute {raw.words[word.start() :]!r} is malformed; it must be {FORMS}")
        # A kind without a value is a slip of the pen, and no id.
        if bare and not id and bare not in KINDS:
            id = bare
        elif name in KINDS and value.strip():
            if found[0]:
                raise Misread(at, f"attribute {name!r} is one too many; a mark has one of {FORMS}")
            found = name, value, raw.at + word.start(2)
        elif name == "for" and value.strip() and not variables[0]:
            variables = value, raw.at + word.start(2)
        else:
            raise Misread(at, f"attribute {word[0]!r} is not allowed; it must be {FORMS}")
    if not id:
        raise Misread(raw.start, "the mark names no claim; an id must stand in it")
    if not id.isprintable():
        raise Misread(raw.start, f"the id {id!a} has a character that is not visible")
    if variables[0] and found[0] != "check":
        raise Misread(variables[1], "attribute 'for' declares the variables of a check, and there is none")
    return id, *found, *variables


def read_imports(text: str, at: int) -> Iterator[tuple[str, tuple[str, int]]]:
    """Yield the names of an import line with their modules; raise Misread if it is malformed.

    >>> dict(read_imports("gametheory.games.castle as castle, math", 0))
    {'castle': ('gametheory.games.castle', 0), 'math': ('math', 35)}
    """
    for part in re.finditer(r"[^,]+", text):
        words = part[0].strip()
        place = at + part.start() + len(part[0]) - len(part[0].lstrip())
        found = IMPORT.fullmatch(words)
        if not found or (not found[2] and "." in found[1]):
            raise Misread(place, f"import {words!r} is not allowed; it must be MODULE or MODULE as NAME")
        yield found[2] or found[1], (found[1], place)


def normalized(text: str) -> str:
    """Return a sentence in one form: spaces and line breaks do not count."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def without(content: str, begin: int, end: int, spans: Sequence[tuple[int, int]], sign: str = "") -> str:
    """Return a part of a text without spans, which are sorted; a sign stands for each character that is left out.

    >>> without("a big word", 0, 10, [(2, 6)]), without("a big word", 4, 10, [(2, 6)], "-")
    ('a word', '--word')
    """
    parts: list[str] = []
    at = begin
    index = max(bisect_right(spans, (begin, begin)) - 1, 0)
    while index < len(spans) and spans[index][0] < end:
        start, stop = spans[index]
        last = min(stop, end)
        parts += [content[at:start], sign * (last - max(start, at))]
        at = max(at, last)
        index = index + 1
    return "".join([*parts, content[at:end]])


def shortened(text: str) -> str:
    """Return what is shown of a long sentence."""
    if len(text) <= LONGEST:
        return text
    return f"{text[:LONGEST]} …"


def digest(*texts: str) -> str:
    """Return one hash of several texts, in which spaces and line breaks do not count."""
    return sha256("\0".join(map(normalized, texts)).encode()).hexdigest()


def is_text(path: str | Path) -> bool:
    """Return whether a file is a text by its name."""
    return Path(path).suffix in ENDINGS


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
            wrong = [each for each in (row[0], head, cell) if not NUMBER.fullmatch(each.text)]
            if wrong:
                message = f"the cell {wrong[0].text!r} is no number; it must be like 7, 3/8 or 0.5, or empty"
                yield Misread(wrong[0].at, message)
                continue
            yield Entry(_signed(row[0]), _signed(head), _signed(cell), cell.at, cell.end, block)
        # A number without a heading would be shown, and not checked.
        for cell in row[len(heads) :]:
            yield Misread(cell.at, f"the cell {cell.text!r} has no heading; the table has {len(heads)} columns")


def row_block(heads: tuple[Cell, ...], row: tuple[Cell, ...]) -> str:
    """Return the hash of a row with the headings of its table, which give its numbers their meaning."""
    return digest(*(cell.text for cell in heads), "", *(cell.text for cell in row))


def _signed(cell: Cell) -> str:
    return cell.text.replace("−", "-")
