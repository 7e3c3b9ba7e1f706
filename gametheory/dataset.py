"""A data set of games: all equilibria with their certificates, and what other programs answer to the same files.

The folder has `dataset.jsonl` with a record on each line. The first line says what the records depend on. A record is
made from a game and the answers of programs alone. The table, the page and the theorems are made from the records. So
`recheck_dataset` makes all of them again, and compares.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from fractions import Fraction
from functools import partial
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from queue import Empty, Queue
from statistics import median
from tempfile import TemporaryDirectory
from threading import Thread
from time import perf_counter
from typing import IO, Any, NamedTuple

from gametheory.claims.evidence import error_text, escaped, read_json
from gametheory.claims.recheck import NothingToRecheck, Rechecked, RecheckedTheorem, Rejection, recheck, recheck_theorem
from gametheory.claims.recheck_acl2 import recheck_lisp
from gametheory.formats.gambit import FormatError, to_efg, to_nfg
from gametheory.formats.payoff_table import read_game
from gametheory.games import catalogue
from gametheory.model.extensive_form import ExtensiveForm, ImperfectRecall, extensive_form
from gametheory.model.game import PositionLimitExceeded, RulesError
from gametheory.model.normal_form import NormalForm
from gametheory.model.sequence_form import FormTooLarge
from gametheory.model.unfolding import unfold
from gametheory.numbers.format import JsonObject, did_you_mean, json_text, pluralize
from gametheory.numbers.rationals import exact_text, parse_rational
from gametheory.numbers.table import csv_text
from gametheory.parallel.extras import DISTRIBUTION, ends_with_parent, installed_version
from gametheory.parallel.limits import Progress
from gametheory.prove.acl2 import find_acl2
from gametheory.prove.kernel import find_program
from gametheory.render.acl2_theorems import ACL2
from gametheory.render.pages import dataset_page, dataset_row
from gametheory.render.theorems import ROCQ, NotStated, Theorem, theorem_of
from gametheory.solvers.dispatch import solve_game
from gametheory.solvers.nash import nash_equilibria
from gametheory.solvers.nash_solution import NashSolution
from gametheory.solvers.pivoting import TooManyPivots, TooManyVertices
from gametheory.solvers.questions.comparison import ABSENT, CLAIMS, MAX_REASON, REFUSED, SOME, VERDICTS, judge
from gametheory.solvers.sequence_form import TooManyEquilibria
from gametheory.solvers.solution import Solution
from gametheory.storage.files import read_text

RECORDS, TABLE, PARQUET, PAGE = "dataset.jsonl", "games.csv", "games.parquet", "index.html"
PARTS = {RECORDS, TABLE, PARQUET, PAGE, "games", "theorems"}
MAX_RECORDS = 1_000_000_000  # bytes
INTERRUPTED = "it was interrupted"
COUNTED = (*list(VERDICTS)[:4], REFUSED, ABSENT)  # of verdicts, each in a column of its own
KEYS = ("equilibria", "error", "refused", "version", "seconds")  # of an answer
SECONDS_TO_START = 60  # a program whose libraries take long to load, before its first answer
MAX_TOML = 1_000_000  # bytes
CONTEXT = 30  # characters of a difference
OTHERWISE = ("certificate", "checked", "method", "reason")
PROVED = "proved complete"
OF_GAME = ("payoffs", "sets")  # what a certificate repeats of its game
NO_PYARROW = f"{PARQUET}, because pyarrow is not installed"
CATALOGUE = "catalogue"
IN_FOLDERS = (
    ".nfg",
    ".efg",
    ".agg",
    ".bagg",
    ".gam",
    ".umb",
)  # files that are games by their names; .csv can be anything
MAX_NODES = 1_000  # of the tree of rules whose equilibria are listed
TREE_OF_MANY = "a tree of three or more players, whose list is checked equilibrium by equilibrium"
NOT_RATIONAL = "too large for the proof, or a polyhedron with too many unknowns"
PROVERS = {".v": ROCQ, ".lisp": ACL2}
REFUSALS = (
    FormTooLarge,
    FormatError,
    ImperfectRecall,
    MemoryError,
    OSError,
    PositionLimitExceeded,
    RulesError,
    TooManyEquilibria,
    TooManyPivots,
    TooManyVertices,
    ValueError,
)


class Program(NamedTuple):
    """A program: its command, whether it claims all equilibria, and what its documentation says of its numbers.

    `regret` is the gain that the documentation allows, relative to the range of the payoffs of all players.
    """

    name: str
    command: str
    claims: str = SOME
    documented: str = ""
    regret: str = "0"


class Source(NamedTuple):
    """A game of the catalogue by its name, or the path of a file."""

    name: str
    path: Path | None = None


class Solved(NamedTuple):
    """What is known about a game: its table or tree, the list of its equilibria, and the answer of `solve`."""

    form: NormalForm | ExtensiveForm | None = None
    listed: NashSolution | None = None
    exact: Solution | None = None
    refused: str = ""


class Settings(NamedTuple):
    """What the records of a data set depend on besides their games."""

    programs: tuple[Program, ...] = ()
    tolerance: Fraction = Fraction(1, 1000)
    limit: int | None = None
    theorems: bool = True


class Made(NamedTuple):
    """A record, and the files that belong to it, by their places in the data set."""

    record: JsonObject
    files: dict[str, str]


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
    names = [_slug(str(record.get("game"))).lower() for record in records]
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
        again = again | {"certificate": _proved(record["list"])}
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


# The games


def find_sources(names: Sequence[str]) -> list[Source]:
    """Return the games of names: `catalogue`, a name in it, a file, or a folder with all files of games below it.

    Raises ValueError for a name that is none of these, and for a folder without a game.
    """
    found: list[Source] = []
    for name in names:
        path = Path(name)
        if name == CATALOGUE:
            found += [Source(entry.name) for entry in catalogue.ENTRIES]
        elif path.is_dir():
            files = [file for file in sorted(path.rglob("*")) if file.suffix in IN_FOLDERS and file.is_file()]
            if not files:
                raise ValueError(f"{name}: no file in it ends in {', '.join(IN_FOLDERS)}")
            found += [Source(file.relative_to(path).as_posix(), file) for file in files]
        elif path.is_file() or catalogue.is_game(name):
            found.append(Source(path.name, path if path.is_file() else None))
        else:
            known = [CATALOGUE, *(entry.name for entry in catalogue.ENTRIES)]
            raise ValueError(f"{name}: no file, folder or game of the catalogue{did_you_mean(name, known)}")
    # names are those of rows and of files
    for slug, count in Counter(_slug(source.name).lower() for source in found).items():
        if count > 1:
            raise ValueError(f"{count} games have the name {slug} (other characters count as _); rename one")
    return found


def _slug(name: str) -> str:
    """Return a name with letters, digits and _ only, as provers allow it for files."""
    return re.sub(r"\W", "_", name, flags=re.ASCII)


def make(source: Source, folder: Path, settings: Settings, answers: Mapping[str, JsonObject], solved: Solved) -> Made:
    """Return the record of a game in the data set of a folder, and its files."""
    slug = _slug(source.name)
    files: dict[str, str] = {}
    theorems: list[str] = []
    not_stated: dict[str, str] = {}
    for ending, statements in PROVERS.items() if settings.theorems else ():
        try:
            theorem = _theorem(solved, f"game_{slug}", source.name, statements)
        except (NotStated, ValueError) as error:
            not_stated[ending] = str(error)
            continue
        # provers look for their libraries next to the file
        files |= {f"theorems/{name}": text for name, text in theorem.library.items()}
        files[f"theorems/game_{slug}{ending}"] = theorem.text
        theorems.append(f"theorems/game_{slug}{ending}")
    record: JsonObject = {
        "game": source.name,
        "file": None if source.path is None else _place_of(source.path, folder),
        "sha256": None if source.path is None else _sum_of(source.path),
        **_description(source, solved),
        "refused": solved.refused,
        "certificate": _certificate(solved.listed),
        "theorems": theorems,
        "not_stated": not_stated,
        "programs": _judged(solved.listed, settings, answers),
        "exact": _exact_json(solved.exact),
        "list": None if solved.listed is None else solved.listed.as_json(),
    }
    if source.path is None and solved.form is not None:
        ending, text = form_text(solved.form)
        files[f"games/{slug}{ending}"] = text
    return Made(record, files)


def form_text(form: NormalForm | ExtensiveForm) -> tuple[str, str]:
    """Return the ending and the text of the file of a game in Gambit's format."""
    if isinstance(form, NormalForm):
        return ".nfg", to_nfg(form)
    return ".efg", to_efg(form)


