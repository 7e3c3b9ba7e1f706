"""The file of expected verdicts of a claims folder: `expected.tsv`, one line for each claim in the order of the claims.

A heading, then a line with id and label for each claim. The label is the status; that of a correction follows, as in
*corrected (proved)*. So neither can sink without a difference.
`gametheory check --record` writes the file, and every run compares with it. A claim that it does not list, and a listed
claim that no longer exists, are differences as well: no claim comes or goes without a change of this file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from shlex import quote

from gametheory.claims.declare import Claim, ClaimsError
from gametheory.claims.plain_values import escaped
from gametheory.claims.results import Result
from gametheory.claims.status import Status
from gametheory.claims.verdict import Verdict
from gametheory.numbers.format import listed
from gametheory.storage.files import check_writable, regular, write_atomic

HEAD = "id\tstatus"
LABEL = re.compile(r"({0})( \(({0})\))?".format("|".join(Status)))
FORM = f"each line is an id, a tab and one of {', '.join(Status)}; the first line is the heading"


class Expectations:
    """The file of expected verdicts in one run."""

    def __init__(self, file: Path, recording: bool = False) -> None:
        self._file, self._recording = file, recording
        self._labels = read_expected(file)
        if recording:
            try:
                check_writable(file)
            except OSError as error:
                raise ClaimsError(f"{file}: {error}") from error

    def expecting(self, item: Claim) -> Claim:
        """Return a claim as the file expects it; nothing changes if it is not listed."""
        status = status_on_record((self._labels or {}).get(item.id))
        if status is None or item.id == item.file or item.expected is status:  # the id of a broken file is its name
            return item
        if item.expected is None:
            return item if self._recording else replace(item, expected=status)
        if self._recording:
            return item
        place = item.declared.place if item.declared else item.id
        raise ClaimsError(
            f"{item.id} expects {item.expected} in {place} and {status} in {self._file}; remove one of them"
        )

    def problems(self, results: Sequence[Result], ids: Sequence[str], whole: bool) -> list[str]:
        """Return how results differ from the file, in lines; `ids` are those of all claims, if `whole`."""
        if self._labels is None:
            return []
        known, present = self._labels, set(ids)
        checked = [each.claim.id for each in results if each.claim.id != each.claim.file and not each.claim.skip]
        missing, gone = [id for id in checked if id not in known], [id for id in known if id not in present and whole]
        command = f"`gametheory check {quote(str(self._file.parent))} --record`"
        lines = []
        if missing:
            lines.append(f"{listed(missing, 'claim')}: not in {self._file}; {command} writes it again")
        if gone:
            lines.append(f"{listed(gone, 'claim')}: in {self._file}, and nowhere declared; {command} writes it again")
        return [*lines, *self._sunk(results)]

    def _sunk(self, results: Iterable[Result]) -> Iterator[str]:
        """Yield a line for the claims of one status that have another label, or a correction with another one."""
        ids: dict[tuple[str, str], list[str]] = {}
        for each in results:
            label, now = (self._labels or {}).get(each.claim.id), label_on_record(each.verdict)
            same = status_on_record(label) is each.verdict.status and not _awaits_correction(each)
            if label not in (None, now) and same and not each.claim.skip:
                ids.setdefault((str(label), now), []).append(each.claim.id)
        for (label, now), names in ids.items():
            yield f"{listed(names, 'claim')}: expected {label} in {self._file}, found {now}"

    def record(self, results: Sequence[Result], ids: Sequence[str], whole: bool) -> list[Result]:
        """Write the labels of results in the order of all ids, and return the results as they are expected then.

        Entries of claims that were not checked stay, unless the results are all. A status that awaits the kernel of
        Rocq stays on record.
        """
        old = self._labels or {}
        new = {each.claim.id: label for each in results if (label := self._label(each, old.get(each.claim.id)))}
        both = new if whole else {**old, **new}
        _write(self._file, {id: both[id] for id in dict.fromkeys([*ids, *both]) if id in both})
        return [
            replace(each, claim=replace(each.claim, expected=status_on_record(new.get(each.claim.id))))
            for each in results
        ]

    def _label(self, result: Result, before: str | None) -> str | None:
        id, status, declared = result.claim.id, result.verdict.status, result.claim.expected
        if result.claim.skip:
            return before
        if declared is not None and not result.matches_expected:
            raise ClaimsError(f"{id} expects {declared} and is {status}; nothing was recorded")
        if status is Status.OPEN and Status.OPEN not in (declared, status_on_record(before)):
            raise ClaimsError(f'{id} is open, and its claim does not say expected="open"; nothing was recorded')
        on_record = before or declared
        return str(on_record) if on_record and result.awaits_kernel else label_on_record(result.verdict)


def label_on_record(verdict: Verdict) -> str:
    """Return the label of a verdict, with that of its correction in brackets."""
    correction = f" ({verdict.correction.verdict.status})" if verdict.correction else ""
    return f"{verdict.status}{correction}"


def _awaits_correction(result: Result) -> bool:
    return result.awaits_kernel and result.verdict.correction is not None


def status_on_record(label: str | None) -> Status | None:
    """Return the status of a recorded label."""
    word = (label or "").partition(" ")[0]
    return Status(word) if word else None


def read_expected(file: Path) -> dict[str, str] | None:
    """Return the expected label of each claim; None if there is no such file."""
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


def _write(file: Path, expected: Mapping[str, str]) -> None:
    try:
        write_atomic(file, "".join(f"{line}\n" for line in (HEAD, *map("\t".join, expected.items()))))
    except OSError as error:
        raise ClaimsError(f"{file}: {error.strerror or error}") from error
