"""A checked text: its marks with the results of their claims, compared with what was recorded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from gametheory.claims.addresses import address, base_id, local_id
from gametheory.claims.lock import changed_sides, locked, read_lock, write_lock
from gametheory.claims.results import CheckRun, Result, result_as_json
from gametheory.claims.sources import claims_folder
from gametheory.claims.status import Status
from gametheory.texts.marks import Fault, Mark, is_text
from gametheory.texts.text import Text

CHANGED = "changed"  # the label of a mark whose sentence or formula is not the recorded one
CHANGED_MEANS = "text changed since it was checked"
# Of several labels for one mark, the first one here is shown.
WORST_FIRST = (
    Status.REFUTED,
    Status.CORRECTED,
    Status.OPEN,
    CHANGED,
    Status.VERIFIED,
    Status.ARGUED,
    Status.PROVED,
)
FALSE = (Status.REFUTED, Status.CORRECTED)  # a corrected sentence is false as it is written


def worst(labels: Iterable[str]) -> str:
    """Return the worst of labels.

    >>> worst(["verified", "corrected", "changed"])
    'corrected'
    """
    return str(min(labels, key=WORST_FIRST.index))


class Marked(NamedTuple):
    """A mark with the result of its claim."""

    mark: Mark
    result: Result
    changed: str  # which side is not the recorded one; empty if both are

    @property
    def label(self) -> str:
        """The word for the verdict, or *changed* if that is worse."""
        return worst([self.result.verdict.status.value, *([CHANGED] if self.changed else [])])

    def as_json(self, run: CheckRun) -> dict[str, Any]:
        """Return the mark as JSON values, with its claim as in the manifest."""
        entry = locked(self.mark, self.result)
        del entry["versions"]
        place = {"id": self.mark.id, "line": self.mark.line, "column": self.mark.column, "shown": self.mark.shown}
        place["written"] = self.mark.written
        state = {"label": self.label, "changed": self.changed}
        return place | entry | state | {"claim": result_as_json(self.result, run.folder, run.deep)}


class TextRun(NamedTuple):
    """A text in a run."""

    text: Text
    marks: tuple[Marked, ...]
    faults: tuple[Fault, ...]

    @property
    def counts(self) -> dict[str, int]:
        """The numbers of marks that hold, are refuted, are open, and have changed."""
        words = Counter(map(_word, self.marks))
        return {word: words[word] for word in ("hold", "refuted", "open", CHANGED)}

    def as_json(self, run: CheckRun) -> dict[str, Any]:
        """Return the text as JSON values."""
        return {
            "file": str(self.text.path),
            "marks": [each.as_json(run) for each in self.marks],
            "comments": self.text.comments,
            "faults": [each._asdict() for each in self.faults],
            "counts": self.counts,
        }


def _word(each: Marked) -> str:
    if each.label in FALSE:
        return "refuted"
    return each.label if each.label in (Status.OPEN, CHANGED) else "hold"


def text_run(text: Text, run: CheckRun, selected: str = "", recording: bool = False) -> TextRun:
    """Return the marks of a text with their results; an id that no claim has is a fault."""
    lock = {} if recording else read_lock(text.path)
    own, named = _results(text, run)
    not_checked = {name for id in run.not_checked for name in (id, base_id(id))}
    found, faults = [], list(text.faults)
    for mark in text.marks:
        if selected and selected not in (mark.id, base_id(mark.id)):
            continue
        result = (own if mark.kind else named).get(mark.id)
        if mark.id in not_checked and not (result and result.verdict.status in FALSE):
            continue  # what was not checked can be worse
        if result:
            entry = lock.get(mark.id)
            found.append(Marked(mark, result, changed_sides(mark, result, entry) if entry else ""))
        elif not mark.kind:
            faults.append(Fault(mark.line, mark.column, f"no claim of {text.claims_folder} has the id {mark.id}"))
    return TextRun(text, tuple(found), tuple(sorted(faults)))


def _results(text: Text, run: CheckRun) -> tuple[dict[str, Result], dict[str, Result]]:
    """Return the results of the claims that the text makes, and of those that it names by id, of several the worst."""
    own, named = dict[str, Result](), dict[str, Result]()
    here, folder = text.path.parent.resolve(), claims_folder(Path(text.claims_folder)).path.resolve()
    for result in run.results:
        place = result.folder.resolve() if result.folder else None
        id = local_id(result.claim).rpartition("::")[2]
        if place == here and result.claim.file == text.path.name:
            own[id] = result
        elif text.claims_folder and place == folder:
            for name in {id, base_id(id), address(result.claim)}:
                known = named.setdefault(name, result)
                if _rank(result) < _rank(known):
                    named[name] = result
    return own, named


def _rank(result: Result) -> int:
    return WORST_FIRST.index(result.verdict.status.value)


def record_text(checked: TextRun) -> None:
    """Write the lock file of a text; of marks that are open there is nothing to freeze."""
    old = read_lock(checked.text.path, recording=True)
    new = {
        each.mark.id: locked(each.mark, each.result)
        for each in checked.marks
        if each.result.verdict.status is not Status.OPEN
    }
    present = {mark.id for mark in checked.text.marks}
    write_lock(checked.text.path, {id: entry for id, entry in {**old, **new}.items() if id in present})


def texts_of(paths: Iterable[str | Path]) -> list[tuple[Path, str]]:
    """Return the texts among paths, each with the id that follows its name."""
    parts = [str(path).partition("::") for path in paths]
    return list(dict.fromkeys((Path(name), id) for name, _, id in parts if is_text(name)))
