"""Marks: a claim that a text names, with its place and sentence; and what is wrong in a text, with line and column."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from gametheory.storage.read import regular

NAME = re.compile(r"(?:[^\W\d_]\w*)(?:\.[^\W\d_]\w*)*")
IMPORT = re.compile(rf"({NAME.pattern})(?:\s+as\s+([^\W\d_]\w*))?")
ATTRIBUTE = re.compile(r'([A-Za-z_]+)="([^"]*)"|([^\s"]+)|(\S+)')
LOOKS_MARKED = re.compile(rb"^[^`\n]*<!--\s*claim\s*:|\\usepackage[^\n]*gametheory-claims", re.MULTILINE)
FORMS = 'check="…", check="…" for="…" or cells="…"'
KINDS = ("check", "cells")


class Fault(NamedTuple):
    """What is wrong in a text, and where."""

    line: int
    column: int
    message: str


class Mark(NamedTuple):
    """A claim that a text names: by its id alone, or with an expression."""

    id: str
    kind: str  # "" for a claim of the claims folder, or "check"
    formal: str  # the expression
    sentence: str
    line: int
    column: int
    at: int  # where the expression begins in the text
    shown: int  # where the verdict is shown in the text


class Raw(NamedTuple):
    """A mark as it is written: attributes in words, and the part of the text that it marks."""

    words: str
    at: int  # where the words begin
    start: int
    end: int
    sentence: str
    content: str  # of a table
    content_at: int


class Header(NamedTuple):
    """What a text says about its names: the folder of its claims, and its imports, each with its place."""

    claims: str
    claims_at: int
    imports: dict[str, tuple[str, int]]


class Places:
    """Lines and columns of a text, which count from 1."""

    def __init__(self, content: str) -> None:
        self._starts = [0, *(found.end() for found in re.finditer("\n", content))]

    def of(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset.

        >>> Places("a\\nbc").of(3)
        (2, 2)
        """
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


class Misread(Exception):
    """A part of a text that cannot be read; `at` is its place."""

    def __init__(self, at: int, message: str) -> None:
        super().__init__(message)
        self.at = at


def attributes(raw: Raw) -> tuple[str, str, str, int, str, int]:
    """Return the id of a mark, its kind, its value and its variables with their places; raise Misread if malformed."""
    id, found, variables = "", ("", "", raw.at), ("", raw.at)
    for word in ATTRIBUTE.finditer(raw.words):
        name, value, bare, other = word.groups()
        at = raw.at + word.start()
        if other:
            raise Misread(at, f"attribute {raw.words[word.start() :]!r} is malformed; it must be {FORMS}")
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


def blanked(text: str, pattern: re.Pattern[str], sign: str = " ") -> str:
    """Return a text of the same length, in which what matches a pattern is blank, apart from line breaks."""
    return pattern.sub(lambda found: re.sub(r"[^\n]", sign, found[0]), text)


def is_text(path: str | Path) -> bool:
    """Return whether a file is a text by its name."""
    return Path(path).suffix in (".md", ".tex")


def has_marks(path: Path) -> bool:
    """Return whether a file looks like a text with marks; reading it then says more."""
    try:
        content = regular(path).read_bytes()
    except OSError:
        return False
    return bool(LOOKS_MARKED.search(content))
