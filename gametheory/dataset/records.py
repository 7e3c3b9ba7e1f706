"""A record of a data set: a game, all that is known about it exactly, and what other programs answer.

It is made from the game and the answers alone, so that `recheck` makes it again and compares.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from gametheory.dataset.programs import Program
from gametheory.formats.gambit import FormatError, to_efg, to_nfg
from gametheory.formats.payoff_table import read_game
from gametheory.games import catalogue
from gametheory.model.extensive_form import ExtensiveForm, ImperfectRecall, extensive_form
from gametheory.model.game import PositionLimitExceeded, RulesError
from gametheory.model.normal_form import NormalForm
from gametheory.model.sequence_form import FormTooLarge
from gametheory.model.unfolding import unfold
from gametheory.numbers.format import JsonObject, did_you_mean
from gametheory.numbers.rationals import parse_rational
from gametheory.render.acl2_theorems import ACL2
from gametheory.render.theorems import ROCQ, NotStated, Theorem, theorem_of
from gametheory.solvers.dispatch import solve_game
from gametheory.solvers.nash import nash_equilibria
from gametheory.solvers.nash_solution import NashSolution
from gametheory.solvers.pivoting import TooManyPivots, TooManyVertices
from gametheory.solvers.questions.comparison import judge
from gametheory.solvers.sequence_form import TooManyEquilibria
from gametheory.solvers.solution import Solution

PROVED = "proved complete"
CATALOGUE = "catalogue"
# files that are games by their names; .csv can be anything
IN_FOLDERS = ".nfg", ".efg", ".agg", ".bagg", ".gam", ".umb"
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
        elif os.path.isdir(path):  # Path.is_dir raises OSError if the name is too long
            files = [file for file in sorted(path.rglob("*")) if file.suffix in IN_FOLDERS and file.is_file()]
            if not files:
                raise ValueError(f"{name}: no file in it ends in {', '.join(IN_FOLDERS)}")
            found += [Source(file.relative_to(path).as_posix(), file) for file in files]
        elif os.path.isfile(path):
            found.append(Source(path.name, path))
        elif catalogue.is_game(name):
            found.append(Source(path.name))
        else:
            known = [CATALOGUE, *(entry.name for entry in catalogue.ENTRIES)]
            raise ValueError(f"{name}: no file, folder or game of the catalogue{did_you_mean(name, known)}")
    # names are those of rows and of files
    for slug, count in Counter(slug_of(source.name).lower() for source in found).items():
        if count > 1:
            raise ValueError(f"{count} games have the name {slug} (other characters count as _); rename one")
    return found


def slug_of(name: str) -> str:
    """Return a name with letters, digits and _ only, as provers allow it for files."""
    return re.sub(r"\W", "_", name, flags=re.ASCII)


def make(source: Source, folder: Path, settings: Settings, answers: Mapping[str, JsonObject], solved: Solved) -> Made:
    """Return the record of a game in the data set of a folder, and its files."""
    slug = slug_of(source.name)
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
        return proved_by(listed.as_json())
    is_tree_of_many = isinstance(listed.game, ExtensiveForm) and len(listed.players) > 2
    return f"none: {TREE_OF_MANY if is_tree_of_many else NOT_RATIONAL}"


def proved_by(document: JsonObject) -> str:
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
