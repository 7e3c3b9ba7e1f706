"""Marks in Markdown: comments, which no reader of the text sees.

The parser markdown-it decides what is a comment, what is code, and which block a comment is in. It knows the
lines of a block. Here each comment also has its place, so that a fault and a verdict have theirs.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline, backtick, html_inline
from markdown_it.token import Token
from mdit_py_plugins.amsmath import amsmath_block, amsmath_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.dollarmath.index import math_inline_dollar
from mdit_py_plugins.front_matter import front_matter_plugin

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
    row_block,
    shortened,
    without,
)

COMMENT = "comment"  # the type of its token, which is not one of markdown-it
EMPHASIS = ("em_open", "em_close", "strong_open", "strong_close")
ONE_TEXT = ("text", "code_inline", "math_inline")
FIELD = re.compile(r"^(claims|import):[ \t]*(.*)$", re.MULTILINE)
INSERTS = re.compile(r"\{[{%]")
LOOKS_MARKED = re.compile(r"<!\s*-[\s-]*claim\b", re.IGNORECASE)
ENDED_BY_AMSMATH: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
WRITTEN = "it must be <!-- claim: ID -->"
NOT_READ = f"this looks like a mark and is not read; {WRITTEN} after a sentence or below a block"
NO_END = "the mark does not end; --> is missing"
Rule = Callable[[StateInline, bool], bool]
Rows = tuple[tuple[Cell, ...], ...]


def read(content: str) -> Reading:
    """Return what a text says: its header, its marks, and whatever looks like a mark and is none."""
    return _Reader(content).reading()


def parse(content: str) -> list[Token]:
    """Return the tokens of a text; in `meta`, a comment has its place in the text, and in the content of its block."""
    tokens = parser().parse(content)
    lines = content.split("\n")
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    opening, column = "", 0
    for token in tokens:
        first, end = token.map or (0, 0)
        if token.type == "tr_open":
            column = 0
        elif opening in ("th_open", "td_open"):
            written = token.content.replace("|", r"\|")
            start = starts[first]
            begin = lines[first].index(written, column)
            column = begin + len(written)  # the next cell can have the same content
            token.meta["cell"] = start + begin, start + column
            _place_children(token, _in_cell(token.content, start + begin))
        elif token.type in ("inline", "html_block"):
            if token.type == "html_block":
                token.children = list(_pieces(token.content))
            _place_children(token, _in_lines(token.content, lines[first:end], starts[first:end]))
        opening = token.type
    return tokens


def without_comments(token: Token) -> str:
    """Return the content of a block without its comments."""
    parts, at = [], 0
    for child in token.children or ():
        if child.type == COMMENT:
            begin, end = child.meta["inside"]
            parts.append(token.content[at:begin])
            at = end
    parts.append(token.content[at:])
    return "".join(parts)


# The parser


@cache
def parser() -> MarkdownIt:
    """Return the parser of texts: CommonMark with tables, front matter, and formulas by Pandoc's rule."""
    parser = MarkdownIt("commonmark", {"html": True}).enable("table")
    # what other renderers of Markdown read, too, by their rules
    front_matter_plugin(parser)
    dollarmath_plugin(parser, allow_space=False, allow_labels=False, allow_blank_lines=False, double_inline=True)
    amsmath_plugin(parser)
    rules: dict[str, Rule] = {"html_inline": html_inline, "backticks": backtick, "math_inline": _formula}
    for name, rule in rules.items():
        parser.inline.ruler.at(name, _with_place(rule))
    parser.block.ruler.at("amsmath", _amsmath, ENDED_BY_AMSMATH)
    return parser


def _with_place(rule: Rule) -> Rule:
    """Return a rule whose tokens have their place in the content of their block."""

    def placed(state: StateInline, silent: bool) -> bool:
        begin = state.pos
        tokens = len(state.tokens)
        matches = rule(state, silent)
        if matches and len(state.tokens) > tokens:
            state.tokens[-1].meta["inside"] = begin, state.pos
        return matches

    return placed


_dollars = math_inline_dollar(allow_space=False, allow_double=True)


def _formula(state: StateInline, silent: bool) -> bool:
    """Read a formula between dollar signs if no digit follows, as Pandoc does: in "$5 and $6" there is none."""
    begin = state.pos
    if not _dollars(state, True):
        return False
    follows = state.src[state.pos : state.pos + 1]
    state.pos = begin
    return not follows.isdigit() and _dollars(state, silent)


