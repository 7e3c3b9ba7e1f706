"""Marks in reStructuredText: comments below the block that they mark, as docutils reads them.

    The sum of the first 100 numbers is 5050.

    .. claim: sum check="sum(k for k in range(101)) == 5050"

docutils knows what is a comment, what is code, and which block is before a comment. It gives no places, so the lines
of comments and of code are looked for in the order in which docutils has read them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate

from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.parsers.rst import Parser
from docutils.utils import new_document

from gametheory.texts.marks import (
    NO_TEXT,
    SAYS_CLAIM,
    Cell,
    Field,
    Misread,
    Raw,
    Reading,
    digest,
    normalized,
    shortened,
)

LOOKS_MARKED = re.compile(r"^[ \t]*\.\.\s+claim\b.*$", re.IGNORECASE | re.MULTILINE)
NOT_READ = "this looks like a mark and is not read; it must be the comment .. claim: ID below a block"
SPANS = "the table of a mark of cells has a cell of several rows or columns"
SILENT = 5  # no report is as severe
SETTINGS = {
    "file_insertion_enabled": False,  # a text can be a stranger's
    "raw_enabled": False,
    "report_level": SILENT,
    "halt_level": SILENT,
    "_disable_config": True,
}


def read(content: str) -> Reading:
    """Return what a text says: its header, its marks, and whatever looks like a mark and is none."""
    return _Reader(content).reading()


class _Reader:
    """Reads the marks of one text."""

    def __init__(self, content: str) -> None:
        self._content = content
        self._lines = content.split("\n")
        self._starts = [0, *accumulate(len(line) + 1 for line in self._lines)]
        self._line = 0  # up to which the text has been read
        self._understood: set[int] = set()  # lines of comments and of code
        self._fields: list[Field] = []
        self._marks: list[Raw] = []
        self._faults: list[Misread] = []

    def reading(self) -> Reading:
        try:
            document = _parsed(self._content)
        except RecursionError:
            fault = Misread(0, "its blocks are inside one another too deeply to be read")
            return Reading([], [], [fault], "")
        for node in document.findall():
            if isinstance(node, nodes.comment):
                self._comment(node)
            # what docutils does not know it shows as code in a report; there a mark is no example
            elif isinstance(node, nodes.literal_block) and not isinstance(node.parent, nodes.system_message):
                self._code(node)
        substitutions = [node.pformat() for node in document.findall(nodes.substitution_definition)]
        frame = [f"{field.name}: {field.value}" for field in self._fields]
        return Reading(self._fields, self._marks, [*self._faults, *self._unread()], "\n".join(frame + substitutions))

    def _comment(self, comment: nodes.comment) -> None:
        text = comment.astext()
        start = self._find(text)
        name, _, value = text.partition(":")
        words = value.strip()
        at = self._content.find(words.split("\n")[0], start)
        if name == "claim" and words:
            self._mark(comment, words, start, at)
        elif name in ("claims", "import") and words:
            self._fields.append(Field(name, words, at))
        elif SAYS_CLAIM.search(text):
            self._faults.append(Misread(start, NOT_READ))

    def _mark(self, comment: nodes.comment, words: str, start: int, at: int) -> None:
        block = _block_before(comment)
        if block is None:
            self._faults.append(Misread(start, NO_TEXT))
            return
        rows: tuple[tuple[Cell, ...], ...] = ()
        if isinstance(block, nodes.table):
            if any("morerows" in entry or "morecols" in entry for entry in block.findall(nodes.entry)):
                self._faults.append(Misread(start, SPANS))
                return
            rows = tuple(_cells(row, start) for row in block.findall(nodes.row))
        end = self._starts[self._line] - 1
        sentence = shortened(normalized(block.astext()))
        self._marks.append(Raw(words, at, start, end, sentence, digest(block.pformat()), rows))

    def _find(self, text: str) -> int:
        """Return where a comment begins, and note its lines."""
        first, *others = text.split("\n")
        pattern = re.compile(rf"[ \t]*(?:\.\.[ \t]+)?{re.escape(first)}[ \t]*")
        for number in range(self._line, len(self._lines)):
            if pattern.fullmatch(self._lines[number]):
                self._line = number + 1 + len(others)
                self._understood.update(range(number, self._line))
                # the dots can be in a line of their own
                if number and self._lines[number - 1].strip() == "..":
                    self._understood.add(number - 1)
                line = self._lines[number]
                return self._starts[number] + len(line) - len(line.lstrip())
        return self._starts[self._line]

    def _code(self, block: nodes.literal_block) -> None:
        """Note the lines of an example."""
        for text in block.astext().split("\n"):
            for number in range(self._line, len(self._lines)):
                if self._lines[number].strip() == text.strip():
                    self._understood.add(number)
                    self._line = number + 1
                    break

    def _unread(self) -> Iterator[Misread]:
        """Yield the lines that look like marks, and that docutils has read as neither a comment nor code."""
        for found in LOOKS_MARKED.finditer(self._content):
            if self._content.count("\n", 0, found.start()) not in self._understood:
                yield Misread(found.end() - len(found[0].lstrip()), NOT_READ)


def _parsed(content: str) -> nodes.document:
    settings = get_default_settings(Parser)
    for name, value in SETTINGS.items():
        setattr(settings, name, value)
    document = new_document("text", settings)
    Parser().parse(content, document)
    return document


def _cells(row: nodes.row, place: int) -> tuple[Cell, ...]:
    """Return the cells of a row; docutils gives no places of them."""
    return tuple(Cell(normalized(entry.astext()), place, place) for entry in row.findall(nodes.entry))


def _block_before(comment: nodes.comment) -> nodes.Element | None:
    """Return the block that a comment follows; what a reader does not see is no block."""
    siblings = comment.parent.children
    for node in reversed(siblings[: siblings.index(comment)]):
        if isinstance(node, nodes.system_message):
            # of a directive that docutils does not know, its report has the text
            unknown = list(node.findall(nodes.literal_block))
            if unknown:
                return unknown[0]
        elif not isinstance(node, nodes.Invisible):
            return node
    return None
