"""Texts: a file in Markdown or LaTeX with its header, its marks and all that is wrong in it.

`read_text` reads a text whose author has marked it. For a text of others, `with_marks` writes a marked copy: a claims
folder says in `places.tsv` by which few words each claim is found in its source.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from gametheory.storage.files import read_bytes, regular
from gametheory.texts.expressions import Refused, joined, parsed, read_check
from gametheory.texts.markdown import parse
from gametheory.texts.marks import (
    NAME,
    NOTEBOOK,
    RESTRUCTURED,
    Fault,
    Field,
    Header,
    Mark,
    Misread,
    Places,
    Raw,
    Reading,
    Source,
    attributes,
    digest,
    entries,
    read_imports,
    with_plain_lines,
)

MOST_BYTES = 20_000_000
SAFE = ("gametheory.games", "math")  # what may be imported without --run
RUN = "it is run only with --run"
CELL = re.compile(r"(?<![\w.])(?:row|column)(?!\w)")
LATEX_FILES = ("", ".tex", ".sty", ".cls")
OWN_STYLE = "gametheory-claims"  # the style file of this program, which defines no words of a text


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
        if self.header.claims:
            return str(self.path.parent / self.header.claims)
        return ""


def is_safe(module: str) -> bool:
    """Return whether a module may be imported for a stranger's text."""
    return any(module == safe or module.startswith(f"{safe}.") for safe in SAFE)


def read_text(path: Path, run: bool = False) -> Text:
    """Read a text. Modules of others are faults without `run`."""
    try:
        content = decoded(read_bytes(path, MOST_BYTES))
    except UnicodeDecodeError as error:
        known = error.object[: error.start].decode(errors="replace")
        fault = Fault(Places(known).of(len(known)), "it is not text in UTF-8")
        return Text(path, "", _header((), Places("")), (), (), (fault,))
    source = read_marks(path, content)
    return _Reader(path, source, run).text()


def decoded(data: bytes) -> str:
    """Return the text of a file in UTF-8 without the mark of byte order, and with the line ends of Unix."""
    return with_plain_lines(data.decode("utf-8-sig"))


def read_marks(path: Path, content: str) -> Source:
    """Return what a text says in the language that the ending of its name gives."""
    # here, because a folder of claims in Python needs no parser of Markdown
    from gametheory.texts import latex, markdown, notebook

    # the ending decides, since a text of one language can look like the other
    if path.suffix == ".tex":
        return Source(content, Places(content), latex.read(content))
    if path.suffix == NOTEBOOK:
        return notebook.read(content)
    if path.suffix == RESTRUCTURED:
        return Source(content, Places(content), _restructured(content))
    return Source(content, Places(content), markdown.read(content))


def _restructured(content: str) -> Reading:
    """Return what a text in reStructuredText says; without docutils one with marks is a fault."""
    if "claim" not in content.lower():
        return Reading([], [], [], "")
    try:
        from gametheory.texts import restructured
    except ImportError:
        return Reading([], [], [Misread(0, "docutils is needed to read its marks; pip install docutils")], "")
    return restructured.read(content)


def has_marks(path: Path) -> bool:
    """Return whether a file is a text with marks, or with what looks like one."""
    try:
        data = regular(path).read_bytes()
        if b"claim" not in data.lower():  # the usual case, which needs no parser
            return False
        reading = read_marks(path, decoded(data)).reading
    except (OSError, UnicodeDecodeError):
        return False
    return bool(reading.marks or reading.faults)


