"""`gametheory games`: list the games of the catalogue, and show one with its source and its known value."""

from __future__ import annotations

import argparse
from shlex import quote
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import InputError, add_json, print_json

if TYPE_CHECKING:
    from gametheory.games.catalogue import Entry


def add_command(commands: Any) -> None:
    """Add the command to the parser."""
    games = commands.add_parser(
        "games",
        description="List the games of the catalogue, or show one: its rules, its source, its known value, and the "
        "commands that solve it. Other commands take its NAME in place of a file.",
        epilog="example:\n  gametheory games nim\n  gametheory solve nim",
    )
    games.add_argument("name", metavar="NAME", nargs="?", help="a game of the catalogue")
    add_json(games)
    games.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    from gametheory.games.catalogue import ENTRIES

    chosen = [_entry(args.name)] if args.name else ENTRIES
    if args.json:
        games = [_document(each) for each in chosen]
        print_json(games[0] if args.name else {"games": games})
    elif args.name:
        _show(chosen[0])
    else:
        _list()
    return 0


def _entry(name: str) -> Entry:
    from gametheory.games.catalogue import entry

    try:
        return entry(name)
    except KeyError as error:
        raise InputError(f"gametheory games: argument NAME: {error.args[0]}") from error


def _document(each: Entry) -> dict[str, Any]:
    """Return an entry as JSON."""
    return {
        "name": each.name,
        "players": list(each.maker().players),
        "class": each.kind,
        "code": each.code,
        "rules": each.rules,
        "arguments": each.arguments.split(),
        "source": each.source,
        "value": each.value,
        "commands": _commands(each),
    }


def _commands(each: Entry) -> dict[str, str]:
    """Return the commands for a game, by what they do."""
    from gametheory.claims.example import textbooks_folder

    drawing = {"draw": f"gametheory solve {each.name} --draw {each.name}.svg"} if each.command == "solve" else {}
    return {
        "solve": f"gametheory {each.command} {each.name}",
        **drawing,
        **({"play": f"gametheory play {each.name}"} if each.maker().players else {}),
        "check": f"gametheory check {quote(str(textbooks_folder()))} -k {each.name}",
    }


def _list() -> None:
    from gametheory.cli.tables import console
    from gametheory.games.catalogue import ENTRIES
    from gametheory.numbers.table import Table, show

    rows = [(each.name, len(each.maker().players), each.kind, each.value) for each in ENTRIES]
    left = {"name", "class", "known value"}
    footer = "gametheory games NAME shows rules and source, and gametheory solve NAME solves the game"
    show([Table(("name", "players", "class", "known value"), rows, left=left), footer], console())


def _show(each: Entry) -> None:
    from gametheory.cli.tables import console
    from gametheory.numbers.table import Table, show

    game = each.maker()
    rows = [
        ("players", ", ".join(game.players) or "none"),
        ("class", each.kind),
        ("code", each.code),
        ("source", each.source),
        ("known value", each.value),
        *([("arguments", each.arguments)] if each.arguments else []),
    ]
    board = [game.picture(game.start())] if hasattr(game, "picture") else []
    payoffs = game.view() if each.kind == "table" else []
    show([each.rules, *board, *payoffs, Table(("", ""), rows, left=("",)), *_commands(each).values()], console())
