"""A record of the data set: a game, all that is known about it exactly, and what other programs answered.

A record is made from the game and the answers alone, so that `recheck` makes it again and compares.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from gametheory.dataset.programs import Program, judge
from gametheory.formats.gambit import FormatError, to_efg, to_nfg
from gametheory.formats.payoff_table import read_game
from gametheory.games import catalogue
from gametheory.model.extensive_form import ExtensiveForm, ImperfectRecall, extensive_form
from gametheory.model.game import PositionLimitExceeded, RulesError
from gametheory.model.normal_form import NormalForm
from gametheory.model.sequence_form import FormTooLarge
from gametheory.model.unfolding import unfold
from gametheory.numbers.format import JsonObject, did_you_mean
from gametheory.render.acl2_theorems import ACL2
from gametheory.render.theorems import ROCQ, NotStated, Theorem, theorem_of
from gametheory.solvers.dispatch import solve_game
from gametheory.solvers.nash import nash_equilibria
from gametheory.solvers.nash_solution import NashSolution
from gametheory.solvers.pivoting import TooManyPivots, TooManyVertices
from gametheory.solvers.sequence_form import TooManyEquilibria
from gametheory.solvers.solution import Solution

CATALOGUE = "catalogue"
IN_FOLDERS = (".nfg", ".efg", ".agg", ".bagg", ".gam")  # files that are games by their names; .csv can be anything
MAX_NODES = 1_000  # of the tree of rules whose equilibria are listed
MAX_FILE = 20_000_000
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


class Made(NamedTuple):
    """A record, and the files that belong to it, by their places in the data set."""

    record: JsonObject
    files: dict[str, str]


def find_sources(names: Sequence[str]) -> list[Source]:
    """Return the games of names: `catalogue`, a name in it, a file, or a folder with all files of games below it.

    Raises ValueError for a name that is none of these, and for a folder without a game.
    """
    found: dict[Source, None] = {}
    for name in names:
        path = Path(name)
        if name == CATALOGUE:
            found |= dict.fromkeys(Source(entry.name) for entry in catalogue.ENTRIES)
        elif path.is_dir():
            files = [file for file in sorted(path.rglob("*")) if file.suffix in IN_FOLDERS and file.is_file()]
            if not files:
                raise ValueError(f"{name}: no file in it ends in {', '.join(IN_FOLDERS)}")
            found |= dict.fromkeys(Source(file.relative_to(path).as_posix(), file) for file in files)
        elif path.is_file():
            found[Source(path.name, path)] = None
        elif catalogue.is_game(name):
            found[Source(name)] = None
        else:
            known = [CATALOGUE, *(entry.name for entry in catalogue.ENTRIES)]
            raise ValueError(f"{name}: no file, folder or game of the catalogue{did_you_mean(name, known)}")
    return list(found)


def make(source: Source, folder: Path, settings: Settings, answers: Mapping[str, JsonObject], solved: Solved) -> Made:
    """Return the record of a game in the data set of a folder, and its files."""
    slug = re.sub(r"\W", "_", source.name, flags=re.ASCII)
    files, theorems, not_stated = {}, [], {}
    for ending, statements in PROVERS.items():
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
    return Path(os.path.relpath(path.resolve(), folder.resolve())).as_posix()


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
            form = read_game(source.path)
            return Solved(form, _list_equilibria(form, limit))
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
    """Return where a game is from, and its size."""
    form = solved.form
    published = ""
    if source.path is None:
        published = catalogue.entry(source.name).source
    if isinstance(form, NormalForm):
        return {"source": published, "kind": "table", "players": len(form.players), "size": _sizes(form.strategies)}
    if form is not None:
        sets = [[key for key in form.information_sets if key[0] == player + 1] for player in range(len(form.players))]
        return {"source": published, "kind": "tree", "players": len(form.players), "size": f"{_sizes(sets)} sets"}
    if solved.exact is not None:
        players = len(solved.exact.arrays.game.players)
        return {"source": published, "kind": "rules", "players": players, "size": f"{solved.exact.positions} positions"}
    return {"source": published, "kind": "", "players": None, "size": ""}


def _sizes(parts: Iterable[Sequence[object]]) -> str:
    return " x ".join(str(len(part)) for part in parts)


def _certificate(listed: NashSolution | None) -> str:
    """Return what proves that a list is complete, or why there is no proof."""
    if listed is None:
        return "none: no list of equilibria"
    if not listed.complete:
        reason = listed.reason or listed.incompleteness
        return f"none: {reason}"
    if listed.certificate is not None:
        return "proved complete"
    is_tree_of_many = isinstance(listed.game, ExtensiveForm) and len(listed.players) > 2
    return f"none: {TREE_OF_MANY if is_tree_of_many else NOT_RATIONAL}"


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
        verdict, why = judge(listed, program, answer, settings.tolerance)
        judged[program.name] = {**answer, "verdict": verdict, "why": why}
    return judged


# The row of a record in the table


def row_of(record: Mapping[str, Any], programs: Iterable[str]) -> dict[str, object]:
    """Return the row of a game in the table, with the verdict on each program."""
    listed, exact = record["list"], record["exact"]
    row = {key: record[key] for key in ("game", "kind", "players", "size", "source")}
    row["equilibria"] = None if listed is None else len(listed["equilibria"])
    row["complete"] = None if listed is None else listed["complete"]
    row["certificate"] = record["certificate"]
    row["payoffs"] = "; ".join(_payoffs(listed, exact))
    row["refused"] = record["refused"]
    for ending, prover in ((".v", "Rocq"), (".lisp", "ACL2")):
        row[prover] = next((name for name in record["theorems"] if name.endswith(ending)), "")
    for name in programs:
        row[name] = record["programs"].get(name, {}).get("verdict", "")
    return row


def _payoffs(listed: Mapping[str, Any] | None, exact: Mapping[str, Any] | None) -> Iterator[str]:
    """Yield the payoffs of each player by `solve`, or those of the first equilibrium of a list."""
    if exact is not None:
        for player, payoff in exact["payoffs"].items():
            yield f"{player} {payoff}" if isinstance(payoff, str) else f"{player} {payoff['lower']} to {payoff['upper']}"
    elif listed is not None and listed["equilibria"]:
        for player, payoff in zip(listed["players"], listed["equilibria"][0]["payoffs"], strict=True):
            yield f"{player} {payoff}" if isinstance(payoff, str) else f"{player} {payoff[0]} to {payoff[1]}"