class _Reader:
    """Reads the marks of one text."""

    def __init__(self, path: Path, source: Source, run: bool) -> None:
        self._path = path
        self._content = source.content
        self._places = source.places
        self._reading = source.reading
        self._run = run
        self._faults: list[Fault] = []

    def text(self) -> Text:
        for fault in self._reading.faults:
            self._note(fault)
        try:
            self._header = _header(self._reading.fields, self._places)
        except Misread as error:
            self._note(error)
            self._header = _header((), self._places)
        contents = list[str]()
        for name, content, reading in _files_in_folder(self._path, self._reading.files):
            contents.append(content)
            # It could have the id of a mark of this text, so that TeX puts its sign behind another sentence.
            if reading.marks or reading.faults:
                message = rf"{name} has a \claim: it is typeset, and only marks of the text itself are read"
                self._note(Misread(0, message))
        self._frame = digest(self._reading.frame, *contents)
        self._refused_modules = {} if self._run else self._others()
        found: list[Mark] = []
        comments: list[tuple[int, int]] = []
        for raw in self._reading.marks:
            comments.append((raw.start, raw.end))
            try:
                found += self._marks(raw)
            except Misread as error:
                self._note(error)
        marks = self._unique(found)
        faults = sorted(set(self._faults))
        return Text(self._path, self._content, self._header, tuple(marks), tuple(comments), tuple(faults))

    def _others(self) -> dict[str, str]:
        """Return the imported names that need --run, and note them."""
        others = {}
        for name, (module, at) in self._header.imports.items():
            if not is_safe(module):
                others[name] = module
                self._note(Misread(at, f"{module} is not a part of {' or '.join(SAFE)}; {RUN}"))
        return others

    def _marks(self, raw: Raw) -> Iterator[Mark]:
        id, kind, value, at, variables, variables_at = attributes(raw)
        # such an id is looked up, and its check would never be asked
        if kind and "::" in id:
            raise Misread(raw.start, f"the id {id} names a claim of a file, so it has no {kind}=")
        if kind == "check":
            formal = self._formal(value, at, variables, variables_at)
            if formal:
                yield self._mark(raw, id, kind, formal, at)
        elif kind == "cells":
            yield from self._cells(raw, id, value, at)
        # an id alone says nothing without the claims that it is one of
        elif not self._header.claims:
            raise Misread(raw.start, f"the header names no folder of claims for the id {id}")
        else:
            yield self._mark(raw, id, "", "", raw.start)

    def _mark(self, raw: Raw, id: str, kind: str, formal: str, at: int) -> Mark:
        place = self._places.of(raw.start)
        return Mark(id, kind, formal, raw.sentence, place, at, raw.end, raw.block, self._frame, id, raw.source)

    def _formal(self, check: str, at: int, variables: str = "", variables_at: int = 0) -> str:
        """Return what a mark states, once it is read; empty if one of its modules needs --run."""
        try:
            read_check(check, self._header.imports, variables)
        except Refused as error:
            raise Misread((variables_at if error.of_variables else at) + error.at, str(error)) from error
        words = set(re.findall(r"[^\W\d]\w*", f"{check} {variables}"))
        if words & self._refused_modules.keys():
            return ""
        return joined(check, variables)

    def _cells(self, raw: Raw, id: str, function: str, at: int) -> Iterator[Mark]:
        """Yield a mark for each number of a table: what a function of its row and column, or an expression, gives."""
        try:
            parsed(function.strip())  # alone: it may not close the brackets that are put around it
        except Refused as error:
            raise Misread(at + error.at, str(error)) from error
        if not self._formal(_of_cell(function, "1", "1", "1"), at):
            return
        for entry in entries(raw):
            if isinstance(entry, Misread):
                self._note(entry)
                continue
            sentence = f"row {entry.row}, column {entry.column}: {entry.number}"
            formal = joined(_of_cell(function, entry.row, entry.column, entry.number))
            place = self._places.of(entry.at)
            cell_id = f"{id}[{entry.row},{entry.column}]"
            shown = entry.end
            yield Mark(cell_id, "check", formal, sentence, place, at, shown, entry.block, self._frame, id, raw.source)

    def _unique(self, marks: list[Mark]) -> list[Mark]:
        """Leave out marks with the id of another one and another sentence or formula, and note them."""
        first: dict[str, Mark] = {}
        same: list[Mark] = []
        blocks: dict[str, list[str]] = {}
        for mark in marks:
            known = first.setdefault(mark.id, mark)
            says = (mark.sentence, mark.formal, mark.kind)
            said = (known.sentence, known.formal, known.kind)
            if says == said:
                same.append(mark)
                blocks.setdefault(mark.id, []).append(mark.block)
                continue
            what = "another sentence" if known.sentence != mark.sentence else "another check"
            self._faults.append(Fault(mark.place, f"the id {mark.id} marks {what} in {known.place.words}"))
        # a sentence that is marked twice is locked with both of its paragraphs
        return [mark._replace(block=digest(*blocks[mark.id])) for mark in same]

    def _note(self, error: Misread) -> None:
        self._faults.append(Fault(self._places.of(error.at), str(error)))


def _header(fields: Iterable[Field], places: Places) -> Header:
    claims = ""
    claims_at = 0
    imports: dict[str, tuple[str, int]] = {}
    for name, value, at in fields:
        if name == "claims":
            claims, claims_at = value, at
        else:
            imports |= dict(read_imports(value, at))
    return Header(claims, places.of(claims_at), imports)


