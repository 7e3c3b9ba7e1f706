"""The command `gametheory init`: a folder with an example of each kind of claim, and a recipe for GitHub Actions."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from shlex import quote

from gametheory.cli.arguments import Commands, InputError
from gametheory.cli.output import write_output
from gametheory.numbers.format import visible

GAME = '''"""Two players take 1, 2 or 3 stones in turn; the player who takes the last stone wins."""

from dataclasses import dataclass

from gametheory import Outcome

OTHER = {"first": "second", "second": "first"}


@dataclass(frozen=True)
class TakeAway:
    """A position is the number of stones left and the player to move."""

    pile: int
    players = ("first", "second")

    def start(self):
        return (self.pile, "first")

    def outcome(self, position):
        pile, active = position
        return Outcome(OTHER[active]) if pile == 0 else None

    def moves(self, position, player):
        pile, active = position
        return [taken for taken in (1, 2, 3) if taken <= pile] if player == active else []

    def after(self, position, taken):
        pile, active = position
        return (pile - taken, OTHER[active])
'''
CLAIMS = '''"""Examples of claims: a true one, a false one and an open one."""

from _takeaway import TakeAway

from gametheory import check_all, claim, open_, parametrize, solve


def first_player_wins(pile):
    return solve(TakeAway(pile)).payoffs["first"] == 1


@claim("E1", "The player to move loses exactly if 4 divides the number of stones.", "example 1")
def multiples_of_four():
    return check_all(range(1, 21), lambda n: first_player_wins(n) == (n % 4 != 0), "1 to 20 stones")


@claim("E2", "The player to move wins.", "example 2", expected="refuted")
def always():
    return check_all(range(1, 21), lambda n: first_player_wins(n), "1 to 20 stones")


@claim("E3", "The rule has a counterpart for several piles.", "example 3", expected="open")
def several_piles():
    return open_("the check is not written yet")


@claim("E4", "With {n} stones the player to move wins.", "example 4", uses=["E1"])
@parametrize("n", [5, 6, 7])
def small_piles(n):
    return check_all([n], first_player_wins, f"{n} stones")
'''
WORKFLOW = """name: claims
on: [push, pull_request]
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
      - uses: actions/setup-python@a26af69be951a213d495a4c3e4e4022e16d87065 # v5.6.0
        with:
          python-version: "3.12"
      - run: python -m pip install 'gametheory-exact[prove] @ git+REPOSITORY@COMMIT' # fill in both
      - run: gametheory check {folder} --junit claims.xml
"""


def add_init(commands: Commands, name: str) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        name,
        description="Write an example of a folder of claims, with a game of its own, and a recipe for GitHub Actions.",
        epilog="example:\n  gametheory init claims",
    )
    parser.add_argument("folder", metavar="FOLDER", nargs="?", default="claims", type=Path, help="(default claims)")
    parser.set_defaults(run=_init)


def _init(args: argparse.Namespace) -> int:
    folder: Path = args.folder
    name = quote(folder.as_posix())
    _check_folder(folder)
    workflow = Path(".github/workflows/claims.yml")
    # GitHub finds a recipe in the folder from which it is run only
    is_inside = not folder.is_absolute() and ".." not in folder.parts
    files = {folder / "_takeaway.py": GAME, folder / "example.py": CLAIMS}
    if is_inside and not workflow.exists():
        _check_place(workflow)
        files[workflow] = WORKFLOW.replace("{folder}", name)
    # nothing is written before all of it can be
    _make_folder(folder)
    for path, text in files.items():
        if path.parent != folder:
            _make_folder(path.parent, parents=True)
        write_output(path, text)
        print(visible(f"wrote {path}"))
    if workflow in files:
        print(f"In {workflow}, write the address of the package's repository and a commit")
    elif is_inside:
        print(f"{workflow} exists and stays as it is")
    print(visible(f"Next: gametheory check {name}"))
    return 0


def _check_folder(folder: Path) -> None:
    """Refuse a name that cannot be printed, and a place that is not an empty or a new folder."""
    if not folder.as_posix().isprintable():
        raise InputError(f"gametheory init: argument FOLDER: {folder} has characters that cannot be printed")
    try:
        is_free = not folder.exists() or (folder.is_dir() and not any(folder.iterdir()))
    except OSError as error:
        raise InputError(f"gametheory init: argument FOLDER: {folder}: {error.strerror or error}") from error
    if not is_free:
        raise InputError(f"gametheory init: argument FOLDER: {folder} is not an empty folder; name a new one")


def _check_place(path: Path) -> None:
    """Refuse a file through a link, or whose folder cannot be made, before any other file is written."""
    for place in (*reversed(path.parents), path):
        if place.is_symlink():  # the file would appear in another folder, or in place of another file
            raise InputError(f"gametheory init: cannot write {path}: {place} is a link; remove it, or make a folder")
    nearest = next(parent for parent in path.parents if os.path.lexists(parent))
    if not nearest.is_dir() or not os.access(nearest, os.W_OK):
        problem = "no permission to write there" if nearest.is_dir() else f"{nearest} is not a folder"
        raise InputError(f"gametheory init: cannot write {path}: {problem}")


def _make_folder(folder: Path, parents: bool = False) -> None:
    """Make a folder; its parents only on request, because a missing parent of FOLDER is likely a typing error."""
    try:
        folder.mkdir(parents=parents, exist_ok=True)
    except OSError as error:
        text = f"cannot make the folder {folder}: {error.strerror or error}"
        raise InputError(f"gametheory init: {'' if parents else 'argument FOLDER: '}{text}") from error
