"""Marks for a text of others: a claims folder says by which few words each claim is found in its source."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from gametheory.storage.files import regular
from gametheory.texts.markdown import parse

PLACES = "places.tsv"
MARKED = b"<!-- claims: "
END = re.compile(r"[.!?:][\"”’)*_]*(?=\s)")


def read_places(folder: Path) -> list[tuple[str, str]]:
    """Return the ids of claims with the words of their places; raise ValueError if the file has another form."""
    file = regular(folder / PLACES)
    rows = [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines()[1:]]
    if wrong := next((row for row in rows if len(row) != 2 or not re.search(r"\w", row[1])), None):
        raise ValueError(f"{file}: {wrong} is not an id, a tab and some words")
    return [(id, words) for id, words in rows]


def with_marks(content: str, places: Iterable[tuple[str, str]], claims: str) -> tuple[str, list[str]]:
    """Return a Markdown text with a mark behind each sentence that has the words of a claim, and the ids found.

    >>> with_marks("One. The castle *wins* in 15. Two.", [("A", "castle wins in 15"), ("B", "never")], "proofs")
    ('<!-- claims: proofs -->\\n\\nOne. The castle *wins* in 15.<!-- claim: A --> Two.', ['A'])
    """
    front, blocks = _blocks(content)
    marks = sorted(_found(blocks, places))
    parts, at = [content[:front], f"{MARKED.decode()}{claims} -->\n\n"], front
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
        for start, stop in (child.meta["span"] for child in token.children or () if "span" in child.meta):
            parts += [content[at:start], " " * (stop - start)]
            at = stop
        blocks.append((begin, "".join([*parts, content[at:end]]).rstrip()))
    return front, blocks


def _found(blocks: Iterable[tuple[int, str]], places: Iterable[tuple[str, str]]) -> Iterator[tuple[int, str]]:
    for id, words in places:
        joined = r"[\W_]+".join(re.findall(r"[^\W_]+", words))
        pattern = re.compile(rf"(?<![^\W_]){joined}(?![^\W_])", re.IGNORECASE)
        for begin, text in blocks:
            found = pattern.search(text)
            if found:
                end = END.search(text, found.end())
                yield begin + (end.end() if end else len(text)), id
                break
