"""The folder of a data set: `dataset.jsonl` with a record on each line, and all that is made from the records.

The first line says what the records depend on. The table, the page and the theorems are made from the other lines. So
`recheck_dataset` makes all of them again, and compares.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from gametheory.claims.evidence import error_text, escaped, read_json
from gametheory.claims.recheck import NothingToRecheck, Rechecked, RecheckedTheorem, Rejection, recheck, recheck_theorem
from gametheory.claims.recheck_acl2 import recheck_lisp
from gametheory.dataset.programs import KEYS, Program, Session
from gametheory.dataset.records import (
    PROVED,
    Made,
    Settings,
    Solved,
    Source,
    form_text,
    make,
    proved_by,
    slug_of,
    solve_source,
)
from gametheory.numbers.format import JsonObject, json_text, pluralize
from gametheory.numbers.rationals import exact_text, parse_rational
from gametheory.numbers.table import csv_text
from gametheory.parallel.extras import DISTRIBUTION, installed_version
from gametheory.parallel.limits import Progress
from gametheory.prove.acl2 import find_acl2
from gametheory.prove.kernel import find_program
from gametheory.render.pages import dataset_page, dataset_row
from gametheory.solvers.questions.comparison import ABSENT, REFUSED, VERDICTS
from gametheory.storage.files import read_text

RECORDS, TABLE, PARQUET, PAGE = "dataset.jsonl", "games.csv", "games.parquet", "index.html"
PARTS = {RECORDS, TABLE, PARQUET, PAGE, "games", "theorems"}
MAX_RECORDS = 1_000_000_000  # bytes
INTERRUPTED = "it was interrupted"
COUNTED = (*list(VERDICTS)[:4], REFUSED, ABSENT)  # of verdicts, each in a column of its own
CONTEXT = 30  # characters of a difference
OTHERWISE = ("certificate", "checked", "method", "reason")
OF_GAME = ("payoffs", "sets")  # what a certificate repeats of its game
NO_PYARROW = f"{PARQUET}, because pyarrow is not installed"


class Built(NamedTuple):
    """The first line of a data set, and its records."""

    header: JsonObject
    records: list[JsonObject]


def is_dataset(path: Path) -> bool:
    """Return whether a folder is a data set."""
    return os.path.isfile(path / RECORDS)  # Path.is_file raises OSError if the name is too long


# Make a data set


def build(sources: Sequence[Source], folder: Path, settings: Settings, seconds: float, progress: Progress) -> Built:
    """Make a data set of games and write it to a folder, which is replaced if it is one already.

    The folder appears when all is done, so that an interrupt leaves the former one.
    """
    made = []
    with ExitStack() as stack:
        sessions = [stack.enter_context(closing(Session(program, seconds))) for program in settings.programs]
        for number, source in enumerate(sources, 1):
            progress(number, len(sources), source.name)
            solved = solve_source(source, settings.limit)
            # a solver that is interrupted returns what it has, which is no record
            if solved.listed is not None and solved.listed.reason.startswith(INTERRUPTED):
                raise KeyboardInterrupt
            answers = {}
            if solved.listed is not None:
                answers = _ask(source, solved, sessions, partial(progress, number, len(sources)))
            made.append(make(source, folder, settings, answers, solved))
    header = _header(f"{DISTRIBUTION} {installed_version(DISTRIBUTION)}", settings, [each.record for each in made])
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
        if path is None:
            assert solved.form is not None
            ending, text = form_text(solved.form)
            path = Path(place, f"game{ending}")
            path.write_text(text, encoding="utf-8")
        for session in sessions:
            show(f"{source.name}: {session.program.name}")
            answers[session.program.name] = session.ask(path.resolve())
    return answers


def _header(made_by: str, settings: Settings, records: Sequence[JsonObject]) -> JsonObject:
    """Return the first line: what the records depend on, and the versions that programs state in their answers."""
    programs = []
    for program in settings.programs:
        answers = [record["programs"].get(program.name, {}) for record in records]
        versions = [str(answer["version"]) for answer in answers if answer.get("version")]
        document = program._asdict() | {"version": versions[-1] if versions else ""}
        # a command is one of this machine
        del document["command"]
        programs.append(document)
    return {
        "program": made_by,
        "games": [record["game"] for record in records],
        "tolerance": exact_text(settings.tolerance),
        "limit": settings.limit,
        "theorems": settings.theorems,
        "programs": programs,
    }


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
    return [dataset_row(record, names) for record in records]


def _parquet(rows: Sequence[Mapping[str, object]]) -> bytes:
    """Return the rows as a file of Parquet."""
    pyarrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    content = BytesIO()
    parquet.write_table(pyarrow.Table.from_pylist(list(rows)), content)
    return content.getvalue()


def summary(built: Built) -> list[dict[str, object]]:
    """Return for each program how many answers have each verdict, and the median of the seconds."""
    rows = []
    for program in built.header["programs"]:
        name = program["name"]
        given = [record["programs"][name] for record in built.records if name in record["programs"]]
        counts = Counter(answer["verdict"] for answer in given)
        row = {"program": name, "version": program["version"]}
        row |= {verdict: counts.pop(verdict, 0) for verdict in COUNTED}
        row["documented or unclear"] = counts.total()
        times = [answer["seconds"] for answer in given if "seconds" in answer and "refused" not in answer]
        row["median s"] = f"{median(times):.2g}" if times else ""
        rows.append(row)
    return rows


# Check a data set again


def recheck_dataset(folder: Path, progress: Progress) -> Rechecked:
    """Check a data set again: certificates without a solver, theorems by their provers, and all else made once more.

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
    names = [slug_of(str(record.get("game"))).lower() for record in records]
    if len(set(names)) < len(names):
        rejected.append(Rejection(RECORDS, "two records are of games with the same name"))
    for number, record in enumerate(records, 1):
        name = str(record.get("game"))
        progress(number, len(records), escaped(name))
        try:
            again, difference = _again(record, folder, settings)
            made.append(again)
            rejected += [Rejection(name, reason) for reason in (difference, *_list_reasons(record)) if reason]
            certificates += 1 + bool(record["list"] and "certificate" in record["list"])
        except NothingToRecheck as error:
            rejected.append(Rejection(name, str(error)))
        except (AttributeError, KeyError, OSError, TypeError, ValueError) as error:
            rejected.append(Rejection(name, f"the record has another form: {error_text(error)}"))
    if header != _header(str(header.get("program")), settings, [each.record for each in made]):
        rejected.append(Rejection(RECORDS, "its first line is another one than the records make"))
    rejected += _file_reasons(folder, header, made)
    proved, reasons, skipped = _theorem_reasons(folder, made, progress)
    rejected += reasons
    certificates += proved
    rejected = [Rejection(escaped(file), escaped(why)) for file, why in dict.fromkeys(rejected)]
    accepted = max(certificates - len(rejected), 0) if rejected else certificates
    text = f"{pluralize(len(records), 'game')}, {pluralize(proved, 'theorem')}."
    if settings.programs:
        skipped.append("whether the programs answer and claim this")
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
    return Settings(tuple(programs), parse_rational(header["tolerance"]), header["limit"], header["theorems"])