def _amsmath(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """Read an environment of amsmath; where one has no end, look for it once, so that n of them take n steps."""
    line = state.src[state.bMarks[first] + state.tShift[first] : state.eMarks[first]]
    # the usual line, for which no environment need be sought
    if state.is_code_block(first) or not line.startswith(r"\begin{"):
        return False
    unclosed = state.env.setdefault("unclosed", set())
    opening = line.partition("}")[0], end
    # the same one again: its end has been looked for up to the last line
    if opening in unclosed:
        return False
    matches = amsmath_block(state, first, end, silent)
    if not matches:
        unclosed.add(opening)
    return matches


def _pieces(html: str) -> Iterator[Token]:
    """Yield the comments of a block of HTML, and what is between them."""
    at = 0
    while True:
        begin = html.find("<!--", at)
        close = html.find("-->", begin + 2)  # <!--> is a comment, too
        if min(begin, close) < 0:
            break
        yield Token("text", "", 0, content=html[at:begin])
        at = close + len("-->")
        yield Token("html_inline", "", 0, content=html[begin:at], meta={"inside": (begin, at)})
    yield Token("text", "", 0, content=html[at:])


def _place_children(token: Token, place: Callable[[int], int]) -> None:
    """Note where the comments and the code of a block are in the text."""
    for child in token.children or ():
        # tags are shown as text, comments are not shown
        if child.type == "html_inline" and child.content.startswith("<!--"):
            child.type = COMMENT
        if "inside" in child.meta:
            begin, end = child.meta["inside"]
            child.meta["span"] = place(begin), place(end - 1) + 1


def _in_lines(content: str, lines: Sequence[str], starts: Sequence[int]) -> Callable[[int], int]:
    """Return where in the text a character of a block is: each line of its content is a part of a line of the text."""
    begins = []
    shifts = []
    at = 0
    for line, start, inner in zip(lines, starts, content.split("\n"), strict=False):
        stripped = inner.strip()
        indent = len(inner) - len(inner.lstrip())
        begins.append(at)
        shifts.append(start + line.find(stripped) - at - indent)
        at += len(inner) + 1
    return lambda offset: offset + shifts[bisect_right(begins, offset) - 1]


def _in_cell(content: str, start: int) -> Callable[[int], int]:
    r"""Return where in the text a character of a cell is, in which `\|` is written for `|`."""
    return lambda offset: start + offset + content.count("|", 0, offset)


# The marks


class _Reader:
    """Reads the marks of one text."""

    def __init__(self, content: str) -> None:
        self._content = content
        self._tokens = parse(content)
        self._starts = [0, *(found.end() for found in re.finditer("\n", content)), len(content)]
        self._spans = [each.meta["span"] for token in self._tokens for each in _comments(token)]
        self._fields: list[Field] = []
        self._marks: list[Raw] = []
        self._faults: list[Misread] = []
        self._blocks: dict[int, _Block] = {}  # by the index of its first token

    def reading(self) -> Reading:
        """Read each block, and know the one before it in the same item or quotation."""
        frame = []
        openings: list[int] = []
        before = list[int | None]([None])
        items: list[int] = []
        for index, token in enumerate(self._tokens):
            if token.type == "front_matter":
                # some generators of sites put its values where {{name}} is in the text
                if INSERTS.search(self._content):
                    frame.append(token.content)
                self._front_matter(token)
            elif token.type == "table_open":
                self._blocks[index] = self._table(index)
            elif token.type == "list_item_open":
                items.append(index)
            elif token.type == "list_item_close":
                items.pop()
            if token.nesting == 1:
                openings.append(index)
                before.append(None)
            elif token.nesting == -1:
                before.pop()
                before[-1] = openings.pop()
            elif _comments(token):
                self._read_comments(token, before[-1], items[-1] if items else None)
            # A block of comments alone is no block that a mark could follow.
            is_block = token.nesting == 0 and token.type != "front_matter"
            if is_block and without_comments(token).strip():
                before[-1] = index
        frame += [f"{field.name}: {field.value}" for field in self._fields]
        return Reading(self._fields, self._marks, [*self._faults, *self._unread()], "\n".join(frame))

    def _front_matter(self, token: Token) -> None:
        for field in FIELD.finditer(token.content):
            self._fields.append(Field(field[1], field[2].strip(), self._starts[1] + field.start(2)))

    def _read_comments(self, token: Token, before: int | None, item: int | None) -> None:
        """Read the comments of a block; a mark is of the block that it is in, or follows if it is alone."""
        content = token.content
        sentence = ""
        text = ""
        at = 0
        if item is not None:
            whole = self._block(item).hash
        else:
            whole = digest(without_comments(token))
        # a cell is read with its row and its headings
        own = token.meta.get("row", whole)
        for comment in _comments(token):
            begin, end = comment.meta["inside"]
            text = text + content[at:begin]
            at = end
            found = self._word(comment)
            if not found:
                continue
            words, place = found
            sentence = shortened(normalized(text)) or sentence
            text = ""
            start, stop = comment.meta["span"]
            # words of the same block come before the mark
            if sentence:
                self._marks.append(Raw(words, place, start, stop, sentence, own))
            # a comment alone, below the block that it marks
            elif token.type == "html_block" and before is not None:
                block = self._block(before)
                around = block.hash if item is None else whole
                self._marks.append(Raw(words, place, start, stop, block.sentence, around, block.rows))
            else:
                self._faults.append(Misread(start, NO_TEXT))

    def _word(self, comment: Token) -> tuple[str, int] | None:
        """Return the attributes of a mark with their place; None for another comment, of which a header is noted."""
        start, _ = comment.meta["span"]
        inner = comment.content.removeprefix("<!--").removesuffix("-->")
        name, _, value = inner.partition(":")
        name = name.strip()
        words = value.strip()
        at = start + len("<!--") + len(inner) - len(value.lstrip())
        # the next mark would be a part of this one
        if name == "claim" and "<!--" in inner:
            self._faults.append(Misread(start, NO_END))
        elif name == "claim" and words:
            return words, at
        elif name == "claim":
            self._faults.append(Misread(start, f"the mark names no claim; {WRITTEN}"))
        elif name in ("claims", "import") and words:
            self._fields.append(Field(name, words, at))
        elif SAYS_CLAIM.search(inner):
            self._faults.append(Misread(start, NOT_READ))
        return None

    def _block(self, first: int) -> _Block:
        """Return the block that begins with a token; it has all its items, rows and paragraphs."""
        if first not in self._blocks:
            token = self._tokens[first]
            if token.nesting == 0:
                text = without_comments(token)
            elif self._tokens[first + 1].type == "inline":  # a paragraph or a heading
                text = without_comments(self._tokens[first + 1])
            else:
                text = self._lines(token)
            self._blocks[first] = _Block(shortened(normalized(text)), digest(text))
        return self._blocks[first]

    def _lines(self, token: Token) -> str:
        """Return the lines of a block as they are written, without the comments in them."""
        first, last = token.map or (0, 0)
        return without(self._content, self._starts[first], self._starts[last], self._spans)

    def _table(self, first: int) -> _Block:
        """Return a table with its rows, and note in each cell the hash of its row."""
        rows: list[list[Cell]] = []
        inside: list[tuple[int, Token]] = []
        for token in self._tokens[first:]:
            if token.type == "tr_open":
                rows.append([])
            elif "cell" in token.meta:
                inside.append((len(rows) - 1, token))
                rows[-1].append(Cell(_plain(token), *token.meta["cell"]))
            elif token.type == "tr_close":
                rows[-1] += self._surplus(rows[-1][-1])
            elif token.type == "table_close":
                break
        cells = tuple(map(tuple, rows))
        hashes = [row_block(cells[0], row) for row in cells]
        for number, token in inside:
            token.meta["row"] = hashes[number]
        text = self._lines(self._tokens[first])
        return _Block(shortened(normalized(text)), digest(text), cells)

    def _surplus(self, last: Cell) -> list[Cell]:
        """Return what is to the right of the last cell with a heading, which markdown-it leaves out."""
        end = self._content.find("\n", last.end)
        # the last line of a text can have no end
        rest = self._content[last.end : end if end >= 0 else None]
        surplus = rest.strip(" \t|")
        at = last.end + rest.find(surplus)
        if surplus:
            return [Cell(surplus, at, at + len(surplus))]
        return []

    def _unread(self) -> Iterator[Misread]:
        """Yield what looks like a mark, and is neither a comment nor in code, where it is an example."""
        known = {start for start, _ in self._spans}
        code: list[tuple[int, int]] = []
        for token in self._tokens:
            if token.type in ("fence", "code_block") and token.map:
                first, last = token.map
                code.append((self._starts[first], self._starts[last]))
            code += [each.meta["span"] for each in token.children or () if each.type == "code_inline"]
        closes = self._content.rfind("-->")
        for found in LOOKS_MARKED.finditer(self._content):
            at = found.start()
            index = bisect_right(code, (at, at)) - 1  # code is in the order of the text
            is_code = index >= 0 and at < code[index][1]
            if at not in known and not is_code:
                yield Misread(at, NOT_READ if closes > at else NO_END)


class _Block(NamedTuple):
    """A block that is marked: what is shown of it, its hash, and its rows if it is a table."""

    sentence: str
    hash: str
    rows: Rows = ()


def _comments(token: Token) -> list[Token]:
    return [child for child in token.children or () if child.type == COMMENT]


def _plain(cell: Token) -> str:
    """Return the one text of a cell, without emphasis; or what is written, if there are several texts."""
    children = [each for each in cell.children or () if each.type not in (COMMENT, *EMPHASIS)]
    parts = [each for each in children if each.content.strip() or each.type not in ONE_TEXT]
    # a number in bold or in dollar signs is still a number
    if len(parts) == 1 and parts[0].type in ONE_TEXT:
        return parts[0].content.strip()
    return without_comments(cell).strip()
