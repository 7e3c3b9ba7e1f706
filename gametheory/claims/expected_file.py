"""Reading and writing the file of expected verdicts: a heading, then a line with id and label for each claim.

The label is the status, or *self-verified*; that of a correction follows in brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from gametheory.claims.declare import ClaimsError
from gametheory.claims.status import MEANINGS
from gametheory.claims.validate import escaped
from gametheory.storage.atomic_write import write_atomic
from gametheory.storage.read import regular

HEAD = "id\tstatus"
LABEL = re.compile(r"({0})( \(({0})\))?".format("|".join(MEANINGS)))
FORM = f"each line is an id, a tab and one of {', '.join(map(str, MEANINGS))}; the first line is the heading"


def read_expected(file: Path) -> dict[str, str] | None:
    """Return the expected label of each claim; None if there is no such file.

    Raises
    ------
    ClaimsError
        If the file cannot be read or has another form.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> file = Path(mkdtemp(), "expected.tsv")
    >>> read_expected(file) is None
    True
    >>> write_expected(file, {"CD1.1": "proved"})
    >>> read_expected(file)
    {'CD1.1': 'proved'}
    """
    try:
        lines = regular(file).read_text(encoding="utf-8").removesuffix("\n").split("\n")
    except FileNotFoundError:
        return None
    except UnicodeError as error:
        raise ClaimsError(f"{file}: it is not UTF-8 text; {FORM}") from error
    except OSError as error:
        raise ClaimsError(f"{file}: {error.strerror}") from error
    expected: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        if fault := _fault(number, line, expected):
            raise ClaimsError(f"{file}, line {number}: {escaped(fault)}; {FORM}")
        if number > 1:
            id, status = line.split("\t")
            expected[id] = status
    return expected


def _fault(number: int, line: str, expected: Mapping[str, str]) -> str:
    """Return what is wrong with a line; empty if nothing is."""
    id, _, status = line.partition("\t")
    if number == 1:
        return "" if line == HEAD else "it is not the word id, a tab and the word status"
    if not id or not LABEL.fullmatch(status):
        return f"{line!r} is not an id, a tab and a status"
    return f"{id} occurs twice" if id in expected else ""


def write_expected(file: Path, expected: Mapping[str, str]) -> None:
    """Write the expected label of each claim, completely or not at all.

    Raises
    ------
    ClaimsError
        If the file cannot be written, or an id is no text for one field of a line.

    Examples
    --------
    >>> write_expected(Path("no such folder", "expected.tsv"), {})
    Traceback (most recent call last):
    gametheory.claims.declare.ClaimsError: no such folder/expected.tsv: there is no folder no such folder
    """
    for id in expected:
        if "\t" in id or id.splitlines() != [id]:
            raise ClaimsError(f"{file}: the id {id!r} cannot be written; an id has no tab and no line break")
    try:
        write_atomic(file, "".join(f"{line}\n" for line in (HEAD, *map("\t".join, expected.items()))))
    except OSError as error:
        raise ClaimsError(f"{file}: {error.strerror or error}") from error


def merged(new: Mapping[str, str], old: Mapping[str, str], order: Iterable[str]) -> dict[str, str]:
    """Return old entries with new ones in their place, in the order of the claims; entries of no claim come last.

    >>> merged({"B": "open"}, {"C": "proved", "A": "proved"}, "AB")
    {'A': 'proved', 'B': 'open', 'C': 'proved'}
    """
    both = {**old, **new}
    return {id: both[id] for id in dict.fromkeys([*order, *both]) if id in both}