def _again(record: JsonObject, folder: Path, settings: Settings) -> tuple[Made, str]:
    """Return the record of a game made again, and the first difference."""
    path = None if record["file"] is None else folder / record["file"]
    source = Source(record["game"], path)
    if path is not None and not path.is_file():
        raise NothingToRecheck(f"{record['file']}: the file of the game is not there")
    # else the name of a game of the catalogue could be that of another game
    if path is not None and not f"/{record['file']}".endswith(f"/{source.name}"):
        raise NothingToRecheck(f"{record['file']}: the game of this file has another name")
    answers = {}
    for name, answer in record["programs"].items():
        answers[name] = {key: answer[key] for key in KEYS if key in answer}
    solved = solve_source(source, settings.limit)
    again = make(source, folder, settings, answers, solved)
    difference = _first_difference(record, again.record)
    # the stored record can have another proof, and other files than its own are made of one that differs
    return (again if difference else Made(record, again.files)), difference


def _first_difference(record: JsonObject, again: JsonObject) -> str:
    """Return the first difference of two records, without words on the method, and without the proof of a list.

    A later solver can prove a list otherwise, and the proof is checked without a solver.
    """
    if again["certificate"].startswith(PROVED):
        again = again | {"certificate": proved_by(record["list"])}
    for key in sorted(record.keys() | again.keys()):
        texts = []
        for value in (record.get(key), again.get(key)):
            if isinstance(value, dict) and key in ("list", "exact"):
                certificate = value.get("certificate") or {}
                value = value | {name: None for name in OTHERWISE if name in value}
                # else the proof could be one about another game with the same equilibria
                value["proved"] = {name: certificate[name] for name in OF_GAME if name in certificate}
            texts.append(json_text(value))
        place = max(len(os.path.commonprefix(texts)) - CONTEXT, 0)  # noqa: RUF071 - by characters
        if texts[0] != texts[1]:
            stored, made = (text[place : place + 2 * CONTEXT] for text in texts)
            return f"{key} has ... {stored} ..., and made again ... {made} ..."
    return ""


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
            yield str(error).removeprefix(f"{path}: ")


def _file_reasons(folder: Path, header: JsonObject, made: Sequence[Made]) -> Iterator[Rejection]:
    """Yield the files that are missing, too many, or others than those that the records make."""

    expected = _files(header, made)
    there = {
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_symlink() or not path.is_dir()
    }
    for name in sorted(expected.keys() - there):
        yield Rejection(name, "the file is missing")
    for name in sorted(there - expected.keys() - {PARQUET}):
        yield Rejection(name, "the file does not belong to the data set")
    for name in sorted(there & expected.keys()):
        path = folder / name
        if path.is_symlink() or path.read_bytes() != expected[name]:
            yield Rejection(name, "the file is another one than the records make")
    if PARQUET in there and find_spec("pyarrow"):
        try:
            stored = import_module("pyarrow.parquet").read_table(folder / PARQUET).to_pylist()
        # a file that is none of Parquet is a ValueError of pyarrow
        except (OSError, ValueError) as error:
            yield Rejection(PARQUET, error_text(error))
            return
        if stored != _rows(header, [each.record for each in made]):
            yield Rejection(PARQUET, "its rows are others than the records make")


def _theorem_reasons(folder: Path, made: Sequence[Made], progress: Progress) -> tuple[int, list[Rejection], list[str]]:
    """Return how many theorems were checked, those that their provers reject, and what was not checked."""
    checkers: dict[str, tuple[str, Callable[[Path], RecheckedTheorem] | None]] = {
        ".v": ("Rocq", recheck_theorem if find_program() else None),
        ".lisp": ("ACL2", recheck_lisp if find_acl2() else None),
    }
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
