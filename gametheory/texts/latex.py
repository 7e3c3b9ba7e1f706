r"""Marks in LaTeX: the command `\claim`, which the style file `gametheory-claims.sty` defines.

A text is divided into the few signs that decide where a mark is: commands, braces, dollar signs and blank
lines. Comments are not read, nor `comment`, `\iffalse`, and what follows `\end{document}`. Verbatim text is
read as text without commands.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gametheory.texts.marks import Cell, Field, Misread, Raw, Reading, digest, normalized, shortened, without

SIGN = re.compile(r"\\[A-Za-z@]+|\\.|%[^\n]*|[{}\[\]&]|\$\$?|\n[ \t]*\n\s*", re.DOTALL)
NAME = re.compile(r"\s*\{([^{}\n]*)\}")
FILE = re.compile(r"\s+([^\s{}\\%]+)")
CONDITIONAL = re.compile(r"\\(if[A-Za-z@]*|else|fi)(?![A-Za-z@])|\\.|%[^\n]*", re.DOTALL)
PRIMITIVE = re.compile(
    r"if(?:x|cat|num|dim|odd|vmode|hmode|mmode|inner|void|hbox|vbox|eof|true|false|case|defined|csname|@.*)?"
)
NEW_CONDITIONAL = re.compile(r"\\newif\s*\\(if[A-Za-z@]+)")
NOT_TYPESET = ("comment", "filecontents", "filecontents*")
VERBATIM = ("verbatim", "verbatim*", "Verbatim", "lstlisting", "minted", *NOT_TYPESET)
INLINE_VERBATIM = {
    r"\verb": re.compile(r"\*?([^\sA-Za-z*])(?:(?!\1)[^\n])*\1"),
    r"\lstinline": re.compile(r"(?:\[[^\]\n]*\])?(?:\{[^{}\n]*\}|([^\s\w*{])(?:(?!\1)[^\n])*\1)"),
    r"\mintinline": re.compile(r"\{\w+\}(?:\{[^{}\n]*\}|([^\s\w*{])(?:(?!\1)[^\n])*\1)"),
    # in addresses, % begins no comment
    **dict.fromkeys((r"\url", r"\path", r"\nolinkurl", r"\href"), NAME),
}
FORMULAS = ("equation", "align", "gather", "multline", "eqnarray", "displaymath", "math", "flalign", "alignat")
NOTES = (r"\footnote", r"\footnotetext", r"\marginpar")
TABLES = {"tabular": 1, "tabular*": 2, "tabularx": 2, "array": 1, "longtable": 1}  # with their arguments
LINES = re.compile(r"\\(?:hline|toprule|midrule|bottomrule)|\\c(?:line|midrule)(?:\([^()]*\))?\{[^{}]*\}")
PHANTOM = re.compile(r"\\h?phantom\{[^{}]*\}")
WRAPPED = re.compile(r"\\(?:math|text)(?:bf|it|rm)\s*\{([^{}]*)\}|\{([^{}]*)\}|\$([^$]+)\$")
DEFINES = re.compile(
    r"\\(?:.*def|(?:.*[^l])?let|(?:re)?new(?!line|page).*|provide.*|(?:New|Renew|Provide|Declare)[A-Z].*"
    r"|(?:set|addto|step)counter|csname|catcode|AtBeginDocument|input.*|include.*|subfile.*|(?:sub)?import)"
)
PACKAGES = (r"\usepackage", r"\RequirePackage", r"\documentclass")
IMPORTS = (r"\import", r"\subimport", r"\includefrom", r"\inputfrom")  # a folder, and a file in it
FILES = (r"\input", r"\include", r"\InputIfFileExists", r"\subfile", r"\subfileinclude", *IMPORTS, *PACKAGES)
HEADER = {r"\claimfolder": "claims", r"\claimimport": "import"}
MOST_NESTED = 20
NOT_SHOWN = re.compile(r"\\label\s*\{[^{}]*\}|~")
ID = re.compile(r'[^\s"=\\{}#$%&^~]+')
TWO_ARGUMENTS = r"a \claim has two arguments in braces, \claim{ID}{sentence}"
NOT_IN = r"\claim in {} is not allowed; put it around the sentence"
IN_TITLE = r"a title in brackets ends at the first ]; write \begin{theorem}[{\claim[…]{ID}{title}}]"
Span = tuple[int, int]


class Sign(NamedTuple):
    """A sign that decides where a mark is, with its place."""

    text: str
    start: int
    end: int


def read(content: str) -> Reading:
    r"""Return what a text says: its header, its marks, and each `\claim` that cannot be read."""
    return _Reader(content).reading()


# Signs


class _Scanner:
    """Divides a text into signs, without what is not typeset, and without what is verbatim."""

    def __init__(self, content: str) -> None:
        self._content = content
        self.signs: list[Sign] = []
        self.hidden: list[Span] = []
        self.faults: list[Misread] = []
        self._conditionals = set(NEW_CONDITIONAL.findall(content))
        at = 0
        while True:
            found = SIGN.search(content, at)
            if not found:
                break
            at = self._after(Sign(found[0], *found.span()))

    def _after(self, sign: Sign) -> int:
        """Take a sign, and return where the next one may begin."""
        content = self._content
        end = sign.end
        if sign.text in (r"\begin", r"\end"):
            name = NAME.match(content, end)
        else:
            name = None
        inline = INLINE_VERBATIM.get(sign.text)
        verbatim = inline.match(content, end) if inline else None
        if sign.text.startswith("%"):
            return self._hide(sign.start, end)
        if sign.text == r"\end" and name and name[1] == "document":
            return self._hide(sign.start, len(content))
        if sign.text == r"\begin" and name and name[1] in VERBATIM:
            return self._after_verbatim(sign, name[1])
        if sign.text == r"\iffalse":
            return self._after_conditional(sign)
        if verbatim:
            return verbatim.end()
        self.signs.append(sign)
        return end

    def _hide(self, start: int, end: int) -> int:
        self.hidden.append((start, end))
        return end

    def _after_verbatim(self, sign: Sign, name: str) -> int:
        closing = rf"\end{{{name}}}"
        at = self._content.find(closing, sign.end)
        if at < 0:
            return self._unclosed(sign, rf"\begin{{{name}}} has no {closing}")
        end = at + len(closing)
        if name in NOT_TYPESET:
            return self._hide(sign.start, end)
        return end

    def _after_conditional(self, sign: Sign) -> int:
        r"""Return the end of `\iffalse`: its `\fi` or `\else`, as TeX counts those of the conditionals inside."""
        depth = 1
        for found in CONDITIONAL.finditer(self._content, sign.end):
            word = found[1] or ""
            if word.startswith("if"):
                depth += bool(PRIMITIVE.fullmatch(word)) or word in self._conditionals
            depth -= word == "fi"
            if not depth or (word == "else" and depth == 1):
                return self._hide(sign.start, found.end())
        return self._unclosed(sign, r"\iffalse has no \fi")

    def _unclosed(self, sign: Sign, message: str) -> int:
        self.faults.append(Misread(sign.start, message))
        return self._hide(sign.start, len(self._content))


# Marks


class _Written(NamedTuple):
    r"""A `\claim` as it is written: its option, its id and its sentence, each without brackets."""

    start: int
    end: int
    option: Span
    id: Span
    sentence: Span
    theorem: Span | None  # what is typeset below the title that the mark is in


@dataclass
class _Context:
    """What is open at a sign: the sign that began a formula, and where a formula, a footnote and a title end."""

    formula: str = ""
    formula_end: int = 0
    note_end: int = 0
    title_end: int = 0
    theorem: Span = (0, 0)  # what is below the title


class _Reader:
    """Reads the marks of one text."""

    def __init__(self, content: str) -> None:
        scanner = _Scanner(content)
        self._content = content
        self._signs = scanner.signs
        self._hidden = scanner.hidden
        self._fields: list[Field] = []
        self._faults = scanner.faults
        self._starts = [sign.start for sign in self._signs]
        self._closing = _closing(self._signs)
        self._names = _names(content, self._signs)
        self._ends = _ends(self._signs, self._names)
        documents = [index for index, name in self._names.items() if name == "document"]
        self._body = self._signs[documents[0]].start if documents else 0
        self._blank = [sign for sign in self._signs if sign.text.startswith("\n")]
        self._cut: list[Span] = []
        self._hashes: dict[Span, str] = {}

    def reading(self) -> Reading:
        found = list(self._claims())
        # sentences are locked; the ids and checks of other marks in the same paragraph are not
        commands = [(each.start, each.sentence[0]) for each in found]
        commands += [(each.sentence[1], each.end) for each in found]
        self._cut = sorted([*self._hidden, *commands])
        marks = []
        for each in found:
            try:
                marks.append(self._mark(each))
            except Misread as error:
                self._faults.append(error)
        frame = [self._visible((0, self._body)), *map(self._visible, self._definitions())]
        return Reading(self._fields, marks, self._faults, "\n\n".join(frame), tuple(self._files()))

    def _claims(self) -> Iterator[_Written]:
        r"""Yield each `\claim` that stands where it can be typeset, and read the header; note the other ones."""
        context = _Context()
        around: list[int] = []
        for index, sign in enumerate(self._signs):
            self._enter(context, index)
            if sign.text in HEADER:
                self._header(HEADER[sign.text], index)
            if sign.text != r"\claim":
                continue
            try:
                written = self._written(index, context)
                # a sentence in n others is read n times
                around = [end for end in around if end > sign.start]
                if len(around) == MOST_NESTED:
                    raise Misread(sign.start, rf"more than {MOST_NESTED} \claim are in each other")
                around.append(written.theorem[1] if written.theorem else written.end)
                yield written
            except Misread as error:
                self._faults.append(error)

    def _enter(self, context: _Context, index: int) -> None:
        """Note what a sign begins or ends: a formula, a footnote, or the title of a theorem."""
        text = self._signs[index].text
        context.formula = _formula_after(context.formula, text)
        if text == r"\begin" and index in self._ends:
            end = self._starts[self._ends[index]]
            if self._names[index].rstrip("*") in FORMULAS:
                context.formula_end = max(context.formula_end, end)
            title = self._argument(index + 3, "[")
            if title:
                context.title_end = self._starts[title[1]]
                context.theorem = (self._signs[title[1]].end, end)
        elif text in NOTES:
            note = self._argument(index + 1, "{")
            context.note_end = max(context.note_end, self._starts[note[1]] if note else 0)

    def _written(self, index: int, context: _Context) -> _Written:
        start = self._starts[index]
        if context.formula or start < context.formula_end:
            raise Misread(start, NOT_IN.format("a formula"))
        if start < context.note_end:
            raise Misread(start, NOT_IN.format("a footnote"))
        if start < self._body:
            raise Misread(start, r"\claim before \begin{document} is not read")
        option = self._argument(index + 1, "[", must_close=True)
        id = self._argument(option[1] + 1 if option else index + 1, "{", must_close=True)
        if id:
            sentence = self._argument(id[1] + 1, "{", must_close=True)
        else:
            sentence = None
        if not id or not sentence:
            raise Misread(start, TWO_ARGUMENTS)
        in_title = start < context.title_end
        end = self._signs[sentence[1]].end
        if in_title and end > context.title_end:
            raise Misread(start, IN_TITLE)
        theorem = context.theorem if in_title else None
        if option:
            option_span = self._inside(option)
        else:
            option_span = (start, start)
        return _Written(start, end, option_span, self._inside(id), self._inside(sentence), theorem)

    def _header(self, name: str, index: int) -> None:
        argument = self._argument(index + 1, "{")
        if argument:
            at, end = self._inside(argument)
            self._fields.append(Field(name, self._content[at:end].strip(), at))

    def _mark(self, written: _Written) -> Raw:
        start = written.start
        id = without(self._content, *written.id, self._hidden).strip()
        if not id:
            raise Misread(start, f"the mark names no claim; {TWO_ARGUMENTS}")
        if not ID.fullmatch(id):
            raise Misread(start, f"the id {id!r} has a sign that means something to TeX, or a space")
        text = self._visible(written.theorem or written.sentence)
        sentence = normalized(NOT_SHOWN.sub(" ", text))
        if not sentence:
            raise Misread(start, "the mark has no sentence")
        end = max(written.end, written.theorem[1] if written.theorem else 0)
        # the words, and then the id, so that the places of the words are those of the text
        words = f" {self._option(written.option)} {id}"
        block = self._block((start, end))
        table = self._table(written.sentence)
        source = self._content[slice(*written.sentence)]
        return Raw(words, written.option[0] - 1, start, written.end, shortened(sentence), block, table, source)

    def _option(self, span: Span) -> str:
        r"""Return the option of a mark, of the same length, in which `\%` is the sign of Python."""
        text = without(self._content, *span, self._hidden, " ")
        if text.strip().startswith("{") and text.strip().endswith("}"):
            text = text.replace("{", " ", 1)
            text = " ".join(text.rsplit("}", 1))
        return text.replace(r"\%", " %")

    # Blocks, macros and files

    def _block(self, span: Span) -> str:
        """Return the hash of the paragraph, or the paragraphs, around a part of the text."""
        whole = self._paragraphs(span)
        if whole not in self._hashes:
            self._hashes[whole] = digest(self._visible(whole))
        return self._hashes[whole]

    def _paragraphs(self, span: Span) -> Span:
        before = bisect_right(self._blank, span[0], key=lambda sign: sign.start)
        after = bisect_left(self._blank, span[1], key=lambda sign: sign.start)
        if before:
            begin = self._blank[before - 1].end
        else:
            begin = 0
        if after < len(self._blank):
            end = self._blank[after].start
        else:
            end = len(self._content)
        return max(begin, self._body), end

    def _definitions(self) -> list[Span]:
        """Return the paragraphs of the text that define macros, apart from what stands before the text."""
        defining = [sign for sign in self._signs if sign.start > self._body and DEFINES.fullmatch(sign.text)]
        return list(dict.fromkeys(self._paragraphs((sign.start, sign.end)) for sign in defining))

    def _files(self) -> Iterator[str]:
        """Yield the names of the files that the text reads, and of its packages."""
        for index, sign in enumerate(self._signs):
            if sign.text in FILES:
                folder, names = self._read_here(index)
                for name in names.split(","):
                    if name.strip():
                        yield f"{folder}{name.strip()}"

    def _read_here(self, index: int) -> tuple[str, str]:
        """Return the folder and the names that follow a command that reads files."""
        sign = self._signs[index]
        option = self._argument(index + 1, "[")
        first = self._argument(option[1] + 1 if option else index + 1, "{")
        if not first:
            bare = FILE.match(self._content, sign.end)  # as in \input chapter
            return "", bare[1] if bare else ""
        names = self._visible(self._inside(first))
        if sign.text not in IMPORTS:
            return "", names
        second = self._argument(first[1] + 1, "{")
        return names.strip(), self._visible(self._inside(second)) if second else ""

    # Tables

    def _table(self, span: Span) -> tuple[tuple[Cell, ...], ...]:
        """Return the rows of the first table in a part of the text."""
        for index in range(bisect_left(self._starts, span[0]), bisect_left(self._starts, span[1])):
            if self._signs[index].text == r"\begin" and self._names.get(index) in TABLES and index in self._ends:
                return tuple(self._rows(index))
        return ()

    def _rows(self, first: int) -> Iterator[tuple[Cell, ...]]:
        last = self._ends[first]
        index = first + 3
        position = self._argument(index, "[")
        index = position[1] + 1 if position else index
        for _ in range(TABLES[self._names[first]]):
            argument = self._argument(index, "{")
            index = argument[1] + 1 if argument else index
        row: list[Cell] = []
        at = self._signs[index - 1].end
        while index < last:
            text, start, _ = self._signs[index]
            if text == "{":
                index = self._closing.get(index, index)
            elif text == r"\begin":
                index = self._ends.get(index, index)
            elif text in ("&", r"\\"):
                row.append(self._cell((at, start)))
                if text == r"\\":
                    space = self._argument(index + 1, "[")
                else:
                    space = None
                index = space[1] if space else index
                at = self._signs[index].end
                if text == r"\\":
                    yield tuple(row)
                    row = []
            index += 1
        yield (*row, self._cell((at, self._starts[last])))

    def _cell(self, span: Span) -> Cell:
        written = LINES.sub("", self._visible(span)).strip()
        text = PHANTOM.sub("", written).strip("~ ")
        for _ in range(3):  # as in \textbf{$7$}
            wrapped = WRAPPED.fullmatch(text)
            if not wrapped:
                break
            text = next(filter(None, wrapped.groups()), "").strip()
        at = max(self._content.find(written, *span), span[0])
        return Cell(text, at, at + len(written))

    # Signs

    def _argument(self, index: int, opening: str, must_close: bool = False) -> tuple[int, int] | None:
        """Return the signs of an argument that begins at a sign; None if there is none, or something before it."""
        if index >= len(self._signs) or self._signs[index].text != opening:
            return None
        start = self._starts[index]
        if without(self._content, self._signs[index - 1].end, start, self._hidden).strip():
            return None
        if index not in self._closing:
            if must_close:
                raise Misread(start, f"{opening} is not closed")
            return None
        return index, self._closing[index]

    def _inside(self, argument: tuple[int, int]) -> Span:
        opening, closing = argument
        return self._signs[opening].end, self._starts[closing]

    def _visible(self, span: Span) -> str:
        """Return a part of the text without comments, and without the commands of the marks around their sentences."""
        return without(self._content, *span, self._cut)


def _formula_after(formula: str, text: str) -> str:
    """Return the sign with which the formula began that is open after a sign; empty outside a formula."""
    if text in (r"\(", r"\["):
        return text
    if text == "$":
        return "" if formula else text
    if text == "$$" and formula != "$":  # otherwise it ends a formula and begins another one
        return "" if formula else text
    if text in (r"\)", r"\]") or (text.startswith("\n") and formula in ("$", r"\(")):
        return ""
    return formula


def _closing(signs: Sequence[Sign]) -> dict[int, int]:
    """Return which sign closes a brace or a bracket: for a bracket the first one at the same depth of braces."""
    closing: dict[int, int] = {}
    braces: list[int] = []
    brackets = list[list[int]]([[]])
    for index, sign in enumerate(signs):
        if sign.text == "{":
            braces.append(index)
            brackets.append([])
        elif sign.text == "}" and braces:
            closing[braces.pop()] = index
            brackets.pop()
        elif sign.text == "[":
            brackets[-1].append(index)
        elif sign.text == "]":
            closing |= dict.fromkeys(brackets[-1], index)
            brackets[-1] = []
    return closing


def _names(content: str, signs: Sequence[Sign]) -> dict[int, str]:
    r"""Return the environments that begin and end, by the index of `\begin` or `\end`."""
    names = {}
    for index, sign in enumerate(signs):
        if sign.text in (r"\begin", r"\end"):
            name = NAME.match(content, sign.end)
        else:
            name = None
        if name:
            names[index] = name[1].strip()
    return names


def _ends(signs: Sequence[Sign], names: dict[int, str]) -> dict[int, int]:
    r"""Return which `\end` belongs to a `\begin`."""
    ends: dict[int, int] = {}
    open_ones: list[int] = []
    for index, name in names.items():
        if signs[index].text == r"\begin":
            open_ones.append(index)
        elif open_ones and names[open_ones[-1]] == name:
            ends[open_ones.pop()] = index
    return ends
