"""Marks in Markdown: comments, which no reader of the text sees."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gametheory.texts.marks import Header, Misread, Raw, blanked, normalized, read_imports

COMMENT = re.compile(r"<!--(.*?)-->", re.DOTALL)
OPENING = re.compile(r"<!--\s*claim\s*:")
WORD = re.compile(r"\s*(claims|claim|import)\s*(?::\s*(.*?)\s*)?", re.DOTALL)
CODE = re.compile(
    r"^(`{3,}|~{3,})[^\n]*\n.*?(?:^\1[^\n]*$|\Z)|(?<!`)(`+)(?!`)[^\n]*?(?<!`)\2(?!`)", re.DOTALL | re.MULTILINE
)
FRONT = re.compile(r"\A---\n(.*?)^---\s*$", re.DOTALL | re.MULTILINE)
FIELD = re.compile(r"^(claims|import):[ \t]*(.*?)[ \t]*$", re.MULTILINE)
FORMULA = re.compile(r"\$\$.+?\$\$|\$[^$\n]+\$", re.DOTALL)
BLOCK = re.compile(r"\n[ \t]*\n|\n(?=#)|^#+[ \t]|(?:\A|\n)[ \t]*(?:[-*+]|\d+[.)])[ \t]+|(?:\A|\n)>[ \t]*", re.MULTILINE)
BOUNDARY = re.compile(r"(?<=[.!?])[\"”’)*_]*\s+(?=[^\sa-z])")
TABLE = re.compile(r"(?:^[ \t]*\|[^\n]*+\n?)+\s*\Z", re.MULTILINE)  # each line in one way, or long tables take forever


def header(content: str) -> Header:
    """Return the header: the lines `claims:` and `import:` of the front matter, or comments with them."""
    code = blanked(content, CODE)
    front = FRONT.match(content)
    fields = [(each[1], each[2], each.start(2)) for each in FIELD.finditer(content, 0, front.end() if front else 0)]
    for comment in COMMENT.finditer(code):
        if (word := WORD.fullmatch(comment[1])) and word[1] != "claim" and word[2]:
            fields.append((word[1], word[2], comment.start(1) + word.start(2)))
    claims, claims_at, imports = "", 0, dict[str, tuple[str, int]]()
    for name, value, at in fields:
        if name == "claims":
            claims, claims_at = value, at
        else:
            imports |= dict(read_imports(value, at))
    return Header(claims, claims_at, imports)


def marks(content: str) -> Iterator[Raw | Misread]:
    """Yield the marks of a text, and what cannot be read."""
    code = blanked(content, CODE)
    text = blanked(content, COMMENT)  # the sentences with their code
    read = set()
    for comment in COMMENT.finditer(code):
        word = WORD.fullmatch(comment[1])
        if not word or word[1] != "claim":
            continue
        read.add(comment.start())
        if not word[2]:
            yield Misread(comment.start(), "the mark names no claim; it must be <!-- claim: ID -->")
            continue
        before = text[: comment.start()]
        table = TABLE.search(before)
        sentence = normalized(_sentence(before))
        if not sentence:
            yield Misread(comment.start(), "the mark follows no sentence")
            continue
        yield Raw(
            word[2],
            comment.start(1) + word.start(2),
            comment.start(),
            comment.end(),
            sentence,
            table[0] if table else "",
            table.start() if table else 0,
        )
    for opening in OPENING.finditer(code):
        if opening.start() not in read:
            yield Misread(opening.start(), "the mark does not end; --> is missing")


def _sentence(before: str) -> str:
    """Return the last sentence of a text: of its last paragraph, item, heading or cell."""
    before = before.rstrip()
    plain = blanked(blanked(before, CODE, "x"), FORMULA, "x")
    begin = max((found.end() for found in BLOCK.finditer(plain) if found.end() < len(plain)), default=0)
    line = plain.rfind("\n") + 1
    if plain[line:].lstrip().startswith("|") and not plain.endswith("|"):
        begin = plain.rfind("|") + 1
    begin = max([begin, *(found.end() for found in BOUNDARY.finditer(plain, begin))])
    return before[begin:]