def _place_of(path: Path, folder: Path) -> str:
    """Return the path of a file from the folder of the data set, which both can be moved with."""
    # a link has the name of the game, and its target another one
    place = path.parent.resolve() / path.name
    return Path(os.path.relpath(place, folder.resolve())).as_posix()


def _sum_of(path: Path) -> str | None:
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError:
        return None


# What is known about a game


def solve_source(source: Source, limit: int | None) -> Solved:
    """Return what is known about a game, or why it is refused. Limits count work, so that the answer is the same."""
    try:
        if source.path is not None:
            game: Any = read_game(source.path)
        else:
            game = catalogue.game(source.name)
        if isinstance(game, NormalForm | ExtensiveForm):
            return Solved(game, _list_equilibria(game, limit))
        return _solve_rules(game, limit)
    except REFUSALS as error:
        return Solved(refused=_reason(error))


def _solve_rules(game: Any, limit: int | None) -> Solved:
    """Return the value of a game that is given by its rules, and the equilibria of its tree if that is small."""
    exact, refused = None, ""
    try:
        exact = solve_game(game)
    except REFUSALS as error:
        refused = _reason(error)
    try:
        tree = extensive_form(unfold(game, MAX_NODES), MAX_NODES)
        return Solved(tree, _list_equilibria(tree, limit), exact)
    except REFUSALS as error:
        # the value is the answer; why there is no list of equilibria is said next to it
        return Solved(None, None, exact, refused or f"no list of equilibria: {_reason(error)}")


