"""`gametheory dataset`: write all equilibria of many games, with what other programs answer."""

from __future__ import annotations

import argparse
import sys
import tomllib
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from gametheory.cli.arguments import Commands, InputError, add_json, positive_number, whole_number
from gametheory.cli.output import print_json, print_view, solving_line
from gametheory.numbers.format import pluralize
from gametheory.numbers.table import Table

if TYPE_CHECKING:
    from gametheory.dataset.programs import Program
    from gametheory.dataset.records import Settings, Source

COMMAND = "gametheory dataset"
DEFAULT_SECONDS = 10  # for an answer of another program


def add_dataset(commands: Commands, name: str) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        name,
        description="Write a folder with all equilibria of many games, exactly, each list with its certificate, their "
        "theorems, a table and a page, and with what other programs answer to the same files. `gametheory recheck "
        "FOLDER` checks all of it again.",
        epilog="example:\n  gametheory dataset chicken matching-pennies -o dataset",
    )
    add = parser.add_argument
    help_text = "a file of a game, a folder with such files, a game of the catalogue, or `catalogue` for all of them "
    help_text += "(default)"
    add("games", metavar="FILE|FOLDER|NAME", nargs="*", default=["catalogue"], help=help_text)
    help_text = "folder to write, new or a data set that is replaced (default dataset)"
    add("-o", dest="output", metavar="FOLDER", type=Path, default=Path("dataset"), help=help_text)
    help_text = "TOML file with programs that answer, too, such as bench/programs.toml"
    add("--programs", metavar="FILE.toml", type=Path, help=help_text)
    help_text = (
        "a command that answers, too, with JSON such as that of nash --json; repeatable. Without {file} it starts "
    )
    help_text += "once, and reads a path from each line"
    add("--with", dest="commands", metavar="'COMMAND {file}'", action="append", default=[], help=help_text)
    help_text = "the commands of --with claim to find all equilibria, so that some can be missed"
    add("--all", dest="claims_all", action="store_true", help=help_text)
    help_text = "the Python that runs the programs of --programs (default: the one that runs this command)"
    add("--python", metavar="FILE", help=help_text)
    help_text = "how far a probability of another program may be from that of an equilibrium (default 1/1000)"
    add("--tolerance", metavar="T", type=positive_number, default="1/1000", help=help_text)
    help_text = f"time for each answer of another program (default {DEFAULT_SECONDS} seconds)"
    add("--seconds", metavar="S", type=positive_number, default=str(DEFAULT_SECONDS), help=help_text)
    add("--no-theorems", dest="theorems", action="store_false", help="write no theorems of Rocq and ACL2")
    add("--limit", metavar="N", type=whole_number, help="as for `nash`: vertices, or supports of three or more players")
    add_json(parser)
    parser.set_defaults(run=_run_dataset)


def _run_dataset(args: argparse.Namespace) -> int:
    from gametheory.dataset.folder import build, summary
    from gametheory.dataset.records import PROVED

    folder: Path = args.output
    try:
        problem = _problem_of(folder)
    except (OSError, ValueError) as error:  # no system has such a name
        problem = getattr(error, "strerror", None) or str(error)
    if problem:
        raise InputError(f"{COMMAND}: argument -o: cannot write {folder}: {problem}")
    sources, settings = _sources_of(args.games), _settings_of(args)
    try:
        with solving_line() as progress:
            built = build(sources, folder, settings, float(args.seconds), progress)
    except OSError as error:
        raise InputError(f"{COMMAND}: cannot write {folder}: {error.strerror or error}") from error
    rows = summary(built)
    complete = [record for record in built.records if record["certificate"] == PROVED]
    if args.json:
        print_json({"folder": str(folder), "games": len(sources), "proved": len(complete), "programs": rows})
        return 0
    if rows:
        headings = list(rows[0])
        print_view([Table(headings, [list(row.values()) for row in rows], left=headings[:2])])
    count = pluralize(len(sources), "game")
    print(f"wrote {folder}: {count}, {len(complete)} with a proof that no equilibrium is missing")
    print(f"check it: gametheory recheck {folder}")
    return 0


def _problem_of(folder: Path) -> str:
    """Return why a folder cannot be replaced by a data set, or nothing; it is asked before the work."""
    from gametheory.dataset.folder import PARTS, is_dataset

    if not folder.parent.is_dir():
        return f"there is no folder {folder.parent}"
    with suppress(FileNotFoundError):
        folder.lstat()  # of a name that no system has, is_dir says only that there is none
    is_empty = folder.is_dir() and not any(folder.iterdir())
    if folder.is_symlink() or (folder.exists() and not is_empty and not is_dataset(folder)):
        return "it is there and is no data set; allowed: a new folder"
    # the old folder is removed with all that is in it
    others = sorted(path.name for path in folder.glob("*") if path.name not in PARTS)
    if others:
        return f"it has other files, too, such as {others[0]}; move them first"
    return ""


def _sources_of(names: list[str]) -> list[Source]:
    from gametheory.dataset.records import find_sources

    try:
        return find_sources(names)
    except ValueError as error:
        raise InputError(f"{COMMAND}: argument FILE|FOLDER|NAME: {error}") from error


def _settings_of(args: argparse.Namespace) -> Settings:
    from gametheory.dataset.programs import Program, read_programs
    from gametheory.dataset.records import Settings
    from gametheory.solvers.questions.comparison import ALL, MAX_TOLERANCE, SOME

    programs: list[Program] = []
    if args.python and not args.programs:
        raise InputError(f"{COMMAND}: argument --python: it runs the programs of --programs, which is missing")
    if args.programs:
        try:
            programs = read_programs(args.programs, args.python or sys.executable)
        except (OSError, ValueError, tomllib.TOMLDecodeError) as error:
            reason = getattr(error, "strerror", None) or error
            raise InputError(f"{COMMAND}: argument --programs: cannot read {args.programs}: {reason}") from error
    programs += [Program(command, command, ALL if args.claims_all else SOME) for command in args.commands]
    if len({program.name for program in programs}) < len(programs):
        raise InputError(f"{COMMAND}: argument --with: the same command twice")
    tolerance: Fraction = args.tolerance
    # verdicts compare with twice the tolerance, too
    if 2 * tolerance > MAX_TOLERANCE:
        raise InputError(f"{COMMAND}: argument --tolerance: {tolerance} is more than {MAX_TOLERANCE / 2}")
    return Settings(tuple(programs), tolerance, args.limit, args.theorems)
