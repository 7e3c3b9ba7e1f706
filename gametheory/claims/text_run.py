"""A checked text: its marks with the results of their claims, compared with what was recorded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from gametheory.claims.addresses import address, base_id, local_id
from gametheory.claims.lock import formal_statement, locked, read_lock, write_lock
from gametheory.claims.results import CheckRun, Result, holds, result_as_json
from gametheory.claims.sources import claims_folder
from gametheory.claims.status import Status
from gametheory.texts.marks import Fault, Mark, is_text
from gametheory.texts.text import Text

CHANGED = "changed"  # the label of a mark whose sentence or formula is not the recorded one
CHANGED_MEANS = "text changed since it was checked"


class Marked(NamedTuple):
    """A mark with the result of its claim."""

    mark: Mark
    result: Result
    changed: str  # which side is not the recorded one; empty if both are

    @property
    def label(self) -> str:
        """The word for the verdict, or *changed*."""
        return CHANGED if self.changed else self.result.verdict.label

    def as_json(self, run: CheckRun) -> dict[str, Any]:
        """Return the mark as JSON values, with its claim as in the manifest."""
        entry = locked(self.mark, self.result)
        del entry["versions"]
        place = {"id": self.mark.id, "line": self.mark.line, "column": self.mark.column, "shown": self.mark.shown}
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
    if each.changed:
        return CHANGED
    if each.result.verdict.status is Status.OPEN:
        return "open"
    return "hold" if holds(each.result.verdict) and each.result.verdict.status is not Status.CORRECTED else "refuted"


def text_run(text: Text, run: CheckRun, selected: str = "") -> TextRun:
    """Return the marks of a text with their results; an id that no claim has is a fault."""
    lock = read_lock(text.path)
    own, named = _results(text, run)
    found, faults = [], list(text.faults)
    for mark in text.marks:
        if selected and selected not in (mark.id, base_id(mark.id)):
            continue
        result = (own if mark.kind else named).get(mark.id)
        if result:
            found.append(Marked(mark, result, _changed(mark, result, lock.get(mark.id))))
        elif not mark.kind and mark.id not in run.not_checked:
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
                if name not in named or holds(named[name].verdict):
                    named[name] = result
    return own, named


def _changed(mark: Mark, result: Result, entry: dict[str, Any] | None) -> str:
    """Return which side of a mark is not the recorded one."""
    if entry is None:
        return ""
    sides = {"sentence": mark.sentence, "formal": formal_statement(mark, result)}
    return " and ".join("formula" if side == "formal" else side for side, now in sides.items() if entry[side] != now)


def record_text(checked: TextRun) -> None:
    """Write the lock file of a text; of marks that are open there is nothing to freeze."""
    old = read_lock(checked.text.path)
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