def _list_equilibria(form: NormalForm | ExtensiveForm, limit: int | None) -> NashSolution:
    """Return all equilibria with their certificate if the limit allows that, else one equilibrium."""
    # the proof for two players needs the greater limit; of more players, supports of any number are searched
    if len(form.players) <= 2:
        try:
            return nash_equilibria(form, True, limit)
        except (TooManyEquilibria, TooManyVertices):
            pass
    return nash_equilibria(form, False, limit)


def _reason(error: BaseException) -> str:
    text = str(getattr(error, "strerror", None) or error).removeprefix("game: ")
    return text or type(error).__name__


# The parts of a record


def _theorem(solved: Solved, name: str, title: str, statements: Any) -> Theorem:
    solution = solved.exact or solved.listed
    if solution is None:
        raise NotStated("the game has no solution")
    return theorem_of(solution, name, title, statements)


def _description(source: Source, solved: Solved) -> JsonObject:
    """Return where a game is from, its kind, and its size."""
    form, kind, size, players = solved.form, "", "", None
    if isinstance(form, NormalForm):
        kind, size, players = "table", " x ".join(str(len(own)) for own in form.strategies), len(form.players)
    elif form is not None:
        kind, size, players = "tree", f"{len(form.nodes)} nodes", len(form.players)
    elif solved.exact is not None:
        kind, size = "rules", f"{solved.exact.positions} positions"
        players = len(solved.exact.arrays.game.players)
    published = "" if source.path is not None else catalogue.entry(source.name).source
    return {"source": published, "kind": kind, "players": players, "size": size}


def _certificate(listed: NashSolution | None) -> str:
    """Return what proves that a list is complete, or why there is no proof."""
    if listed is None:
        return "none: no list of equilibria"
    if not listed.complete:
        reason = listed.reason or listed.incompleteness
        return f"none: {reason}"
    if listed.certificate is not None:
        return _proved(listed.as_json())
    is_tree_of_many = isinstance(listed.game, ExtensiveForm) and len(listed.players) > 2
    return f"none: {TREE_OF_MANY if is_tree_of_many else NOT_RATIONAL}"


def _proved(document: JsonObject) -> str:
    """Return what the certificate of a list proves: there can be further equilibria in supports that it names."""
    named = document.get("continua") or document["certificate"].get("unproved")
    return f"{PROVED}, except with supports that it names" if named else PROVED


def _exact_json(exact: Solution | None) -> JsonObject | None:
    """Return the value of a game; strategies of thousands of positions are in its theorem."""
    if exact is None:
        return None
    document = exact.as_json()
    return {key: value for key, value in document.items() if key not in ("strategy", "seconds")}


def _judged(listed: NashSolution | None, settings: Settings, answers: Mapping[str, JsonObject]) -> JsonObject:
    """Return the answer of each program with the verdict on it."""
    judged: JsonObject = {}
    for program in settings.programs:
        answer = answers.get(program.name)
        if answer is None or listed is None:
            continue
        regret = parse_rational(program.regret)
        verdict, why = judge(listed, answer, settings.tolerance, program.claims, regret)
        judged[program.name] = {**answer, "verdict": verdict, "why": why}
    return judged


# Other programs


