"""The folder of a data set: `dataset.jsonl` with a record on each line, and all that is made from the records.

The first line says what the records depend on. The table, the page and the theorems are made from the other lines, so
that `recheck_dataset` makes them again and compares every byte.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from gametheory.claims.evidence import error_text, escaped, read_json
from gametheory.claims.recheck import NothingToRecheck, Rechecked, Rejection, recheck, recheck_theorem
from gametheory.claims.recheck_acl2 import recheck_lisp
from gametheory.dataset.programs import ABSENT, FAILED, KEYS, MISSED, REFUSED, RIGHT, VERDICTS, WRONG, Program, Session
from gametheory.dataset.records import Made, Settings, Solved, Source, form_text, make, row_of, solve_source
from gametheory.numbers.format import JsonObject, json_text, pluralize
from gametheory.numbers.rationals import exact_text, parse_rational
from gametheory.numbers.table import csv_text
from gametheory.parallel.extras import DISTRIBUTION, installed_version
from gametheory.parallel.limits import Progress
from gametheory.prove.acl2 import find_acl2
from gametheory.prove.kernel import find_program
from gametheory.render.pages import dataset_page
from gametheory.storage.files import read_text

RECORDS, TABLE, PARQUET, PAGE = "dataset.jsonl", "games.csv", "games.parquet", "index.html"
MAX_RECORDS = 1_000_000_000  # bytes
INTERRUPTED = "it was interrupted"
NO_PYARROW = f"{PARQUET}, because pyarrow is not installed"


class Built(NamedTuple):
    """The first line of a data set, and its records."""

    header: JsonObject
    records: list[JsonObject]


def is_dataset(path: Path) -> bool:
    """Return whether a folder is a data set."""
    return (path / RECORDS).is_file()


# Make a data set


def build(sources: Sequence[Source], folder: Path, settings: Settings, seconds: float, progress: Progress) -> Built:
    """Make a data set of games and write it to a folder, which is replaced if it is one already.

    The folder appears when all is done, so that an interrupt leaves the former one.
    """
    versions: dict[str, str] = {}
    made = []
    with ExitStack() as stack:
        sessions = [stack.enter_context(Session(program, seconds)) for program in settings.programs]
        for number, source in enumerate(sources, 1):
            progress(number, len(sources), source.name)
            solved = solve_source(source, settings.limit)
            # a solver that is interrupted returns what it has, which is no record
            if solved.listed is not None and solved.listed.reason.startswith(INTERRUPTED):
                raise KeyboardInterrupt
            answers = {}
            if solved.listed is not None:
                answers = _ask(source, solved, sessions, lambda at, name=number: progress(name, len(sources), at))
            for name, answer in answers.items():
                versions[name] = str(answer.get("version") or versions.get(name, ""))
            made.append(make(source, folder, settings, answers, solved))
    header = {
        "program": f"{DISTRIBUTION} {installed_version(DISTRIBUTION)}",
        "games": [source.name for source in sources],
        "tolerance": exact_text(settings.tolerance),
        "limit": settings.limit,
        "programs": [_program_json(program, versions.get(program.name, "")) for program in settings.programs],
    }
    files = _files(header, made)
    if find_spec("pyarrow"):
        files[PARQUET] = _parquet(_rows(header, [each.record for each in made]))
    with _replaced(folder) as place:
        for name, content in files.items():
            path = place / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content)
    return Built(header, [each.record for each in made])


def _ask(source: Source, solved: Solved, sessions: Sequence[Session], show: Callable[[str], None]) -> JsonObject:
    """Return the answer of each program to the file of a game; one of the catalogue is written for that."""
    answers: JsonObject = {}
    with TemporaryDirectory() as place:
        path = source.path
        if path is None and solved.form is not None:
            ending, text = form_text(solved.form)
            path = Path(place, f"game{ending}")
            path.write_text(text, encoding="utf-8")
        for session in sessions if path is not None else ():
            show(f"{source.name}: {session.program.name}")
            answers[session.program.name] = session.ask(path.resolve())
    return answers


def _program_json(program: Program, version: str) -> JsonObject:
    """Return what a reader needs to know of a program; its command is one of this machine."""
    document = program._asdict() | {"version": version}
    del document["command"]
    return document


@contextmanager
def _replaced(folder: Path) -> Iterator[Path]:
    """Context manager: a new folder that takes the place of another one at the end, if nothing fails before."""
    folder = folder.resolve()
    with TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}.") as place:
        new, old = Path(place, "new"), Path(place, "old")
        new.mkdir()
        yield new
        if folder.exists():
            folder.rename(old)
        new.rename(folder)


# What is made from the records


def _files(header: JsonObject, made: Sequence[Made]) -> dict[str, bytes]:
    """Return the content of each file of a data set, but for the table that needs pyarrow."""
    records = [each.record for each in made]
    lines = [json_text(document) for document in (header, *records)]
    texts = {RECORDS: "\n".join(lines) + "\n"}
    texts[TABLE] = csv_text(_rows(header, records))
    texts[PAGE] = dataset_page(header, records, _rows(header, records), summary(Built(header, records)), VERDICTS)
    for each in made:
        texts |= each.files
    return {name: text.encode() for name, text in texts.items()}


def _rows(header: JsonObject, records: Sequence[JsonObject]) -> list[dict[str, object]]:
    names = [program["name"] for program in header["programs"]]
    return [row_of(record, names) for record in records]


def _parquet(rows: Sequence[Mapping[str, object]]) -> bytes:
    """Return the rows as a file of Parquet."""
    import pyarrow
    from pyarrow import parquet

    content = BytesIO()
    parquet.write_table(pyarrow.Table.from_pylist(list(rows)), content)
    return content.getvalue()


def summary(built: Built) -> list[dict[str, object]]:
    """Return for each program how many answers have each verdict, and the median of the seconds."""
    rows = []
    for program in built.header["programs"]:
        answers = [record["programs"].get(program["name"]) for record in built.records]
        given = [answer for answer in answers if answer is not None]
        counts = Counter(answer["verdict"] for answer in given)
        row: dict[str, object] = {"program": program["name"], "version": program["version"] or ABSENT}
        for verdict in (RIGHT, WRONG, MISSED, FAILED):
            row[verdict] = counts.pop(verdict, 0)
        row[REFUSED] = counts.pop(REFUSED, 0) + counts.pop(ABSENT, 0)
        row["documented or unclear"] = counts.total()
        times = [float(answer["seconds"]) for answer in given if "seconds" in answer and "refused" not in answer]
        row["median s"] = f"{median(times):.2g}" if times else ""
        rows.append(row)
    return rows


# Check a data set again


def recheck_dataset(folder: Path, progress: Progress) -> Rechecked:
    """Check a data set again: certificates without a solver, theorems by their provers, and all else by making it again.

    Raises NothingToRecheck if the folder has no records.
    """
    try:
        header, *records = _lines(folder / RECORDS)
        settings = _settings(header)
    except (AttributeError, KeyError, OSError, TypeError, ValueError) as error:
        raise NothingToRecheck(f"{folder / RECORDS}: it is no data set: {error_text(error)}") from error
    rejected: list[Rejection] = []
    made: list[Made] = []
    certificates = 0
    if header.get("games") != [record.get("game") for record in records]:
        rejected.append(Rejection(RECORDS, "the games are others than those of its first line"))
    for number, record in enumerate(records, 1):
        name = str(record.get("game"))
        progress(number, len(records), escaped(name))
        try:
            again, difference = _again(record, folder, settings)
            made.append(again)
            rejected += [Rejection(name, reason) for reason in (difference, *_list_reasons(record)) if reason]
            certificates += 1 + bool(record["list"] and "certificate" in record["list"])
        except (AttributeError, KeyError, OSError, TypeError, ValueError) as error:
            rejected.append(Rejection(name, f"the record has another form: {error_text(error)}"))
    rejected += _file_reasons(folder, header, made)
    proved, reasons, skipped = _theorem_reasons(folder, made, progress)
    rejected += reasons
    certificates += proved
    rejected = [Rejection(escaped(file), escaped(why)) for file, why in dict.fromkeys(rejected)]
    accepted = max(certificates - len(rejected), 0) if rejected else certificates
    text = f"{pluralize(len(records), 'game')}, {pluralize(proved, 'theorem')}."
    if skipped:
        text += f" Not checked: {'; '.join(skipped)}."
    return Rechecked(certificates, accepted, tuple(rejected), established=text)


def _lines(path: Path) -> list[JsonObject]:
    lines = [read_json(line) for line in read_text(path, MAX_RECORDS).splitlines()]
    if not lines or not all(isinstance(line, dict) for line in lines):
        raise ValueError("each line is a JSON object")
    return lines


def _settings(header: JsonObject) -> Settings:
    programs = []
    for fields in header["programs"]:
        known = {name: fields[name] for name in ("name", "claims", "documented", "regret")}
        programs.append(Program(command="", **known))
    return Settings(tuple(programs), parse_rational(header["tolerance"]), header["limit"])


def _again(record: JsonObject, folder: Path, settings: Settings) -> tuple[Made, str]:
    """Return the record of a game made again, and the first difference."""
    path = None if record["file"] is None else folder / record["file"]
    source = Source(record["game"], path)
    if path is not None and not path.is_file():
        return Made(record, {}), f"{record['file']}: the file of the game is not there"
    answers = {}
    for name, answer in record["programs"].items():
        answers[name] = {key: answer[key] for key in KEYS if key in answer}
    solved = solve_source(source, settings.limit)
    again = make(source, folder, settings, answers, solved)
    # as the file has it: tuples are lists there
    return again, _difference(record, json.loads(json_text(again.record)))


def _difference(stored: Any, again: Any, place: str = "") -> str:
    """Return the first place at which two documents differ, or an empty text."""
    if isinstance(stored, dict) and isinstance(again, dict) and stored.keys() == again.keys():
        parts = [(f"{place}.{key}" if place else str(key), stored[key], again[key]) for key in stored]
    elif isinstance(stored, list) and isinstance(again, list) and len(stored) == len(again):
        parts = [(f"{place}[{number}]", *pair) for number, pair in enumerate(zip(stored, again, strict=True))]
    elif stored == again and type(stored) is type(again):
        return ""
    else:
        return f"{place} is {json_text(stored):.60}, and made again {json_text(again):.60}"
    return next(filter(None, (_difference(one, other, name) for name, one, other in parts)), "")


def _list_reasons(record: JsonObject) -> Iterator[str]:
    """Yield why the certificate of a list is rejected by its checker, which has no code of a solver."""
    document = record["list"]
    if document is None or "certificate" not in document:
        return
    with TemporaryDirectory() as place:
        path = Path(place, "list.json")
        path.write_text(json_text(document), encoding="utf-8")
        try:
            yield from (rejection.why for rejection in recheck(path).rejected)
        except NothingToRecheck as error:
            yield str(error)


def _file_reasons(folder: Path, header: JsonObject, made: Sequence[Made]) -> Iterator[Rejection]:
    """Yield the files that are missing, too many, or others than those that the records make."""
    expected = _files(header, made)
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()}
    for name in sorted(expected.keys() - there):
        yield Rejection(name, "the file is missing")
    for name in sorted(there - expected.keys() - {PARQUET}):
        yield Rejection(name, "the file does not belong to the data set")
    for name in sorted(there & expected.keys()):
        path = folder / name
        if path.is_symlink() or path.read_bytes() != expected[name]:
            yield Rejection(name, "the file is another one than the records make")
    if PARQUET in there and find_spec("pyarrow"):
        from pyarrow import ArrowInvalid, parquet

        try:
            stored = parquet.read_table(folder / PARQUET).to_pylist()
        except (ArrowInvalid, OSError) as error:
            yield Rejection(PARQUET, error_text(error))
            return
        if stored != _rows(header, [each.record for each in made]):
            yield Rejection(PARQUET, "its rows are others than the records make")


def _theorem_reasons(
    folder: Path, made: Sequence[Made], progress: Progress
) -> tuple[int, list[Rejection], list[str]]:
    """Return how many theorems were checked, those that their provers reject, and what was not checked."""
    checkers = {".v": ("Rocq", recheck_theorem if find_program() else None)}
    checkers[".lisp"] = ("ACL2", recheck_lisp if find_acl2() else None)
    skipped = Counter[str]()
    reasons = []
    names = [name for each in made for name in each.record["theorems"]]
    proved = 0
    for number, name in enumerate(names, 1):
        path = folder / name
        prover, checker = checkers[path.suffix]
        if checker is None:
            skipped[prover] += 1
            continue
        # a file that is missing is rejected already
        if not path.is_file():
            continue
        progress(number, len(names), name)
        proved += 1
        try:
            found = checker(path)
            if not found.sound:
                reasons.append(Rejection(name, found.reason))
        except (OSError, ValueError) as error:
            reasons.append(Rejection(name, error_text(error)))
    texts = [f"{pluralize(count, 'theorem')}, because {prover} is not installed" for prover, count in skipped.items()]
    if (folder / PARQUET).exists() and not find_spec("pyarrow"):
        texts.append(NO_PYARROW)
    return proved, reasons, texts
