"""The lock file of a text, `post.md.lock`: what was checked, so that an edit of the text or of a formula is seen.

It is a JSON object. For each mark it has the sentence that is shown, its hash, the formal statement, its hash, and
the verdict with the versions of the program and the solvers. Two more hashes are those of the whole block that the
mark is in, and of what each sentence depends on: the header, and in LaTeX the macros. `gametheory check --record`
writes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from gametheory.claims.declare import ClaimsError
from gametheory.claims.expected import Expectations
from gametheory.claims.plain_values import read_json
from gametheory.claims.results import Result
from gametheory.numbers.format import json_text
from gametheory.parallel.extras import DISTRIBUTION, installed_version
from gametheory.storage.files import regular, write_atomic
from gametheory.texts.marks import Mark

ENDING = ".lock"
SIDES = {"sentence": ("sentence_hash", "block_hash"), "formula": ("formal_hash",), "header": ("header_hash",)}


def lock_file(text: Path) -> Path:
    """Return the lock file of a text."""
    return text.with_name(text.name + ENDING)


def hashed(text: str) -> str:
    """Return the hash of a sentence or a formal statement."""
    return sha256(text.encode()).hexdigest()


def formal_statement(mark: Mark, result: Result) -> str:
    """Return the formal side of a mark: its expression, or the statement of record of the claim, or else its code."""
    record, code = result.verdict.as_json()["formal"], result.claim.code
    return mark.formal or record or (code.text if code else "")


def hashes(mark: Mark, result: Result) -> dict[str, str]:
    """Return the hashes of a mark: of its sentence, its formal statement, its block, and the header."""
    return {
        "sentence_hash": hashed(mark.sentence),
        "formal_hash": hashed(formal_statement(mark, result)),
        "block_hash": mark.block,
        "header_hash": mark.frame,
    }


def locked(mark: Mark, result: Result) -> dict[str, Any]:
    """Return the entry of a mark."""
    statements = {"sentence": mark.sentence, "formal": formal_statement(mark, result)}
    versions = {name: installed_version(name) for name in (DISTRIBUTION, "z3-solver", "cvc5")}
    return statements | hashes(mark, result) | {"verdict": result.verdict.status.value, "versions": versions}


def changed_sides(mark: Mark, result: Result, entry: Mapping[str, Any]) -> str:
    """Return what of a mark is not as it was recorded; empty if everything is."""
    now = hashes(mark, result)
    changed = [side for side, keys in SIDES.items() if any(entry[key] != now[key] for key in keys)]
    return " and ".join(changed)


def read_lock(text: Path, recording: bool = False) -> dict[str, dict[str, Any]]:
    """Return the entries by id; none if there is no lock file. When it is written again, old entries are allowed."""
    file = lock_file(text)
    try:
        marks = dict(read_json(regular(file).read_text(encoding="utf-8"))["marks"])
        problems = [f"the {wrong} of {id}" for id, entry in marks.items() for wrong in _wrong(entry)]
    except FileNotFoundError:
        return {}
    except (OSError, AttributeError, LookupError, TypeError, ValueError, RecursionError) as error:
        raise ClaimsError(f"{file}: it is no lock file of a text; delete it, and --record writes it again") from error
    if problems and not recording:
        raise ClaimsError(f"{file}: {problems[0]} does not have its hash; --record writes the file again")
    return marks


def _wrong(entry: Mapping[str, Any]) -> Iterator[str]:
    """Yield what of an entry does not have its hash, as in the files of earlier versions."""
    if not isinstance(entry["verdict"], str):
        raise TypeError("the verdict is a word")
    yield from (side for side in ("sentence", "formal") if hashed(entry[side]) != entry[f"{side}_hash"])
    yield from (side for side in ("block", "header") if not isinstance(entry.get(f"{side}_hash"), str))


def write_lock(text: Path, entries: Mapping[str, Mapping[str, Any]]) -> None:
    """Write the entries of a text."""
    try:
        write_atomic(lock_file(text), json_text({"marks": entries}, indent=1, sort_keys=True) + "\n")
    except OSError as error:
        raise ClaimsError(f"{lock_file(text)}: {error.strerror or error}") from error


class Locked(Expectations):
    """The verdicts in the lock file of a text, as the expected ones of its claims."""

    def __init__(self, text: Path, recording: bool = False) -> None:
        self._file, self._recording = lock_file(text), recording
        self._labels = {id: str(entry["verdict"]) for id, entry in read_lock(text, recording).items()}

    def problems(self, results: Sequence[Result], ids: Sequence[str], whole: bool) -> list[str]:  # noqa: ARG002
        """Return how labels differ; a mark that is not in the file is new."""
        return list(self._sunk(results))

    def record(self, results: Sequence[Result], ids: Sequence[str], whole: bool) -> list[Result]:  # noqa: ARG002
        """Return the results as they are expected once the file is written, which `record_text` does."""
        return [replace(each, claim=replace(each.claim, expected=each.verdict.status)) for each in results]