def read_programs(path: Path, python: str) -> list[Program]:
    """Return the programs of a TOML file: a table for each, with `command`, `claims` and `documented`.

    `{python}` in a command is the interpreter, and `{folder}` the folder of the file.
    """
    programs = []
    for name, fields in tomllib.loads(read_text(path, MAX_TOML)).items():
        try:
            program = Program(name, **fields)
            parse_rational(program.regret)
            command = program.command.replace("{python}", shlex.quote(python))
        except (AttributeError, TypeError, ValueError) as error:
            raise ValueError(f"[{name}]: {error}; allowed: texts {', '.join(Program._fields[1:])}") from error
        if program.claims not in CLAIMS:
            raise ValueError(f"[{name}] claims {program.claims!r}, which is none of {', '.join(CLAIMS)}")
        folder = shlex.quote(str(path.resolve().parent))
        programs.append(program._replace(command=command.replace("{folder}", folder)))
    return programs


# What a program answers


class Session:
    """A program that is asked for one game after another, and starts with the first one; `close` ends it."""

    def __init__(self, program: Program, seconds: float) -> None:
        self.program, self.seconds = program, seconds
        self.process: subprocess.Popen[str] | None = None
        self.lines: Queue[str] = Queue()

    def ask(self, path: Path) -> JsonObject:
        """Return the answer to the game of a file, as the program gave it or with the reason why there is none."""
        began = perf_counter()
        try:
            once = "{file}" in self.program.command
            document = read_answer(self._run_once(path) if once else self._ask_next(path))
        except FileNotFoundError:
            return {"refused": ABSENT}
        except (OSError, RecursionError, ValueError) as error:
            document = {"error": str(error)[:MAX_REASON]}
        document.setdefault("seconds", round(perf_counter() - began, 4))
        return document

    def _run_once(self, path: Path) -> str:
        words = [word.replace("{file}", str(path)) for word in shlex.split(self.program.command)]
        try:
            done = subprocess.run(_found(words), capture_output=True, text=True, timeout=self.seconds, check=False)
        except subprocess.TimeoutExpired as error:
            raise ValueError(self._too_long()) from error
        # a status other than 0 with an answer is that of a program that reports by its status, too
        if not done.stdout.strip():
            raise ValueError(f"no answer, status {done.returncode}: {done.stderr.strip()[-MAX_REASON:]}")
        return done.stdout

    def _ask_next(self, path: Path) -> str:
        seconds = self.seconds
        if self.process is None or self.process.poll() is not None:
            self._start()
            seconds += SECONDS_TO_START
            assert self.process is not None
        paths = self.process.stdin
        assert paths is not None
        try:
            self.lines.queue.clear()  # what it has printed without a question
            paths.write(f"{path}\n")
            paths.flush()
            line = self.lines.get(timeout=seconds)
        except Empty:
            self.close()
            raise ValueError(self._too_long()) from None
        # the end of the output: the program has crashed, and starts again for the next game
        if not line:
            status = self.process.wait()
            self.close()
            raise ValueError(f"it ended without an answer, status {status}")
        return line

    def _too_long(self) -> str:
        return f"no answer within {self.seconds:g} s"

    def _start(self) -> None:
        words = _found(shlex.split(self.program.command))
        self.process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.lines = Queue()
        Thread(target=_pass_lines, args=(self.process.stdout, self.lines), daemon=True).start()

    def close(self) -> None:
        """End the program."""
        if self.process is None:
            return
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()
        self.process = None


def _found(words: list[str]) -> list[str]:
    """Return the words that run a command; raise FileNotFoundError if there is no such program."""
    # the tool that ends a program with its parent would report that as its own error
    if not words or shutil.which(words[0]) is None:
        raise FileNotFoundError
    return ends_with_parent(words)


def _pass_lines(stream: IO[str], lines: Queue[str]) -> None:
    """Put each line of a stream into a queue, and an empty one at its end."""
    try:
        for line in stream:
            lines.put(line)
    except ValueError:  # the stream was closed, because no answer is expected
        return
    lines.put("")


def read_answer(text: str) -> JsonObject:
    """Return the document of an answer; a list is that of the equilibria. Raise ValueError if it has another form.

    >>> read_answer('[[[1, 0], [1, 0]]]'), read_answer('{"refused": "a tree"}')
    ({'equilibria': [[[1, 0], [1, 0]]]}, {'refused': 'a tree'})
    """
    document = json.loads(text, parse_constant=str)
    if isinstance(document, list):
        return {"equilibria": document}
    if not isinstance(document, dict) or not any(key in document for key in KEYS[:3]):
        raise ValueError(f"the answer has none of the keys {', '.join(KEYS[:3])}")
    answer = {key: document[key] for key in KEYS if key in document}
    if not isinstance(answer.get("seconds", 0), int | float):
        raise ValueError(f"seconds: {answer['seconds']!r:.60} is no number")
    return answer
