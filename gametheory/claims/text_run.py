"""A checked text: its marks with the results of their claims, compared with what was recorded.

`text_run` finds the result of each mark. The lock file of the text, `post.md.lock`, says what was checked, so that an
edit of the text or of a formula is seen. It is a JSON object, which `gametheory check --record` writes. For each mark
it has the sentence that is shown, its hash, the formal statement, its hash, and the verdict with the versions of the
program and the solvers. Two more hashes are those of the whole block that the mark is in, and of what each sentence
depends on: the header, and in LaTeX the macros.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from gametheory.claims.declare import ClaimsError, base_id, local_id, names_of
from gametheory.claims.evidence import read_json
from gametheory.claims.results import CheckRun, Expectations, Result, expected_as, result_as_json
from gametheory.claims.sources import claims_folder
from gametheory.claims.verdict import FALSE, Status
from gametheory.numbers.format import JsonObject, json_text
from gametheory.parallel.extras import DISTRIBUTION, installed_version
from gametheory.storage.files import regular, write_atomic
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
Lock = Mapping[str, JsonObject]  # the entries of a lock file by the id of their mark


def worst(labels: Iterable[str]) -> str:
    """Return the worst of labels.

    >>> worst(["verified", "corrected", "changed"])
    'corrected'
    """
    return str(min(labels, key=WORST_FIRST.index))


def label_of(status: str, changed: str) -> str:
    """Return the label of a mark whose claim has a status: *changed*, if a side has changed and that is worse.

    >>> label_of("proved", "formula"), label_of("refuted", "formula")
    ('changed', 'refuted')
    """
    return worst([status, CHANGED] if changed else [status])


class Marked(NamedTuple):
    """A mark with the result of its claim."""

    mark: Mark
    result: Result
    changed: str  # which side is not the recorded one; empty if both are

    @property
    def label(self) -> str:
        """The word for the verdict, or *changed* if that is worse."""
        return label_of(self.result.verdict.status, self.changed)

    def as_json(self, run: CheckRun) -> dict[str, object]:
        """Return the mark as JSON values, with its claim as in the manifest."""
        mark = self.mark
        data = {"id": mark.id, **mark.place.as_json()}
        data |= {"shown": mark.shown, "written": mark.written, "source": mark.source}
        data |= locked(mark, self.result)
        del data["versions"]  # those of the run, which the manifest states once
        data |= {"label": self.label, "changed": self.changed}
        data["claim"] = result_as_json(self.result, run.folder, run.deep)
        return data


class TextRun(NamedTuple):
    """A text in a run."""

    text: Text
    marks: tuple[Marked, ...]
    faults: tuple[Fault, ...]

    @property
    def counts(self) -> dict[str, int]:
        """The numbers of marks that hold, are refuted, are open, and have changed."""
        return counts_of(each.label for each in self.marks)

    def as_json(self, run: CheckRun) -> dict[str, object]:
        """Return the text as JSON values."""
        imports = self.text.header.imports.items()
        return {
            "file": str(self.text.path),
            "imports": {name: module for name, (module, _) in imports},
            "marks": [each.as_json(run) for each in self.marks],
            "comments": self.text.comments,
            "faults": [each.as_json() for each in self.faults],
            "counts": self.counts,
        }


def counts_of(labels: Iterable[str]) -> dict[str, int]:
    """Return how many of the labels of marks hold, are refuted, are open, and have changed.

    >>> counts_of(["proved", "verified", "corrected"])
    {'hold': 2, 'refuted': 1, 'open': 0, 'changed': 0}
    """
    words = Counter(map(_word, labels))
    return {word: words[word] for word in ("hold", "refuted", "open", CHANGED)}


def _word(label: str) -> str:
    if label in FALSE:
        return "refuted"  # a corrected sentence is false as it is written
    if label in (Status.OPEN, CHANGED):
        return label
    return "hold"


def text_run(text: Text, run: CheckRun, lock: Lock, selected: str = "") -> TextRun:
    """Return the marks of a text with their results, compared with its lock; an id that no claim has is a fault."""
    declared, named = _results(text, run)
    found, faults = [], list(text.faults)
    for mark in text.marks:
        if selected and selected not in (mark.id, base_id(mark.id)):
            continue
        if mark.kind:
            result = declared.get(mark.id)  # none if the mark was not selected, which is no fault
        else:
            result = named.get(mark.id)
            is_false = result is not None and result.verdict.status in FALSE
            # Nothing is worse than false; otherwise a claim of this id that was not checked can be.
            if mark.id in run.left_out and not is_false:
                continue
            if result is None:
                message = f"no claim of {text.claims_folder} has the id {mark.id}"
                faults.append(Fault(mark.place, message))
        if result is not None:
            found.append(Marked(mark, result, changed_sides(mark, result, lock.get(mark.id))))
    return TextRun(text, tuple(found), tuple(sorted(faults)))


def _results(text: Text, run: CheckRun) -> tuple[dict[str, Result], dict[str, Result]]:
    """Return the results of the claims that the text makes, and of those that it names by id, of several the worst."""
    declared: dict[str, Result] = {}
    named: dict[str, Result] = {}
    here = text.path.parent.resolve()
    folder = claims_folder(Path(text.claims_folder)).path.resolve()
    for result in run.results:
        place = result.folder and result.folder.resolve()
        if place == here and result.claim.file == text.path.name:
            id = local_id(result.claim).rpartition("::")[2]
            declared[id] = result
        elif is_text(result.claim.file):
            continue  # an id of the claims folder is not answered by the mark of another text
        elif text.claims_folder and place == folder:
            for name in names_of(result.claim):
                # A name without values can be that of several claims: the sentence is true if all of them are.
                named[name] = min(named.get(name, result), result, key=_rank)
    return declared, named


def _rank(result: Result) -> int:
    return WORST_FIRST.index(result.verdict.status)


def record_text(checked: TextRun) -> None:
    """Write the lock file of a text; of marks that are open there is nothing to freeze."""
    entries = read_lock(checked.text.path, recording=True)
    for each in checked.marks:
        if each.result.verdict.status is not Status.OPEN:
            entries[each.mark.id] = locked(each.mark, each.result)
    # Entries of marks that this run did not check stay; those of marks that the text has no more go.
    present = {mark.id for mark in checked.text.marks}
    write_lock(checked.text.path, {id: entry for id, entry in entries.items() if id in present})


def texts_of(paths: Iterable[str | Path]) -> list[tuple[Path, str]]:
    """Return the texts among paths, each with the id that follows its name."""
    parts = [str(path).partition("::") for path in paths]
    return list(dict.fromkeys((Path(name), id) for name, _, id in parts if is_text(name)))


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
    if mark.formal:
        return mark.formal
    record = result.verdict.as_json()["formal"]
    code = result.claim.code
    return record or (code.text if code else "")


def hashes(mark: Mark, result: Result) -> dict[str, str]:
    """Return the hashes of a mark: of its sentence, its formal statement, its block, and the header."""
    return {
        "sentence_hash": hashed(mark.sentence),
        "formal_hash": hashed(formal_statement(mark, result)),
        "block_hash": mark.block,
        "header_hash": mark.frame,
    }


def locked(mark: Mark, result: Result) -> dict[str, object]:
    """Return the entry of a mark."""
    entry: dict[str, object] = {"sentence": mark.sentence, "formal": formal_statement(mark, result)}
    entry |= hashes(mark, result)
    entry["verdict"] = result.verdict.status.value
    entry["versions"] = {name: installed_version(name) for name in (DISTRIBUTION, "z3-solver", "cvc5")}
    return entry


def changed_sides(mark: Mark, result: Result, entry: Mapping[str, object] | None) -> str:
    """Return what of a mark is not as it was recorded; empty if everything is, or if nothing was recorded."""
    if entry is None:
        return ""
    now = hashes(mark, result)
    changed = [side for side, keys in SIDES.items() if any(entry[key] != now[key] for key in keys)]
    return " and ".join(changed)


def read_lock(text: Path, recording: bool = False) -> dict[str, dict[str, object]]:
    """Return the entries by id; none if there is no lock file. When it is written again, old entries are allowed."""
    file = lock_file(text)
    problems: list[str] = []
    try:
        content = regular(file).read_text(encoding="utf-8")
        marks = dict(read_json(content)["marks"])
        for id, entry in marks.items():
            problems += [f"the {wrong} of {id}" for wrong in _wrong(entry)]
    except FileNotFoundError:
        return {}
    except (OSError, AttributeError, LookupError, TypeError, ValueError, RecursionError) as error:
        raise ClaimsError(
            f"{file}: it is not the lock file of a text; delete it, and --record writes it again"
        ) from error
    if problems and not recording:  # an entry edited by hand, which would make a sentence look checked
        raise ClaimsError(f"{file}: {problems[0]} does not have its hash; --record writes the file again")
    return marks


def _wrong(entry: JsonObject) -> Iterator[str]:
    """Yield what of an entry does not have its hash, as in the files of earlier versions."""
    if not isinstance(entry["verdict"], str):
        raise TypeError("the verdict is a word")
    for side in ("sentence", "formal"):
        if hashed(entry[side]) != entry[f"{side}_hash"]:
            yield side
    for side in ("block", "header"):
        # The text itself is not in the file, so that there is nothing to hash here.
        if not isinstance(entry.get(f"{side}_hash"), str):
            yield side


def write_lock(text: Path, entries: Mapping[str, Mapping[str, object]]) -> None:
    """Write the entries of a text."""
    file = lock_file(text)
    try:
        write_atomic(file, json_text({"marks": entries}, indent=1, sort_keys=True) + "\n")
    except OSError as error:
        raise ClaimsError(f"{file}: {error.strerror or error}") from error


class Locked(Expectations):
    """The verdicts in the lock file of a text, as the expected ones of its claims."""

    def __init__(self, text: Path, recording: bool = False) -> None:
        self._file = lock_file(text)
        self._recording = recording
        entries = read_lock(text, recording)
        self._labels = {id: str(entry["verdict"]) for id, entry in entries.items()}

    def problems(self, results: Sequence[Result], ids: Sequence[str], whole: bool) -> list[str]:  # noqa: ARG002
        """Return how labels differ; a mark that is not in the file is new."""
        return list(self._sunk(results))

    def record(self, results: Sequence[Result], ids: Sequence[str], whole: bool) -> list[Result]:  # noqa: ARG002
        """Return the results as they are expected once the file is written, which `record_text` does."""
        return [expected_as(each, each.verdict.status) for each in results]
