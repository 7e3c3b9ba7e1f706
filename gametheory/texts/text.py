"""Texts: a file in Markdown or LaTeX with its header, its marks and all that is wrong in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from gametheory.storage.read import read_bytes
from gametheory.texts import latex, markdown
from gametheory.texts.expressions import Refused, joined, read_check
from gametheory.texts.marks import NAME, Fault, Header, Mark, Misread, Places, Raw, attributes
from gametheory.texts.tables import cells

MOST_BYTES = 20_000_000
SAFE = ("gametheory.games", "math")  # what may be imported without --run
RUN = "it is run only with --run"
CELL = re.compile(r"(?<![\w.])(?:row|column)(?!\w)")


class Text(NamedTuple):
    """A text with its marks in order."""

    path: Path
    content: str
    header: Header
    marks: tuple[Mark, ...]
    comments: tuple[tuple[int, int], ...]  # where the marks are written
    faults: tuple[Fault, ...]

    @property
    def claims_folder(self) -> str:
        """The folder or file of the claims that marks name by id; empty if there is none."""
        return str(self.path.parent / self.header.claims) if self.header.claims else ""


def is_safe(module: str) -> bool:
    """Return whether a module may be imported for a stranger's text."""
    return any(module == safe or module.startswith(f"{safe}.") for safe in SAFE)


def read_text(path: Path, run: bool = False) -> Text:
    """Read a text. Modules of others are faults without `run`."""
    try:
        content = read_bytes(path, MOST_BYTES).decode().replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        known = error.object[: error.start].decode()
        return Text(
            path, "", Header("", 0, {}), (), (), (Fault(*Places(known).of(len(known)), "it is not text in UTF-8"),)
        )
    return _Reader(path, content, run).text()


class _Reader:
    """Reads the marks of one text."""

    def __init__(self, path: Path, content: str, run: bool) -> None:
        self._path, self._content, self._run = path, content, run
        self._places = Places(content)
        self._faults: list[Fault] = []
        self._is_latex = path.suffix == ".tex"
        self._language = latex if self._is_latex else markdown

    def text(self) -> Text:
        try:
            self._header = self._language.header(self._content)
        except Misread as error:
            self._note(error)
            self._header = Header("", 0, {})
        self._refused_modules = {} if self._run else self._others()
        found, comments = list[Mark](), list[tuple[int, int]]()
        for raw in self._language.marks(self._content):
            try:
                if isinstance(raw, Misread):
                    raise raw
                comments.append((raw.start, raw.end))
                found += self._marks(raw)
            except Misread as error:
                self._note(error)
        found = self._unique(found)
        return Text(self._path, self._content, self._header, tuple(found), tuple(comments), tuple(sorted(self._faults)))

    def _others(self) -> dict[str, str]:
        """Return the imported names that need --run, and note them."""
        others = {name: module for name, (module, _) in self._header.imports.items() if not is_safe(module)}
        for name, module in others.items():
            self._note(Misread(self._header.imports[name][1], f"{module} is not a part of {' or '.join(SAFE)}; {RUN}"))
        return others

    def _marks(self, raw: Raw) -> Iterator[Mark]:
        id, kind, value, at, variables, variables_at = attributes(raw)
        shown = raw.end
        if kind == "check":
            formal = self._formal(value, at, variables, variables_at)
            if formal:
                yield self._mark(id, kind, formal, raw.sentence, at, shown, raw.start)
        elif kind == "cells":
            yield from self._cells(raw, id, value, at)
        elif not self._header.claims:
            raise Misread(raw.start, f"the header names no folder of claims for the id {id}")
        else:
            yield self._mark(id, "", "", raw.sentence, raw.start, shown, raw.start)

    def _mark(self, id: str, kind: str, formal: str, sentence: str, at: int, shown: int, start: int) -> Mark:
        return Mark(id, kind, formal, sentence, *self._places.of(start), at, shown)

    def _formal(self, check: str, at: int, variables: str = "", variables_at: int = 0) -> str:
        """Return what a mark states, once it is read; empty if one of its modules needs --run."""
        if self._is_latex:  # where a percent sign is written as \%
            check, variables = check.replace(r"\%", " %"), variables.replace(r"\%", " %")
        try:
            read_check(check, self._header.imports, variables)
        except Refused as error:
            raise Misread((variables_at if error.of_variables else at) + error.at, str(error)) from error
        words = set(re.findall(r"[^\W\d]\w*", f"{check} {variables}"))
        return "" if words & self._refused_modules.keys() else joined(check, variables)

    def _cells(self, raw: Raw, id: str, function: str, at: int) -> Iterator[Mark]:
        """Yield a mark for each number of a table: what a function of its row and column, or an expression, gives."""
        if not self._formal(_of_cell(function, "1", "1", "1"), at):
            return
        for cell in cells(raw, self._is_latex):
            if isinstance(cell, Misread):
                self._note(cell)
                continue
            sentence = f"row {cell.row}, column {cell.column}: {cell.number}"
            formal = joined(_of_cell(function, cell.row, cell.column, cell.number))
            yield self._mark(f"{id}[{cell.row},{cell.column}]", "check", formal, sentence, at, cell.end, cell.at)

    def _unique(self, marks: list[Mark]) -> list[Mark]:
        """Leave out marks with the id of another one and another sentence or formula, and note them."""
        first, unique = dict[str, Mark](), list[Mark]()
        for mark in marks:
            known = first.setdefault(mark.id, mark)
            if (known.sentence, known.formal, known.kind) != (mark.sentence, mark.formal, mark.kind):
                place = f"line {known.line}, column {known.column}"
                what = "another sentence" if known.sentence != mark.sentence else "another check"
                self._faults.append(Fault(mark.line, mark.column, f"the id {mark.id} marks {what} in {place}"))
            else:
                unique.append(mark)
        return unique

    def _note(self, error: Misread) -> None:
        self._faults.append(Fault(*self._places.of(error.at), str(error)))


def _of_cell(function: str, row: str, column: str, number: str) -> str:
    """Return what a cell states: a function of its row and column, or an expression of these words, is its number.

    >>> _of_cell("math.comb", "3", "-4", "1/2"), _of_cell("f(row, rows) + column**2", "3", "-4", "7")
    ('math.comb(3, -4) == 1/2', '(f(3, rows) + (-4)**2) == 7')
    """
    if NAME.fullmatch(function):
        return f"{function}({row}, {column}) == {number}"
    values = {"row": row, "column": column}
    values = {word: value if value.isdigit() else f"({value})" for word, value in values.items()}
    return f"({CELL.sub(lambda found: values[found[0]], function)}) == {number}"
