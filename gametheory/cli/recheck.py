"""The command `gametheory recheck`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import InputError, add_json, add_workers, print_json
from gametheory.cli.progress import progress_line
from gametheory.numbers.format import pluralize

if TYPE_CHECKING:
    from gametheory.claims.recheck import Rechecked

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
        "path", metavar="FILE.json|FOLDER", type=Path, help="manifest of a run, or folder with .smt2 files"
    )
    add_workers(parser)
    add_json(parser)
    parser.set_defaults(run=_recheck)


def _recheck(args: argparse.Namespace) -> int:
    from gametheory.claims.recheck import NothingToRecheck, recheck
    from gametheory.parallel.processes import WorkerCrashed

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


def _print(result: Rechecked) -> None:
    from gametheory.cli.tables import print_rejections

    if result.rejected:
        print_rejections(result.rejected)
    print(f"{pluralize(result.certificates, 'certificate')}: {result.accepted} accepted", end="")
    print(f", {len(result.rejected)} rejected" if result.rejected else "")
