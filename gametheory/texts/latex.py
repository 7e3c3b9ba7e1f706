r"""Marks in LaTeX: the command `\claim`, which the style file `gametheory-claims.sty` defines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gametheory.texts.marks import Header, Misread, Raw, blanked, normalized, read_imports

COMMENT = re.compile(r"(?<!\\)%[^\n]*")
VERBATIM = re.compile(r"\\begin\{(verbatim\*?|lstlisting)\}.*?\\end\{\1\}|\\verb\*?([^\sA-Za-z*]).*?\2", re.DOTALL)
COMMAND = re.compile(r"\\(claimfolder|claimimport|claim)(?![A-Za-z@])\s*")
MATH = "equation|align|gather|multline|eqnarray|displaymath|math|flalign|alignat"
NO_MARKS = {
    "a formula": re.compile(
        rf"(?<!\\)\$\$.*?\$\$|(?<!\\)\$.*?(?<!\\)\$|\\\(.*?\\\)|\\\[.*?\\\]|\\begin\{{((?:{MATH})\*?)\}}.*?\\end\{{\1\}}",
        re.DOTALL,
    )
}
HEAD = re.compile(r"\\begin\{([A-Za-z]+\*?)\}\s*\[\{?\s*\Z")
TABLE = re.compile(r"\\begin\{(tabular\*?)\}(?:\{[^{}]*\})?(.*?)\\end\{\1\}", re.DOTALL)
UNSEEN = re.compile(r"\\label\s*\{[^{}]*\}|~")
LONG = "a \\claim has two arguments in braces, \\claim{ID}{sentence}"


def header(content: str) -> Header:
    r"""Return the header: the arguments of `\claimfolder` and `\claimimport`."""
    claims, claims_at, imports = "", 0, dict[str, tuple[str, int]]()
    text = _without_comments(content)
    for command in COMMAND.finditer(text):
        if command[1] != "claim" and text[command.end() : command.end() + 1] == "{":
            end = closing(text, command.end())
            value, at = text[command.end() + 1 : end], command.end() + 1
            if command[1] == "claimfolder":
                claims, claims_at = value.strip(), at
            else:
                imports |= dict(read_imports(value, at))
    return Header(claims, claims_at, imports)


def marks(content: str) -> Iterator[Raw | Misread]:
    """Yield the marks of a text, and what cannot be read."""
    text = _without_comments(content)
    refused = list(_refused(text))
    for command in COMMAND.finditer(text, max(text.find(r"\begin{document}"), 0)):
        if command[1] != "claim":
            continue
        start = command.start()
        inside = next((name for name, begin, end in refused if begin < start < end), "")
        if inside:
            yield Misread(start, rf"\claim in {inside} is not allowed; put it around the sentence")
            continue
        try:
            yield _mark(text, start, command.end())
        except Misread as error:
            yield error


def _mark(text: str, start: int, at: int) -> Raw:
    words, words_at = "", at
    if text[at : at + 1] == "[":
        end = closing(text, at)
        words, words_at, at = f" {text[at + 1 : end]}", at, end + 1
    groups = []
    for _ in range(2):
        at += len(text[at:]) - len(text[at:].lstrip())
        if text[at : at + 1] != "{":
            raise Misread(start, LONG)
        end = closing(text, at)
        groups.append((at + 1, end))
        at = end + 1
    (id_at, id_end), (begin, end) = groups
    id = text[id_at:id_end].strip()
    if not re.fullmatch(r"[^\s\"=]+", id):
        raise Misread(start, rf"the mark names no claim; {LONG}")
    table = TABLE.search(text, begin, end)
    sentence = text[begin:end]
    if head := HEAD.search(text, 0, start):
        close = text.find(rf"\end{{{head[1]}}}", at)
        sentence = text[at:close].lstrip("}] \n") if close >= 0 else sentence
    sentence = normalized(UNSEEN.sub(" ", sentence))
    if not sentence:
        raise Misread(start, "the mark has no sentence")
    # the words, and then the id, so that the places of the words are those of the text
    found = (table[2], table.start(2)) if table else ("", 0)
    return Raw(f"{words} {id}", words_at, start, at, sentence, *found)


def closing(text: str, start: int) -> int:
    """Return where the brace or bracket that opens here is closed; raise Misread if it is not."""
    close, depth, quoted = {"{": "}", "[": "]"}[text[start]], 0, False
    for at in range(start, len(text)):
        sign = text[at]
        if sign == '"' and close == "]":
            quoted = not quoted
        elif sign == "\\" or quoted or text[at - 1] == "\\":
            continue
        elif sign == text[start] or (sign == "{" and close == "]"):
            depth += 1
        elif sign == close or (sign == "}" and close == "]"):
            depth -= 1
            if not depth:
                return at
    raise Misread(start, f"{text[start]} is not closed")


def _refused(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the parts of a text in which there can be no mark."""
    for name, pattern in NO_MARKS.items():
        yield from ((name, found.start(), found.end()) for found in pattern.finditer(text))
    for note in re.finditer(r"\\footnote(?:text)?\s*(?=\{)", text):
        try:
            yield "a footnote", note.start(), closing(text, note.end())
        except Misread:
            continue


def _without_comments(content: str) -> str:
    return blanked(blanked(content, VERBATIM), COMMENT)
