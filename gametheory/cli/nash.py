"""`gametheory nash`: print the Nash equilibria of a two-player game in one of Gambit's files."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametheory.cli.arguments import InputError, add_json, print_json, whole_number

if TYPE_CHECKING:
    from gametheory.model.extensive_form import ExtensiveForm
    from gametheory.model.normal_form import NormalForm
    from gametheory.solvers.bimatrix.nash_solution import NashSolution
    from gametheory.solvers.sequence_form.solution import TreeSolution


def add_commands(commands: Any) -> None:
    """Add the command to the parser."""
    nash = commands.add_parser(
        "nash",
        description="Find the Nash equilibria of a two-player game in Gambit's format, .nfg or .efg.",
        epilog='example:\n  printf \'NFG 1 R "Pennies" { "A" "B" } { 2 2 } 1 -1 -1 1 -1 1 1 -1\' > pennies.nfg\n'
        "  gametheory nash pennies.nfg --exact",
    )
    nash.add_argument("file", metavar="FILE", type=Path, help="a game in Gambit's format, .nfg or .efg")
    nash.add_argument("--exact", action="store_true", help="print fractions instead of decimals")
    nash.add_argument("--all", action="store_true", help="find all extreme equilibria even if slow")
    nash.add_argument(
        "--limit",
        metavar="N",
        type=whole_number,
        help="greatest number of vertices of a polytope (default 2,000; with --all 20,000), or with --refine of "
        "sequences of all players (default 250)",
    )
    nash.add_argument(
        "--refine",
        choices=("sequential", "quasi-perfect", "perfect"),
        help="find one equilibrium of a tree that is sequential, quasi-perfect, or extensive-form (trembling-hand) "
        "perfect, with beliefs at every information set",
    )
    add_json(nash)
    nash.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    from gametheory.cli.loading import read_gambit_file

    if args.file.suffix.partition(":")[0] == ".py":
        raise _error(f"argument FILE: {args.file} is Python code, not a file .nfg or .efg; gametheory solve takes it")
    game = read_gambit_file("gametheory nash: argument FILE", args.file)
    solution = _solve(game, args.file, args.all, args.limit, args.refine)
    try:
        if args.json:
            print_json(solution.as_json(args.exact))
        else:
            from gametheory.cli.tables import console
            from gametheory.render.print_solution import print_equilibria

            print_equilibria(solution, console(), args.exact, "--json prints all of them")
    except OverflowError as error:
        raise _error(f"argument FILE: {args.file}: payoffs too large for decimals; --exact prints them") from error
    return 0


def _solve(
    game: NormalForm | ExtensiveForm, path: Path, find_all: bool, limit: int | None, refine: str | None
) -> NashSolution | TreeSolution:
    from gametheory.model.help_pages import LIMITS
    from gametheory.model.normal_form import NormalForm
    from gametheory.model.recall import ImperfectRecall
    from gametheory.model.sequence_form import FormTooLarge
    from gametheory.solvers.bimatrix.lemke_howson import TooManyPivots
    from gametheory.solvers.bimatrix.polytope import TooManyVertices
    from gametheory.solvers.bimatrix.vertex_enumeration import TooManyEquilibria
    from gametheory.solvers.nash import nash_equilibria
    from gametheory.solvers.sequence_form.refined_solution import TooManySequences

    if refine and find_all:
        raise _error("argument --all: not with --refine, which finds one equilibrium")
    if refine and isinstance(game, NormalForm):
        raise _error(f"argument --refine: only for a game in extensive form, such as a file .efg; {path} is a table")
    try:
        return nash_equilibria(game, find_all, limit, refine)
    except TooManySequences as error:
        raise _error(f"argument --refine: {path}: {error}; --limit N allows more") from error
    except (TooManyEquilibria, TooManyVertices) as error:
        raise _error(
            f"argument --all: {error}; --limit N allows more; without --all, one equilibrium is found"
        ) from error
    except TooManyPivots as error:
        raise _error(f"argument FILE: {path}: {error}; --limit N allows more") from error
    except (FormTooLarge, ImperfectRecall, ValueError) as error:
        raise _error(f"argument FILE: {path}: {error}; see {LIMITS}") from error


def _error(message: str) -> InputError:
    return InputError(f"gametheory nash: {message}")
