"""Marks for a text of others: a claims folder says by which few words each claim is found in its source."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from gametheory.storage.read import regular
from gametheory.texts.markdown import CODE
from gametheory.texts.marks import blanked

PLACES = "places.tsv"
END = re.compile(r"[.!?:][\"”’)*_]*(?=\s)|\s*(?=\n[ \t]*\n|\n[ \t]*[-*+] |\Z)")


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
    marks = sorted(_found(blanked(content, CODE), places))
    for at, id in reversed(marks):
        content = f"{content[:at]}<!-- claim: {id} -->{content[at:]}"
    return f"<!-- claims: {claims} -->\n\n{content}", [id for _, id in marks]


def _found(text: str, places: Iterable[tuple[str, str]]) -> Iterator[tuple[int, str]]:
    for id, words in places:
        pattern = r"[\W_]+".join(re.findall(r"[^\W_]+", words))
        found = re.search(rf"(?<![^\W_]){pattern}(?![^\W_])", text, re.IGNORECASE)
        if found and (end := END.search(text, found.end())):
            yield end.end(), id
