"""`gametheory lookup` and `gametheory verify`: a position of a solution file, and all of them by the rules."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import InputError, add_json, print_json

if TYPE_CHECKING:
    from gametheory.solvers.saved.saved_solution import SavedSolution


def add_commands(commands: Any) -> None:
    """Add the commands to the parser."""
    game = "gametheory.games.castle:Castle 10 11 15"
    first = f"example:\n  gametheory solve {game} -o castle.npz\n"
    lookup = commands.add_parser(
        "lookup",
        description="Print the value of a position of a solution file, all best moves, and best play. "
        "The rules are given as for `solve`; the labels on the way are checked by them.",
        epilog=f'{first}  gametheory lookup castle.npz {game} --position "(10, 15, 1)"',
    )
    _add_file(lookup)
    lookup.add_argument(
        "--position", metavar="TEXT", help="the position as `solve` prints it (default: the first position)"
    )
    add_json(lookup)
    lookup.set_defaults(run=_lookup)
    verify = commands.add_parser(
        "verify",
        description="Check the labels of all positions of a solution file by the rules, without the solver.",
        epilog=f"{first}  gametheory verify castle.npz {game}",
    )
    _add_file(verify)
    add_json(verify)
    verify.set_defaults(run=_verify)


def _add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE.npz", type=Path, help="a file written by `solve -o`")
    parser.add_argument("game", metavar="FILE.py[:CLASS]|MODULE:CLASS", help="the rules, as for `solve`")
    parser.add_argument("arguments", metavar="ARGUMENTS", nargs="*", help="constructor arguments of the class")


def _lookup(args: argparse.Namespace) -> int:
    from gametheory.numbers.format import visible

    with _errors(args, "lookup"):
        saved = _load(args, "lookup")
        found = saved.lookup(None if args.position is None else saved.position(args.position))
        symmetric = args.position is not None and saved.is_image(args.position, found.position)
    if args.json:
        document = {"file": str(args.file), "method": saved.solution.method, "asked": args.position}
        print_json(document | {"symmetric": symmetric, **found.as_json()})
    else:
        if symmetric:
            print(visible(f"{args.position} is symmetric to the position below, whose value and moves these are."))
        print(found)
    return 0


def _verify(args: argparse.Namespace) -> int:
    from gametheory.verify import CertificateError

    begin, fault = perf_counter(), None
    with _errors(args, "verify"):
        saved = _load(args, "verify")
        if sys.stderr.isatty():
            print(f"checking {len(saved):,} positions ...", file=sys.stderr)
        try:
            saved.verify()
        except CertificateError as error:
            fault = str(error)
    if args.json:
        document = {"file": str(args.file), "method": saved.solution.method, "positions": len(saved)}
        print_json(document | {"sound": fault is None, "fault": fault, "seconds": perf_counter() - begin})
    elif fault is None:
        print(f"{args.file}: {len(saved):,} positions, by {saved.solution.method}.")
        print("Sound: the label of every position follows from the rules and the next positions.")
    else:
        print(f"{args.file}\nNot sound: {fault}.")
    return 0 if fault is None else 1


def _load(args: argparse.Namespace, command: str) -> SavedSolution:
    from gametheory.cli.loading import load_game
    from gametheory.solvers.saved.labels import require_savable
    from gametheory.solvers.saved.saved_solution import load_solution

    game = load_game(f"gametheory {command}", args.game, args.arguments).game
    require_savable(game)
    return load_solution(args.file, game)


@contextmanager
def _errors(args: argparse.Namespace, command: str) -> Iterator[None]:
    """Turn errors of the file and of the rules into InputError."""
    from gametheory.cli.loading import summarize
    from gametheory.model.game import RulesError
    from gametheory.solvers.saved.labels import NotSaved
    from gametheory.solvers.saved.solution_file import SolutionFileError

    prefix = f"gametheory {command}"
    try:
        yield
    except (InputError, KeyboardInterrupt):
        raise
    except SolutionFileError as error:
        raise InputError(f"{prefix}: argument FILE.npz: {args.file}: {error}") from error
    except (MemoryError, NotSaved, RulesError) as error:
        raise InputError(f"{prefix}: {args.game}: {error or 'there is not enough memory'}") from error
    except OSError as error:
        reason = error.strerror or error
        raise InputError(f"{prefix}: argument FILE.npz: cannot read {args.file}: {reason}") from error
    except Exception as error:  # of the rules, which are any code
        raise InputError(f"{prefix}: {args.game}: {summarize(error, args.game.partition(':')[0])}") from error


def solve_on_disk(game: Any, args: argparse.Namespace) -> int:
    """Run `solve --on-disk`: print the solution of the first position."""
    from gametheory.cli.progress import clear_line, write_line
    from gametheory.model.layers import LayeredGame
    from gametheory.solvers.saved import on_disk

    if not isinstance(game, LayeredGame):
        raise InputError("gametheory solve: argument --on-disk: only a LayeredGame can be solved on the disk")
    if game.chance:
        raise InputError("gametheory solve: argument --on-disk: the game has chance moves")
    begin = perf_counter()
    try:
        saved = on_disk.solve_on_disk(
            game, args.output, args.limit or on_disk.MAX_POSITIONS, int(args.on_disk), write_line
        )
    except OSError as error:
        raise InputError(f"cannot write {error.filename or args.output}: {error.strerror or error}") from error
    finally:
        clear_line()
    found, method = saved.lookup(), saved.solution.method
    if args.json:
        document = {"game": args.game, "arguments": args.arguments, "file": str(args.output), "method": method}
        document |= {"positions": len(saved), "moves": saved.moves, "seconds": perf_counter() - begin}
        print_json(document | found.as_json())
        return 0
    print(f"{len(saved):,} positions, {saved.moves:,} moves. Method: {method}, in layers on the disk.")
    print(found)
    print(f"wrote {args.output}\n{next_commands(args.output, args.game, args.arguments)}")
    return 0


def next_commands(path: Path, game: str, arguments: list[str]) -> str:
    """Return the commands that read a solution file."""
    words = shlex.join([str(path), game, *arguments])
    return (
        f"Look up a position: gametheory lookup {words} --position TEXT\nCheck the solution: gametheory verify {words}"
    )
