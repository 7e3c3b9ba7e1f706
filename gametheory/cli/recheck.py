"""The command `gametheory recheck`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import InputError, add_json, add_workers, print_json
from gametheory.cli.progress import progress_line
from gametheory.numbers.format import pluralize, visible

if TYPE_CHECKING:
    from gametheory.claims.recheck import Rechecked
    from gametheory.claims.theorem_file import RecheckedTheorem

SHOWN = 10  # lines of a long text
EXAMPLE = "example:\n  gametheory check --json > verdicts.json; gametheory recheck verdicts.json"


def add_commands(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "recheck",
        description="Discharge certificates again with z3 and cvc5, without any code of the claims. "
        "Exit status 1 if one is rejected.",
        epilog=EXAMPLE,
    )
    parser.add_argument(
        "path",
        metavar="FILE.json|FILE.claims|FOLDER|FILE.v",
        type=Path,
        help="manifest of a run; folder with .smt2 files or files of Rocq; or file that --theorem wrote",
    )
    add_workers(parser)
    add_json(parser)
    parser.set_defaults(run=_recheck)


def _recheck(args: argparse.Namespace) -> int:
    from gametheory.claims.recheck import NothingToRecheck, recheck
    from gametheory.parallel.processes import WorkerCrashed

    if args.path.suffix == ".v":
        return _recheck_theorem(args)
    try:
        with progress_line() as progress:
            result = recheck(args.path, progress)
    except (NothingToRecheck, WorkerCrashed) as error:
        raise InputError(f"gametheory recheck: {error}") from error
    if args.json:
        print_json(result.as_json())
    else:
        _print(result)
    return 0 if result.sound else 1


def _recheck_theorem(args: argparse.Namespace) -> int:
    from gametheory.claims.theorem_file import recheck_theorem

    try:
        with progress_line() as progress:
            result = recheck_theorem(args.path, progress)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(f"gametheory recheck: {args.path}: {reason}") from error
    if args.json:
        print_json(result.as_json())
    elif result.sound:
        _print_theorem(result)
    else:
        print(f"{result.file}: rejected by {result.kernel}\n{visible(result.reason)}")
    return 0 if result.sound else 1


def _print_theorem(result: RecheckedTheorem) -> None:
    print(f"{result.theorem}: {result.statement}")
    for name, text in result.shown.items():
        lines = text.splitlines()
        print(f"{name} =", *lines[:SHOWN], sep="\n  " if len(lines) > 1 else " ")
        if len(lines) > SHOWN:
            print(f"  and {len(lines) - SHOWN:,} more lines, which --json has")
    print(f"axioms: {result.axioms}")
    if result.not_checked:
        print("not checked, from the comment at the beginning of the file:")
        print(*(f"  {visible(line.strip())}" for line in result.not_checked.splitlines()[:SHOWN]), sep="\n")
    print(f"{result.file}: accepted by {result.kernel} and coqchk in {result.seconds:.1f} s")


def _print(result: Rechecked) -> None:
    from gametheory.cli.tables import console
    from gametheory.numbers.table import Table, show

    if result.rejected:
        headings = "rejected", "why"
        show([Table(headings, result.rejected, left=headings)], console())
    print(f"{pluralize(result.certificates, 'certificate')}: {result.accepted} accepted", end="")
    print(f", {len(result.rejected)} rejected" if result.rejected else "")