def _files_in_folder(text: Path, names: Iterable[str]) -> Iterator[tuple[str, str, Reading]]:
    """Yield the files below the text that a LaTeX text reads, each with its name, content and what is read in it.

    They can define macros, and contain marks.
    """
    folder = text.parent.resolve()
    waiting = [*names]
    names_seen = {OWN_STYLE}
    seen = {text.resolve()}
    while waiting:
        name = waiting.pop()
        # files can read one another
        if name in names_seen:
            continue
        names_seen.add(name)
        for path in (folder / f"{name}{ending}" for ending in LATEX_FILES):
            try:
                if not path.is_file() or path.resolve() in seen or not path.resolve().is_relative_to(folder):
                    continue
                seen.add(path.resolve())
                content = read_bytes(path, MOST_BYTES).decode(errors="replace")
            except (OSError, ValueError):
                continue
            reading = read_marks(path.with_suffix(".tex"), content).reading
            yield path.relative_to(folder).as_posix(), content, reading
            waiting += reading.files


def _of_cell(function: str, row: str, column: str, number: str) -> str:
    """Return what a cell states: a function of its row and column, or an expression of these words, is its number.

    >>> _of_cell("math.comb", "3", "-4", "1/2"), _of_cell("f(row, rows) + column**2", "3", "-4", "7")
    ('math.comb(3, -4) == 1/2', '(f(3, rows) + (-4)**2) == 7')
    """
    if NAME.fullmatch(function):
        return f"{function}({row}, {column}) == {number}"
    values = {}
    for word, value in {"row": row, "column": column}.items():
        # In brackets, because -4**2 is not the square of -4.
        values[word] = value if value.isdigit() else f"({value})"
    return f"({CELL.sub(lambda found: values[found[0]], function)}) == {number}"


PLACES = "places.tsv"
MARKED = b"<!-- claims: "
END = re.compile(r"[.!?:][\"”’)*_]*(?=\s)")


def read_places(folder: Path) -> list[tuple[str, str]]:
    """Return the ids of claims with the words of their places; raise ValueError if the file has another form."""
    file = regular(folder / PLACES)
    lines = file.read_text(encoding="utf-8").splitlines()[1:]  # below the heading
    places = []
    for row in (line.split("\t") for line in lines):
        if len(row) != 2 or not re.search(r"\w", row[1]):
            raise ValueError(f"{file}: {row} is not an id, a tab and some words")
        places.append((row[0], row[1]))
    return places


def with_marks(content: str, places: Iterable[tuple[str, str]], claims: str) -> tuple[str, list[str]]:
    """Return a Markdown text with a mark behind each sentence that has the words of a claim, and the ids found.

    >>> with_marks("One. The castle *wins* in 15. Two.", [("A", "castle wins in 15"), ("B", "never")], "proofs")
    ('<!-- claims: proofs -->\\n\\nOne. The castle *wins* in 15.<!-- claim: A --> Two.', ['A'])
    """
    front, blocks = _blocks(content)
    marks = sorted(_found(blocks, places))
    parts = [content[:front], f"{MARKED.decode()}{claims} -->\n\n"]
    at = front
    for end, id in marks:
        parts += [content[at:end], f"<!-- claim: {id} -->"]
        at = end
    return "".join([*parts, content[at:]]), [id for _, id in marks]


def is_marked_copy(file: Path) -> bool:
    """Return whether a file can be a copy that `with_marks` has made, which may be written again."""
    return MARKED in regular(file).read_bytes()


def _blocks(content: str) -> tuple[int, list[tuple[int, str]]]:
    """Return where the front matter ends, and the blocks with text: each with its place, and with its code blanked."""
    starts = [0, *(found.end() for found in re.finditer("\n", content)), len(content)]
    front, blocks = 0, []
    for token in parse(content):
        first, last = token.map or (0, 0)
        if token.type == "front_matter":
            front = starts[last]
        if token.type != "inline":
            continue
        begin, end = token.meta.get("cell", (starts[first], starts[last]))
        parts, at = [], begin
        for child in token.children or ():
            if "span" in child.meta:
                start, stop = child.meta["span"]
                # As many blanks, so that the places of the words are those in the text.
                parts += [content[at:start], " " * (stop - start)]
                at = stop
        parts.append(content[at:end])
        blocks.append((begin, "".join(parts).rstrip()))
    return front, blocks


def _found(blocks: Iterable[tuple[int, str]], places: Iterable[tuple[str, str]]) -> Iterator[tuple[int, str]]:
    for id, words in places:
        # The words in a row, whatever signs of Markdown and punctuation are between them.
        joined_words = r"[\W_]+".join(re.findall(r"[^\W_]+", words))
        pattern = re.compile(rf"(?<![^\W_]){joined_words}(?![^\W_])", re.IGNORECASE)
        for begin, text in blocks:
            found = pattern.search(text)
            if found:
                end = END.search(text, found.end())
                length = end.end() if end else len(text)
                yield begin + length, id
                break
