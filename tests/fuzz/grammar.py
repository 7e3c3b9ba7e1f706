"""Argument lists from the grammar of the command's own parser: what is added to that is tried without a word here.

Every choice is made by a function `pick`, which gives a number from 0 to below n: a fuzzer, hypothesis or a test.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

Pick = Callable[[int], int]

SMALL = ("1", "2", "3", "4", "3", "2", "1", "0")  # so that what is allowed does not take long
HOSTILE = (
    "", " ", "-1", "-1e5", "1e400", "nan", "-inf", "0x10", "1_0", "١٢", "²", "00", "+3", "1/3", "0.5", "1/0", "1,0,-1",
    "0,1", "1,,", "1" + "0" * 20, "1" + "0" * 99, "9" * 5_000, "9" * 20_001, "-" + "9" * 5_000, "0." + "3" * 200,
    "a\0b", "\ud800", "\udc80", "a\nb\nc", "\x1b[2J", "x" * 5_000, "--", "-", "-x", "--no", "--json=1", "=", "%s{}",
)  # fmt: skip
CHANCES = ("1/2", "0.5", "1", "0.7", "1/2,1", "1,0,-1")
GAMES = ("gametheory.games.castle:Castle", "../given/game.py:Game", "../given/broken.py:Game", "game.py:", ":", "no:No")
PLACES = (
    "../given/pennies.nfg", "../given/entry.efg", "../given/driver.efg", "../given/small.wargame", "../given/claims",
    "../given/empty", "../given/bytes", "../given/folder", "../given/pipe", "../given/dangling", "../given/odds.npz",
    "../given/pipes", "../given/pennies.nfg/more", "/dev/null", "/dev/zero", "/dev/full", "/dev/stdin", "no/such/file",
    "out.svg", "out.npz", "out.csv", "out.html", "out.md", "out", "x" * 300, "a\0.svg", "\udcff.svg", "", "..",
)  # fmt: skip
OWN_VALUES = {"--workers": ("1", "1", "0", "1001"), "game": GAMES}
ENDS = ("help", "version", "completion")  # options with which nothing else is done
# waits for an answer from the network; checks again until it is interrupted; checks all of proofs/, for minutes
LEFT_OUT = ("--scheduler", "--watch", "--example")
FIRST = {"--soldiers": "3", "--rounds": "2"}  # if a command has both, the game is small by default


def argument_list(parser: argparse.ArgumentParser, pick: Pick) -> list[str]:
    """The words of one command: mostly as the grammar wants them, some left out, doubled, replaced or added."""
    words = list(_words(parser, pick))
    for _ in range(pick(4) // 3 * pick(4)):
        place = pick(len(words) + 1)
        words[place : place + pick(2)] = [_value(None, pick)] * pick(3)
    return words


def _words(parser: argparse.ArgumentParser, pick: Pick) -> Iterator[str]:
    options = {name: action for action in parser._actions for name in action.option_strings[-1:]}
    if options.keys() >= FIRST.keys():
        yield from (word for pair in FIRST.items() for word in pair)
    for name, action in options.items():
        wanted = pick(20) if action.required else pick(50 if action.dest in ENDS else 4) == 0
        if wanted and name not in LEFT_OUT:
            yield name
            yield from _values(action, pick)
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            name = "no" if pick(40) == 0 else list(action.choices)[pick(len(action.choices))]
            yield name
            if name in action.choices:
                yield from _words(action.choices[name], pick)
        elif not action.option_strings:
            yield from _values(action, pick)


def _values(action: argparse.Action, pick: Pick) -> Iterator[str]:
    """As many values as an option or an argument takes."""
    fewest, most = {None: (1, 1), "?": (0, 1), "*": (0, 4), "+": (1, 4), 0: (0, 0)}.get(action.nargs, (1, 1))
    yield from (_value(action, pick) for _ in range(fewest + pick(most - fewest + 1)))


def _value(action: argparse.Action | None, pick: Pick) -> str:
    values: Sequence[str] = SMALL
    if action is None:
        values = (SMALL, HOSTILE, PLACES)[pick(3)]
    elif pick(20) == 0:
        values = HOSTILE
    elif own := OWN_VALUES.get(action.option_strings[-1] if action.option_strings else action.dest):
        values = own
    elif action.choices:
        values = list(map(str, action.choices))
    elif "FILE" in str(action.metavar) or "FOLDER" in str(action.metavar):
        values = PLACES
    elif "P" in str(action.metavar).split(",") or action.metavar in ("Q", "W", "W,D,L"):
        values = CHANCES
    return values[pick(len(values))]


def prepare(folder: Path) -> None:
    """The files that the argument lists name, in `given`, and an empty folder to run in, `here`."""
    from io import BytesIO

    from gametheory.games.battle.decisions import odds_table, write_npz
    from gametheory.games.wargame import Wargame, solve_wargame
    from gametheory.games.wargame.solution_file import solution_bytes

    given = folder / "given"
    for name in ("given/folder", "given/claims", "given/pipes", "here"):
        (folder / name).mkdir(parents=True)
    games = Path(__file__).parent.parent / "data" / "games"
    (given / "pennies.nfg").write_bytes((games / "matching-pennies.nfg").read_bytes())
    (given / "driver.efg").write_bytes((games / "absent-minded-driver.efg").read_bytes())
    (given / "entry.efg").write_text(
        'EFG 2 R "entry" { "firm" "rival" } p "" 1 1 "" { "in" "out" } 0 p "" 2 1 "" { "fight" "share" } 0\n'
        't "" 1 "war" { -1 -1 } t "" 2 "peace" { 1 1 } t "" 3 "" { 0 2 }',
        encoding="utf-8",
    )
    (given / "small.wargame").write_bytes(solution_bytes(solve_wargame(Wargame(3, 2))))
    (given / "empty").touch()
    (given / "bytes").write_bytes(bytes(range(256)))
    (given / "dangling").symlink_to("nothing")
    os.mkfifo(given / "pipe")
    os.mkfifo(given / "pipes" / "claims.py")
    (given / "broken.py").write_text("raise SystemExit('\\n'.join('broken'))\n", encoding="utf-8")
    (given / "game.py").write_text("class Game:\n    pass\n", encoding="utf-8")
    (given / "claims" / "one.py").write_text(
        '"""A source."""\nfrom gametheory import check_all, claim\n\n\n@claim("A", "Squares.", where="p. 1")\n'
        'def squares():\n    return check_all(range(3), lambda x: x * x >= x, "0 to 2")\n',
        encoding="utf-8",
    )
    file = BytesIO()
    write_npz(odds_table(2, 2), file)
    (given / "odds.npz").write_bytes(file.getvalue())
